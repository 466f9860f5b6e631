"""Frames from the server: state and events."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from tacora.game import Seat
from tacora.protocol.frame import Frame


class Chair(Frame, frozen=True, kw_only=True, tag=False):
    """A seat, for all to see."""

    name: str
    colour: int
    letter: str
    bot: str | None = None
    sitting_in: str | None = None
    """The bot that plays until the owner returns."""
    online: bool = True
    away: bool = False
    late: bool = False
    """The seat ran out of time, the table acted for it, and its owner has done nothing since."""
    multiplier: float = 1.0


class Table(Frame, frozen=True, kw_only=True, tag="table"):
    """The table and who sits there: the first answer, and again whenever something about it changes."""

    table: str
    game: str
    edition: str
    options: dict[str, Any]
    seats: tuple[Chair | None, ...]
    host: Seat | None = None
    """`None`: whoever opened the table, without a seat."""
    hosting: bool = False
    """Whether this connection hosts."""
    yours: tuple[Seat, ...] = ()
    """The seats that this connection plays."""
    games: int = 0
    totals: tuple[int, ...] = ()
    running: bool = False
    clock: int | None = None
    absence: str = "wait"
    thinking: bool = True
    named: bool = True
    """Whether it is told who still thinks, and not only how many."""
    words: bool = False
    """Whether players may say something in their own words, and not only phrases."""
    listed: bool = False
    promise: str = ""
    """SHA-256 of the table's share of the next game's seed. If that deal was given (`again`), it says nothing of it."""
    commitment: str | None = None
    """SHA-256 of the seed of the current or latest game."""
    again: bool = False
    """Whether the table was given the next deal, which `luck` does not change: that of an earlier game, or of the day,
    or the next one of its club evening."""
    club: str = ""
    """The club evening that this table belongs to: `/club/CODE`."""
    deals: int = 0
    """Number of deals that it plays as the other tables of its evening do."""
    watchers: int = 0
    coach: bool = False
    """Whether the coach may be asked at this table."""
    memory: int | None = None
    """How many of the latest sentences a client may repeat during a game; `None`: all of them."""


class Now(Frame, frozen=True, kw_only=True, tag="now"):
    """The greeting ends here: what you have heard is all there is, and what follows happens now."""

    seq: int
    pages: str = ""
    """The version of this server's web pages: an older page that is still open offers to reload."""


class Seated(Frame, frozen=True, kw_only=True, tag="seated"):
    """The private answer to `sit`: the token is the seat."""

    seat: Seat
    token: str
    id: str | None = None


class Plain(Struct, frozen=True, omit_defaults=True):
    """A game that pages have no drawings for, in words."""

    lines: tuple[str, ...] = ()
    """The situation."""
    actions: dict[str, str] = {}
    """The label of each decision that is legal for your seats."""


class Step(Frame, frozen=True, kw_only=True, tag="step"):
    """Something happened: the cards were dealt, or all decisions were opened together."""

    seq: int | None = None
    """The number of this step among the table's news, for `since`. Omitted if `over` follows, which has it."""
    game: int
    events: msgspec.Raw
    view: msgspec.Raw
    legal: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """The legal decisions of each of your seats; empty for a replayed step."""
    decision: int | None = None
    """The number that a decision has to name; `None`: no decision is pending."""
    thinking: int = 0
    """How many seats owe a decision."""
    say: str
    asked: str = ""
    """The question to your seats, to be said after `say`."""
    commitment: str | None = None
    """At the beginning of a game: SHA-256 of its seed."""
    plain: Plain | None = None
    """Only for a game that the pages have no drawings for."""


class Thinking(Frame, frozen=True, kw_only=True, tag="thinking"):
    """Somebody sealed a decision or took one back; so many still think."""

    decision: int
    left: int
    awaited: tuple[Seat, ...] = ()
    """Those who still think; empty where the table tells only how many."""
    sealed: dict[str, str] = msgspec.field(default_factory=dict)
    """The sealed decisions of your own seats."""


class Over(Frame, frozen=True, kw_only=True, tag="over"):
    """A game is over."""

    seq: int
    game: int
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    ranks: tuple[int, ...] = ()
    """By seat, from 1; tied players share a rank."""
    totals: tuple[int, ...]
    seed: str
    secret: str
    luck: tuple[str, ...]
    """With `secret`, what the seed was made of; docs/protocol.md tells how to verify it."""
    link: str
    """The permanent path of the game."""
    record: str
    """The path of its record."""
    say: str


class Clock(Frame, frozen=True, kw_only=True, tag="clock"):
    """How much time there is for a decision."""

    decision: int
    seconds: dict[str, float] = msgspec.field(default_factory=dict)
    """Time left to your own seats that are asked."""
    longest: float
    """The most time left to any seat that is asked."""


class Spoken(Frame, frozen=True, kw_only=True, tag="spoken"):
    """Somebody says a phrase, or something in their own words."""

    seq: int
    seat: Seat
    phrase: str
    """Empty: in their own words."""
    words: str = ""
    say: str


class Trouble(Frame, frozen=True, kw_only=True, tag="error"):
    """A wish was refused; nothing changed."""

    code: str
    say: str
    id: str | None = None
    at: str | None = None
    """With `elsewhere`: the process that plays the table, to be asked for as `/ws/TABLE?at=…`."""


class Answer(Frame, frozen=True, kw_only=True, tag="answer"):
    """What was asked for, one sentence or more in each line."""

    about: str
    say: str
    after: dict[str, str] | None = None
    """With the coach's advice: what to tell once the decision is taken, by decision."""
    id: str | None = None


class Done(Frame, frozen=True, kw_only=True, tag="done"):
    """The receipt of a wish: it was carried out, and is durable."""

    id: str


class Pong(Frame, frozen=True, kw_only=True, tag="pong"):
    """Somebody is there."""

    id: str | None = None


AnyNews: TypeAlias = Table | Now | Seated | Step | Thinking | Over | Clock | Spoken | Trouble | Answer | Done | Pong
