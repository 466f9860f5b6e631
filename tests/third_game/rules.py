"""Quarry: sealed bids for a row of stones, two of which lie face down.

Two to four players have the tokens 0 to 4. Five of the stones 1 to 9 are laid in a row, the second and the fourth face
down; every player looks at one of these two in secret. For one stone after the other everybody bids a token, all at
once; the highest bid that nobody else made takes the stone, and all tokens bid are spent. Most points win.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from msgspec import Struct

from tacora.chance import Seed, shuffle
from tacora.game import IllegalAction, Outcome, Refused, Seat, Step

STONES: Final = tuple(range(1, 10))
ROW: Final = 5
FACE_DOWN: Final = (1, 3)
TOKENS: Final = tuple(range(ROW))


class Edition(Struct, frozen=True):
    name: str
    least_seats: int = 2
    most_seats: int = 4


EDITIONS: Final = {"pocket": Edition("pocket")}


class Bid(Struct, frozen=True):
    token: int

    def __str__(self) -> str:
        return f"bid {self.token}"


class Laid(Struct, frozen=True, tag="laid"):
    row: tuple[int | None, ...]


class Sold(Struct, frozen=True, tag="sold"):
    place: int
    stone: int
    bids: tuple[int, ...]
    buyer: Seat | None


class Ended(Struct, frozen=True, tag="ended"):
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


Event: TypeAlias = Laid | Sold | Ended


class State(Struct, frozen=True):
    row: tuple[int, ...]
    peeks: tuple[int, ...]
    """Which of the stones that lie face down each seat has looked at."""
    hands: tuple[tuple[int, ...], ...]
    won: tuple[tuple[int, ...], ...]
    at: int = 0


class View(Struct, frozen=True):
    seat: Seat | None
    at: int
    row: tuple[int | None, ...]
    hands: tuple[tuple[int, ...], ...]
    won: tuple[tuple[int, ...], ...]


class Quarry:
    """The rules."""

    def __init__(self, edition: Edition = EDITIONS["pocket"]) -> None:
        self.edition = edition

    def start(self, seats: int, seed: Seed) -> Step[State, Event]:
        if not self.edition.least_seats <= seats <= self.edition.most_seats:
            raise Refused("seat-count", given=seats, least=self.edition.least_seats, most=self.edition.most_seats)
        row = shuffle(STONES, seed, "quarry row", count=ROW)
        peeks = tuple(FACE_DOWN[int(coin)] for coin in shuffle("0101", seed, "quarry peeks", count=seats))
        state = State(row, peeks, (TOKENS,) * seats, ((),) * seats)
        return Step(state, (Laid(self.observe(state, None).row),))

    def pending(self, state: State) -> tuple[Seat, ...]:
        return tuple(range(len(state.hands))) if state.at < ROW else ()

    def legal_actions(self, state: State, seat: Seat) -> tuple[Bid, ...]:
        return tuple(map(Bid, state.hands[seat])) if seat in self.pending(state) else ()

    def apply(self, state: State, actions: Mapping[Seat, Bid]) -> Step[State, Event]:
        if sorted(actions) != list(self.pending(state)):
            raise IllegalAction("nobody-decides")
        for seat, bid in actions.items():
            if bid not in self.legal_actions(state, seat):
                raise IllegalAction("not-legal", action=str(bid))
        bids = tuple(actions[seat].token for seat in sorted(actions))
        lone = [token for token in bids if bids.count(token) == 1]
        buyer = bids.index(max(lone)) if lone else None
        stone = state.row[state.at]
        after = State(
            state.row,
            state.peeks,
            tuple(tuple(t for t in hand if t != bids[seat]) for seat, hand in enumerate(state.hands)),
            tuple((*won, stone) if seat == buyer else won for seat, won in enumerate(state.won)),
            state.at + 1,
        )
        sold: Event = Sold(state.at + 1, stone, bids, buyer)
        outcome = self.outcome(after)
        return Step(after, (sold, Ended(outcome.scores, outcome.winners)) if outcome else (sold,))

    def observe(self, state: State, seat: Seat | None) -> View:
        known = {place for place in range(ROW) if place not in FACE_DOWN or place < state.at}
        if seat is not None:
            known.add(state.peeks[seat])
        row = tuple(stone if place in known else None for place, stone in enumerate(state.row))
        return View(seat, state.at, row, state.hands, state.won)

    def outcome(self, state: State) -> Outcome | None:
        if state.at < ROW:
            return None
        scores = tuple(map(sum, state.won))
        return Outcome(scores, tuple(seat for seat, score in enumerate(scores) if score == max(scores)))
