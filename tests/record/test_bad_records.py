"""A bad record is refused whole: status 2 and one line that names the place and the cause."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacora.game import Refused
from tacora.games.diamant.record import replay
from tacora.games.records import decode
from tests.cli.program import assert_refused, call, run
from tests.record.bad_record import Bad, options
from tests.record.impossible_records import BOX_AND_SEATS, CARDS, DECISIONS
from tests.record.malformed_records import SHAPE, TYPES
from tests.record.records import GOOD, Json, as_bytes, changed, read, written

ALL = [*SHAPE, *TYPES, *BOX_AND_SEATS, *CARDS, *DECISIONS]


def named(cases: list[Bad]) -> list[object]:
    return [pytest.param(case, id=case.what.encode("unicode_escape").decode()) for case in cases]


def test_the_record_that_all_of_these_start_from_is_good(tmp_path: Path) -> None:
    assert call("replay", written(tmp_path, GOOD)).status == 0


@pytest.mark.parametrize("bad", named(ALL))
def test_code_and_facts(bad: Bad) -> None:
    with pytest.raises(Refused) as refused:
        replay(read(bad.record))
    assert (refused.value.code, refused.value.facts) == (bad.code, bad.facts)


@pytest.mark.parametrize("bad", named(ALL))
def test_one_line_and_status_2(tmp_path: Path, bad: Bad) -> None:
    file = written(tmp_path, bad.record)
    for command in (["replay"], ["replay", "--json"], ["verify"]):
        assert call(*command, file) == (2, "", f"tacora: {file}: {bad.line}\n")


@pytest.mark.parametrize("bad", named(ALL))
def test_one_line_in_french(tmp_path: Path, bad: Bad) -> None:
    said = call("replay", written(tmp_path, bad.record), lang="fr")
    assert_refused(said)
    assert bad.line not in said.err


SAMPLE = [SHAPE[3], TYPES[0], BOX_AND_SEATS[0], CARDS[0], DECISIONS[9]]


@pytest.mark.sample(2)
@pytest.mark.parametrize("bad", named(SAMPLE))
def test_the_real_program_says_the_same(tmp_path: Path, bad: Bad) -> None:
    said = run("replay", "-", home=tmp_path, stdin=as_bytes(bad.record).decode())
    assert said == (2, "", f"tacora: stdin: {bad.line}\n")


def test_a_game_that_is_no_name(tmp_path: Path) -> None:
    for game in (["diamant"], None, 7):
        file = written(tmp_path, changed(game=game))
        said = call("replay", file)
        assert_refused(said)
        assert said.err.startswith(f"tacora: {file}: $.game")


def test_half_a_character_is_no_text(tmp_path: Path) -> None:
    content = b'{"format": "\\ud800"}'
    with pytest.raises(Refused) as refused:
        decode(content)
    assert refused.value.code in {"json-value", "unknown-value", "missing-field"}
    said = call("replay", written(tmp_path, content))
    assert_refused(said)


def test_a_byte_order_mark_is_no_part_of_the_record(tmp_path: Path) -> None:
    """Some editors put it in front of every file."""
    assert decode(b"\xef\xbb\xbf" + as_bytes(GOOD)) == decode(as_bytes(GOOD))
    assert call("replay", written(tmp_path, b"\xef\xbb\xbf" + as_bytes(GOOD))).status == 0


@pytest.mark.parametrize(
    ("bad", "line"),
    [
        (changed(seats="red"), "$.seats devrait être une liste, pas un texte"),
        (changed(edition=2024), "$.edition devrait être un texte, pas un nombre entier"),
        (changed(seed=5.5), "$.seed devrait être un texte, pas un nombre à virgule"),
        (changed(options=None), "$.options devrait être un objet, pas rien"),
        (options(relics=1), "$.options.relics devrait être true ou false, pas un nombre entier"),
        (b"", "il n’y a rien dedans"),
        (b"\xff", "ce n’est pas du texte en UTF-8\N{NO-BREAK SPACE}: octet 0"),
    ],
)
def test_the_words_in_french(tmp_path: Path, bad: Json, line: str) -> None:
    file = written(tmp_path, bad)
    assert call("replay", file, lang="fr") == (2, "", f"tacora: {file}\N{NO-BREAK SPACE}: {line}\n")


def test_what_fits_no_word_is_told_as_it_was_found(tmp_path: Path) -> None:
    """The reader of JSON has complaints of its own, that no word is known for."""
    content = as_bytes(changed(game="mister-diamond", options={"games": 10**30}))
    said = call("replay", written(tmp_path, content))
    assert_refused(said)


def test_a_file_nested_beyond_reason(tmp_path: Path) -> None:
    nested = b'{"deal": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"
    said = call("replay", written(tmp_path, nested))
    assert_refused(said)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    missing = str(tmp_path / "missing.json")
    assert call("replay", missing) == (2, "", f"tacora: {missing}: there is no such file\n")
    assert call("verify", missing, lang="fr").err == f"tacora: {missing}\N{NO-BREAK SPACE}: ce fichier n’existe pas\n"


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    assert call("replay", str(tmp_path)) == (2, "", f"tacora: {tmp_path}: cannot be read (Is a directory)\n")
