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
from collections import Counter

import msgspec

from tacora.fast.installed import require_study
from tacora.fast.review import Review
from tacora.game import Refused
from tacora.games.kind import Retelling
from tacora.games.records import decode, kind_of_record, retell
from tacora.games.weighed import Row, chances_of, note, row_of
from tacora.narration.catalogue import Language, catalogue
from tacora.narration.moments import Moment

LOGGER = logging.getLogger("tacora.server")
WAITING = 16
"""Reviews that may wait for the one that is worked out."""
WAITING_EACH = 4
"""Of one address, with the one that is worked out: others come in between."""
EDITION = 5
"""Raised when a review would say something else: by other champions, by other sums, in another form."""
LONGEST = 120.0
"""Seconds; the first review on a machine compiles the kernel."""
_NICENESS = 10
_WITH_SERVER = """\
import ctypes, runpy
try:
    ctypes.CDLL(None).prctl(1, 9)  # PR_SET_PDEATHSIG, SIGKILL
except (OSError, AttributeError, TypeError):
    pass  # Not Linux: there it goes on to the end of its review.
runpy.run_module("tacora", run_name="__main__", alter_sys=True)
"""
"""The program `tacora`, which ends with the server even if that is killed."""


class Reviewed(msgspec.Struct, frozen=True):
    """A review, and what there is to tell about each seat."""

    review: Review
    told: tuple[tuple[Moment, ...], ...]
    errors: tuple[Moment, ...]
    """A sentence for each decision of the review that cost something, in their order."""
    rows: tuple[Row, ...]
    """The balances of all seats in whole points that add up."""
    percents: tuple[tuple[int, ...], ...]
    """The chances of all seats at each moment of the review, in whole percent that add up."""
    note: str
    """What the figures mean, and how exactly they are known."""


def check_reviewable(told: Retelling) -> None:
    """Refuse what cannot be weighed, before a program is started for it."""
    if not kind_of_record(told.record).reviewable:
        raise Refused("not-reviewable")
    if told.outcome is None:
        raise Refused("review-not-over")
    kind_of_record(told.record).check_review(told.record)
    require_study()


def check_record(record: bytes) -> None:
    """Refuse what is no record of a game that can be weighed."""
    check_reviewable(retell(decode(record)))


def to_keep(weighed: bytes) -> bytes:
    """A review as the store has it."""
    return b"%d " % EDITION + weighed


def from_kept(kept: bytes) -> bytes | None:
    """A review from the store, unless it would say something else today."""
    edition, _, weighed = kept.partition(b" ")
    if edition != b"%d" % EDITION:
        return None
    try:
        msgspec.json.decode(zlib.decompress(weighed), type=Review)
    except (zlib.error, msgspec.DecodeError):
        return None
    return weighed


def in_words(record: bytes, weighed: bytes, language: Language) -> bytes:
    """The review as JSON for a page, in this language."""
    review = msgspec.json.decode(zlib.decompress(weighed), type=Review)
    say, played = catalogue(language), retell(decode(record))
    answer = Reviewed(
        review=review,
        told=tuple(map(tuple, played.verdicts(say, review))),
        errors=tuple(played.errors(say, review)),
        rows=tuple(map(row_of, review.seats)),
        percents=tuple(chances_of(moment.shares) for moment in review.chances),
        note=note(say, review, kind_of_record(played.record).name),
    )
    return msgspec.json.encode(answer)


class ReviewDesk:
    """Has games weighed, one after the other."""

    def __init__(self) -> None:
        self._one = asyncio.Semaphore(1)
        self._asked: Counter[str] = Counter()
        """By address."""
        self._tasks: set[asyncio.Task[object]] = set()
        self._ended = False

    async def weigh(self, record: bytes, address: str) -> bytes:
        """The review of a finished game as compressed JSON; the same record always has the same."""
        require_study()
        if self._ended:
            raise Refused("review-failed")
        if self._asked.total() > WAITING or self._asked[address] >= WAITING_EACH:
            raise Refused("too-many-reviews")
        self._asked[address] += 1
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            async with self._one:
                return await _program(record)
        except asyncio.CancelledError:
            if self._ended:
                raise Refused("review-failed") from None
            raise
        except (OSError, EOFError, msgspec.DecodeError) as trouble:
            LOGGER.warning("a review failed: %s", trouble)
            raise Refused("review-failed") from None
        finally:
            self._tasks.discard(task)
            self._asked[address] -= 1
            if not self._asked[address]:
                del self._asked[address]

    def end(self) -> None:
        """Before the server ends: nobody waits for a review any longer."""
        self._ended = True
        for task in self._tasks:
            task.cancel()


async def _program(record: bytes) -> bytes:
    with tempfile.TemporaryFile() as given:  # A pipe would break if the program ended before it has read it.
        given.write(record)
        given.seek(0)
        program = await asyncio.create_subprocess_exec(
            # -P: nothing is imported from the folder that the server was started in.
            *(sys.executable, "-P", "-c", _WITH_SERVER),
            *("--lang", "en", "review", "-", "--json", "--threads", "1"),
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
