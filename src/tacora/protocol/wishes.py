"""Frames from a client: requests, called wishes."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from tacora.protocol.frame import VERSION, Decision, Frame, Language, Name, NewToken, SeatNumber, Token


class Wish(Frame, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a client wants; unknown fields are refused. `id` comes back with an answer, an error or a receipt."""

    id: Annotated[str, Meta(max_length=40)] | None = None


class Hello(Wish, frozen=True, kw_only=True, tag="hello"):
    """The first frame: which table, who I am, what I have heard already."""

    table: Annotated[str, Meta(max_length=32)]
    tokens: Annotated[tuple[Token, ...], Meta(max_length=9)] = ()
    since: Annotated[int, Meta(ge=0)] | None = None
    """The last `seq` received: what happened after it is replayed. Omitted: the current state is sent."""
    language: Language = "en"
    wording: Literal["short", "normal", "full"] = "normal"
    """How much is said of each step."""
    screen: bool = False
    """A shared screen: it plays no seat, whatever its tokens, but may host."""
    receipts: bool = False
    """Whether to send `done` for wishes that have an `id` and no answer of their own."""
    version: int = VERSION


class Sit(Wish, frozen=True, kw_only=True, tag="sit"):
    """Take a seat; the answer carries its token."""

    name: Name
    colour: Annotated[int, Meta(ge=0, le=63)] | None = None
    seat: SeatNumber | None = None
    luck: Annotated[str, Meta(max_length=64)] = ""
    """Any text; it goes into the seed of the next deal."""
    mine: bool = True
    """Whether this connection plays the seat; a shared screen seats others and passes the token on."""
    token: NewToken | None = None
    """A token made by the client, which makes the wish idempotent. Omitted: the server makes one."""


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
    """Whether bots take the free seats."""


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
    """Say a preset phrase, or something in one's own words."""

    seat: SeatNumber
    phrase: Annotated[str, Meta(max_length=32)] = ""
    words: Annotated[str, Meta(max_length=1_000)] = ""
    """Instead of a phrase, where the host allows it."""


class Settle(Wish, frozen=True, kw_only=True, tag="settle"):
    """As the host, settle how the table goes about time."""

    clock: int | None = None
    """Seconds per decision; `None`: no limit."""
    absence: Literal["wait", "leave", "bot"] = "wait"
    thinking: bool = True
    named: bool = True
    """Whether it is told who still thinks, and not only how many."""
    words: bool = False
    """Whether players may say something in their own words."""


Option: TypeAlias = bool | int | Annotated[str, Meta(max_length=32)] | None


class ChangeRules(Wish, frozen=True, kw_only=True, tag="change-rules"):
    """As the host, change edition, options or the number of seats, until the first game is dealt."""

    rules: Annotated[dict[Annotated[str, Meta(max_length=32)], Option], Meta(max_length=16)]
    """All of them, as `POST /api/tables` takes them; the game stays."""


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
    """One of the game's questions: `cave`, `players`, `mine` or, where the table allows it, `odds` and `coach`."""
    seat: SeatNumber | None = None
    """For whom the coach is asked, where several sit at one device."""


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
    | ChangeRules
    | Allow
    | PassHost
    | Ask
    | Ping
)
