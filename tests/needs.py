"""What a machine may lack. A GPU is expected nowhere: its tests are plain skips."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest

NOT_TESTED = "not tested"


def not_tested(what: str, lacks: str) -> NoReturn:
    """Skip with a line that is printed once for all tests it holds for; where CI is set, fail instead."""
    line = f"{NOT_TESTED}: {what} ({lacks})"
    if os.environ.get("CI"):
        pytest.fail(f"{line}; CI must have it", pytrace=False)
    pytest.skip(line)
