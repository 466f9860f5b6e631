"""The style sheets: small, each linked where it is needed, with one list of breakpoints and one of players' colours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tacora.server.http.pages import WEB
from tests.server.serving import Serving

STATIC = WEB / "static"
SHEETS = sorted((STATIC / "css").rglob("*.css"))
TOKENS = (STATIC / "css" / "tokens.css").read_text("utf-8")
MOST_LINES = 500
PAGES = ("/", "/t/bakitolu", "/replay", "/rules/diamant", "/offline")

every_sheet = pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.relative_to(STATIC / "css").as_posix())


def linked(serving: Serving, page: str) -> list[str]:
    """The sheets of a page, in their order."""
    return re.findall(r'rel="stylesheet" href="[^"]*/css/([^"]+)"', serving.get(page).text)


def breakpoints() -> set[tuple[str, str]]:
    return set(re.findall(r"^ \*   (width|height) ([\d.]+(?:px|rem)) ", TOKENS, re.M))


def queries(text: str) -> list[str]:
    """Every media query of a style sheet or a script."""
    return re.findall(r"@media ([^{]+)\{", text) + re.findall(r"matchMedia\((?:scaled\()?[\"'`](.+?)[\"'`]", text)


@every_sheet
def test_a_sheet_can_be_read_in_one_go(sheet: Path) -> None:
    assert len(sheet.read_text("utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize(
    "file", [*SHEETS, *sorted(STATIC.rglob("*.js"))], ids=lambda path: path.relative_to(STATIC).as_posix()
)
def test_a_layout_changes_at_a_breakpoint_of_the_list(file: Path) -> None:
    asked = queries(file.read_text("utf-8"))
    sizes = {size for query in asked for size in re.findall(r"(width|height) [<>]=? ([\d.]+\w+)", query)}
    assert sizes <= breakpoints()
    assert not [query for query in asked if re.search(r"(min|max)-(width|height)", query)], "written as a range"


def test_every_breakpoint_is_used() -> None:
    everything = "".join(file.read_text("utf-8") for file in SHEETS)
    asked = " ".join(queries(everything))
    assert breakpoints() == set(re.findall(r"(width|height) [<>]=? ([\d.]+\w+)", asked))


def test_the_colours_of_players_stand_in_one_place() -> None:
    colours = re.findall(r"--player-\d: (#\w{6});", TOKENS)
    assert len(set(colours)) == 8
    for file in (*SHEETS, *STATIC.rglob("*.js")):
        if file.name != "tokens.css":
            text = file.read_text("utf-8").lower()
            assert not [colour for colour in colours if colour in text], file.name


def test_every_sheet_is_linked_by_a_page_and_in_one_order(serving: Serving) -> None:
    pages = [linked(serving, page) for page in PAGES]
    known = [sheet.relative_to(STATIC / "css").as_posix() for sheet in SHEETS]
    assert {sheet for page in pages for sheet in page} == set(known)
    table = {sheet: place for place, sheet in enumerate(linked(serving, "/t/bakitolu"))}
    for page in pages:
        places = [table[sheet] for sheet in page if sheet in table]
        assert places == sorted(places)
        assert len(page) == len(set(page))


def test_a_page_links_nothing_of_other_pages(serving: Serving) -> None:
    assert not {"start.css", "rules.css", "replay.css"} & set(linked(serving, "/t/bakitolu"))
    assert not {"gathering.css", "podium.css", "replay.css"} & set(linked(serving, "/"))
    assert not {"start.css", "drawings.css"} & set(linked(serving, "/offline"))
