"""Copies of a store: new SQLite files that appear when they are complete."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from tacora.game import Refused


@contextlib.contextmanager
def new_file(file: Path) -> Iterator[Path]:
    """A file to fill, beside this one, which it becomes at the end of the block. Refuses to overwrite one."""
    if not file.parent.is_dir():
        raise Refused("no-folder", folder=str(file.parent))
    if file.exists():
        raise Refused("file-there", file=str(file))
    growing = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        os.close(os.open(growing, os.O_CREAT | os.O_EXCL, 0o600))
        yield growing
        _publish(growing, file)
    except FileExistsError:  # Another process has created it meanwhile.
        raise Refused("file-there", file=str(file)) from None
    except (sqlite3.Error, OSError) as error:
        detail = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise Refused("unwritable-file", file=str(file), detail=detail) from None
    finally:
        for left in (growing, *(growing.with_name(growing.name + end) for end in ("-wal", "-shm", "-journal"))):
            left.unlink(missing_ok=True)


def _publish(growing: Path, file: Path) -> None:
    """Rename without overwriting. Where there are no hard links, a short race remains."""
    try:
        os.link(growing, file)
    except FileExistsError:
        raise
    except OSError:
        if file.exists():
            raise FileExistsError from None
        growing.rename(file)
