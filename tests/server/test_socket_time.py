"""Clocks, absence and bots: offline, away and out of time are three different things."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from tacora.server.live import clock
from tacora.server.live.attendance import Timeouts
from tests.server.serving import HELD, QUICK, Opened, Player, Serving, Told, over_sockets, play_on

BOX = {"edition": "schmidt-2005", "seats": 3}


@contextlib.asynccontextmanager
async def two_and_a_bot(
    serving: Serving, absence: str, clock: int | None = None, rules: dict[str, object] | None = None
) -> AsyncIterator[tuple[Opened, Player, Player, str, Told]]:
    """Ana, Ben with his token, an instant bot, and the first step."""
    opening = serving.open if rules else serving.open_calm
    table = opening(
        rules=rules or BOX,
        manners={"absence": absence, "clock": clock, "thinking": False},
        bots=["never"] if rules is None else [],
    )
    async with serving.player(table.table, table.host) as ana, serving.player(table.table) as ben:
        await ana.sit("Ana")
        token = (await ben.sit("Ben"))["token"]
        await ana.send("start")
        await ben.hear("step")
        yield table, ana, ben, token, await ana.hear("step")


async def others_do_not_wait(serving: Serving, clock: bool = False) -> None:
    """Until another table of this server has gone on without somebody: what began before would be over, too."""
    async with two_and_a_bot(serving, "leave") as (_, ana, ben, _, step):
        await ana.decide(step, 0, "C")
        if clock:
            await time_runs(ana, "leave")
        else:
            await ben.socket.close()
        assert (await ana.hear("step"))["events"][0]["leaving"] == [1]


async def time_runs(host: Player, absence: str, clock: int = 1) -> None:
    """From now on, everybody has so many seconds; whoever is slow until then has not lost any."""
    await host.send("settle", clock=clock, absence=absence, thinking=False)


def absent_for(serving: Serving, table: Opened, seat: int, seconds: float) -> None:
    """Somebody who is absent has been so for that much longer."""

    async def pass_by() -> None:
        live = serving.live(table.table)
        why, since = live.attendance._absent[seat]
        live.attendance._absent[seat] = why, since - seconds
        live.clock.set(live)

    serving.inside(pass_by())


# Being offline


@over_sockets
async def test_a_table_that_waits_waits_for_whoever_is_offline(serving: Serving) -> None:
    async with two_and_a_bot(serving, "wait") as (table, ana, ben, token, step):
        await ana.decide(step, 0, "C")
        await ben.socket.close()
        shown = await ana.until(lambda frame: frame["seats"][1].get("online") is False)
        assert "away" not in shown["seats"][1]
        await others_do_not_wait(serving)
        await ana.settled()
        assert len(ana.of("step")) == 1
        async with serving.player(table.table, token) as back:
            await back.decide(back.of("step")[-1], 1, "L")
            assert 1 in (await ana.hear("step"))["events"][0]["leaving"]


@over_sockets
async def test_whoever_is_offline_leaves_the_cave_where_the_table_says_so(serving: Serving) -> None:
    async with two_and_a_bot(serving, "leave") as (_, ana, ben, _, step):
        await ana.decide(step, 0, "C")
        began = time.monotonic()
        await ben.socket.close()
        assert (await ana.hear("step"))["events"][0]["leaving"] == [1]
        assert time.monotonic() - began > QUICK.offline - 0.05
        assert not ana.of("table")[-1]["seats"][1].get("late", False)
        assert not ana.of("table")[-1]["seats"][1]["online"]


@over_sockets
async def test_a_bot_sits_in_for_whoever_is_offline_and_gives_the_seat_back(serving: Serving) -> None:
    async with two_and_a_bot(serving, "bot") as (table, ana, ben, token, step):
        await ana.decide(step, 0, "C")
        await ben.socket.close()
        shown = await ana.until(lambda frame: frame["seats"][1].get("sitting_in") is not None)
        assert shown["seats"][1]["name"] == "Ben"
        assert await ana.hear("step")
        async with serving.player(table.table, token) as back:
            await back.until(lambda frame: frame["seats"][1].get("sitting_in") is None)
            shown = await ana.until(lambda frame: frame["seats"][1].get("sitting_in") is None)
            assert shown["seats"][1].get("online", True)
            assert (await play_on((ana, 0), (back, 1)))["type"] == "over"


@over_sockets
async def test_a_short_absence_costs_nothing(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db", timeouts=Timeouts(offline=1000, count=0.02)) as serving:
        async with two_and_a_bot(serving, "leave") as (table, ana, ben, token, step):
            await ana.decide(step, 0, "C")
            for _ in range(3):  # Together it is too much.
                await ben.socket.close()
                await ana.until(lambda frame: frame["seats"][1].get("online") is False)
                absent_for(serving, table, 1, 400)
                async with serving.player(table.table, token) as ben:
                    await ana.until(lambda frame: frame["seats"][1].get("online", True))
            await ana.until(lambda frame: frame["seats"][1].get("online") is False)
            async with serving.player(table.table, token) as back:
                await ana.until(lambda frame: frame["seats"][1].get("online", True))
                await serving.at_rest(table.table)
                await ana.settled()
                assert len(ana.of("step")) == 1
                await back.decide(back.of("step")[-1], 1, "C")
                await ana.decide(await ana.hear("step"), 0, "C")
            await ana.until(lambda frame: frame["seats"][1].get("online") is False)
            absent_for(serving, table, 1, 1000)
            assert (await ana.hear("step"))["events"][0]["leaving"] == [1]


# Being away


@over_sockets
async def test_being_away_is_told_apart_from_being_offline(serving: Serving) -> None:
    async with two_and_a_bot(serving, "wait") as (_, ana, ben, _, _):
        await ben.send("away", seat=1, away=True)
        shown = await ana.until(lambda frame: frame["seats"][1].get("away", False))
        assert shown["seats"][1].get("online", True)
        assert not shown["seats"][1].get("late", False)
        await ben.send("away", seat=1, away=False)
        await ana.until(lambda frame: not frame["seats"][1].get("away", False))
        assert (await ben.ask("away", seat=0, away=True))["code"] == "not-your-seat"


@over_sockets
async def test_whoever_is_away_on_one_device_is_there_on_another(serving: Serving) -> None:
    async with (
        two_and_a_bot(serving, "leave") as (table, ana, ben, token, step),
        serving.player(table.table, token) as second,
    ):
        await ben.send("away", seat=1, away=True)
        await ana.decide(step, 0, "C")
        await others_do_not_wait(serving)
        await ana.settled()
        assert len(ana.of("step")) == 1
        assert not ana.of("table")[-1]["seats"][1].get("away", False)
        await second.send("away", seat=1, away=True)
        assert (await ana.hear("step"))["events"][0]["leaving"] == [1]


@over_sockets
async def test_a_bot_sits_in_for_whoever_is_away_until_the_return(serving: Serving) -> None:
    async with two_and_a_bot(serving, "bot") as (_, ana, ben, _, _):
        await ben.send("away", seat=1, away=True)
        shown = await ben.until(lambda frame: frame["seats"][1].get("sitting_in") is not None)
        assert shown["seats"][1]["away"]
        await ben.send("away", seat=1, away=False)
        shown = await ana.until(
            lambda frame: not frame["seats"][1].get("sitting_in") and not frame["seats"][1].get("away")
        )
        assert (await play_on((ana, 0), (ben, 1)))["type"] == "over"


# Running out of time


@over_sockets
async def test_there_is_no_clock_unless_the_host_sets_one(serving: Serving) -> None:
    async with two_and_a_bot(serving, "leave") as (table, ana, ben, _, step):
        await serving.at_rest(table.table)
        await ana.settled()
        assert ana.of("clock") == []
        assert "clock" not in ana.of("table")[-1]
        assert (await ana.ask("more-time", seat=0, decision=step["decision"]))["code"] == "no-clock"
        assert (await ben.ask("settle", clock=5))["code"] == "not-host"
        for seconds in (0, -1, 3601, 10**20):
            assert (await ana.ask("settle", clock=seconds))["code"] == "bad-clock"
        await ana.send("settle", clock=100, absence="wait")
        assert (await ben.until(lambda frame: frame.get("clock") == 100)).get("absence", "wait") == "wait"
        clock = await ben.hear("clock")
        assert clock["decision"] == step["decision"]
        assert 99 < clock["seconds"]["1"] <= 100
        assert list(clock["seconds"]) == ["1"]


@over_sockets
async def test_whoever_is_out_of_time_leaves_the_cave_where_the_table_says_so(serving: Serving) -> None:
    async with two_and_a_bot(serving, "leave") as (_, ana, ben, _, step):
        await ana.decide(step, 0, "C")
        began = time.monotonic()
        await time_runs(ana, "leave")
        assert (await ana.hear("step"))["events"][0]["leaving"] == [1]
        assert time.monotonic() - began > 0.95
        shown = await ana.until(lambda frame: frame["seats"][1].get("late", False))
        assert shown["seats"][1].get("online", True)
        assert not shown["seats"][1].get("away", False)
        assert not shown["seats"][0].get("late", False)
        await ben.settled()


@over_sockets
async def test_a_bot_sits_in_for_whoever_is_out_of_time_until_they_do_something(serving: Serving) -> None:
    async with two_and_a_bot(serving, "bot") as (_, ana, ben, _, step):
        await ana.decide(step, 0, "C")
        await time_runs(ana, "bot")
        shown = await ana.until(
            lambda frame: bool(frame["seats"][1].get("sitting_in")) and frame["seats"][1].get("late", False)
        )
        assert shown["seats"][1].get("online", True)
        await ben.send("away", seat=1, away=False)
        shown = await ana.until(
            lambda frame: not frame["seats"][1].get("sitting_in") and not frame["seats"][1].get("late")
        )


@over_sockets
async def test_where_a_table_waits_the_clock_only_shows(serving: Serving) -> None:
    async with two_and_a_bot(serving, "wait", clock=1) as (_, ana, ben, _, step):
        await ana.decide(step, 0, "C")
        await others_do_not_wait(serving, clock=True)
        await ana.settled()
        assert len(ana.of("step")) == 1
        assert not ana.of("table")[-1]["seats"][1].get("late", False)
        await ben.decide(step, 1, "C")
        assert (await ana.hear("step"))["events"][0]["leaving"] == []


@over_sockets
async def test_a_multiplier_gives_a_seat_more_time(serving: Serving) -> None:
    async with two_and_a_bot(serving, "leave", clock=3600) as (_, ana, ben, _, _):
        assert (await ben.ask("allow", seat=1, multiplier=5))["code"] == "not-host"
        for multiplier in (0.1, 11, -1):
            assert (await ana.ask("allow", seat=1, multiplier=multiplier))["code"] == "bad-multiplier"
        await ana.send("allow", seat=1, multiplier=10)
        shown = await ben.until(lambda frame: frame["seats"][1].get("multiplier") == 10)
        assert shown["seats"][0]["multiplier"] == 1
        clock = await ben.hear("clock")
        assert 8 * 3600 < clock["seconds"]["1"] <= 10 * 3600
        assert 8 * 3600 < clock["longest"] <= 10 * 3600
        step = ana.of("step")[-1]
        await ana.decide(step, 0, "C")
        await time_runs(ana, "leave", clock=6)
        assert 10 < (await ben.until(lambda frame: frame["longest"] <= 60, "clock"))["seconds"]["1"] <= 60
        await time_runs(ana, "leave", clock=1)
        await others_do_not_wait(serving, clock=True)
        await ana.settled()
        assert len(ana.of("step")) == 1


@over_sockets
async def test_more_time_is_as_much_again(serving: Serving) -> None:
    async with two_and_a_bot(serving, "leave", clock=3600) as (_, ana, ben, _, step):
        await ana.decide(step, 0, "C")
        await ben.send("more-time", seat=1, decision=step["decision"])
        assert (await ben.until(lambda frame: frame["seconds"]["1"] > 3600, "clock"))["seconds"]["1"] <= 7200
        assert (await ana.ask("more-time", seat=0, decision=step["decision"]))["code"] == "owes-nothing"
        assert (await ana.ask("more-time", seat=1, decision=step["decision"]))["code"] == "not-your-seat"
        began = time.monotonic()
        await time_runs(ana, "leave")
        assert (await ana.hear("step"))["events"][0]["leaving"] == [1]
        assert time.monotonic() - began > 1.95


@over_sockets
async def test_the_clock_does_not_show_who_has_decided(serving: Serving) -> None:
    async with two_and_a_bot(serving, "leave", clock=100) as (table, ana, ben, _, step):
        await ben.decide(step, 1, "L")
        await ben.hear("thinking")
        async with serving.player(table.table) as watcher:
            (clock,) = watcher.of("clock")
            assert set(clock) == {"type", "decision", "longest"}
            assert watcher.of("thinking")[0]["left"] == 1
        assert all(set(clock.get("seconds", {})) <= {"0"} for clock in ana.of("clock"))


@over_sockets
async def test_time_stands_still_where_nobody_is(serving: Serving) -> None:
    table = serving.open(rules=BOX, manners={"thinking": False}, bots=["never"] * 2)
    async with serving.player(table.table, table.host) as ana:
        token = (await ana.sit("Ana"))["token"]
        await ana.send("start")
        await ana.hear("step")
        await time_runs(ana, "leave")
    await others_do_not_wait(serving, clock=True)
    async with serving.player(table.table, token) as back:
        assert len(back.of("step")) == 1
        assert 0.5 < back.of("clock")[0]["seconds"]["0"] <= 1
        assert not back.of("table")[0]["seats"][0].get("sitting_in")


@over_sockets
async def test_in_mister_diamond_something_possible_is_done_for_the_absent(serving: Serving) -> None:
    rules: dict[str, object] = {"game": "mister-diamond", "seats": 2}
    async with two_and_a_bot(serving, "leave", rules=rules) as (_, ana, ben, _, _):
        await ben.socket.close()
        assert (await play_on((ana, 0)))["type"] == "over"


# Bots


@pytest.mark.parametrize("rules", [{"edition": "tiny", "seats": 4}, {"game": "mister-diamond", "seats": 4}])
def test_bots_think_for_a_moment_unless_the_table_has_them_hurry(tmp_path: Path, rules: dict[str, object]) -> None:
    """The moment is longer than any test: what goes on has not waited for it, and what waits for it does not go on."""

    @over_sockets
    async def run() -> None:
        timeouts = Timeouts(moment=(1000, 1000), count=0.02)
        with Serving(tmp_path / "tables.db", timeouts=timeouts) as serving:
            calm, hasty = serving.open(rules=rules), serving.open(rules=rules, manners={"thinking": False})
            async with (
                serving.player(calm.table, calm.host) as host,
                serving.player(hasty.table, hasty.host) as other,
            ):
                await host.send("start", fill=True)
                await host.hear("step")
                await other.send("start", fill=True)
                await other.hear("over")
                await serving.at_rest(calm.table)
                await host.settled()
                assert len(host.of("step")) == 1
                await host.send("settle", thinking=False)
                await host.hear("over")

    run()


@over_sockets
async def test_bots_seal_like_people_and_are_counted_like_people(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db", timeouts=Timeouts(moment=(0.2, 0.6), count=0.02)) as serving:
        table = serving.open(rules={"seats": 5}, bots=["never"] * 4)
        async with serving.player(table.table, table.host) as host:
            await host.sit("Ana")
            await host.send("start")
            await host.hear("step")
            counts = [(await host.hear("thinking"))["left"]]
            while counts[-1] > 1:
                counts.append((await host.hear("thinking"))["left"])
            assert counts == sorted(counts, reverse=True)
            assert all("sealed" not in frame for frame in host.of("thinking"))
            lines = serving.inside(serving.server.registry.store.read(table.table))
            assert sum(b'"type":"sealed"' in line for line in lines) == 4


@over_sockets
async def test_a_table_of_bots_plays_for_whoever_watches(serving: Serving) -> None:
    table = serving.open(rules=BOX, bots=["badger", "magpie", "ev"])
    async with serving.player(table.table, table.host) as screen:
        await screen.send("start")
        assert sum((await screen.hear("over"))["scores"]) >= 0
        assert len(screen.of("step")) > 2


def test_what_came_before_a_deadline_counts_though_the_loop_was_busy(serving: Serving) -> None:
    """A little: less than what is excused as late."""

    @over_sockets
    async def run() -> None:
        async with two_and_a_bot(serving, "leave") as (table, ana, ben, _, step):
            await ana.decide(step, 0, "C")
            busy, sent = threading.Event(), threading.Event()

            def work() -> None:
                live = serving.live(table.table)
                live.room.time_control = msgspec.structs.replace(live.room.time_control, clock=1)
                live.clock.set(live)
                due = time.monotonic() + 1
                busy.set()
                assert sent.wait(HELD)
                time.sleep(max(0, due + 0.1 - time.monotonic()))

            async def keep_busy() -> None:
                """As somebody does who has much to say: while the loop reads, and before it sees to its timers."""
                loop, done = asyncio.get_running_loop(), asyncio.Event()
                there, here = socket.socketpair()
                with there, here:

                    def read() -> None:
                        loop.remove_reader(here)
                        work()
                        done.set()

                    loop.add_reader(here, read)
                    there.send(b"x")
                    await done.wait()

            working = asyncio.create_task(asyncio.to_thread(serving.inside, keep_busy()))
            await asyncio.to_thread(busy.wait)
            await ben.decide(step, 1, "C")
            sent.set()
            await working
            assert (await ana.hear("step"))["events"][0]["leaving"] == []

    run()


def test_whoever_is_read_first_after_a_deadline_takes_no_time_from_the_others(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "_READING", HELD / 4)
    monkeypatch.setattr(clock, "_LATE", HELD)  # However late a busy machine is.

    @over_sockets
    async def run() -> None:
        async with two_and_a_bot(serving, "leave") as (table, ana, ben, _, step):
            stopped = threading.Event()

            async def stop() -> None:
                live = serving.live(table.table)
                live.room.time_control = msgspec.structs.replace(live.room.time_control, clock=1)
                live.clock.set(live)
                stopped.set()
                time.sleep(1.2)

            stopping = asyncio.create_task(asyncio.to_thread(serving.inside, stop()))
            await asyncio.to_thread(stopped.wait)
            await ana.decide(step, 0, "C")
            await stopping
            for action in ("L", "C"):
                await ana.decide(step, 0, action)
                await ana.until(lambda frame, action=action: frame.get("sealed") == {"0": action}, "thinking")  # type: ignore[misc]
            await ben.decide(step, 1, "C")
            assert (await ana.hear("step"))["events"][0]["leaving"] == []

    run()


def test_a_deadline_that_passed_while_the_loop_was_busy_is_postponed_once(serving: Serving) -> None:
    """Whatever happens at the table meanwhile, and however often the clock is set."""

    @over_sockets
    async def run() -> None:
        async with two_and_a_bot(serving, "leave") as (table, ana, _, _, step):
            await ana.decide(step, 0, "C")

            async def keep_busy() -> None:
                live = serving.live(table.table)
                live.room.time_control = msgspec.structs.replace(live.room.time_control, clock=1)
                live.clock.set(live)
                time.sleep(2)
                while not heard.is_set():  # It does not wait until nothing happens.
                    live.clock.set(live)
                    await asyncio.sleep(0.05)

            heard = threading.Event()
            busy = asyncio.create_task(asyncio.to_thread(serving.inside, keep_busy()))
            try:
                assert (await ana.hear("step"))["events"][0]["leaving"] == [1]
            finally:
                heard.set()
                await busy

    run()
