"""The record of a game, or a match, of Mister Diamond."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tacora.chance import Seed
from tacora.game import Refused, Seat, Step
from tacora.games.mister_diamond.editions import Card, RingCard, TheftCard, edition_named
from tacora.games.mister_diamond.rules import (
    Action,
    Deal,
    Decline,
    Event,
    GameBegan,
    Lift,
    MisterDiamond,
    Ring,
    RingDrawn,
    Setting,
    State,
    Steal,
    TheftDrawn,
    check_setting,
)
from tacora.record.base import BaseRecord, BaseSummary, Verdict, check_names, first_difference


class WrittenGame(Struct, frozen=True, forbid_unknown_fields=True):
    """One game's fixed places, and its cards in the order drawn."""

    fixed: tuple[int, ...]
    deck: tuple[str, ...]


Written: TypeAlias = WrittenGame | tuple[WrittenGame, ...]
"""One game, or the games of a match."""


class MisterOptions(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table may choose."""

    expert: bool = False
    notes: bool = False
    games: int = 1
    prices: tuple[int, ...] | UnsetType = UNSET


class MisterDiamondRecord(BaseRecord, frozen=True, tag_field="game", tag="mister-diamond", kw_only=True):
    """Everything needed to play again: the box, the seats, who begins, the cards or the seed, the decisions."""

    options: MisterOptions = MisterOptions()
    first: int | UnsetType = UNSET
    """The seat that begins; left out, it is drawn from the seed, or is seat 0 where there is none."""
    deal: Written | UnsetType = UNSET
    turned: Written | UnsetType = UNSET
    """With a seed: the fixed places and the cards drawn, as the players found them, for `verify` to compare."""
    decisions: tuple[str, ...]

    def chosen(self) -> dict[str, object]:
        """The options that the table chose."""
        return dict(msgspec.to_builtins(self.options))

    def length(self) -> int:
        """The decisions of all games."""
        return len(self.decisions)

    def rules(self) -> MisterDiamond:
        """The rules this game is played by."""
        edition = edition_named(self.edition)
        if self.options.prices is not UNSET:
            edition = msgspec.structs.replace(edition, prices=self.options.prices)
        return MisterDiamond(
            edition,
            expert=self.options.expert,
            notes=self.options.notes,
            games=self.options.games,
            first=None if self.first is UNSET else self.first,
        )

    def decided(self, state: State, actions: Mapping[Seat, Action]) -> MisterDiamondRecord:
        """The record with one more decision, taken in this state."""
        return msgspec.structs.replace(self, decisions=(*self.decisions, str(actions[state.turn])))

    def with_turned(self, played: MisterReplay) -> MisterDiamondRecord:
        """The record with the fixed places and the cards that were drawn, for `verify` to compare."""
        games = played.turned()
        return msgspec.structs.replace(self, turned=games[0] if len(games) == 1 else games)


class MisterSummary(BaseSummary, frozen=True):
    """A replayed game, or a match, in figures: dollars by seat, all games together."""

    rings: tuple[tuple[Ring, ...], ...]
    next: Seat | None
    left_on_board: int


class MisterReplay(Struct, frozen=True):
    """A record played again: its rules and every step."""

    record: MisterDiamondRecord
    game: MisterDiamond
    steps: tuple[Step[State, Event], ...]

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.steps[-1].state

    def turned(self) -> tuple[WrittenGame, ...]:
        """The fixed places and the cards drawn, game by game."""
        decks: list[list[str]] = []
        for step in self.steps:
            for event in step.events:
                match event:
                    case GameBegan():
                        decks.append([])
                    case RingDrawn():
                        decks[-1].append(str(event.price))
                    case TheftDrawn():
                        decks[-1].append(str(TheftCard()))
        settings = {step.state.game: step.state.setting for step in self.steps}
        return tuple(
            WrittenGame(tuple(sorted(settings[number].fixed)), tuple(deck))
            for number, deck in enumerate(decks, start=1)
        )

    def summary(self) -> MisterSummary:
        """The game in figures."""
        state, outcome = self.state, self.game.outcome(self.state)
        totals = zip(state.totals, self.game.scores(state), strict=True)
        return MisterSummary(
            over=outcome is not None,
            scores=outcome.scores if outcome else tuple(map(sum, totals)),
            winners=outcome.winners if outcome else (),
            rings=state.rings,
            next=None if outcome else state.turn,
            left_on_board=len(state.board),
        )


def replay(record: MisterDiamondRecord) -> MisterReplay:
    """Play a record from its first card to where it stops. Raises `Refused` with the place of anything wrong."""
    game = record.rules()
    check_names(record.seats)
    source = _source(record, game)
    steps = [game.start(len(record.seats), source)]
    for number, text in enumerate(record.decisions, start=1):
        state = steps[-1].state
        if game.outcome(state) is not None:
            raise Refused("after-the-end", decision=number)
        if state.card is None:
            raise Refused("too-few-cards", game=state.game, decision=number, needed=state.drawn + 1)
        steps.append(game.apply(state, {state.turn: _action(record, game, state, text, number)}))
    return MisterReplay(record, game, tuple(steps))


def verify(record: MisterDiamondRecord, promised: str | None = None) -> Verdict:
    """Check a seed against the commitment (the record's, or one noted at the start) and against what was found."""
    played = replay(record)
    kept = record.keeps_promise(promised)
    if record.turned is UNSET:
        return Verdict(kept, cards=None)
    seen, dealt = _games(record.turned), played.turned()
    # A row of its own for the fixed places, in front of each game's cards, so that one comparison finds both.
    differs = first_difference(_rows(seen), _rows(dealt))
    if differs is None:
        return Verdict(kept, cards=True)
    row, card = differs
    return Verdict(kept, cards=False, differs_at=((row + 1) // 2, 0 if row % 2 else card))


def _rows(games: tuple[WrittenGame, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(row for game in games for row in (tuple(map(str, sorted(game.fixed))), game.deck))


def _games(written: Written) -> tuple[WrittenGame, ...]:
    return (written,) if isinstance(written, WrittenGame) else written


def _source(record: MisterDiamondRecord, game: MisterDiamond) -> Seed | Deal:
    seed = record.secret(deal=record.deal, turned=record.turned)
    if seed is not None:
        return seed
    assert record.deal is not UNSET
    written = _games(record.deal)
    if len(written) > game.games:
        raise Refused("no-such-game", game=game.games + 1, most=game.games)
    return tuple(_setting(game, one, number) for number, one in enumerate(written, start=1))


def _setting(game: MisterDiamond, written: WrittenGame, number: int) -> Setting:
    if len(set(written.fixed)) != len(written.fixed):
        twice = next(place for place in written.fixed if written.fixed.count(place) > 1)
        raise Refused("place-twice", game=number, given=twice)
    deck = tuple(_card(game, text, number, at) for at, text in enumerate(written.deck, start=1))
    setting = Setting(frozenset(written.fixed), deck)
    check_setting(game.edition, setting, number)
    return setting


def _card(game: MisterDiamond, text: str, number: int, at: int) -> Card:
    card = game.edition.card(text)
    if card is None:
        raise Refused("unknown-card", game=number, card=at, text=text, edition=game.edition.name)
    return card


def _action(record: MisterDiamondRecord, game: MisterDiamond, state: State, text: str, number: int) -> Action:
    """The action that is written so, if it answers the card that lies face up."""
    place: dict[str, object] = {"decision": number, "seat": state.turn}
    action = parse_action(text)
    if action is None:
        raise Refused("unknown-decision", **place, text=text)
    facts: dict[str, object] = {**place, "text": text, "name": record.seats[state.turn], "drawn": str(state.card)}
    if isinstance(state.card, RingCard) != isinstance(action, Lift):
        raise Refused("expected-place" if isinstance(state.card, RingCard) else "expected-theft", **facts)
    match action:
        case Lift() if not 1 <= action.place <= game.edition.places:
            raise Refused("no-such-place", **place, given=action.place, most=game.edition.places)
        case Steal() if action.victim >= len(record.seats):
            raise Refused("no-such-seat", **place, given=action.victim, most=len(record.seats) - 1)
    if action not in game.legal_actions(state, state.turn):
        raise Refused("no-diamond-there" if isinstance(action, Lift) else "no-such-theft", **facts)
    return action


def parse_action(text: str) -> Action | None:
    """A decision from its text: a place, `steal SEAT PRICE`, or `decline`.

    >>> parse_action("17"), parse_action("steal 1 3000"), parse_action("decline"), parse_action("17a")
    (Lift(place=17), Steal(victim=1, price=3000), Decline(), None)
    """
    match text.split(" "):
        case [place] if _is_number(place):
            return Lift(int(place))
        case ["steal", seat, price] if _is_number(seat) and _is_number(price):
            return Steal(int(seat), int(price))
        case ["decline"]:
            return Decline()
        case _:
            return None


def _is_number(text: str) -> bool:
    """Digits as we write them: no sign, no leading zero, no more than could ever be meant."""
    return text.isascii() and text.isdecimal() and len(text) < 10 and str(int(text)) == text
