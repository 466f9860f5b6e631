"""Whole games as text, with every seat's view after every step, to be read and reviewed.

`UPDATE=1 pytest tests/diamant/test_playthroughs.py` writes them anew; a change in them is a change of the rules or of
what players see.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from msgspec import Struct
from msgspec.structs import fields

from tacora.game import Seat
from tacora.games.diamant import CONTINUE, EDITIONS, LEAVE, Decision, Diamant, State
from tacora.games.diamant.editions import Hazard, Relic, Treasure
from tacora.games.diamant.rules import Trophy
from tests.playthroughs import expected, told_views

FOLDER = Path(__file__).parent / "playthroughs"
ONCE = frozenset({"edition", "with_relics", "seat", "expeditions"})
"""Fields of a view that the head of the file or of the line tells."""


class Play(NamedTuple):
    """What to play: the decisions are drawn, each explorer leaving once in so many."""

    game: Diamant
    seats: int
    seed: bytes
    one_in: int


PLAYS = {
    "tacora-2024-relics-hidden-3": Play(
        Diamant(EDITIONS["tacora-2024"], relics=True, chests="hidden"), 3, bytes(range(32)), 6
    ),
    "schmidt-2005-5": Play(Diamant(EDITIONS["schmidt-2005"]), 5, bytes(range(32, 64)), 4),
    "tiny-3": Play(Diamant(EDITIONS["tiny"]), 3, bytes(range(64, 96)), 5),
}


def told(value: object) -> str:
    """A value in few letters."""
    match value:
        case Treasure() | Hazard() | Relic():
            return str(value)
        case Trophy():
            return f"{value.relic}={value.worth}"
        case None:
            return "?"
        case tuple() if any(isinstance(part, tuple) for part in value):
            return "[" + " / ".join(" ".join(map(told, part)) or "-" for part in value) + "]"
        case tuple():
            return "[" + " ".join(map(shortly, *zip(*runs(value), strict=True))) + "]"
        case _:
            return str(value)


def runs(values: tuple[object, ...]) -> Iterator[tuple[str, int]]:
    """Equal neighbours, counted."""
    return ((text, len(list(same))) for text, same in groupby(map(told, values)))


def shortly(text: str, n: int) -> str:
    return f"{text}*{n}" if n > 1 and text.isalpha() else " ".join([text] * n)


def contents(value: Struct, but: frozenset[str] = frozenset()) -> str:
    """The fields of a struct that say something."""
    named = {field.name: getattr(value, field.name) for field in fields(value) if field.name not in but}
    return " ".join(f"{name}={told(content)}" for name, content in named.items() if says_something(content))


def says_something(content: object) -> bool:
    return any(part != () for part in content) if isinstance(content, tuple) else content not in (None, False)


def written(play: Play) -> str:
    """The whole game."""
    game, random = play.game, Random(play.seed.hex())
    head = f"{game.edition.name}, {play.seats} seats, relics: {game.with_relics}, chests: {game.chests}"
    lines = [head, f"seed {play.seed.hex()}"]
    step = game.start(play.seats, play.seed)
    said = "start"
    while True:
        lines += ["", said, *(f"  * {event.__struct_config__.tag} {contents(event)}" for event in step.events)]
        lines += told_views([game.observe(step.state, seat) for seat in (*range(play.seats), None)], ONCE, contents)
        if game.outcome(step.state):
            return "\n".join(lines) + "\n"
        joint = choices(random, game, step.state, play.one_in)
        said = "".join(joint[seat].value if seat in joint else "-" for seat in range(play.seats))
        step = game.apply(step.state, joint)


def choices(random: Random, game: Diamant, state: State, one_in: int) -> dict[Seat, Decision]:
    return {seat: LEAVE if random.random() * one_in < 1 else CONTINUE for seat in game.pending(state)}


@pytest.mark.parametrize("name", PLAYS)
def test_playthrough(name: str) -> None:
    file, text = FOLDER / f"{name}.txt", written(PLAYS[name])
    assert text == expected(file, text)
    assert len(text.splitlines()) < 400


def test_every_playthrough_has_its_file_and_every_file_its_playthrough() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(PLAYS)
