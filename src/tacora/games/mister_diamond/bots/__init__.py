"""Players of Mister Diamond, told apart by their memory and by how they steal."""

from __future__ import annotations

from random import Random

from tacora.bots.bot import Bot, probability_in
from tacora.game import Refused
from tacora.games.mister_diamond.bots.foresight import Thieving
from tacora.games.mister_diamond.bots.rememberer import Rememberer
from tacora.games.mister_diamond.rules import Action, Event, View

__all__ = ["MISTER_BOTS", "MISTER_CHARACTERS", "MISTER_COMPANY", "Rememberer", "Thieving", "make_mister_bot"]

MISTER_COMPANY = ("elephant", "squirrel", "goldfish")
"""Bots with a temper, who fill the seats of a family's table."""
MISTER_CHARACTERS = ("goldfish", "squirrel", "elephant")
"""The opponents of people, from the weakest to the strongest."""

MISTER_BOTS = ("blind", "memory", "master", "forgetful:P", "forgetful:P:THEFT", *MISTER_COMPANY)
"""How the bots are written; P is the probability that a remembered place fades, each turn, THEFT a `Thieving`."""

_PLAIN: dict[str, tuple[float, Thieving]] = {
    "blind": (1, Thieving.DEAREST),
    "memory": (0, Thieving.DEAREST),
    "master": (0, Thieving.BEST),
    "elephant": (0, Thieving.WEIGHED),
    "squirrel": (0.03, Thieving.WEIGHED),
    "goldfish": (0.25, Thieving.ANY),
}


def make_mister_bot(text: str, rng: Random) -> Bot[View, Event, Action]:
    """The bot that is written so; whatever it leaves to chance it takes from `rng`."""
    name, colon, parameter = text.partition(":")
    if name in _PLAIN:
        if colon:
            raise Refused("bot-parameter", bot=text, expected="none")
        fade, thieving = _PLAIN[name]
        return Rememberer(fade, rng, thieving)
    if name == "forgetful":
        number, colon, theft = parameter.partition(":")
        probability = probability_in(number)
        if probability is None:
            raise Refused("bot-parameter", bot=text, expected="probability")
        if colon and theft not in set(Thieving):
            raise Refused("bot-parameter", bot=text, expected="theft")
        return Rememberer(probability, rng, Thieving(theft) if colon else Thieving.DEAREST)
    raise Refused("unknown-bot", bot=text, known=", ".join(MISTER_BOTS))
