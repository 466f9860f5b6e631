"""The drawings of the terminal as an image: characters of one width, in their colours, on a dark ground."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from rich.color import ColorParseError
from rich.style import Style
from rich.text import Text

from tacora.envs.libraries import required

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

COLUMNS = 100
LINES = 30
"""Characters across and down: all images of a game have the same size, as videos need."""
_CELL = (8, 16)
_GROUND, _INK = (22, 18, 28), (203, 191, 214)


def drawn(lines: Iterable[Text]) -> NDArray[np.uint8]:
    """The lines of a drawing as an image, in red, green and blue."""
    required("matplotlib")  # For its font, and for Pillow, which it needs itself.
    from PIL import Image, ImageDraw

    wide, high = _CELL
    image = Image.new("RGB", (COLUMNS * wide, LINES * high), _GROUND)
    pen, font = ImageDraw.Draw(image), _font()
    for row, line in enumerate(list(lines)[:LINES]):
        colours = _colours(line)
        for column, character in enumerate(line.plain[:COLUMNS]):
            if character != " ":
                pen.text((column * wide, row * high), character, colours[column], font)
    return np.asarray(image)


def _colours(line: Text) -> list[tuple[int, int, int]]:
    """The colour of each character."""
    colours = [_colour(line.style)] * len(line.plain)
    for start, end, style in line.spans:
        colours[start:end] = [_colour(style)] * (end - start)
    return colours


@cache
def _colour(style: str | Style) -> tuple[int, int, int]:
    try:
        colour = Style.parse(style).color if isinstance(style, str) else style.color
    except ColorParseError:
        colour = None
    return colour.get_truecolor() if colour else _INK


@cache
def _font() -> FreeTypeFont:
    from matplotlib import font_manager
    from PIL import ImageFont

    return ImageFont.truetype(font_manager.findfont("DejaVu Sans Mono"), 13)
