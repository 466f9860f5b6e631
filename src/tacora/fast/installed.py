"""Whether what kernels need is installed. Imports none of it."""

from __future__ import annotations

from importlib.util import find_spec

from tacora.game import Refused


def require_study() -> None:
    """Refuse what needs NumPy and Numba if the extra `study` is not installed."""
    if find_spec("numpy") is None or find_spec("numba") is None:
        raise Refused("needs-study")
