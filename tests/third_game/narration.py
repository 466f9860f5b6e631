"""Quarry in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tacora.game import Outcome, Seat
from tacora.narration.narrator import Narrator
from tests.third_game.rules import ROW, Ended, Event, Laid, Sold, View


class QuarryNarrator(Narrator[View, Event]):
    def opening(self, view: View) -> str:
        return self.say("quarry-table", players=len(view.hands))

    def tell(self, events: Iterable[Event], view: View) -> list[str]:
        return [self._text(event) for event in events]

    def _text(self, event: Event) -> str:
        match event:
            case Laid(row):
                return self.say("quarry-laid", row=self._row(row))
            case Sold(place, stone, bids, None):
                return self.say("quarry-unsold", place=place, stone=stone, bids=self._bids(bids))
            case Sold(place, stone, bids, buyer) if buyer is not None:
                facts = {"place": place, "stone": stone, "bids": self._bids(bids)}
                return self.say("quarry-sold", **facts, **self.who([buyer]))
            case Ended(scores, winners):
                return self.say("quarry-ended", score=scores[winners[0]], **self.who(winners))
        raise AssertionError(event)

    def _row(self, row: Sequence[int | None]) -> str:
        return ", ".join(self.say("quarry-hidden") if stone is None else str(stone) for stone in row)

    def _bids(self, bids: Sequence[int]) -> str:
        return ", ".join(f"{name} {bid}" for name, bid in zip(self.names, bids, strict=True))

    def asked(self, view: View, seats: Sequence[Seat]) -> str:
        return self.say("quarry-asked", place=view.at + 1, **self.who(seats))

    def situation(self, view: View) -> list[str]:
        if view.at == ROW:
            return []
        lines = [self.say("quarry-row", place=view.at + 1, row=self._row(view.row))]
        if self.me is not None:
            lines.append(self.say("quarry-hand", tokens=", ".join(map(str, view.hands[self.me]))))
        return lines

    def answer(self, view: View, about: str, *, odds: bool) -> list[str]:
        if about != "players":
            return self.situation(view)
        return [
            self.say("quarry-player", name=name, score=sum(won), tokens=", ".join(map(str, hand)) or "0")
            for name, won, hand in zip(self.names, view.won, view.hands, strict=True)
        ]

    def action(self, text: str) -> str:
        return self.say("quarry-bid", token=int(text.removeprefix("bid ")))

    def podium(self, view: View, outcome: Outcome) -> list[str]:
        places = sorted(zip(outcome.ranks, range(len(self.names)), strict=True))
        facts = [(rank, self.names[seat], outcome.scores[seat]) for rank, seat in places]
        return [self.say("quarry-rank", rank=rank, name=name, score=score) for rank, name, score in facts]
