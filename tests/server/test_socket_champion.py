"""The champion at a table: it plays whole games over real sockets, and reads its strategy outside the event loop."""

from __future__ import annotations

import threading
from random import SystemRandom

import pytest

from tacora.games.diamant import kind
from tacora.server.live import bots
from tests.server.serving import Serving, over_sockets, play_on

BOXES: dict[str, dict[str, object]] = {
    "schmidt": {"edition": "schmidt-2005", "seats": 3},
    "relics and hidden chests": {"edition": "tacora-2024", "relics": True, "chests": "hidden", "seats": 5},
    "a full table": {"edition": "diamant-2016", "seats": 8},
    "tiny": {"edition": "tiny", "seats": 3},
    "tiny without relics": {"edition": "tiny", "relics": False, "seats": 4},
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("rules", BOXES.values(), ids=BOXES)
def test_champions_play_whole_games(serving: Serving, rules: dict[str, object]) -> None:
    seats = int(str(rules["seats"]))

    @over_sockets
    async def run() -> None:
        table = serving.open(rules=rules, bots=["champion"] * (seats - 1), manners={"thinking": False})
        async with serving.player(table.table, table.host) as ana:
            await ana.sit("Ana")
            assert [chair["bot"] for chair in ana.of("table")[-1]["seats"][1:]] == ["champion"] * (seats - 1)
            await ana.send("start")
            assert len((await play_on((ana, 0)))["scores"]) == seats

    run()


def test_its_coins_have_no_state_that_could_be_worked_out() -> None:
    assert type(bots.RNG) is SystemRandom


def test_nobody_waits_while_a_champion_prepares(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    read, asked = threading.Event(), threading.Event()

    def slowly(*_: object) -> None:
        asked.set()
        assert read.wait(60)

    monkeypatch.setattr(kind, "ready", slowly)

    @over_sockets
    async def run() -> None:
        table = serving.open(rules=BOXES["tiny"], bots=["champion"] * 2, manners={"thinking": False})
        async with serving.player(table.table, table.host) as ana:
            await ana.sit("Ana")
            assert asked.wait(60), "when it sits with somebody, not when it is asked for a decision"
            await ana.send("start")
            await ana.hear("step")
            await ana.send("decide", seat=0, decision=ana.of("step")[-1]["seq"], action="L")
            await ana.send("ping", id="here")
            await ana.hear("pong", id="here")
            assert len(ana.of("step")) == 1
            read.set()
            await play_on((ana, 0))

    try:
        run()
    finally:
        read.set()


def test_a_preparation_that_fails_is_logged_and_the_bot_is_asked_all_the_same(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise OSError("no such disk")

    monkeypatch.setattr(kind, "ready", broken)

    @over_sockets
    async def run() -> None:
        table = serving.open(rules=BOXES["tiny"], bots=["champion"] * 2, manners={"thinking": False})
        async with serving.player(table.table, table.host) as ana:
            await ana.sit("Ana")
            await ana.send("start")
            await play_on((ana, 0))

    run()
    told = [line for line in serving.log if "could not be prepared" in line]
    assert len(told) == 1
    assert "no such disk" in told[0]
    serving.log.clear()
