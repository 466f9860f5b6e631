"""The table of Mister Diamond drawn with characters and colour: the tray and the rings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rich.text import Text

from tacora.games.mister_diamond.rules import View
from tacora.terminal.palette import DIAMOND, DIM, EMBER, FLAME, ICE, LIT, TORCH, badge

_ACROSS, _CELL = 7, 7  # Places in a row where there is room, and the columns that one takes.
_FIXED, _EMPTY, _RING = "▣", "·", "○"


def picture(view: View, names: tuple[str, ...], width: int) -> Iterator[Text]:
    """The tray with its numbered places, then every player's rings."""
    yield from _tray(view, max(1, min(_ACROSS, (width - 2) // _CELL)))
    yield Text()
    widest = max(map(len, names))
    for seat, name in enumerate(names):
        line = badge(seat, name, widest, mine=seat == view.seat)
        line.append(f"{TORCH if seat == view.turn else ' '} {view.scores[seat]:>6} $ ", style=FLAME)
        if view.games > 1:
            line.append(f"Σ {view.totals[seat]} $ ", style=LIT)
        for (price, filled), n in sorted(Counter((ring.price, ring.set) for ring in view.rings[seat]).items()):
            line.append(f" {price}", style=LIT if filled else DIM)
            line.append((DIAMOND if filled else _RING) * n, style=ICE if filled else DIM)
        yield line


def _tray(view: View, across: int) -> Iterator[Text]:
    places = range(1, view.places + 1)
    for first in places[::across]:
        line = Text("  ")
        for place in places[first - 1 : first - 1 + across]:
            if place not in view.board:
                line.append(f"{place:>4} {_EMPTY} ", style=DIM)
            elif place in view.tried:
                line.append(f"{place:>4} {_FIXED} ", style=EMBER)
            else:
                line.append(f"{place:>4} ", style=LIT)
                line.append(f"{DIAMOND} ", style=ICE)
        yield line
