"""Receipts: whoever wants them hears of every wish that it was kept, or why not, and of none that was not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.full_disk import full_disk
from tests.server.serving import Player, Serving, over_sockets, until

TINY = {"edition": "tiny", "seats": 3}
SLOW = {"clock": 600}


async def asked(player: Player, kind: str, **fields: Any) -> str:
    """How a wish is answered."""
    name = f"w{len(player.frames)}"
    await player.send(kind, id=name, **fields)
    return str((await player.hear("done", "error", "answer", "seated", "pong", id=name))["type"])


@over_sockets
async def test_every_wish_has_one_answer(serving: Serving) -> None:
    table = serving.open(rules=TINY, manners=SLOW)
    async with serving.player(table.table, table.host, receipts=True) as ana:
        assert await asked(ana, "sit", name="Ana") == "seated"
        wishes: dict[str, dict[str, Any]] = {
            "sit-bot": {"bot": "tortoise", "seat": 1},
            "stand": {"seat": 1},
            "allow": {"seat": 0, "multiplier": 2},
            "settle": {"clock": 300, "thinking": False},
            "pass-host": {"seat": 0},
            "away": {"seat": 0, "away": True},
            "speak": {"seat": 0, "phrase": "hello"},
            "start": {"fill": True},
        }
        for kind, fields in wishes.items():
            assert await asked(ana, kind, **fields) == "done", kind
        step = ana.of("step")[-1]
        this = {"seat": 0, "decision": step["decision"]}
        assert await asked(ana, "more-time", **this) == "done"
        assert await asked(ana, "decide", **this, action="nonsense") == "error"
        assert await asked(ana, "ask", about="cave") == "answer"
        assert await asked(ana, "ping") == "pong"
        assert await asked(ana, "withdraw", **this) == "done"
        assert await asked(ana, "decide", **this, action="L") == "done"
        assert await asked(ana, "decide", **this, action="L") == "error"  # Too late: the others are bots.
        await ana.settled()
        names = [frame["id"] for frame in ana.of("done", "error", "answer", "seated", "pong")]
        assert len(names) == len(set(names))


@over_sockets
async def test_a_decision_that_is_repeated_is_kept_once_and_has_its_receipt_again(serving: Serving) -> None:
    table = serving.open_calm(rules={"edition": "schmidt-2005", "seats": 3})
    async with serving.player(table.table, table.host, receipts=True) as ana:
        for name in ("Ana", "Ben", "Cleo"):
            await ana.sit(name)
        await ana.send("start")
        step = await ana.hear("step")
        entries = serving.live(table.table).room.seq
        for _ in range(2):
            assert await asked(ana, "decide", seat=0, decision=step["decision"], action="C") == "done"
        assert serving.live(table.table).room.seq == entries + 1


@over_sockets
async def test_who_wants_no_receipts_hears_of_none_and_a_wish_without_a_name_has_none(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with (
        serving.player(table.table, table.host) as plain,
        serving.player(table.table, table.host, receipts=True) as nameless,
    ):
        await plain.send("settle", clock=60, id="x")
        await nameless.send("settle", clock=90)
        for player in (plain, nameless):
            await player.until(lambda frame: frame.get("clock") == 90)
            await player.settled()
            assert player.of("done") == []


@over_sockets
async def test_what_is_not_durable_has_no_receipt(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db") as serving:
        table = serving.open(rules=TINY)
        async with serving.player(table.table, table.host, receipts=True) as ana:
            with full_disk(serving):
                await ana.send("settle", clock=60, id="lost")
                assert await until(lambda: serving.live(table.table)._reading is not None)
                assert await asked(ana, "settle", clock=90) == "error"  # Not now, and that is said of this wish.
            error = await ana.until(lambda frame: "id" not in frame, "error")
            assert error["code"] == "not-kept"
            assert await asked(ana, "settle", clock=120) == "done"
            assert ana.of("table")[-1]["clock"] == 120
            assert "lost" not in [frame["id"] for frame in ana.of("done")]


@pytest.mark.parametrize("receipts", [True, False])
@over_sockets
async def test_a_receipt_comes_with_what_it_is_the_receipt_of(serving: Serving, receipts: bool) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table, table.host, receipts=receipts) as ana:
        await ana.send("settle", clock=60, id="w")
        await ana.until(lambda frame: frame.get("clock") == 60)
        await ana.settled()
        # How many think is told a moment later, and the moment may have come.
        kinds = [frame["type"] for frame in ana.frames if frame["type"] not in ("pong", "thinking")]
        assert kinds[-1] == ("done" if receipts else "table")
