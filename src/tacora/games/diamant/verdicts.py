"""A weighed game of Diamant in sentences: the decisions that cost most, and the best and worst card of each seat."""

from __future__ import annotations

from collections.abc import Iterator

from tacora.fast.review import LEAST_GAMES, Choice, Review, Turn
from tacora.game import Seat
from tacora.games.diamant.editions import Treasure
from tacora.games.diamant.narration import DiamantNarrator
from tacora.games.diamant.record import Replay
from tacora.games.diamant.rules import Began
from tacora.games.weighed import margin
from tacora.narration.catalogue import Catalogue
from tacora.narration.figures import points
from tacora.narration.moments import Moment


class Verdicts:
    """Tells what a review found."""

    def __init__(self, say: Catalogue, played: Replay, review: Review) -> None:
        self._say, self._played, self._review = say, played, review
        self._narrator = DiamantNarrator(say, played.record.seats)

    def of(self, seat: Seat) -> list[Moment]:
        """The sentences about one seat, each with the step it is about."""
        rated = [self._rating(seat)] if self._review.games >= LEAST_GAMES else []
        return [*rated, *map(self._decision, self._review.worst(seat)), *self._cards(seat)]

    def errors(self) -> list[Moment]:
        """A sentence for each decision that cost something."""
        return [self._decision(choice) for choice in self._review.decisions if choice.error < 0]

    def _rating(self, seat: Seat) -> Moment:
        """How well it played, and what that is measured by."""
        balance = self._review.seats[seat]
        cost = -balance.errors / max(balance.decisions, 1)
        told = self._say(
            "review-rating",
            name=balance.name,
            rating=balance.rating,
            n=balance.decisions,
            points=points(self._say, cost),
        )
        return Moment(None, told)

    def _decision(self, choice: Choice) -> Moment:
        """An error, and what would have been better."""
        state = self._played.steps[choice.step].state
        told = self._say(
            "review-decision",
            expedition=state.expedition,
            cards=len(state.cave.tunnel),
            name=self._played.record.seats[choice.seat],
            chosen=choice.chosen,
            points=points(self._say, -choice.error),
            margin=margin(self._say, choice.se),
        )
        return Moment(choice.step, told)

    def _cards(self, seat: Seat) -> Iterator[Moment]:
        if best := self._review.luckiest(seat):
            told = self._say("review-lucky", **self._about(best), points=points(self._say, best.luck[seat]))
            yield Moment(best.step, told)
        if worst := self._review.unluckiest(seat):
            told = self._say("review-unlucky", **self._about(worst), points=points(self._say, -worst.luck[seat]))
            yield Moment(worst.step, told)

    def _about(self, turn: Turn) -> dict[str, object]:
        step = self._played.steps[turn.step]
        went_on = any(isinstance(event, Began) for event in step.events)
        card = self._played.game.edition.card(turn.card)
        assert card is not None
        return {
            "kind": "treasure" if isinstance(card, Treasure) else "other",
            "card": self._narrator.card(card),
            "expedition": step.state.expedition - (turn.fatal and went_on),
            "fatal": "yes" if turn.fatal else "no",
        }
