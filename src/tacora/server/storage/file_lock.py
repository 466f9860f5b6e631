"""The lock that a server holds while it serves a SQLite file.

It is the operating system's (`flock`), so it ends with the process, however that ends, and nobody has to clear away
anything after a crash. It is on a file beside the store: SQLite locks the store itself, and loses its locks when the
process closes any other descriptor of it. Programs that only administer the store do not ask for it.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Iterator
from pathlib import Path

from tacora.game import Refused

try:
    import fcntl
except ImportError:  # On Windows: nobody is refused there.
    fcntl = None  # type: ignore[assignment]

LOGGER = logging.getLogger("tacora.server")


def lock_beside(file: Path) -> Path:
    """The file that is locked; one for all symbolic links to the store."""
    whole = file.resolve()
    return whole.with_name(whole.name + "-lock")


@contextlib.contextmanager
def sole_server(file: Path) -> Iterator[None]:
    """Keep other servers from this file in the block. Refuses one that is served already, where that is certain."""
    beside = lock_beside(file)
    held = None
    if fcntl is not None:
        try:
            held = _locked(beside)
        except BlockingIOError:
            raise Refused("file-served", file=str(file)) from None
        except OSError as error:  # Some network file systems have no locks.
            LOGGER.warning("%s: cannot be locked (%s): see to it that no other server serves the file", file, error)
    try:
        yield
    finally:
        if held is not None:
            with contextlib.suppress(OSError):
                if _is(held, beside):
                    beside.unlink()
            os.close(held)


def _locked(beside: Path) -> int:
    """A descriptor that holds the lock. Raises `BlockingIOError` if another process does."""
    while True:
        held = os.open(beside, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is(held, beside):
                return held
        except OSError:
            os.close(held)
            raise
        os.close(held)  # Whoever held it has removed it meanwhile: the next one is another file.


def _is(descriptor: int, file: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), file.lstat())
    except FileNotFoundError:
        return False
