"""Numbered work on a Dask cluster: the only module that knows of Dask.

What a piece of work needs is sent once and passed on between workers; pieces are numbers, and results come back in
order. Where a worker dies, the scheduler gives its pieces to others.
"""

from __future__ import annotations

import gc
import logging
import pickle
import threading
import time
import warnings
import zlib
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from hashlib import sha256
from itertools import takewhile
from types import TracebackType
from typing import Any, Final, NamedTuple

from distributed import Client, Future, KilledWorker, get_worker

from tacora.game import Refused
from tacora.work.fingerprint import fingerprint
from tacora.work.numbered import Sum, Work

PIECE_SECONDS: Final = 2.0
"""A piece takes about as long: shorter ones cost messages, longer ones make progress and Ctrl-C coarse."""
IN_HAND: Final = 4
"""Pieces submitted for each thread: none runs out of work while one waits for a piece that is done again."""
CONNECT_SECONDS: Final = 10.0
LOOK_SECONDS: Final = 1.0
"""How often the workers are counted."""

_GONE = ("cancelled", "lost")


class Kept(NamedTuple):
    """A value that lies on the cluster, packed."""

    digest: str
    packed: Future


class Cluster:
    """A client of a scheduler. Refuses one that is away, has no workers, or other code than this program.

    `warn` hears what a person should know while it goes on: that no worker is left, or that the scheduler is gone.
    """

    def __init__(self, address: str, warn: Callable[[Refused], None] = lambda _: None) -> None:
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # What matters of it is told in words of ours.
        self._address, self._warn = address, warn
        self._ours = fingerprint()
        self._counted, self._looked, self._warned = 0, 0.0, False
        # A client that could not be closed ends when it is collected. If that comes while another starts, Dask waits
        # for itself for ever: it holds a lock that the end wants, too.
        gc.collect()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # Other versions of its own parts, which it knows how to bear.
                self._client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False, name="tacora")
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            raise Refused("cluster-away", address=address, detail=_first_line(error)) from None
        try:
            self._check()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Leave the cluster as it is."""
        with suppress(OSError, RuntimeError):  # A scheduler that is gone cannot be told.
            self._client.close(timeout=2)

    @property
    def threads(self) -> int:
        """Of all workers together; at least 1, so that work can wait for a worker."""
        if time.monotonic() - self._looked > LOOK_SECONDS:
            self.look()
        return max(1, self._counted)

    def look(self) -> None:
        """Count the workers, and tell if none is left."""
        self._looked = time.monotonic()
        try:
            self._counted = sum(self._client.nthreads().values())
        except (OSError, RuntimeError, AttributeError):  # A client that has given it up has none to ask.
            return  # The scheduler is gone, and whoever waits for a piece will hear of it.
        if self._counted:
            self._warned = False
        elif not self._warned:
            self._warned = True
            self._warn(Refused("cluster-waiting", address=self._address))

    def _check(self) -> None:
        """Refuse a cluster without workers, and one with another version. Later arrivals are checked by themselves."""
        versions = self._client.get_versions(packages=["tacora"])
        if not versions["workers"]:
            raise Refused("cluster-empty", address=self._address)
        ours = versions["client"]["packages"]["tacora"]
        for where, found in {self._address: versions["scheduler"], **versions["workers"]}.items():
            theirs = found["packages"].get("tacora")
            if theirs != ours:
                raise Refused("cluster-version", where=where, theirs=str(theirs or "–"), ours=str(ours))

    def keep(self, value: object) -> Kept:
        """Send a value there, once."""
        packed = zlib.compress(pickle.dumps(value, pickle.HIGHEST_PROTOCOL), 1)
        digest = sha256(packed).hexdigest()
        # A task and not scattered data: it is made again if the workers that have it are gone.
        return Kept(digest, self._send(_itself, packed))

    def each(
        self, do: Callable[..., Any], given: tuple[Kept, ...], pieces: Iterable[tuple[int, int]]
    ) -> Generator[tuple[tuple[int, int], Any], None, None]:
        """What `do(*given, first, last)` gives for each piece, in order."""
        submitted = (((first, last), self._submit(do, given, first, last)) for first, last in pieces)
        yield from self._in_order(submitted)

    def stream(self, work: Work[Any], numbers: int) -> Generator[Any, None, None]:
        """What each piece of a work comes to, in order."""
        for _, result in self._works(iter([work]), numbers):
            yield result

    def sums(
        self, works: Iterable[Work[Any]], numbers: int, progress: Callable[[int], None]
    ) -> Generator[Sum[Any], None, None]:
        """The sum of the first so many numbers of each work; the next ones begin before one is complete."""
        begun: deque[Work[Any]] = deque()

        def beginning() -> Iterator[Work[Any]]:
            for work in works:
                begun.append(work)
                yield work

        total: Any = None
        done = before = 0
        since = time.perf_counter()
        progress(0)
        coming = self._works(beginning(), numbers)
        try:
            for (_, last), result in coming:
                total = result if total is None else total + result
                done = last
                progress(before + done)
                if done == numbers:
                    begun.popleft()
                    now = time.perf_counter()
                    yield Sum(total, done, False, now - since)
                    total, since, before, done = None, now, before + numbers, 0
        except KeyboardInterrupt:
            if not begun:
                raise  # Nothing has been asked for yet.
            total = begun[0].empty() if total is None else total
            yield Sum(total, done, True, time.perf_counter() - since)
        finally:
            coming.close()

    def _works(self, works: Iterator[Work[Any]], numbers: int) -> Generator[tuple[tuple[int, int], Any], None, None]:
        """All pieces of several works, as large as they take some time, in order."""
        rate = 0.0

        def submitted() -> Iterator[tuple[tuple[int, int], Future]]:
            for work in works:
                kept, first = self.keep(work), 0
                while first < numbers:
                    fair = (numbers - first) // (2 * self.threads)  # So that all end at about the same time.
                    size = max(work.block, min(int(rate * PIECE_SECONDS), fair))
                    last = min(first + size, numbers)
                    yield (first, last), self._submit(_summed, (kept,), first, last)
                    first = last

        for (first, last), (seconds, result) in self._in_order(submitted()):
            if seconds:
                rate = (last - first) / seconds
            yield (first, last), result

    def _submit(self, do: Callable[..., Any], given: tuple[Kept, ...], first: int, last: int) -> Future:
        digests = tuple(kept.digest for kept in given)
        packed = [kept.packed for kept in given]
        return self._send(_done, self._ours, do, first, last, digests, *packed)

    def _send(self, do: Callable[..., Any], *given: object) -> Future:
        """Have something done there. A client that Dask has closed, because the scheduler is gone, takes nothing."""
        try:
            return self._client.submit(do, *given, pure=False)
        except Exception:
            if self._client.status == "running":
                raise
        raise self._lost()

    def _in_order(
        self, submitted: Iterator[tuple[tuple[int, int], Future]]
    ) -> Generator[tuple[tuple[int, int], Any], None, None]:
        waiting: deque[tuple[tuple[int, int], Future]] = deque()
        more = True
        try:
            while True:
                while more and len(waiting) < IN_HAND * self.threads:
                    following = next(submitted, None)
                    if following is None:
                        more = False
                    else:
                        waiting.append(following)
                if not waiting:
                    return
                self._await(waiting[0][1])
                ready = list(takewhile(lambda each: each[1].status == "finished", waiting))
                results = self._results([future for _, future in ready] or [waiting[0][1]])
                for result in results:
                    yield waiting.popleft()[0], result
        finally:
            with suppress(Exception):  # A client that has given its scheduler up cannot cancel anything.
                self._client.cancel([future for _, future in waiting], force=True)

    def _await(self, future: Future) -> None:
        """Wait until a piece is done, well or not."""
        settled = threading.Event()
        future.add_done_callback(lambda _: settled.set())
        while not settled.wait(LOOK_SECONDS) and not future.done():
            _ = self.threads  # Tells if no worker is left.

    def _results(self, futures: list[Future]) -> list[Any]:
        """Fetch results at once. A scheduler that is gone ends the work like Ctrl-C: what came back counts."""
        try:
            return list(self._client.gather(futures))
        except KilledWorker as error:
            raise Refused("cluster-killed", address=self._address, detail=_first_line(error)) from None
        except Refused:
            raise
        except Exception:
            if self._client.status == "running" and not any(future.status in _GONE for future in futures):
                raise
        raise self._lost()

    def _lost(self) -> KeyboardInterrupt:
        """The scheduler is gone: that is told, and ends the work like Ctrl-C."""
        self._warn(Refused("cluster-lost", address=self._address))
        return KeyboardInterrupt()


def _itself(packed: bytes) -> bytes:
    return packed


def _summed(work: Work[Any], first: int, last: int) -> tuple[float, Any]:
    """On a worker: the sum of these numbers, and how long it took."""
    work.prepare()
    total = work.empty()
    began = time.perf_counter()
    work.add(first, last, total)
    return time.perf_counter() - began, total


def _done(ours: str, do: Callable[..., Any], first: int, last: int, digests: tuple[str, ...], *packed: bytes) -> Any:
    """On a worker: one piece. Refuses to do it with other code than that of the program that asked."""
    if fingerprint() != ours:
        raise Refused("cluster-version", where=get_worker().address, theirs=fingerprint(), ours=ours)
    given = [_OPENED(digest, each) for digest, each in zip(digests, packed, strict=True)]
    return do(*given, first, last)


class _Opened:
    """The last few values that came here, opened once for all threads."""

    def __init__(self) -> None:
        self._lock, self._values = threading.Lock(), dict[str, object]()

    def __call__(self, digest: str, packed: bytes) -> object:
        with self._lock:
            if digest not in self._values:
                while len(self._values) >= 4:
                    del self._values[next(iter(self._values))]
                self._values[digest] = pickle.loads(zlib.decompress(packed))
            return self._values[digest]


_OPENED: Final = _Opened()


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
