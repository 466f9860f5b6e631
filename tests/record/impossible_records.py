"""Records of games that cannot be: a table, cards or decisions that the rules do not allow."""

from __future__ import annotations

from tests.record.bad_record import Bad
from tests.record.records import SEED, Json, changed, without

BOXES = "schmidt-2005, tacora-2024, incan-gold-2006, diamant-2016, incan-gold-2020, tiny"
LONG = "x" * 41

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


def cards(*rows: list[str], decisions: Json = ()) -> Json:
    return changed(deal=rows, decisions=decisions)


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


def decided(*rows: list[str]) -> Json:
    return changed(decisions=rows)


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
