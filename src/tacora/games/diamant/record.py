"""The record of a game of Diamant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tacora.chance import Seed
from tacora.game import Refused, Seat, Step
from tacora.games.diamant.editions import Card, Relic, edition_named
from tacora.games.diamant.rules import (
    Began,
    Camp,
    Chests,
    Deal,
    Decision,
    Diamant,
    Disaster,
    Event,
    ExpeditionEnded,
    HazardMet,
    RelicFound,
    State,
    TreasureFound,
    check_written,
)
from tacora.record.base import BaseRecord, BaseSummary, Rows, Verdict, check_names, first_difference

Ended: TypeAlias = Literal["left", "hazard", "open"]

_LETTERS: dict[str, Decision] = {decision.value: decision for decision in Decision}
_OUTSIDE = "-"


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table may choose."""

    relics: bool | UnsetType = UNSET
    chests: Chests = "open"
    duplicate: bool = False
    """Cards that no decision changes: see `Diamant.duplicate`."""


class DiamantRecord(BaseRecord, frozen=True, tag_field="game", tag="diamant", kw_only=True):
    """Everything needed to play a game again: the box, the seats, the cards or the seed that deals them, the decisions.

    It may stop anywhere: a game in progress.
    """

    options: Options = Options()
    deal: Rows | UnsetType = UNSET
    turned: Rows | UnsetType = UNSET
    """With a seed: the cards that the players saw, for `verify` to compare."""
    decisions: Rows

    def chosen(self) -> dict[str, object]:
        """The options that the table chose."""
        return dict(msgspec.to_builtins(self.options))

    def length(self) -> int:
        """The joint decisions of all expeditions."""
        return sum(map(len, self.decisions))

    def rules(self) -> Diamant:
        """The rules this game is played by."""
        relics = None if self.options.relics is UNSET else self.options.relics
        return Diamant(
            edition_named(self.edition), relics=relics, chests=self.options.chests, duplicate=self.options.duplicate
        )

    def decided(self, state: State, actions: Mapping[Seat, Decision]) -> DiamantRecord:
        """The record with one more joint decision, taken in this state."""
        letters = [_OUTSIDE] * len(self.seats)
        for seat, action in actions.items():
            letters[seat] = action._value_  # As `value`, without a call.
        word = "".join(letters)
        before = state.expedition - 1
        rows = self.decisions + ((),) * (before + 1 - len(self.decisions))
        return msgspec.structs.replace(self, decisions=(*rows[:before], (*rows[before], word)))

    def with_turned(self, played: Replay) -> DiamantRecord:
        """The record with the cards that were turned, for `verify` to compare."""
        return msgspec.structs.replace(self, turned=tuple(tuple(map(str, row)) for row in played.turned()))


class Expedition(Struct, frozen=True):
    """One expedition of a replayed game, in figures."""

    cards: tuple[str, ...]
    ended: Ended
    chests: tuple[int, ...]
    relics: tuple[tuple[str, ...], ...]


class Summary(BaseSummary, frozen=True):
    """A replayed game in figures."""

    expeditions: tuple[Expedition, ...]


class Replay(Struct, frozen=True):
    """A record played again: its rules and every step."""

    record: DiamantRecord
    game: Diamant
    steps: tuple[Step[State, Event], ...]

    @property
    def state(self) -> State:
        """Where the game stands."""
        return self.steps[-1].state

    def turned(self) -> tuple[tuple[Card, ...], ...]:
        """The cards turned, a row for each expedition begun."""
        rows: list[list[Card]] = []
        for step in self.steps:
            for event in step.events:
                match event:
                    case TreasureFound() | HazardMet() | RelicFound() | Disaster():
                        rows[-1].append(event.card)
                    case Began():
                        rows.append([])
        return tuple(map(tuple, rows))

    def summary(self) -> Summary:
        """The game in figures."""
        outcome = self.game.outcome(self.state)
        return Summary(
            over=outcome is not None,
            scores=self.game.scores(self.state),
            winners=outcome.winners if outcome else (),
            expeditions=tuple(self._expeditions()),
        )

    def _expeditions(self) -> Iterator[Expedition]:
        # The step that ends an expedition may begin the next, but changes no chest and no trophy after the end.
        ends: list[tuple[Ended, State]] = [
            (event.how, step.state)
            for step in self.steps
            for event in step.events
            if isinstance(event, ExpeditionEnded)
        ]
        for at, cards in enumerate(self.turned()):
            still_open: tuple[Ended, State] = ("open", self.state)
            how, state = ends[at] if at < len(ends) else still_open
            yield Expedition(
                cards=tuple(map(str, cards)),
                ended=how,
                chests=state.camp.chests,
                relics=tuple(tuple(str(trophy.relic) for trophy in owned) for owned in state.camp.trophies),
            )


def replay(record: DiamantRecord) -> Replay:
    """Play a record from its first card to where it stops. Raises `Refused` with the place of anything wrong."""
    game = record.rules()
    check_names(record.seats)
    source = _source(record, game)
    if len(record.decisions) > game.edition.expeditions:
        raise Refused("no-such-expedition", expedition=game.edition.expeditions + 1, most=game.edition.expeditions)
    steps = [game.start(len(record.seats), source)]
    for expedition, words in enumerate(record.decisions, start=1):
        for number, word in enumerate(words, start=1):
            state = steps[-1].state
            _check_moment(game, state, expedition, number)
            steps.append(game.apply(state, _joint_action(record, state, word, expedition, number)))
    if isinstance(source, tuple):
        _check_rest(game, steps[-1].state, source)
    return Replay(record, game, tuple(steps))


def verify(record: DiamantRecord, promised: str | None = None) -> Verdict:
    """Check a seed against the commitment (the record's, or one noted at the start) and against the cards seen."""
    played = replay(record)
    kept = record.keeps_promise(promised)
    if record.turned is UNSET:
        return Verdict(kept, cards=None)
    differs = first_difference(record.turned, tuple(tuple(map(str, row)) for row in played.turned()))
    return Verdict(kept, differs is None, differs)


def _source(record: DiamantRecord, game: Diamant) -> Seed | Deal:
    seed = record.secret(deal=record.deal, turned=record.turned)
    if seed is not None:
        return seed
    assert record.deal is not UNSET
    if len(record.deal) > game.edition.expeditions:
        raise Refused("no-such-expedition", expedition=game.edition.expeditions + 1, most=game.edition.expeditions)
    return tuple(
        tuple(_card(game, text, expedition, at) for at, text in enumerate(row, start=1))
        for expedition, row in enumerate(record.deal, start=1)
    )


def _card(game: Diamant, text: str, expedition: int, at: int) -> Card:
    card = game.edition.card(text)
    if card is None:
        raise Refused("unknown-card", expedition=expedition, card=at, text=text, edition=game.edition.name)
    return card


def _check_moment(game: Diamant, state: State, expedition: int, number: int) -> None:
    """Refuse a decision written for a moment when nobody decides."""
    if game.outcome(state) is not None:
        raise Refused("after-the-end", expedition=expedition, decision=number)
    paused = not game.pending(state)
    if state.expedition > expedition or (paused and state.expedition == expedition):
        raise Refused("expedition-over", expedition=expedition, decision=number)
    if paused:
        raise Refused("too-few-cards", expedition=state.expedition + 1, needed=1)
    if state.expedition < expedition:
        raise Refused("expedition-open", expedition=expedition, decision=number, open=state.expedition)


def _joint_action(record: DiamantRecord, state: State, word: str, expedition: int, number: int) -> dict[Seat, Decision]:
    seats = len(record.seats)
    if len(word) != seats:
        raise Refused(
            "letter-count", expedition=expedition, decision=number, text=word, given=len(word), expected=seats
        )
    actions: dict[Seat, Decision] = {}
    for seat, letter in enumerate(word):
        place = {"expedition": expedition, "decision": number, "seat": seat, "letter": letter}
        name = record.seats[seat]
        if letter not in _LETTERS and letter != _OUTSIDE:
            raise Refused("unknown-letter", **place)
        if seat not in state.cave.inside:
            if letter != _OUTSIDE:
                raise Refused("already-home", **place, name=name)
        elif letter == _OUTSIDE:
            raise Refused("must-decide", **place, name=name)
        else:
            actions[seat] = _LETTERS[letter]
    return actions


def _check_rest(game: Diamant, state: State, deal: Deal) -> None:
    """Refuse cards written for expeditions not begun that could never be turned there."""
    camp = state.camp
    turned = tuple(card for card in state.cave.tunnel if isinstance(card, Relic)) if game.pending(state) else ()
    camp = Camp(camp.chests, camp.trophies, camp.removed, camp.gone + turned)
    for expedition in range(state.expedition + 1, len(deal) + 1):
        row = deal[expedition - 1]
        if row and not game.pending(state):
            raise Refused("too-few-cards", expedition=state.expedition + 1, needed=1)
        check_written(row, expedition, game.in_play(expedition, camp))
