"""The deal of each day: its seed, and who has attempted it, are a log of their own. An attempt is a table like any."""

from __future__ import annotations

import asyncio
import secrets
import time
from datetime import UTC, datetime, timedelta

from msgspec import Struct

from tacora.game import Refused
from tacora.games.kind import Challenge, GameKind
from tacora.games.registry import GAMES
from tacora.narration.catalogue import Language
from tacora.record import check_names, seed_from
from tacora.server.domain import log
from tacora.server.domain.challenge import rules_of
from tacora.server.domain.log import AnyEntry, TimeControl
from tacora.server.domain.names import visible_name
from tacora.server.domain.room import open_room
from tacora.server.domain.tokens import digest, same
from tacora.server.live.registry import Registry
from tacora.server.storage.store import AppendConflict, StoreFailed

_TRIES = 40
"""How often to write to the log of a day that other processes write to, too."""
_PAUSE = 0.05
MOST_ATTEMPTS = 2_000
"""Attempts a day that are kept: reading and comparing more would take too long."""


class Attempt(Struct, frozen=True):
    """Somebody's attempt at the deal of a day."""

    device: str
    table: str
    name: str


class Day(Struct, frozen=True):
    """The deal of a day, and who has attempted it."""

    day: str
    seed: bytes
    attempts: tuple[Attempt, ...]

    def of(self, device: str) -> Attempt | None:
        """The attempt of the device with this token."""
        token = digest(device)
        return next((attempt for attempt in self.attempts if same(token, attempt.device)), None)


def challenged() -> tuple[GameKind, Challenge]:
    """The game that is played every day, and how."""
    return next((kind, kind.challenge) for kind in GAMES.values() if kind.challenge is not None)


def today() -> str:
    """The date in UTC, which is the same for everybody."""
    return datetime.now(UTC).date().isoformat()


def yesterday() -> str:
    """The date before."""
    return (datetime.now(UTC).date() - timedelta(days=1)).isoformat()


def seconds_left() -> int:
    """Until the next deal."""
    now = datetime.now(UTC)
    midnight = datetime.combine(now.date() + timedelta(days=1), datetime.min.time(), UTC)
    return round((midnight - now).total_seconds())


class DailyDeals:
    """The deals of the days. The seed of a day is drawn when it is first asked for, by whichever process is first."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._store = registry.store
        self._writing = asyncio.Lock()

    async def day(self, day: str) -> Day | None:
        """A day, if anybody asked for its deal."""
        lines = await self._store.read(_key(day), 0, MOST_ATTEMPTS + 1)
        if not lines:
            return None
        opened, *rest = map(log.read, lines)
        assert isinstance(opened, log.Opened)
        assert opened.deal is not None
        attempts = (Attempt(one.device, one.table, one.name) for one in rest if isinstance(one, log.Attempted))
        return Day(day, seed_from(opened.deal), tuple(attempts))

    async def today(self) -> Day:
        """The day that it is."""
        day = today()
        return await self.day(day) or await self._write(day, None)

    async def attempt(self, device: str, name: str, language: Language) -> tuple[str, str | None]:
        """Begin the attempt of a device: its table, and the token of the host. A second time, the first table alone."""
        name = visible_name(name, ())
        check_names([name])
        day = await self.today()
        if (known := day.of(device)) is not None:
            return known.table, None
        if len(day.attempts) >= MOST_ATTEMPTS:
            raise Refused("day-full", most=MOST_ATTEMPTS)
        kind, challenge = challenged()
        rules = rules_of(kind, challenge)
        table, host = await self._registry.open(
            rules, TimeControl(), False, deal=day.seed.hex(), bots=challenge.bots, language=language, frozen=True
        )
        day = await self._write(day.day, Attempt(digest(device), table, name))
        found = day.of(device)
        assert found is not None
        return (table, host) if found.table == table else (found.table, None)

    async def _write(self, day: str, attempt: Attempt | None) -> Day:
        """Write to the log of a day unless it is there already: its seed, and an attempt."""
        async with self._writing:
            for _ in range(_TRIES):
                known = await self.day(day)
                if known and (attempt is None or any(one.device == attempt.device for one in known.attempts)):
                    return known
                entry: AnyEntry
                if known is None:
                    kind, challenge = challenged()
                    seed = secrets.token_hex(32)
                    entry, _ = open_room(
                        _key(day), rules_of(kind, challenge), TimeControl(), False, deal=seed, frozen=True
                    )
                else:
                    assert attempt is not None
                    entry = log.Attempted(at=time.time(), device=attempt.device, table=attempt.table, name=attempt.name)
                try:
                    at = 0 if known is None else 1 + len(known.attempts)
                    await self._store.append(_key(day), at, [log.written(entry)], time.time())
                except AppendConflict:  # Another process was first, or has it just now.
                    await asyncio.sleep(_PAUSE)
                finally:
                    self._store.mend(_key(day))
                    if self._store.shared:
                        await self._store.release(_key(day))
        raise StoreFailed(f"others write to the log of {day} all the time")


def _key(day: str) -> str:
    """The name of a day's log. No table has it, and no code leads to it: hyphens are no part of a code."""
    return "daily-" + day
