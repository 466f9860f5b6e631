"""A progress bar with the remaining time, for work that takes longer than a moment."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import click


@contextmanager
def progress(label: str, total: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error while the work is done, where somebody can see it; give how much is done so far.

    It appears when first told, so that what was to be made ready before does not count as work. Where output goes to a
    file or the terminal cannot redraw a line, nothing is shown: lines that come again and again are noise to whoever
    listens.
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
