"""Frames that several recipients share are those that each of them would get alone."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random

import pytest

from tacora.narration.catalogue import Wording, catalogue
from tacora.protocol import encoded
from tacora.server.domain import log
from tacora.server.domain.rules import Rules
from tacora.server.frames.builder import FrameBuilder
from tacora.server.frames.recipient import Recipient
from tests.server.logged_room import NAMES, LoggedRoom

WORDINGS: tuple[Wording, ...] = ("short", "normal", "full")
TABLES = {
    "open": Rules(edition="schmidt-2005", seats=4),
    "hidden": Rules(edition="tacora-2024", seats=3, relics=True, chests="hidden"),
    "relics": Rules(edition="incan-gold-2006", seats=5),
    "mister-diamond": Rules(game="mister-diamond", seats=3),
}


def recipients(seats: int) -> list[Recipient]:
    """A watcher, each seat alone, and two seats at one device; in two languages and all wordings."""
    owned = [(), *((seat,) for seat in range(seats)), (0, seats - 1)]
    return [Recipient(*each) for each in itertools.product(("en", "fr"), owned, WORDINGS)]


def builders(rules: Rules, seed: int) -> Iterator[FrameBuilder]:
    """A random game: a builder for each of its steps, at the moment of that step."""
    rng = Random(seed)
    table = LoggedRoom(rules, secret=rng.randbytes(32).hex())
    for name in ("Ann", "100% Ben", "Cléo", "Dan", "Eve")[: rules.seats]:
        table.sit(name)
    room = table.room
    table.write(*(entries := room.start(fill=False, names=NAMES)))
    while True:
        if isinstance(entries[-1], log.Dealt | log.Stepped):
            yield FrameBuilder(room, entries[-1])
        if not room.running or room.play is None:
            return
        seat = rng.choice(room.undecided())
        action = rng.choice(room.play.legal(seat)[-2:] if rng.random() < 0.3 else room.play.legal(seat)[:1])
        table.write(*(entries := room.decide({seat: action}, room.decision)))


@pytest.mark.sample(4)
@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("seed", range(3))
def test_shared_frames_are_those_of_each_recipient_alone(rules: Rules, seed: int) -> None:
    shared = 0
    for builder in builders(rules, seed):
        made: set[int] = set()
        for recipient in recipients(rules.seats):
            alone = FrameBuilder(builder.room, builder.entry)
            expected = [encoded(alone.step(recipient))]
            if not builder.room.running:
                expected.append(encoded(alone.over(recipient.say)))
            texts = builder.texts(recipient)
            assert texts == expected
            shared += id(texts[0]) in made
            made.add(id(texts[0]))
    assert shared or rules is TABLES["hidden"]


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_whoever_hears_other_words_than_the_rest_hears_their_own(rules: Rules) -> None:
    for builder, language, brief in itertools.product(builders(rules, 7), ("en", "fr"), (False, True)):
        assert builder.room.play is not None
        scene, say = builder.room.play.scene(), catalogue(language, brief)
        told = scene.telling(say)
        assert told.text == " ".join(scene.tell(say, None))
        for me in range(rules.seats):
            assert (told.to(me) if me in told.named else told.text) == " ".join(scene.tell(say, me))
