"""The deals of a match as numbered work."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import closing

from tacora.arena.guests import source_digest
from tacora.arena.match import Arena, Match, Played
from tacora.game import Refused
from tacora.work.numbered import Spread


def played_on(cluster: Spread, match: Match) -> Generator[Played]:
    """Every deal of the match, in order, played by the workers of a cluster. To stop early, close the generator."""
    sources = tuple(source_digest(match.kind, bot) for bot in match.bots)
    with closing(cluster.stream(Deals(match, sources), match.deals)) as coming:
        for deals in coming:
            yield from deals


class Deals:
    """Deals by their numbers; a sum is a list of them.

    A bot from a file or a module is read where it plays: it must be the same there, and is read anew when it changed.
    """

    block = 1

    def __init__(self, match: Match, sources: tuple[str, ...]) -> None:
        self._match, self._sources = match, sources
        self._arena: Arena | None = None
        self._lock = threading.Lock()

    def __reduce__(self) -> tuple[object, ...]:
        return Deals, (self._match, self._sources)

    def prepare(self) -> None:
        """Load the bots, once."""
        with self._lock:
            if self._arena is None:
                for bot, source in zip(self._match.bots, self._sources, strict=True):
                    if source_digest(self._match.kind, bot) != source:
                        raise Refused("cluster-bot", bot=bot)
                self._arena = Arena(self._match)

    def empty(self) -> list[Played]:
        """No deals."""
        return []

    def add(self, first: int, last: int, into: list[Played]) -> None:
        """Play these deals."""
        assert self._arena is not None
        into.extend(map(self._arena.play, range(first, last)))
