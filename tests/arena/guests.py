"""Bots of other people, written into a folder for as long as a test takes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from textwrap import dedent

import pytest

_NUMBERS = count(1)

BOTS = """
    from tacora.games.diamant import CONTINUE, LEAVE

    class Owl:
        def choose(self, view, history):
            return LEAVE if view.held >= 12 else CONTINUE

    class Coin:
        def __init__(self, rng):
            self.rng = rng
        def choose(self, view, history):
            return LEAVE if self.rng.random() < 0.3 else CONTINUE

    class Clumsy:
        def choose(self, view, history):
            if view.expedition == 2:
                return {}["nothing"]
            return CONTINUE

    class Talker:
        def choose(self, view, history):
            return "leave"

    class Mute:
        pass

    class Demanding:
        def __init__(self, more):
            pass
        def choose(self, view, history):
            return LEAVE

    class Quitter:
        def choose(self, view, history):
            raise SystemExit(3)

    class Outer:
        class Inner(Owl):
            pass

    nothing = 3
"""


class Folder:
    """The folder one works in, with modules of one's own."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def module(self, source: str = BOTS) -> str:
        """The name of a new module that nobody has imported before."""
        name = f"guests{next(_NUMBERS)}"
        (self.path / f"{name}.py").write_text(dedent(source), encoding="utf-8")
        return name


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Folder]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = set(sys.modules)
    yield Folder(tmp_path)
    for name in set(sys.modules) - before:
        if name.startswith("guests"):
            del sys.modules[name]
