"""The table of Diamant drawn with characters and colour: camp, tunnel and chests."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rich.text import Text

from tacora.games.diamant.camp import entrances
from tacora.games.diamant.editions import Card, Hazard, Relic, Treasure, stones
from tacora.games.diamant.rules import View
from tacora.games.diamant.tunnel import layout
from tacora.narration import Catalogue
from tacora.terminal.palette import CAMP, DIAMOND, DIM, EMBER, FLAME, GOLD, ICE, LIT, RELIC, ROSE, RUBY, TORCH, badge

_CELL = 11  # Columns a card takes, border included.
_ROWS = 3  # Lines a card takes.
_GEM_STYLES = {DIAMOND: ICE, RUBY: ROSE}
_PLAIN_BORDER = "╭─╮│╰╯"
_NEWEST_BORDER = "┏━┓┃┗┛"


def picture(say: Catalogue, view: View, names: tuple[str, ...], width: int) -> Iterator[Text]:
    """The camp, the tunnel and the chests."""
    yield _camp(view)
    if view.inside:
        yield from _tunnel(say, view, width)
    yield from _players(say, view, names)


def _camp(view: View) -> Text:
    line = Text(f" {CAMP} ", style=LIT)
    for entrance in entrances(view):
        match entrance.state:
            case "explored":
                line.append(f" ╳{entrance.number}╳ ", style=DIM)
            case "open":
                line.append(f" ⟦{entrance.number}⟧ ", style=FLAME)
            case "waiting":
                line.append(f"  {entrance.number}  ", style=LIT)
    return line


def _tunnel(say: Catalogue, view: View, width: int) -> list[Text]:
    """Every card at its place; what is too far left for the screen is cut, the party is always in sight."""
    places = layout(view.tunnel)
    top = min(place.row for place in places)
    across = max(place.column for place in places) + 1
    first = max(0, across - max(1, (width - 2) // _CELL))
    canvas = _Canvas((across - first) * _CELL, (max(place.row for place in places) - top + 1) * _ROWS)
    for at, place in enumerate(places):
        if place.column >= first:
            _draw_card(canvas, say, view, at, ((place.column - first) * _CELL, (place.row - top) * _ROWS))
    return [Text("…", style=DIM), *canvas.lines()] if first else canvas.lines()


def _draw_card(canvas: _Canvas, say: Catalogue, view: View, at: int, corner: tuple[int, int]) -> None:
    left, up = corner
    card, gems = view.tunnel[at], view.lying[at]
    newest = at == len(view.tunnel) - 1
    taken = isinstance(card, Relic) and _is_taken(view, at)
    style = DIM if taken else _style(card)
    border_style = f"bold {style}" if newest else style
    top_left, flat, top_right, side, low_left, low_right = tuple(_NEWEST_BORDER if newest else _PLAIN_BORDER)
    width = _CELL - 3
    canvas.put(left, up, top_left + flat * width + top_right, border_style)
    canvas.put(left, up + 1, side + " " * width + side, border_style)
    canvas.put(left, up + 2, low_left + flat * width + low_right, border_style)
    label = "" if taken else _label(say, card)
    canvas.put(left + 1, up + 1, f"{label:^{width}}"[:width], f"bold {style}")
    if gems:
        lying = pile(gems) if gems < 5 else f"{gems} {RUBY}"
        canvas.put(left + 1 + (width - len(lying) - 2) // 2, up + 2, f" {lying} ", ROSE)


def _label(say: Catalogue, card: Card) -> str:
    match card:
        case Treasure():
            return str(card.value)
        case Relic():
            return f"{RELIC} {card.printed or ''}".rstrip()
        case Hazard():
            return say(f"hazard-{card.kind}-short")


def _is_taken(view: View, at: int) -> bool:
    """Relics are taken all at once, so those still lying are the last ones turned."""
    return sum(isinstance(card, Relic) for card in view.tunnel[at:]) > len(view.relics)


def _players(say: Catalogue, view: View, names: tuple[str, ...]) -> Iterator[Text]:
    widest = max(map(len, names))
    here, home = say("where-inside"), say("where-camp")
    for seat, name in enumerate(names):
        inside = seat in view.inside
        line = badge(seat, name, widest, mine=seat == view.seat)
        where = f"{here if inside else home:<{max(len(here), len(home))}}"
        line.append(f"{TORCH if inside else CAMP} {where} ", style=FLAME if inside else DIM)
        line.append_text(_wealth(say, view, seat))
        yield line


def _wealth(say: Catalogue, view: View, seat: int) -> Text:
    line = Text()
    chest = view.chests[seat]
    if chest is None:
        line.append(say("chest-hidden"), style=DIM)
    else:
        line.append(f"{chest:>3} ")
        _stones(line, chest)
    if view.trophies[seat]:
        line.append(" " + " ".join(f"{RELIC}{trophy.worth}" for trophy in view.trophies[seat]), style=GOLD)
    if seat in view.inside and view.held:
        line.append(f"  + {view.held} ", style=FLAME)
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
    diamonds, rubies = stones(gems)
    return DIAMOND * diamonds + RUBY * rubies


def _stones(line: Text, gems: int) -> None:
    for stone, run in groupby(pile(gems)):
        line.append("".join(run), style=_GEM_STYLES[stone])


def _style(card: Card) -> str:
    match card:
        case Treasure():
            return LIT
        case Hazard():
            return EMBER
        case Relic():
            return GOLD
