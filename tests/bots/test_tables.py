"""Table strategies: read from a file, and played as it says."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from tacora.game import Refused
from tacora.games.diamant import CONTINUE, LEAVE, features
from tacora.games.diamant.bots import make_bot
from tacora.games.diamant.bots.tables import Tabled, read_table
from tests.examples import examples
from tests.strategies import whole_games
from tests.table import WITH_RELICS, Table, play

SIZE = features.SIZE


def saved(folder: Path, table: Any) -> str:
    file = folder / "table.npy"
    np.save(file, table)
    return str(file)


def refusal(file: str) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refused) as refused:
        read_table(file)
    return refused.value.code, refused.value.facts


# Reading


@pytest.mark.parametrize("shape", [(SIZE,), features.SHAPE, (SIZE // 2, 2), (1, SIZE)])
@pytest.mark.parametrize("kind", ["float64", "float32", "float16", ">f8"])
def test_any_shape_and_any_kind_of_fractions_will_do(shape: tuple[int, ...], kind: str, tmp_path: Path) -> None:
    numbers = np.arange(SIZE) % 5 / 4
    table = read_table(saved(tmp_path, numbers.reshape(shape).astype(kind)))
    assert table == numbers.tolist()
    assert set(map(type, table)) == {float}


@pytest.mark.parametrize("kind", ["int64", "uint8", "int8"])
def test_whole_numbers_are_no_and_yes(kind: str, tmp_path: Path) -> None:
    assert read_table(saved(tmp_path, (np.arange(SIZE) % 2).astype(kind))) == [0.0, 1.0] * (SIZE // 2)


def test_a_table_in_the_order_of_fortran_means_the_same(tmp_path: Path) -> None:
    numbers = Random(1).choices((0.0, 0.25, 1.0), k=SIZE)
    table = np.asfortranarray(np.array(numbers).reshape(features.SHAPE))
    assert read_table(saved(tmp_path, table)) == numbers


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    missing = str(tmp_path / "nothing.npy")
    assert refusal(missing) == ("no-file", {"file": missing})
    assert refusal(str(tmp_path)) == ("no-file", {"file": str(tmp_path)})
    assert refusal("") == ("no-file", {"file": ""})
    assert refusal("a\0b") == ("no-file", {"file": "a\0b"})


def whole(folder: Path) -> bytes:
    return Path(saved(folder, np.zeros(SIZE))).read_bytes()


def zipped(folder: Path) -> bytes:
    file = folder / "tables.npz"
    np.savez(file, np.zeros(SIZE))
    return file.read_bytes()


UNREADABLE: dict[str, Callable[[Path], bytes]] = {
    "nothing": lambda _: b"",
    "text": lambda _: b"0.5 0.5 0.5\n",
    "a pickle": lambda _: pickle.dumps([0.5] * SIZE),
    "a header alone": lambda folder: whole(folder)[:128],
    "half a header": lambda folder: whole(folder)[:50],
    "one byte less": lambda folder: whole(folder)[:-1],
    "half a table": lambda folder: whole(folder)[: SIZE * 4],
    "an open bracket in the header": lambda folder: whole(folder).replace(b"(50688,)", b"(50688,("),
    "a comma too many in the header": lambda folder: whole(folder).replace(b"(50688,)", b"(506,,8)"),
    "a size beyond all memory": lambda folder: whole(folder).replace(b"(50688,), }   ", b"(9999999999,9999"),
    "a version to come": lambda folder: whole(folder).replace(b"\x93NUMPY\x01", b"\x93NUMPY\x09"),
    "several tables in one file": zipped,
    "a broken file of several tables": lambda folder: zipped(folder)[:1000],
    "the beginning of a zip": lambda _: b"PK\x03\x04",
}


@pytest.mark.parametrize("content", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_a_file_that_holds_no_table_is_refused(content: Callable[[Path], bytes], tmp_path: Path) -> None:
    file = tmp_path / "wrong.npy"
    file.write_bytes(content(tmp_path))
    assert refusal(str(file)) == ("not-a-table-file", {"file": str(file)})


def test_objects_are_not_unpickled(tmp_path: Path) -> None:
    class Trap:
        def __reduce__(self) -> tuple[Callable[[str], None], tuple[str]]:
            return pytest.fail, ("the pickle was opened",)

    file = str(tmp_path / "objects.npy")
    np.save(file, np.array([Trap()] * 3, dtype=object), allow_pickle=True)
    assert refusal(file) == ("not-a-table-file", {"file": file})


@pytest.mark.parametrize(
    "table",
    [
        np.zeros(0),
        np.zeros(1),
        np.zeros(SIZE - 1),
        np.zeros(SIZE + 1),
        np.zeros((2, SIZE)),
        np.float64(0.5),
        np.zeros(SIZE, bool),
        np.zeros(SIZE, complex),
        np.zeros(SIZE, "U3"),
        np.zeros(SIZE, "S3"),
        np.zeros(SIZE, "datetime64[s]"),
        np.zeros(SIZE, [("a", float)]),
    ],
    ids=lambda table: f"{table.dtype} {table.shape}",
)
def test_a_table_of_another_size_or_kind_is_refused(table: Any, tmp_path: Path) -> None:
    file = saved(tmp_path, table)
    assert refusal(file) == ("bad-table", {"file": file, "size": SIZE})


@pytest.mark.parametrize("place", [0, 777, SIZE - 1])
@pytest.mark.parametrize("number", [1.5, -0.1, 2.0, float("inf"), float("-inf"), 1 + 1e-12, -1e-300])
def test_a_number_that_is_no_probability_is_refused_with_its_place(number: float, place: int, tmp_path: Path) -> None:
    table = np.full(SIZE, 0.5)
    table[place] = number
    file = saved(tmp_path, table)
    assert refusal(file) == ("not-probability", {"file": file, "place": place + 1, "given": number})


def test_what_is_not_a_number_is_no_probability(tmp_path: Path) -> None:
    table = np.full(SIZE, 0.5)
    table[12], table[13] = np.nan, 7
    code, facts = refusal(saved(tmp_path, table))
    assert (code, facts["place"], str(facts["given"])) == ("not-probability", 13, "nan")


def test_whole_numbers_beyond_one_are_no_probabilities(tmp_path: Path) -> None:
    file = saved(tmp_path, np.full(SIZE, 255, np.uint8))
    assert refusal(file) == ("not-probability", {"file": file, "place": 1, "given": 255.0})


# Playing


def test_a_table_bot_is_written_with_its_file(tmp_path: Path) -> None:
    file = saved(tmp_path, np.full(SIZE, 0.25))
    bot = make_bot(f"table:{file}", Random(1))
    assert isinstance(bot, Tabled)
    assert list(bot.table) == [0.25] * SIZE
    assert repr(bot) == "Tabled()", "fifty thousand numbers say nothing in a message"


def test_a_file_may_have_a_colon_in_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "a:b"
    folder.mkdir()
    assert isinstance(make_bot(f"table:{saved(folder, np.zeros(SIZE))}", Random(1)), Tabled)


@pytest.mark.parametrize("text", ["table", "table:", "strategy:"])
def test_a_bot_without_a_file_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        make_bot(text, Random(0))
    assert (refused.value.code, refused.value.facts) == ("bot-parameter", {"bot": text, "expected": "file"})


@settings(max_examples=examples(40))
@given(whole_games())
def test_a_bot_leaves_where_its_table_says_yes(table: Table) -> None:
    answers = Random(3).choices((0.0, 1.0), k=SIZE)
    bot = Tabled(answers, Random(0))
    for step in table.steps:
        for seat in table.game.pending(step.state):
            view = table.game.observe(step.state, seat)
            leaves = answers[features.index_of(view)] == 1
            assert bot.choose(view, step.events) is (LEAVE if leaves else CONTINUE)


@pytest.mark.parametrize(("probability", "least", "most"), [(0.0, 0, 0), (0.25, 200, 300), (1.0, 1000, 1000)])
def test_a_bot_leaves_with_the_probability_of_its_situation(probability: float, least: int, most: int) -> None:
    """And the other situations do not matter."""
    view = play(WITH_RELICS, 3, "11 CCC lava CCC 4").view(0)
    answers = [0.5] * SIZE
    answers[features.index(3, 2, 4, 3, 0)] = probability
    bot = Tabled(answers, Random(2024))
    leaves = sum(bot.choose(view, ()) is LEAVE for _ in range(1000))
    assert least <= leaves <= most


def test_a_whole_game_by_tables() -> None:
    """Everybody leaves with eight gems in hand, and goes on before."""
    table = features.filled(lambda _inside, _deadly, held, *_: held >= 8)
    bot = Tabled(table, Random(0))
    state = WITH_RELICS.start(4, bytes(32)).state
    while pending := WITH_RELICS.pending(state):
        joint = {seat: bot.choose(WITH_RELICS.observe(state, seat), ()) for seat in pending}
        assert set(joint.values()) == {LEAVE if state.cave.held >= 8 else CONTINUE}
        state = WITH_RELICS.apply(state, joint).state
    assert WITH_RELICS.outcome(state) is not None
