"""Records that are no records: not JSON, or fields that are missing, unknown or of another type."""

from __future__ import annotations

import json

from tests.record.bad_record import JSON_TYPES, Bad, options
from tests.record.records import GOOD, Json, as_bytes, changed, without

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
        {"path": "$.format", "value": "tacora-record/2"},
        '"tacora-record/2" is not possible in $.format',
    ),
    Bad(
        "unknown game",
        changed(game="chess"),
        "unknown-value",
        {"path": "$.game", "value": "chess"},
        '"chess" is not possible in $.game',
    ),
    Bad(
        "unknown chests",
        options(chests="locked"),
        "unknown-value",
        {"path": "$.options.chests", "value": "locked"},
        '"locked" is not possible in $.options.chests',
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


def wrong_type(record: Json, path: str, expected: str, given: str) -> Bad:
    facts: dict[str, object] = {"path": path, "expected": expected, "given": given}
    line = f"{path} should be {JSON_TYPES[expected]}, not {JSON_TYPES[given]}"
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
