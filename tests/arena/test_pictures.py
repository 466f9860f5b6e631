"""Pictures: of the kind they are called, the same when drawn again, and legible."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text

from tacora.arena import pictures
from tacora.arena.pictures import draw_simulation, draw_sweep
from tacora.arena.summary import SeatSummary, seat_summary
from tacora.arena.sweep import Point
from tacora.narration import LANGUAGES
from tacora.narration.catalogue import Language, catalogue

N = "\N{NO-BREAK SPACE}"
KINDS = {"png": b"\x89PNG\r\n\x1a\n", "svg": b"<?xml", "pdf": b"%PDF-"}
BOTS = ("gems:10", "gems:15", "ev", "hazards:2", "random:0.5", "never", "cards:5", "gems:20")
WHAT = "schmidt-2005, 1,000 games, seed 7"

both_languages = pytest.mark.parametrize("language", LANGUAGES)
every_kind = pytest.mark.parametrize("kind", KINDS)


def seat_of(bot: str, wins: int, games: int = 1000, at: int = 0) -> SeatSummary:
    scores = [0] * 100
    for score in range(100):
        scores[score] = games // 100
    return seat_summary(bot, scores[at:] + scores[:at], [0, wins], games)


def seats_of(count: int) -> list[SeatSummary]:
    return [seat_of(bot, 30 + 110 * at % 400) for at, bot in enumerate(BOTS[:count])]


def falling(count: int) -> list[list[tuple[float, float]]]:
    """For each seat how often at least so much was reached."""
    return [[(score, max(0.0, 1 - score / (20 + 8 * at))) for score in range(101)] for at in range(count)]


def points_of(sizes: Sequence[int], values: Sequence[float], strategy: str = "gems") -> list[Point]:
    return [
        Point(size, value, seat_of(f"{strategy}:{value:g}", int(900 / size + 7 * at % 60)))
        for size in sizes
        for at, value in enumerate(values)
    ]


def simulation(kind: str, seats: int = 5, language: Language = "en", what: str = WHAT) -> bytes:
    out = io.BytesIO()
    draw_simulation(out, kind, catalogue(language), what, seats_of(seats), falling(seats))
    return out.getvalue()


def swept(
    kind: str,
    sizes: Sequence[int] = (3, 5, 8),
    values: Sequence[float] = range(1, 41),
    language: Language = "en",
    strategy: str = "gems",
    what: str = WHAT,
) -> bytes:
    out = io.BytesIO()
    points = points_of(sizes, [float(value) for value in values], strategy)
    draw_sweep(out, kind, catalogue(language), strategy, what, points)
    return out.getvalue()


def texts(svg: bytes) -> list[str]:
    """Everything that is written in a picture."""
    root = ElementTree.fromstring(svg)
    written = root.iter("{http://www.w3.org/2000/svg}text")
    return ["".join(text.itertext()) for text in written]


def strokes(svg: bytes) -> list[tuple[str, str]]:
    """The lines of a picture that are thicker than a grid's: colour and dashes."""
    found = re.findall(rb'style="fill: none; ([^"]*)"', svg)
    lines = []
    for style in map(bytes.decode, found):
        parts = dict(part.split(": ") for part in style.split("; ") if ": " in part)
        if float(parts.get("stroke-width", "1")) in (1.5, 1.8):
            lines.append((parts["stroke"], parts.get("stroke-dasharray", "")))
    return lines


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The figures that are drawn while a test runs."""
    drawn: list[Any] = []

    class Kept(Figure):
        def __init__(self, *arguments: Any, **settings: Any) -> None:
            super().__init__(*arguments, **settings)
            drawn.append(self)

    monkeypatch.setattr(pictures, "Figure", Kept)
    return drawn


# The file


@cache
def drawn_once(kind: str) -> tuple[bytes, bytes]:
    """A picture of either sort, for whoever only looks at it."""
    return simulation(kind), swept(kind)


@pytest.mark.sample(1)
@every_kind
def test_a_picture_is_of_the_kind_that_was_asked_for(kind: str) -> None:
    for picture in drawn_once(kind):
        assert picture.startswith(KINDS[kind])
        assert len(picture) > 5000


@pytest.mark.thorough
@pytest.mark.sample(1)
@every_kind
def test_a_picture_is_the_same_when_it_is_drawn_again(kind: str) -> None:
    assert (simulation(kind), swept(kind)) == drawn_once(kind)


@pytest.mark.thorough
def test_no_date_is_kept() -> None:
    for kind in ("svg", "pdf"):
        for picture in drawn_once(kind):
            assert b"CreationDate" not in picture
            assert b"dc:date" not in picture


# What is written


@pytest.mark.thorough
def test_a_simulation_says_what_it_shows() -> None:
    written = texts(drawn_once("svg")[0])
    assert {"Scores and victories", WHAT, "score", "games with at least this score", "share of victories"} <= set(
        written
    )
    for at, bot in enumerate(BOTS[:5], start=1):
        assert written.count(f"{at} {bot}") == 2, "beside its line and beside its share"
    for seat in seats_of(5):
        assert f"{seat.win_share:.1%}" in written
    assert "Bands: 95% intervals. Dotted: the share of everybody if all were equal." in written


def test_a_sweep_says_what_it_shows() -> None:
    written = texts(drawn_once("svg")[1])
    assert {"Victories of gems, by its parameter", WHAT, "gems:N", "share of victories"} <= set(written)
    legend = [text for text in written if "best at" in text]
    assert [text.partition(",")[0] for text in legend] == ["3 players", "5 players", "8 players"]
    assert legend[0] == "3 players, best at 18: 35.9%"
    assert {"0%", "10", "20", "30", "40"} <= set(written)
    assert "Bands: 95% intervals. Dotted: the share of everybody if all were equal." in written


@pytest.mark.thorough
def test_pictures_speak_french() -> None:
    written = texts(simulation("svg", language="fr"))
    assert {"Scores et victoires", "score", "part des victoires", "parties avec au moins ce score"} <= set(written)
    assert f"100{N}%" in written
    assert any(re.fullmatch(rf"\d+,\d{N}%", text) for text in written)
    written = texts(swept("svg", values=[0, 0.25, 0.5], language="fr", strategy="random"))
    assert {"Victoires de random selon son paramètre", "random:P", "0,2", "0,4"} <= set(written)
    assert any(re.fullmatch(rf"3 joueurs, le mieux à 0(,25|,5)?{N}: \d+,\d{N}%", text) for text in written)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("values", "shown"), [(range(1, 5), "gems:N"), ((0, 0.5, 1), "gems:P"), ((0.001, 0.002), "gems:P")]
)
def test_the_parameter_is_a_number_or_a_probability(values: Sequence[float], shown: str) -> None:
    assert shown in texts(swept("svg", values=values))


# How it is drawn


@pytest.mark.long
def test_no_two_seats_look_alike() -> None:
    lines = strokes(simulation("svg", seats=8))
    assert len(set(lines)) == 8
    assert len({colour for colour, _ in lines}) == 8


@pytest.mark.thorough
def test_no_two_numbers_of_players_look_alike() -> None:
    lines = strokes(swept("svg", sizes=range(1, 9)))
    assert len(set(lines)) == 8
    assert len({colour for colour, _ in lines}) == 8


def test_colours_are_all_different_and_dark_enough_on_white() -> None:
    for colour in pictures.COLOURS:
        red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
        assert 0.2126 * red + 0.7152 * green + 0.0722 * blue < 160, colour
    assert len(set(pictures.COLOURS)) == 8
    assert len({*pictures.COLOURS, pictures.INK, pictures.GREY, pictures.FAINT}) == 11


@pytest.mark.thorough
def test_the_interval_of_every_seat_is_drawn(figures: list[Any]) -> None:
    simulation("svg")
    right = figures[0].axes[1]
    for at, seat in enumerate(seats_of(5)):
        low, high = seat.ci95
        assert any(list(line.get_xdata()) == [low, high] and list(line.get_ydata()) == [at, at] for line in right.lines)
        (dot,) = (line for line in right.lines if list(line.get_xdata()) == [seat.win_share])
        assert to_hex(dot.get_color()) == pictures.COLOURS[at]


def test_the_interval_of_every_point_is_drawn(figures: list[Any]) -> None:
    swept("svg", sizes=(3, 5))
    axes = figures[0].axes[0]
    for players, band in zip((3, 5), axes.collections, strict=True):
        corners = {(round(float(x), 9), round(float(y), 9)) for x, y in band.get_paths()[0].vertices}
        for point in points_of((players,), [float(value) for value in range(1, 41)]):
            for end in point.seat.ci95:
                assert (point.value, round(end, 9)) in corners


def test_one_value_has_an_interval_too(figures: list[Any]) -> None:
    swept("svg", sizes=(3,), values=(10,))
    (point,) = points_of((3,), [10.0])
    assert any(list(line.get_ydata()) == list(point.seat.ci95) for line in figures[0].axes[0].lines)


def test_scores_that_nobody_has_are_not_shown(figures: list[Any]) -> None:
    """A box whose scores could go from minus a hundred thousand to as much, and hardly ever leave the middle."""
    middle = [
        (1000.0 * score, 1.0 if score < -8 else 0.0 if score > 20 else (21 - score) / 30) for score in range(-100, 100)
    ]
    draw_simulation(io.BytesIO(), "svg", catalogue("en"), WHAT, seats_of(3), [middle] * 3)
    assert figures[0].axes[0].get_xlim() == (-9000, 21000)


def test_where_every_game_ends_with_nothing() -> None:
    nothing = [(0.0, 1.0), *((float(score), 0.0) for score in range(1, 50))]
    seats = [seat_summary("never", [10], [0, 0, 0, 10], 10) for _ in range(3)]
    draw_simulation(io.BytesIO(), "svg", catalogue("en"), WHAT, seats, [nothing] * 3)


# Legible: everything inside the picture, nothing on top of something else, no mark with a false number


def on_canvas(figure: Any) -> Any:
    canvas: Any = FigureCanvasAgg(figure)
    canvas.draw()
    return figure


def boxes_of(figure: Any) -> dict[Any, Any]:
    """Everything that is written, with its place; not the marks that lie beyond the ends of an axis."""
    hidden = set()
    for axis in (axis for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)):
        low, high = sorted(axis.get_view_interval())
        hidden |= {tick.label1 for tick in axis.get_major_ticks() if not low <= tick.get_loc() <= high}
    shown = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()]
    return {text: text.get_window_extent() for text in shown if text not in hidden}


LONG = (
    "gems against "
    + ", ".join(BOTS * 2)
    + ", incan-gold-2020, 1,000,000,000,000 games for each point, seed 9007199254740991"
)


def drawn(language: Language) -> Iterator[object]:
    """Pictures of all sorts."""
    yield simulation("svg", seats=2, language=language)
    yield simulation("svg", seats=8, language=language)
    yield swept("svg", language=language)
    yield swept("svg", sizes=(5,), values=(10,), language=language)
    yield swept("svg", sizes=range(1, 9), language=language, what=LONG)
    yield swept("svg", values=[at / 20 for at in range(21)], strategy="forgetful", language=language)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_written_is_legible(figures: list[Any], language: Language) -> None:
    for _ in drawn(language):
        figure = on_canvas(figures.pop())
        boxes = boxes_of(figure)
        assert len(boxes) > 10
        for text, box in boxes.items():
            assert figure.bbox.x0 <= box.x0 < box.x1 <= figure.bbox.x1, text
            assert figure.bbox.y0 <= box.y0 < box.y1 <= figure.bbox.y1, text
        for (one, box), (other, second) in combinations(boxes.items(), 2):
            assert not box.overlaps(second), (one, other)
        for axis in (axis for axes in figure.axes for axis in (axes.xaxis, axes.yaxis)):
            assert are_even(language, [label.get_text() for label in axis.get_ticklabels()])


def are_even(language: Language, labels: Sequence[str]) -> bool:
    """Marks lie evenly, so their numbers have to, unless they are names of seats."""
    if any(re.search("[a-z]", label) for label in labels):
        return True
    plain = [re.sub(r"[\s%]", "", label).replace(",", "." if language == "fr" else "") for label in labels]
    return len({round(float(after) - float(before), 6) for before, after in pairwise(plain)}) == 1


@pytest.mark.thorough
def test_the_legend_of_a_sweep_covers_no_line(figures: list[Any]) -> None:
    swept("svg", sizes=range(1, 9))
    figure = on_canvas(figures[0])
    legend = figure.axes[0].get_legend()
    assert legend is not None
    assert not legend.get_window_extent().overlaps(figure.axes[0].get_window_extent())


@pytest.mark.long
def test_a_bot_with_a_long_name_leaves_room_for_the_picture(figures: list[Any]) -> None:
    name = "table:/home/somebody/with/many/folders/and/a/long/name/for/a/table.npy"
    seats = [seat_of(name, 500), seat_of(name.replace("table.npy", "other.npy"), 300), seat_of("ev", 200)]
    out = io.BytesIO()
    draw_simulation(out, "svg", catalogue("en"), WHAT, seats, falling(3))
    written = texts(out.getvalue())
    assert sum("table.npy" in text for text in written) == 2
    assert sum("other.npy" in text for text in written) == 2
    for axes in figures[0].axes:
        assert axes.get_position().width > 0.2
