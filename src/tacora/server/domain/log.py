"""The entries of a table's log. The log is the source of truth: everything else is derived from it.

An entry is durable before any client hears of it, and immutable. Its sequence number is part of the primary key, so of
two concurrent writers one fails.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from tacora.game import Refused, Seat
from tacora.server.domain.rules import Rules, as_written, from_written


class Unreadable(Refused):
    """An entry is corrupt or from a newer version. A retry does not help."""

    def __init__(self, why: str) -> None:
        super().__init__("unreadable-log", why=why)


Absence: TypeAlias = Literal["wait", "leave", "bot"]
"""What happens for a player who is away or out of time: wait, take the game's default action, or let a bot sit in.

The default action is `GameKind.when_absent`; the log has called it `leave` since the first game.
"""


class TimeControl(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The time control of a table; the host may change it."""

    clock: int | None = None
    """Seconds per decision; `None`: no limit."""
    absence: Absence = "wait"
    thinking: bool = True
    """Whether bots pause before they decide, as people do."""
    named: bool = True
    """Whether it is told who still thinks, and not only how many."""
    words: bool = False
    """Whether players may say something in their own words."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag=True, omit_defaults=True):
    """Base of all log entries."""

    at: float = 0.0
    """Seconds since the epoch."""


class Opened(Entry, frozen=True, kw_only=True, tag="opened"):
    """A table was opened, by its first host."""

    rules: Rules
    time_control: TimeControl = msgspec.field(default=TimeControl(), name="manners")
    listed: bool = False
    host: str
    """The digest of the host's token."""
    secret: str
    """The table's shares of all seeds are derived from it, in hexadecimal."""
    deal: str | None = None
    """The seed of an earlier deal, for the first game to repeat, in hexadecimal."""
    frozen: bool = False
    """Whether the seed of a deal decides the coins of bots, too, so that they answer the same with the same."""
    later: tuple[str, ...] = ()
    """The seeds of the games after the first, where several tables play the same deals."""
    club: str = ""
    """The club evening that this table belongs to."""


class Sat(Entry, frozen=True, kw_only=True, tag="sat"):
    """A seat was taken, by a person with a token or by a bot."""

    seat: Seat
    name: str
    colour: int
    token: str | None = None
    """The digest of the token."""
    bot: str | None = None
    luck: str = ""
    """The player's contribution to the next deal's seed."""


class Stood(Entry, frozen=True, kw_only=True, tag="stood"):
    """A seat is free again."""

    seat: Seat


class HostPassed(Entry, frozen=True, kw_only=True, tag="host-passed"):
    """The host role passed to a seat."""

    seat: Seat


class Settled(Entry, frozen=True, kw_only=True, tag="settled"):
    """The host changed the time control."""

    time_control: TimeControl = msgspec.field(name="manners")


class RulesChanged(Entry, frozen=True, kw_only=True, tag="rules-changed"):
    """The host changed edition, options or the number of seats, before the first deal."""

    rules: Rules


class Allowed(Entry, frozen=True, kw_only=True, tag="allowed"):
    """The host set a seat's time multiplier."""

    seat: Seat
    multiplier: float


class Dealt(Entry, frozen=True, kw_only=True, tag="dealt"):
    """A game begins."""

    seed: str
    """In hexadecimal; a secret until the game is over."""
    first: Seat | None = None
    """The starting seat, where the previous game determines it."""
    rules_version: int = 1
    """Version of the rules, so that a later correction never changes a game. The default stands for logs that lack it
    and must never change."""


class Sealed(Entry, frozen=True, kw_only=True, tag="sealed"):
    """A seat made a decision, secret until the step. A later one for the same seat replaces it."""

    seat: Seat
    decision: int
    action: str


class Withdrawn(Entry, frozen=True, kw_only=True, tag="withdrawn"):
    """A sealed decision was taken back."""

    seat: Seat
    decision: int


class Stepped(Entry, frozen=True, kw_only=True, tag="stepped"):
    """All pending decisions are in: they are revealed together, and the game advances."""

    decision: int
    actions: dict[str, str] = {}
    """By seat: those that are not sealed in the log, or are sealed otherwise. In older logs, all of them."""


class TimeGiven(Entry, frozen=True, kw_only=True, tag="time-given"):
    """A seat asked for more time and got it."""

    seat: Seat
    decision: int


class SatIn(Entry, frozen=True, kw_only=True, tag="sat-in"):
    """A bot plays for an owner who is away, is out of time, or stood up during a game."""

    seat: Seat
    bot: str


class CameBack(Entry, frozen=True, kw_only=True, tag="came-back"):
    """The owner took the seat back from the bot."""

    seat: Seat


class Spoke(Entry, frozen=True, kw_only=True, tag="spoke"):
    """A seat said a preset phrase, or something in its owner's words."""

    seat: Seat
    phrase: str = ""
    words: str = ""


class Attempted(Entry, frozen=True, kw_only=True, tag="attempted"):
    """In the log of a day: a device has begun its attempt at the deal of that day."""

    device: str
    """The digest of the device's token."""
    table: str
    name: str


class Gathered(Entry, frozen=True, kw_only=True, tag="gathered"):
    """In the log of a club evening: its tables, in their order."""

    tables: tuple[str, ...]


class Counted(Entry, frozen=True, kw_only=True, tag="counted"):
    """In the log of a club evening: the next deal counts, for these tables and no others, and may be told."""

    tables: tuple[int, ...]
    """Their numbers, from 1."""


AnyEntry: TypeAlias = (
    Opened
    | Sat
    | Stood
    | HostPassed
    | Settled
    | RulesChanged
    | Allowed
    | Dealt
    | Sealed
    | Withdrawn
    | Stepped
    | TimeGiven
    | SatIn
    | CameBack
    | Spoke
    | Attempted
    | Gathered
    | Counted
)

_DECODER: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry, dec_hook=from_written)
_ENCODER = msgspec.json.Encoder(enc_hook=as_written)


def written(entry: AnyEntry) -> bytes:
    """Encode an entry for storage."""
    return _ENCODER.encode(entry)


def read(line: bytes) -> AnyEntry:
    """Decode a stored entry. Raises `Unreadable`."""
    try:
        return _DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Unreadable(f"an entry cannot be read: {error}") from None
