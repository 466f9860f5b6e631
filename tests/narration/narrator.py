"""A narrator of Diamant who speaks to Ana, and seats to tell of."""

from __future__ import annotations

from tacora.game import Seat
from tacora.games.diamant import Event
from tacora.games.diamant.narration import DiamantNarrator
from tacora.games.diamant.rules import View
from tacora.narration.catalogue import Language, catalogue
from tests.cli.program import PLAIN_SPACES

NAMES = ("Ana", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")

ME, ME_AND_BOB, BOB, BOB_AND_CLEO = (0,), (0, 1), (1,), (1, 2)


def narrator(language: Language, me: Seat | None = 0) -> DiamantNarrator:
    return DiamantNarrator(catalogue(language), NAMES, me)


def told(language: Language, event: Event, view: View, me: Seat | None = 0) -> str:
    return " ".join(narrator(language, me).tell([event], view)).translate(PLAIN_SPACES)


def plain(lines: list[str]) -> list[str]:
    return [line.translate(PLAIN_SPACES) for line in lines]
