"""The same deal for everybody: bots that answer the same with the same, and the comparison of results."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import TypeAlias

from tacora.game import Seat
from tacora.games.kind import Challenge, GameKind, Play
from tacora.server.domain.rules import Rules, from_written

Legs: TypeAlias = tuple[int, ...]
"""What somebody won in each part of a game."""


def rules_of(kind: GameKind, challenge: Challenge) -> Rules:
    """The rules of a table at which it is played."""
    written = {"game": kind.name, "edition": challenge.edition, "seats": challenge.seats, **challenge.options}
    return from_written(Rules, written)


def frozen_choice(play: Play, bot: str, seat: Seat) -> str:
    """What a bot decides now, its coins tossed by the seed and all that has happened.

    Whoever decides alike meets the same bots, also after a restart of the server. The seed is secret until the game is
    over, and so are the coins.
    """
    text = f"tacora coins {seat} {len(play.history)}".encode()
    return play.bot(bot, seat, Random(hashlib.sha256(text + b"\0" + play.seed).digest()))()


def bots_result(kind: GameKind, challenge: Challenge, seed: bytes, bot: str) -> Legs:
    """What this bot wins on the first seat, against the bots of the challenge."""
    bots = (bot, *challenge.bots)
    play = rules_of(kind, challenge).deal([f"{seat} {name}" for seat, name in enumerate(bots)], seed)
    while play.pending:
        play.apply({seat: frozen_choice(play, bots[seat], seat) for seat in play.pending})
    return tuple(leg[0] for leg in kind.legs(play.record()))


def matchpoints(field: Sequence[Legs]) -> list[Fraction]:
    """The share of each in all comparisons with the others, part by part: 1 for more, a half for as much.

    >>> [str(share) for share in matchpoints([(5, 0), (3, 2), (3, 0)])]
    ['5/8', '5/8', '1/4']
    """
    most = (len(field) - 1) * max(map(len, field), default=0)
    return [
        sum(
            (
                Fraction(1 + (mine > theirs) - (mine < theirs), 2)
                for at, other in enumerate(field)
                if at != own
                for mine, theirs in zip(legs, other, strict=True)
            ),
            Fraction(0),
        )
        / most
        if most
        else Fraction(1)
        for own, legs in enumerate(field)
    ]
