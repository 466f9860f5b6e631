"""A solved strategy: for which game it is, what it looks at, and how likely it leaves in each situation.

In a file it is a line that says what it is, a line of JSON, and the probabilities, compressed: first which row of its
expedition each situation of all inside has, then these rows, place by place, because what is alike lies together so. To
read one takes nothing that playing does not need.
"""

from __future__ import annotations

import lzma
import sys
import threading
from array import array
from functools import lru_cache
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
_CHAMPIONS: dict[tuple[str, int], Strategy] = {}
"""Those that were read."""
_FIRST_LINE = b"tacora strategy 2\n"
_ALL_ROWS = b"tacora strategy 1\n"
"""Files of earlier versions: all rows, one after the other."""
_FILTER = {
    "id": lzma.FILTER_LZMA2,
    "preset": 9 | lzma.PRESET_EXTREME,
    "dict_size": 1 << 24,
    "lc": 0,
    "pb": 0,
}
"""Probabilities are neither text nor words: this is smaller by a fortieth, and takes less memory to read."""
_PLANES = 3
"""Bytes of a row's number: the lowest ones of all numbers first."""


class Maker(Struct, frozen=True):
    """How a strategy was found, so that anybody can find it again."""

    walks: int
    batch: int
    seed: int
    version: str
    device: str = "cpu"
    rare: float = 0.0
    """How closely it was kept: see `kernel.solution`. Nothing where nobody wrote it down."""
    worth: float = 0.0
    few_levels: bool = False
    guest: str = ""
    """A bot that sat on the other seats in some games; where there was none, nothing."""


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
    body = lzma.compress(_packed(strategy), filters=[_FILTER])
    return _FIRST_LINE + head + b"\n" + body


def _packed(strategy: Strategy) -> bytes:
    """The number of every row within its expedition, and the rows by their numbers."""
    numbers, columns, rows = array("I"), bytearray(), iter(strategy.rows)
    for expedition in strategy.sight.beginnings():
        width, known = expedition.step, dict[int, int]()
        for begins in islice(rows, len(expedition)):
            numbers.append(known.setdefault(begins, len(known)))
        table = b"".join(strategy.leaving[begins : begins + width] for begins in known)
        for place in range(width):
            columns += table[place::width]
    if sys.byteorder == "big":
        numbers.byteswap()
    flat = numbers.tobytes()
    return b"".join(flat[plane :: numbers.itemsize] for plane in range(_PLANES)) + columns


def _unpacked(sight: Sight, packed: bytes) -> tuple[array[int], bytes]:
    """Where every row begins, and the rows."""
    expeditions = list(sight.beginnings())
    many = sum(map(len, expeditions))
    numbers = array("I", bytes(many * array("I").itemsize))
    flat = bytearray(numbers.tobytes())
    for plane in range(_PLANES):
        flat[plane :: numbers.itemsize] = packed[plane * many : (plane + 1) * many]
    numbers = array("I", bytes(flat))
    if sys.byteorder == "big":
        numbers.byteswap()
    rows, leaving, at, first = array("I"), bytearray(), _PLANES * many, 0
    for expedition in expeditions:
        width, mine = expedition.step, numbers[first : first + len(expedition)]
        known, begins = max(mine) + 1, len(leaving)
        if at + known * width > len(packed):
            raise ValueError("fewer probabilities than rows")
        rows.extend([begins + number * width for number in mine])
        table = packed[at : at + known * width]
        for number in range(known):
            leaving += table[number::known]
        at, first = at + known * width, first + len(expedition)
    if at != len(packed):
        raise ValueError("more probabilities than rows")
    return rows, bytes(leaving)


def read(data: bytes, file: str) -> Strategy:
    """A strategy out of a file; refuses what is none."""
    if not data.startswith((_FIRST_LINE, _ALL_ROWS)):
        raise Refused("not-a-strategy-file", file=file)
    first_line, head_line, body = data.split(b"\n", 2) if data.count(b"\n") > 1 else (data, b"", b"")
    try:
        head = msgspec.json.decode(head_line, type=_Head)
        expeditions = EDITIONS[head.box.removesuffix("+relics")].expeditions
        if len(head.sight.expeditions) != expeditions or not head.sight.is_possible():
            raise ValueError("what it looks at does not fit its box")
        size = head.sight.size()
        if first_line + b"\n" == _ALL_ROWS:
            leaving = _decompressed(body, size)
            if len(leaving) != size:
                raise ValueError(f"not {size} situations")
            return Strategy.of(head.box, head.seats, head.sight, leaving, head.made)
        many = sum(cuts.rows() for cuts in head.sight.expeditions)
        rows, leaving = _unpacked(head.sight, _decompressed(body, _PLANES * many + size))
    except (msgspec.MsgspecError, lzma.LZMAError, KeyError, ValueError) as error:
        raise Refused("unreadable-file", file=file, detail=str(error)) from None
    return Strategy(head.box, head.seats, head.sight, rows, leaving, head.made)


def _decompressed(body: bytes, most: int) -> bytes:
    """So many bytes at most: a small file may hold more than a machine can."""
    unpacking = lzma.LZMADecompressor(memlimit=_MEMORY)
    unpacked = unpacking.decompress(body, max_length=most + 1)
    if len(unpacked) > most or not unpacking.eof or unpacking.unused_data:
        raise ValueError(f"not {most} bytes")
    return unpacked


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
    if (box, seats) not in _CHAMPIONS:
        with _READING:
            if (box, seats) not in _CHAMPIONS:
                _CHAMPIONS[box, seats] = _champion(box, seats)
    return _CHAMPIONS[box, seats]


def _champion(box: str, seats: int) -> Strategy:
    name = f"{box}-{seats}.strategy"
    file = files("tacora.games.diamant") / "champions" / name
    if not file.is_file():
        raise Refused("no-champion", box=box, seats=seats)
    return read(file.read_bytes(), name)
