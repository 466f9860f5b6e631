"""Which tests have the real thing where others have what takes less time: the installed program, the whole browser."""

from __future__ import annotations

import os
import zlib

WANTED = False
"""Set by the option `--real`."""


def real() -> bool:
    """Whether this test is one that has it: always the same one in four, known by its name."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]
    return WANTED and zlib.crc32(test.encode()) % 4 == 0
