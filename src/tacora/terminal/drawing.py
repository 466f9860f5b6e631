"""The table drawn with characters and colour, for a sighted terminal. Colour never says anything alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from rich.console import Console
from rich.text import Text

from tacora.diamant.camp import entrances
from tacora.diamant.editions import Card, Hazard, Relic, Treasure
from tacora.diamant.rules import View
from tacora.diamant.tunnel import layout
from tacora.narration import Catalogue
from tacora.narration.diamant import LETTERS
from tacora.terminal.screen import Screen

_CELL = 11  # Columns a card takes, border included.
_ROWS = 3  # Lines a card takes.
_DIAMOND, _RUBY, _RELIC, _TORCH = "◆", "●", "★", "▲"
_GEM_STYLES = {_DIAMOND: "#8fd3ff", _RUBY: "#ff5c8a"}
_LIT, _DIM, _EMBER, _GOLD, _FLAME = "#cbbfd6", "#8d8199", "#ff7a50", "#e5b52c", "bold #ffb347"
_PATTERNS = ("∴∵", "//", "^^", "▚▚", "~~", "xx", "oo", "==")
_COLOURS = ("#e69f00", "#56b4e9", "#2fb58c", "#f0e442", "#6ea8fe", "#ff7a50", "#e39bc4", "#bbbbbb")
"""Colour-blind safe hues, one for each letter, lightened where a dark ground swallows them."""

_PLAIN_BORDER = "╭─╮│╰╯"
_NEWEST_BORDER = "┏━┓┃┗┛"


class DrawnScreen(Screen):
    """Adds the tunnel, the camp and the chests to the lines that every screen has."""

    def __init__(self, say: Catalogue, console: Console | None = None) -> None:
        self._say = say
        self._console = console or Console(highlight=False)

    def say(self, *lines: str) -> None:
        """Append lines."""
        for line in lines:
            self._console.print(Text(line))

    def tell(self, sentences: Iterable[str]) -> None:
        """What just happened, set apart from the questions around it."""
        self._console.print()
        for sentence in sentences:
            self._console.print(Text(f"{_TORCH} {sentence}", style=_FLAME))

    def table(self, view: View, names: tuple[str, ...]) -> None:
        """The camp, the tunnel and the chests."""
        self._console.print()
        self._console.print(self._camp(view))
        if view.inside:
            for line in self._tunnel(view):
                self._console.print(line, no_wrap=True, overflow="crop")
        for line in self._players(view, names):
            self._console.print(line, no_wrap=True, overflow="ellipsis")
        self._console.print()

    def _camp(self, view: View) -> Text:
        line = Text(" ⌂ ", style=_LIT)
        for entrance in entrances(view):
            match entrance.state:
                case "explored":
                    line.append(f" ╳{entrance.number}╳ ", style=_DIM)
                case "open":
                    line.append(f" ⟦{entrance.number}⟧ ", style=_FLAME)
                case "waiting":
                    line.append(f"  {entrance.number}  ", style=_LIT)
        return line

    def _tunnel(self, view: View) -> list[Text]:
        """Every card at its place; what is too far left for the screen is cut, the party is always in sight."""
        places = layout(view.tunnel)
        top = min(place.row for place in places)
        across = max(place.column for place in places) + 1
        fits = max(1, (self._console.width - 2) // _CELL)
        first = max(0, across - fits)
        canvas = _Canvas((across - first) * _CELL, (max(place.row for place in places) - top + 1) * _ROWS)
        cut = False
        for at, place in enumerate(places):
            if place.column < first:
                cut = True
                continue
            newest = at == len(places) - 1
            left, up = (place.column - first) * _CELL, (place.row - top) * _ROWS
            self._card(canvas, left, up, view, at, newest=newest)
        lines = canvas.lines()
        return [Text("…", style=_DIM), *lines] if cut else lines

    def _card(self, canvas: _Canvas, left: int, up: int, view: View, at: int, *, newest: bool) -> None:
        card, gems = view.tunnel[at], view.lying[at]
        taken = isinstance(card, Relic) and self._is_taken(view, at)
        style = _DIM if taken else _style(card)
        tl, horizontal, tr, vertical, bl, br = tuple(_NEWEST_BORDER if newest else _PLAIN_BORDER)
        width = _CELL - 3
        border = "bold " + style if newest else style
        canvas.put(left, up, tl + horizontal * width + tr, border)
        canvas.put(left, up + 1, vertical + " " * width + vertical, border)
        canvas.put(left, up + 2, bl + horizontal * width + br, border)
        label = "" if taken else self._label(card)
        canvas.put(left + 1, up + 1, f"{label:^{width}}"[:width], "bold " + style)
        if gems:
            stones = pile(gems) if gems < 5 else f"{gems} {_RUBY}"
            canvas.put(left + 1 + (width - len(stones) - 2) // 2, up + 2, f" {stones} ", _GEM_STYLES[_RUBY])

    def _label(self, card: Card) -> str:
        match card:
            case Treasure():
                return str(card.value)
            case Relic():
                return f"{_RELIC} {card.printed or ''}".rstrip()
            case Hazard():
                return self._say(f"hazard-{card.kind}-short")

    @staticmethod
    def _is_taken(view: View, at: int) -> bool:
        """Relics are taken all at once, so those still lying are the last ones turned."""
        later = sum(isinstance(card, Relic) for card in view.tunnel[at:])
        return later > len(view.relics)

    def _players(self, view: View, names: tuple[str, ...]) -> Iterator[Text]:
        widest = max(map(len, names))
        for seat, name in enumerate(names):
            inside = seat in view.inside
            line = Text()
            line.append(f" {_PATTERNS[seat]} {LETTERS[seat]} ", style=f"bold {_COLOURS[seat]}")
            line.append(f"{name:<{widest}}  ", style="bold" if seat == view.seat else "")
            where = self._say("where-inside" if inside else "where-camp")
            line.append(f"{_TORCH if inside else '⌂'} {where:<12}", style=_FLAME if inside else _DIM)
            line.append_text(self._wealth(view, seat))
            yield line

    def _wealth(self, view: View, seat: int) -> Text:
        line = Text()
        chest = view.chests[seat]
        if chest is None:
            line.append(self._say("chest-hidden"), style=_DIM)
        else:
            line.append(f"{chest:>3} ")
            _stones(line, chest)
        if view.trophies[seat]:
            line.append(" " + " ".join(f"{_RELIC}{trophy.worth}" for trophy in view.trophies[seat]), style=_GOLD)
        if seat in view.inside and view.held:
            line.append(f"  + {view.held} ", style=_FLAME)
            _stones(line, view.held)
        return line


class _Canvas:
    """Characters with their styles, on a grid."""

    def __init__(self, width: int, height: int) -> None:
        self._cells = [[(" ", "")] * width for _ in range(height)]

    def put(self, left: int, up: int, text: str, style: str) -> None:
        for at, char in enumerate(text):
            self._cells[up][left + at] = (char, style)

    def lines(self) -> list[Text]:
        lines = []
        for row in self._cells:
            line = Text("  ")
            for style, run in groupby(row, key=lambda cell: cell[1]):
                line.append("".join(char for char, _ in run), style=style or None)
            line.rstrip()
            lines.append(line)
        return lines


def pile(gems: int) -> str:
    """An amount as diamonds of five and rubies of one.

    >>> pile(12)
    '◆◆●●'
    """
    return _DIAMOND * (gems // 5) + _RUBY * (gems % 5)


def _stones(line: Text, gems: int) -> None:
    for stone, run in groupby(pile(gems)):
        line.append("".join(run), style=_GEM_STYLES[stone])


def _style(card: Card) -> str:
    match card:
        case Treasure():
            return _LIT
        case Hazard():
            return _EMBER
        case Relic():
            return _GOLD
