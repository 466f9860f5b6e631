"""What the seed of a game of Diamant decided, for whoever checks it."""

from __future__ import annotations

from tacora.games.diamant.editions import Card
from tacora.games.diamant.record import Replay
from tacora.games.diamant.rules import Began, Camp
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
            label=_label(played, number),
            items=tuple(map(str, _before_shuffling(played, number, camp))),
            kind="cave",
            number=number,
            came=came[number - 1] if number <= len(came) else (),
        )
        for number, camp in camps
    ]


def _label(played: Replay, number: int) -> str:
    seed = played.state.source
    return played.game.label(seed, number) if isinstance(seed, bytes) else f"diamant cave {number}"


def _before_shuffling(played: Replay, number: int, camp: Camp) -> tuple[Card, ...]:
    """With duplicate cards all of the box: a hazard that was removed would not have come."""
    return played.game.edition.cards() if played.game.duplicate else played.game.in_play(number, camp)
