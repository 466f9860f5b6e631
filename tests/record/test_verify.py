"""What can be checked about a deal: the seed against the promise, and against the cards that were seen."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings

from tacora.game import Refused
from tacora.games.diamant.record import replay, verify
from tacora.record import Verdict
from tests.cli.program import assert_refused, call, run
from tests.examples import examples
from tests.record.records import GOOD, SEED, Json, changed, of, read, without, written
from tests.record.verdicts import BROKEN, KEPT, NO_CARDS, NO_PROMISE, NO_SEED, OTHER, SAME_CARDS, SOUND, assert_verified
from tests.strategies import whole_games
from tests.table import Table

PROMISE = sha256(bytes.fromhex(SEED)).hexdigest()


def differs(expedition: int, card: int) -> str:
    return f"The cards seen differ from those the seed deals: expedition {expedition}, card {card}."


def seeded(**fields: Json) -> Json:
    """Three expeditions of a seed: two decisions in each, then all leave."""
    plain = {**without("deal", "options"), "options": {}, "seed": SEED, "decisions": [["LLL"], ["CCC", "LLL"], ["CCC"]]}
    return {**plain, **fields}


def cards() -> list[list[str]]:
    """What the seed deals, as the players saw it."""
    return [[str(card) for card in row] for row in replay(read(seeded())).turned()]


def edited(expedition: int, card: int, text: str | None) -> list[list[str]]:
    """Those cards with one of them changed, or with that one and all after it left out."""
    rows = cards()
    row = rows[expedition - 1]
    rows[expedition - 1] = row[: card - 1] if text is None else [*row[: card - 1], text, *row[card:]]
    return rows


def test_the_game_used_here_is_deep_enough() -> None:
    assert [len(row) for row in cards()] == [1, 2, 2]


@pytest.mark.parametrize(
    ("record", "careful"),
    [
        (seeded(commitment=PROMISE, turned=cards()), ""),
        (seeded(), ""),
        (seeded(commitment=OTHER), "Careful: this record contradicts itself; tacora verify says where.\n"),
        (seeded(turned=edited(1, 1, "99")), "Careful: this record contradicts itself; tacora verify says where.\n"),
    ],
)
def test_whoever_hears_a_record_that_contradicts_itself_is_told(tmp_path: Path, record: Json, careful: str) -> None:
    said = call("replay", written(tmp_path, record))
    assert (said.status, said.err) == (0, careful)
    assert said.lines == call("replay", written(tmp_path, seeded())).lines


@pytest.mark.parametrize(
    ("record", "status", "lines"),
    [
        (seeded(commitment=PROMISE, turned=cards()), 0, [SOUND, KEPT, SAME_CARDS]),
        (seeded(commitment=PROMISE.upper()), 0, [SOUND, KEPT, NO_CARDS]),
        (seeded(commitment=OTHER), 1, [SOUND, BROKEN, NO_CARDS]),
        (seeded(commitment=OTHER, turned=cards()), 1, [SOUND, BROKEN, SAME_CARDS]),
        (seeded(turned=cards()), 0, [SOUND, NO_PROMISE, SAME_CARDS]),
        (seeded(), 0, [SOUND, NO_PROMISE, NO_CARDS]),
        (seeded(turned=edited(2, 2, "17")), 1, [SOUND, NO_PROMISE, differs(2, 2)]),
        (seeded(turned=edited(1, 1, "nonsense")), 1, [SOUND, NO_PROMISE, differs(1, 1)]),
        (seeded(turned=edited(3, 2, None)), 1, [SOUND, NO_PROMISE, differs(3, 2)]),
        (seeded(turned=cards()[:1]), 1, [SOUND, NO_PROMISE, differs(2, 1)]),
        (seeded(turned=[*cards(), ["1"]]), 1, [SOUND, NO_PROMISE, differs(4, 1)]),
        (seeded(turned=[]), 1, [SOUND, NO_PROMISE, differs(1, 1)]),
        (seeded(commitment=PROMISE, turned=[["1", "1"]]), 1, [SOUND, KEPT, differs(1, 1)]),
        (GOOD, 0, [SOUND, NO_SEED]),
        (changed(commitment=PROMISE), 1, [SOUND, NO_SEED]),
    ],
)
def test_what_verify_says(tmp_path: Path, record: Json, status: int, lines: list[str]) -> None:
    assert_verified(tmp_path, record, status, lines)


def test_what_verify_says_in_french(tmp_path: Path) -> None:
    file = written(tmp_path, seeded(commitment=OTHER, turned=edited(2, 2, "17")))
    assert call("verify", file, lang="fr").lines == [
        "L’enregistrement tient\N{NO-BREAK SPACE}: chaque décision va avec les cartes.",
        "La graine ne correspond pas à l’engagement.",
        "Les cartes vues ne sont pas celles que donne la graine\N{NO-BREAK SPACE}: expédition 2, carte 2.",
    ]


@pytest.mark.parametrize(
    ("record", "status", "verdict"),
    [
        (seeded(commitment=PROMISE, turned=cards()), 0, {"commitment": True, "cards": True, "differs_at": None}),
        (seeded(commitment=OTHER), 1, {"commitment": False, "cards": None, "differs_at": None}),
        (seeded(turned=edited(3, 1, "1")), 1, {"commitment": None, "cards": False, "differs_at": [3, 1]}),
        (GOOD, 0, {"commitment": None, "cards": None, "differs_at": None}),
    ],
)
def test_the_verdict_as_json(tmp_path: Path, record: Json, status: int, verdict: Json) -> None:
    said = call("verify", "--json", written(tmp_path, record))
    assert (said.status, said.err) == (status, "")
    assert json.loads(said.out) == verdict


@pytest.mark.parametrize(
    ("noted", "recorded", "kept"),
    [
        (PROMISE, PROMISE, True),
        (PROMISE.upper(), PROMISE, True),
        (PROMISE, PROMISE.upper(), True),
        (PROMISE, OTHER, False),
        (OTHER, PROMISE, False),
        (OTHER, OTHER, False),
        (PROMISE, None, True),
        (OTHER, None, False),
    ],
)
def test_the_commitment_noted_and_the_record_s_own_are_both_checked(
    tmp_path: Path, noted: str, recorded: str | None, kept: bool
) -> None:
    record = seeded() if recorded is None else seeded(commitment=recorded)
    said = call("verify", "--commitment", noted, written(tmp_path, record))
    assert (said.status, said.lines) == ((0, [SOUND, KEPT, NO_CARDS]) if kept else (1, [SOUND, BROKEN, NO_CARDS]))


def test_a_commitment_that_cannot_be_confirmed_is_not_well(tmp_path: Path) -> None:
    """Without a seed nobody can say whether the promise was kept."""
    said = call("verify", "--commitment", PROMISE, written(tmp_path, GOOD))
    assert (said.status, said.lines) == (1, [SOUND, NO_SEED])
    said = call("verify", "--json", written(tmp_path, changed(commitment=PROMISE)))
    assert (said.status, json.loads(said.out)["commitment"]) == (1, None)


@pytest.mark.parametrize("text", ["", "12", PROMISE[:-1], PROMISE + "0", "g" * 64, "\x1b[2J"])
def test_a_commitment_that_is_none(tmp_path: Path, text: str) -> None:
    said = call("verify", written(tmp_path, seeded()), "--commitment", text)
    shown = text.replace("\x1b", "\\x1b")
    line = f'tacora: the commitment should be 64 hexadecimal digits, not "{shown}"\n'
    assert said == (2, "", line)
    with pytest.raises(Refused, match="bad commitment"):
        verify(read(seeded()), text)


def test_a_game_is_verified_from_standard_input(tmp_path: Path) -> None:
    said = run("verify", "-", home=tmp_path, stdin=json.dumps(seeded(commitment=PROMISE, turned=cards())))
    assert said == (0, "\n".join([SOUND, KEPT, SAME_CARDS]) + "\n", "")
    refused = run("verify", "-", home=tmp_path, stdin=json.dumps(seeded(turned=edited(1, 1, "2"))))
    assert (refused.status, refused.lines[-1]) == (1, differs(1, 1))


def test_a_bad_record_is_refused_before_anything_is_said(tmp_path: Path) -> None:
    said = call("verify", written(tmp_path, seeded(decisions=[["XXX"]])))
    assert_refused(said)


@settings(max_examples=examples(40))
@given(whole_games())
def test_every_game_verifies_with_the_cards_it_turned_and_with_no_others(table: Table) -> None:
    record = of(table)
    rows = tuple(tuple(map(str, row)) for row in replay(record).turned())
    promise = sha256(bytes.fromhex(str(record.seed))).hexdigest()
    whole = msgspec.structs.replace(record, turned=rows, commitment=promise)
    assert verify(whole) == Verdict(commitment=True, cards=True, differs_at=None)
    assert not verify(whole).wrong
    last = len(rows), len(rows[-1])
    wrong = (*rows[:-1], (*rows[-1][:-1], "a card of no box"))
    assert verify(msgspec.structs.replace(whole, turned=wrong)).differs_at == last
    assert verify(msgspec.structs.replace(whole, turned=wrong)).wrong
    assert verify(record) == Verdict(commitment=None, cards=None)


def test_a_false_seed_is_the_cause_even_where_the_decisions_do_not_fit_it(tmp_path: Path) -> None:
    """What the players noted settles it; a decision that does not fit another deal says nothing."""
    dealt = bytes(31) + bytes([7])
    record = {
        "format": "tacora-record/1",
        "game": "diamant",
        "edition": "schmidt-2005",
        "seats": ["a", "b", "c"],
        "seed": "00" * 32,
        "commitment": sha256(dealt).hexdigest(),
        "decisions": [["LLL", "CCC"]],
    }
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record), "utf-8")
    assert call("verify", str(file)) == (1, "The seed does not match the commitment.\n", "")
    record["commitment"] = sha256(bytes(32)).hexdigest()
    file.write_text(json.dumps(record), "utf-8")
    assert call("verify", str(file)).status == 2
