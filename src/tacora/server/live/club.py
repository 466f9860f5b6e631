"""Club evenings: which tables belong to one, and which deals count for which of them, is a log of its own.

Its tables are tables like any.
"""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Sequence

from msgspec import Struct

from tacora.game import Refused
from tacora.narration.catalogue import Language
from tacora.server.domain import log
from tacora.server.domain.club import evening_rules
from tacora.server.domain.log import AnyEntry, TimeControl
from tacora.server.domain.names import new_code, plain_code
from tacora.server.domain.room import open_room
from tacora.server.domain.rules import Rules
from tacora.server.live.registry import Registry
from tacora.server.storage.store import AppendConflict, StoreFailed


class Evening(Struct, frozen=True):
    """What is kept of an evening."""

    tables: tuple[str, ...]
    """In their order."""
    counted: tuple[tuple[int, ...], ...]
    """For which tables each deal counts, of those that count already."""


class Evenings:
    """The evenings of a store."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._store = registry.store

    async def open(
        self,
        rules: Rules,
        time_control: TimeControl,
        tables: int,
        deals: int,
        language: Language,
        opened: list[tuple[str, str]],
    ) -> str:
        """Open an evening: its code. Each of its tables is added to `opened`, with the token of the host."""
        rules = evening_rules(rules)
        first, *later = (secrets.token_hex(32) for _ in range(deals))
        club = await self._reserve(rules, time_control)
        for _ in range(tables):
            table = await self._registry.open(
                rules, time_control, False, deal=first, language=language, frozen=True, later=later, club=club
            )
            opened.append(table)
        try:
            await self._write(club, 1, log.Gathered(at=time.time(), tables=tuple(table for table, _ in opened)))
        except AppendConflict:  # It was removed meanwhile, or this process was taken for dead.
            raise StoreFailed(f"evening {club} could not be written") from None
        return club

    async def read(self, club: str) -> Evening:
        """An evening, as its log tells it."""
        entries = [log.read(line) for line in await self._store.read(_key(club), 1)]
        if not entries or not isinstance(entries[0], log.Gathered):
            raise Refused("no-such-evening", club=club)
        return Evening(entries[0].tables, tuple(entry.tables for entry in entries if isinstance(entry, log.Counted)))

    async def exists(self, club: str) -> bool:
        """Whether there is such an evening, with its tables."""
        return bool(await self._store.read(_key(club), 1, 1))

    async def count(self, club: str, before: Evening, deals: Sequence[tuple[int, ...]]) -> Evening:
        """Settle for which tables the next deals count. If somebody else was quicker, what they wrote holds."""
        entries = [log.Counted(at=time.time(), tables=tables) for tables in deals]
        with contextlib.suppress(AppendConflict):
            await self._write(club, 2 + len(before.counted), *entries)
        return await self.read(club)

    async def _reserve(self, rules: Rules, time_control: TimeControl) -> str:
        """A code that no other evening has."""
        while True:
            club = new_code()
            entry, _ = open_room(_key(club), rules, time_control, False)
            try:
                await self._write(club, 0, entry)
            except AppendConflict:
                continue
            return club

    async def _write(self, club: str, at: int, *entries: AnyEntry) -> None:
        try:
            await self._store.append(_key(club), at, list(map(log.written, entries)), time.time())
        finally:
            self._store.mend(_key(club))
            if self._store.shared:
                await self._store.release(_key(club))


def _key(club: str) -> str:
    """The name of an evening's log. No table has it, and no code leads to it: hyphens are no part of a code."""
    return "club-" + plain_code(club)
