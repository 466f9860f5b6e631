"""A bad record of Mister Diamond is refused whole: status 2 and one line that names the place and the cause."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tacora.game import Refused
from tacora.games.records import decode, retell
from tests.cli.program import assert_refused, call, run
from tests.record import records as diamant
from tests.record.bad_record import JSON_TYPES
from tests.record.mister_records import ALL_DRAWN, ALL_LIFTED, GOOD, LIFTS, THEFT_AT, changed, duel, one_game, without
from tests.record.records import Json, as_bytes, written

SEED = "00" * 31 + "07"
BOX = "ravensburger-1993"
DEAL = GOOD["deal"]
FIXED = DEAL["fixed"]
HUGE = 10**30


class Bad(NamedTuple):
    """A record with one thing wrong, and how it is refused."""

    what: str
    record: Json
    code: str
    line: str


def options(**chosen: Json) -> Json:
    return changed(options=chosen)


def deck(*cards: Json) -> Json:
    return changed(deal={**DEAL, "deck": list(cards)}, decisions=[])


def fixed(*places: Json) -> Json:
    return changed(deal={**DEAL, "fixed": list(places)})


def decided(*decisions: Json) -> Json:
    return changed(decisions=list(decisions))


def bad(what: str, record: Json, code: str, line: str) -> Bad:
    return Bad(what, record, code, line)


def unknown_field(record: Json, field: str, path: str) -> Bad:
    return Bad(f"{field} in {path}", record, "unknown-field", f'unknown field "{field}" in {path}')


SHAPE = [
    unknown_field(changed(colour="red"), "colour", "$"),
    unknown_field(options(colour="red"), "colour", "$.options"),
    unknown_field(changed(deal={**DEAL, "thefts": 7}), "thefts", "$.deal"),
    unknown_field(changed(deal=[DEAL, {**DEAL, "thefts": 7}]), "thefts", "$.deal[1]"),
    unknown_field({**without("deal"), "seed": SEED, "turned": {**DEAL, "x": 1}}, "x", "$.turned"),
    unknown_field(changed(**{"a\nb": 1}), "a\\nb", "$"),
    # What belongs to the other game.
    unknown_field(options(relics=True), "relics", "$.options"),
    unknown_field(options(chests="open"), "chests", "$.options"),
    *(
        unknown_field(diamant.changed(options={option: value}), option, "$.options")
        for option, value in {"expert": True, "notes": True, "games": 2, "prices": [1000]}.items()
    ),
    unknown_field(diamant.changed(first=0), "first", "$"),
    *(
        bad(f"no {field}", without(field), "missing-field", f'field "{field}" is missing in $')
        for field in ("format", "game", "edition", "seats", "decisions")
    ),
    bad("no fixed", changed(deal={"deck": []}), "missing-field", 'field "fixed" is missing in $.deal'),
    bad("no deck", changed(deal={"fixed": FIXED}), "missing-field", 'field "deck" is missing in $.deal'),
    bad("no deck, 2nd", changed(deal=[DEAL, {"fixed": []}]), "missing-field", 'field "deck" is missing in $.deal[1]'),
    bad("game", changed(game="mister_diamond"), "unknown-value", '"mister_diamond" is not possible in $.game'),
    bad("format", changed(format="x"), "unknown-value", '"x" is not possible in $.format'),
]


def wrong_type(record: Json, path: str, expected: str, given: str) -> Bad:
    line = f"{path} should be {JSON_TYPES[expected]}, not {JSON_TYPES[given]}"
    return Bad(f"{path} is {given}", record, "wrong-type", line)


TYPES = [
    wrong_type(changed(options=[]), "$.options", "object", "array"),
    wrong_type(options(expert="yes"), "$.options.expert", "bool", "str"),
    wrong_type(options(expert=None), "$.options.expert", "bool", "null"),
    wrong_type(options(notes=1), "$.options.notes", "bool", "int"),
    wrong_type(options(games="2"), "$.options.games", "int", "str"),
    wrong_type(options(games=True), "$.options.games", "int", "bool"),
    wrong_type(options(games=1.5), "$.options.games", "int", "float"),
    wrong_type(options(prices=1000), "$.options.prices", "array", "int"),
    wrong_type(options(prices=["1000"]), "$.options.prices[0]", "int", "str"),
    wrong_type(options(prices=[1000, 0.5]), "$.options.prices[1]", "int", "float"),
    wrong_type(changed(seats=3), "$.seats", "array", "int"),
    wrong_type(changed(seats=["Ana", 2]), "$.seats[1]", "str", "int"),
    wrong_type(changed(first="Ana"), "$.first", "int", "str"),
    wrong_type(changed(first=None), "$.first", "int", "null"),
    wrong_type(changed(first=True), "$.first", "int", "bool"),
    wrong_type(changed(deal=5), "$.deal", "object | array", "int"),
    wrong_type(changed(deal="3000"), "$.deal", "object | array", "str"),
    wrong_type(changed(deal=["3000"]), "$.deal[0]", "object", "str"),
    wrong_type(changed(deal=[DEAL["deck"]]), "$.deal[0]", "object", "array"),
    wrong_type(changed(deal={**DEAL, "fixed": 16}), "$.deal.fixed", "array", "int"),
    wrong_type(fixed(*FIXED[:15], "41"), "$.deal.fixed[15]", "int", "str"),
    wrong_type(fixed(*FIXED[:15], 41.5), "$.deal.fixed[15]", "int", "float"),
    wrong_type(fixed(*FIXED[:15], None), "$.deal.fixed[15]", "int", "null"),
    wrong_type(deck(3000), "$.deal.deck[0]", "str", "int"),
    wrong_type(deck("3000", None), "$.deal.deck[1]", "str", "null"),
    wrong_type(changed(deal={**DEAL, "deck": "3000"}), "$.deal.deck", "array", "str"),
    wrong_type(changed(turned=7), "$.turned", "object | array", "int"),
    wrong_type(changed(decisions="17"), "$.decisions", "array", "str"),
    wrong_type(decided(17), "$.decisions[0]", "str", "int"),
    wrong_type(decided("17", ["8"]), "$.decisions[1]", "str", "array"),
    wrong_type(decided("17", None), "$.decisions[1]", "str", "null"),
]

PRICES = "prices should be different, from 1 to 1000000, and divide 42 rings evenly"
GAMES = "a match has from 1 to 99 games"

TABLE = [
    bad("edition", changed(edition="tiny"), "unknown-edition", f'there is no edition "tiny"; there are {BOX}'),
    bad("1 seat", changed(seats=["Ana"]), "seat-count", "2 to 8 players are needed, not 1"),
    bad("no seat", changed(seats=[]), "seat-count", "2 to 8 players are needed, not 0"),
    bad("9 seats", changed(seats=list("abcdefghi")), "seat-count", "2 to 8 players are needed, not 9"),
    bad("name", changed(seats=["Ana", " "]), "bad-name", "seat 1: a name has 1 to 40 visible characters"),
    bad("first 3", changed(first=3), "no-such-seat", "there is no seat 3; they go from 0 to 2"),
    bad("first -1", changed(first=-1), "no-such-seat", "there is no seat -1; they go from 0 to 2"),
    bad("games 0", options(games=0), "bad-games", f"{GAMES}, not 0"),
    bad("games -1", options(games=-1), "bad-games", f"{GAMES}, not -1"),
    bad("games 100", options(games=100), "bad-games", f"{GAMES}, not 100"),
    bad("2 deals", changed(deal=[DEAL, DEAL]), "no-such-game", "game 2: this match has 1 game"),
    bad(
        "4 deals",
        changed(deal=[DEAL] * 4, options={"games": 3}),
        "no-such-game",
        "game 4: this match has 3 games",
    ),
    bad("price twice", options(prices=[1000, 1000]), "bad-prices", f"{PRICES}, not 1000, 1000"),
    bad("price 0", options(prices=[0]), "bad-prices", f"{PRICES}, not 0"),
    bad("price below 0", options(prices=[5, -5]), "bad-prices", f"{PRICES}, not 5, -5"),
    bad("a price too dear", options(prices=[1_000_001]), "bad-prices", f"{PRICES}, not 1000001"),
    bad("no prices", options(prices=[]), "bad-prices", f"{PRICES}, not []"),
    bad("5 prices", options(prices=[1, 2, 3, 4, 5]), "bad-prices", f"{PRICES}, not 1, 2, 3, 4, 5"),
    bad(
        "43 prices",
        options(prices=list(range(1, 44))),
        "bad-prices",
        f"{PRICES}, not {', '.join(map(str, range(1, 44)))}",
    ),
    bad(
        "both",
        changed(seed=SEED),
        "seed-or-deal",
        "there are both a seed and a deal; only one of them can be true",
    ),
    bad("neither", without("deal"), "seed-or-deal", "there is neither a seed nor a deal; one of them is needed"),
    bad(
        "seed",
        {**without("deal"), "seed": "12"},
        "bad-seed",
        'the seed should be 64 hexadecimal digits, not "12"',
    ),
    bad(
        "commitment",
        changed(commitment="12"),
        "bad-commitment",
        'the commitment should be 64 hexadecimal digits, not "12"',
    ),
    bad("turned", changed(turned=DEAL), "turned-without-seed", '"turned" goes with a seed only'),
]

NOWHERE = "they go from 1 to 42"


def not_in_deck(record: Json, game: int, card: int, text: str) -> Bad:
    line = f'game {game}, card {card}: "{text}" is not in the deck at this moment'
    return Bad(f"{text} too many", record, "not-in-deck", line)


def unknown_card(text: str) -> Bad:
    shown = text.replace("\n", "\\n")
    line = f'game 1, card 2: there is no card "{shown}" in {BOX}'
    return Bad(f"card {text!r}", deck("3000", text), "unknown-card", line)


def too_few(what: str, record: Json, game: int, decision: int, needed: int) -> Bad:
    line = f"game {game}, decision {decision}: too few cards: number {needed} is needed, but is not written down"
    return Bad(what, record, "too-few-cards", line)


CARDS = [
    bad("15 places", fixed(*FIXED[:15]), "fixed-count", "game 1: 16 places are fixed, not 15"),
    bad("17 places", fixed(*FIXED, 42), "fixed-count", "game 1: 16 places are fixed, not 17"),
    bad("no places", fixed(), "fixed-count", "game 1: 16 places are fixed, not 0"),
    bad("a place twice", fixed(*FIXED[:15], 2), "place-twice", "game 1: place 2 is fixed twice"),
    bad("17 with one twice", fixed(*FIXED, 41), "place-twice", "game 1: place 41 is fixed twice"),
    bad("place 0", fixed(0, *FIXED[1:]), "no-such-place", f"game 1: there is no place 0; {NOWHERE}"),
    bad("place 43", fixed(*FIXED[:15], 43), "no-such-place", f"game 1: there is no place 43; {NOWHERE}"),
    bad("place -1", fixed(*FIXED[:15], -1), "no-such-place", f"game 1: there is no place -1; {NOWHERE}"),
    bad(
        "places of a game not begun",
        changed(options={"games": 2}, deal=[DEAL, {**DEAL, "fixed": [1]}]),
        "fixed-count",
        "game 2: 16 places are fixed, not 1",
    ),
    not_in_deck(deck(*["3000"] * 8), 1, 8, "3000"),
    not_in_deck(deck("1000", *["6000"] * 8), 1, 9, "6000"),
    not_in_deck(deck(*["theft"] * 8), 1, 8, "theft"),
    not_in_deck(deck(*ALL_DRAWN["deck"], "2000"), 1, 50, "2000"),
    not_in_deck(changed(options={"games": 2}, deal=[DEAL, one_game(*["theft"] * 8)]), 2, 8, "theft"),
    not_in_deck({**deck(*["7"] * 22), "options": {"prices": [7, 8]}}, 1, 22, "7"),
    *(unknown_card(text) for text in ("7000", "03000", "3000 ", "Theft", "", "steal", "-1000", "1e3", "a\nb")),
    bad(
        "a price that was changed",
        {**deck("1000"), "options": {"prices": [7, 8]}},
        "unknown-card",
        f'game 1, card 1: there is no card "1000" in {BOX}',
    ),
    too_few("no card at all", changed(deal={**DEAL, "deck": []}), 1, 1, 1),
    too_few("no game at all", changed(deal=[]), 1, 1, 1),
    too_few("one card", changed(deal={**DEAL, "deck": ["3000"]}), 1, 2, 2),
    too_few("a theft put aside", changed(deal={**DEAL, "deck": DEAL["deck"][:8]}), 1, 8, 9),
    too_few("one decision more", decided(*GOOD["decisions"], "42"), 1, 11, 12),
    too_few("no second game", {**duel([ALL_LIFTED], *LIFTS, "17"), "options": {"games": 2}}, 2, 27, 1),
    too_few(
        "a second game that is short",
        {**duel([ALL_LIFTED, one_game("3000")], *LIFTS, "17", "18"), "options": {"games": 2}},
        2,
        28,
        2,
    ),
]


def first_decision(text: str, code: str, cause: str) -> Bad:
    shown = text.replace("\x1b", "\\x1b").replace("\n", "\\n")
    return Bad(f"decision {text!r}"[:40], decided(text), code, f'decision 1, seat 0: "{shown}" {cause}')


def thief(text: str, code: str, cause: str) -> Bad:
    """Bo holds a theft card and could rob Ana of 3000."""
    record = decided(*GOOD["decisions"][:THEFT_AT], text)
    return Bad(f"thief {text!r}", record, code, f'decision 5, seat 1: "{text}" {cause}')


NO_DECISION = 'is neither a place nor "steal SEAT PRICE" nor "decline"'
NAME_A_PLACE = "but Ana drew a ring of 3000 and has to name a place"
NAME_A_THEFT = 'but Bo drew a theft card: "steal SEAT PRICE" or "decline"'
EMPTY = "but no diamond stands there"

DECISIONS = [
    *(
        Bad(
            f"place {text}",
            decided(text),
            "no-such-place",
            f"decision 1, seat 0: there is no place {text}; {NOWHERE}",
        )
        for text in ("0", "43", "999")
    ),
    *(
        first_decision(text, "unknown-decision", NO_DECISION)
        for text in (
            "", " ", "x", "-1", "+17", "017", "17 ", " 17", "17.0", "1e1", "١٧", "17 18", "lift 17", "Decline",
            "decline ", "steal", "steal 1", "steal 1 3000 ", "steal 1  3000", "steal Bo 3000", "steal -1 3000",
            "STEAL 1 3000", "1000000000", "\x1b[2J", "1\n7",
        )
    ),
    Bad(
        "endless decision",
        decided("9" * 5000),
        "unknown-decision",
        f'decision 1, seat 0: "{"9" * 200}…" {NO_DECISION}',
    ),
    *(first_decision(text, "expected-place", NAME_A_PLACE) for text in ("decline", "steal 1 3000", "steal 0 1")),
    *(thief(text, "expected-theft", NAME_A_THEFT) for text in ("12", "17", "0")),
    *(
        thief(text, "no-such-theft", "but Bo cannot steal that")
        for text in ("steal 0 2000", "steal 0 1000", "steal 1 3000", "steal 2 3000", "steal 0 7")
    ),
    Bad(
        "a victim that there is not",
        decided(*GOOD["decisions"][:THEFT_AT], "steal 3 3000"),
        "no-such-seat",
        "decision 5, seat 1: there is no seat 3; they go from 0 to 2",
    ),
    Bad(
        "a place where nothing stands any more",
        decided("17", "17"),
        "no-diamond-there",
        f'decision 2, seat 1: "17" {EMPTY}',
    ),
    Bad(
        "a theft that was put aside",
        decided(*GOOD["decisions"][:7], "decline"),
        "expected-place",
        'decision 8, seat 2: "decline" but Cy drew a ring of 5000 and has to name a place',
    ),
    Bad(
        "after every loose diamond",
        duel(one_game(*ALL_LIFTED["deck"], "6000"), *LIFTS, "1"),
        "after-the-end",
        "decision 27: the game is already over",
    ),
    Bad(
        "after the last card",
        duel(ALL_DRAWN, *["1"] * 43),
        "after-the-end",
        "decision 43: the game is already over",
    ),
    Bad(
        "after the last game",
        {**duel([ALL_LIFTED] * 2, *LIFTS, *LIFTS, "decline"), "options": {"games": 2}},
        "after-the-end",
        "decision 53: the game is already over",
    ),
]  # fmt: skip

ALL = [*SHAPE, *TYPES, *TABLE, *CARDS, *DECISIONS]


def named(cases: list[Bad]) -> list[object]:
    return [
        pytest.param(case, id=f"{at} {case.what}".encode("unicode_escape").decode()) for at, case in enumerate(cases)
    ]


def test_the_record_that_all_of_these_start_from_is_good(tmp_path: Path) -> None:
    assert call("replay", written(tmp_path, GOOD)).status == 0


@pytest.mark.parametrize("case", named(ALL))
def test_one_line_and_status_2(tmp_path: Path, case: Bad) -> None:
    file = written(tmp_path, case.record)
    for command in (["replay"], ["replay", "--json"], ["verify"]):
        assert call(*command, file) == (2, "", f"tacora: {file}: {case.line}\n")


@pytest.mark.parametrize("case", named(ALL))
def test_the_code(case: Bad) -> None:
    with pytest.raises(Refused) as refused:
        retell(decode(as_bytes(case.record)))
    assert refused.value.code == case.code


@pytest.mark.sample(30)
@pytest.mark.parametrize("case", named(ALL))
def test_one_line_in_french(tmp_path: Path, case: Bad) -> None:
    said = call("replay", written(tmp_path, case.record), lang="fr")
    assert_refused(said)
    assert case.line not in said.err


SAMPLE = [SHAPE[2], TYPES[0], TABLE[1], CARDS[0], CARDS[9], DECISIONS[0], DECISIONS[-1]]


@pytest.mark.sample(2)
@pytest.mark.parametrize("case", named(SAMPLE))
def test_the_real_program_says_the_same(tmp_path: Path, case: Bad) -> None:
    said = run("replay", "-", home=tmp_path, stdin=as_bytes(case.record).decode())
    assert said == (2, "", f"tacora: stdin: {case.line}\n")


N = "\N{NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("record", "line"),
    [
        (fixed(*FIXED[:15]), f"partie 1{N}: 16 places sont fixes, pas 15"),
        (deck(*["theft"] * 8), f"partie 1, carte 8{N}: «{N}theft{N}» n’est pas dans la pioche à ce moment"),
        (options(games=0), "une rencontre a de 1 à 99 parties, pas 0"),
        (changed(deal=[DEAL, DEAL]), f"partie 2{N}: cette rencontre a 1 partie"),
    ],
)
def test_lines_in_french(tmp_path: Path, record: Json, line: str) -> None:
    file = written(tmp_path, record)
    said = call("replay", file, lang="fr")
    assert said.err.replace("\N{NARROW NO-BREAK SPACE}", N) == f"tacora: {file}{N}: {line}\n"


def test_french_does_not_call_a_seat_by_the_word_for_a_place_of_the_tray(tmp_path: Path) -> None:
    """Here `place` is where a diamond stands; a player has a `siège`, as every other French line of this game says."""
    said = call("replay", written(tmp_path, decided("43")), lang="fr")
    assert "siège 0" in said.err
    assert "place 0" not in said.err


def test_no_prices_at_all_are_refused_with_a_whole_line(tmp_path: Path) -> None:
    for lang in ("en", "fr"):
        said = call("replay", written(tmp_path, options(prices=[])), lang=lang)
        assert_refused(said)
        assert said.err.rstrip("\n") == said.err.strip()
        assert not said.err.strip().endswith((" not", " pas", ","))


@pytest.mark.parametrize(
    "record",
    [
        options(games=HUGE),
        options(games=-HUGE),
        changed(first=HUGE),
        changed(first=-HUGE),
        fixed(*FIXED[:15], HUGE),
        fixed(*FIXED[:14], HUGE, HUGE),
        options(prices=[-HUGE]),
    ],
    ids=["games", "games below 0", "first", "first below 0", "place", "place twice", "price"],
)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_number_beyond_reason(tmp_path: Path, record: Json, lang: str) -> None:
    said = call("replay", written(tmp_path, record), lang=lang)
    assert_refused(said)


def test_a_price_beyond_reason(tmp_path: Path) -> None:
    """Refused even where its card is drawn and told."""
    record = {**deck(str(HUGE), "1"), "options": {"prices": [HUGE, 1]}, "decisions": ["17"]}
    for command in (["replay"], ["replay", "--json"]):
        file = written(tmp_path, record)
        assert call(*command, file) == (2, "", f"tacora: {file}: {PRICES}, not {HUGE}, 1\n")


def test_a_field_that_stands_there_twice(tmp_path: Path) -> None:
    twice = as_bytes(GOOD).replace(b'"first": 0', b'"first": 0, "first": 1')
    file = written(tmp_path, twice)
    assert call("replay", file) == (2, "", f'tacora: {file}: the field "first" stands there twice\n')


def test_the_options_of_one_game_are_not_those_of_the_other(tmp_path: Path) -> None:
    """A record that is good for its own game is refused under the name of the other."""
    for record in (changed(game="diamant"), diamant.changed(game="mister-diamond")):
        said = call("replay", written(tmp_path, record))
        assert_refused(said)
