"""Mister Diamond: a memory game of loose and fixed diamonds."""

from tacora.games.mister_diamond.editions import EDITIONS, Edition, edition_named
from tacora.games.mister_diamond.rules import Action, Decline, Event, Lift, MisterDiamond, Ring, State, Steal, View

__all__ = [
    "EDITIONS",
    "Action",
    "Decline",
    "Edition",
    "Event",
    "Lift",
    "MisterDiamond",
    "Ring",
    "State",
    "Steal",
    "View",
    "edition_named",
]
