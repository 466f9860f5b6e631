"""Which tests have the real thing where others have what takes less time: the installed program, the whole browser."""

from __future__ import annotations

import os
import zlib

WANTED = False
"""Set by the option `--real`."""


def picked(test: str) -> bool:
    """Whether this test is one that has it, if it is wanted: always the same one in four, known by its name."""
    return zlib.crc32(test.partition(" ")[0].encode()) % 4 == 0


def real() -> bool:
    """Whether the test that runs now has it."""
    return WANTED and picked(os.environ.get("PYTEST_CURRENT_TEST", ""))
