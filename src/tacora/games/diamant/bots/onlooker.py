"""What everybody at the table has seen: the decisions of a history, each with what those inside saw before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tacora.game import Seat
from tacora.games.diamant.cave import Cave
from tacora.games.diamant.editions import Relic
from tacora.games.diamant.rules import (
    Began,
    Camp,
    Diamant,
    Disaster,
    Event,
    ExpeditionEnded,
    HazardMet,
    RelicFound,
    Revealed,
    State,
    TreasureFound,
    View,
    WentHome,
)


class Onlooker:
    """Follows a game by its public events, from the first on."""

    def __init__(self, game: Diamant, seats: int) -> None:
        self._game = game
        self._expedition = 0
        self._cave = Cave(())
        self._camp = Camp((0,) * seats, ((),) * seats)

    @property
    def inside(self) -> tuple[Seat, ...]:
        """Who decides next."""
        return self._cave.inside

    def view(self, seat: Seat) -> View:
        """What this seat sees now."""
        return self._game.observe(State(bytes(32), self._expedition, (), self._cave, self._camp), seat)

    def watch(self, history: Sequence[Event], first: int = 0) -> Iterator[tuple[int, Revealed]]:
        """Follow the events of a history from this one on. Stops at every decision, as things were before it."""
        for at in range(first, len(history)):
            event = history[at]
            if type(event) is Revealed:
                yield at, event
            else:
                self._see(event)

    def _see(self, event: Event) -> None:
        cave, camp = self._cave, self._camp
        if isinstance(event, Began):
            self._expedition = event.expedition
            self._cave = Cave(tuple(range(event.seats)))
        elif isinstance(event, TreasureFound | HazardMet | RelicFound | Disaster):
            self._cave = cave.turn(event.card)
        elif isinstance(event, WentHome):
            stayers = tuple(seat for seat in cave.inside if seat not in event.seats)
            share, _, self._cave = cave.leave(len(event.seats), stayers)
            chests, trophies = list(camp.chests), list(camp.trophies)
            for seat in event.seats:
                chests[seat] += cave.held + share
                trophies[seat] += event.trophies
            self._camp = Camp(tuple(chests), tuple(trophies), camp.removed, camp.gone)
        elif isinstance(event, ExpeditionEnded):
            removed = () if event.removed is None else (event.removed,)
            relics = tuple(card for card in cave.tunnel if type(card) is Relic) if self._game.with_relics else ()
            self._camp = Camp(camp.chests, camp.trophies, camp.removed + removed, camp.gone + relics)
