"""What one client can do to the others: little. Each limit is an option, refuses in words, is logged and is counted."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tacora.game import Refused
from tacora.narration import refusal
from tacora.narration.catalogue import catalogue
from tacora.server.domain import log
from tacora.server.http.limits import RateLimit
from tacora.server.live import limits
from tacora.server.live.catch_up import CatchUp
from tacora.server.live.limits import LIMIT_CODES, UNLIMITED, AddressBuckets, Limits
from tacora.server.live.registry import Registry
from tacora.server.live.session import Session
from tacora.server.storage.folding import SLICE
from tacora.server.storage.sqlite import SqliteStore
from tacora.server.transport.networks import SITE_FACTOR, networks
from tests.server.full_disk import full_disk
from tests.server.serving import HELD, QUICK, Player, Serving, over_sockets, until

TINY = {"edition": "tiny", "seats": 3}
BOTS = {"rules": TINY, "manners": {"thinking": False}, "bots": ["never"] * 3}


def limited(tmp_path: Path, **limits: float) -> Serving:
    return Serving(tmp_path / "tables.db", dataclasses.replace(UNLIMITED, **limits))  # type: ignore[arg-type]


def told_of(serving: Serving, code: str) -> bool:
    """Whether a refusal was logged, once, and counted."""
    lines = [line for line in serving.log if f"refused: {code} to 127.0.0.1" in line]
    return len(lines) == 1 and f'tacora_limited_total{{code="{code}"}}' in serving.get("/metrics").text


@over_sockets
async def test_a_seat_has_room_for_some_devices(tmp_path: Path) -> None:
    with limited(tmp_path, connections_per_seat=2) as serving:
        table = serving.open(rules=TINY)
        async with serving.player(table.table) as ana:
            token = (await ana.sit("Ana"))["token"]
            async with serving.player(table.table, token), serving.player(table.table) as ben:
                async with serving.connection() as third:
                    assert (await third.ask("hello", table=table.table, tokens=[token]))["code"] == "crowded"
                    assert await third.code() == 1013
                other = (await ben.sit("Ben"))["token"]
                async with serving.player(table.table, other):
                    pass
            async with serving.player(table.table, token):
                pass
        table = serving.open(rules=TINY)  # Where nobody sits, to whom the role could pass meanwhile.
        async with (
            serving.player(table.table, table.host),
            serving.player(table.table, table.host),
            serving.connection() as third,
        ):
            assert (await third.ask("hello", table=table.table, tokens=[table.host]))["code"] == "crowded"
        assert told_of(serving, "crowded")


@over_sockets
async def test_an_address_has_room_for_a_class_and_not_for_everybody(tmp_path: Path) -> None:
    assert Limits().connections_per_address >= 4 * 30
    with limited(tmp_path, connections_per_address=2) as serving:
        table = serving.open(rules=TINY)
        async with serving.player(table.table) as one:
            async with serving.player(table.table):
                async with serving.connection(additional_headers={"accept-language": "fr"}) as third:
                    refused = await third.hear("error")
                    assert (refused["code"], await third.code()) == ("too-many-connections", 1013)
                    assert refused["say"].startswith("Trop de connexions")
                assert serving.get("/healthz").status_code == 200
                await one.settled()
            assert await until(lambda: serving.server.connections == 1)
            async with serving.player(table.table):
                pass
        assert await until(lambda: serving.server.connections == 0)
        assert len(serving.server._connected) == 0
        assert told_of(serving, "too-many-connections")


UPGRADE = {
    "upgrade": "websocket",
    "connection": "Upgrade",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    "sec-websocket-version": "13",
}


@over_sockets
async def test_so_many_of_an_address_are_told_at_the_same_time_what_they_missed(tmp_path: Path) -> None:
    with limited(tmp_path, catch_ups_per_address=0) as serving:
        table = serving.open(rules=TINY)
        async with serving.connection() as guest:
            assert (await guest.ask("hello", table=table.table, since=0))["code"] == "too-many-catch-ups"
            assert await guest.code() == 1013
        async with serving.player(table.table) as newcomer:  # Who missed nothing needs no place.
            await newcomer.settled()
        assert told_of(serving, "too-many-catch-ups")
        assert len(serving.server._catch_ups) == 0


@over_sockets
async def test_nothing_more_is_read_for_whoever_hangs_up_while_they_are_told_what_they_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[log.AnyEntry] = [
        log.Sat(seat=0, name="Ana", colour=0),
        *[log.Spoke(seat=0, phrase="hello")] * (4 * SLICE),
    ]
    told, slices, gone = list[Session](), list[int](), threading.Event()
    tell, read = CatchUp.tell, SqliteStore.read

    async def watched(self: CatchUp, session: Session, *more: Any) -> None:
        told.append(session)
        await tell(self, session, *more)

    async def held_up(self: SqliteStore, name: str, since: int = 0, most: int | None = None) -> list[bytes]:
        slices.append(since)
        await asyncio.to_thread(gone.wait, HELD)
        return await read(self, name, since, most)

    with Serving(tmp_path / "tables.db") as serving:
        table = serving.open(rules=TINY)
        registry = serving.server.registry
        serving.inside(registry.store.append(table.table, 1, list(map(log.written, said)), 0))
        serving.inside(_dropped(registry, table.table))
        async with serving.player(table.table):  # So that it is in memory.
            monkeypatch.setattr(CatchUp, "tell", watched)
            monkeypatch.setattr(SqliteStore, "read", held_up)
            async with serving.connection() as guest:
                await guest.send("hello", table=table.table, since=0)
                assert await until(lambda: bool(slices))
            assert await until(lambda: told[0].line.lost)
            gone.set()
            assert await until(lambda: serving.server.connections == 1)
        assert slices == [0]


async def _dropped(registry: Registry, table: str) -> None:
    del registry.tables[table]


@over_sockets
async def test_whoever_hangs_up_while_they_wait_to_hear_what_they_missed_is_not_waited_for(tmp_path: Path) -> None:
    limits = dataclasses.replace(UNLIMITED, catch_ups_per_table=0)
    with Serving(tmp_path / "tables.db", limits, dataclasses.replace(QUICK, catch_up=10 * HELD)) as serving:
        table = serving.open(rules=TINY)
        async with serving.connection() as guest:
            await guest.send("hello", table=table.table, since=0)
            await guest.hear("table")
            assert serving.server.connections == 1
        assert await until(lambda: not serving.server.connections)


@pytest.mark.thorough
@over_sockets
async def test_watchers_who_take_long_to_hear_what_they_missed_keep_no_owner_waiting(tmp_path: Path) -> None:
    timeouts = dataclasses.replace(QUICK, catch_up=2.0)
    limits = dataclasses.replace(UNLIMITED, catch_ups_per_table=2)
    with Serving(tmp_path / "tables.db", limits, timeouts, send_buffer=4096) as serving:
        table = serving.open(rules={"seats": 8}, manners={"thinking": False}, bots=["random:0.2"] * 8)
        async with serving.player(table.table, table.host) as host:
            for _ in range(6):
                await host.send("start")
                await host.hear("over")
            live = serving.live(table.table)
            slow = [await serving.deaf(table.table, since=0) for _ in range(2)]
            assert await until(lambda: live._catch_up.places.locked())
            async with serving.player(table.table, table.host, since=0) as owner:
                assert len(owner.of("over")) == 6
            async with serving.connection() as waiting:
                await waiting.send("hello", table=table.table, since=0)
                await waiting.hear("table")
            assert await until(lambda: serving.server.connections <= 1 + len(slow)), "who hangs up is not counted"
            assert await until(lambda: not live._catch_up.places.locked()), "nobody has a place for ever"
            for each in slow:
                each.close()
        assert await until(lambda: not serving.server.connections)


@over_sockets
async def test_what_is_written_by_a_seat_has_a_quota_and_no_other_can_use_it_up(tmp_path: Path) -> None:
    with limited(tmp_path, writes_per_seat=1 / 60) as serving:
        table = serving.open(rules=TINY)
        async with serving.player(table.table) as ana, serving.player(table.table, table.host) as guest:
            await ana.sit("Ana")
            assert (await guest.ask("decide", seat=0, decision=1, action="C"))["code"] == "not-your-seat"
            assert (await guest.ask("decide", seat=0, decision=1, action="C"))["code"] == "too-many-writes"
            await ana.send("speak", seat=0, phrase="hello")
            await ana.hear("spoken")
            assert (await ana.ask("speak", seat=0, phrase="hello"))["code"] == "too-many-writes"
            assert (await ana.ask("ask", about="cave"))["code"] == "no-game"
            assert len(serving.live(table.table).sessions) == 2
        assert told_of(serving, "too-many-writes")


@over_sockets
async def test_what_is_said_by_a_seat_has_a_quota_and_takes_nothing_from_its_decisions(tmp_path: Path) -> None:
    with limited(tmp_path, says_per_minute=2) as serving:
        table = serving.open(rules=TINY)
        async with serving.player(table.table) as ana, serving.player(table.table) as ben:
            await ana.sit("Ana")
            await ben.sit("Ben")
            for _ in range(2):
                await ana.send("speak", seat=0, phrase="hello")
                await ana.hear("spoken")
            assert (await ana.ask("speak", seat=0, phrase="hello"))["code"] == "too-many-words"
            assert (await ana.ask("decide", seat=0, decision=1, action="C"))["code"] == "no-game"
            await ben.send("speak", seat=1, phrase="hello")
            await ben.hear("spoken", seat=1)
        assert told_of(serving, "too-many-words")


@over_sockets
async def test_what_is_written_from_an_address_has_a_quota(tmp_path: Path) -> None:
    with limited(tmp_path, writes_per_second=1 / 60) as serving:
        first, second = serving.open(rules=TINY), serving.open(rules=TINY)
        async with serving.player(first.table) as ana, serving.player(second.table) as ben:
            await ana.sit("Ana")
            assert (await ben.ask("sit", name="Ben"))["code"] == "too-many-writes"


def test_requests_have_a_limit_and_files_have_none(tmp_path: Path) -> None:
    with limited(tmp_path, requests_per_second=0.01) as serving:
        assert [serving.get("/api/tables").status_code for _ in range(3)] == [200, 429, 429]
        page = serving.get("/", headers={"accept": "text/html"})
        assert page.status_code == 429
        assert "too many requests" in page.text.lower()
        assert serving.get("/ws", headers=UPGRADE).status_code == 429
        assert serving.get("/healthz").status_code == serving.get("/static/icon.svg").status_code == 200


@over_sockets
async def test_one_address_does_not_take_all_places_of_those_who_watch(tmp_path: Path) -> None:
    with limited(tmp_path, watchers_per_address=1) as serving:
        table = serving.open(rules=TINY)
        async with serving.player(table.table), serving.connection() as second:
            assert (await second.ask("hello", table=table.table))["code"] == "crowded"


@over_sockets
async def test_bots_that_do_not_pause_take_turns_with_everybody_else(tmp_path: Path) -> None:
    """While whole games are played, the event loop comes round between their steps."""
    with limited(tmp_path) as serving:
        tables = [serving.open(rules={"seats": 8}, manners={"thinking": False}, bots=["badger"] * 8) for _ in range(3)]
        registry, begun = serving.server.registry, threading.Event()

        async def most_at_once() -> int:
            """The most steps of all tables in one turn of the loop, until all games are over."""
            most, before = 0, registry.steps
            begun.set()
            while not all(table.room.games and not table.room.running for table in registry.tables.values()):
                await asyncio.sleep(0)
                most, before = max(most, registry.steps - before), registry.steps
            return most

        async with contextlib.AsyncExitStack() as stack:
            hosts = [await stack.enter_async_context(serving.player(table.table, table.host)) for table in tables]
            looking = asyncio.create_task(asyncio.to_thread(serving.inside, most_at_once()))
            await asyncio.to_thread(begun.wait, HELD)
            for host in hosts:
                await host.send("start")
            assert await looking <= 2 * len(tables)
        assert registry.steps > 20 * len(tables)


@pytest.mark.parametrize("limit", ["games_per_table", "games_per_hour"])
def test_so_many_games_are_started_in_an_hour(tmp_path: Path, limit: str) -> None:
    @over_sockets
    async def run() -> None:
        with limited(tmp_path, **{limit: 2}) as serving:
            table = serving.open(**BOTS)
            async with serving.player(table.table) as guest, serving.player(table.table, table.host) as host:
                assert (await guest.ask("start"))["code"] == "not-host"  # Costs the host nothing.
                for _ in range(2):
                    await host.send("start")
                    await host.hear("over")
                assert (await host.ask("start"))["code"] == "too-many-games"
            assert told_of(serving, "too-many-games")

    run()


async def about_the_cave(player: Player) -> str:
    await player.send("ask", about="cave", id="cave")
    answer: str = (await player.hear("answer"))["say"]
    return answer


@over_sockets
async def test_nothing_is_answered_from_what_was_not_kept(tmp_path: Path) -> None:
    with limited(tmp_path) as serving:
        table = serving.open_calm(rules={"edition": "schmidt-2005", "seats": 3})
        async with serving.player(table.table, table.host) as ana:
            for name in ("Ana", "Ben", "Cleo"):
                await ana.sit(name)
            await ana.send("start")
            step = await ana.hear("step")
            for seat in (0, 1):
                await ana.decide(step, seat, "C")
            before = await about_the_cave(ana)
            with full_disk(serving):
                await ana.decide(step, 2, "C")
                live = serving.live(table.table)
                assert await until(lambda: live._reading is not None)
                assert len(live.room.play.history) > 2  # type: ignore[union-attr]
                assert (await ana.ask("ask", about="cave"))["code"] == "not-kept"
            assert await until(lambda: live._reading is None)
            assert await about_the_cave(ana) == before


# By address


def test_an_address_is_limited_with_its_network_and_its_site() -> None:
    assert networks("192.0.2.1") == (("192.0.2.1", 1),)
    assert networks("2001:db8:1:2::/64") == (("2001:db8:1:2::/64", 1), ("2001:db8:1::/48", SITE_FACTOR))
    limit = RateLimit(2, 60.0)
    for network in range(40):
        for _ in range(2):
            limit.count(f"2001:db8:1:{network:x}::/64")
    assert limit.full("2001:db8:1:ffff::/64")
    assert not limit.full("2001:db8:2:ffff::/64")
    assert not limit.full("192.0.2.1")


@example(["2001:db8:1:2::/64"] * 48 + ["2001:db8:1:3::/64"])
@given(st.lists(st.sampled_from(["192.0.2.1", "192.0.2.2", "2001:db8:1:2::/64", "2001:db8:1:3::/64"]), max_size=90))
def test_no_address_does_more_than_it_may_and_none_less_because_of_others(events: list[str]) -> None:
    buckets = AddressBuckets(0.0, 3)
    done = [address for address in events if buckets.take(address)]
    for address in set(events):
        assert done.count(address) == min(events.count(address), 3)


def test_every_limit_has_a_sentence_and_is_refused_somewhere() -> None:
    source = "".join(file.read_text("utf-8") for file in Path(limits.__file__).parents[1].rglob("*.py"))
    for code in LIMIT_CODES:
        assert refusal(catalogue("en"), Refused(code, most=1))
        assert f'Refused("{code}"' in source, code
