"""A club evening: the same deals at several tables, scored seat against seat."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from tacora.game import Refused, Seat
from tacora.server.domain.challenge import matchpoints
from tacora.server.domain.room import Room
from tacora.server.domain.rules import Rules, from_written

LEAST_TABLES, MOST_TABLES = 2, 8
MOST_DEALS = 10


class Result(Struct, frozen=True):
    """What somebody won in a deal."""

    table: int
    """The number of the table, from 1."""
    seat: Seat
    name: str
    score: int
    bot: bool = False


class Mark(Struct, frozen=True):
    """What somebody won in a deal, and the share of all comparisons with the same seat elsewhere."""

    score: int
    percent: float


class Standing(Struct, frozen=True):
    """Somebody among all of an evening."""

    rank: int
    """Those with as much share it."""
    name: str
    table: int
    percent: float
    """Of all deals that are counted; one that they did not play has brought them nothing."""
    marks: tuple[Mark | None, ...]


class Progress(Struct, frozen=True):
    """How far a table is."""

    begun: int
    finished: int
    people: bool
    """Whether anybody sits there, and not only bots."""


def evening_rules(rules: Rules) -> Rules:
    """These rules, with cards that depend on nothing but the seed. Refuses a game that has no such deals."""
    if rules.kind.challenge is None:
        raise Refused("no-same-deals", game=rules.game)
    wanted = from_written(Rules, {**rules.written(), **rules.kind.challenge.options})
    wanted.check()
    return wanted


def progress(room: Room) -> Progress:
    """How far a table is with the deals of its evening."""
    begun = min(room.games, room.deals)
    unfinished = room.running and room.games == begun
    return Progress(begun, begun - unfinished, bool(room.chairs.people()))


def counted(tables: Sequence[Progress], deals: int) -> int:
    """How many deals are counted: those that no table has still to finish, and that two at least have.

    A table at which nobody sits is not waited for, unless it has been dealt the cards already.

    >>> counted([Progress(2, 2, True), Progress(2, 1, True), Progress(0, 0, False)], 3)
    1
    """
    for deal in range(1, deals + 1):
        awaited = any(table.finished < deal and (table.begun >= deal or table.people) for table in tables)
        if awaited or sum(table.finished >= deal for table in tables) < LEAST_TABLES:
            return deal - 1
    return deals


def shares(results: Sequence[Result]) -> list[Fraction]:
    """The matchpoints of each result of one deal, among those on the same seat.

    >>> both = [Result(1, 0, "Ana", 12), Result(2, 0, "Ben", 7), Result(1, 1, "Cleo", 5), Result(2, 1, "Dan", 5)]
    >>> [str(share) for share in shares(both)]
    ['1', '0', '1/2', '1/2']
    """
    fields: dict[Seat, list[int]] = {}
    for at, result in enumerate(results):
        fields.setdefault(result.seat, []).append(at)
    found = [Fraction(0)] * len(results)
    for field in fields.values():
        for at, share in zip(field, matchpoints([(results[one].score,) for one in field]), strict=True):
            found[at] = share
    return found


def standings(deals: Sequence[Sequence[Result]]) -> tuple[Standing, ...]:
    """All people over these deals, the best first. Somebody is a name at a table: seats may change between deals."""
    marks: dict[tuple[int, str], list[Mark | None]] = {}
    totals: dict[tuple[int, str], Fraction] = {}
    for deal, results in enumerate(deals):
        for result, share in zip(results, shares(results), strict=True):
            if not result.bot:
                who = result.table, result.name
                marks.setdefault(who, [None] * len(deals))[deal] = Mark(result.score, _percent(share))
                totals[who] = totals.get(who, Fraction(0)) + share
    ranks: dict[Fraction, int] = {}
    for at, total in enumerate(sorted(totals.values(), reverse=True), start=1):
        ranks.setdefault(total, at)
    rows = [
        Standing(
            rank=ranks[total],
            name=who[1],
            table=who[0],
            percent=_percent(total / len(deals)),
            marks=tuple(marks[who]),
        )
        for who, total in totals.items()
    ]
    return tuple(sorted(rows, key=lambda row: (row.rank, row.table, row.name)))


def _percent(share: Fraction) -> float:
    return round(float(100 * share), 1)
