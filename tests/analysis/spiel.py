"""A small box of Diamant as a game of OpenSpiel, for its own judgement of a strategy.

Those inside decide one after the other and see nothing of each other's decision until all have decided.
"""

from __future__ import annotations

from typing import NamedTuple

import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability

from tacora.games.diamant import Diamant
from tests.analysis import tree
from tests.analysis.exact import Policy

STAY, LEAVE = 0, 1


def nash_conv(diamant: Diamant, seats: int, leaving: Policy) -> float:
    """What all seats together would gain, each by its best answer to others who play so."""
    game = _Game(diamant, seats)
    return float(exploitability.nash_conv(game, _AsPolicy(game, leaving)))


class _Game(pyspiel.Game):  # type: ignore[misc]
    def __init__(self, diamant: Diamant, seats: int) -> None:
        deepest = len(diamant.edition.cards()) + len(diamant.edition.relics.cards if diamant.edition.relics else ())
        kind = pyspiel.GameType(
            short_name="python_diamant_for_tests",
            long_name="Diamant",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.CONSTANT_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=seats,
            min_num_players=seats,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
        )
        facts = pyspiel.GameInfo(
            num_distinct_actions=2,
            max_chance_outcomes=deepest,
            num_players=seats,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=diamant.edition.expeditions * deepest * seats,
        )
        super().__init__(kind, facts, {})
        self.diamant, self.seats = diamant, seats

    def new_initial_state(self) -> _State:
        return _State(self)


class _Now(NamedTuple):
    """Where a game is; a value, which the library need not copy part by part."""

    diamant: Diamant
    position: tree.Position
    decided: tuple[int, ...] = ()
    public: tuple[object, ...] = ()
    """All that everybody has seen."""

    def __deepcopy__(self, memo: object) -> _Now:
        return self

    def after(self, action: int) -> _Now:
        diamant, position, decided, public = self
        if not position.asked:
            card = list(tree.cards(position))[action][0]
            return _Now(diamant, tree.turned(diamant, position, card), (), (*public, card))
        inside, decided = position.cave.inside, (*decided, action)
        if len(decided) < len(inside):
            return self._replace(decided=decided)
        gone = tuple(seat for seat, does in zip(inside, decided, strict=True) if does == LEAVE)
        return _Now(diamant, tree.left(diamant, position, gone), (), (*public, gone))


class _State(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: _Game) -> None:
        super().__init__(game)
        self.now = _Now(game.diamant, tree.beginning(game.diamant, game.seats))

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if not self.now.position.asked:
            return int(pyspiel.PlayerId.CHANCE)
        return self.now.position.cave.inside[len(self.now.decided)]

    def is_terminal(self) -> bool:
        return tree.is_over(self.now.diamant, self.now.position)

    def returns(self) -> list[float]:
        position = self.now.position
        return list(tree.shares(position)) if self.is_terminal() else [0.0] * len(position.scores)

    def _legal_actions(self, player: int) -> list[int]:
        return [STAY, LEAVE]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(at, chance) for at, (_, chance) in enumerate(tree.cards(self.now.position))]

    def _apply_action(self, action: int) -> None:
        self.now = self.now.after(action)

    def information_state_string(self, player: int) -> str:
        return f"{player} {self.now.public}"

    def _action_to_string(self, player: int, action: int) -> str:
        return f"{player}: {action}"

    def __str__(self) -> str:
        return f"{self.now.public} {self.now.decided}"


class _AsPolicy(policy.Policy):  # type: ignore[misc]
    def __init__(self, game: _Game, leaving: Policy) -> None:
        super().__init__(game, list(range(game.seats)))
        self._leaving = leaving

    def action_probabilities(self, state: _State, player_id: int | None = None) -> dict[int, float]:
        seat = state.current_player() if player_id is None else player_id
        chance = self._leaving(tree.view(state.now.diamant, state.now.position, seat))
        return {STAY: 1 - chance, LEAVE: chance}
