"""A table between two games, encoded, so that its log need not be folded from the beginning.

A snapshot is derived from the log and may be missing at any time. It is taken just before a deal: there is no game to
encode then, and whoever wants one game finds what it began from.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from tacora.game import Refused, Seat
from tacora.server.domain.chairs import Chair, Chairs
from tacora.server.domain.log import Opened, TimeControl, Unreadable
from tacora.server.domain.room import Room
from tacora.server.domain.rules import as_written, from_written

FORMAT = 1
"""To be raised with every change of `Room` or `Chair` that a snapshot has to know of: others are ignored."""


class _Snapshot(Struct, frozen=True, forbid_unknown_fields=True):
    """Whatever a room knows that does not belong to a game."""

    format: int
    opened: Opened
    time_control: TimeControl
    chairs: list[Chair | None]
    host_seat: Seat | None
    news: int
    decision: int
    games: int
    totals: list[int]
    dealt_luck: tuple[str, ...]


_DECODER = msgspec.json.Decoder(_Snapshot, dec_hook=from_written)
_ENCODER = msgspec.json.Encoder(enc_hook=as_written)


def encoded(room: Room) -> bytes:
    """The snapshot of a room in which no game is under way."""
    assert room.opened is not None
    assert not room.running
    return _ENCODER.encode(
        _Snapshot(
            FORMAT,
            room.opened,
            room.time_control,
            list(room.chairs),
            room.host_seat,
            room.news,
            room.decision,
            room.games,
            room.totals,
            room.dealt_luck,
        )
    )


def decoded(name: str, seq: int, state: bytes) -> Room | None:
    """The room of a snapshot that was taken after `seq` entries; nothing if another version took it."""
    try:
        kept = _DECODER.decode(state)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    if kept.format != FORMAT:
        return None
    try:
        kept.opened.rules.check()
    except Refused as refused:
        raise Unreadable(f"its rules cannot be played here: {refused}") from None
    room = Room(name, seq=seq, news=kept.news, opened=kept.opened, time_control=kept.time_control)
    room.chairs = Chairs(kept.chairs)
    room.host_seat = kept.host_seat
    room.decision, room.games, room.totals, room.dealt_luck = kept.decision, kept.games, kept.totals, kept.dealt_luck
    room.count_bots()
    return room
