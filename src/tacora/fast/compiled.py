"""Compilation by Numba: small functions that vanish into their callers, and entry points kept on disk.

Numba keeps compiled code beside a stamp of the one file that holds the entry point, and would not notice a change in
another file whose functions went into it. So the code is kept in a folder named after a digest of all sources here: a
changed rule can never be answered by code of yesterday.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np

F = TypeVar("F", bound=Callable[..., object])


def small(function: F) -> F:
    """A function that is only called by compiled code: the compiler puts it into its callers."""
    return cast(F, numba.njit(error_model="numpy")(function))


def inlined(function: F) -> F:
    """Like `small`, but never called: a call would hand over each array of a table field by field."""
    return cast(F, numba.njit(error_model="numpy", forceinline=True)(function))


def entry(function: F) -> F:
    """A function that Python calls: compiled once, kept on disk, and run without the interpreter's lock."""
    with _our_folder() as folder:
        return cast(F, numba.njit(error_model="numpy", nogil=True, cache=folder is not None)(function))


def gpu() -> Any:
    """Numba's module for GPUs. Some of its versions ask NumPy for a name that newer NumPys no longer have."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # type: ignore[attr-defined,unused-ignore]
    from numba import cuda

    return cuda


def gpu_entry(function: F) -> F:
    """A function that a GPU runs in many threads: compiled once and kept on disk, too."""
    with _our_folder() as folder:
        return cast(F, gpu().jit(cache=folder is not None)(function))


def gpu_small(function: F) -> F:
    """A function that is only called by code of a GPU and uses what only a GPU has."""
    return cast(F, gpu().jit(device=True)(function))


def cache_folder() -> Path:
    """Where compiled code of exactly these sources is kept. `NUMBA_CACHE_DIR` moves it."""
    base = os.environ.get("NUMBA_CACHE_DIR")
    if not base:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "tacora" / _digest()


def is_compiled(module: str) -> bool:
    """Whether the entry point of a module is compiled already, so that a start is quick."""
    try:
        return any(cache_folder().glob(f"*/{module}.*.nbi"))
    except (OSError, RuntimeError):
        return False


def forget() -> None:
    """Remove what is kept for exactly these sources, for it to be compiled anew: some of it cannot be read."""
    for kept in (*cache_folder().glob("*/*.nbi"), *cache_folder().glob("*/*.nbc")):
        kept.unlink(missing_ok=True)


@cache
def _digest() -> str:
    package = Path(__file__).parents[1]
    kernels = [package / "fast", *package.glob("games/*/kernel")]
    sources = [*(file for folder in kernels for file in folder.glob("*.py")), *package.glob("games/*/features.py")]
    return sha256(b"\0".join(source.read_bytes() for source in sorted(sources))).hexdigest()[:16]


@contextmanager
def _our_folder() -> Iterator[Path | None]:
    """Numba's cache folder set to ours for a moment, or `None` where nothing can be written."""
    before = numba.config.CACHE_DIR
    try:
        folder = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except (OSError, RuntimeError):  # RuntimeError: a system without a home
        writable = False
    if not writable:
        yield None
        return
    numba.config.CACHE_DIR = str(folder)
    try:
        yield folder
    finally:
        numba.config.CACHE_DIR = before
