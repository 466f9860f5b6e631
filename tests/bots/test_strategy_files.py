"""Strategies in files: what was written is read again, and a file of a stranger does no harm."""

from __future__ import annotations

import json
import lzma

import pytest

from tacora.game import Refused
from tacora.games.diamant import EDITIONS, Diamant
from tacora.games.diamant.sight import Cuts, Sight
from tacora.games.diamant.strategy import Maker, Strategy, champion, read, same_as, written

PLAIN = Diamant(EDITIONS["schmidt-2005"])
SIGHT = Sight((Cuts(inside=(2, 3), held=(5,), ahead=(64,)),) * 5)
ALL = list(range(1, 128))
MADE = Maker(1, 1, 1, "here")


def file_of(body: bytes, version: int = 1, **changed: object) -> bytes:
    head = {
        "box": "schmidt-2005",
        "seats": 3,
        "sight": {"expeditions": [{}] * 5},
        "made": {"walks": 0, "batch": 0, "seed": 0, "version": ""},
        **changed,
    }
    return b"tacora strategy %d\n" % version + json.dumps(head).encode() + b"\n" + body


def test_what_was_written_is_read_again() -> None:
    rows = bytes(range(SIGHT.size()))
    kept = read(written(Strategy.of(same_as(PLAIN), 3, SIGHT, rows, MADE)), "kept")
    assert kept.all_rows() == rows
    assert (kept.box, kept.seats, kept.sight, kept.made) == ("schmidt-2005", 3, SIGHT, MADE)


def test_files_of_the_first_version_are_read_too() -> None:
    assert read(file_of(lzma.compress(b"\1\2\3\2\1")), "theirs").all_rows() == b"\1\2\3\2\1"


def test_a_file_has_the_numbers_of_all_rows_and_then_the_rows_place_by_place() -> None:
    sight: dict[str, object] = {"expeditions": [{}] * 4 + [{"held": [5, 9], "ahead": [64]}]}
    numbers = bytes([0, 0, 0, 0, 0, 1, 0]) + bytes(14)
    rows = b"\1\2\3\4" + b"\5\7\6\x08"
    kept = read(file_of(lzma.compress(numbers + rows), 2, sight=sight), "theirs")
    assert kept.all_rows() == b"\1\2\3\4" + b"\5\6\7\x08\5\6"


def test_equal_rows_are_kept_once() -> None:
    strategy = champion("schmidt-2005", 3)
    assert len(strategy.leaving) < strategy.sight.size() / 3
    assert len(strategy.all_rows()) == strategy.sight.size()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK",
        file_of(lzma.compress(b"\1" * 5))[:-3],
        file_of(lzma.compress(b"\1" * 5) + b"more"),
        file_of(lzma.compress(b"\1" * 4)),
        file_of(lzma.compress(b"\1" * 6)),
        file_of(lzma.compress(b"\1"), sight={"expeditions": [{}]}),
        file_of(lzma.compress(b""), sight={"expeditions": []}),
        file_of(lzma.compress(b"\1" * 5), box="nothing"),
        file_of(lzma.compress(b"\1" * 5), seats="three"),
        *(
            file_of(lzma.compress(b"\1" * 9), sight={"expeditions": [{}] * 4 + [{"held": cuts}]})
            for cuts in ([5, 3], [0], [-1], [128], [4, 4])
        ),
        file_of(lzma.compress(bytes(15) + b"\1" * 4), 2),
        file_of(lzma.compress(bytes(15) + b"\1" * 6), 2),
        file_of(lzma.compress(b"\1" + bytes(14) + b"\1" * 5), 2),
        file_of(lzma.compress(bytes(10) + b"\xff" * 5 + b"\1" * 5), 2),
        file_of(lzma.compress(bytes(14)), 2),
        file_of(
            b"", sight={"expeditions": [{"held": ALL, "path": ALL, "ahead": ALL, "rivals": ALL, "price": ALL}] * 5}
        ),
    ],
)
def test_what_is_no_strategy_is_refused_before_it_is_unpacked(data: bytes) -> None:
    with pytest.raises(Refused):
        read(data, "theirs")


def test_a_small_file_that_would_unpack_to_a_large_one_is_refused() -> None:
    with pytest.raises(Refused):
        read(file_of(lzma.compress(bytes(1 << 26), preset=0)), "theirs")


def test_a_strategy_with_fewer_expeditions_than_the_game_is_refused() -> None:
    short = Strategy.of("schmidt-2005", 3, Sight((Cuts(),)), b"\1", MADE)
    with pytest.raises(Refused):
        short.check(PLAIN, 3)
