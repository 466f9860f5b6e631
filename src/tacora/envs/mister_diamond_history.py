"""All that everybody has seen in a match of Mister Diamond, as text and as numbers: see docs/environments.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tacora.envs.mister_diamond_actions import MisterDiamondActions
from tacora.game import Seat
from tacora.games.mister_diamond.editions import Card
from tacora.games.mister_diamond.rules import Action, MisterDiamond

RESULTS = ("fixed", "loose")
"""What a try may have shown."""


class Turn(NamedTuple):
    """A card, and, where it asked somebody, what they did, and what the diamond that was tried proved to be."""

    game: int
    card: Card
    seat: Seat | None = None
    action: Action | None = None
    fixed: bool | None = None


class MisterDiamondHistory:
    """How the turns of a match with so many players are written down.

    >>> from tacora.games.mister_diamond import EDITIONS
    >>> from tacora.games.mister_diamond.editions import RingCard
    >>> from tacora.games.mister_diamond.rules import Lift
    >>> history = MisterDiamondHistory(MisterDiamond(EDITIONS["ravensburger-1993"]), (RingCard(1000),), players=2)
    >>> turns = [Turn(1, RingCard(1000), 1, Lift(7), fixed=True)]
    >>> history.text(turns)
    ['1000', 'player 1: 7', 'fixed']
    >>> for at in history.numbers(1, turns, seat=0).nonzero()[0]:
    ...     print(at, history.names[at])
    0 seat 0 observes
    3 player 1 begins
    4 game 1, card 1: 1000
    6 game 1, card 1: player 1 acts
    13 game 1, card 1: action 6
    56 game 1, card 1: fixed
    """

    def __init__(self, game: MisterDiamond, kinds: Sequence[Card], players: int) -> None:
        self.players = players
        self.most = len(game.edition.cards())
        """The most cards of a game: each is drawn once."""
        self._actions = MisterDiamondActions(game.edition, players)
        turn = (
            *map(str, kinds),
            *(f"player {player} acts" for player in range(players)),
            *(f"action {action}" for action in range(len(self._actions))),
            *RESULTS,
        )
        self.names: tuple[str, ...] = (
            *(f"seat {seat} observes" for seat in range(players)),
            *(f"player {player} begins" for player in range(players)),
            *(
                f"game {number}, card {card}: {part}"
                for number in range(1, game.games + 1)
                for card in range(1, self.most + 1)
                for part in turn
            ),
        )
        """What each number is. Players are counted from the observer, who is 0, in the order of the seats."""
        self._kind = {kind: at for at, kind in enumerate(kinds)}
        self._turn = len(turn)

    def text(self, turns: Sequence[Turn]) -> list[str]:
        """What happened, one thing after the other."""
        told = []
        for turn in turns:
            told.append(str(turn.card))
            if turn.action is not None:
                told.append(f"player {turn.seat}: {turn.action}")
            if turn.fixed is not None:
                told.append(RESULTS[not turn.fixed])
        return told

    def numbers(self, first: Seat | None, turns: Sequence[Turn], seat: Seat) -> NDArray[np.float32]:
        """The same, who began, and who observes it: 1 for what happened."""
        row = np.zeros(len(self.names), np.float32)
        row[seat] = 1
        if first is not None:
            row[self.players + (first - seat) % self.players] = 1
        game, at = 0, 0
        for turn in turns:
            if turn.game > game:
                game = turn.game
                at = 2 * self.players + (game - 1) * self.most * self._turn
            row[at + self._kind[turn.card]] = 1
            acts = at + len(self._kind)
            if turn.seat is not None and turn.action is not None:
                row[acts + (turn.seat - seat) % self.players] = 1
                row[acts + self.players + self._actions.number(turn.action, turn.seat)] = 1
            if turn.fixed is not None:
                row[acts + self.players + len(self._actions) + (not turn.fixed)] = 1
            at += self._turn
        return row
