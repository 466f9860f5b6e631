"""The deal of the day: one for everybody, one attempt for each device, results after one's own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tacora.chance import commitment
from tacora.game import Refused
from tacora.games.registry import GAMES
from tacora.server.domain import log
from tacora.server.domain.challenge import Legs, bots_result, frozen_choice, rules_of
from tacora.server.domain.rules import Rules
from tacora.server.http import daily as daily_results
from tacora.server.http.daily import DailyDesk
from tacora.server.live import daily
from tacora.server.live.limits import Limits
from tacora.server.live.registry import Registry
from tacora.server.storage.folding import read_room
from tacora.server.storage.store import Store
from tests.loop import run
from tests.server.backends import Backend
from tests.server.serving import HELD, Serving

pytestmark = pytest.mark.usefixtures("noon")

ANA, BEN = "a" * 32, "b" * 32
KIND, CHALLENGE = daily.challenged()
NO_TABLE = "daily-"


@contextlib.asynccontextmanager
async def desk(backend: Backend) -> AsyncIterator[tuple[Registry, DailyDesk]]:
    registry = Registry(backend.store())
    try:
        yield registry, DailyDesk(registry)
    finally:
        await registry.close()


async def play(store: Store, table: str, action: str) -> None:
    """Play the table of an attempt to its end: always this, against its bots."""
    room = await read_room(store, table)
    entries: list[log.AnyEntry] = []

    def enter(*new: log.AnyEntry) -> None:
        for entry in new:
            room.enter(entry)
            entries.append(entry)

    first = room.seq
    sat, _ = room.sit("Ana", None, "", 0, None)
    enter(sat)
    enter(*room.start(False, {}))
    while room.running:
        assert room.play is not None
        actions = {seat: frozen_choice(room.play, CHALLENGE.bots[seat - 1], seat) for seat in room.play.pending if seat}
        actions |= dict.fromkeys(set(room.play.pending) & {0}, action)
        enter(*room.decide(actions, room.decision))
    await store.append(table, first, list(map(log.written, entries)), 1.0)
    if store.shared:
        await store.release(table)


def test_a_device_has_one_attempt_and_sees_results_after_it(backend: Backend) -> None:
    async def go() -> None:
        async with desk(backend) as (registry, results):
            begun = await results.shown(ANA, "en")
            assert (begun.today.mine, begun.today.rows, begun.today.attempts) == (None, (), 0)
            table, host = await results.deals.attempt(ANA, "Ana", "en")
            assert host is not None
            assert await results.deals.attempt(ANA, "Ana", "en") == (table, None)
            other, _ = await results.deals.attempt(BEN, "Ben", "fr")
            assert other != table
            under_way = await results.shown(ANA, "en")
            assert (under_way.today.mine, under_way.today.over, under_way.today.rows) == (table, False, ())
            await play(registry.store, table, "C")
            over = (await results.shown(ANA, "en")).today
            assert over.over
            (mine,) = [row for row in over.rows if row.mine]
            assert (mine.name, mine.table, mine.total) == ("Ana", table, 0), "whoever never leaves brings nothing home"
            assert len(over.rows) == 1 + len(CHALLENGE.field)
            assert (await results.shown(BEN, "fr")).today.rows == ()
            assert over.commitment == begun.today.commitment
            assert over.seed is None
        async with desk(backend) as (_, again):  # After a restart.
            assert (await again.shown(ANA, "en")).today == over

    run(go())


def test_several_processes_draw_one_seed_and_lose_no_attempt(backend: Backend) -> None:
    async def go() -> None:
        async with desk(backend) as (_, one), desk(backend) as (_, two):
            devices = [f"{number:032}" for number in range(6)]
            desks = [(one, two)[at % 2].deals for at in range(6)]
            await asyncio.gather(*(deals.attempt(each, "N", "en") for deals, each in zip(desks, devices, strict=True)))
            first, second = await one.deals.today(), await two.deals.today()
            assert first == second
            assert len({attempt.table for attempt in first.attempts}) == len(devices)

    run(go())


def test_the_day_after_everybody_may_look_who_has_no_attempt_open(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with desk(backend) as (registry, results):
            monkeypatch.setattr(daily, "today", lambda: "2026-01-01")
            table, _ = await results.deals.attempt(ANA, "Ana", "en")
            await play(registry.store, table, "L")
            await results.deals.attempt(BEN, "Ben", "en")
            seed = (await results.deals.today()).seed
            monkeypatch.setattr(daily, "today", lambda: "2026-01-02")
            monkeypatch.setattr("tacora.server.http.daily.yesterday", lambda: "2026-01-01")
            shown = await results.shown("", "en")
            assert shown.today.rows == ()
            assert shown.today.commitment != commitment(seed)
            assert shown.yesterday is not None
            assert shown.yesterday.seed == seed.hex()
            assert "Ana" in [row.name for row in shown.yesterday.rows]
            unfinished = (await results.shown(BEN, "en")).yesterday
            assert unfinished is not None
            assert (unfinished.rows, unfinished.seed) == ((), None), "an attempt that is open counts still"

    run(go())


def test_open_attempts_of_others_are_looked_at_now_and_then_however_many_ask(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with desk(backend) as (registry, results):
            table, _ = await results.deals.attempt(ANA, "Ana", "en")
            await play(registry.store, table, "L")
            later, _ = await results.deals.attempt(BEN, "Ben", "en")
            looked = list[str]()
            worked_out = results._worked_out

            async def work_out(table: str) -> Legs:
                looked.append(table)
                return await worked_out(table)

            monkeypatch.setattr(results, "_worked_out", work_out)
            monkeypatch.setattr(daily_results, "_LOOK_AGAIN", 1e9)
            for shown in await asyncio.gather(*(results.shown(ANA, "en") for _ in range(9))):
                assert shown.today.over
            assert sorted(looked) == sorted((table, later))
            await play(registry.store, later, "L")
            monkeypatch.setattr(daily_results, "_LOOK_AGAIN", 1e-3)
            assert [row.name for row in (await results.shown(ANA, "en")).today.rows if not row.bot] == ["Ana", "Ben"]

    run(go())


def test_nobody_chooses_other_bots(backend: Backend) -> None:
    async def go() -> None:
        async with desk(backend) as (registry, results):
            table, _ = await results.deals.attempt(ANA, "Ana", "en")
            room = await read_room(registry.store, table)
            with pytest.raises(Refused, match="rules settled"):
                room.stand(1)
            with pytest.raises(Refused, match="rules settled"):
                room.change_rules(Rules(seats=3))

    run(go())


def test_bots_answer_the_same_with_the_same() -> None:
    seed = bytes(range(32))
    results = [bots_result(KIND, CHALLENGE, seed, bot) for bot in CHALLENGE.field]
    assert results == [bots_result(KIND, CHALLENGE, seed, bot) for bot in CHALLENGE.field]
    assert len(set(results)) > 2
    play = rules_of(KIND, CHALLENGE).deal(["a", "b", "c", "d"], seed)
    assert {frozen_choice(play, "random:0.5", seat) for seat in range(4)} == {"C", "L"}


def test_one_game_is_played_daily() -> None:
    assert sum(kind.challenge is not None for kind in GAMES.values()) == 1


def test_over_http(serving: Serving) -> None:
    def told(**headers: str) -> Any:
        return serving.get("/api/daily", headers=headers).json()

    begun = serving.request("POST", "/api/daily", json={"device": ANA, "name": "Ana"})
    assert begun.status_code == 201
    again = serving.request("POST", "/api/daily", json={"device": ANA, "name": "Ana"})
    assert (again.status_code, again.json()) == (200, {"table": begun.json()["table"], "host": None})
    assert told(**{"Tacora-Device": ANA})["today"]["mine"] == begun.json()["table"]
    assert told()["today"]["mine"] is None
    for wrong in ({"device": "short", "name": "Ana"}, {"device": BEN, "name": ""}, {"device": BEN}):
        assert serving.request("POST", "/api/daily", json=wrong).json()["code"] == "bad-frame"
    for name in ("\u3164", "A\u200dna", "Ana\u202egnol"):  # Refused here, and not where the attempt has begun.
        assert serving.request("POST", "/api/daily", json={"device": BEN, "name": name}).json()["code"] == "bad-name"
    foreign = {"Origin": "http://elsewhere.example"}
    body = {"device": BEN, "name": "Ben"}
    assert serving.request("POST", "/api/daily", json=body, headers=foreign).json()["code"] == "wrong-origin"
    day = told()["today"]["day"]
    assert serving.get(f"/api/tables/{NO_TABLE}{day}").status_code == 404
    assert "daily" not in serving.get("/api/tables").text


def test_an_address_opens_no_more_attempts_than_tables_and_pays_for_each_once(tmp_path: Path) -> None:
    bodies = [json.dumps({"device": f"{number:032}", "name": "Ana"}).encode() for number in range(3)]
    with Serving(tmp_path / "tables.db", Limits(tables_per_hour=2)) as serving, contextlib.ExitStack() as open_ones:
        assert serving.request("POST", "/api/daily", content=bodies[0]).status_code == 201
        for _ in range(3):
            assert serving.request("POST", "/api/daily", content=bodies[0]).status_code == 200
        slow = []
        for body in bodies[1:]:  # Both are let in before either is counted.
            head = b"POST /api/daily HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(body)
            slow.append(open_ones.enter_context(socket.create_connection(("127.0.0.1", serving.port), HELD)))
            slow[-1].sendall(head)
            assert serving.get("/healthz").status_code == 200
        for one, body in zip(slow, bodies[1:], strict=True):
            one.sendall(body)
        assert sorted(one.recv(64).split()[1] for one in slow) == [b"201", b"429"]
