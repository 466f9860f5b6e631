"""The screen of a terminal that can draw: the same lines, with colour and pictures between them."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from tacora.narration.refusal import visible
from tacora.terminal.palette import FLAME, TORCH
from tacora.terminal.screen import Picture, Screen


class DrawnScreen(Screen):
    """Adds pictures to the lines that every screen has."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(highlight=False)

    def say(self, *lines: str) -> None:
        """Append lines."""
        for line in lines:
            self._console.print(Text(visible(line)))

    def tell(self, sentences: Iterable[str]) -> None:
        """What just happened, set apart from the questions around it."""
        self._console.print()
        for sentence in sentences:
            self._console.print(Text(f"{TORCH} {sentence}", style=FLAME))

    def show(self, picture: Picture) -> None:
        """Draw the table. Long lines are wrapped, never cut."""
        self._console.print()
        for line in picture(self._console.width):
            self._console.print(line, overflow="fold")
