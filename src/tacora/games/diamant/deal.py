"""What the seed of a game of Diamant decided, for whoever checks it."""

from __future__ import annotations

from tacora.games.diamant.record import Replay
from tacora.games.diamant.rules import Began
from tacora.record.shuffles import Shuffle


def shuffles(played: Replay) -> list[Shuffle]:
    """The deck of each expedition as it lay before shuffling, and the cards turned from it."""
    turned = played.turned()
    if isinstance(played.record.turned, tuple):  # What the players saw, as it was written down.
        came = played.record.turned
    else:
        came = tuple(tuple(map(str, row)) for row in turned)
    camps = [
        (event.expedition, step.state.camp)
        for step in played.steps
        for event in step.events
        if isinstance(event, Began)
    ]
    return [
        Shuffle(
            label=f"diamant cave {number}",
            items=tuple(map(str, played.game.in_play(number, camp))),
            kind="cave",
            number=number,
            came=came[number - 1] if number <= len(came) else (),
        )
        for number, camp in camps
    ]
