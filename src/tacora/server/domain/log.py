"""What is written down of a table, entry by entry. The log is the table: everything else is derived from it.

An entry is written before anybody is told, and never changed. Its number within the table is the key under which it is
stored, so two writers cannot both believe that they came next.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from tacora.game import Refused, Seat
from tacora.server.domain.rules import Rules, as_written, from_written


class Unreadable(Refused):
    """An entry is damaged, or was written by a newer version: a retry changes nothing."""

    def __init__(self, why: str) -> None:
        super().__init__("unreadable-log", why=why)


Absence: TypeAlias = Literal["wait", "leave", "bot"]
"""What happens for somebody who is away or out of time: all wait, they leave the cave, or a bot sits in."""


class TimeControl(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """How a table goes about time; the host may change it."""

    clock: int | None = None
    """Seconds for a decision; `None`: as long as it takes."""
    absence: Absence = "wait"
    thinking: bool = True
    """Whether bots take a human moment."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag=True, omit_defaults=True):
    """One line of a log."""

    at: float = 0.0
    """When, in seconds of the epoch."""


class Opened(Entry, frozen=True, kw_only=True, tag="opened"):
    """Somebody opens a table and hosts it."""

    rules: Rules
    manners: TimeControl = TimeControl()
    listed: bool = False
    host: str
    """The digest of the host's token."""
    secret: str
    """What the table's part of every seed is made from, in hexadecimal."""
    deal: str | None = None
    """The seed of a deal to be played again, in hexadecimal."""


class Sat(Entry, frozen=True, kw_only=True, tag="sat"):
    """Somebody takes a seat: a person with a token, or a bot."""

    seat: Seat
    name: str
    colour: int
    token: str | None = None
    """The digest of the token."""
    bot: str | None = None
    luck: str = ""
    """The player's part of the next deal's seed."""


class Stood(Entry, frozen=True, kw_only=True, tag="stood"):
    """A seat is free again."""

    seat: Seat


class HostPassed(Entry, frozen=True, kw_only=True, tag="host-passed"):
    """The role of the host goes to a seat."""

    seat: Seat


class Settled(Entry, frozen=True, kw_only=True, tag="settled"):
    """The host settles how the table goes about time."""

    manners: TimeControl


class Allowed(Entry, frozen=True, kw_only=True, tag="allowed"):
    """The host gives a seat more time than others, or less."""

    seat: Seat
    multiplier: float


class Dealt(Entry, frozen=True, kw_only=True, tag="dealt"):
    """A game begins."""

    seed: str
    """In hexadecimal; a secret until the game is over."""
    first: Seat | None = None
    """Who begins, where that follows from the game before."""
    rules_version: int = 1
    """Of the rules it is played by, so that a later correction never changes a game. This default is for ever."""


class Sealed(Entry, frozen=True, kw_only=True, tag="sealed"):
    """A decision is made in secret. A later one for the same seat takes its place."""

    seat: Seat
    decision: int
    action: str


class Withdrawn(Entry, frozen=True, kw_only=True, tag="withdrawn"):
    """A sealed decision is taken back."""

    seat: Seat
    decision: int


class Stepped(Entry, frozen=True, kw_only=True, tag="stepped"):
    """All decisions are in: they are opened together, and the game goes on."""

    decision: int
    actions: dict[str, str] = {}
    """By seat: those that are not sealed in the log, or are sealed otherwise. In older logs, all of them."""


class TimeGiven(Entry, frozen=True, kw_only=True, tag="time-given"):
    """Somebody asked for more time and has it."""

    seat: Seat
    decision: int


class SatIn(Entry, frozen=True, kw_only=True, tag="sat-in"):
    """A bot plays for somebody who is away or out of time."""

    seat: Seat
    bot: str


class CameBack(Entry, frozen=True, kw_only=True, tag="came-back"):
    """The seat is its owner's again."""

    seat: Seat


class Spoke(Entry, frozen=True, kw_only=True, tag="spoke"):
    """A preset phrase."""

    seat: Seat
    phrase: str


AnyEntry: TypeAlias = (
    Opened
    | Sat
    | Stood
    | HostPassed
    | Settled
    | Allowed
    | Dealt
    | Sealed
    | Withdrawn
    | Stepped
    | TimeGiven
    | SatIn
    | CameBack
    | Spoke
)

_DECODER: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry, dec_hook=from_written)
_ENCODER = msgspec.json.Encoder(enc_hook=as_written)


def written(entry: AnyEntry) -> bytes:
    """The entry as it is stored."""
    return _ENCODER.encode(entry)


def read(line: bytes) -> AnyEntry:
    """The entry that was stored so. Raises `Unreadable`."""
    try:
        return _DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Unreadable(f"an entry cannot be read: {error}") from None
