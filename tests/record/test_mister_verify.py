"""What can be checked about a deal of Mister Diamond: the promise, the fixed places, and the cards that were seen."""

from __future__ import annotations

import json
from copy import deepcopy
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings

from tacora.games.mister_diamond.record import replay as replay_record
from tacora.games.mister_diamond.record import verify
from tests.cli.program import Said, assert_refused, call, run
from tests.examples import examples
from tests.mister_diamond.strategies import whole_matches
from tests.mister_diamond.table import Table
from tests.record.mister_records import GOOD, VECTOR_SEED, changed, of, read, record_games, without
from tests.record.records import Json, written
from tests.record.verdicts import BROKEN, KEPT, NO_CARDS, NO_PROMISE, NO_SEED, OTHER, SAME_CARDS, SOUND, assert_verified

PROMISE = sha256(bytes.fromhex(VECTOR_SEED)).hexdigest()

FOUND: dict[str, Json] = {
    "fixed": [4, 6, 10, 13, 16, 19, 20, 24, 25, 31, 32, 35, 37, 40, 41, 42],
    "deck": ["3000", "5000", "2000"],
}
"""What the seed of the test vectors deals, as far as it was drawn: two tries and a third card."""


def seeded(**fields: Json) -> Json:
    return {**without("deal"), "seed": VECTOR_SEED, "decisions": ["1", "4"], **fields}


def found(**changes: Json) -> Json:
    return {**deepcopy(FOUND), **changes}


WRONG_PLACES = found(fixed=[1, *FOUND["fixed"][1:]])
WRONG_CARD = found(deck=["3000", "1000", "2000"])


@pytest.mark.parametrize(
    ("record", "status", "lines"),
    [
        (seeded(commitment=PROMISE, turned=FOUND), 0, [SOUND, KEPT, SAME_CARDS]),
        (seeded(commitment=PROMISE.upper()), 0, [SOUND, KEPT, NO_CARDS]),
        (seeded(commitment=OTHER), 1, [SOUND, BROKEN, NO_CARDS]),
        (seeded(commitment=OTHER, turned=FOUND), 1, [SOUND, BROKEN, SAME_CARDS]),
        (seeded(turned=[FOUND]), 0, [SOUND, NO_PROMISE, SAME_CARDS]),
        (seeded(turned=found(fixed=FOUND["fixed"][::-1])), 0, [SOUND, NO_PROMISE, SAME_CARDS]),
        (seeded(), 0, [SOUND, NO_PROMISE, NO_CARDS]),
        (GOOD, 0, [SOUND, NO_SEED]),
        (changed(commitment=PROMISE), 1, [SOUND, NO_SEED]),
    ],
)
def test_what_verify_says(tmp_path: Path, record: Json, status: int, lines: list[str]) -> None:
    assert_verified(tmp_path, record, status, lines)


@pytest.mark.parametrize(
    ("turned", "differs_at"),
    [
        (WRONG_PLACES, [1, 0]),
        (found(fixed=FOUND["fixed"][:-1]), [1, 0]),
        (found(fixed=[*FOUND["fixed"], 42]), [1, 0]),
        (found(fixed=[]), [1, 0]),
        (found(fixed=[1], deck=[]), [1, 0]),
        ([], [1, 0]),
        (found(deck=["theft", "5000", "2000"]), [1, 1]),
        (WRONG_CARD, [1, 2]),
        (found(deck=["3000", "5000"]), [1, 3]),
        (found(deck=["3000", "5000", "2000", "theft"]), [1, 4]),
        (found(deck=["3000", "5000", "nonsense"]), [1, 3]),
        ([FOUND, FOUND], [2, 0]),
    ],
)
def test_where_it_differs(tmp_path: Path, turned: Json, differs_at: list[int]) -> None:
    """The game from 1 and the card from 1; card 0 stands for the fixed places."""
    said = call("verify", "--json", written(tmp_path, seeded(commitment=PROMISE, turned=turned)))
    assert (said.status, said.err) == (1, "")
    assert json.loads(said.out) == {"commitment": True, "cards": False, "differs_at": differs_at}


def last_line(folder: Path, turned: Json, lang: str = "en") -> str:
    said = call("verify", written(folder, seeded(turned=turned)), lang=lang)
    assert (said.status, len(said.lines), said.err) == (1, 3, "")
    return said.lines[-1]


def test_a_wrong_card_is_told_with_its_game_and_its_place(tmp_path: Path) -> None:
    assert last_line(tmp_path, WRONG_CARD) == "The cards drawn differ from those the seed deals: game 1, card 2."
    assert last_line(tmp_path, WRONG_CARD, "fr") == (
        "Les cartes tirées ne sont pas celles que donne la graine\N{NO-BREAK SPACE}: partie 1, carte 2."
    )


def test_wrong_places_are_told_as_places(tmp_path: Path) -> None:
    assert last_line(tmp_path, WRONG_PLACES) == "The fixed places differ from those the seed gives: game 1."
    assert last_line(tmp_path, WRONG_PLACES, "fr") == (
        "Les places fixes ne sont pas celles que donne la graine\N{NO-BREAK SPACE}: partie 1."
    )


def test_mister_diamond_has_no_expeditions(tmp_path: Path) -> None:
    for turned in (WRONG_CARD, WRONG_PLACES):
        assert "expedition" not in last_line(tmp_path, turned)
        assert "expédition" not in last_line(tmp_path, turned, "fr")


@pytest.mark.parametrize(
    ("record", "status", "verdict"),
    [
        (seeded(commitment=PROMISE, turned=FOUND), 0, {"commitment": True, "cards": True, "differs_at": None}),
        (seeded(commitment=OTHER), 1, {"commitment": False, "cards": None, "differs_at": None}),
        (GOOD, 0, {"commitment": None, "cards": None, "differs_at": None}),
    ],
)
def test_the_verdict_as_json(tmp_path: Path, record: Json, status: int, verdict: Json) -> None:
    said = call("verify", "--json", written(tmp_path, record))
    assert (said.status, json.loads(said.out), said.err) == (status, verdict, "")


@pytest.mark.parametrize(
    ("own", "noted", "kept"), [(PROMISE, PROMISE, True), (OTHER, PROMISE, False), (PROMISE, OTHER, False)]
)
def test_a_commitment_noted_before_the_game_and_the_record_s_own_must_both_be_kept(
    tmp_path: Path, own: str, noted: str, kept: bool
) -> None:
    said = call("verify", written(tmp_path, seeded(commitment=own)), "--commitment", noted)
    assert (said.status, said.lines) == (0 if kept else 1, [SOUND, KEPT if kept else BROKEN, NO_CARDS])


def test_a_promise_that_cannot_be_checked_is_not_kept(tmp_path: Path) -> None:
    """Whoever asks about a commitment and gets no answer must not be told that all is well."""
    said = call("verify", written(tmp_path, GOOD), "--commitment", PROMISE)
    assert (said.status, said.lines) == (1, [SOUND, NO_SEED])
    assert call("verify", written(tmp_path, GOOD)).status == 0


@pytest.mark.thorough
def test_the_real_program_from_standard_input(tmp_path: Path) -> None:
    def checked(record: Json) -> Said:
        return run("verify", "-", home=tmp_path, stdin=json.dumps(record))

    good = checked(seeded(commitment=PROMISE, turned=FOUND))
    assert good == (0, "\n".join([SOUND, KEPT, SAME_CARDS]) + "\n", "")
    assert checked(seeded(turned=WRONG_CARD)).status == 1
    refused = checked(seeded(decisions=["x"]))
    assert_refused(refused)


@settings(max_examples=examples(20))
@given(whole_matches(record_games()))
def test_every_match_verifies_with_what_it_found_and_with_nothing_else(table: Table) -> None:
    record = of(table)
    whole = record.with_turned(replay_record(record))
    sound = verify(whole, sha256(bytes.fromhex(str(record.seed))).hexdigest())
    assert (sound.commitment, sound.cards, sound.differs_at, sound.wrong) == (True, True, None, False)
    games = replay_record(record).turned()
    last = games[-1]
    wrong_card = msgspec.structs.replace(last, deck=(*last.deck[:-1], "no such card"))
    wrong_place = msgspec.structs.replace(last, fixed=(*last.fixed[:-1], 99))
    for game, at in ((wrong_card, len(last.deck)), (wrong_place, 0)):
        verdict = verify(msgspec.structs.replace(record, turned=(*games[:-1], game)))
        assert (verdict.cards, verdict.differs_at, verdict.wrong) == (False, (len(games), at), True)


def test_a_record_of_a_match_is_compared_game_by_game() -> None:
    """The first game as found, the second with other places."""
    record = read(seeded(options={"games": 2}))
    both = (replay_record(record).turned()[0], replay_record(record).turned()[0])
    assert verify(msgspec.structs.replace(record, turned=both)).differs_at == (2, 0)
