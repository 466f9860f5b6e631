"""The results of the deal of a day, as the page shows them: never before one's own attempt is over."""

from __future__ import annotations

import asyncio
import time

from msgspec import Struct

from tacora.chance import commitment
from tacora.game import Refused
from tacora.games.records import decode
from tacora.narration.catalogue import Language
from tacora.server.domain.challenge import Legs, bots_result, matchpoints
from tacora.server.http.cache import SharedCache
from tacora.server.http.finished import find_game
from tacora.server.live.bots import bot_name
from tacora.server.live.daily import Attempt, DailyDeals, Day, challenged, seconds_left, yesterday
from tacora.server.live.registry import Registry

_RESULTS = 4_096
_DAYS = 8
_LOOK_AGAIN = 10.0
"""Seconds in which attempts of others that are open are not looked at again, however many ask."""


class Row(Struct, frozen=True):
    """A result among all of a day."""

    name: str
    legs: Legs
    total: int
    percent: int
    """Of all comparisons with the others, part by part."""
    rank: int
    bot: bool = False
    mine: bool = False
    table: str | None = None
    """Where it was played; `None` for bots."""


class DayShown(Struct, frozen=True):
    """A day, as somebody may see it."""

    day: str
    commitment: str
    """The promise of its deal, the same for everybody, before they play."""
    attempts: int
    mine: str | None
    """The table of one's own attempt."""
    over: bool
    """Whether one's own attempt is over."""
    rows: tuple[Row, ...] = ()
    """The best first; empty while one may still play."""
    seed: str | None = None
    """Of a day that is over."""


class DailyShown(Struct, frozen=True):
    """What the page of the daily deal shows."""

    bots: tuple[str, ...]
    seconds: int
    """Until the next deal."""
    today: DayShown
    yesterday: DayShown | None


class DailyDesk:
    """Works results out from the logs of attempts; those of finished games never change, and are kept."""

    def __init__(self, registry: Registry) -> None:
        self._store = registry.store
        self.deals = DailyDeals(registry)
        self._legs: SharedCache[str, Legs] = SharedCache(_RESULTS)
        self._looked_at: SharedCache[tuple[str, int], Legs | None] = SharedCache(_RESULTS)
        self._field: SharedCache[str, tuple[Legs, ...]] = SharedCache(_DAYS)

    async def shown(self, device: str, language: Language) -> DailyShown:
        """Today and yesterday, for the device with this token; an empty one is nobody's."""
        today, before = await self.deals.today(), await self.deals.day(yesterday())
        _, challenge = challenged()
        return DailyShown(
            bots=tuple(bot_name(language, bot) for bot in challenge.bots),
            seconds=seconds_left(),
            today=await self._day(today, device, language, past=False),
            yesterday=await self._day(before, device, language, past=True) if before else None,
        )

    async def _day(self, day: Day, device: str, language: Language, *, past: bool) -> DayShown:
        mine = day.of(device) if device else None
        over = mine is not None and await self._result(mine) is not None
        told = over or (past and mine is None)  # An attempt that is open counts still, also on the day after.
        return DayShown(
            day=day.day,
            commitment=commitment(day.seed),
            attempts=len(day.attempts),
            mine=mine.table if mine else None,
            over=over,
            rows=await self._rows(day, mine, language) if told else (),
            seed=day.seed.hex() if past and told else None,
        )

    async def _rows(self, day: Day, mine: Attempt | None, language: Language) -> tuple[Row, ...]:
        _, challenge = challenged()
        looked = [(each, await (self._result if each is mine else self._seen)(each)) for each in day.attempts]
        results = [(attempt, legs) for attempt, legs in looked if legs is not None]
        field = await self._field.get(day.day, lambda: _played(day.seed))
        every = [*(legs for _, legs in results), *field]
        shares = matchpoints(every)
        names = [*(attempt.name for attempt, _ in results), *(bot_name(language, bot) for bot in challenge.field)]
        people = [attempt for attempt, _ in results] + [None] * len(field)
        rows = [
            Row(
                name=name,
                legs=legs,
                total=sum(legs),
                percent=round(100 * share),
                rank=1 + sum(other > share for other in shares),
                bot=who is None,
                mine=who is not None and who is mine,
                table=who.table if who else None,
            )
            for name, legs, share, who in zip(names, every, shares, people, strict=True)
        ]
        return tuple(sorted(rows, key=lambda row: (row.rank, row.bot, -row.total)))

    async def _result(self, attempt: Attempt) -> Legs | None:
        """What somebody won in each part, if they have played to the end: always the first game of their table."""
        try:
            return await self._legs.get(attempt.table, lambda: self._worked_out(attempt.table))
        except Refused:  # It is not over, or its table was removed.
            return None

    async def _seen(self, attempt: Attempt) -> Legs | None:
        """The same of somebody else, a little late if it is not over."""
        if attempt.table in self._legs:
            return await self._result(attempt)
        now = int(time.monotonic() / _LOOK_AGAIN)
        return await self._looked_at.get((attempt.table, now), lambda: self._result(attempt))

    async def _worked_out(self, table: str) -> Legs:
        _, record = await find_game(self._store, table, 1)
        kind, _ = challenged()
        legs = await asyncio.to_thread(lambda: kind.legs(decode(record)))
        return tuple(leg[0] for leg in legs)


async def _played(seed: bytes) -> tuple[Legs, ...]:
    """What the bots of the field win."""
    kind, challenge = challenged()
    return await asyncio.to_thread(lambda: tuple(bots_result(kind, challenge, seed, bot) for bot in challenge.field))
