"""The record of a game of Quarry."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tacora.game import Refused, Seat, Step
from tacora.record.base import BaseRecord, BaseSummary, Verdict, check_names, first_difference
from tests.third_game.rules import EDITIONS, Bid, Event, Quarry, State


class QuarryRecord(BaseRecord, frozen=True, tag_field="game", tag="quarry", kw_only=True):
    """The seats, the seed, and everybody's token for each stone."""

    turned: tuple[str, ...] | UnsetType = UNSET
    decisions: tuple[str, ...]

    def chosen(self) -> dict[str, object]:
        return {}

    def length(self) -> int:
        return len(self.decisions)

    def decided(self, actions: Mapping[Seat, Bid]) -> QuarryRecord:
        word = "".join(str(actions[seat].token) for seat in sorted(actions))
        return msgspec.structs.replace(self, decisions=(*self.decisions, word))


class QuarryReplay(Struct, frozen=True):
    record: QuarryRecord
    game: Quarry
    steps: tuple[Step[State, Event], ...]

    @property
    def state(self) -> State:
        return self.steps[-1].state

    def stones(self) -> tuple[str, ...]:
        """Those that were sold."""
        return tuple(map(str, self.state.row[: self.state.at]))

    def summary(self) -> BaseSummary:
        outcome = self.game.outcome(self.state)
        scores = tuple(map(sum, self.state.won))
        return BaseSummary(outcome is not None, scores, outcome.winners if outcome else ())


def replay(record: QuarryRecord) -> QuarryReplay:
    if record.edition not in EDITIONS:
        raise Refused("unknown-edition", edition=record.edition, known=", ".join(EDITIONS))
    game = Quarry(EDITIONS[record.edition])
    check_names(record.seats)
    seed = record.secret(deal=UNSET, turned=record.turned)
    assert seed is not None
    steps = [game.start(len(record.seats), seed)]
    for number, word in enumerate(record.decisions, start=1):
        if len(word) != len(record.seats) or not word.isdecimal():
            raise Refused("unknown-decision", decision=number, seat=0, text=word)
        bids = {seat: Bid(int(token)) for seat, token in enumerate(word)}
        steps.append(game.apply(steps[-1].state, bids))
    return QuarryReplay(record, game, tuple(steps))


def verify(record: QuarryRecord, promised: str | None) -> Verdict:
    kept = record.keeps_promise(promised)
    stones = replay(record).stones()
    if record.turned is UNSET:
        return Verdict(kept, cards=None)
    differs = first_difference((record.turned,), (stones,))
    return Verdict(kept, differs is None, differs)
