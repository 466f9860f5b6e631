"""Simulations as their users meet them, and the same games counted here, one by one."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import subprocess
import sys
import termios
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, NamedTuple

import numpy as np

from tacora.fast.compiled import cache_folder
from tacora.fast.tally import empty_tally
from tacora.games.diamant import EDITIONS, Diamant
from tacora.games.diamant.bots import STRATEGIES, make_bot
from tacora.games.diamant.kernel import lanes
from tacora.games.diamant.kernel.box import SCORES, box_of
from tacora.games.diamant.kernel.party import party_of
from tacora.games.diamant.kernel.rules import COURSE_BITS, DISASTER, WORTH, chest
from tacora.games.mister_diamond import EDITIONS as MISTER_EDITIONS
from tacora.games.mister_diamond import MisterDiamond
from tacora.games.mister_diamond.bots import make_mister_bot
from tacora.games.mister_diamond.kernel import simulation as mister_diamond
from tests.cli.program import ENGLISH, FRENCH_SPACES, PATIENCE, PROGRAM, Said, call, environment
from tests.terminal.seat import Seat, Terminal

COMPILED = {"NUMBA_CACHE_DIR": str(cache_folder().parent.parent)}
"""So that a program with a home of its own finds what was compiled before."""

TABLE = "gems:10,gems:15,ev,hazards:2,random:0.5"
"""The example of the issue."""
SMALL = ("--seats", TABLE, "--games", "2000", "--seed", "7")
"""`tacora simulate` for Diamant, quickly done."""
MISTER = ("--edition", "ravensburger-1993", "--seats", "memory,blind,forgetful:0.3,goldfish")
"""A table of Mister Diamond."""

N, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
TIMINGS = {"threads", "seconds", "games_per_second"}
"""Fields of the JSON that depend on the machine."""


def figures(*arguments: str, command: str = "simulate", lang: str = "en") -> Any:
    """What the command prints as JSON."""
    said = call(command, "--json", *arguments, lang=lang)
    assert (said.status, said.err) == (0, "")
    assert said.out.endswith("\n")
    return json.loads(said.out)


def unknown_bot(name: str) -> str:
    """What the simulator says of a bot that it cannot play at Diamant."""
    known = ", ".join(STRATEGIES)
    return (
        f'the simulator knows no bot "{name}" for this game, only {known}; '
        "tacora arena plays any bot, --edition chooses the game"
    )


def without_timings(shown: dict[str, Any]) -> dict[str, Any]:
    """The figures that the same seed gives on every machine."""
    return {name: value for name, value in shown.items() if name not in TIMINGS}


class Game(NamedTuple):
    """What came of one game."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    sums: tuple[int, ...]
    """Diamant: the cards of each expedition, then its disasters. Mister Diamond: as its kernel tells them."""


def winners_among(ranks: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


def games_of(bots: str, seed: int, games: int, edition: str = "schmidt-2005", relics: bool | None = None) -> list[Game]:
    """The games of a table of Diamant, as the kernel keeps them one by one."""
    game, seats = Diamant(EDITIONS[edition], relics=relics), bots.split(",")
    box, kept = box_of(game), np.zeros((games, 3), np.int64)
    tally = empty_tally(SCORES, 2 * box.expeditions)
    lanes.play(box, party_of(game, [make_bot(bot, Random()) for bot in seats]), np.uint64(seed), 0, games, tally, kept)
    found = []
    for one, two, course in kept.tolist():
        chests = [chest(one, two, seat) for seat in range(len(seats))]
        scores = tuple(full // WORTH for full in chests)
        passed = [course >> COURSE_BITS * expedition & 63 for expedition in range(box.expeditions)]
        sums = (*(each % DISASTER for each in passed), *(each // DISASTER for each in passed))
        found.append(Game(scores, winners_among(chests if game.edition.relics_break_ties else scores), sums))
    return found


def mister_games_of(bots: str, seed: int, games: int, *, expert: bool = False) -> list[Game]:
    """The games of a table of Mister Diamond, likewise."""
    game, seats = MisterDiamond(MISTER_EDITIONS["ravensburger-1993"], expert=expert), bots.split(",")
    simulation = mister_diamond.MisterSimulation(game, [make_mister_bot(bot, Random()) for bot in seats])
    kept = np.zeros((games, mister_diamond.KEPT), np.int64)
    lowest = simulation.lowest // simulation.unit
    mister_diamond.play(
        simulation.box, simulation.party, lowest, np.uint64(seed), 0, games, simulation.empty(), kept
    )  # fmt: skip
    found = []
    for row in kept.tolist():
        scores = tuple(simulation.unit * score for score in row[: len(seats)])
        found.append(Game(scores, winners_among(scores), tuple(row[-mister_diamond.SUMS :])))
    return found


class Seen(NamedTuple):
    """The figures of a seat, from the games themselves."""

    mean: float
    sd: float
    quantiles: list[int]
    win_share: float


def seen_of(games: Sequence[Game], seat: int) -> Seen:
    scores = sorted(game.scores[seat] for game in games)
    shares = [Fraction(seat in game.winners, len(game.winners)) for game in games]
    quantiles = [
        next(score for at, score in enumerate(scores, start=1) if 100 * at >= q * len(scores))
        for q in (5, 25, 50, 75, 95)
    ]
    return Seen(fmean(scores), stdev(scores), quantiles, float(sum(shares) / len(shares)))


def cells(line: str) -> list[tuple[int, str]]:
    """The cells of a line of a table, each with where it begins: two spaces at least stand between them."""
    plain = line.translate({ord(space): "_" for space in FRENCH_SPACES})
    return [(cell.start(), cell[0]) for cell in re.finditer(r"[^ ]+(?: [^ ]+)*", plain)]


def lines_up(lines: Sequence[str], texts: int) -> bool:
    """Whether so many columns begin together and the others end together."""
    rows = [cells(line) for line in lines]
    if len({len(row) for row in rows}) > 1:
        return False
    return all(
        len({begin if at < texts else begin + len(cell) for begin, cell in column}) == 1
        for at, column in enumerate(zip(*rows, strict=True))
    )


class Study(Terminal):
    """The program at a terminal of the usual width."""

    def __init__(self, home: Path, *arguments: str, term: str = "xterm-256color") -> None:
        super().__init__(home, *arguments, term=term, columns=80, NUMBA_CACHE_DIR=COMPILED["NUMBA_CACHE_DIR"])


class Watched(Seat):
    """The program with its results going into a pipe, and somebody at the terminal who sees the rest."""

    def __init__(self, home: Path, *arguments: str, lang: str = ENGLISH) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, b"".join(n.to_bytes(2, sys.byteorder) for n in (24, 80, 0, 0)))
        self._child = subprocess.Popen(
            [PROGRAM, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=slave,
            env=environment(home, lang=lang, TERM="xterm-256color", **COMPILED),
        )
        os.close(slave)
        super().__init__(self._child, self._master, self._master)

    def result(self) -> bytes:
        """All that went into the pipe."""
        assert self._child.stdout is not None
        return self._child.stdout.read()

    def leave(self) -> None:
        os.close(self._master)
        if self._child.stdout is not None:
            self._child.stdout.close()


def without(module: str, *arguments: str, home: Path) -> Said:
    """The program where this was left out of the installation."""
    script = f"import sys; sys.modules[{module!r}] = None; from tacora.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        capture_output=True,
        env=environment(home, **COMPILED),
        timeout=PATIENCE,
        check=False,
    )
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())
