"""Counts in the shared memory of a GPU's thread block."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import cuda

from tacora.fast.arrays import Ints
from tacora.fast.compiled import gpu_small


@gpu_small
def empty(counts: Ints) -> None:
    """Zero the counts of a block; all threads take part."""
    for at in range(cuda.threadIdx.x, len(counts), cuda.blockDim.x):
        counts[at] = 0


@gpu_small
def pour(counts: Ints, totals: Ints) -> None:
    """Add the counts of a block to the global totals; all threads take part."""
    for at in range(cuda.threadIdx.x, len(totals), cuda.blockDim.x):
        if counts[at]:
            cuda.atomic.add(totals, at, counts[at])


def sent(value: Any) -> Any:
    """A value as compiled code on the GPU takes it: arrays are copied there."""
    return cuda.to_device(value) if isinstance(value, np.ndarray) else value
