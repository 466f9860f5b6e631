"""The table for the eye: drawn, coloured, and never by colour alone."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from tacora.games.diamant import EDITIONS, Diamant, View
from tacora.games.diamant.terminal.drawing import picture, pile
from tacora.narration.catalogue import Language, catalogue
from tacora.terminal.drawn_screen import DrawnScreen
from tests.examples import examples
from tests.strategies import whole_games
from tests.table import TACORA, WITH_RELICS, Table, play
from tests.terminal.seat import ASK, ESCAPE, SEED, Terminal, seen

NAMES = ("Ana", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")


def drawn(view: View, width: int = 100, *, language: Language = "en", colour: bool = False) -> str:
    """The table as this screen shows it."""
    paper = io.StringIO()
    console = Console(
        file=paper, width=width, force_terminal=colour, highlight=False, color_system="truecolor" if colour else None
    )
    names = NAMES[: len(view.chests)]
    DrawnScreen(console).show(lambda columns: picture(catalogue(language), view, names, columns))
    return paper.getvalue()


# At a real terminal


def test_a_sighted_terminal_gets_a_drawing_and_every_sentence(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "--people", "Ana", "--bots", "cards:2,cards:3", "--seed", SEED) as seat:
        seat.answer(ASK, "c", *"lllll")
        status = seat.end()
        said, shown = seat.said, seen(seat.said)
    assert status == 0
    assert ESCAPE in said
    for mark in ("┏", "╭", "⟦1⟧", "⟦5⟧", "╳1╳", "▲", "⌂"):
        assert mark in shown
    for sentence in ("Expedition 1 of 5. Everyone enters.", "Final scores:", f"The seed was {SEED}."):
        assert sentence in shown
    for name in ("A Ana", "B cards:2", "C cards:3"):
        assert name in shown


def test_the_drawing_only_ever_appends(tmp_path: Path) -> None:
    """Colours, but no clearing and no moving about: what was said stays said."""
    with Terminal(tmp_path, "play", "--people", "Ana", "--bots", "ev,ev", "--seed", SEED) as seat:
        seat.answer(ASK, "cave", "c", "l")
        seat.answer(ASK, "quit")
        seat.end()
    assert {escape[-1] for escape in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]", seat.said)} == {"m"}
    assert "\x1b" not in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", seat.said)


def test_no_color_is_heeded(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "--people", "Ana", "--bots", "ev,ev", "--seed", SEED, NO_COLOR="1") as seat:
        seat.answer(ASK, "quit")
        seat.end()
    assert "┏" in seat.said
    assert not re.search(r"\x1b\[[0-9;]*38;", seat.said)


def test_in_french(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", "--people", "Zoé", "--bots", "ev,ev", "--seed", SEED, "--lang", "fr") as seat:
        seat.hear("pour l’aide")
        assert "▲ Expédition 1 sur 5. Tout le monde entre." in seen(seat.said)
        assert "A Zoé" in seen(seat.said)


# The drawing itself


def test_cards_stand_in_a_row_and_turn_at_a_hazard() -> None:
    rows = drawn(play(TACORA, 3, "11 CCC 4 CCC lava CCC 7").view(0)).splitlines()

    def row_of(label: str) -> int:
        return next(at for at, row in enumerate(rows) if re.search(f"[│┃] +{label} +[│┃]", row))

    assert row_of("11") == row_of("4") == row_of("lava")
    assert row_of("7") != row_of("lava")


def test_the_newest_card_stands_out_by_its_border() -> None:
    shown = drawn(play(TACORA, 3, "11 CCC 4 CCC 9").view(0))
    assert shown.count("┏") == 1
    assert shown.count("╭") == 2
    assert re.search(r"┃ +9 +┃", shown)


def test_gems_left_on_a_card_lie_on_it() -> None:
    assert "●●" in drawn(play(TACORA, 3, "11").view(0)).splitlines()[4]


def test_rubies_and_diamonds_differ_by_shape() -> None:
    assert (pile(0), pile(4), pile(5), pile(13)) == ("", "●●●●", "◆", "◆◆●●●")


def test_every_player_has_a_letter_a_pattern_and_a_name() -> None:
    view = play(TACORA, 8, "17 LCCCCCCC 9").view(1)
    lines = [line for line in drawn(view).splitlines() if re.search(r" [A-H] \w", line)]
    assert [re.findall(r" ([A-H]) (\w+)", line)[0] for line in lines] == list(zip("ABCDEFGH", NAMES, strict=True))
    assert len({line.split()[0] for line in lines}) == 8
    assert "⌂ at camp" in lines[0]
    assert all("▲ inside" in line for line in lines[1:])


def test_a_hidden_chest_shows_no_stones() -> None:
    view = play(Diamant(EDITIONS["tacora-2024"], chests="hidden"), 3, "17 LLC 9").view(0)
    lines = [line for line in drawn(view).splitlines() if re.search(r" [ABC] \w", line)]
    assert "chest hidden" in lines[1]
    assert not re.search("[◆●]", lines[1])
    assert "6 ◆●" in lines[0]


def test_relics_lie_there_until_they_are_taken() -> None:
    there, taken = play(WITH_RELICS, 3, "R5 CCC 4").view(0), play(WITH_RELICS, 3, "R5 LCC 4").view(0)
    assert re.search("│ +★ 5 +│", drawn(there))
    assert not re.search("│ +★ 5 +│", drawn(taken))
    assert "★5" in next(line for line in drawn(taken).splitlines() if " A Ana" in line)


def test_nothing_is_said_by_colour_alone() -> None:
    """With the colours taken out, everything is still there."""
    view = play(WITH_RELICS, 3, "R5 CCC 11 CCC lava LCC 4").view(0)
    assert seen(drawn(view, colour=True)) == drawn(view)
    assert ESCAPE in drawn(view, colour=True)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_hazard_is_written_on_its_card(edition: str, language: Language) -> None:
    for kind in EDITIONS[edition].hazards:
        view = play(Diamant(EDITIONS[edition]), 3, kind).view(0)
        label = catalogue(language)(f"hazard-{kind}-short")
        assert re.search(f"┃ *{re.escape(label)} *┃", drawn(view, language=language))


@pytest.mark.parametrize("width", [20, 30, 50])
def test_what_is_too_wide_for_the_screen_goes_on_in_the_next_line(width: int) -> None:
    """A rich player on a small screen: nothing of the chest and the relics is cut."""
    game = Diamant(EDITIONS["diamant-2016"])
    view = play(game, 3, "R CCC R CCC R CCC R LCC 17 -CC 15 -CC 13").view(1)
    stones = "".join(drawn(view, width).split())
    wide = "".join(drawn(view, 400).split())
    for owned in ("★5★5★5★10", pile(view.held)):
        assert owned in wide
        assert owned in stones
    for name in NAMES[:3]:
        assert name in stones


@settings(max_examples=examples(40))
@given(whole_games(), st.integers(20, 200), st.sampled_from(["en", "fr"]))
def test_any_table_can_be_drawn_on_any_screen(table: Table, width: int, language: Language) -> None:
    for step in table.steps[::2]:
        view = table.game.observe(step.state, 0)
        lines = drawn(view, width, language=language).splitlines()
        assert all(cell_len(line) <= width for line in lines)
        if view.inside:
            assert sum(line.count("┏") for line in lines) == 1
        assert sum(bool(re.match(r"^ \S\S [A-H] ", line)) for line in lines) == table.seats
