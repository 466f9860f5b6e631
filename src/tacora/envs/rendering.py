"""Render modes that all environments share."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

MODES: Final = ("human", "ansi", "rgb_array")

Rendered: TypeAlias = str | NDArray[np.uint8] | None


def checked(mode: str | None) -> str | None:
    """A render mode that there is."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode is one of {', '.join(MODES)}, not {mode!r}")
    return mode


def rendered(mode: str | None, told: Callable[[], str], drawn: Callable[[], NDArray[np.uint8]]) -> Rendered:
    """What `render` gives: sentences, printed or returned, or a picture; nothing without a mode."""
    if mode is None:
        return None
    if mode == "rgb_array":
        return drawn()
    if mode == "ansi":
        return told()
    sys.stdout.write(told())
    return None
