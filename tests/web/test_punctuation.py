"""Signs between words: how they are set is the language's to say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tacora.server.http.assets import WEB
from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import dealt, link

SCRIPTS = sorted(path for path in (WEB / "static").glob("**/*.js") if "drawings" not in path.parts)
BETWEEN_TEXTS = re.compile(r"\}\s?[:;?!]\s?\$\{")
"""A sign that a script itself puts between two texts; French has a space before it."""


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_script_sets_a_colon_between_two_texts(script: Path) -> None:
    assert BETWEEN_TEXTS.findall(script.read_text("utf-8")) == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("language", "label"),
    [
        pytest.param("en", "The code of this table: ", marks=pytest.mark.long),
        ("fr", "Le code de cette table\N{NO-BREAK SPACE}: "),
    ],
)
def test_a_label_has_its_colon_as_its_language_sets_it(
    serving: Serving, visit: Visits, language: str, label: str
) -> None:
    page = visit(link(serving, dealt(serving).table), language)
    expect(page.locator(f'[aria-label^="{label}"]')).to_be_visible()
