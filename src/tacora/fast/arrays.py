"""The arrays that compiled code works on."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]

SEATS = 8
"""The most seats at any table."""
