"""Diamant: decisions, events, the state of a game, and what a seat sees of it.

Rule numbers (D1 to D27) refer to web/rules/diamant.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import Enum
from functools import lru_cache, partial
from itertools import count
from typing import Final, Literal, NoReturn, TypeAlias

from msgspec import Struct

from tacora.chance import MOST_ITEMS, Seed, shuffle
from tacora.game import IllegalAction, IllegalDeal, Outcome, Refused, Seat, Step
from tacora.games.diamant.cave import Cave
from tacora.games.diamant.editions import Card, Edition, Hazard, Relic, Treasure


class Decision(Enum):
    """What an explorer inside chooses before every card but the first."""

    CONTINUE = "C"
    LEAVE = "L"

    def __str__(self) -> str:
        return self.value


CONTINUE: Final = Decision.CONTINUE
LEAVE: Final = Decision.LEAVE
_EITHER = (CONTINUE, LEAVE)

Chests: TypeAlias = Literal["open", "hidden"]

Deal: TypeAlias = tuple[tuple[Card, ...], ...]
"""Cards written down in the order they are turned, a row for each expedition, in place of a seed."""


class Trophy(Struct, frozen=True, gc=False):
    """A relic that somebody brought home, and what it counts (D27)."""

    relic: Relic
    worth: int


# What happens at the table. All of it happens in the open: an event holds nothing that some seat may not know.


class Began(Struct, frozen=True, tag="began", gc=False):
    """Everybody enters the next cave (D9)."""

    expedition: int
    seats: int
    relics: tuple[Relic, ...] = ()
    """Shuffled into the deck for this expedition (D23)."""


class TreasureFound(Struct, frozen=True, tag="treasure-found", gc=False):
    """Gems are divided among all inside (D10)."""

    card: Treasure
    explorers: int
    share: int
    rest: int


class HazardMet(Struct, frozen=True, tag="hazard-met", gc=False):
    """The first hazard of its kind in this expedition (D11)."""

    card: Hazard


class RelicFound(Struct, frozen=True, tag="relic-found", gc=False):
    """A relic lies in the tunnel from now on (D24)."""

    card: Relic


class Disaster(Struct, frozen=True, tag="disaster", gc=False):
    """The second hazard of its kind: all inside lose what they hold (D12)."""

    card: Hazard
    victims: tuple[Seat, ...]
    lost: int
    """What each of them held."""


class Revealed(Struct, frozen=True, tag="revealed", gc=False):
    """The sealed decisions, opened together (D14)."""

    leaving: tuple[Seat, ...]
    continuing: tuple[Seat, ...]


class WentHome(Struct, frozen=True, tag="went-home", gc=False):
    """Leavers empty their hands and their part of the path into their chests (D16, D25)."""

    seats: tuple[Seat, ...]
    held: int
    share: int
    """Of the path, for each leaver."""
    rest: int
    """Gems that stay in the cave."""
    trophies: tuple[Trophy, ...] = ()
    left_behind: tuple[Relic, ...] = ()
    """Relics that nobody takes because several leave together."""
    lying: tuple[int, ...] = ()
    """The rest, on each card of the tunnel."""


class ExpeditionEnded(Struct, frozen=True, tag="expedition-ended", gc=False):
    """All are back at camp (D18), and the table is cleared (D19, D20, D26)."""

    expedition: int
    how: Literal["left", "hazard"]
    returned: int
    """Gems that go back to the bank from the path."""
    removed: Hazard | None = None
    lost_relics: tuple[Relic, ...] = ()


class GameEnded(Struct, frozen=True, tag="game-ended", gc=False):
    """The last cave is behind them (D21)."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


Event: TypeAlias = (
    Began | TreasureFound | HazardMet | RelicFound | Disaster | Revealed | WentHome | ExpeditionEnded | GameEnded
)


class Camp(Struct, frozen=True, gc=False):
    """What outlasts an expedition: chests and trophies, and the cards that are out of the game."""

    chests: tuple[int, ...]
    trophies: tuple[tuple[Trophy, ...], ...]
    removed: tuple[Hazard, ...] = ()
    """Hazards out of the game (D19)."""
    gone: tuple[Relic, ...] = ()
    """Relics turned in earlier expeditions, brought home or lost: out of the deck for good (D26)."""


class State(Struct, frozen=True, gc=False):
    """Everything there is to know about a game. `source` and `deck` are hidden from every seat."""

    source: Seed | Deal
    expedition: int
    deck: tuple[Card, ...]
    """The deck of this expedition from its first card on: its top from a seed, all that is written from a deal; nothing
    once the expedition is over."""
    cave: Cave
    camp: Camp


class View(Struct, frozen=True, gc=False):
    """What lies on the table for one seat, or for a spectator: named here field by field, nothing else is shown."""

    edition: str
    with_relics: bool
    chests_kept: Chests
    entrances: Literal["numbers", "barricades"]
    """What marks the caves: a number that opens one, or a barricade that closes it (D8)."""
    seat: Seat | None
    expedition: int
    expeditions: int
    inside: tuple[Seat, ...]
    held: int
    """What each explorer inside holds."""
    tunnel: tuple[Card, ...]
    lying: tuple[int, ...]
    """Gems on each card of the tunnel."""
    relics: tuple[Trophy, ...]
    """Relics still lying in the tunnel, with what each would count for whoever leaves alone now."""
    unseen: tuple[Card, ...]
    """The cards not turned yet in this expedition, sorted: anybody who counts cards knows them, nobody their order."""
    chests: tuple[int | None, ...]
    """Gems by seat; `None` where a chest is hidden from this seat."""
    trophies: tuple[tuple[Trophy, ...], ...]
    removed: tuple[Hazard, ...]
    over: bool

    @property
    def path(self) -> int:
        """Gems on the way out."""
        return sum(self.lying)


_TOP = 6  # Cards worked out when a deck is shuffled; most expeditions turn fewer.


class Diamant:
    """The game of one box with its options. Holds no game: every method is a pure function of its arguments."""

    def __init__(
        self, edition: Edition, *, relics: bool | None = None, chests: Chests = "open", duplicate: bool = False
    ) -> None:
        if relics and edition.relics is None:
            raise Refused("no-relics", edition=edition.name)
        if chests not in ("open", "hidden"):
            raise Refused("unknown-value", path="chests", value=chests)
        self.edition = edition
        self.chests: Chests = chests
        self.with_relics = relics if relics is not None else edition.relics is not None and not edition.relics.variant
        if duplicate and self.with_relics:
            raise Refused("duplicate-relics")
        self.duplicate = duplicate
        """Whether the cards of all expeditions are settled by the seed alone, whatever is decided."""
        self._relic_set = edition.relics if self.with_relics else None
        self._labels = [f"diamant cave {number}" for number in range(edition.expeditions + 1)]
        self._cards = lru_cache(maxsize=1024)(self._cards_left)

    def __reduce__(self) -> tuple[object, ...]:
        chosen = partial(Diamant, relics=self.with_relics, chests=self.chests, duplicate=self.duplicate)
        return chosen, (self.edition,)

    # The protocol

    def start(self, seats: int, seed: Seed | Deal) -> Step[State, Event]:
        """Set up the camp (D1) and enter the first cave."""
        if not self.edition.least_seats <= seats <= self.edition.most_seats:
            raise Refused("seat-count", given=seats, least=self.edition.least_seats, most=self.edition.most_seats)
        events: list[Event] = []
        before = State(seed, 0, (), Cave(()), Camp((0,) * seats, ((),) * seats))
        return Step(self._enter(before, events), tuple(events))

    def pending(self, state: State) -> tuple[Seat, ...]:
        """Everyone inside decides, all at the same time (D14)."""
        return state.cave.inside

    def legal_actions(self, state: State, seat: Seat) -> tuple[Decision, ...]:
        """Both choices for an explorer inside, a lone one too (D17); none for anybody else."""
        return _EITHER if seat in state.cave.inside else ()

    def apply(self, state: State, actions: Mapping[Seat, Decision]) -> Step[State, Event]:
        """Reveal the decisions, settle the leavers, and turn the next card if anybody stays."""
        cave, camp = state.cave, state.camp
        inside = cave.inside
        leaving: list[Seat] = []
        staying: list[Seat] = []
        try:
            for seat in inside:
                action = actions[seat]
                if action is LEAVE:
                    leaving.append(seat)
                elif action is CONTINUE:
                    staying.append(seat)
        except KeyError:
            self._refuse(state, actions)
        if not len(leaving) + len(staying) == len(actions) == len(inside) > 0:
            self._refuse(state, actions)
        leavers, stayers = tuple(leaving), tuple(staying)
        events: list[Event] = [Revealed(leavers, stayers)]
        if leavers:
            cave, camp = self._go_home(cave, camp, leavers, stayers, events)
        state = self._turn(state, cave, camp, events) if stayers else self._end(state, cave, camp, None, events)
        return Step(state, tuple(events))

    def observe(self, state: State, seat: Seat | None) -> View:
        """What this seat, or a spectator, sees on the table."""
        over = self._is_over(state)
        all_seen = self.chests == "open" or over
        cave = state.cave
        return View(
            edition=self.edition.name,
            with_relics=self.with_relics,
            chests_kept=self.chests,
            entrances=self.edition.entrances,
            seat=seat,
            expedition=state.expedition,
            expeditions=self.edition.expeditions,
            inside=cave.inside,
            held=cave.held,
            tunnel=cave.tunnel,
            lying=cave.lying,
            relics=self._trophies(cave.relics, state.camp),
            unseen=self._unseen(state),
            chests=state.camp.chests if all_seen else _only(seat, state.camp.chests),
            trophies=state.camp.trophies,
            removed=state.camp.removed,
            over=over,
        )

    def outcome(self, state: State) -> Outcome | None:
        """Most gems and relics wins; ties are shared, in one box after counting relics (D21, D27)."""
        if not self._is_over(state):
            return None
        scores = self.scores(state)
        relics = map(len, state.camp.trophies) if self.edition.relics_break_ties else scores
        ranks = list(zip(scores, relics, strict=True))
        best = max(ranks)
        return Outcome(scores, tuple([seat for seat, rank in enumerate(ranks) if rank == best]))

    # Beyond the protocol

    def scores(self, state: State) -> tuple[int, ...]:
        """Gems in the chest plus relics, by seat, as things stand."""
        camp = state.camp
        if not self.with_relics:
            return camp.chests
        return tuple(
            gems + sum(trophy.worth for trophy in trophies)
            for gems, trophies in zip(camp.chests, camp.trophies, strict=True)
        )

    def in_play(self, expedition: int, camp: Camp) -> tuple[Card, ...]:
        """The cards of an expedition's deck, sorted as they are before shuffling (D20, D23, D26)."""
        return self._cards(expedition, camp.removed, camp.gone)

    def _cards_left(self, expedition: int, removed: tuple[Hazard, ...], gone: tuple[Relic, ...]) -> tuple[Card, ...]:
        relics = self._relic_set.added_by(expedition) if self._relic_set else ()
        cards: list[Card] = [*self.edition.cards(), *relics]
        out: tuple[Card, ...] = removed + gone
        for card in out:
            cards.remove(card)
        return tuple(cards)

    # The parts of a step: each adds to the events what it does.

    def _enter(self, state: State, events: list[Event]) -> State:
        """Everyone goes into the next cave and the first card is turned, with no decision before it (D8, D9)."""
        source, camp = state.source, state.camp
        expedition = state.expedition + 1
        cards = self.in_play(expedition, camp)
        if isinstance(source, bytes):
            deck = self._shuffled(source, expedition, camp, _TOP)
        else:
            deck = _written(source, expedition, cards)
            if not deck:
                return state
        seats = len(camp.chests)
        events.append(Began(expedition, seats, self._added(expedition) if self.with_relics else ()))
        cave = Cave(tuple(range(seats)))
        return self._turn(State(source, expedition, deck, cave, camp), cave, camp, events)

    def _turn(self, state: State, cave: Cave, camp: Camp, events: list[Event]) -> State:
        """The next card of this state's deck, with cave and camp as they now are."""
        deck, depth = state.deck, len(cave.tunnel)
        if depth == len(deck):
            deck = self._deeper(state)
        card = deck[depth]
        deeper = cave.turn(card)
        if type(card) is Treasure:
            events.append(TreasureFound(card, len(cave.inside), deeper.held - cave.held, deeper.lying[-1]))
        elif type(card) is Relic:
            events.append(RelicFound(card))
        elif card in cave.tunnel:
            events.append(Disaster(card, cave.inside, cave.held))
            return self._end(state, deeper, camp, card, events)
        else:
            events.append(HazardMet(card))
        return State(state.source, state.expedition, deck, deeper, camp)

    def _go_home(
        self, cave: Cave, camp: Camp, leavers: tuple[Seat, ...], stayers: tuple[Seat, ...], events: list[Event]
    ) -> tuple[Cave, Camp]:
        """The leavers take what is theirs (D16, D25)."""
        held = cave.held
        share, relics, cave = cave.leave(len(leavers), stayers)
        chests = list(camp.chests)
        for seat in leavers:
            chests[seat] += held + share
        trophies = camp.trophies
        won: tuple[Trophy, ...] = ()
        if relics:
            won = self._trophies(relics, camp)
            trophies = tuple(owned + won if seat in leavers else owned for seat, owned in enumerate(trophies))
        events.append(WentHome(leavers, held, share, sum(cave.lying), won, cave.relics, cave.lying))
        return cave, Camp(tuple(chests), trophies, camp.removed, camp.gone)

    def _end(self, state: State, cave: Cave, camp: Camp, hazard: Hazard | None, events: list[Event]) -> State:
        """Clear the table after an expedition, peaceful or not, and go on to the next or to the end of the game."""
        how: Literal["left", "hazard"] = "hazard" if hazard else "left"
        events.append(ExpeditionEnded(state.expedition, how, cave.path(), hazard, cave.relics))
        removed = camp.removed + (hazard,) if hazard else camp.removed
        gone = camp.gone
        if self.with_relics:
            gone += tuple([card for card in cave.tunnel if type(card) is Relic])
        camp = Camp(camp.chests, camp.trophies, removed, gone)
        state = State(state.source, state.expedition, (), Cave((), cave.tunnel, (0,) * len(cave.lying)), camp)
        if state.expedition < self.edition.expeditions:
            return self._enter(state, events)
        outcome = self.outcome(state)
        assert outcome is not None
        events.append(GameEnded(outcome.scores, outcome.winners))
        return state

    # What the parts need

    def _is_over(self, state: State) -> bool:
        return not state.cave.inside and state.expedition == self.edition.expeditions

    def _added(self, expedition: int) -> tuple[Relic, ...]:
        """The relics shuffled in just before this expedition."""
        relics = self._relic_set
        return relics.added_by(expedition)[len(relics.added_by(expedition - 1)) :] if relics else ()

    def _trophies(self, relics: tuple[Relic, ...], camp: Camp) -> tuple[Trophy, ...]:
        """These relics as the next ones to be brought home."""
        if self._relic_set is None:
            return ()
        taken = sum(map(len, camp.trophies))
        return tuple(Trophy(relic, self._relic_set.worth(relic, taken + at)) for at, relic in enumerate(relics))

    def _deeper(self, state: State) -> tuple[Card, ...]:
        """The whole deck, when the party goes deeper than the part worked out so far."""
        if not isinstance(state.source, bytes):
            raise IllegalDeal("too-few-cards", expedition=state.expedition, needed=len(state.deck) + 1)
        return self._shuffled(state.source, state.expedition, state.camp)

    def _shuffled(self, seed: Seed, expedition: int, camp: Camp, most: int = MOST_ITEMS) -> tuple[Card, ...]:
        label = self.label(seed, expedition)
        if not self.duplicate:
            return shuffle(self.in_play(expedition, camp), seed, label, most)
        deck = list(shuffle(self.edition.cards(), seed, label))
        for hazard in camp.removed:  # From the back: no card before the one that ends the expedition moves.
            del deck[len(deck) - 1 - deck[::-1].index(hazard)]
        return tuple(deck)

    def label(self, seed: Seed, expedition: int) -> str:
        """The label by which the deck of an expedition is shuffled."""
        if not self.duplicate:
            return self._labels[expedition]
        return f"diamant duplicate {duplicate_try(self.edition, seed)} cave {expedition}"

    def _unseen(self, state: State) -> tuple[Card, ...]:
        if not state.cave.inside:
            return ()
        cards = list(self.in_play(state.expedition, state.camp))
        for card in state.cave.tunnel:
            cards.remove(card)
        return tuple(cards)

    def _refuse(self, state: State, actions: Mapping[Seat, Decision]) -> NoReturn:
        inside = state.cave.inside
        if not inside:
            raise IllegalAction("nobody-decides", expedition=state.expedition)
        for seat in inside:
            if seat not in actions:
                raise IllegalAction("no-decision", expedition=state.expedition, seat=seat)
            if actions[seat] not in _EITHER:
                raise IllegalAction("not-a-decision", expedition=state.expedition, seat=seat, given=actions[seat])
        outsider = min(set(actions) - set(inside), key=str)
        raise IllegalAction("not-inside", expedition=state.expedition, seat=outsider)


@lru_cache(maxsize=256)
def duplicate_try(edition: Edition, seed: Seed) -> int:
    """The first try, from 0, in which no hazard would end as many expeditions as it has cards.

    So each expedition can end by the same card whatever became of those before: a card that was removed (D20) is one
    that this deck does not need.
    """
    return next(number for number in count() if _can_end(edition, seed, number))


def _can_end(edition: Edition, seed: Seed, number: int) -> bool:
    cards, expeditions = edition.cards(), range(1, edition.expeditions + 1)
    decks = (shuffle(cards, seed, f"diamant duplicate {number} cave {expedition}") for expedition in expeditions)
    ends = Counter(map(_ending, decks))
    return all(often < cards.count(hazard) for hazard, often in ends.items())


def _ending(deck: tuple[Card, ...]) -> Hazard:
    """The hazard that comes twice first."""
    hazards = [card for card in deck if type(card) is Hazard]
    return next(hazard for at, hazard in enumerate(hazards) if hazard in hazards[:at])


def _only(seat: Seat | None, chests: tuple[int, ...]) -> tuple[int | None, ...]:
    """The chests as one seat sees them: its own."""
    return tuple(gems if owner == seat else None for owner, gems in enumerate(chests))


def check_written(written: tuple[Card, ...], expedition: int, cards: tuple[Card, ...]) -> None:
    """Refuse cards written down for an expedition that are not all in its deck."""
    left = Counter(cards)
    for at, card in enumerate(written, start=1):
        if not left[card]:
            raise IllegalDeal("not-in-deck", expedition=expedition, card=at, text=str(card))
        left[card] -= 1


def _written(deal: Deal, expedition: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    if expedition > len(deal):
        return ()
    check_written(deal[expedition - 1], expedition, cards)
    return deal[expedition - 1]
