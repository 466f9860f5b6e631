"""Whether what kernels need is installed. Imports none of it."""

from __future__ import annotations

from importlib.util import find_spec

from tacora.game import Refused


def has_study() -> bool:
    """Whether NumPy and Numba are there."""
    return find_spec("numpy") is not None and find_spec("numba") is not None


def require_study() -> None:
    """Refuse what needs them if the extra `study` is not installed."""
    if not has_study():
        raise Refused("needs-study")
