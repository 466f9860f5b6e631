"""The style sheets: small, each linked where it is needed, with one list of breakpoints and one of players' colours."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tacora.server.http.assets import SHEETS as PAGES
from tacora.server.http.assets import WEB, assets
from tests.server.serving import Serving

STATIC = WEB / "static"
SHEETS = sorted((STATIC / "css").rglob("*.css"))
TOKENS = (STATIC / "css" / "tokens.css").read_text("utf-8")
MOST_LINES = 500

every_sheet = pytest.mark.parametrize("sheet", SHEETS, ids=lambda path: path.relative_to(STATIC / "css").as_posix())


def of_page(page: str) -> list[str]:
    """The sheets that a page is sent as one, in their order."""
    sent = assets().files[f"sheets/{page}.css"].content.decode()
    assert "/*" not in sent, "comments stay at home"
    found = {sent.find(rules_of(sheet)): sheet.relative_to(STATIC / "css").as_posix() for sheet in SHEETS}
    return [found[place] for place in sorted(found) if place >= 0]


def rules_of(sheet: Path) -> str:
    """A sheet without what only its readers want."""
    return re.sub(r"/\*.*?\*/\n*|^ +", "", sheet.read_text("utf-8"), flags=re.S | re.M).strip()


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


RARE = {
    "body:has(#replay[hidden])",
    'body[data-stage="over"]:has(.compact:not([hidden]))',
    'html:has(body.screen[data-stage="over"])',
    'html:has(body.screen[data-stage="playing"])',
    ":root:has(> .print-large)",
    ":root:has(> .print-larger)",
}
"""What changes once in a game, and names what it asks about so exactly that hardly anything else is looked at."""


@every_sheet
def test_no_rule_has_all_of_a_page_looked_at_whenever_something_is_drawn(sheet: Path) -> None:
    """What `:has()` asks of a whole page is asked again of every element that comes, and its answer is about all."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
    asked = re.findall(r"(?:^|[\s,(}])((?:html|:root|body|main|#main)\b[^\s,{}]*?:has\((?:[^()]|\([^()]*\))*\))", text)
    assert set(asked) <= RARE


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


def test_every_sheet_is_sent_by_a_page_and_in_one_order() -> None:
    pages = [of_page(page) for page in PAGES]
    known = [sheet.relative_to(STATIC / "css").as_posix() for sheet in SHEETS]
    assert {sheet for page in pages for sheet in page} == set(known)
    table = {sheet: place for place, sheet in enumerate(of_page("table"))}
    for page in pages:
        places = [table[sheet] for sheet in page if sheet in table]
        assert places == sorted(places)


def test_a_page_is_sent_nothing_of_other_pages() -> None:
    assert not {"start.css", "rules.css", "replay.css"} & set(of_page("table"))
    assert not {"gathering.css", "podium.css", "replay.css"} & set(of_page("start"))
    assert not {"start.css", "drawings.css"} & set(of_page("plain"))


@pytest.mark.parametrize("path", ["/", "/t/bakitolu", "/replay", "/rules/diamant", "/sounds", "/offline", "/nowhere"])
def test_every_page_links_its_sheet_and_the_sheet_is_there(serving: Serving, path: str) -> None:
    page = serving.get(path, headers={"Accept": "text/html"}).text
    (sheet,) = re.findall(r'<link rel="stylesheet" href="([^"]+)">', page)
    assert serving.get(sheet).headers["content-type"] == "text/css; charset=utf-8"
