"""What a review shows of any game: whole points that add up as they are printed, and how exactly they are known."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from msgspec import Struct

from tacora.fast.review import Review, SeatReview
from tacora.narration.catalogue import Catalogue
from tacora.narration.figures import digits_of, number, points

SURE = 1.96
"""Standard errors on either side of an estimate, for 95 %."""


class Row(Struct, frozen=True):
    """The balance of a seat in whole points of a hundred: the result is the sum of the three parts after it."""

    result: int
    cards: int
    others: int
    errors: int

    @property
    def adjusted(self) -> int:
        """The result without the luck of the cards."""
        return self.result - self.cards


def row_of(seat: SeatReview) -> Row:
    """A balance as a table shows it.

    >>> row_of(SeatReview("Ana", 0.8, 0.504, 0.3, -0.004, 0, 0, 0, 0.296, 9))
    Row(result=80, cards=50, others=30, errors=0)
    """
    result = round(100 * seat.result)
    return Row(result, *adding_up([seat.cards, seat.others, seat.errors], result))


def chances_of(shares: Sequence[float]) -> tuple[int, ...]:
    """The chances of all seats in whole percent, which are 100 together."""
    return adding_up(shares, 100)


def adding_up(parts: Sequence[float], total: int) -> tuple[int, ...]:
    """Shares in whole points of a hundred whose sum is `total`, by largest remainder. What is nothing stays nothing.

    >>> adding_up([1 / 3, 1 / 3, 1 / 3], 100), adding_up([0.504, 0.304, -0.008], 80)
    ((34, 33, 33), (51, 30, -1))
    """
    exact = [round(100 * part, 6) for part in parts]
    whole = [floor(part) for part in exact]
    by_remainder = sorted(range(len(parts)), key=lambda at: round(whole[at] - exact[at], 6))
    for at in by_remainder[: total - sum(whole)]:
        whole[at] += 1
    return tuple(whole)


ENOUGH = 1024
"""Games from each situation with which most errors are told from chance; a game of eight usually has fewer."""


def note(say: Catalogue, review: Review, game: str) -> str:
    """What the figures of a review mean, and how exactly they are known."""
    se = max(max(seat.cards_se, seat.others_se) for seat in review.seats)
    fair = number(say.language, 100 / len(review.seats))
    told = say("review-note", fair=fair, margin=points(say, SURE * se), game=game)
    return told if review.games >= ENOUGH else f"{told} {say('review-few', games=number(say.language, review.games))}"


def margin(say: Catalogue, se: float) -> str:
    """What a difference may be off by, in points of a hundred; at least a tenth is said.

    >>> from tacora.narration.catalogue import catalogue
    >>> margin(catalogue("en"), 0.0021), margin(catalogue("fr"), 0.0001), margin(catalogue("en"), 0.02)
    ('0.4', '0,1', '3.9')
    """
    share = max(SURE * se, 0.001)
    return number(say.language, 100 * share, digits_of(share))
