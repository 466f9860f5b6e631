"""The screen as lines that are only ever appended: for ears, braille, pipes and plain terminals."""

from __future__ import annotations

import getpass
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias

from tacora.narration.refusal import visible

if TYPE_CHECKING:
    from rich.text import Text

Picture: TypeAlias = "Callable[[int], Iterable[Text]]"
"""The lines of a drawing, for a screen of so many columns. Rich is loaded only when somebody asks for them."""


class Screen:
    """Plain lines. The drawn screen adds to it; it never takes anything away."""

    def say(self, *lines: str) -> None:
        """Append lines, whatever a player typed into them made harmless."""
        sys.stdout.write("".join(f"{visible(line)}\n" for line in lines))
        sys.stdout.flush()

    def ask(self, prompt: str, *, secret: bool = False) -> str:
        """One line of answer. A secret one is not echoed.

        Raises EOFError when there is nobody to answer.
        """
        if secret and sys.stdin.isatty():
            return getpass.getpass(prompt)
        sys.stdout.write(prompt)
        sys.stdout.flush()
        answer = sys.stdin.readline()
        if not answer or not sys.stdin.isatty():
            self.say("")  # Nobody pressed Enter on this screen: end the line of the prompt.
        if not answer:
            raise EOFError
        return answer.rstrip("\r\n")

    def tell(self, sentences: Iterable[str]) -> None:
        """What just happened."""
        self.say(*sentences)

    def show(self, picture: Picture) -> None:
        """What lies on the table now, drawn; without sight, it is asked for instead."""


def sighted(*, plain: bool, term: str) -> bool:
    """Whether a drawn screen is of use."""
    return not plain and sys.stdout.isatty() and term not in ("", "dumb", "unknown")
