"""Finding a bot from its text: of Tacora, of a package, of a module; and what is said where there is none."""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tacora.arena import guests
from tacora.arena.guests import told
from tacora.game import Refused
from tacora.games.diamant import CONTINUE, EDITIONS, LEAVE, Diamant, View
from tacora.games.diamant.bots.strategies import Gems
from tacora.games.registry import GAMES
from tests.arena.guests import BOTS, Folder, folder

__all__ = ["folder"]


def bot_maker(game: str, text: str) -> Callable[[Random], Any]:
    return guests.bot_maker(GAMES[game], text)


def a_view() -> View:
    game = Diamant(EDITIONS["tiny"])
    return game.observe(game.start(3, bytes(32)).state, 0)


def refused(text: str, game: str = "diamant") -> Refused:
    with pytest.raises(Refused) as caught:
        bot_maker(game, text)
    return caught.value


# Bots of the house


def test_bots_of_the_house_are_found_first(folder: Folder) -> None:
    """Even if a module of that name lies there."""
    (folder.path / "gems.py").write_text("raise AssertionError('was imported')")
    assert bot_maker("diamant", "gems:10")(Random(1)) == Gems(10)
    assert "gems" not in sys.modules


def test_each_game_has_its_own() -> None:
    assert bot_maker("mister-diamond", "memory")(Random(1))
    assert refused("memory").code == "unknown-bot"
    assert refused("gems:10", "mister-diamond").code == "unknown-bot"


def test_a_wrong_parameter_is_no_reason_to_look_elsewhere() -> None:
    assert refused("gems:many").code == "bot-parameter"
    assert refused("random:2").code == "bot-parameter"


def test_a_table_is_read_once(folder: Folder) -> None:
    np = pytest.importorskip("numpy")
    from tacora.games.diamant import features

    np.save("mine.npy", np.ones(features.SIZE))
    make = bot_maker("diamant", "table:mine.npy")
    (folder.path / "mine.npy").unlink()
    assert make(Random(1)).choose(a_view(), ()) is LEAVE
    assert refused("table:mine.npy").code == "no-file"


# Bots of a module


def test_a_class_of_a_module_in_this_folder(folder: Folder) -> None:
    bot = bot_maker("diamant", f"{folder.module()}:Owl")(Random(1))
    assert bot.choose(a_view(), ()) is CONTINUE


def test_a_class_within_a_class_and_a_module_within_a_package(folder: Folder) -> None:
    assert bot_maker("diamant", f"{folder.module()}:Outer.Inner")(Random(1))
    (folder.path / "guests_package").mkdir()
    (folder.path / "guests_package" / "bold.py").write_text("class Bold:\n    def choose(self, view, history): ...")
    assert type(bot_maker("diamant", "guests_package.bold:Bold")(Random(1))).__name__ == "Bold"


def test_every_call_makes_a_new_bot(folder: Folder) -> None:
    make = bot_maker("diamant", f"{folder.module()}:Owl")
    assert make(Random(1)) is not make(Random(1))


def test_the_generator_is_given_to_whoever_wants_it(folder: Folder) -> None:
    rng = Random(1)
    bot = bot_maker("diamant", f"{folder.module()}:Coin")(rng)
    assert bot.rng is rng


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("hal", "unknown-bot"),
        ("gem:10", "unknown-bot"),
        ("", "unknown-bot"),
        (":", "unknown-bot"),
        ("{module}:", "unknown-bot"),
        (":Owl", "unknown-bot"),
        ("{module}:Owl:Owl", "unknown-bot"),
        (".{module}:Owl", "unknown-bot"),
        ("{module}.py:Owl", "guest-module"),
        ("nowhere_to_be_found:Owl", "guest-module"),
        ("nowhere_to_be_found.at_all:Owl", "guest-module"),
        ("{module}:Eagle", "guest-class"),
        ("{module}:nothing", "guest-class"),
        ("{module}:Owl.choose", "guest-class"),
        ("{module}:Mute", "guest-choose"),
        ("{module}:Demanding", "guest-making"),
    ],
)
def test_what_cannot_be_found_is_told_apart(folder: Folder, text: str, code: str) -> None:
    assert refused(text.format(module=folder.module())).code == code


@pytest.mark.parametrize(
    ("source", "detail"),
    [
        ("import nowhere_to_be_found", "ModuleNotFoundError: No module named 'nowhere_to_be_found', {name}.py line 1"),
        ("x = 1\n1 / 0", "ZeroDivisionError: division by zero, {name}.py line 2"),
        ("import sys\nsys.exit(4)", "SystemExit: 4, {name}.py line 2"),
        (
            "import json\n\njson.loads('[')",
            "JSONDecodeError: Expecting value: line 1 column 2 (char 1), {name}.py line 3",
        ),
    ],
)
def test_a_module_that_fails_is_quoted_with_the_line_of_its_author(folder: Folder, source: str, detail: str) -> None:
    name = folder.module(source)
    refusal = refused(f"{name}:Owl")
    assert refusal.code == "guest-import"
    assert refusal.facts["detail"] == detail.format(name=name)


def test_a_module_that_is_no_python_is_quoted(folder: Folder) -> None:
    refusal = refused(f"{folder.module('def f(:')}:Owl")
    assert refusal.code == "guest-import"
    assert str(refusal.facts["detail"]).startswith("SyntaxError: ")


def test_a_constructor_that_fails_later_is_told_likewise(folder: Folder) -> None:
    source = BOTS + (
        "\n    class Twice:\n        made = 0\n        def __init__(self):\n            Twice.made += 1\n"
        "            assert Twice.made < 2, 'no more'\n        def choose(self, view, history): ...\n"
    )
    make = bot_maker("diamant", f"{folder.module(source)}:Twice")
    with pytest.raises(Refused) as caught:
        make(Random(1))
    assert caught.value.code == "guest-making"
    assert "AssertionError: no more" in str(caught.value.facts["detail"])


def test_an_error_that_cannot_even_be_told_is_named() -> None:
    class Awful(Exception):
        def __str__(self) -> str:
            raise ValueError

    assert told(Awful()) == "Awful"


# Bots of a package


def test_a_bot_of_an_installed_package(folder: Folder) -> None:
    name = folder.module()
    package = folder.path / "owls-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: owls\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(
        f"[tacora.bots]\nbarn-owl = {name}:Owl\nlost = {name}:Eagle\nmodule-only = {name}\n\n"
        f"[tacora.mister_bots]\nsnowy-owl = {name}:Owl\n"
    )
    sys.path.insert(0, str(folder.path))
    assert type(bot_maker("diamant", "barn-owl")(Random(1))).__name__ == "Owl"
    assert type(bot_maker("mister-diamond", "snowy-owl")(Random(1))).__name__ == "Owl"
    assert refused("lost").code == refused("module-only").code == "guest-class"
    unknown = refused("snowy-owl")
    assert unknown.code == "unknown-bot"
    assert "barn-owl" in str(unknown.facts["known"])


def test_saved_games_cannot_import_anything() -> None:
    """Nothing but the arena finds guests."""
    from pathlib import Path

    import tacora

    root = Path(tacora.__file__).parent
    users = {str(file.relative_to(root)) for file in root.rglob("*.py") if "arena.guests" in file.read_text("utf-8")}
    assert users == {"arena/deals.py", "arena/match.py"}
