"""A bad record is refused whole: status 2 and one line that names the place and the cause."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest

from tacora.game import Refused
from tacora.games.diamant.record import replay
from tacora.games.records import decode
from tests.cli.program import assert_refused, call, run
from tests.record.records import GOOD, SEED, Json, as_bytes, changed, read, without, written

BOXES = "schmidt-2005, tacora-2024, incan-gold-2006, diamant-2016, incan-gold-2020, tiny"
LONG = "x" * 41


class Bad(NamedTuple):
    """A record with one thing wrong, and how it is refused."""

    what: str
    record: Json
    code: str
    facts: dict[str, object]
    line: str


def options(**chosen: Json) -> Json:
    return changed(options=chosen)


def cards(*rows: list[str], decisions: Json = ()) -> Json:
    return changed(deal=rows, decisions=decisions)


def decided(*rows: list[str]) -> Json:
    return changed(decisions=rows)


SHAPE = [
    *(
        Bad(what, content, "empty", {}, "there is nothing in it")
        for what, content in [("empty", b""), ("only spaces", b" \n\t"), ("only a byte order mark", b"\xef\xbb\xbf")]
    ),
    Bad(
        "not JSON",
        b"Dear Tacora",
        "not-json",
        {"line": 1, "column": 1},
        "this is not JSON from line 1, column 1 on",
    ),
    Bad(
        "half of a file",
        as_bytes(GOOD)[:-5],
        "json-cut",
        {},
        "its end is missing",
    ),
    Bad(
        "more than one record",
        as_bytes(GOOD) * 2,
        "not-json",
        {"line": 1, "column": len(as_bytes(GOOD).decode()) + 1},
        f"this is not JSON from line 1, column {len(as_bytes(GOOD).decode()) + 1} on",
    ),
    Bad("nested without end", b'{"x": ' + b"[" * 100_000, "json-deep", {}, "it is nested too deep"),
    Bad("not a number", b'{"format": NaN}', "json-value", {}, "it has a value that is not JSON"),
    Bad(
        "unknown field",
        changed(colour="red"),
        "unknown-field",
        {"path": "$", "field": "colour"},
        'unknown field "colour" in $',
    ),
    Bad(
        "unknown option",
        options(relics=True, expert=True),
        "unknown-field",
        {"path": "$.options", "field": "expert"},
        'unknown field "expert" in $.options',
    ),
    Bad(
        "unknown field that breaks lines",
        {**GOOD, "a\nb\x1b[2J": 1},
        "unknown-field",
        {"path": "$", "field": "a\nb\x1b[2J"},
        'unknown field "a\\nb\\x1b[2J" in $',
    ),
    *(
        Bad(
            f"no {field}",
            without(field),
            "missing-field",
            {"path": "$", "field": field},
            f'field "{field}" is missing in $',
        )
        for field in ("format", "game", "edition", "seats", "decisions")
    ),
    Bad(
        "unknown format",
        changed(format="tacora-record/2"),
        "unknown-value",
        {"path": "$.format", "value": "'tacora-record/2'"},
        "'tacora-record/2' is not possible in $.format",
    ),
    Bad(
        "unknown game",
        changed(game="chess"),
        "unknown-value",
        {"path": "$.game", "value": "'chess'"},
        "'chess' is not possible in $.game",
    ),
    Bad(
        "unknown chests",
        options(chests="locked"),
        "unknown-value",
        {"path": "$.options.chests", "value": "'locked'"},
        "'locked' is not possible in $.options.chests",
    ),
    *(
        Bad(
            f"{field} twice",
            as_bytes(GOOD)[:-1] + f', "{field}": {json.dumps(GOOD[field])}}}'.encode(),
            "field-twice",
            {"field": field},
            f'the field "{field}" stands there twice',
        )
        for field in GOOD
    ),
    Bad(
        "an option twice",
        as_bytes(GOOD).replace(b'"relics": true', b'"relics": true, "relics": true'),
        "field-twice",
        {"field": "relics"},
        'the field "relics" stands there twice',
    ),
    *(
        Bad(what, content, "not-utf8", {"byte": byte}, f"this is not text in UTF-8: byte {byte}")
        for what, content, byte in [
            ("text of another kind", "é".encode("latin-1"), 0),
            (
                "a byte that is no text within a record",
                as_bytes(GOOD).replace(b"blue", b"bl\xffe"),
                as_bytes(GOOD).index(b"blue") + 2,
            ),
            ("text of two bytes a letter", "{}".encode("utf-16"), 0),
        ]
    ),
]


IN_WORDS = {
    "str": "a text",
    "int": "a whole number",
    "float": "a fraction",
    "array": "a list",
    "object": "an object",
    "bool": "true or false",
    "null": "nothing",
}


def wrong_type(record: Json, path: str, expected: str, given: str) -> Bad:
    facts: dict[str, object] = {"path": path, "expected": expected, "given": given}
    line = f"{path} should be {IN_WORDS[expected]}, not {IN_WORDS[given]}"
    return Bad(f"{path} is {given}", record, "wrong-type", facts, line)


TYPES = [
    wrong_type([], "$", "object", "array"),
    wrong_type("record", "$", "object", "str"),
    wrong_type(7, "$", "object", "int"),
    wrong_type(None, "$", "object", "null"),
    wrong_type(changed(format=1), "$.format", "str", "int"),
    wrong_type(changed(edition=None), "$.edition", "str", "null"),
    wrong_type(changed(edition=2024), "$.edition", "str", "int"),
    wrong_type(changed(options=[]), "$.options", "object", "array"),
    wrong_type(changed(options=None), "$.options", "object", "null"),
    wrong_type(options(relics="yes"), "$.options.relics", "bool", "str"),
    wrong_type(options(relics=None), "$.options.relics", "bool", "null"),
    wrong_type(options(relics=1), "$.options.relics", "bool", "int"),
    wrong_type(options(chests=True), "$.options.chests", "str", "bool"),
    wrong_type(changed(seats=3), "$.seats", "array", "int"),
    wrong_type(changed(seats="red"), "$.seats", "array", "str"),
    wrong_type(changed(seats=["red", 2, "green"]), "$.seats[1]", "str", "int"),
    wrong_type(changed(commitment=5), "$.commitment", "str", "int"),
    wrong_type(changed(seed=5.5), "$.seed", "str", "float"),
    wrong_type(changed(seed=None), "$.seed", "str", "null"),
    wrong_type(changed(deal={}), "$.deal", "array", "object"),
    wrong_type(changed(deal=["11"]), "$.deal[0]", "array", "str"),
    wrong_type(changed(deal=[["snakes", 11]]), "$.deal[0][1]", "str", "int"),
    wrong_type(changed(turned="11"), "$.turned", "array", "str"),
    wrong_type(changed(turned=[["11", None]]), "$.turned[0][1]", "str", "null"),
    wrong_type(changed(decisions="CCC"), "$.decisions", "array", "str"),
    wrong_type(changed(decisions=["CCC"]), "$.decisions[0]", "array", "str"),
    wrong_type(changed(decisions=[[["C", "C", "C"]]]), "$.decisions[0][0]", "str", "array"),
]

BOX_AND_SEATS = [
    Bad(
        "unknown edition",
        changed(edition="monopoly"),
        "unknown-edition",
        {"edition": "monopoly", "known": BOXES},
        f'there is no edition "monopoly"; there are {BOXES}',
    ),
    Bad(
        "relics in a box that has none",
        changed(edition="schmidt-2005", deal=[["11"]], decisions=[]),
        "no-relics",
        {"edition": "schmidt-2005"},
        "the box schmidt-2005 has no relics",
    ),
    *(
        Bad(
            f"{count} seats",
            changed(seats=[f"p{seat}" for seat in range(count)]),
            "seat-count",
            {"given": count, "least": 3, "most": 8},
            f"3 to 8 players are needed, not {count}",
        )
        for count in (0, 2, 9)
    ),
    *(
        Bad(
            what,
            changed(seats=["red", "blue", name]),
            "bad-name",
            {"seat": 2, "most": 40},
            "seat 2: a name has 1 to 40 visible characters",
        )
        for what, name in [
            ("an empty name", ""),
            ("a name of spaces", "  "),
            ("a name of two lines", "a\nb"),
            ("a name with an escape", "a\x1b[2J"),
            ("an invisible name", "\N{ZERO WIDTH SPACE}"),
            ("a name too long", LONG),
        ]
    ),
    Bad(
        "both seed and deal",
        changed(seed=SEED),
        "seed-or-deal",
        {"given": 2},
        "there are both a seed and a deal; only one of them can be true",
    ),
    Bad(
        "neither seed nor deal",
        without("deal"),
        "seed-or-deal",
        {"given": 0},
        "there is neither a seed nor a deal; one of them is needed",
    ),
    *(
        Bad(
            f"seed {text[:4]}",
            {**without("deal"), "seed": text, "decisions": []},
            "bad-seed",
            {"text": text},
            f'the seed should be 64 hexadecimal digits, not "{text}"',
        )
        for text in ("", "12", "g" + "0" * 63, "0" * 65, "٣" * 64)
    ),
    *(
        Bad(
            f"commitment {text[:4]}",
            changed(commitment=text),
            "bad-commitment",
            {"text": text},
            f'the commitment should be 64 hexadecimal digits, not "{text}"',
        )
        for text in ("", "12", "0x" + "0" * 62, "0" * 65)
    ),
    Bad(
        "cards seen, without a seed",
        changed(turned=[["11"]]),
        "turned-without-seed",
        {},
        '"turned" goes with a seed only',
    ),
]


def not_in_deck(what: str, record: Json, expedition: int, card: int, text: str) -> Bad:
    facts: dict[str, object] = {"expedition": expedition, "card": card, "text": text}
    line = f'expedition {expedition}, card {card}: "{text}" is not in the deck at this moment'
    return Bad(what, record, "not-in-deck", facts, line)


def unknown_card(record: Json, text: str, edition: str = "tacora-2024") -> Bad:
    facts: dict[str, object] = {"expedition": 1, "card": 2, "text": text, "edition": edition}
    shown = text.replace("\n", "\\n")
    line = f'expedition 1, card 2: there is no card "{shown}" in {edition}'
    return Bad(f"card {text!r}", record, "unknown-card", facts, line)


def too_few(what: str, record: Json, expedition: int, needed: int) -> Bad:
    line = f"expedition {expedition}: too few cards: number {needed} is needed, but is not written down"
    return Bad(what, record, "too-few-cards", {"expedition": expedition, "needed": needed}, line)


CARDS = [
    not_in_deck("fourth snake", cards(["snakes", "1", "snakes", "2", "snakes", "snakes"]), 1, 6, "snakes"),
    not_in_deck("third 5", cards(["5", "5", "7", "5"]), 1, 4, "5"),
    not_in_deck(
        "removed hazard",
        cards(["snakes", "snakes"], ["snakes", "4", "snakes", "snakes"], decisions=[["CCC"]]),
        2,
        4,
        "snakes",
    ),
    not_in_deck(
        "hazard removed three times",
        cards(["lava", "lava"], ["lava", "lava"], ["9", "lava", "lava"], decisions=[["CCC"], ["CCC"]]),
        3,
        3,
        "lava",
    ),
    not_in_deck("relic not yet added", cards(["R5", "R7"]), 1, 2, "R7"),
    not_in_deck("relic not yet added, in a later cave", cards(["1"], ["R5", "R7", "R8"]), 2, 3, "R8"),
    not_in_deck("relic lost before", cards(["R5"], ["R5"], decisions=[["LLL"]]), 2, 1, "R5"),
    not_in_deck("relic taken before", cards(["R5", "1"], ["4", "R5"], decisions=[["LCC", "-LL"]]), 2, 2, "R5"),
    not_in_deck("relic turned twice", cards(["R5", "R5"]), 1, 2, "R5"),
    not_in_deck("relic in a game without", changed(options={"relics": False}), 1, 3, "R5"),
    not_in_deck("relic in a variant not chosen", changed(options={}), 1, 3, "R5"),
    not_in_deck("wrong card in a cave not begun", cards(["1"], ["R5"], ["13", "13"]), 3, 2, "13"),
    *(
        unknown_card(cards(["11", text]), text)
        for text in ("6", "scorpions", "R6", "R", "Snakes", "", "05", "...", "a\nb")
    ),
    unknown_card(changed(edition="schmidt-2005", options={}, deal=[["11", "lava"]]), "lava", "schmidt-2005"),
    unknown_card(changed(edition="incan-gold-2006", options={}, deal=[["11", "R5"]]), "R5", "incan-gold-2006"),
    too_few("no card at all", cards(decisions=[["CCC"]]), 1, 1),
    too_few("too few cards in the first cave", cards(["11"], decisions=[["CCC"]]), 1, 2),
    too_few("too few cards in the second cave", cards(["11"], ["1", "2"], decisions=[["LLL"], ["CCC", "LCC"]]), 2, 3),
    too_few("no cards for the second cave", cards(["11"], decisions=[["LLL"], ["CCC"]]), 2, 1),
    too_few("a cave without cards before one with", cards(["11"], [], ["4"], decisions=[["LLL"]]), 2, 1),
    Bad(
        "cards for a sixth cave",
        cards(*[["11"]] * 6),
        "no-such-expedition",
        {"expedition": 6, "most": 5},
        "expedition 6: a game has 5 expeditions",
    ),
    Bad(
        "cards for a third cave of tiny",
        changed(edition="tiny", options={}, deal=[["4"]] * 3, decisions=[]),
        "no-such-expedition",
        {"expedition": 3, "most": 2},
        "expedition 3: a game has 2 expeditions",
    ),
]


def letters(word: str, count: str) -> Bad:
    facts: dict[str, object] = {"expedition": 1, "decision": 2, "text": word, "given": len(word), "expected": 3}
    line = f'expedition 1, decision 2: "{word}" has {count}, but there are 3 seats'
    return Bad(f"decision {word!r}", decided(["CCC", word]), "letter-count", facts, line)


def at(expedition: int, decision: int, **more: object) -> dict[str, object]:
    return {"expedition": expedition, "decision": decision, **more}


FIVE_CAVES = [["1"], ["2"], ["3"], ["4"], ["5", "7"]]

DECISIONS = [
    letters("CCCC", "4 letters"),
    letters("CC", "2 letters"),
    letters("C", "1 letter"),
    letters("", "0 letters"),
    *(
        Bad(
            f"letter {letter}",
            decided(["CCC", f"C{letter}C"]),
            "unknown-letter",
            at(1, 2, seat=1, letter=letter),
            f'expedition 1, decision 2, seat 1: "{letter}" is none of C, L and -',
        )
        for letter in ("X", "l", "c", "—", " ")
    ),
    *(
        Bad(
            f"{letter} for somebody at camp",
            decided(["CCC", "CLC", f"C{letter}C"]),
            "already-home",
            at(1, 3, seat=1, letter=letter, name="blue"),
            f'expedition 1, decision 3, seat 1: "{letter}" but blue is already at camp',
        )
        for letter in "LC"
    ),
    Bad(
        "- for somebody inside",
        decided(["CCC", "CL-"]),
        "must-decide",
        at(1, 2, seat=2, letter="-", name="green"),
        'expedition 1, decision 2, seat 2: "-" for green, but whoever is inside has to decide',
    ),
    Bad(
        "decision after the end of an expedition",
        decided(["LLL", "CCC"]),
        "expedition-over",
        at(1, 2),
        "expedition 1, decision 2: this expedition is already over",
    ),
    Bad(
        "decision after the end of an expedition by a hazard",
        cards(["lava", "lava"], ["1"], decisions=[["CCC", "CCC"]]),
        "expedition-over",
        at(1, 2),
        "expedition 1, decision 2: this expedition is already over",
    ),
    Bad(
        "decision after the end of the last expedition written",
        cards(["11"], decisions=[["LLL", "CCC"]]),
        "expedition-over",
        at(1, 2),
        "expedition 1, decision 2: this expedition is already over",
    ),
    Bad(
        "decision while an earlier expedition goes on",
        decided(["CCC"], ["CCC"]),
        "expedition-open",
        at(2, 1, open=1),
        "expedition 2, decision 1: expedition 1 is not over yet",
    ),
    Bad(
        "decision after the end of the game",
        cards(*FIVE_CAVES, decisions=[["LLL"], ["LLL"], ["LLL"], ["LLL"], ["LLL", "CCC"]]),
        "after-the-end",
        at(5, 2),
        "expedition 5, decision 2: the game is already over",
    ),
    Bad(
        "decisions of a sixth cave",
        cards(*FIVE_CAVES, decisions=[["LLL"]] * 6),
        "no-such-expedition",
        {"expedition": 6, "most": 5},
        "expedition 6: a game has 5 expeditions",
    ),
    Bad(
        "endless word",
        decided(["C" * 100_000]),
        "letter-count",
        at(1, 1, text="C" * 100_000, given=100_000, expected=3),
        f'expedition 1, decision 1: "{"C" * 200}…" has 100,000 letters, but there are 3 seats',
    ),
]

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
