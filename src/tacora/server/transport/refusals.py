"""What was refused or cut off because of a limit: counted for metrics, and logged."""

from __future__ import annotations

import logging
import time
from collections import Counter

LOGGER = logging.getLogger("tacora.server")

LOG_INTERVAL = 60.0
"""Seconds between two lines about the same thing: a flood must not fill the log."""


class Refusals:
    """Counts by code. Each code is logged once a minute, with how many there were."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self._logged: dict[str, tuple[float, int]] = {}

    def note(self, code: str, address: str) -> None:
        """Something was refused to this address, or a connection from there was cut off."""
        self.counts[code] += 1
        now = time.monotonic()
        at, count = self._logged.get(code, (-LOG_INTERVAL, 0))
        if now - at >= LOG_INTERVAL:
            self._logged[code] = now, self.counts[code]
            LOGGER.warning("refused: %s to %s (%d since the last line)", code, address, self.counts[code] - count)
