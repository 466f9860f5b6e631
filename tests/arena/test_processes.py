"""A match over several processes: the same results as in one, and nobody left behind."""

from __future__ import annotations

import multiprocessing
import os
import select
import signal
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path
from typing import IO

import pytest

from tacora.arena.match import Arena, Match
from tacora.arena.processes import cores, played
from tacora.game import Refused
from tests.arena.guests import Folder, folder
from tests.cli.program import PATIENCE

__all__ = ["folder"]

MATCH = Match(edition="tiny", bots=("random:0.3", "ev", "never", "magpie"), players=3, deals=150, seed=3)


def test_the_same_deals_in_the_same_order_from_any_number_of_processes() -> None:
    alone = list(played(Arena(MATCH), 1))
    assert [one.deal for one in alone] == list(range(150))
    assert list(played(Arena(MATCH), 2)) == alone
    assert list(played(Arena(MATCH), 3)) == alone


def test_there_is_a_core() -> None:
    assert cores() >= 1


def test_nobody_is_left_behind_by_whoever_stops_early() -> None:
    before = set(multiprocessing.active_children())
    with closing(played(Arena(MATCH), 2)) as coming:
        assert next(coming).deal == 0
        assert len(set(multiprocessing.active_children()) - before) == 2
    assert set(multiprocessing.active_children()) <= before


def test_a_bot_that_fails_in_another_process_is_named_here(folder: Folder) -> None:
    match = Match(edition="tiny", bots=("never", f"{folder.module()}:Clumsy"), players=3, deals=50, seed=3)
    before = set(multiprocessing.active_children())
    with pytest.raises(Refused) as caught:
        list(played(Arena(match), 2))
    assert caught.value.code == "bot-raised"
    assert caught.value.facts["deal"] == 1
    assert set(multiprocessing.active_children()) <= before


def test_a_process_that_dies_is_no_mystery(folder: Folder) -> None:
    name = folder.module("import os\n\nclass Last:\n    def choose(self, view, history):\n        os._exit(9)\n")
    with pytest.raises(Refused) as caught:
        list(played(Arena(Match(edition="tiny", bots=("ev", f"{name}:Last"), players=3, deals=50, seed=3)), 2))
    assert caught.value.code == "process-died"


@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked up in /proc")
def test_nobody_plays_on_when_the_main_process_is_killed() -> None:
    """All processes hold the same pipe; it ends when the last of them has."""
    script = """
import sys, threading
from tacora.arena.match import Arena, Match
from tacora.arena.processes import played
coming = played(Arena(Match(edition="tiny", bots=("ev", "never"), players=3, deals=10**9, seed=3)), 2)
for deal in coming:
    if deal.deal == 40:
        print("under way", flush=True)
"""
    children: list[int] = []
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, bufsize=0) as program:
        assert program.stdout is not None
        try:
            assert comes(program.stdout)
            assert program.stdout.read(100) == b"under way\n"
            children += map(int, Path(f"/proc/{program.pid}/task/{program.pid}/children").read_text().split())
            assert len(children) == 2
            program.kill()
            assert comes(program.stdout)
            assert program.stdout.read(100) == b""
        except BaseException:
            program.kill()
            for child in children:
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            raise


def comes(pipe: IO[bytes]) -> bool:
    """Whether something can be read, or the end, before it is too late."""
    return bool(select.select([pipe], [], [], PATIENCE)[0])
