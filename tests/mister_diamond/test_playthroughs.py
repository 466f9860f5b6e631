"""Games as text, with every seat's view after every step, to be read and reviewed.

`UPDATE=1 pytest tests/mister_diamond/test_playthroughs.py` writes them anew; a change in them is a change of the rules
or of what players see.
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

from tacora.games.mister_diamond import Action, MisterDiamond, Ring, State
from tacora.games.mister_diamond.rules import GameBegan
from tests.mister_diamond.strategies import sensible
from tests.mister_diamond.table import BOX
from tests.playthroughs import expected, told_views

FOLDER = Path(__file__).parent / "playthroughs"
ONCE = frozenset({"edition", "expert", "notes", "seat", "games"})
"""Fields of a view that the head of the file or of the line tells."""


class Play(NamedTuple):
    """What to play: the decisions are drawn, and one in so many is taken without a thought for what was seen."""

    game: MisterDiamond
    seats: int
    seed: bytes
    one_in: int
    decisions: int | None = None
    """After how many of them to stop; `None` for a whole match."""


PLAYS = {
    "expert-2": Play(MisterDiamond(BOX, expert=True), 2, bytes(range(32)), one_in=4),
    "notes-match-4": Play(MisterDiamond(BOX, notes=True, games=2), 4, bytes(range(32, 64)), one_in=12, decisions=60),
}


def told(name: str, value: object) -> str:
    """A value in few letters."""
    match value:
        case Ring():
            return f"{value.price}♦" if value.set else str(value.price)
        case tuple() if name == "board":
            return "[" + " ".join(stretches(value)) + "]"
        case tuple() if name == "unseen":
            return "[" + " ".join(f"{text}*{len(list(same))}" for text, same in groupby(map(str, value))) + "]"
        case tuple() if name == "rings":
            return "[" + " / ".join(" ".join(told(name, ring) for ring in owned) or "-" for owned in value) + "]"
        case tuple():
            return "[" + " ".join(map(str, value)) + "]"
        case _:
            return str(value)


def stretches(places: tuple[int, ...]) -> Iterator[str]:
    """Neighbouring places in one: `1-4 7 9-42`."""
    for _, numbered in groupby(enumerate(places), key=lambda pair: pair[1] - pair[0]):
        stretch = [place for _, place in numbered]
        yield str(stretch[0]) if len(stretch) == 1 else f"{stretch[0]}-{stretch[-1]}"


def contents(value: Struct, but: frozenset[str] = frozenset()) -> str:
    """The fields of a struct, less those that are empty; the rings of a view have a line to themselves."""
    named = {field.name: getattr(value, field.name) for field in fields(value) if field.name not in but}
    texts = [f"{name}={told(name, content)}" for name, content in named.items() if content not in (None, ())]
    return "\n    ".join(
        " ".join(group) for _, group in groupby(texts, key=lambda text: text.partition("=")[0] == "rings")
    )


def written(play: Play) -> str:
    """The game as far as it is to be played."""
    game, random = play.game, Random(play.seed.hex())
    options = f"expert: {game.expert}, notes: {game.notes}, games: {game.games}"
    lines = [f"{game.edition.name}, {play.seats} seats, {options}", f"seed {play.seed.hex()}"]
    step = game.start(play.seats, play.seed)
    said, made = "start", 0
    while True:
        lines += ["", said, *(f"  * {event.__struct_config__.tag} {contents(event)}" for event in step.events)]
        if any(isinstance(event, GameBegan) for event in step.events):
            lines.append(f"  nobody sees fixed={told('fixed', tuple(sorted(step.state.setting.fixed)))}")
        lines += told_views([game.observe(step.state, seat) for seat in (*range(play.seats), None)], ONCE, contents)
        if not game.pending(step.state) or made == play.decisions:
            return "\n".join(lines) + "\n"
        act = choice(random, game, step.state, play.one_in)
        made += 1
        said = f"{made}. seat {step.state.turn}: {act}"
        step = game.apply(step.state, {step.state.turn: act})


def choice(random: Random, game: MisterDiamond, state: State, one_in: int) -> Action:
    hasty = random.random() * one_in < 1
    return random.choice(game.legal_actions(state, state.turn) if hasty else sensible(game, state))


@pytest.mark.parametrize("name", PLAYS)
def test_playthrough(name: str) -> None:
    file, text = FOLDER / f"{name}.txt", written(PLAYS[name])
    assert text == expected(file, text)
    assert len(text.splitlines()) < 500


def test_every_playthrough_has_its_file_and_every_file_its_playthrough() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(PLAYS)
