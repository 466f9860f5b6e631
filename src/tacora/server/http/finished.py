"""Finished games, looked up in the log of their table."""

from __future__ import annotations

import msgspec

from tacora.chance import commitment
from tacora.game import Seat
from tacora.games.records import encode
from tacora.server.domain import log
from tacora.server.domain.room import Room
from tacora.server.domain.rules import Rules
from tacora.server.frames.builder import link_to


class Finished(msgspec.Struct, frozen=True):
    """A finished game: what a permanent link leads to."""

    table: str
    game: int
    rules: Rules
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    commitment: str
    """As shown before the first card."""
    seed: str
    promise: str
    """As shown before anybody sat down."""
    secret: str
    luck: tuple[str, ...]
    again: bool
    """Whether the cards are those of a game that was played elsewhere."""
    record: str
    colours: tuple[int, ...]


def find_game(name: str, game: int, lines: list[bytes]) -> tuple[Finished, bytes] | None:
    """One game of a table, from the table's log."""
    room, promise, again = Room(name), "", False
    for line in lines:
        entry = log.read(line)
        if isinstance(entry, log.Dealt) and room.games == game - 1:
            assert room.opened is not None
            promise, again = room.promise(), room.opened.deal is not None and not room.games
        room.enter(entry)
        if room.games == game and room.play is not None and room.play.outcome is not None:
            play, outcome = room.play, room.play.outcome
            found = Finished(
                table=room.name,
                game=game,
                rules=room.rules,
                seats=play.names,
                scores=outcome.scores,
                winners=outcome.winners,
                commitment=commitment(play.seed),
                seed=play.seed.hex(),
                promise=promise,
                secret=room.secret(game),
                luck=room.dealt_luck,
                again=again,
                record=f"{link_to(room.name, game)}/record",
                colours=tuple(chair.colour if chair else seat for seat, chair in enumerate(room.chairs)),
            )
            return found, encode(play.record()) + b"\n"
    return None
