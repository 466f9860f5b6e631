"""Colours and marks that the drawings share. Colour is never the only carrier of information."""

from __future__ import annotations

from rich.text import Text

from tacora.game import Seat
from tacora.narration.listener import LETTERS

DIAMOND, RUBY, RELIC, TORCH, CAMP = "◆", "●", "★", "▲", "⌂"
ICE, ROSE = "#8fd3ff", "#ff5c8a"
LIT, DIM, EMBER, GOLD, FLAME = "#cbbfd6", "#8d8199", "#ff7a50", "#e5b52c", "bold #ffb347"

_PATTERNS = ("∴∵", "//", "^^", "▚▚", "~~", "xx", "oo", "==")
_COLOURS = ("#e69f00", "#56b4e9", "#2fb58c", "#f0e442", "#6ea8fe", "#ff7a50", "#e39bc4", "#bbbbbb")
"""Colour-blind safe hues, one for each letter, lightened where they would be too dark on a dark ground."""


def badge(seat: Seat, name: str, width: int, *, mine: bool) -> Text:
    """A player's pattern, colour, letter and name (D7)."""
    line = Text()
    line.append(f" {_PATTERNS[seat]} {LETTERS[seat]} ", style=f"bold {_COLOURS[seat]}")
    line.append(f"{name:<{width}}  ", style="bold" if mine else "")
    return line
