"""What several commands need: a machine without a GPU, and proof that no game was played."""

from __future__ import annotations

import pytest


@pytest.fixture
def cpu_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """No GPU is found, so that a test is the same on every machine."""
    monkeypatch.setattr("tacora.fast.simulation.gpu_is_there", lambda: False)


@pytest.fixture
def no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """`tacora simulate` and `tacora sweep` fail if they play a game, or compile something for it."""

    def play(*_: object, **__: object) -> None:
        raise AssertionError("a game was played, or something compiled for it")

    monkeypatch.setattr("tacora.cli.simulate.run", play)
    monkeypatch.setattr("tacora.cli.sweep.runs", play)
