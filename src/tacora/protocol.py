"""The frames between a table and whoever sits at it or watches: JSON texts, told apart by their `type`.

docs/protocol.md explains them; docs/protocol.schema.json is generated from these types.
"""

from __future__ import annotations

from itertools import chain
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from tacora.game import Seat
from tacora.games.registry import GAMES

VERSION = 1

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
SeatNumber: TypeAlias = Annotated[Seat, Meta(ge=0, le=63)]
Decision: TypeAlias = Annotated[int, Meta(ge=0, lt=2**53)]
"""The number that a step asks its decisions under; whole numbers of this size are exact in JavaScript, too."""
Token: TypeAlias = Annotated[str, Meta(max_length=64)]
NewToken: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22,64}(?!\n)$")]
"""Long enough that nobody guesses it, if it was drawn by lot."""
Language: TypeAlias = Annotated[str, Meta(max_length=35)]
"""A BCP 47 tag. A server that does not speak the language speaks the nearest that it knows, or English."""


class Frame(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", gc=False):
    """What goes over the wire. A client passes over fields that it does not know: a newer server may have more."""


# From a client


class Wish(Frame, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a client wants; unknown fields are refused. `id` comes back with an answer, an error or a receipt."""

    id: Annotated[str, Meta(max_length=40)] | None = None


class Hello(Wish, frozen=True, kw_only=True, tag="hello"):
    """The first frame: which table, who I am, what I have heard already."""

    table: Annotated[str, Meta(max_length=32)]
    tokens: Annotated[tuple[Token, ...], Meta(max_length=9)] = ()
    since: Annotated[int, Meta(ge=0)] | None = None
    """The last `seq` heard: what happened after it is told. Left out: the table as it is now."""
    language: Language = "en"
    wording: Literal["short", "normal", "full"] = "normal"
    """How much is said of each step."""
    screen: bool = False
    """A screen for all: it plays no seat, whatever its tokens, and may still be the host's."""
    receipts: bool = False
    """Whether `done` is to answer wishes that carry an `id` and have no answer of their own."""
    version: int = VERSION


class Sit(Wish, frozen=True, kw_only=True, tag="sit"):
    """Take a seat; the answer carries its token."""

    name: Name
    colour: Annotated[int, Meta(ge=0, le=63)] | None = None
    seat: SeatNumber | None = None
    luck: Annotated[str, Meta(max_length=64)] = ""
    """Any text: a part of the seed of the next deal."""
    mine: bool = True
    """Whether this connection plays the seat; a shared screen seats others and hands the token on."""
    token: NewToken | None = None
    """A token of the client's own, so that the wish can be repeated if the answer is lost. Left out: a new one."""


class Stand(Wish, frozen=True, kw_only=True, tag="stand"):
    """Give a seat back (during a game a bot sits in), or, as the host, free any seat between two games."""

    seat: SeatNumber


class SitBot(Wish, frozen=True, kw_only=True, tag="sit-bot"):
    """As the host, put a bot on a free seat."""

    bot: Annotated[str, Meta(max_length=32)]
    seat: SeatNumber | None = None


class Start(Wish, frozen=True, kw_only=True, tag="start"):
    """As the host, have the cards dealt: the first game, or a rematch."""

    fill: bool = False
    """Bots for the seats that are free."""


class Decide(Wish, frozen=True, kw_only=True, tag="decide"):
    """Seal a decision, or change it."""

    seat: SeatNumber
    decision: Decision
    action: Annotated[str, Meta(max_length=32)]


class Withdraw(Wish, frozen=True, kw_only=True, tag="withdraw"):
    """Take a sealed decision back."""

    seat: SeatNumber
    decision: Decision


class MoreTime(Wish, frozen=True, kw_only=True, tag="more-time"):
    """Ask for as much time again."""

    seat: SeatNumber
    decision: Decision


class Away(Wish, frozen=True, kw_only=True, tag="away"):
    """Leave the table for a while with the connection open, or come back; a bot that sits in gives the seat back."""

    seat: SeatNumber
    away: bool


class Speak(Wish, frozen=True, kw_only=True, tag="speak"):
    """Say a preset phrase."""

    seat: SeatNumber
    phrase: Annotated[str, Meta(max_length=32)]


class Settle(Wish, frozen=True, kw_only=True, tag="settle"):
    """As the host, settle how the table goes about time."""

    clock: int | None = None
    """Seconds for a decision."""
    absence: Literal["wait", "leave", "bot"] = "wait"
    thinking: bool = True


class Allow(Wish, frozen=True, kw_only=True, tag="allow"):
    """As the host, give a seat more time than others."""

    seat: SeatNumber
    multiplier: float


class PassHost(Wish, frozen=True, kw_only=True, tag="pass-host"):
    """As the host, give the role to a seat."""

    seat: SeatNumber


class Ask(Wish, frozen=True, kw_only=True, tag="ask"):
    """Ask what lies on the table, in words. Nothing changes."""

    about: Annotated[str, Meta(max_length=32)]
    """`cave`, `players`, `mine` or, where the table allows it, `odds`."""


class Ping(Wish, frozen=True, kw_only=True, tag="ping"):
    """Is anybody there?"""


AnyWish: TypeAlias = (
    Hello
    | Sit
    | Stand
    | SitBot
    | Start
    | Decide
    | Withdraw
    | MoreTime
    | Away
    | Speak
    | Settle
    | Allow
    | PassHost
    | Ask
    | Ping
)


# From the server


class Chair(Frame, frozen=True, kw_only=True, tag=False):
    """A seat, for all to see."""

    name: str
    colour: int
    letter: str
    bot: str | None = None
    sitting_in: str | None = None
    """The bot that plays until the owner is back."""
    online: bool = True
    away: bool = False
    late: bool = False
    """Out of time, so that the table acted for this seat, and nothing heard of the owner since."""
    multiplier: float = 1.0


class Table(Frame, frozen=True, kw_only=True, tag="table"):
    """The table and who sits there: the first answer, and again whenever something about it changes."""

    table: str
    game: str
    edition: str
    options: dict[str, Any]
    seats: tuple[Chair | None, ...]
    host: Seat | None = None
    """`None`: whoever opened the table and does not sit."""
    hosting: bool = False
    """Whether it is you."""
    yours: tuple[Seat, ...] = ()
    """The seats that this connection plays."""
    games: int = 0
    totals: tuple[int, ...] = ()
    running: bool = False
    clock: int | None = None
    absence: str = "wait"
    thinking: bool = True
    listed: bool = False
    promise: str = ""
    """SHA-256 of the table's part of the next game's seed."""
    commitment: str | None = None
    """SHA-256 of the seed of the game under way, or of the last one."""
    again: bool = False
    """The next game has the cards of one that was played elsewhere; nobody's luck changes them."""
    watchers: int = 0
    memory: int | None = None
    """How many of the last sentences may be told again while a game lasts; `None`: all of them."""


class Now(Frame, frozen=True, kw_only=True, tag="now"):
    """The greeting ends here: what you have heard is all there is, and what follows happens now."""

    seq: int
    pages: str = ""
    """The version of this server's web pages; an older page that is still open offers to reload."""


class Seated(Frame, frozen=True, kw_only=True, tag="seated"):
    """The private answer to `sit`: the token is the seat."""

    seat: Seat
    token: str
    id: str | None = None


class Plain(Struct, frozen=True, omit_defaults=True):
    """A game that pages have no drawings for, in words."""

    lines: tuple[str, ...] = ()
    """How things stand."""
    actions: dict[str, str] = {}
    """What each of the decisions that are legal for you is called."""


class Step(Frame, frozen=True, kw_only=True, tag="step"):
    """Something happened: the cards were dealt, or all decisions were opened together."""

    seq: int | None = None
    """The number of these news at this table, for `since`. Left out where `over` follows, which has it."""
    game: int
    events: msgspec.Raw
    view: msgspec.Raw
    legal: dict[str, tuple[str, ...]] = {}
    """What each of your seats may do now; nothing for a step that is told afterwards."""
    decision: int | None = None
    """What a decision has to name; `None`: nothing is asked of anybody."""
    thinking: int = 0
    """How many owe a decision."""
    say: str
    asked: str = ""
    """What is asked of your seats now, to be said after it."""
    commitment: str | None = None
    """At the beginning of a game: SHA-256 of its seed."""
    plain: Plain | None = None
    """Only of a game that pages have no drawings for."""


class Thinking(Frame, frozen=True, kw_only=True, tag="thinking"):
    """Somebody sealed a decision or took one back; so many still think."""

    decision: int
    left: int
    sealed: dict[str, str] = {}
    """Of your own seats."""


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
    """What the seed was made of; docs/protocol.md tells how to check it."""
    link: str
    """Where the game can be looked up for good."""
    record: str
    """Where its record is."""
    say: str


class Clock(Frame, frozen=True, kw_only=True, tag="clock"):
    """How much time there is for a decision."""

    decision: int
    seconds: dict[str, float] = {}
    """Left to your own seats that are asked."""
    longest: float
    """Left to whoever of all that are asked has most."""


class Spoken(Frame, frozen=True, kw_only=True, tag="spoken"):
    """Somebody says a phrase."""

    seq: int
    seat: Seat
    phrase: str
    say: str


class Trouble(Frame, frozen=True, kw_only=True, tag="error"):
    """A wish was refused; nothing changed."""

    code: str
    say: str
    id: str | None = None


class Answer(Frame, frozen=True, kw_only=True, tag="answer"):
    """What was asked for, one sentence or more in each line."""

    about: str
    say: str
    id: str | None = None


class Done(Frame, frozen=True, kw_only=True, tag="done"):
    """The receipt of a wish: it was carried out, and is durable."""

    id: str


class Pong(Frame, frozen=True, kw_only=True, tag="pong"):
    """Somebody is there."""

    id: str | None = None


AnyNews: TypeAlias = Table | Now | Seated | Step | Thinking | Over | Clock | Spoken | Trouble | Answer | Done | Pong

_WISHES: msgspec.json.Decoder[AnyWish] = msgspec.json.Decoder(AnyWish)
_NEWS: msgspec.json.Decoder[AnyNews] = msgspec.json.Decoder(AnyNews)
_ENCODER = msgspec.json.Encoder()


def read_wish(text: str | bytes) -> AnyWish:
    """The wish in a frame. Raises `msgspec.DecodeError`."""
    return _WISHES.decode(text)


def read_news(text: str | bytes) -> AnyNews:
    """The news in a frame. Raises `msgspec.DecodeError`."""
    return _NEWS.decode(text)


def written(frame: Frame) -> str:
    """The frame as text."""
    return _ENCODER.encode(frame).decode()


def encoded(frame: Frame) -> bytes:
    """The frame as text in UTF-8."""
    return _ENCODER.encode(frame)


def schema() -> dict[str, Any]:
    """The JSON Schema of every frame, and of the events and views within them."""
    kinds = tuple(GAMES.values())
    of_kinds = [(kind.event_type, kind.view_type, kind.derived_type or _Nothing) for kind in kinds]
    types = (AnyWish, AnyNews, *chain.from_iterable(zip(*of_kinds, strict=True)))
    (wishes, news, *others), parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    events, views, derived = (others[at : at + len(kinds)] for at in range(0, len(others), len(kinds)))
    of_games: dict[str, Any] = {}
    for kind, event, view, more in zip(kinds, events, views, derived, strict=True):
        _as_shown(parts[_part(view)], parts[_part(more)])
        of_games |= {f"{kind.name}-event": event, f"{kind.name}-view": view}
    for name in set(map(_part, derived)):
        del parts[name]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Tacora table protocol, version {VERSION}",
        "$defs": {"wish": wishes, "news": news, **of_games, **parts},
    }


def schema_text() -> bytes:
    """The schema as a file: docs/protocol.schema.json, and what a server publishes."""
    return msgspec.json.format(msgspec.json.encode(schema()), indent=1) + b"\n"


class _Nothing(Struct, frozen=True):
    """What is added to a view that needs nothing more."""


def _part(reference: dict[str, Any]) -> str:
    return str(reference["$ref"].rpartition("/")[2])


def _as_shown(view: dict[str, Any], derived: dict[str, Any]) -> None:
    """Change the schema of a view as `shown` changes the view."""
    view["properties"] |= derived["properties"]
    view["required"] += derived["required"]
    if view["properties"].pop("seat", None):
        view["required"].remove("seat")
    if "unseen" in view["properties"]:
        view["properties"]["unseen"] = {"type": "object", "additionalProperties": {"type": "integer"}}
