"""The simulation kernel: plain scalar Python compiled by Numba, the same source for processors and GPUs."""
