"""A finished game told again, frame by frame, as whoever watched it heard it."""

from __future__ import annotations

import msgspec

from tacora.narration.catalogue import Language
from tacora.protocol import Frame
from tacora.server import log
from tacora.server.room import Room
from tacora.server.telling import Listener, Teller


def told_again(name: str, game: int, language: Language, lines: list[bytes]) -> bytes | None:
    """The steps and the result of a game as JSON, from the log of its table; nothing if it is not over."""
    room, frames = Room(name), list[Frame]()
    for line in lines:
        entry = log.read(line)
        room.enter(entry)
        if room.games == game and isinstance(entry, log.Dealt | log.Stepped):
            frames += Teller(room, entry, stale=True).frames(Listener(language, ()))
            if not room.running:
                return msgspec.json.encode({"table": name, "game": game, "frames": frames})
    return None
