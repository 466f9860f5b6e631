"""How many instructions a decision takes from a client's frame to the frames for all, without sockets and store.

python benchmarks/instructions.py               this working tree
python benchmarks/instructions.py /tmp/before   that of another version, whatever else the machine does

The same decisions at the same tables in every run, counted by Valgrind, which has to be installed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

TABLES, SEATS = 25, 5
FIRST, COUNTED = 9_000, 3_000
"""Decisions before the counting begins, when sentences are ready, and while it lasts."""
HERE = Path(__file__).resolve()
CHANCE = Random(1)


class Kept:
    """A store that keeps nothing, and says so of all that waits at once."""

    shared = False

    def __init__(self) -> None:
        self._waiting: list[asyncio.Future[None]] = []

    def append(self, *_: object) -> asyncio.Future[None]:
        """A future that ends with the next `done`."""
        self._waiting.append(asyncio.get_running_loop().create_future())
        return self._waiting[-1]

    def when_lost(self, _: object) -> None:
        """Nothing is lost."""

    async def done(self) -> None:
        """All that waits is kept, and told."""
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            future.set_result(None)
        for _ in range(3):
            await asyncio.sleep(0)


class Player:
    """A seat, and the line to it."""

    lost = False

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.handler: Any = None
        self._heard: list[bytes] = []

    def limit(self, _: object) -> None:
        """It sends no frames that nobody hears of."""

    def write(self, texts: Sequence[bytes]) -> int:
        """Hear this."""
        self._heard += texts
        return 0

    def answers(self) -> list[bytes]:
        """What it does about what it heard."""
        heard, self._heard = self._heard, []
        wishes = []
        for text in heard:
            at = text.find(b'"legal":{"') if text.startswith(b'{"type":"step"') else -1
            if at >= 0:
                begin = text.index(b'"decision":', at) + 11
                decision = text[begin : text.index(b",", begin)]
                action = b"L" if CHANCE.random() < 0.25 else b"C"
                wishes.append(
                    b'{"type":"decide","seat":%d,"decision":%b,"action":"%b"}' % (self.seat, decision, action)
                )
            elif text.startswith(b'{"type":"over"') and self.seat == 0:
                wishes.append(b'{"type":"start"}')
        return wishes


async def play() -> None:
    """Play, and have Valgrind count in the second part of it."""
    from tacora import protocol
    from tacora.server.domain.log import TimeControl
    from tacora.server.domain.rules import Rules
    from tacora.server.http.app import SocketHandler
    from tacora.server.live.limits import UNLIMITED
    from tacora.server.live.registry import Registry
    from tacora.server.live.session import Session

    store: Any = Kept()
    server: Any = argparse.Namespace(registry=Registry(store, None, UNLIMITED), limits=UNLIMITED)
    players: list[Player] = []
    for _ in range(TABLES):
        opening = asyncio.ensure_future(
            server.registry.open(Rules(edition="schmidt-2005", seats=SEATS), TimeControl(), False)
        )
        await asyncio.sleep(0)
        await store.done()
        name, host = await opening
        for seat in range(SEATS):
            line: Any = Player(seat)
            line.handler = SocketHandler(server, Session(line, "", "127.0.0.1"))
            table = line.handler.table = server.registry.tables[name]
            await table.join(line.handler.session, protocol.Hello(table=name, tokens=() if seat else (host,)))
            line.handler.heard(b'{"type":"sit","name":"Player %d"}' % seat)
            await store.done()
            players.append(line)
    wishes = [(player.handler, b'{"type":"start"}') for player in players if player.seat == 0]
    decisions, before = 0, 0
    while decisions < FIRST + COUNTED:
        if decisions >= FIRST and not before:
            before = decisions
            _count("on")
        for handler, wish in wishes:
            handler.heard(wish)
        await store.done()
        wishes = [(player.handler, wish) for player in players for wish in player.answers()]
        decisions += sum(b"decide" in wish for _, wish in wishes)
    _count("off")
    print(decisions - before)


def _count(whether: str) -> None:
    subprocess.run(["callgrind_control", "-i", whether, str(os.getpid())], check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    """Play under Valgrind, and print what it counted."""
    parser = argparse.ArgumentParser(description="How many instructions a decision takes.")
    parser.add_argument("tree", type=Path, nargs="?", default=HERE.parents[1], help="a working tree")
    parser.add_argument("--play", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.play:
        for name in ("token_hex", "token_urlsafe"):
            setattr(secrets, name, lambda size: CHANCE.randbytes(size).hex())
        secrets.choice = CHANCE.choice
        asyncio.run(play())
        return
    with tempfile.TemporaryDirectory() as folder:
        counting = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={folder}/counts"]
        ran = subprocess.run(
            [*counting, sys.executable, HERE, "--play"],
            env={**os.environ, "PYTHONPATH": str(options.tree / "src"), "PYTHONHASHSEED": "0"},
            check=True,
            capture_output=True,
            text=True,
        )
    counted = re.search(r"Collected : (\d+)", ran.stderr)
    assert counted, ran.stderr
    each = int(counted[1]) / int(ran.stdout)
    print(f"{options.tree}: {each:,.0f} instructions a decision; Python {sys.version.split()[0]}")


if __name__ == "__main__":
    main()
