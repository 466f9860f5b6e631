"""A weighed game of Mister Diamond in sentences: decisions that cost most, what memory did, the best and worst luck."""

from __future__ import annotations

from collections.abc import Iterator

from tacora.fast.review import Choice, Review, Turn
from tacora.game import Seat
from tacora.games.mister_diamond.record import MisterReplay, parse_action
from tacora.games.mister_diamond.rules import Steal
from tacora.games.weighed import margin
from tacora.narration.catalogue import Catalogue
from tacora.narration.figures import number, points
from tacora.narration.moments import Moment


class MisterVerdicts:
    """Tells what a review found."""

    def __init__(self, say: Catalogue, played: MisterReplay, review: Review) -> None:
        self._say, self._played, self._review = say, played, review
        self._names = played.record.seats

    def of(self, seat: Seat) -> list[Moment]:
        """The sentences about one seat, each with the step it is about."""
        return [*map(self._decision, self._review.worst(seat)), *self._memory(seat), *self._luck(seat)]

    def errors(self) -> list[Moment]:
        """A sentence for each decision that cost something."""
        return [self._decision(choice) for choice in self._review.decisions if choice.error < 0]

    def _decision(self, choice: Choice) -> Moment:
        """An error, and what would have been better."""
        facts = {
            "turn": choice.step + 1,
            "name": self._names[choice.seat],
            "points": points(self._say, -choice.error),
            "margin": margin(self._say, choice.se),
        }
        if choice.chosen in ("new", "seen"):
            place = self._played.record.decisions[choice.step]
            return Moment(choice.step, self._say("review-md-lift", chosen=choice.chosen, place=place, **facts))
        best = max(choice.values, key=lambda each: choice.values[each])
        done = self._theft(choice.chosen, "done")
        better = self._theft(best, "better")
        return Moment(choice.step, self._say("review-md-theft", done=done, better=better, **facts))

    def _theft(self, text: str, form: str) -> str:
        """A decision about a theft, as what was done or what would have been better."""
        action = parse_action(text)
        if not isinstance(action, Steal):
            return self._say("review-md-took-nothing", form=form)
        price = self._say("md-dollars", n=action.price)
        return self._say("review-md-took", form=form, price=price, victim=self._names[action.victim])

    def _memory(self, seat: Seat) -> Iterator[Moment]:
        """How often it tried what had been seen to be fixed, beside somebody who remembers nothing."""
        memory = self._review.memory[seat]
        if memory.useful:
            blind = number(self._say.language, memory.blind, 1)
            name = self._names[seat]
            yield Moment(None, self._say("review-md-memory", name=name, n=memory.again, blind=blind))

    def _luck(self, seat: Seat) -> Iterator[Moment]:
        if best := self._review.luckiest(seat):
            yield self._turned("review-md-lucky", best, best.luck[seat])
        if worst := self._review.unluckiest(seat):
            yield self._turned("review-md-unlucky", worst, -worst.luck[seat])

    def _turned(self, message: str, turn: Turn, share: float) -> Moment:
        """A card, or a diamond that was loose or not."""
        kind, _, place = turn.card.partition(" ")
        what = kind if place or kind == "theft" else "ring"
        price = self._say("md-dollars", n=int(kind)) if what == "ring" else ""
        # A card is drawn by whoever decides next; a diamond was tried by whoever decided before.
        state = self._played.steps[turn.step - 1 if place else turn.step].state
        told = self._say(
            message,
            turn=turn.step + (not place),
            name=self._names[state.turn],
            what=what,
            place=place,
            price=price,
            points=points(self._say, share),
        )
        return Moment(turn.step, told)
