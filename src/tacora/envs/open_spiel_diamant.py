"""Diamant for OpenSpiel: all inside decide at the same time, and every card is a chance node.

The engine plays: a card that chance has drawn is written into its deck, and the decisions that were waiting for it are
carried out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from msgspec.structs import replace
from numpy.typing import NDArray

from tacora.envs.diamant_history import DiamantHistory, Turn
from tacora.envs.diamant_observation import DiamantObservation
from tacora.envs.open_spiel_observer import Observer
from tacora.game import Refused, Seat
from tacora.games.diamant.editions import Card, edition_named
from tacora.games.diamant.rules import CONTINUE, LEAVE, Camp, Decision, Diamant, State, View

SHORT_NAME = "python_tacora_diamant"

_CONTINUE, _LEAVE = 0, 1
_DECISIONS = {_CONTINUE: CONTINUE, _LEAVE: LEAVE}
_RELICS = {"box": None, "yes": True, "no": False}

PARAMETERS = {"players": 4, "edition": "tacora-2024", "relics": "box", "chests": "open"}
"""The parameters of the game; `relics` is "yes", "no", or "box": as the box has it."""

GAME_TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Diamant",
    dynamics=pyspiel.GameType.Dynamics.SIMULTANEOUS,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=3,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


class DiamantGame(pyspiel.Game):  # type: ignore[misc]  # no types
    """A box with its options, for so many players. A victory is worth 1 and is shared by those who tie."""

    def __init__(self, params: Mapping[str, Any] | None = None, *, rules: Diamant | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        if given["relics"] not in _RELICS:
            raise Refused("unknown-value", path="relics", value=given["relics"])
        self.rules = rules or Diamant(
            edition_named(given["edition"]), relics=_RELICS[given["relics"]], chests=given["chests"]
        )
        self.players = int(given["players"])
        self.rules.start(self.players, bytes(32))  # Refuses a number of players that cannot be.
        self.layout = DiamantObservation(self.rules, self.players)
        self.history = DiamantHistory(self.rules, self.layout.kinds, self.players)
        facts = pyspiel.GameInfo(
            num_distinct_actions=len(_DECISIONS),
            max_chance_outcomes=len(self.layout.kinds),
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=self.rules.edition.expeditions * self.history.deepest,
        )
        super().__init__(GAME_TYPE, facts, given)

    def new_initial_state(self) -> DiamantState:
        """Before the first card."""
        return DiamantState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Views, or all that happened."""
        return Observer(iig_obs_type, self.layout.names, self.history.names)

    def max_chance_nodes_in_history(self) -> int:
        """A card for each decision, and the first of each expedition."""
        return int(self.max_game_length()) + self.rules.edition.expeditions


class _Now(NamedTuple):
    """Where a game is; a value, which the library need not copy part by part."""

    shown: State | None = None
    """What lies on the table; nothing before the first card."""
    decided: State | None = None
    """The state in which the decisions were made that wait for a card."""
    decisions: Mapping[Seat, Decision] | None = None
    cards: tuple[Card, ...] = ()
    """The last card of an expedition that is over, if a card ended it."""
    turns: tuple[Turn, ...] = ()
    """All that everybody has seen."""

    def __deepcopy__(self, memo: object) -> _Now:
        return self

    @property
    def inside(self) -> tuple[Seat, ...]:
        """Who has to decide now."""
        return self.shown.cave.inside if self.shown is not None and self.decided is None else ()


def _deck(rules: Diamant, players: int, now: _Now) -> tuple[Card, ...]:
    """What the next card is drawn from."""
    if now.shown is None:
        return rules.in_play(1, Camp((0,) * players, ((),) * players))
    if now.shown.cave.inside:
        return rules.observe(now.shown, None).unseen
    return rules.in_play(now.shown.expedition + 1, now.shown.camp)


def _turned(rules: Diamant, players: int, now: _Now, card: Card) -> _Now:
    """After this card."""
    if now.shown is None:
        return _Now(rules.start(players, ((card,),)).state, turns=(Turn(1, card),))
    inside = now.shown.cave.inside
    turn = Turn(now.shown.expedition + (not inside), card)
    now = now._replace(turns=(*now.turns, turn))
    return _carried_out(rules, now, (card,)) if inside else _carried_out(rules, now, now.cards, first=card)


def _opened(rules: Diamant, now: _Now, decisions: Mapping[Seat, Decision]) -> _Now:
    """After these decisions: a card is awaited if anybody goes on, and the first of the next cave otherwise."""
    *before, last = now.turns
    turns = (*before, last._replace(decisions=decisions))
    now = now._replace(decided=now.shown, decisions=decisions, turns=turns)
    return now if CONTINUE in decisions.values() else _carried_out(rules, now, ())


def _carried_out(rules: Diamant, now: _Now, cards: tuple[Card, ...], first: Card | None = None) -> _Now:
    """The decisions that were waiting, with these cards, and with the first one of the next cave if it is known."""
    decided, decisions = now.decided, now.decisions
    assert decided is not None
    assert decisions is not None
    coming = ((),) * decided.expedition + (((first,),) if first else ())
    ready = replace(decided, source=coming, deck=(*decided.cave.tunnel, *cards))
    state = rules.apply(ready, decisions).state
    if state.cave.inside or rules.outcome(state):
        return _Now(state, turns=now.turns)
    return now._replace(shown=state, cards=cards)


class DiamantState(pyspiel.State):  # type: ignore[misc]  # no types
    """A game under way. The library keeps its attributes when it serialises one: they are values."""

    def __init__(self, game: DiamantGame) -> None:
        super().__init__(game)
        self._now = _Now()

    def current_player(self) -> int:
        """All who are inside, chance, or nobody any more."""
        if self._now.inside:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return int(pyspiel.PlayerId.TERMINAL if self.is_terminal() else pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return [_CONTINUE, _LEAVE] if player in self._now.inside else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every card that can be told apart, by its place among the kinds of the box."""
        game = self.get_game()
        deck = _deck(game.rules, game.players, self._now)
        count = Counter(deck)
        return [(at, count[kind] / len(deck)) for at, kind in enumerate(game.layout.kinds) if count[kind]]

    def _apply_action(self, action: int) -> None:
        game = self.get_game()
        self._now = _turned(game.rules, game.players, self._now, game.layout.kinds[action])

    def _apply_actions(self, actions: list[int]) -> None:
        game = self.get_game()
        decisions = {seat: _DECISIONS[actions[seat]] for seat in self._now.inside}
        self._now = _opened(game.rules, self._now, decisions)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self.get_game().layout.kinds[action])
        return str(_DECISIONS[action])

    def is_terminal(self) -> bool:
        """Whether the last cave is behind them."""
        shown = self._now.shown
        return shown is not None and self.get_game().rules.outcome(shown) is not None

    def returns(self) -> list[float]:
        """Each player's part of the victory."""
        game = self.get_game()
        outcome = game.rules.outcome(self._now.shown) if self._now.shown else None
        winners = outcome.winners if outcome else ()
        return [(seat in winners) / max(len(winners), 1) for seat in range(game.players)]

    def view(self, player: int) -> View | None:
        """What a player sees; nothing before the first card."""
        return self.get_game().rules.observe(self._now.shown, player) if self._now.shown else None

    def numbers(self, player: int) -> NDArray[np.float32]:
        """Likewise as numbers."""
        layout, view = self.get_game().layout, self.view(player)
        return (layout.of(view) if view else np.zeros(len(layout.names))).astype(np.float32)

    def recalled(self, player: int) -> NDArray[np.float32]:
        """All that a player has seen, as numbers."""
        history: DiamantHistory = self.get_game().history
        return history.numbers(self._now.turns, player)

    def told(self) -> str:
        """All that everybody has seen."""
        history: DiamantHistory = self.get_game().history
        return history.text(self._now.turns)

    def __str__(self) -> str:
        return self.told()


def register() -> None:
    """Tell OpenSpiel about the game; a second time changes nothing."""
    if SHORT_NAME not in pyspiel.registered_names():
        pyspiel.register_game(GAME_TYPE, DiamantGame)
