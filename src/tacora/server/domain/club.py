"""A club evening: the same deals at several tables, scored seat against seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    """Of all deals that are counted; one that they did not play, or too late, has brought them nothing."""
    marks: tuple[Mark | None, ...]


class Progress(Struct, frozen=True):
    """How far a table is."""

    begun: int
    finished: int
    people: bool
    """Whether anybody sits there for whom no bot plays."""


def evening_rules(rules: Rules) -> Rules:
    """These rules, with cards that depend on nothing but the seed. Refuses a game that has no such deals."""
    if rules.kind.challenge is None:
        raise Refused("no-same-deals")
    wanted = from_written(Rules, {**rules.written(), **rules.kind.challenge.options})
    wanted.check()
    return wanted


def progress(room: Room) -> Progress:
    """How far a table is with the deals of its evening."""
    begun = min(room.games, room.deals)
    unfinished = room.running and room.games == begun
    people = any(room.chairs.at(seat).sitting_in is None for seat in room.chairs.people())
    return Progress(begun, begun - unfinished, people)


def counts_for(tables: Mapping[int, Progress], deal: int) -> tuple[int, ...]:
    """The tables that a deal counts for, if it counts now; empty: not yet.

    It does once two tables have finished it, and none is waited for: neither one that plays it, nor one that has
    begun an earlier deal and at which people still sit. Whoever has only sat down holds nobody up.

    >>> counts_for({1: Progress(2, 2, True), 2: Progress(2, 1, True), 3: Progress(0, 0, True)}, 1)
    (1, 2)
    """
    awaited = [table for table in tables.values() if table.finished < deal]
    if any(table.begun >= deal or (table.begun and table.people) for table in awaited):
        return ()
    done = tuple(number for number, table in tables.items() if table.finished >= deal)
    return done if len(done) >= LEAST_TABLES else ()


def counted(
    before: Sequence[tuple[int, ...]], tables: Mapping[int, Progress], deals: int
) -> tuple[tuple[int, ...], ...]:
    """For which tables each deal counts, in order, where it is settled for the first ones: that is final.

    >>> counted([(1, 2)], {1: Progress(2, 2, True), 2: Progress(2, 2, True), 3: Progress(2, 2, True)}, 3)
    ((1, 2), (1, 2, 3))
    """
    found = list(before)
    while len(found) < deals and (done := counts_for(tables, len(found) + 1)):
        found.append(done)
    return tuple(found)


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
