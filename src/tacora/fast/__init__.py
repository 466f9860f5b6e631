"""What all simulation kernels share. A kernel is scalar Python compiled by Numba, one source for CPUs and GPUs."""
