"""An append-only screen of lines: for speech, braille, pipes and plain terminals."""

from __future__ import annotations

import getpass
import sys
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
        sys.stdout.write("".join(f"{visible(line)}\n" for line in lines))
        sys.stdout.flush()

    def ask(self, prompt: str, *, secret: bool = False) -> str:
        """Read one line. A secret one is not echoed.

        Raises EOFError at the end of the input.
        """
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


def sighted(*, plain: bool, term: str) -> bool:
    """Whether to draw: on a capable terminal, unless `plain` is given."""
    return not plain and sys.stdout.isatty() and term not in ("", "dumb", "unknown")
