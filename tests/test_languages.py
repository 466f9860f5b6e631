"""Which language somebody is spoken to in."""

from __future__ import annotations

from tacora import languages
from tacora.languages import LONGEST_TAG, nearest


def test_a_tag_without_end_costs_no_more_than_a_long_one(monkeypatch: object) -> None:
    looked = 0
    shorter = languages._shorter

    def counted(tag: str):  # type: ignore[no-untyped-def]
        nonlocal looked
        for each in shorter(tag):
            looked += 1
            yield each

    monkeypatch.setattr(languages, "_shorter", counted)  # type: ignore[attr-defined]
    assert nearest(["a-" * 30_000, "fr"]) == "fr"
    assert looked <= LONGEST_TAG + 1


def test_a_region_that_nobody_speaks_is_left_out() -> None:
    assert nearest(["fr-CA-x-private"]) == "fr"
