"""Where games are kept: the unfinished ones to go on with, the finished ones as records."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import click
import msgspec

from tacora.game import Refused
from tacora.record import encode
from tacora.terminal.table import A, E, S, SavedGame, Table, V


class Shelf:
    """A folder of games."""

    def __init__(self, folder: Path) -> None:
        self._unfinished = folder / "games"
        self._records = folder / "records"

    @classmethod
    def of_this_user(cls) -> Shelf:
        """The folder in TACORA_HOME, or where this system keeps the files of a program."""
        return cls(Path(os.environ.get("TACORA_HOME") or click.get_app_dir("tacora")))

    def place_for(self, saved: SavedGame) -> Path:
        """A file of its own for a new game."""
        return self._unfinished / f"{datetime.now():%Y-%m-%d-%H%M%S}-{str(saved.record.commitment)[:8]}.json"

    def newest(self) -> Path | None:
        """The unfinished game that was played last."""
        games = list(self._unfinished.glob("*.json")) if self._unfinished.is_dir() else []
        return max(games, key=lambda file: file.stat().st_mtime_ns, default=None)

    def keep(self, file: Path, table: Table[S, A, E, V]) -> None:
        """Keep a game so that not even a power cut can lose or halve it."""
        write(file, msgspec.json.encode(table.saved()))

    def finish(self, file: Path, table: Table[S, A, E, V]) -> Path:
        """Put a finished game among the records."""
        record = self._records / file.name
        write(record, encode(table.record()) + b"\n")
        file.unlink(missing_ok=True)
        return record


def read(file: Path) -> SavedGame:
    """An unfinished game from its file."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=SavedGame)
    except OSError as error:
        raise unreadable(str(file), error) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as complaint:
        raise Refused("not-a-save", file=str(file), detail=str(complaint)) from None


def write(file: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    beside = file.with_name(file.name + ".new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        beside.replace(file)
    except OSError as error:
        raise Refused("unwritable-file", file=str(file), detail=error.strerror or str(error)) from None


def unreadable(file: str, error: OSError) -> Refused:
    """The refusal for a file that is not there or cannot be read."""
    if isinstance(error, FileNotFoundError):
        return Refused("no-file", file=file)
    return Refused("unreadable-file", file=file, detail=error.strerror or str(error))
