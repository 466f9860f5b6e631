"""How many examples Hypothesis tries: a number for each test, scaled by the profile that was loaded."""

from __future__ import annotations

from hypothesis import settings

USUAL = 100
"""What a profile has that says nothing else."""


def examples(number: int) -> int:
    """So many of a usual profile, and the same part of one that tries fewer or more; eight at least."""
    loaded = settings.default
    assert loaded is not None
    return max(min(number, 8), round(number * loaded.max_examples / USUAL))
