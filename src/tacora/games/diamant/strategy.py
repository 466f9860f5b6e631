"""A solved strategy: for which game it is, what it looks at, and how likely it leaves in each situation.

In a file it is a line that says what it is, a line of JSON, and the probabilities, compressed. To read one takes
nothing that playing does not need.
"""

from __future__ import annotations

import lzma
import threading
from array import array
from functools import cache, lru_cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from tacora.game import Refused
from tacora.games.diamant.editions import EDITIONS, Edition
from tacora.games.diamant.rules import Diamant
from tacora.games.diamant.sight import Sight

ALWAYS = 255
"""A probability of 1 in a file."""
COIN_BITS = 21
CHANCES = tuple(round(part * (1 << COIN_BITS) / ALWAYS) for part in range(ALWAYS + 1))
"""Every probability of a file in 2²¹sts: bots and the fast kernel toss coins of 21 bits."""
_MEMORY = 1 << 28
"""Bytes that unpacking may take."""
_READING = threading.Lock()
_FIRST_LINE = b"tacora strategy 1\n"


class Maker(Struct, frozen=True):
    """How a strategy was found, so that anybody can find it again."""

    walks: int
    batch: int
    seed: int
    version: str
    device: str = "cpu"


class _Head(Struct, frozen=True):
    box: str
    seats: int
    sight: Sight
    made: Maker


class Strategy(Struct, frozen=True, eq=False):
    """A solved strategy. Equal only to itself: to compare millions of numbers would take long."""

    box: str
    """See `same_as`."""
    seats: int
    sight: Sight
    rows: array[int]
    """By situation of all inside: where its row begins. Equal rows are kept once, which most are."""
    leaving: bytes
    """By place: the probability to leave, in 255ths."""
    made: Maker

    @classmethod
    def of(cls, box: str, seats: int, sight: Sight, leaving: bytes, made: Maker) -> Strategy:
        """A strategy of which all rows are given, one after the other."""
        rows, begins = array("I"), dict[bytes, int]()
        kept = bytearray()
        for expedition in sight.beginnings():
            width = expedition.step
            for first in expedition:
                row = leaving[first : first + width]
                at = begins.get(row)
                if at is None:
                    at = begins[row] = len(kept)
                    kept += row
                rows.append(at)
        return cls(box, seats, sight, rows, bytes(kept), made)

    def all_rows(self) -> bytes:
        """All rows, one after the other."""
        rows = iter(self.rows)
        return b"".join(
            self.leaving[begins : begins + expedition.step]
            for expedition in self.sight.beginnings()
            for begins in islice(rows, len(expedition))
        )

    def check(self, game: Diamant, seats: int) -> None:
        """Refuse another game than the one that was solved."""
        fits = len(self.sight.expeditions) == game.edition.expeditions
        if not fits or (same_as(game), seats) != (self.box, self.seats):
            raise Refused("strategy-for-another", box=self.box, seats=self.seats, here=same_as(game), given=seats)


def same_as(game: Diamant) -> str:
    """The first box that plays like this game, whatever its hazards are called; with `+relics` where it has some.

    >>> same_as(Diamant(EDITIONS["tacora-2024"])), same_as(Diamant(EDITIONS["incan-gold-2020"]))
    ('schmidt-2005', 'tacora-2024+relics')
    """
    mine = _numbers(game.edition, game.with_relics)
    return next(
        name + "+relics" * relics
        for name, edition in EDITIONS.items()
        for relics in (False, True)
        if (edition.relics or not relics) and _numbers(edition, relics) == mine
    )


def _numbers(edition: Edition, relics: bool) -> Any:
    """All of a box that matters to a strategy."""
    hazards = len(edition.hazards), edition.copies
    if not relics or edition.relics is None:
        return edition.treasures, hazards, edition.expeditions
    own = edition.relics
    return (
        edition.treasures,
        hazards,
        edition.expeditions,
        own.cards,
        own.all_at_once,
        own.by_order,
        edition.relics_break_ties,
    )


def written(strategy: Strategy) -> bytes:
    """As it stands in a file."""
    head = msgspec.json.encode(_Head(strategy.box, strategy.seats, strategy.sight, strategy.made))
    body = lzma.compress(strategy.all_rows(), preset=9 | lzma.PRESET_EXTREME)
    return _FIRST_LINE + head + b"\n" + body


def read(data: bytes, file: str) -> Strategy:
    """A strategy out of a file; refuses what is none."""
    if not data.startswith(_FIRST_LINE):
        raise Refused("not-a-strategy-file", file=file)
    head_line, _, body = data.removeprefix(_FIRST_LINE).partition(b"\n")
    try:
        head = msgspec.json.decode(head_line, type=_Head)
        expeditions = EDITIONS[head.box.removesuffix("+relics")].expeditions
        if len(head.sight.expeditions) != expeditions or not head.sight.is_possible():
            raise ValueError("what it looks at does not fit its box")
        size = head.sight.size()
        unpacking = lzma.LZMADecompressor(memlimit=_MEMORY)
        leaving = unpacking.decompress(body, max_length=size + 1)  # A small file may hold more than a machine can.
        if len(leaving) != size or not unpacking.eof or unpacking.unused_data:
            raise ValueError(f"not {size} situations")
    except (msgspec.MsgspecError, lzma.LZMAError, KeyError, ValueError) as error:
        raise Refused("unreadable-file", file=file, detail=str(error)) from None
    return Strategy.of(head.box, head.seats, head.sight, leaving, head.made)


@lru_cache(maxsize=8)
def read_file(file: str) -> Strategy:
    """A strategy by the name of its file."""
    if not Path(file).is_file():
        raise Refused("no-file", file=file)
    try:
        return read(Path(file).read_bytes(), file)
    except OSError as error:
        raise Refused("unreadable-file", file=file, detail=str(error)) from None


def champion(box: str, seats: int) -> Strategy:
    """The strategy that comes with Tacora for a game; whoever asks while it is read waits for it."""
    with _READING:
        return _champion(box, seats)


@cache
def _champion(box: str, seats: int) -> Strategy:
    name = f"{box}-{seats}.strategy"
    file = files("tacora.games.diamant") / "champions" / name
    if not file.is_file():
        raise Refused("no-champion", box=box, seats=seats)
    return read(file.read_bytes(), name)
