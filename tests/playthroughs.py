"""Games written out step by step, to be read and reviewed: what both games write alike."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from msgspec.structs import fields

from tacora.games import diamant, mister_diamond

V = TypeVar("V", diamant.View, mister_diamond.View)


def told_views(views: Sequence[V], once: frozenset[str], contents: Callable[[V, frozenset[str]], str]) -> Iterator[str]:
    """First what all see alike, then what each one sees for themselves, where that differs.

    `once` are fields that the head of the file tells; `contents` writes the others of a view, less those it is given.
    """
    names = frozenset(field.name for field in fields(views[0])) - once
    alike = frozenset(name for name in names if len({getattr(view, name) for view in views}) == 1)
    yield f"  all see {contents(views[0], once | (names - alike))}"
    for view in views:
        if alike != names:
            yield f"  {'spectator' if view.seat is None else f'seat {view.seat}'} sees {contents(view, once | alike)}"


def expected(file: Path, text: str) -> str:
    """What is kept in this file; with `UPDATE` set, this text from now on."""
    if os.environ.get("UPDATE"):
        file.write_text(text, "utf-8")
    return file.read_text("utf-8")
