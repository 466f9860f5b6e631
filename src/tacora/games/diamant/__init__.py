"""Diamant: push your luck in a cave."""

from tacora.games.diamant.editions import EDITIONS, Card, Edition, Hazard, Relic, Treasure, edition_named
from tacora.games.diamant.rules import CONTINUE, LEAVE, Decision, Diamant, Event, State, View

__all__ = [
    "CONTINUE",
    "EDITIONS",
    "LEAVE",
    "Card",
    "Decision",
    "Diamant",
    "Edition",
    "Event",
    "Hazard",
    "Relic",
    "State",
    "Treasure",
    "View",
    "edition_named",
]
