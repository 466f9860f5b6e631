"""Mister Diamond for OpenSpiel. Who begins, every card, and whether a diamond is fixed when first tried are chance.

Nobody knows which diamonds are fixed before they are tried, so drawing each when it is tried is the same as drawing all
of them before the game. The engine plays: what chance has drawn is written into its setting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from msgspec.structs import replace
from numpy.typing import NDArray

from tacora.envs.mister_diamond_actions import MisterDiamondActions
from tacora.envs.mister_diamond_history import MisterDiamondHistory, Turn
from tacora.envs.mister_diamond_observation import Memory, MisterDiamondObservation
from tacora.envs.open_spiel_observer import Observer
from tacora.game import Seat, Step
from tacora.games.mister_diamond.editions import Card, edition_named
from tacora.games.mister_diamond.rules import Action, Event, Lift, MisterDiamond, Setting, State, View

SHORT_NAME = "python_tacora_mister_diamond"

PARAMETERS = {
    "players": 2,
    "edition": "ravensburger-1993",
    "expert": False,
    "notes": False,
    "games": 1,
    "first": -1,
}
"""The parameters of the game; `first` is the seat that begins, and -1 draws it."""

GAME_TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Mister Diamond",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.CONSTANT_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)

_STUCK, _LOOSE = 0, 1


class MisterDiamondGame(pyspiel.Game):  # type: ignore[misc]  # no types
    """A box with its options, for so many players. A victory is worth 1 and is shared by those who tie."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        self.players = int(given["players"])
        self.first = None if given["first"] < 0 else int(given["first"])
        self._options = {"expert": given["expert"], "notes": given["notes"], "games": given["games"]}
        self._edition = edition_named(given["edition"])
        self.rules = lru_cache(maxsize=None)(self._rules)
        rules = self.rules(self.first)
        rules.start(self.players, bytes(32))  # Refuses what cannot be.
        self.layout = MisterDiamondObservation(rules, self.players)
        self.history = MisterDiamondHistory(rules, self.layout.kinds, self.players)
        self.actions = MisterDiamondActions(self._edition, self.players)
        facts = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=max(len(self.layout.kinds), self.players),
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=given["games"] * self.history.most,
        )
        super().__init__(GAME_TYPE, facts, given)

    def _rules(self, first: Seat | None) -> MisterDiamond:
        return MisterDiamond(self._edition, first=first, **self._options)

    def new_initial_state(self) -> MisterDiamondState:
        """Before anybody draws."""
        return MisterDiamondState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What can be seen and remembered, or all that happened."""
        return Observer(iig_obs_type, self.layout.names, self.history.names)

    def max_chance_nodes_in_history(self) -> int:
        """Who begins, and for each decision a card and a try; some cards ask for none."""
        return 1 + 2 * int(self.max_game_length())


class _Now(NamedTuple):
    """Where a match is; a value, which the library need not copy part by part."""

    first: Seat | None = None
    """Who begins the match, once it is known."""
    shown: State | None = None
    """What lies on the table; nothing before the first card that asks for a decision."""
    action: Action | None = None
    """A decision that waits for chance."""
    fixed: bool | None = None
    """Whether the diamond that is tried is fixed, once it is known."""
    cards: tuple[Card, ...] = ()
    """Drawn since, in this game of the match."""
    later: tuple[Card, ...] = ()
    """Drawn since, in the next one."""
    waiting: State | None = None
    """Where drawing has come to without a decision; nothing if no card is awaited."""
    history: tuple[Event, ...] = ()
    turns: tuple[Turn, ...] = ()
    """All that everybody has seen."""

    def __deepcopy__(self, memo: object) -> _Now:
        return self


class MisterDiamondState(pyspiel.State):  # type: ignore[misc]  # no types
    """A match under way. The library keeps its attributes when it serialises one: they are values."""

    def __init__(self, game: MisterDiamondGame) -> None:
        super().__init__(game)
        self._now = _Now(game.first)

    def current_player(self) -> int:
        """Whoever has drawn, chance, or nobody any more."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        now = self._now
        if now.shown is None or now.action is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return now.shown.turn

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.current_player() or self._now.shown is None:
            return []
        game = self.get_game()
        legal = self._rules().legal_actions(self._now.shown, player)
        return sorted(game.actions.number(action, player) for action in legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Who begins; fixed (0) or loose (1); or a card, by its place among the kinds of the box."""
        game, now = self.get_game(), self._now
        if now.first is None:
            return [(seat, 1 / game.players) for seat in range(game.players)]
        if self._tries():
            assert now.shown is not None
            fixed = game.layout.fixed - len(now.shown.tried)
            stuck = fixed / (len(now.shown.board) - len(now.shown.tried))
            return [(result, chance) for result, chance in ((_STUCK, stuck), (_LOOSE, 1 - stuck)) if chance]
        deck = Counter(self._deck())
        total = sum(deck.values())
        return [(at, deck[kind] / total) for at, kind in enumerate(game.layout.kinds) if deck[kind]]

    def _apply_action(self, action: int) -> None:
        game, now = self.get_game(), self._now
        if now.first is None:
            self._now = now._replace(first=action)
        elif now.shown is not None and now.action is None:
            self._decide(game.actions.action(action, now.shown.turn))
        elif self._tries():
            self._now = now._replace(fixed=action == _STUCK, turns=_known(now.turns, fixed=action == _STUCK))
            self._play_on()
        else:
            card = game.layout.kinds[action]
            ended = now.waiting is not None and now.shown is not None and now.waiting.game > now.shown.game
            turn = Turn((now.shown.game if now.shown else 1) + ended, card)
            now = now._replace(turns=(*now.turns, turn))
            self._now = now._replace(later=(*now.later, card)) if ended else now._replace(cards=(*now.cards, card))
            self._play_on()

    def _action_to_string(self, player: int, action: int) -> str:
        game, now = self.get_game(), self._now
        if player != pyspiel.PlayerId.CHANCE:
            return str(game.actions.action(action, player))
        if now.first is None:
            return f"player {action} begins"
        if self._tries():
            return "fixed" if action == _STUCK else "loose"
        return str(game.layout.kinds[action])

    def is_terminal(self) -> bool:
        """Whether the last game is over."""
        return self._now.shown is not None and self._rules().outcome(self._now.shown) is not None

    def returns(self) -> list[float]:
        """Each player's part of the victory."""
        outcome = self._rules().outcome(self._now.shown) if self._now.shown else None
        winners = outcome.winners if outcome else ()
        return [(seat in winners) / max(len(winners), 1) for seat in range(self.get_game().players)]

    def view(self, player: int) -> View | None:
        """What a player sees; nothing before the first decision."""
        return self._rules().observe(self._now.shown, player) if self._now.shown else None

    def numbers(self, player: int) -> NDArray[np.float32]:
        """What a player sees and could remember."""
        layout, view = self.get_game().layout, self.view(player)
        if view is None:
            return np.zeros(len(layout.names), np.float32)
        memory = Memory()
        memory.hear(self._now.history)
        return np.asarray(layout.of(view, memory, player), np.float32)

    def recalled(self, player: int) -> NDArray[np.float32]:
        """All that a player has seen, as numbers."""
        history: MisterDiamondHistory = self.get_game().history
        return history.numbers(self._now.first, self._now.turns, player)

    def told(self) -> str:
        """All that everybody has seen."""
        game, now = self.get_game(), self._now
        begins = [] if now.first is None else [f"player {now.first} begins"]
        return "; ".join((*begins, *game.history.text(now.turns)))

    def __str__(self) -> str:
        return self.told()

    def _rules(self) -> MisterDiamond:
        rules: MisterDiamond = self.get_game().rules(self._now.first)
        return rules

    def _tries(self) -> bool:
        """Whether chance has to tell if a diamond is fixed."""
        now = self._now
        return now.shown is not None and isinstance(now.action, Lift) and now.fixed is None

    def _deck(self) -> tuple[Card, ...]:
        """What the next card is drawn from."""
        now = self._now
        left = list(self._rules().edition.cards())
        if now.waiting is not None and now.shown is not None and now.waiting.game > now.shown.game:
            drawn = now.later
        else:
            drawn = (*(now.shown.setting.deck if now.shown else ()), *now.cards)
        for card in drawn:
            left.remove(card)
        return tuple(left)

    def _decide(self, action: Action) -> None:
        now = self._now
        assert now.shown is not None
        known = now.shown.tried
        fixed = True if isinstance(action, Lift) and action.place in known else None
        turns = _known(now.turns, seat=now.shown.turn, action=action, fixed=fixed)
        self._now = now._replace(action=action, fixed=fixed, turns=turns)
        if not self._tries():
            self._play_on()

    def _play_on(self) -> None:
        """Carry out the decision with what chance has told; if that asks for another card, wait for it."""
        step = self._step()
        now = self._now
        if step.state.card is not None or self._rules().outcome(step.state) is not None:
            self._now = _Now(now.first, step.state, history=(*now.history, *step.events), turns=now.turns)
        else:
            self._now = now._replace(waiting=step.state)

    def _step(self) -> Step[State, Event]:
        rules, now, players = self._rules(), self._now, self.get_game().players
        any_fixed = frozenset(range(1, rules.edition.fixed + 1))  # Nobody ever looks at it.
        if now.shown is None:
            return rules.start(players, (Setting(any_fixed, now.cards),))
        assert now.action is not None
        fixed = frozenset({now.action.place}) if isinstance(now.action, Lift) and now.fixed else frozenset()
        setting = Setting(fixed, (*now.shown.setting.deck, *now.cards))
        source = (Setting(any_fixed, ()),) * now.shown.game
        if now.later:
            source += (Setting(any_fixed, now.later),)
        ready = replace(now.shown, source=source, setting=setting)
        return rules.apply(ready, {now.shown.turn: now.action})


def _known(turns: tuple[Turn, ...], **facts: Any) -> tuple[Turn, ...]:
    """More is known of the latest turn."""
    return (*turns[:-1], turns[-1]._replace(**facts))


def register() -> None:
    """Tell OpenSpiel about the game; a second time changes nothing."""
    if SHORT_NAME not in pyspiel.registered_names():
        pyspiel.register_game(GAME_TYPE, MisterDiamondGame)
