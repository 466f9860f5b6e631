"""Game files: saves of unfinished games, and records of finished ones."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

import click
import msgspec

from tacora.game import Refused
from tacora.games.records import decode, decode_save, encode, retell
from tacora.record.base import BaseRecord
from tacora.record.shape import unreadable as undecodable
from tacora.table import AnySave

if sys.platform != "win32":
    import fcntl


def data_folder() -> Path:
    """The folder in TACORA_HOME, or the system's folder for application data."""
    if home := os.environ.get("TACORA_HOME"):
        return Path(home)
    if sys.platform in ("win32", "darwin"):
        return Path(click.get_app_dir("tacora"))
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tacora"


class Shelf:
    """A folder of games. They hold seeds and sealed decisions, so only their owner may read them."""

    def __init__(self, folder: Path) -> None:
        self._unfinished = folder / "games"
        self._records = folder / "records"

    @classmethod
    def of_this_user(cls) -> Shelf:
        """The shelf in the user's data folder."""
        return cls(data_folder())

    def place_for(self, saved: AnySave) -> Path:
        """An unused file name for a new game."""
        name = f"{datetime.now():%Y-%m-%d-%H%M%S}-{str(saved.record.commitment)[:8]}"
        for more in ("", *(f"-{n}" for n in range(2, 1000))):
            file = self._unfinished / f"{name}{more}.json"
            if not file.exists() and not (self._records / file.name).exists():
                break
        return file

    def unfinished(self) -> list[tuple[Path, AnySave]]:
        """The unfinished games, most recently played first. Damaged files are skipped."""
        games: list[tuple[int, Path, AnySave]] = []
        for file in self._unfinished.glob("*.json"):
            with suppress(Refused, OSError):
                games.append((file.stat().st_mtime_ns, file, read(file)))
        return [(file, saved) for _, file, saved in sorted(games, key=lambda game: game[0], reverse=True)]

    def keeper(self, file: Path) -> FileSaver:
        """A keeper for this file. The record replaces a file that the player chose; others go to the records folder."""
        ours = file.parent == self._unfinished
        return FileSaver(file, self._records / file.name if ours else file)

    @contextmanager
    def held(self, file: Path) -> Iterator[None]:
        """Hold a lock, so that no other process plays the game in this file."""
        lock = file.with_name(file.name + ".lock")
        try:
            _make_folder(lock.parent)
            handle = _locked(lock)
        except BlockingIOError:
            raise Refused("game-in-use", file=str(file)) from None
        except OSError as error:
            raise unwritable(file, error) from None
        try:
            yield
        finally:
            with suppress(OSError):
                lock.unlink()
            os.close(handle)


class FileSaver:
    """Saves one game to its file, and its record in the end."""

    def __init__(self, file: Path, record: Path) -> None:
        self._file = file
        self._record = record

    def keep(self, saved: AnySave) -> None:
        """Save the game atomically and durably."""
        write(self._file, msgspec.json.encode(saved))

    def finish(self, record: BaseRecord) -> Path:
        """Write the record of the finished game, and remove its save. Returns the record's file."""
        write(self._record, encode(record) + b"\n")
        if self._record != self._file:
            self._file.unlink(missing_ok=True)
        return self._record


def _locked(lock: Path) -> int:
    """Open and lock a lock file. Raises BlockingIOError if another process holds it."""
    while True:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        if sys.platform == "win32":
            return handle
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(handle).st_ino == lock.stat().st_ino:
                return handle
        except FileNotFoundError:
            pass  # Its holder has just removed it: create a new one.
        except OSError:
            os.close(handle)
            raise
        os.close(handle)


def read(file: Path) -> AnySave:
    """Read a saved game."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise unreadable(str(file), error) from None
    try:
        return decode_save(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as complaint:
        raise _no_save(file, content, undecodable(complaint, content)) from None


def _no_save(file: Path, content: bytes, detail: Refused) -> Refused:
    """The refusal for a file that is not a saved game; it may be a record."""
    try:
        over = retell(decode(content)).outcome is not None
    except Refused:
        return Refused("not-a-save", file=str(file), detail=detail)
    return Refused("record-not-save", file=str(file), over="yes" if over else "no")


@contextmanager
def within(file: str) -> Iterator[None]:
    """Add the file's name to refusals raised in this block; `-` is the standard input."""
    try:
        yield
    except Refused as refused:
        if "file" in refused.facts:
            raise
        name = "stdin" if file == "-" else file
        raise Refused(refused.code, within=name, **refused.facts) from None


def write(file: Path, content: bytes) -> None:
    """Write a file atomically and durably (fsync)."""
    beside = file.with_name(f"{file.name}.{os.getpid()}.new")
    try:
        _make_folder(file.parent)
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        beside.replace(file)
        _sync_folder(file.parent)
    except OSError as error:
        raise unwritable(file, error) from None


def _make_folder(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _sync_folder(folder: Path) -> None:
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def unreadable(file: str, error: OSError) -> Refused:
    """The refusal for a file that is missing or cannot be read."""
    if isinstance(error, FileNotFoundError):
        return Refused("no-file", file=file)
    return Refused("unreadable-file", file=file, detail=error.strerror or str(error))


def unwritable(file: Path, error: OSError) -> Refused:
    """The refusal for a file that cannot be written."""
    return Refused("unwritable-file", file=str(file), detail=error.strerror or str(error))
