"""A club evening, as its page shows it: who sits where, and the standings of the deals that all have finished."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

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
_EVENINGS = 64


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


class EveningShown(Struct, frozen=True):
    """What the page of an evening shows: nothing of a deal that somebody has still to play."""

    club: str
    game: str
    edition: str
    seats: int
    deals: int
    counted: int
    """Number of deals that are in the standings."""
    tables: tuple[TableShown, ...]
    standings: tuple[Standing, ...]


class ClubDesk:
    """Works evenings out from the logs of their tables, whichever process plays them; finished deals are kept."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self.evenings = Evenings(registry)
        self._results: SharedCache[tuple[str, int], tuple[Result, ...]] = SharedCache(_RESULTS)
        self._shown: SharedCache[tuple[str, int], EveningShown] = SharedCache(_EVENINGS)

    async def shown(self, club: str) -> EveningShown:
        """An evening. However many ask, it is worked out once a second."""
        try:
            club = plain_code(club)
        except Refused:
            raise Refused("no-such-evening", club=club) from None
        return await self._shown.get((club, int(time.monotonic())), lambda: self._worked_out(club))

    async def _worked_out(self, club: str) -> EveningShown:
        rooms: dict[int, Room] = {}
        for number, table in enumerate(await self.evenings.tables(club), start=1):
            with _missing("no-such-table"):  # It was removed.
                rooms[number] = await self._room(table)
        if not rooms:
            raise Refused("no-such-evening", club=club)
        one = next(iter(rooms.values()))
        how_far = {number: progress(room) for number, room in rooms.items()}
        deals = await self._deals(rooms, how_far, counted([*how_far.values()], one.deals))
        return EveningShown(
            club=club,
            game=one.rules.game,
            edition=one.edition,
            seats=one.rules.seats,
            deals=one.deals,
            counted=len(deals),
            tables=tuple(_table(number, room, how_far[number]) for number, room in rooms.items()),
            standings=standings(deals),
        )

    async def _room(self, table: str) -> Room:
        if (live := self._registry.tables.get(table)) is not None:
            return live.room
        return await read_room(self._registry.store, table, add_snapshots=False)

    async def _deals(self, rooms: dict[int, Room], how_far: dict[int, Progress], most: int) -> list[list[Result]]:
        """The results of the deals that are counted."""
        deals: list[list[Result]] = []
        with _missing("no-such-game-here"):  # The end of a game is not kept yet: it counts a moment later.
            for deal in range(1, most + 1):
                done = [number for number, table in how_far.items() if table.finished >= deal]
                deals.append([one for number in done for one in await self._result(rooms[number].name, number, deal)])
        return deals

    async def _result(self, table: str, number: int, deal: int) -> tuple[Result, ...]:
        async def work() -> tuple[Result, ...]:
            room, _ = await room_after(self._registry.store, table, deal)
            assert room.play is not None
            assert room.play.outcome is not None
            return tuple(
                Result(number, seat, chair.name, score, chair.bot is not None)
                for seat, (chair, score) in enumerate(zip(room.chairs.taken(), room.play.outcome.scores, strict=True))
            )

        return await self._results.get((table, deal), work)


@contextlib.contextmanager
def _missing(code: str) -> Iterator[None]:
    """Do without what is not there. What is there but cannot be read is not passed over: the standings would lie."""
    try:
        yield
    except Refused as refused:
        if refused.code != code:
            raise


def _table(number: int, room: Room, how_far: Progress) -> TableShown:
    players = tuple(None if chair is None else Player(chair.name, chair.bot is not None) for chair in room.chairs)
    return TableShown(room.name, number, players, how_far.begun, how_far.finished)
