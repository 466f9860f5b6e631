"""Compilation by Numba: small functions that are inlined, and entry points cached on disk.

Numba invalidates its cache by the modification of the one file that has the entry point, and would miss a change in
another file whose functions were inlined. So the cache folder is named after a digest of all kernel sources: a changed
rule never runs stale code.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from pickle import UnpicklingError
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
import numpy as np

F = TypeVar("F", bound=Callable[..., object])


def small(function: F) -> F:
    """Compile a function that only compiled code calls; LLVM inlines it.

    Nothing counts the references to its arrays, which would take longer than the work of most of these functions: it
    can neither make an array nor return one.
    """
    return cast(F, numba.njit(error_model="numpy", _nrt=False)(function))


def inlined(function: F) -> F:
    """Like `small`, but always inlined: a call would pass each array of a table field by field."""
    return cast(F, numba.njit(error_model="numpy", forceinline=True, _nrt=False)(function))


def instead(function: F, **others: object) -> F:
    """The same source, inlined, with others in place of some functions that it calls by these names."""
    source = cast(FunctionType, getattr(function, "py_func", function))
    unknown = others.keys() - (set(source.__code__.co_names) & source.__globals__.keys())
    if unknown:
        raise ValueError(f"{source.__name__} does not call {', '.join(sorted(unknown))}")
    return cast(F, inlined(FunctionType(source.__code__, {**source.__globals__, **others}, source.__name__)))


def making(function: F) -> F:
    """Like `small`, for a function that makes arrays."""
    return cast(F, numba.njit(error_model="numpy")(function))


def entry(function: F) -> F:
    """Compile a function that Python calls: cached on disk, and run without the GIL."""
    with _our_folder() as folder:
        return cast(F, numba.njit(error_model="numpy", nogil=True, cache=folder is not None)(function))


def gpu() -> Any:
    """The module `numba.cuda`. Some versions need `np.row_stack`, which newer NumPy versions lack."""
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # type: ignore[attr-defined,unused-ignore]
    from numba import cuda

    return cuda


def gpu_entry(function: F) -> F:
    """Compile a function that a GPU runs in many threads; cached on disk."""
    with _our_folder() as folder:
        return cast(F, gpu().jit(cache=folder is not None)(function))


def gpu_small(function: F) -> F:
    """Compile a function that only GPU code calls and that uses GPU features."""
    return cast(F, gpu().jit(device=True)(function))


def for_gpu(function: F) -> F:
    """Let GPU code call a compiled function that takes arrays.

    On a GPU it is the function itself; Numba's simulator of a GPU wraps arrays, which compiled code does not know.
    """
    if not numba.config.ENABLE_CUDASIM:
        return function
    return cast(F, lambda *given: function(*map(_unwrapped, given)))


def _unwrapped(value: Any) -> Any:
    if isinstance(value, tuple):
        return type(value)(*map(_unwrapped, value))
    return getattr(value, "_ary", value)


def cache_folder() -> Path:
    """The cache folder for exactly these sources. `NUMBA_CACHE_DIR` moves it."""
    base = os.environ.get("NUMBA_CACHE_DIR")
    if not base:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "tacora" / _digest()


def is_compiled(module: str) -> bool:
    """Whether the entry point of a module is in the cache."""
    try:
        return any(cache_folder().glob(f"*/{module}.*.nbi"))
    except (OSError, RuntimeError):
        return False


DAMAGED = (UnpicklingError, EOFError, ValueError, LookupError, AttributeError, ImportError)
"""What comes of loading a damaged cache file."""


def loaded(call: Callable[[], object]) -> None:
    """Compile what this call needs, or load it from the cache: twice, if a file there is damaged."""
    try:
        call()
    except DAMAGED:
        forget()
        call()


def forget() -> None:
    """Clear the cache for these sources, because a file in it is damaged."""
    for kept in (*cache_folder().glob("*/*.nbi"), *cache_folder().glob("*/*.nbc")):
        kept.unlink(missing_ok=True)


@cache
def _digest() -> str:
    package = Path(__file__).parents[1]
    kernels = [package / "fast", *package.glob("games/*/kernel")]
    # What kernels take from the floors below them.
    below = ("features", "sight", "strategy", "bots/foresight", "bots/thumb")
    shared = [file for name in below for file in package.glob(f"games/*/{name}.py")]
    sources = [*(file for folder in kernels for file in folder.glob("*.py")), *shared]
    return sha256(b"\0".join(source.read_bytes() for source in sorted(sources))).hexdigest()[:16]


@contextmanager
def _our_folder() -> Iterator[Path | None]:
    """Set Numba's cache folder to ours for the block; gives `None` if it is not writable."""
    before = numba.config.CACHE_DIR
    try:
        folder = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except (OSError, RuntimeError):  # RuntimeError: there is no home folder
        writable = False
    if not writable:
        yield None
        return
    numba.config.CACHE_DIR = str(folder)
    try:
        yield folder
    finally:
        numba.config.CACHE_DIR = before
