"""Several servers on one database: a table is played by one of them, and clients find out by which."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tacora.client import TAKEOVER, TableConnection
from tacora.protocol import Now, Sit
from tacora.server.domain.room import Room
from tacora.server.live import lobby
from tacora.server.run import NOTICE
from tests.cluster import DEPLOY, Relay
from tests.postgres import USER, PostgresServer
from tests.server.database import asked, cut, give_away
from tests.server.serving import Opened, Serving, over_sockets, until

if TYPE_CHECKING:
    from tacora.server.storage.postgres_renewal import Renewal

RULES = {"edition": "tiny", "seats": 3}


@pytest.fixture
def one(url: str) -> Iterator[Serving]:
    with Serving(url, node="one") as serving:
        yield serving


@pytest.fixture
def two(url: str) -> Iterator[Serving]:
    with Serving(url, node="two") as serving:
        yield serving


async def told_elsewhere(serving: Serving, table: Opened) -> str:
    """Where a server says that a table is played."""
    async with serving.connection() as stranger:
        await stranger.send("hello", table=table.table)
        error = await stranger.hear("error", code="elsewhere")
        return str(error["at"])


@over_sockets
async def test_who_comes_to_the_wrong_process_is_told_where_the_table_is_played(one: Serving, two: Serving) -> None:
    table = one.open_here(rules=RULES)
    async with one.player(table.table, table.host) as ana:
        assert await told_elsewhere(two, table) == "one"
        await ana.sit("Ana")  # Whoever plays is not disturbed.
    assert table.table not in two.server.registry.tables
    assert "tacora_elsewhere_total 1" in two.get("/metrics").text


@over_sockets
async def test_a_new_table_is_played_by_the_process_that_its_first_visitor_is_led_to(
    one: Serving, two: Serving
) -> None:
    table = one.open(rules=RULES, bots=["badger"])
    async with two.player(table.table, table.host) as ana:
        assert (await ana.sit("Ana"))["seat"] == 0
        assert await told_elsewhere(one, table) == "two"


@pytest.mark.thorough
@over_sockets
async def test_looking_at_a_table_does_not_take_it_away_from_whoever_plays_it(one: Serving, two: Serving) -> None:
    table = one.open_here(rules=RULES)
    known = one.get(f"/api/tables/{table.table}").json()
    assert two.get(f"/api/tables/{table.table}").json() == known | {"here": None}
    assert two.get(f"/t/{table.table}/qr.svg").status_code == 200
    assert not two.server.registry.tables
    assert await told_elsewhere(two, table) == "one"


@over_sockets
async def test_a_table_that_was_left_is_played_by_whichever_process_is_asked_next(url: str, one: Serving) -> None:
    with Serving(url, node="two") as two:
        table = two.open(rules=RULES)
        async with two.player(table.table, table.host) as ana:
            await ana.sit("Ana")
    async with one.player(table.table, table.host) as ana:  # The other gave its lease back when it stopped.
        assert [seat and seat["name"] for seat in ana.of("table")[-1]["seats"]] == ["Ana", None, None]


@over_sockets
async def test_an_idle_table_that_is_dropped_from_memory_is_free_for_others(one: Serving, two: Serving) -> None:
    table = one.open_here(rules=RULES)
    one.live(table.table).idle_since -= 10_000

    async def sweep() -> None:
        one.server.registry.sweep()

    one.inside(sweep())
    assert await until(lambda: not one.server.registry._releasing)
    async with two.player(table.table):
        assert await told_elsewhere(one, table) == "two"


@over_sockets
async def test_who_lost_a_table_sends_everybody_there_away_and_forgets_it(one: Serving, two: Serving, url: str) -> None:
    table = one.open_here(rules=RULES)
    async with one.player(table.table, table.host) as ana:
        await ana.sit("Ana")
        give_away(url, table.table)  # As after a pause of the first process.
        async with two.player(table.table, table.host) as again:
            assert await ana.code() == 1013  # Found out at a renewal, though nobody wrote.
            await again.sit("Ben")
            assert table.table not in one.server.registry.tables
            assert await told_elsewhere(one, table) == "two"
    assert "tacora_lost_tables_total 1" in one.get("/metrics").text


@over_sockets
async def test_who_lost_a_table_and_its_connection_finds_out_too(one: Serving, two: Serving, url: str) -> None:
    table = one.open_here(rules=RULES)
    async with one.player(table.table, table.host) as ana:
        await ana.sit("Ana")
        give_away(url, table.table)
        cut(url)
        async with two.player(table.table, table.host) as again:
            await again.sit("Ben")
            assert await ana.code() == 1013
            assert await told_elsewhere(one, table) == "two"


@over_sockets
async def test_a_table_that_is_taken_over_while_it_is_loaded_is_not_played(
    one: Serving, two: Serving, url: str
) -> None:
    table, registry = one.open(rules=RULES), one.server.registry
    read = registry.read

    async def read_slowly(name: str) -> Room:
        room = await read(name)
        give_away(url, name)
        two.inside(two.server.registry.table(name))
        while name not in registry._lost_early:  # Found out at a renewal.
            await asyncio.sleep(0.01)
        return room

    registry.read = read_slowly  # type: ignore[method-assign]
    async with one.connection() as ana:
        await ana.send("hello", table=table.table)
        await ana.hear("error", code="elsewhere")
    assert table.table not in registry.tables


def renewal_of(serving: Serving) -> Renewal:
    from tacora.server.storage.postgres import PostgresStore

    store = serving.server.registry.store
    assert isinstance(store, PostgresStore)
    return store._renewal


@over_sockets
async def test_what_is_written_after_the_lease_was_lost_is_not_kept_and_not_told(
    one: Serving, two: Serving, url: str
) -> None:
    table = one.open_here(rules=RULES)
    async with one.player(table.table, table.host) as ana:
        one.inside(renewal_of(one).stop())  # So that it finds out at the append.
        give_away(url, table.table)
        async with two.player(table.table) as other:
            await ana.send("sit", name="Ana")
            assert await ana.code() == 1013
            assert not ana.of("seated")
            await other.sit("Ben", seat=0)
            assert "tacora_lost_tables_total 1" in one.get("/metrics").text


@over_sockets
async def test_the_client_library_goes_where_the_table_is_played(one: Serving, two: Serving) -> None:
    """Without a proxy that knows where "one" is: it is asked at the address of the other, and told the same again."""
    table = one.open_here(rules=RULES)
    async with one.player(table.table, table.host):
        stranger = TableConnection(two.address, table.table)
        news = stranger.news()
        heard = asyncio.create_task(anext(news))
        assert await until(lambda: two.server.registry.elsewhere >= 3)
        stranger._address = stranger._address.replace(str(two.port), str(one.port))  # As a proxy would.
        while not isinstance(await heard, Now):
            heard = asyncio.create_task(anext(news))
        await stranger.send(Sit(name="Ana"))
        await news.aclose()


def proxy_looks_every() -> int:
    """Seconds between two looks of the proxy of `deploy/` at a process."""
    (looks,) = set(re.findall(r"health_interval (\d+)s", (DEPLOY / "Caddyfile").read_text()))
    return int(looks)


def test_a_process_that_leaves_serves_on_until_the_proxy_has_looked() -> None:
    assert 2 * proxy_looks_every() <= NOTICE


def test_no_table_is_stuck_for_more_than_ten_seconds_after_its_process_was_killed() -> None:
    """By the figures, since a busy machine takes longer; what a drill took stands in its report."""
    from tacora.server.storage.postgres_renewal import LEASE, RENEWAL

    assert 3 * RENEWAL < LEASE, "two renewals may fail"
    assert LEASE + TAKEOVER + proxy_looks_every() <= 8, (
        "others may have it, somebody asks, and not the process that is gone"
    )


@pytest.mark.thorough
@over_sockets
async def test_the_lobby_lists_the_tables_of_all_processes_and_they_are_listed_once(one: Serving, two: Serving) -> None:
    here = one.open_here(rules=RULES, listed=True)
    there = two.open_here(rules=RULES, listed=True)
    two.open(rules=RULES)

    def players(serving: Serving) -> dict[str, list[str]]:
        return {entry["table"]: entry["players"] for entry in serving.get("/api/tables").json()}

    assert await until(lambda: players(one) == players(two) == {here.table: [], there.table: []})
    assert len(one.get("/api/tables").json()) == 2
    async with two.player(there.table) as ana:
        await ana.sit("Ana")
        assert await until(lambda: players(one) == {here.table: [], there.table: ["Ana"]})
        first = {"table": there.table, "here": 1}  # Somebody waits there.
        assert await until(lambda: first.items() <= one.get("/api/tables").json()[0].items())
        assert one.get(f"/api/tables/{there.table}").json()["here"] is None


@pytest.mark.thorough
@over_sockets
async def test_the_lobby_still_lists_the_tables_of_a_process_that_was_stopped(url: str, one: Serving) -> None:
    with Serving(url, node="two") as two:
        table = two.open_here(rules=RULES, listed=True)
        assert await until(lambda: [entry["table"] for entry in one.get("/api/tables").json()] == [table.table])
        async with two.player(table.table) as ana:
            await ana.sit("Ana")
            assert await until(lambda: [entry["here"] for entry in one.get("/api/tables").json()] == [1])
            asked(url, "UPDATE lobby SET holder = gen_random_uuid()")  # As if by a process that is no more.
            assert await until(lambda: [entry["here"] for entry in one.get("/api/tables").json()] == [0])
    assert await until(lambda: [entry["table"] for entry in one.get("/api/tables").json()] == [table.table])
    async with one.player(table.table):
        assert [entry["table"] for entry in one.get("/api/tables").json()] == [table.table]


@pytest.mark.long
@over_sockets
async def test_what_was_announced_long_ago_is_listed_no_more_until_it_is_announced_again(
    one: Serving, two: Serving, url: str
) -> None:
    table = one.open_here(rules=RULES, listed=True)

    def listed() -> list[str]:
        return [entry["table"] for entry in two.get("/api/tables").json()]

    assert await until(lambda: listed() == [table.table])
    asked(url, f"UPDATE lobby SET touched = touched - interval '{lobby.RECENT} seconds'")
    assert await until(lambda: listed() == [])
    one.server.lobby._again = time.monotonic()  # Ten minutes have passed.
    assert await until(lambda: listed() == [table.table])


@pytest.mark.thorough
@over_sockets
async def test_rows_of_the_lobby_that_nobody_removed_go_after_a_day(one: Serving, url: str) -> None:
    """Of processes that were killed."""
    old = "gen_random_uuid(), clock_timestamp() - interval '25 hours', 'x'"
    table = one.open_here(rules=RULES, listed=True)
    assert await until(lambda: asked(url, "SELECT tbl FROM lobby") == [(table.table,)])
    asked(url, f"INSERT INTO lobby (tbl, holder, touched, entry) VALUES ('bakito', {old})")
    one.inside(_forgotten(one, table.table))
    assert await until(lambda: asked(url, "SELECT tbl FROM lobby") == [])


async def _forgotten(serving: Serving, name: str) -> None:
    serving.server.registry.forget(serving.live(name))


@over_sockets
async def test_a_server_whose_database_is_away_says_so_in_its_figures(
    postgres_server: PostgresServer, url: str
) -> None:
    relay = Relay(postgres_server.folder / ".s.PGSQL.5432")
    through = f"postgresql://{USER}@127.0.0.1:{relay.port}/{url.partition('?')[0].rpartition('/')[2]}"

    def up(serving: Serving) -> bool:
        return "tacora_store_up 1" in serving.get("/metrics").text

    with contextlib.closing(relay), Serving(through) as serving:
        assert up(serving)
        relay.cut(silent=False)
        assert await until(lambda: not up(serving))
        assert "tacora_store_up 0" in serving.get("/metrics").text
        relay.mend()
        assert await until(lambda: up(serving))
