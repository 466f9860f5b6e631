"""The game line by line, over pipes."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from tests.cli.program import Said
from tests.terminal.program import run
from tests.terminal.seat import SEED

PROMISE = sha256(bytes.fromhex(SEED)).hexdigest()
TABLE = ("play", "--people", "Ana", "--bots", "cards:2,cards:3", "--seed", SEED)


def play(home: Path, *typed: str, flags: tuple[str, ...] = TABLE, lang: str = "C.UTF-8", **more: str) -> Said:
    """A game at pipes; afterwards nobody types any more."""
    return run(*flags, home=home, stdin="".join(f"{line}\n" for line in typed), lang=lang, **more)


def record_of(said: Said) -> str:
    """The path of the record that a game leaves."""
    return next(line.partition(": ")[2] for line in said.lines if line.startswith(("Record", "Enregistrement")))
