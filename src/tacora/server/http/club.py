"""A club evening, as its page shows it: who sits where, and the standings of the deals that all have finished."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterator
from functools import partial

import msgspec
from msgspec import Struct

from tacora.game import Refused
from tacora.server.domain.club import Progress, Result, Standing, counted, progress, standings
from tacora.server.domain.names import plain_code
from tacora.server.domain.room import Room
from tacora.server.http.cache import SharedCache
from tacora.server.http.finished import room_after
from tacora.server.live.club import Evenings
from tacora.server.live.registry import Registry
from tacora.server.storage.folding import read_room

_RESULTS = 1_024
"""Size of the cache of deals that count, with the results of all their tables."""
_EVENINGS = 256


class Player(Struct, frozen=True):
    """Somebody at a table of an evening."""

    name: str
    bot: bool


class TableShown(Struct, frozen=True):
    """A table of an evening."""

    table: str
    number: int
    """From 1, as the standings call it."""
    players: tuple[Player | None, ...]
    """By seat; `None` is a free one."""
    begun: int
    """Number of deals that it has begun."""
    finished: int
    late: int
    """Number of deals that count without it: it had not begun them when the others had finished."""


class EveningShown(Struct, frozen=True):
    """What the page of an evening shows: of no deal anything, before it is settled whom it counts for."""

    club: str
    game: str
    edition: str
    seats: int
    deals: int
    counted: int
    """Number of deals that are in the standings."""
    tables: tuple[TableShown, ...]
    standings: tuple[Standing, ...]


class _Known(Struct, frozen=True):
    """What is known of an evening at a moment, without its results."""

    names: dict[int, str]
    """Of the tables that are there."""
    counted: tuple[tuple[int, ...], ...]
    shown: EveningShown
    """Without standings."""


class ClubDesk:
    """Works evenings out from the logs of their tables, whichever process plays them; deals that count are kept."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self.evenings = Evenings(registry)
        self._known: SharedCache[tuple[str, int], _Known] = SharedCache(_EVENINGS)
        self._deals: SharedCache[tuple[str, int], list[Result]] = SharedCache(_RESULTS)
        self._standings: SharedCache[tuple[str, int], tuple[Standing, ...]] = SharedCache(_EVENINGS)

    async def shown(self, club: str, charge: Callable[[], None] = lambda: None) -> EveningShown:
        """An evening. However many ask, it is looked at once a second, and the standings are worked out once a deal.

        `charge`: called before they are, on account of whoever asks first; it may refuse.
        """
        try:
            club = plain_code(club)
        except Refused:
            raise Refused("no-such-evening", club=club) from None
        known = await self._known.get((club, int(time.monotonic())), lambda: self._looked_at(club))
        key = club, len(known.counted)
        if known.counted and key not in self._standings:
            charge()
        return msgspec.structs.replace(
            known.shown, standings=await self._standings.get(key, lambda: self._worked_out(club, known))
        )

    async def _looked_at(self, club: str) -> _Known:
        evening = await self.evenings.read(club)
        rooms: dict[int, Room] = {}
        for number, table in enumerate(evening.tables, start=1):
            with _missing("no-such-table"):  # It was removed.
                rooms[number] = await self._room(table)
        if not rooms:
            raise Refused("no-such-evening", club=club)
        one = next(iter(rooms.values()))
        how_far = {number: progress(room) for number, room in rooms.items()}
        settled = counted(evening.counted, how_far, one.deals)
        if len(settled) > len(evening.counted):  # Before anybody hears of it.
            evening = await self.evenings.count(club, evening, settled[len(evening.counted) :])
        shown = EveningShown(
            club=club,
            game=one.rules.game,
            edition=one.edition,
            seats=one.rules.seats,
            deals=one.deals,
            counted=len(evening.counted),
            tables=tuple(
                _table(number, room, how_far[number], sum(number not in tables for tables in evening.counted))
                for number, room in rooms.items()
            ),
            standings=(),
        )
        return _Known({number: room.name for number, room in rooms.items()}, evening.counted, shown)

    async def _room(self, table: str) -> Room:
        """A table, of which nothing is told that could still be lost."""
        live = self._registry.tables.get(table)
        if live is not None and live.kept:
            return live.room
        return await read_room(self._registry.store, table, add_snapshots=False)

    async def _worked_out(self, club: str, known: _Known) -> tuple[Standing, ...]:
        """The standings, in a thread: games are not held up."""
        deals = []
        for deal, tables in enumerate(known.counted, start=1):
            there = {number: known.names[number] for number in tables if number in known.names}
            deals.append(await self._deals.get((club, deal), partial(self._results, there, deal)))
        return await asyncio.to_thread(standings, deals)

    async def _results(self, tables: dict[int, str], deal: int) -> list[Result]:
        """What everybody won in a deal at these tables."""
        return [one for number, table in tables.items() for one in await self._result(number, table, deal)]

    async def _result(self, number: int, table: str, deal: int) -> list[Result]:
        room, _ = await room_after(self._registry.store, table, deal)
        assert room.play is not None
        assert room.play.outcome is not None
        return [
            Result(number, seat, chair.name, score, chair.bot is not None)
            for seat, (chair, score) in enumerate(zip(room.chairs.taken(), room.play.outcome.scores, strict=True))
        ]


@contextlib.contextmanager
def _missing(code: str) -> Iterator[None]:
    """Do without what is not there. What is there but cannot be read is not passed over: the standings would lie."""
    try:
        yield
    except Refused as refused:
        if refused.code != code:
            raise


def _table(number: int, room: Room, how_far: Progress, late: int) -> TableShown:
    players = tuple(None if chair is None else Player(chair.name, chair.bot is not None) for chair in room.chairs)
    return TableShown(room.name, number, players, how_far.begun, how_far.finished, late)
