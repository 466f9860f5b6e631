"""What msgspec complains of is told in the reader's language."""

from __future__ import annotations

from typing import Annotated

import msgspec
import pytest
from msgspec import Meta, Struct

from tacora.game import Refused
from tacora.narration import refusal
from tacora.narration.catalogue import catalogue
from tacora.record.shape import not_json, shape_error, unreadable


class Shape(Struct, forbid_unknown_fields=True):
    seat: Annotated[int, Meta(ge=0, le=63)] = 0
    below: Annotated[int, Meta(lt=5)] = 0
    above: Annotated[int, Meta(gt=-1)] = 0
    name: Annotated[str, Meta(min_length=1, max_length=4)] = "x"
    token: Annotated[str, Meta(pattern="^[a-z]+$")] = "x"
    pair: tuple[int, int] = (0, 0)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"seat": 64}', "$.seat devrait être au plus 63"),
        ('{"seat": -1}', "$.seat devrait être au moins 0"),
        ('{"below": 5}', "$.below devrait être au plus 4"),
        ('{"above": -1}', "$.above devrait être au moins 0"),
        ('{"name": ""}', "$.name devrait avoir au moins 1 signe ou élément"),
        ('{"name": "Cléo B"}', "$.name devrait avoir au plus 4 signes ou éléments"),
        ('{"token": "A"}', "$.token contient des caractères qui n’y ont pas leur place, ou en a trop peu"),
        ('{"pair": [1]}', "$.pair devrait avoir 2 signes ou éléments"),
        ('{"seat": "2"}', "$.seat devrait être un nombre entier, pas un texte"),
        ('{"seat": ' + "9" * 5000 + "}", "$.seat est un nombre qui a trop de chiffres"),
        ("{", "il en manque la fin"),
    ],
)
def test_no_english_word_is_left_in_a_french_complaint(text: str, line: str) -> None:
    with pytest.raises(msgspec.DecodeError) as raised:
        msgspec.json.decode(text, type=Shape)
    assert refusal(catalogue("fr"), unreadable(raised.value, text)) == line


def test_a_cause_within_a_refusal_is_told_in_the_same_language() -> None:
    complaint = shape_error("Expected `int`, got `str` for `seats` - at `$.rules`")
    said = refusal(catalogue("fr"), Refused("bad-frame", detail=complaint))
    assert said == "ceci est illisible\u00a0: $.rules.seats devrait être un nombre entier, pas un texte"
    option = refusal(catalogue("fr"), shape_error("Expected `int | null`, got `str` - at `$.seat`"))
    assert option == "$.seat devrait être un nombre entier, pas un texte"
    option = refusal(catalogue("fr"), shape_error("Number out of range - at `$.seat`"))
    assert option == "$.seat est un nombre qui a trop de chiffres"
    option = refusal(catalogue("fr"), shape_error("`self` is not an option - at `$.rules`"))
    assert option == "$.rules n’a pas cette option\u00a0: self"
    assert refusal(catalogue("fr"), unreadable(UnicodeDecodeError("utf-8", b"\xff", 0, 1, ""), b"\xff")) == (
        "ce n’est pas du texte en UTF-8\u00a0: octet 0"
    )


def test_a_number_that_python_refuses_to_read_is_no_json() -> None:
    assert not_json("9" * 5000).code == "json-value"
