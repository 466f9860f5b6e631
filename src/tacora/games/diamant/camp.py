"""The camp with its five entrances (D8)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tacora.games.diamant.rules import View


class Entrance(Struct, frozen=True):
    """One way into the mountain."""

    number: int
    state: Literal["waiting", "open", "explored"]


def entrances(view: View) -> tuple[Entrance, ...]:
    """Every entrance in order: those explored, the one the party is in, those that wait."""
    return tuple(
        Entrance(number, "waiting" if number > view.expedition else _begun(number, view))
        for number in range(1, view.expeditions + 1)
    )


def _begun(number: int, view: View) -> Literal["open", "explored"]:
    return "open" if number == view.expedition and view.inside else "explored"
