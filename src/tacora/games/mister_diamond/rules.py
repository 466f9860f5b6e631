"""Mister Diamond: actions, events, the state of a match, and what a seat sees of it.

Rule numbers (M1 to M13) refer to web/rules/mister_diamond.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NoReturn, TypeAlias

import msgspec
from msgspec import Struct

from tacora.chance import Seed, shuffle
from tacora.game import IllegalAction, IllegalDeal, Outcome, Refused, Seat, Step
from tacora.games.mister_diamond.editions import Card, Edition, RingCard, TheftCard

MOST_GAMES = 99
"""In one match."""

Place: TypeAlias = int
"""A place of the board, counted from 1."""


class Lift(Struct, frozen=True, tag="lift", gc=False):
    """Try to lift the diamond of a place (M6)."""

    place: Place

    def __str__(self) -> str:
        return str(self.place)


class Steal(Struct, frozen=True, tag="steal", gc=False):
    """Take a diamond off somebody's ring of this price, for an empty ring of one's own of the same price (M7)."""

    victim: Seat
    price: int

    def __str__(self) -> str:
        return f"steal {self.victim} {self.price}"


class Decline(Struct, frozen=True, tag="decline", gc=False):
    """Do not steal, though it were possible (M8)."""

    def __str__(self) -> str:
        return "decline"


Action: TypeAlias = Lift | Steal | Decline


class Ring(Struct, frozen=True, gc=False):
    """A ring in front of a player. `set` tells whether it carries a diamond."""

    price: int
    set: bool


class Setting(Struct, frozen=True, gc=False):
    """What is hidden in one game: the fixed places and the order of the deck."""

    fixed: frozenset[Place]
    deck: tuple[Card, ...]


Deal: TypeAlias = tuple[Setting, ...]
"""Settings written down, one for each game of a match, in place of a seed. A deck may end early."""


# What happens at the table, all of it in the open.


class GameBegan(Struct, frozen=True, tag="game-began", gc=False):
    """The diamonds are set out and the board is spun (M2, M4)."""

    game: int
    first: Seat


class RingDrawn(Struct, frozen=True, tag="ring-drawn", gc=False):
    """A ring card is laid face up (M5)."""

    seat: Seat
    price: int


class TheftDrawn(Struct, frozen=True, tag="theft-drawn", gc=False):
    """A theft card is laid face up; where nothing can be stolen it is put aside (M7, M8)."""

    seat: Seat
    possible: bool


class Lifted(Struct, frozen=True, tag="lifted", gc=False):
    """A loose diamond: it is set on the ring just drawn (M6)."""

    seat: Seat
    place: Place
    price: int


class Stuck(Struct, frozen=True, tag="stuck", gc=False):
    """A fixed diamond: it stays, and so the ring stays empty (M6, M13)."""

    seat: Seat
    place: Place
    price: int


class Stolen(Struct, frozen=True, tag="stolen", gc=False):
    """A diamond changes hands; the robbed player plays next (M7)."""

    thief: Seat
    victim: Seat
    price: int


class Declined(Struct, frozen=True, tag="declined", gc=False):
    """A possible theft is not used; the same player draws again (M8)."""

    seat: Seat


class GameEnded(Struct, frozen=True, tag="game-ended", gc=False):
    """One game of the match is over (M10, M11)."""

    game: int
    scores: tuple[int, ...]
    """Of this game."""
    totals: tuple[int, ...]
    """Of the match so far."""


class MatchEnded(Struct, frozen=True, tag="match-ended", gc=False):
    """The last game is over (M12)."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


Event: TypeAlias = GameBegan | RingDrawn | TheftDrawn | Lifted | Stuck | Stolen | Declined | GameEnded | MatchEnded


class State(Struct, frozen=True, gc=False):
    """Everything there is to know about a match. `source` and `setting` are hidden from every seat."""

    source: Seed | Deal
    setting: Setting
    game: int
    """Which game of the match, from 1; one more than there are when the match is over."""
    first: Seat
    """Who began this game."""
    turn: Seat
    card: Card | None
    """The card just drawn, to be decided on; `None` between two turns."""
    drawn: int
    board: tuple[Place, ...]
    """Places whose diamond still stands there."""
    tried: tuple[Place, ...]
    """Places where a diamond proved to be fixed, in the order they were tried."""
    rings: tuple[tuple[Ring, ...], ...]
    totals: tuple[int, ...]
    """Dollars of the games that are over."""


class View(Struct, frozen=True, gc=False):
    """What lies on the table, the same for every seat: named here field by field, nothing else is shown."""

    edition: str
    expert: bool
    notes: bool
    seat: Seat | None
    places: int
    fixed: int
    """How many places there are, and how many of them are fixed; which ones is hidden."""
    game: int
    games: int
    turn: Seat | None
    """Whose decision it is; `None` when there is nothing to decide."""
    card: Card | None
    board: tuple[Place, ...]
    tried: tuple[Place, ...]
    """Places known to be fixed, where the table plays with notes (M13); otherwise they are for memory alone."""
    rings: tuple[tuple[Ring, ...], ...]
    scores: tuple[int, ...]
    """Dollars in this game as things stand."""
    totals: tuple[int, ...]
    """Dollars of the games that are over."""
    unseen: tuple[Card, ...]
    """Cards not drawn yet, sorted: anybody who counts cards knows them, nobody their order."""
    over: bool

    @property
    def standings(self) -> tuple[int, ...]:
        """Dollars of the match as things stand."""
        if self.over:
            return self.totals
        return tuple(total + score for total, score in zip(self.totals, self.scores, strict=True))

    @property
    def thefts(self) -> tuple[Steal, ...]:
        """What may be stolen now, by whoever has drawn a theft."""
        if self.turn is None or not isinstance(self.card, TheftCard):
            return ()
        return thefts_open_to(self.rings, self.turn)


class MisterDiamond:
    """The game of one box with its options. Holds no game: every method is a pure function of its arguments."""

    def __init__(
        self,
        edition: Edition,
        *,
        expert: bool = False,
        notes: bool = False,
        games: int = 1,
        first: Seat | None = None,
    ) -> None:
        if not 1 <= games <= MOST_GAMES:
            raise Refused("bad-games", given=games, most=MOST_GAMES)
        self.edition = edition
        self.expert = expert
        self.notes = notes
        self.games = games
        self.first = first
        self._cards = edition.cards()
        self._places = tuple(range(1, edition.places + 1))
        self._lifts = {place: Lift(place) for place in self._places}

    # The protocol

    def start(self, seats: int, seed: Seed | Deal) -> Step[State, Event]:
        """Set out the diamonds (M1, M2, M3) and have the first player draw (M4)."""
        if not self.edition.least_seats <= seats <= self.edition.most_seats:
            raise Refused("seat-count", given=seats, least=self.edition.least_seats, most=self.edition.most_seats)
        if self.first is not None and not 0 <= self.first < seats:
            raise Refused("no-such-seat", given=self.first, most=seats - 1)
        events: list[Event] = []
        return Step(self._begin(seed, 1, self._first(seats, seed), (0,) * seats, events), tuple(events))

    def pending(self, state: State) -> tuple[Seat, ...]:
        """The player who has drawn a card that asks for a decision."""
        return (state.turn,) if state.card is not None else ()

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Every standing diamond for a ring (M6); every theft there is, or none of them, for a theft (M7, M8)."""
        if seat != state.turn or state.card is None:
            return ()
        if isinstance(state.card, RingCard):
            return tuple([self._lifts[place] for place in state.board])
        return (*thefts_open_to(state.rings, seat), Decline())

    def apply(self, state: State, actions: Mapping[Seat, Action]) -> Step[State, Event]:
        """Carry out the decision of the player whose turn it is, and play on to the next decision."""
        seat, card = state.turn, state.card
        action = actions.get(seat)
        events: list[Event] = []
        if len(actions) != 1:
            self._refuse(state, actions)
        elif isinstance(card, RingCard) and isinstance(action, Lift) and action.place in state.board:
            state = self._lift(state, card, action.place, events)
        elif isinstance(card, TheftCard) and isinstance(action, Steal) and action in thefts_open_to(state.rings, seat):
            state = self._steal(state, action, events)
        elif isinstance(card, TheftCard) and isinstance(action, Decline):
            events.append(Declined(seat))
            state = self._draw(state, events)
        else:
            self._refuse(state, actions)
        return Step(state, tuple(events))

    def observe(self, state: State, seat: Seat | None) -> View:
        """What lies on the table. Nothing but memory tells one player more than another."""
        return View(
            edition=self.edition.name,
            expert=self.expert,
            notes=self.notes,
            seat=seat,
            places=self.edition.places,
            fixed=self.edition.fixed,
            game=min(state.game, self.games),
            games=self.games,
            turn=None if state.card is None else state.turn,
            card=state.card,
            board=state.board,
            tried=state.tried if self.notes else (),
            rings=state.rings,
            scores=self.scores(state),
            totals=state.totals,
            unseen=self._unseen(state),
            over=state.game > self.games,
        )

    def outcome(self, state: State) -> Outcome | None:
        """Most dollars over all games wins; ties are shared (M12)."""
        if state.game <= self.games:
            return None
        return Outcome(state.totals, _best(state.totals))

    # Beyond the protocol

    def scores(self, state: State) -> tuple[int, ...]:
        """Dollars by seat in this game: rings with a diamond, for experts less the empty ones (M11)."""
        empty = -1 if self.expert else 0
        return tuple(sum(ring.price if ring.set else empty * ring.price for ring in rings) for rings in state.rings)

    # The parts of a step: each adds to the events what it does.

    def _begin(
        self, source: Seed | Deal, game: int, first: Seat, totals: tuple[int, ...], events: list[Event]
    ) -> State:
        setting = self._setting(source, game)
        rings: tuple[tuple[Ring, ...], ...] = ((),) * len(totals)
        if setting.deck:
            events.append(GameBegan(game, first))
        state = State(source, setting, game, first, first, None, 0, self._places, (), rings, totals)
        return self._draw(state, events)

    def _draw(self, state: State, events: list[Event]) -> State:
        """The player whose turn it is draws until a card asks for a decision, or the game is over (M5, M8, M10)."""
        deck, drawn, seat = state.setting.deck, state.drawn, state.turn
        while drawn < len(deck):
            card = deck[drawn]
            drawn += 1
            if isinstance(card, RingCard):
                events.append(RingDrawn(seat, card.price))
                return msgspec.structs.replace(state, card=card, drawn=drawn)
            possible = bool(thefts_open_to(state.rings, seat))
            events.append(TheftDrawn(seat, possible))
            if possible:
                return msgspec.structs.replace(state, card=card, drawn=drawn)
        state = msgspec.structs.replace(state, card=None, drawn=drawn)
        return self._end(state, events) if drawn == len(self._cards) else state

    def _lift(self, state: State, card: RingCard, place: Place, events: list[Event]) -> State:
        seat = state.turn
        loose = place not in state.setting.fixed
        events.append(Lifted(seat, place, card.price) if loose else Stuck(seat, place, card.price))
        rings = list(state.rings)
        rings[seat] += (Ring(card.price, loose),)
        tried = state.tried if loose or place in state.tried else (*state.tried, place)
        board = state.board
        if loose:
            at = board.index(place)
            board = board[:at] + board[at + 1 :]
        state = msgspec.structs.replace(
            state, turn=(seat + 1) % len(rings), card=None, board=board, tried=tried, rings=tuple(rings)
        )
        if len(board) == self.edition.fixed:
            return self._end(state, events)
        return self._draw(state, events)

    def _steal(self, state: State, theft: Steal, events: list[Event]) -> State:
        thief, victim, price = state.turn, theft.victim, theft.price
        events.append(Stolen(thief, victim, price))
        rings = list(state.rings)
        rings[victim] = _with_one_changed(rings[victim], Ring(price, True), Ring(price, False))
        rings[thief] = _with_one_changed(rings[thief], Ring(price, False), Ring(price, True))
        return self._draw(msgspec.structs.replace(state, turn=victim, card=None, rings=tuple(rings)), events)

    def _end(self, state: State, events: list[Event]) -> State:
        """Add up, and begin the next game of the match if there is one: the next player begins it."""
        scores = self.scores(state)
        totals = tuple(map(sum, zip(state.totals, scores, strict=True)))
        events.append(GameEnded(state.game, scores, totals))
        if state.game < self.games:
            first = (state.first + 1) % len(totals)
            return self._begin(state.source, state.game + 1, first, totals, events)
        events.append(MatchEnded(totals, _best(totals)))
        return msgspec.structs.replace(state, card=None, game=state.game + 1, totals=totals)

    # What the parts need

    def _first(self, seats: int, source: Seed | Deal) -> Seat:
        """Who begins: as chosen, or drawn from the seed (M4)."""
        if self.first is not None:
            return self.first
        return shuffle(range(seats), source, "mister diamond first", 1)[0] if isinstance(source, bytes) else 0

    def _setting(self, source: Seed | Deal, game: int) -> Setting:
        if isinstance(source, bytes):
            fixed = shuffle(self._places, source, f"mister diamond {game} fixed", self.edition.fixed)
            return Setting(frozenset(fixed), shuffle(self._cards, source, f"mister diamond {game} deck"))
        if game > len(source):
            return Setting(frozenset(), ())
        check_setting(self.edition, source[game - 1], game)
        return source[game - 1]

    def _unseen(self, state: State) -> tuple[Card, ...]:
        if state.game > self.games:
            return ()
        left = list(self._cards)
        for card in state.setting.deck[: state.drawn]:
            left.remove(card)
        return tuple(left)

    def _refuse(self, state: State, actions: Mapping[Seat, Action]) -> NoReturn:
        if state.card is None:
            raise IllegalAction("nobody-decides")
        for seat in sorted(actions, key=str):
            if seat != state.turn:
                raise IllegalAction("not-your-turn", seat=seat, turn=state.turn)
        if not actions:
            raise IllegalAction("no-decision", seat=state.turn)
        raise IllegalAction("not-possible", seat=state.turn, action=str(actions[state.turn]), drawn=str(state.card))


def check_setting(edition: Edition, setting: Setting, game: int) -> None:
    """Refuse written fixed places and cards that this box cannot have."""
    strange = sorted(setting.fixed - set(range(1, edition.places + 1)))
    if strange:
        raise IllegalDeal("no-such-place", game=game, given=strange[0], most=edition.places)
    if len(setting.fixed) != edition.fixed:
        raise IllegalDeal("fixed-count", game=game, given=len(setting.fixed), expected=edition.fixed)
    left = Counter(edition.cards())
    for at, card in enumerate(setting.deck, start=1):
        if not left[card]:
            raise IllegalDeal("not-in-deck", game=game, card=at, text=str(card))
        left[card] -= 1


def _best(totals: tuple[int, ...]) -> tuple[Seat, ...]:
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def thefts_open_to(rings: Sequence[Sequence[Ring]], thief: Seat) -> tuple[Steal, ...]:
    """Every theft this seat could commit, by victim and price (M7)."""
    empty = {ring.price for ring in rings[thief] if not ring.set}
    if not empty:
        return ()
    return tuple(
        Steal(victim, price)
        for victim, owned in enumerate(rings)
        if victim != thief
        for price in sorted({ring.price for ring in owned if ring.set} & empty)
    )


def _with_one_changed(rings: tuple[Ring, ...], before: Ring, after: Ring) -> tuple[Ring, ...]:
    at = rings.index(before)
    return (*rings[:at], after, *rings[at + 1 :])
