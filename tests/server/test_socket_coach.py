"""The coach over real sockets: where it may be asked, whom it answers, and that nobody waits while it prepares."""

from __future__ import annotations

import threading

import pytest

from tacora.games.diamant import kind
from tests.server.serving import Player, Serving, Told, over_sockets

TINY = {"edition": "tiny", "seats": 3}


async def advice(player: Player, **seat: int) -> Told:
    name = f"q{len(player.frames)}"
    await player.send("ask", about="coach", id=name, **seat)
    return await player.hear("answer", id=name)


@over_sockets
async def test_against_bots_alone_the_coach_may_always_be_asked(serving: Serving) -> None:
    table = serving.open(rules=TINY, bots=["badger"] * 2, manners={"thinking": True})
    async with serving.player(table.table, table.host) as ana:
        await ana.sit("Ana")
        await ana.send("start")
        step = await ana.hear("step")
        assert ana.of("table")[-1]["coach"]
        before = await advice(ana)
        assert before["say"].partition(":")[0].endswith(("goes deeper", "goes back to camp", "times in ten"))
        assert set(before["after"]) == {"C", "L"}
        async with serving.player(table.table) as watcher:
            assert (await advice(watcher))["say"] == "The coach speaks to those who decide, each for themselves."
        await ana.decide(step, 0, "L")
        while (step := await ana.hear("step", "over"))["type"] != "over":
            if step.get("legal"):
                await ana.decide(step, 0, "L")
        assert (await advice(ana))["say"] == "The coach speaks when you are asked to decide."


@pytest.mark.parametrize("allowed", [False, True])
@over_sockets
async def test_among_people_the_host_allows_it_when_the_table_is_made(serving: Serving, allowed: bool) -> None:
    table = serving.open(rules={**TINY, "coach": allowed}, bots=["badger"])
    async with serving.player(table.table, table.host) as ana, serving.player(table.table) as ben:
        await ana.sit("Ana")
        await ben.sit("Ben")
        await ana.send("start")
        await ana.hear("step")
        step = await ben.hear("step")
        told = await advice(ben)
        assert ben.of("table")[-1].get("coach", False) is allowed
        if not allowed:
            assert told["say"] == "This table plays without the coach."
            assert "after" not in told
            return
        assert told["say"].partition(":")[0].endswith(("goes deeper", "goes back to camp", "times in ten"))
        await ben.decide(step, 1, "L")
        await ben.hear("thinking")
        assert (await advice(ben))["say"] == told["after"]["L"], "once it is sealed, whether it was close"


@over_sockets
async def test_where_several_sit_at_one_device_each_asks_for_a_seat_of_their_own(serving: Serving) -> None:
    table = serving.open(rules={**TINY, "coach": True}, bots=["badger"])
    async with serving.player(table.table, table.host) as both, serving.player(table.table) as watcher:
        await both.sit("Ana")
        await both.sit("Ben")
        await both.send("start")
        step = await both.hear("step")
        assert (await advice(both))["say"] == "The coach speaks to those who decide, each for themselves."
        for seat in (0, 1):
            assert set((await advice(both, seat=seat))["after"]) == {"C", "L"}
        await both.decide(step, 0, "L")
        await both.hear("thinking")
        for seat in (0, 1):
            told = await advice(both, seat=seat)
            assert told["say"] not in told["after"].values(), "whoever has the device is not told what was sealed"
        for player in (both, watcher):
            await player.send("ask", about="coach", seat=2, id="other")
            assert (await player.hear("error", id="other"))["code"] == "not-your-seat"


@over_sockets
async def test_a_game_without_a_coach_does_not_know_the_question(serving: Serving) -> None:
    table = serving.open(rules={"game": "mister-diamond", "seats": 2}, bots=["memory"])
    async with serving.player(table.table, table.host) as ana:
        await ana.sit("Ana")
        await ana.send("start")
        await ana.hear("step")
        await ana.send("ask", about="coach", id="q")
        assert (await ana.hear("error", id="q"))["code"] == "unknown-question"
        assert not ana.of("table")[-1].get("coach")


def test_nobody_waits_while_the_coach_prepares(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    read, asked = threading.Event(), threading.Event()

    def slowly(*_: object) -> None:
        asked.set()
        assert read.wait(60)

    monkeypatch.setattr(kind, "ready", slowly)

    @over_sockets
    async def run() -> None:
        table = serving.open(rules=TINY, bots=["badger"] * 2)
        async with serving.player(table.table, table.host) as ana:
            await ana.sit("Ana")
            await ana.send("start")
            await ana.hear("step")
            assert not asked.is_set(), "only when somebody asks"
            await ana.send("ask", about="coach", id="first")
            await ana.send("ask", about="coach", id="second")
            await ana.send("ping", id="here")
            await ana.hear("pong", id="here")
            assert not ana.of("answer")
            read.set()
            first, second = await ana.hear("answer", id="first"), await ana.hear("answer", id="second")
            assert first["say"] == second["say"]

    try:
        run()
    finally:
        read.set()
