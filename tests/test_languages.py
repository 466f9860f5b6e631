"""Which language somebody is spoken to in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tacora import languages
from tacora.languages import LANGUAGES, LONGEST_TAG, message_files, nearest
from tacora.narration.catalogue import Catalogue


def test_a_tag_without_end_costs_no_more_than_a_long_one(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0
    shorter = languages._shorter

    def counted(tag: str) -> Iterator[str]:
        nonlocal looked
        for each in shorter(tag):
            looked += 1
            yield each

    monkeypatch.setattr(languages, "_shorter", counted)
    assert nearest(["a-" * 30_000, "fr"]) == "fr"
    assert looked <= LONGEST_TAG + 1


def test_a_region_that_nobody_speaks_is_left_out() -> None:
    assert nearest(["fr-CA-x-private"]) == "fr"


def test_what_a_game_does_not_say_in_a_language_it_says_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for language, text in (("en", "quarry-one = One\nquarry-two = Two\n"), ("fr", "quarry-one = Un\n")):
        (tmp_path / language).mkdir()
        (tmp_path / language / "quarry.ftl").write_text(text)
    monkeypatch.setattr(languages, "_BROUGHT", [tmp_path])
    assert [Catalogue("fr")(message) for message in ("quarry-one", "quarry-two")] == ["Un", "Two"]
    assert all(message_files(language)[-1].parent.parent == tmp_path for language in LANGUAGES)
