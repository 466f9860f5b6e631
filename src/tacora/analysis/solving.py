"""Learning for as long as wished, with a look now and then at what it has come to."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from msgspec import Struct

from tacora.arena.summary import seat_summary
from tacora.fast.learner import Learner
from tacora.fast.simulation import Device, Simulation, run

MINUTE = 60.0
"""Seconds until what was learnt is kept again."""


class Share(Struct, frozen=True):
    """A seat's share of victories, with its 95% interval."""

    share: float
    ci95: tuple[float, float]


class Look(Struct, frozen=True):
    """What had been learnt after so many walks."""

    walks: int
    shares: tuple[Share, ...]


def learn(
    learner: Learner,
    walks: int,
    batch: int,
    seed: int,
    look: Callable[[], tuple[Share, ...]],
    progress: Callable[[int], None] = lambda _: None,
    tell: Callable[[Look], None] = lambda _: None,
    keep: Callable[[], None] = lambda: None,
) -> list[Look]:
    """Learn until so many walks are done. A KeyboardInterrupt ends it early: what was learnt so far stays.

    A look is taken after the first batch, whenever twice as much is learnt, and at the end; `tell` hears of each.
    `keep` is called once a minute, so that not even a power cut loses more.
    """
    looks: list[Look] = []
    began, due, kept = learner.walks, 0, time.monotonic()
    try:
        while learner.walks < walks:
            learner.batch(min(batch, walks - learner.walks), seed)
            progress(learner.walks)
            if learner.walks - began >= due or learner.walks >= walks:
                due = 2 * (learner.walks - began)
                looks.append(Look(learner.walks, look()))
                tell(looks[-1])
            if time.monotonic() - kept > MINUTE:
                keep()
                kept = time.monotonic()
    except KeyboardInterrupt:
        pass
    return looks


def share_of(table: Simulation, games: int, seed: int, device: Device, threads: int | None) -> Share:
    """The first seat's share of victories in so many games."""
    played = run(table, games, seed, device=device, threads=threads)
    scores, victories = played.tally.scores[0].tolist(), played.tally.victories[0].tolist()
    seat = seat_summary("", scores, victories, played.games, table.lowest, table.unit)
    return Share(seat.win_share, seat.ci95)


def shares(
    tables: Sequence[Simulation], games: int, seed: int, device: Device, threads: int | None
) -> tuple[Share, ...]:
    """The same of several tables."""
    return tuple(share_of(table, games, seed, device, threads) for table in tables)
