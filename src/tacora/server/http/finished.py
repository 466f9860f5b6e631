"""Finished games, looked up in the log of their table."""

from __future__ import annotations

import msgspec

from tacora.chance import commitment
from tacora.game import Refused, Seat
from tacora.games.records import encode
from tacora.server.domain import log
from tacora.server.domain.room import Room
from tacora.server.domain.rules import Rules
from tacora.server.frames.builder import link_to
from tacora.server.http.replays import Origin
from tacora.server.storage.folding import entries, room_before
from tacora.server.storage.store import Store


class Finished(msgspec.Struct, frozen=True):
    """A finished game: what a permanent link leads to."""

    table: str
    game: int
    rules: Rules
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    commitment: str
    """As published before the first card."""
    seed: str
    promise: str
    """As published before anybody sat down. Like the secret and the luck empty where the table was given its deal."""
    secret: str
    luck: tuple[str, ...]
    again: bool
    """Whether the deal repeats that of an earlier game."""
    record: str
    colours: tuple[int, ...]


async def find_game(store: Store, name: str, game: int) -> tuple[Finished, bytes]:
    """A finished game of a table and its record, from the table's log. Raises `Refused` if there is none."""
    room, promise = await room_after(store, name, game)
    play, given = room.play, room.given(game)
    assert play is not None
    assert play.outcome is not None
    found = Finished(
        table=room.name,
        game=game,
        rules=room.rules,
        seats=play.names,
        scores=play.outcome.scores,
        winners=play.outcome.winners,
        commitment=commitment(play.seed),
        seed=play.seed.hex(),
        promise=promise,
        secret="" if given else room.secret(game),
        luck=() if given else room.dealt_luck,
        again=given and not (room.opened is not None and room.opened.frozen),
        record=f"{link_to(room.name, game)}/record",
        colours=tuple(chair.colour if chair else seat for seat, chair in enumerate(room.chairs)),
    )
    return found, encode(play.record()) + b"\n"


async def room_after(store: Store, name: str, game: int) -> tuple[Room, str]:
    """A table as it was when a game ended, and what it had promised. Raises `Refused` if there is no such end."""
    if game < 1:
        raise Refused("no-such-game-here", table=name, number=game)
    room, promise = await room_before(store, name, game=game), ""
    async for entry in entries(store, name, room.seq):
        if isinstance(entry, log.Dealt) and room.games == game - 1:
            promise = "" if room.given(game) else room.promise()
        room.enter(entry)
        if room.games == game and room.play is not None and room.play.outcome is not None:
            return room, promise
    raise Refused("no-such-game-here", table=name, number=game)


def origin_of(game: Finished) -> Origin:
    """What a replay tells of it beyond its record."""
    return Origin(
        table=game.table,
        number=game.game,
        record=game.record,
        colours=game.colours,
        promise=game.promise,
        secret=game.secret,
        luck=game.luck,
        again=game.again,
    )
