"""Quarry, as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import msgspec

from tacora.bots.bot import Bot
from tacora.chance import commitment
from tacora.game import Refused, Seat, Step
from tacora.games.kind import Scalar
from tacora.games.options import typed_options
from tacora.games.typed import TypedKind
from tacora.narration.catalogue import Catalogue
from tacora.record.base import BaseSummary, Verdict
from tacora.record.shuffles import Shuffle
from tests.third_game import record
from tests.third_game.narration import QuarryNarrator
from tests.third_game.record import QuarryRecord, QuarryReplay
from tests.third_game.rules import EDITIONS, ROW, STONES, Bid, Event, Quarry, State, View


class Miser:
    """Bids its smallest token."""

    def choose(self, view: View, history: Sequence[Event]) -> Bid:
        assert view.seat is not None
        return Bid(min(view.hands[view.seat]))


class Mule:
    """Bids by the worth of the stone, if it knows it, and whatever it likes otherwise."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View, history: Sequence[Event]) -> Bid:
        assert view.seat is not None
        hand, stone = sorted(view.hands[view.seat]), view.row[view.at]
        if stone is None:
            return Bid(self._rng.choice(hand))
        return Bid(hand[min(len(hand) - 1, stone * len(hand) // 10)])


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class QuarryKind(TypedKind[QuarryRecord, QuarryReplay, State, Bid, Event, View]):
    name = "quarry"
    editions = EDITIONS
    default_edition = "pocket"
    characters = ("miser", "mule")
    company = characters
    stand_in = "mule"
    bots = ("miser", "mule")
    bots_group = "tacora.quarry_bots"
    questions = ("players", "mine")
    record_type = QuarryRecord
    event_type = Event
    view_type = View
    messages = Path(__file__).parent / "messages"

    def rules(self, edition: str | None, options: Mapping[str, Scalar], first: Seat | None = None) -> Quarry:
        typed_options(self, NoOptions, options)
        if (edition or self.default_edition) not in EDITIONS:
            raise Refused("unknown-edition", edition=edition, known=", ".join(EDITIONS))
        return Quarry(EDITIONS[edition or self.default_edition])

    def new_record(
        self,
        names: Sequence[str],
        seed: bytes,
        edition: str | None,
        options: Mapping[str, Scalar],
        first: Seat | None = None,
    ) -> QuarryRecord:
        return QuarryRecord(
            format="tacora-record/1",
            edition=edition or self.default_edition,
            seats=tuple(names),
            commitment=commitment(seed),
            seed=seed.hex(),
            decisions=(),
        )

    def decided(self, record: QuarryRecord, state: State, actions: Mapping[Seat, Bid]) -> QuarryRecord:
        return record.decided(actions)

    def with_turned(self, record: QuarryRecord) -> QuarryRecord:
        return msgspec.structs.replace(record, turned=self.replay(record).stones())

    def narrator(self, say: Catalogue, names: Sequence[str], me: Seat | None) -> QuarryNarrator:
        return QuarryNarrator(say, names, me)

    def bot(self, text: str, rng: Random) -> Bot[View, Event, Bid]:
        if text not in self.bots:
            raise Refused("unknown-bot", bot=text, known=", ".join(self.bots))
        return Miser() if text == "miser" else Mule(rng)

    def settled(self, edition: str | None, options: Mapping[str, Scalar]) -> dict[str, Scalar]:
        return {}

    def when_absent(self, legal: Sequence[str]) -> str | None:
        return legal[0]

    def replay(self, played: QuarryRecord) -> QuarryReplay:
        return record.replay(played)

    def course(self, played: QuarryReplay) -> tuple[Quarry, Sequence[Step[State, Event]]]:
        return played.game, played.steps

    def opened(self, played: QuarryReplay) -> list[Mapping[Seat, str]]:
        return [{seat: f"bid {token}" for seat, token in enumerate(word)} for word in played.record.decisions]

    def unfinished(self, played: QuarryReplay, say: Catalogue) -> str:
        return say("quarry-open", place=played.state.at + 1)

    def summary(self, played: QuarryReplay) -> BaseSummary:
        return played.summary()

    def shuffles(self, played: QuarryReplay) -> list[Shuffle]:
        return [Shuffle("quarry row", tuple(map(str, STONES)), "deck", 1, played.stones(), count=ROW)]

    def verified(self, played: QuarryRecord, promised: str | None) -> Verdict:
        return record.verify(played, promised)

    def difference(self, say: Catalogue, at: tuple[int, int]) -> str:
        return say("quarry-difference", place=at[1])
