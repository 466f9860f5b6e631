"""Nothing outside the folder of the games names one of them: whatever is true of two is true of three."""

from __future__ import annotations

import re
from pathlib import Path

import tacora
from tacora.games.kind import GameKind
from tacora.games.listed import LISTED
from tacora.games.registry import GAMES

ROOT = Path(tacora.__file__).parent
NAMES = re.compile(r"diamant|mister", re.IGNORECASE)


def test_no_module_outside_of_games_names_a_game() -> None:
    files = [file for file in ROOT.rglob("*.py") if "games" not in file.relative_to(ROOT).parts]
    assert len(files) > 80
    assert [f"{file.relative_to(ROOT)}" for file in files if NAMES.search(file.read_text("utf-8"))] == []


def test_what_games_share_names_none_of_them_either() -> None:
    shared = [file for file in (ROOT / "games").glob("*.py") if file.name not in ("registry.py", "listed.py")]
    assert len(shared) > 5
    assert [file.name for file in shared if NAMES.search(file.read_text("utf-8"))] == []


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
