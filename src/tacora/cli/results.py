"""Result files: checked before any long work begins, and written atomically."""

from __future__ import annotations

import csv
import errno
import io
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import IO, BinaryIO

import click

from tacora.game import Refused

PICTURES = (".png", ".svg", ".pdf")


def check_file(file: str | None) -> None:
    """Refuse a file that could not be written later."""
    if file is None:
        return
    path = Path(file)
    try:
        if not path.parent.is_dir():
            raise Refused("no-folder", folder=str(path.parent))
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if _is_there(path) and not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if not _is_device(path):
            with _beside(path):  # Only an attempt can tell: a writable folder may still refuse files.
                pass
    except OSError as error:
        raise _unwritable(file, error) from None


def check_picture(file: str | None) -> None:
    """The same for a picture, whose format is given by its suffix."""
    check_file(file)
    if file is not None and Path(file).suffix.lower() not in PICTURES:
        raise Refused("picture-kind", file=file, known=", ".join(PICTURES))
    if file is not None and find_spec("matplotlib") is None:
        raise Refused("needs-study")


def write_whole(file: str, write: Callable[[BinaryIO], None]) -> None:
    """Write a file atomically, by renaming a temporary one; write to a device or pipe directly."""
    path, whole = Path(file), io.BytesIO()
    write(whole)
    try:
        if _is_device(path):
            path.write_bytes(whole.getvalue())
            return
        with _beside(path) as beside:
            beside.write(whole.getvalue())
            beside.flush()
            Path(beside.name).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
            Path(beside.name).replace(os.path.realpath(path))
    except OSError as error:
        raise _unwritable(file, error) from None


def write_csv(file: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Write a CSV file: commas, decimal points and UTF-8 in every language."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)

    def write(out: BinaryIO) -> None:
        out.write(text.getvalue().encode())

    write_whole(file, write)


@contextmanager
def _beside(path: Path) -> Iterator[IO[bytes]]:
    """A temporary file in the same folder, removed at the end unless it was renamed."""
    folder = Path(os.path.realpath(path)).parent
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".tacora-", delete=False) as beside:
        try:
            yield beside
        finally:
            Path(beside.name).unlink(missing_ok=True)


def _is_there(path: Path) -> bool:
    try:
        path.stat()
    except FileNotFoundError:
        return False
    return True


def _is_device(path: Path) -> bool:
    """Whether this exists and is not a regular file, such as /dev/null or a pipe, which must not be replaced."""
    return _is_there(path) and not path.is_file()


def _unwritable(file: str, error: OSError) -> Refused:
    return Refused("unwritable-file", file=file, detail=error.strerror or str(error))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextmanager
def printed_anyway() -> Iterator[Callable[..., None]]:
    """Delay printing until the files are written, so that a broken pipe does not lose them.

    If a file cannot be written after all, the lines are printed all the same.
    """
    lines: list[tuple[str | bytes, bool]] = []

    def printing(text: str | bytes, *, err: bool = False) -> None:
        lines.append((text, err))

    try:
        yield printing
    finally:
        for text, err in lines:
            click.echo(text, err=err)
