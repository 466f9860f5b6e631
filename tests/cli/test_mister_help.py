"""Help names the second game, its options and its bots, in both languages."""

from __future__ import annotations

import msgspec
import pytest

from tacora.games.mister_diamond import EDITIONS
from tacora.games.mister_diamond.bots import MISTER_BOTS
from tacora.games.records import record_types
from tacora.games.registry import GAMES
from tests.cli.program import call

both_languages = pytest.mark.parametrize("lang", ["en", "fr"])


def words(lang: str, *arguments: str) -> str:
    """The help as one line, however it was wrapped."""
    return " ".join(call(*arguments, "--help", lang=lang).out.split())


def test_the_names_in_the_help_are_the_real_ones() -> None:
    tags = {msgspec.inspect.type_info(kind).tag for kind in record_types()}  # type: ignore[attr-defined]
    assert set(GAMES) == tags == {"diamant", "mister-diamond"}


@both_languages
@pytest.mark.parametrize("game", GAMES)
def test_help_names_every_game(lang: str, game: str) -> None:
    """As it has to be typed."""
    assert game in words(lang, "play")


@both_languages
def test_help_lists_the_bots_of_each_game_apart(lang: str) -> None:
    _, _, bots = words(lang, "play").partition("--bots")
    _, _, mister = bots.partition("--")[0].replace("\N{NO-BREAK SPACE}", "").partition("Mister Diamond")
    assert mister.lstrip(": ").startswith(", ".join(MISTER_BOTS))


@both_languages
@pytest.mark.parametrize(
    "option", ["--expert / --no-expert", "--notes / --no-notes", "--games N", "--first N", "--prices"]
)
def test_help_says_which_options_are_of_this_game(lang: str, option: str) -> None:
    _, found, text = words(lang, "play").partition(option)
    assert found
    assert "Mister Diamond" in text.split(" --")[0]


@both_languages
def test_the_program_says_that_it_plays_both(lang: str) -> None:
    out = words(lang)
    assert "Diamant and Mister Diamond" in out or "Diamant et Mister Diamond" in out


@both_languages
@pytest.mark.parametrize("name", EDITIONS)
def test_help_names_the_box_of_this_game(lang: str, name: str) -> None:
    assert name in words(lang, "play")


def test_a_game_that_there_is_not() -> None:
    said = call("play", "chess")
    assert said == (2, "", 'tacora: there is no game "chess"; there are diamant, mister-diamond\n')
