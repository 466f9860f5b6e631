"""Reviews of finished games, worked out by a program of their own, so that no table notices.

The program is `tacora review`: it needs the extra `study`, has a lower priority than the server, and ends with its
review. One runs at a time; a few may wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import tempfile
import zlib

import msgspec

from tacora.fast.installed import require_study
from tacora.fast.review import Review
from tacora.game import Refused
from tacora.games.records import decode, kind_of_record, retell
from tacora.narration.catalogue import Language, catalogue
from tacora.narration.moments import Moment

LOGGER = logging.getLogger("tacora.server")
WAITING = 16
"""Reviews that may wait for the one that is worked out."""
LONGEST = 120.0
"""Seconds; the first review on a machine compiles the kernel."""
_NICENESS = 10


class Reviewed(msgspec.Struct, frozen=True):
    """A review, and what there is to tell about each seat."""

    review: Review
    told: tuple[tuple[Moment, ...], ...]


def check_reviewable(record: bytes) -> None:
    """Refuse what is no record of a finished game, before a program is started for it."""
    told = retell(decode(record))
    if not kind_of_record(told.record).reviewable:
        raise Refused("not-reviewable")
    if told.outcome is None:
        raise Refused("review-not-over")


def in_words(record: bytes, weighed: bytes, language: Language) -> bytes:
    """The review as JSON for a page, in this language."""
    review = msgspec.json.decode(zlib.decompress(weighed), type=Review)
    told = retell(decode(record)).verdicts(catalogue(language), review)
    return msgspec.json.encode(Reviewed(review, tuple(map(tuple, told))))


class ReviewDesk:
    """Has games weighed, one after the other."""

    def __init__(self) -> None:
        self._one = asyncio.Semaphore(1)
        self._asked = 0

    async def weigh(self, record: bytes) -> bytes:
        """The review of a finished game as compressed JSON; the same record always has the same."""
        require_study()
        if self._asked > WAITING:
            raise Refused("too-many-reviews")
        self._asked += 1
        try:
            async with self._one:
                return await _program(record)
        except (OSError, EOFError, msgspec.DecodeError) as trouble:
            LOGGER.warning("a review failed: %s", trouble)
            raise Refused("review-failed") from None
        finally:
            self._asked -= 1


async def _program(record: bytes) -> bytes:
    with tempfile.TemporaryFile() as given:  # A pipe would break if the program ended before it has read it.
        given.write(record)
        given.seek(0)
        program = await asyncio.create_subprocess_exec(
            # -P: nothing is imported from the folder that the server was started in.
            *(sys.executable, "-P", "-m", "tacora", "--lang", "en", "review", "-", "--json", "--threads", "1"),
            stdin=given,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the server.
        )
    try:
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, program.pid, _NICENESS)
        async with asyncio.timeout(LONGEST):
            found, trouble = await program.communicate()
    except TimeoutError:
        LOGGER.warning("a review took longer than %s s", LONGEST)
        raise Refused("review-failed") from None
    finally:
        if program.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                program.kill()
            await program.wait()
    if program.returncode:
        LOGGER.warning("a review failed (%s): %s", program.returncode, trouble.decode(errors="replace").strip())
        raise Refused("review-failed")
    msgspec.json.decode(found, type=Review)
    return zlib.compress(found)
