"""What the seed of a game of Mister Diamond decided, for whoever checks it."""

from __future__ import annotations

from tacora.games.mister_diamond.record import MisterReplay, WrittenGame
from tacora.games.mister_diamond.rules import GameBegan, Lifted, Stuck
from tacora.record.shuffles import Shuffle


def shuffles(played: MisterReplay) -> list[Shuffle]:
    """What was shuffled for each game of a match: who begins, the fixed places, the deck."""
    edition, seats = played.game.edition, len(played.record.seats)
    found: list[Shuffle] = []
    if played.game.first is None:
        order = tuple(map(str, range(seats)))
        first = next((str(e.first) for e in played.steps[0].events if isinstance(e, GameBegan)), "0")
        found.append(Shuffle("mister diamond first", order, "first", 1, (first,), count=1))
    if not isinstance(written := played.record.turned, WrittenGame | tuple):
        written = played.turned()
    games = (written,) if isinstance(written, WrittenGame) else written
    tried: dict[tuple[int, type[Stuck] | type[Lifted]], set[int]] = {}
    number = 0
    for step in played.steps:
        for event in step.events:
            if isinstance(event, GameBegan):
                number = event.game
            elif isinstance(event, Stuck | Lifted):
                tried.setdefault((number, type(event)), set()).add(event.place)
    for at, one in enumerate(games, start=1):
        places = tuple(map(str, range(1, edition.places + 1)))
        came = tuple(map(str, sorted(tried.get((at, Stuck), ()))))
        loose = tuple(map(str, sorted(tried.get((at, Lifted), ()))))
        found.append(Shuffle(f"mister diamond {at} fixed", places, "fixed", at, came, loose, edition.fixed))
        cards = tuple(map(str, edition.cards()))
        found.append(Shuffle(f"mister diamond {at} deck", cards, "deck", at, one.deck))
    return found
