"""Nothing outside the folder of the games names one of them: whatever is true of two is true of three."""

from __future__ import annotations

import re
from pathlib import Path

import tacora
from tacora.games.kind import GameKind
from tacora.games.listed import LISTED
from tacora.games.registry import GAMES

ROOT = Path(tacora.__file__).parent
STATIC = ROOT / "web" / "static"
SHARED = ("core", "gathering", "play", "speech", "after")
"""What the pages of all games share. Those of `pages/` may draw what they like."""
NAMES = re.compile(r"diamant|mister", re.IGNORECASE)


def elements() -> list[str]:
    """The elements that show games."""
    found = re.findall(r'"([a-z]+-table)"', (STATIC / "games" / "elements.js").read_text("utf-8"))
    assert len(found) == sum(kind.drawn for kind in GAMES.values()) + 1
    return found


def test_no_module_outside_of_games_names_a_game() -> None:
    own = {"games", "envs"}  # An environment is one game as a library of its field wants it, with an id of its own.
    files = [file for file in ROOT.rglob("*.py") if own.isdisjoint(file.relative_to(ROOT).parts)]
    assert len(files) > 80
    assert [f"{file.relative_to(ROOT)}" for file in files if NAMES.search(file.read_text("utf-8"))] == []


def test_what_games_share_names_none_of_them_either() -> None:
    shared = [file for file in (ROOT / "games").glob("*.py") if file.name not in ("registry.py", "listed.py")]
    assert len(shared) > 5
    assert [file.name for file in shared if NAMES.search(file.read_text("utf-8"))] == []


def test_no_page_outside_of_games_and_drawings_names_a_game() -> None:
    web = ROOT / "web"
    scripts = [
        file for file in (web / "static").rglob("*.js") if not {"games", "drawings"} & set(file.relative_to(web).parts)
    ]
    templates = list((web / "templates").glob("*.html"))
    assert len(scripts) > 40
    assert len(templates) > 5
    names = re.compile("|".join([NAMES.pattern, *elements()]), re.IGNORECASE)
    found = [file for file in scripts + templates if names.search(file.read_text("utf-8"))]
    assert [f"{file.relative_to(web)}" for file in found] == []


def test_no_page_outside_of_games_knows_the_keys_of_a_game() -> None:
    ears = (STATIC / "games").glob("*/ear.js")
    keys = {
        key
        for ear in ears
        for own in re.findall(r"\bkeys: \[(.+?)\]", ear.read_text("utf-8"))
        for key in own.split(", ")
    }
    assert keys == {'"deeper"', '"camp"'}
    words = re.compile("|".join(rf"\b{key[1:-1]}\b" for key in keys))
    # Pages have two grounds, camp and cave: these classes are of the style sheets.
    grounds = re.compile(r'class(?:Name)?: "[^"]+"|classList\.add\(.+?\)')
    scripts = [file for folder in SHARED for file in (STATIC / folder).glob("*.js")]
    assert len(scripts) > 35
    found = [file for file in scripts if words.search(grounds.sub("", file.read_text("utf-8")))]
    assert [f"{file.relative_to(STATIC)}" for file in found] == []


def test_what_games_share_asks_for_no_option_by_its_name() -> None:
    options = "|".join(sorted({option.name for kind in GAMES.values() for option in kind.options}))
    asked = re.compile(rf"options\.(?:{options})\b|[\"'](?:{options})[\"']")
    scripts = [file for folder in (*SHARED, "pages") for file in (STATIC / folder).glob("*.js")]
    assert [f"{file.relative_to(STATIC)}" for file in scripts if asked.search(file.read_text("utf-8"))] == []


def test_no_sheet_outside_of_its_game_names_the_element_of_a_game() -> None:
    sheets = list((STATIC / "css").glob("*.css"))
    assert len(sheets) > 15
    names = re.compile("|".join(elements()))
    assert [file.name for file in sheets if names.search(file.read_text("utf-8"))] == []


def test_every_game_brings_its_whole_floor_plan() -> None:
    rooms = {
        "rules.py",
        "editions.py",
        "record.py",
        "narration.py",
        "kind.py",
    }
    for game in GAMES:
        folder = ROOT / "games" / game.replace("-", "_")
        assert rooms <= {path.name for path in folder.iterdir()}
    assert [game.name for game in LISTED] == list(GAMES)


def test_a_game_is_plain_until_it_says_that_pages_can_draw_it() -> None:
    assert GameKind.drawn is False
    assert all(kind.drawn for kind in GAMES.values())
