"""The game line by line, over pipes."""

from __future__ import annotations

from pathlib import Path

from tests.cli.program import Said
from tests.terminal.program import run
from tests.terminal.seat import SEED

TABLE = ("play", "--people", "Ana", "--bots", "cards:2,cards:3", "--seed", SEED)


def play(home: Path, *typed: str, flags: tuple[str, ...] = TABLE, lang: str = "C.UTF-8", **more: str) -> Said:
    """A game at pipes; afterwards nobody types any more."""
    return run(*flags, home=home, stdin="".join(f"{line}\n" for line in typed), lang=lang, **more)
