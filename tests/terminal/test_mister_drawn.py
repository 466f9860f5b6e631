"""The tray for the eye: 42 numbered places, the rings before each player, and never by colour alone."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from tacora.games.mister_diamond import MisterDiamond, View
from tacora.games.mister_diamond.editions import RingCard
from tacora.games.mister_diamond.terminal.tray import picture
from tacora.terminal.drawn_screen import DrawnScreen
from tests.examples import examples
from tests.mister_diamond.strategies import whole_matches
from tests.mister_diamond.table import BOX, EXPERT, NOTES, PLAIN, Table
from tests.mister_diamond.table import play as written
from tests.terminal.mister_scripts import SEED, ask, ask_theft, greedy, play, typed
from tests.terminal.seat import ESCAPE, Terminal, seen

NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal")
TWO = ("play", "mister-diamond", "--people", "Ana,Bo", "--seed", SEED, "--first", "0")
PLACE = re.compile(r"(\d+) ([◆▣·])")
PLAYER = re.compile(r"^ \S\S ([A-H]) (\w+) +(▲?) +(-?\d+) \$ (?:Σ (-?\d+) \$ )? *(.*?) *$", re.MULTILINE)
"""Letter, name, whose turn, dollars of this game, in a match those of the games before, and the rings."""


def drawn(view: View, width: int = 100, *, colour: bool = False) -> str:
    """The table as a screen of this width shows it."""
    paper = io.StringIO()
    console = Console(
        file=paper, width=width, force_terminal=colour, highlight=False, color_system="truecolor" if colour else None
    )
    DrawnScreen(console).show(lambda columns: picture(view, NAMES[: len(view.rings)], columns))
    return paper.getvalue()


def tray(text: str) -> dict[int, str]:
    """The mark at each place."""
    return {int(place): mark for place, mark in PLACE.findall(text)}


# At a real terminal


def test_a_sighted_terminal_gets_the_tray_and_every_sentence(tmp_path: Path) -> None:
    with Terminal(tmp_path, *TWO) as seat:
        first = seen(seat.hear(ask("Ana", 3000)))
        seat.send("1\n")
        second = seen(seat.hear(ask("Bo", 5000)))
        seat.send("4\n")
        third = seen(seat.hear(ask("Ana", 2000)))
        seat.send("quit\n")
        assert seat.end() == 0
    assert ESCAPE in seat.said
    assert [int(place) for place, _ in PLACE.findall(first)] == list(range(1, 43))
    assert set(tray(first).values()) == {"◆"}
    assert "▲ Ana draws a ring of 3000 dollars." in first
    assert "▲ Place 1 is loose. Ana sets the diamond on the ring of 3000 dollars." in second
    assert [place for place, mark in tray(second).items() if mark != "◆"] == [1]
    assert tray(second)[1] == "·"
    # Place 4 proved to be fixed; without notes it looks like any other.
    assert tray(third) == tray(second)
    assert [player[:4] for player in PLAYER.findall(third)] == [("A", "Ana", "▲", "3000"), ("B", "Bo", "", "0")]


def test_notes_mark_the_failed_places(tmp_path: Path) -> None:
    with Terminal(tmp_path, *TWO, "--notes") as seat:
        seat.answer(ask("Ana", 3000), "1")
        seat.answer(ask("Bo", 5000), "4")
        assert "▣" not in seen(seat.said)
        shown = tray(seen(seat.hear(ask("Ana", 2000))))
        seat.send("quit\n")
        seat.end()
    assert {place: mark for place, mark in shown.items() if mark != "◆"} == {1: "·", 4: "▣"}


@pytest.mark.sample(1)
@pytest.mark.parametrize("games", [1, 2])
def test_the_last_picture_shows_the_final_scores(tmp_path: Path, games: int) -> None:
    """What is drawn beside each name is what the podium says."""
    table = play(greedy, game=MisterDiamond(BOX, games=games))
    with Terminal(tmp_path, *TWO, "--games", str(games)) as seat:
        for step, answer in zip(table.steps, typed(table), strict=False):
            name = ("Ana", "Bo")[step.state.turn]
            card = step.state.card
            seat.answer(ask(name, card.price) if isinstance(card, RingCard) else ask_theft(name), answer)
        assert seat.end() == 0
        end = seen(seat.said)
    podium = dict(re.findall(r"^\d\. (\w+): (-?\d+) dollars$", end, re.MULTILINE))
    assert podium == {"Ana": str(table.state.totals[0]), "Bo": str(table.state.totals[1])}
    last = PLAYER.findall(end)[-2:]
    assert {name: total if games > 1 else score for _, name, _, score, total, _ in last} == podium
    assert tuple(int(score) for _, _, _, score, _, _ in last) == table.scores


def test_the_drawing_only_ever_appends(tmp_path: Path) -> None:
    """Colours, but no clearing and no moving about: what was said stays said."""
    with Terminal(tmp_path, *TWO, "--notes") as seat:
        seat.answer(ask("Ana", 3000), "left", "?", "1")
        seat.answer(ask("Bo", 5000), "4")
        seat.answer(ask("Ana", 2000), "quit")
        seat.end()
    assert {escape[-1] for escape in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]", seat.said)} == {"m"}
    assert ESCAPE not in seen(seat.said)


def test_no_color_is_heeded(tmp_path: Path) -> None:
    with Terminal(tmp_path, *TWO, NO_COLOR="1") as seat:
        seat.answer(ask("Ana", 3000), "quit")
        seat.end()
    assert "◆" in seat.said
    assert not re.search(r"\x1b\[[0-9;]*38;", seat.said)


def test_in_french(tmp_path: Path) -> None:
    with Terminal(tmp_path, *TWO, "--lang", "fr") as seat:
        seat.hear("pour l’aide")
        assert "▲ 42 diamants, dont 16 fixes. Ana commence." in seen(seat.said)
        assert len(tray(seen(seat.said))) == 42


# The drawing itself


def test_places_stand_in_six_rows_of_seven() -> None:
    rows = [PLACE.findall(line) for line in drawn(written(PLAIN, 2, "3000").view(0)).splitlines()]
    rows = [row for row in rows if row]
    assert [[int(place) for place, _ in row] for row in rows] == [list(range(at, at + 7)) for at in range(1, 43, 7)]


def test_rings_with_and_without_a_diamond_differ_by_shape() -> None:
    view = written(PLAIN, 2, "3000 17, 1000 18, 3000 19, 2000 1, 3000 2, 5000").view(0)
    ana, bo = PLAYER.findall(drawn(view))
    assert ana == ("A", "Ana", "", "6000", "", "3000○ 3000◆◆")
    assert bo == ("B", "Bo", "▲", "1000", "", "1000◆ 2000○")


def test_an_expert_s_debt_is_drawn() -> None:
    view = written(EXPERT, 2, "3000 1, 1000 18, 2000").view(0)
    assert [player[3] for player in PLAYER.findall(drawn(view))] == ["-3000", "1000"]


def test_earlier_games_of_a_match_count() -> None:
    table = play(greedy, game=MisterDiamond(BOX, games=2))
    began = next(step.state for step in table.steps if step.state.game == 2)
    shown = PLAYER.findall(drawn(table.game.observe(began, 0)))
    assert [int(player[3]) for player in shown] == [0, 0]
    assert tuple(int(player[4]) for player in shown) == began.totals


def test_nothing_is_said_by_colour_alone() -> None:
    view = written(NOTES, 3, "3000 17, 1000 1, 2000 18, 5000").view(0)
    assert seen(drawn(view, colour=True)) == drawn(view)
    assert ESCAPE in drawn(view, colour=True)


@pytest.mark.parametrize(("width", "across"), [(100, 7), (51, 7), (50, 6), (30, 4), (12, 1)])
def test_a_narrow_screen_gets_narrower_rows(width: int, across: int) -> None:
    rows = [PLACE.findall(line) for line in drawn(written(PLAIN, 2, "3000").view(0), width).splitlines()]
    assert max(map(len, rows)) == across
    assert [int(place) for row in rows for place, _ in row] == list(range(1, 43))


@settings(max_examples=examples(25))
@given(whole_matches(st.builds(MisterDiamond, st.just(BOX), notes=st.booleans(), games=st.integers(1, 2))))
def test_any_table_can_be_drawn(table: Table) -> None:
    for step in table.steps[:: max(1, len(table.steps) // 6)]:
        view = table.game.observe(step.state, 0)
        text = drawn(view, 60)
        marks = tray(text)
        assert list(marks) == list(range(1, 43))
        assert {place for place, mark in marks.items() if mark != "·"} == set(view.board)
        assert {place for place, mark in marks.items() if mark == "▣"} == (
            set(step.state.tried) if view.notes else set()
        )
        assert all(cell_len(line) <= 60 for line in text.splitlines())
        assert len(re.findall(r"^ \S\S [A-H] ", text, re.MULTILINE)) == table.seats
