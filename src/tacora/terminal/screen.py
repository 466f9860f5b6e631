"""An append-only screen of lines: for speech, braille, pipes and plain terminals."""

from __future__ import annotations

import getpass
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias

from tacora.narration.refusal import visible

if TYPE_CHECKING:
    from rich.text import Text

Picture: TypeAlias = "Callable[[int], Iterable[Text]]"
"""The lines of a drawing, given the screen's width. A function, so that Rich is imported only to draw."""


class Screen:
    """Plain lines. `DrawnScreen` adds to them, and never leaves any out."""

    def say(self, *lines: str) -> None:
        """Append lines, with control characters escaped: players' input may be in them."""
        width = _narrow()
        sys.stdout.write("".join(f"{part}\n" for line in lines for part in folded(visible(line), width)))
        sys.stdout.flush()

    def ask(self, prompt: str, *, secret: bool = False) -> str:
        """Read one line. A secret one is not echoed.

        Raises EOFError at the end of the input.
        """
        asked = prompt.rstrip(" ")
        prompt = "\n".join(folded(asked, _narrow())) + prompt[len(asked) :]
        if secret and sys.stdin.isatty():
            return getpass.getpass(prompt)
        sys.stdout.write(prompt)
        sys.stdout.flush()
        answer = sys.stdin.readline()
        if not answer or not sys.stdin.isatty():
            self.say("")  # No Enter was echoed, so end the prompt's line.
        if not answer:
            raise EOFError
        return answer.rstrip("\r\n")

    def tell(self, sentences: Iterable[str]) -> None:
        """What just happened."""
        self.say(*sentences)

    def show(self, picture: Picture) -> None:
        """Draw the table. Nothing here: without drawings, players ask for the situation instead."""


def folded(line: str, width: int) -> list[str]:
    """A line in parts of at most so many cells, broken between words; a word that is longer is left to the terminal.

    >>> folded("Snakes again. Ana and Zoé run and lose 2 gems each.", 40)
    ['Snakes again. Ana and Zoé run and lose 2', 'gems each.']
    >>> folded("Snakes again.", 0)
    ['Snakes again.']
    """
    if not width or len(line) <= width:
        return [line]
    return textwrap.wrap(line, width, break_long_words=False, break_on_hyphens=False) or [line]


def _narrow() -> int:
    """The width of a terminal that breaks sentences, such as a braille display; 0 elsewhere."""
    width = shutil.get_terminal_size((0, 0)).columns if sys.stdout.isatty() else 0
    return width if width < 80 else 0


def sighted(*, plain: bool, term: str) -> bool:
    """Whether to draw: on a capable terminal, unless `plain` is given."""
    return not plain and sys.stdout.isatty() and term not in ("", "dumb", "unknown")
