"""A progress bar with the remaining time."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import click


@contextmanager
def progress(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a bar on standard error; the function that it yields takes the amount done so far.

    It appears at the first call, so that preparation does not count into the estimate. Nothing is shown if stderr is
    not a terminal or the terminal cannot redraw a line: repeated lines are noise to a screen reader.
    """
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb" or not total:
        yield lambda _: None
        return
    with ExitStack() as screen:
        bars: list[Any] = []

        def tell(done: int) -> None:
            if not bars:
                bar = click.progressbar(length=total, label=label, file=sys.stderr, show_eta=True)
                bars.append(screen.enter_context(bar))
            bars[0].update(done - bars[0].pos)

        yield tell
