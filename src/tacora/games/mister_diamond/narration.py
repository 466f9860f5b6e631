"""Mister Diamond in sentences: what happens, and what lies on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from tacora.game import Outcome, Seat
from tacora.games.mister_diamond.editions import RingCard
from tacora.games.mister_diamond.rules import (
    Declined,
    Event,
    GameBegan,
    GameEnded,
    Lifted,
    MatchEnded,
    Ring,
    RingDrawn,
    Stolen,
    Stuck,
    TheftDrawn,
    View,
)
from tacora.narration.listener import LETTERS
from tacora.narration.narrator import Narrator


class MisterDiamondNarrator(Narrator[View, Event]):
    """Tells a game, or a match, of Mister Diamond."""

    def opening(self, view: View) -> str:
        """The game and its options."""
        return self.say(
            "md-table",
            expert="yes" if view.expert else "no",
            notes="yes" if view.notes else "no",
            games=view.games,
        )

    def tell(self, events: Iterable[Event], view: View) -> list[str]:
        """A sentence for each event, in order."""
        return [sentence for _, sentences in self.told(events, view) for sentence in sentences]

    def told(self, events: Iterable[Event], view: View) -> Iterator[tuple[Event, list[str]]]:
        """Each event of a step with its sentences."""
        listed = list(events)
        for at, event in enumerate(listed):
            yield event, list(self._sentences(event, view, last=_is_last(listed, at)))

    def _sentences(self, event: Event, view: View, *, last: bool) -> Iterator[str]:
        """`last`: nobody draws or plays after this, the game is over."""
        say, more = self.say, "no" if last else "yes"
        match event:
            case GameBegan():
                if view.games > 1:
                    yield say("md-game", game=event.game, games=view.games)
                yield say("md-began", places=view.places, fixed=view.fixed, **self.who([event.first]))
            case RingDrawn():
                yield say("md-ring", price=self.dollars(event.price), **self.who([event.seat]))
            case TheftDrawn():
                if event.possible:
                    yield say("md-theft", **self.who([event.seat]))
                else:
                    yield say("md-theft-idle", more=more, **self.who([event.seat]))
            case Lifted():
                yield say("md-lifted", place=event.place, price=self.dollars(event.price), **self.who([event.seat]))
            case Stuck():
                yield say("md-stuck", place=event.place, price=self.dollars(event.price), **self.who([event.seat]))
            case Stolen():
                victim = self.who([event.victim])
                yield say(
                    "md-stolen",
                    more=more,
                    price=self.dollars(event.price),
                    victim=victim["who"],
                    **{"victim-kind": victim["kind"]},
                    **self.who([event.thief]),
                )
            case Declined():
                yield say("md-declined", more=more, **self.who([event.seat]))
            case GameEnded():
                if view.games > 1:
                    yield say("md-game-ended", game=event.game, scores=self._scores(event.scores))
            case MatchEnded():
                score = self.dollars(event.scores[event.winners[0]])
                yield say("md-ended", games=view.games, score=score, **self.who(event.winners))
            case _:
                assert_never(event)

    def _scores(self, scores: Sequence[int]) -> str:
        return ", ".join(
            self.say("md-score", name=name, score=self.dollars(score))
            for name, score in zip(self.names, scores, strict=True)
        )

    # What lies on the table

    def board(self, view: View) -> list[str]:
        """What is left: places with a diamond, and what the notes say where the table plays with them."""
        say = self.say
        lines = [
            say("md-board", n=len(view.board), places=spans(view.board)),
            say("md-cards", n=len(view.unseen), thefts=sum(str(card) == "theft" for card in view.unseen)),
        ]
        if isinstance(view.card, RingCard):
            lines.append(self.drawn(view.card))
        if view.notes:
            lines.append(say("md-notes", n=len(view.tried), places=spans(sorted(view.tried))))
        return lines

    def drawn(self, card: RingCard) -> str:
        """The ring that a try is for."""
        return self.say("md-drawn", price=self.dollars(card.price))

    def place(self, view: View, place: int) -> str:
        """What can be seen at one place."""
        if place not in view.board:
            return self.say("md-place-empty", place=place)
        return self.say("md-place-fixed" if place in view.tried else "md-place-standing", place=place)

    def situation(self, view: View) -> list[str]:
        """How things stand, in a few words: for those who like to hear it after every step."""
        cards = self.say("md-cards", n=len(view.unseen), thefts=sum(str(card) == "theft" for card in view.unseen))
        return [cards] if self.me is None else [cards, self.rings(view, self.me)]

    def asked(self, view: View, seats: Sequence[Seat]) -> str:
        """What is asked of the listener, or of one of those at one device."""
        message = "md-which-diamond" if isinstance(view.card, RingCard) else "md-steal-or-not"
        return self.say(message, **self.who(seats))

    def rings(self, view: View, seat: Seat) -> str:
        """The rings in front of one player, with what they count."""
        owned = view.rings[seat]
        facts: dict[str, object] = {"letter": LETTERS[seat], "score": self.dollars(view.scores[seat])}
        filled = self._prices(ring for ring in owned if ring.set)
        empty = self._prices(ring for ring in owned if not ring.set)
        return self.say(
            "md-rings-mine" if seat == self.me else "md-rings",
            name=self.names[seat],
            filled=filled or "none",
            empty=empty or "none",
            **facts,
        )

    def _prices(self, rings: Iterable[Ring]) -> str:
        counts = sorted(Counter(ring.price for ring in rings).items(), reverse=True)
        return ", ".join(
            self.say("md-price-times", n=n, price=self.dollars(price)) if n > 1 else self.dollars(price)
            for price, n in counts
        )

    def totals(self, view: View) -> list[str]:
        """The match so far, where there is one."""
        if view.games == 1:
            return []
        return [self.say("md-totals", game=view.game, games=view.games, scores=self._scores(view.totals))]

    def answer(self, view: View, about: str, *, odds: bool) -> list[str]:
        """Everybody's rings, one's own, or what is left on the board; this game has no odds to tell."""
        match about:
            case "players":
                return [self.rings(view, seat) for seat in range(len(self.names))]
            case "mine" if self.me is not None:
                lines = [self.rings(view, self.me)]
                if isinstance(view.card, RingCard) and view.turn == self.me:
                    lines.append(self.drawn(view.card))
                return lines
        return [*self.board(view), *self.totals(view)]

    def podium(self, view: View, outcome: Outcome) -> list[str]:
        """The final dollars, best first; equal sums share a rank."""
        ranks = outcome.ranks
        return [
            self.say(
                "md-rank",
                rank=ranks[seat],
                name=self.names[seat],
                score=self.dollars(outcome.scores[seat]),
            )
            for seat in sorted(range(len(ranks)), key=ranks.__getitem__)
        ]

    def dollars(self, amount: int) -> str:
        """An amount as the language writes it."""
        return self.say("md-dollars", n=amount)


def spans(places: Sequence[int]) -> str:
    """Places in order, with neighbours joined, so that forty of them can be read aloud.

    >>> spans([1, 2, 3, 7, 9, 10])
    '1–3, 7, 9–10'
    """
    runs: list[list[int]] = []
    for place in places:
        if runs and place == runs[-1][-1] + 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _is_last(events: Sequence[Event], at: int) -> bool:
    """Whether the game is over after this event."""
    return at + 1 < len(events) and isinstance(events[at + 1], GameEnded)
