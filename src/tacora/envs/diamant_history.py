"""All that everybody has seen in a game of Diamant, as text and as numbers: index by index in docs/environments.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tacora.game import Seat
from tacora.games.diamant.editions import Card
from tacora.games.diamant.rules import LEAVE, Decision, Diamant

DECISIONS = ("continues", "leaves")
"""What each player may have done after a card."""


class Turn(NamedTuple):
    """A card, and what those inside decided when they saw it; nothing before all have decided."""

    expedition: int
    card: Card
    decisions: Mapping[Seat, Decision] | None = None


class DiamantHistory:
    """How the turns of a game with so many players are written down.

    >>> from tacora.games.diamant import CONTINUE, edition_named
    >>> game = Diamant(edition_named("tiny"))
    >>> history = DiamantHistory(game, game.edition.cards()[:3], players=3)
    >>> turns = [Turn(1, game.edition.card("5"), {0: CONTINUE, 1: LEAVE, 2: CONTINUE}), Turn(1, game.edition.card("4"))]
    >>> history.text(turns)
    '5 CLC 4'
    >>> for at in history.numbers(turns, seat=1).nonzero()[0]:
    ...     print(at, history.names[at])
    1 seat 1 observes
    4 expedition 1, card 1: 5
    7 expedition 1, card 1: player 0 leaves
    8 expedition 1, card 1: player 1 continues
    10 expedition 1, card 1: player 2 continues
    12 expedition 1, card 2: 4
    """

    def __init__(self, game: Diamant, kinds: Sequence[Card], players: int) -> None:
        edition = game.edition
        relics = len(edition.relics.cards) if game.with_relics and edition.relics else 0
        self.players = players
        self.deepest = len(edition.treasures) + relics + len(edition.hazards) + 1
        """The most cards of an expedition: every treasure and relic, every hazard, and one of them again."""
        turn = (
            *map(str, kinds),
            *(f"player {player} {decision}" for player in range(players) for decision in DECISIONS),
        )
        self.names: tuple[str, ...] = (
            *(f"seat {seat} observes" for seat in range(players)),
            *(
                f"expedition {expedition}, card {card}: {part}"
                for expedition in range(1, edition.expeditions + 1)
                for card in range(1, self.deepest + 1)
                for part in turn
            ),
        )
        """What each number is. Players are counted from the observer, who is 0, in the order of the seats."""
        self._kind = {kind: at for at, kind in enumerate(kinds)}
        self._turn = len(turn)

    def text(self, turns: Sequence[Turn]) -> str:
        """The cards, and after each the decisions of all seats, as records have them."""
        words = []
        for turn in turns:
            words.append(str(turn.card))
            if turn.decisions is not None:
                words.append("".join(str(turn.decisions.get(seat, "-")) for seat in range(self.players)))
        return " ".join(words)

    def numbers(self, turns: Sequence[Turn], seat: Seat) -> NDArray[np.float32]:
        """The same, and who observes it: 1 for what happened."""
        row = np.zeros(len(self.names), np.float32)
        row[seat] = 1
        expedition, at = 0, 0
        for turn in turns:
            if turn.expedition > expedition:
                expedition = turn.expedition
                at = self.players + (expedition - 1) * self.deepest * self._turn
            row[at + self._kind[turn.card]] = 1
            for other, decision in (turn.decisions or {}).items():
                player = (other - seat) % self.players
                row[at + len(self._kind) + player * len(DECISIONS) + (decision is LEAVE)] = 1
            at += self._turn
        return row
