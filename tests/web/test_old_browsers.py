"""Browsers that are older than the pages, and the oldest with which a table is played.

What an older browser lacks is taken away before a page's first script; how old one may be is in README.md.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tacora.narration.catalogue import LANGUAGES, catalogue
from tests.server.serving import Serving
from tests.surroundings import ROOT
from tests.web.conftest import Visits
from tests.web.playing import TINY, dealt, host_link, no_hazard, play_out, seed_where, sit, start

STATIC = ROOT / "src" / "tacora" / "web" / "static"


@pytest.mark.thorough
@pytest.mark.parametrize(
    "lacking",
    [
        "delete HTMLElement.prototype.inert",
        "delete Array.prototype.findLast",
        "delete globalThis.HTMLDialogElement",
        "CSS.supports = (what) => !what.includes(':has')",
    ],
)
def test_a_browser_that_is_too_old_says_so_by_eye_and_by_ear(serving: Serving, visit: Visits, lacking: str) -> None:
    page = visit("about:blank")
    page.add_init_script(lacking)
    page.goto(serving.address)
    for place in ("#stale-why", "#assertive"):
        expect(page.locator(place)).to_have_text(re.compile("^This browser is too old for Tacora"))
    expect(page.locator("[data-reload]")).to_be_hidden()


def test_a_browser_of_today_is_told_nothing(serving: Serving, visit: Visits) -> None:
    expect(visit(serving.address).locator("#stale")).to_be_hidden()


@pytest.mark.long
def test_a_table_is_played_to_the_podium_without_what_the_oldest_lack(serving: Serving, visit: Visits) -> None:
    """Safari asks whether something is visible since 17.4 only, and preloads modules since 17."""
    opened = dealt(serving, TINY, seed_where(TINY, no_hazard, 2))
    page = visit("about:blank")
    page.add_init_script("delete Element.prototype.checkVisibility")
    page.goto(host_link(serving, opened))
    sit(page, "Ana")
    start(page)
    play_out(page)
    expect(page.locator("#stale")).to_be_hidden()


def test_the_script_that_says_so_is_written_in_what_old_browsers_read() -> None:
    """Whoever cannot read a word of it is told nothing."""
    script = re.sub(r"//.*|/\*.*?\*/", "", (STATIC / "core" / "guard.js").read_text("utf-8"))
    assert not re.findall(r"=>|\?\.|\?\?|`|\b(?:const|let|class|async|await|globalThis)\b|\.\.\.|catch \{", script)


@pytest.mark.parametrize("sheet", sorted(STATIC.rglob("*.css")), ids=lambda sheet: sheet.name)
def test_no_style_stands_within_another(sheet: Path) -> None:
    """Browsers of 2023 leave such rules out."""
    around: list[str] = []
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
    for prelude, sign in re.findall(r"([^{};]*)([{};])", text):
        if sign == "{":
            assert all(one.startswith("@") for one in around), prelude.strip()
            around.append(prelude.strip())
        elif sign == "}":
            around.pop()
    assert not around


def test_the_readme_names_the_same_browsers_as_the_pages() -> None:
    (line,) = re.findall(r"^- \*\*Browsers\*\*: .*$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    versions = re.findall(r"(?:Chrome|Edge|Firefox|Safari)[^,.]*? (\d+(?:\.\d)?)", line)
    assert len(versions) == 3
    for language in LANGUAGES:
        said = catalogue(language)("web-stale-old")
        assert re.findall(r"\d+(?:\.\d)?", said) == versions
