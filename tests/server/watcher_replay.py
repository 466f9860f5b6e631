"""A game played again by somebody who knows only what a watcher was told."""

from __future__ import annotations

import copy
from typing import Any

import msgspec

from tacora.game import Seat
from tacora.games import diamant, mister_diamond
from tacora.games.diamant.narration import DiamantNarrator
from tacora.games.diamant.rules import Began, Disaster, HazardMet, RelicFound, Revealed, TreasureFound
from tacora.games.mister_diamond.editions import RingCard, TheftCard
from tacora.games.mister_diamond.narration import MisterDiamondNarrator
from tacora.games.mister_diamond.rules import Declined, GameBegan, Lifted, RingDrawn, Setting, Stolen, Stuck, TheftDrawn
from tacora.games.typed import TypedKind
from tacora.narration.catalogue import Language, catalogue
from tacora.server.domain.rules import Rules

_EVENTS = msgspec.json.Decoder(tuple[diamant.Event, ...])
_MISTER_EVENTS = msgspec.json.Decoder(tuple[mister_diamond.Event, ...])


def _rules(rules: Rules) -> Any:
    kind = rules.kind
    assert isinstance(kind, TypedKind)
    return kind.rules(rules.edition, dict(rules.options))


class WatcherReplay:
    """Plays a game again from nothing but the steps that a watcher was told, and says what each step has to be."""

    def __init__(self, rules: Rules, names: list[str]) -> None:
        self.rules, self.names = rules, names
        self.game: Any = copy.copy(_rules(rules))
        self.state: Any = None
        self.rows: list[list[Any]] = []
        self.stuck: frozenset[int] = frozenset()

    def step(self, told: msgspec.Raw) -> tuple[Any, ...]:
        """Take in the events of a step, and give those that follow from the cards and decisions among them."""
        if self.rules.game == "diamant":
            return self._diamant(_EVENTS.decode(told))
        return self._mister(_MISTER_EVENTS.decode(told))

    def _diamant(self, events: tuple[diamant.Event, ...]) -> tuple[Any, ...]:
        actions = {}
        for event in events:
            match event:
                case Began():
                    self.rows.append([])
                case TreasureFound() | HazardMet() | RelicFound() | Disaster():
                    self.rows[-1].append(event.card)
                case Revealed():
                    actions = dict.fromkeys(event.leaving, diamant.LEAVE)
                    actions |= dict.fromkeys(event.continuing, diamant.CONTINUE)
        deal = tuple(map(tuple, self.rows))
        if self.state is None:
            step = self.game.start(len(self.names), deal)
        else:
            deck = deal[self.state.expedition - 1]
            step = self.game.apply(msgspec.structs.replace(self.state, source=deal, deck=deck), actions)
        self.state = step.state
        return tuple(step.events)

    def _mister(self, events: tuple[mister_diamond.Event, ...]) -> tuple[Any, ...]:
        actions: dict[Seat, Any] = {}
        for event in events:
            match event:
                case GameBegan():
                    self.rows.append([])
                    self.game.first = event.first
                case RingDrawn():
                    self.rows[-1].append(RingCard(event.price))
                case TheftDrawn():
                    self.rows[-1].append(TheftCard())
                case Lifted() | Stuck():
                    actions = {event.seat: mister_diamond.Lift(event.place)}
                    if isinstance(event, Stuck):
                        self.stuck |= {event.place}
                case Stolen():
                    actions = {event.thief: mister_diamond.Steal(event.victim, event.price)}
                case Declined():
                    actions = {event.seat: mister_diamond.Decline()}
        deck = tuple(self.rows[-1])
        if self.state is None:
            step = self.game.start(len(self.names), (Setting(frozenset(range(1, 17)), deck),))
        else:
            setting = Setting(self.stuck, deck)
            step = self.game.apply(msgspec.structs.replace(self.state, source=(), setting=setting), actions)
        self.state = step.state
        return tuple(step.events)

    def view(self, seat: Seat | None) -> Any:
        return self.game.observe(self.state, seat)

    def shown(self, seat: Seat | None) -> dict[str, object]:
        """A view, and what everybody could work out of it."""
        kind = self.rules.kind
        assert isinstance(kind, TypedKind)
        return kind.shown(self.view(seat))

    def legal(self, seat: Seat) -> tuple[str, ...]:
        return tuple(map(str, self.game.legal_actions(self.state, seat)))

    def say(self, language: Language, events: tuple[Any, ...], seat: Seat | None) -> str:
        kind = DiamantNarrator if self.rules.game == "diamant" else MisterDiamondNarrator
        return " ".join(kind(catalogue(language), self.names, seat).tell(events, self.view(seat)))
