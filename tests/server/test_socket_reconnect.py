"""Coming back: `since` brings exactly what was missed."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from tests.server.serving import Player, Serving, Told, over_sockets, play_on, until

NEWS = ("step", "over", "spoken")
TINY = {"edition": "tiny", "seats": 3}


def news(frames: list[Told], after: int = -1) -> list[Told]:
    """What happened, without what was possible at that time only."""
    return [
        {name: value for name, value in frame.items() if name not in ("legal", "asked")}
        for frame in frames
        if frame["type"] in NEWS and _number(frame, frames) > after
    ]


def _number(frame: Told, frames: list[Told]) -> int:
    """The number of a frame's entry; the last step of a game has that of its result."""
    if "seq" in frame:
        number: int = frame["seq"]
        return number
    result: int = next(f["seq"] for f in frames[frames.index(frame) :] if f["type"] == "over")
    return result


def last_seq(player: Player) -> int:
    seq: int = [frame["seq"] for frame in player.frames if "seq" in frame][-1]
    return seq


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "rules", [TINY, {"chests": "hidden", "relics": True, "seats": 3}, {"game": "mister-diamond", "seats": 3}], ids=str
)
def test_since_brings_exactly_what_was_missed(serving: Serving, rules: dict[str, Any]) -> None:
    @over_sockets
    async def run() -> None:
        rng = random.Random(1)
        table = serving.open(rules=rules, manners={"thinking": False})
        async with serving.player(table.table, table.host) as ana, serving.player(table.table) as steady:
            await ana.sit("Ana")
            ben = (await steady.sit("Ben"))["token"]
            await ana.send("sit-bot", bot="badger" if "game" not in rules else "squirrel")
            heard: list[Told] = []
            since = None
            for visit in range(12):
                hello: dict[str, Any] = {} if since is None else {"since": since}
                async with serving.player(table.table, ben, **hello) as flaky:
                    if visit == 0:
                        await ana.send("start")
                    for _ in range(rng.randrange(3)):
                        await play_a_round(ana, steady)
                    if rng.random() < 0.5:
                        await ana.send("speak", seat=0, phrase="ouch")
                    await ana.settled()
                    await flaky.settled()
                    heard += flaky.frames
                    since = last_seq(flaky)
                for _ in range(rng.randrange(4)):
                    await play_a_round(ana, steady)
                if visit % 4 == 2:
                    if serving.live(table.table).room.running:
                        await play_on((ana, 0), (steady, 1))
                    await ana.send("start")
                    await asyncio.gather(ana.hear("step"), steady.hear("step"))
            await ana.settled()
            await steady.settled()
            async with serving.player(table.table, ben, since=since) as flaky:
                heard += flaky.frames
            assert news(heard) == news(steady.frames)
            assert len(news(heard)) > 20

    run()


async def play_a_round(*players: Player) -> None:
    """Whoever is asked decides, and all hear what comes of it, if a game is on."""
    before = len(players[0].of("step"))
    for seat, player in enumerate(players):
        await player.settled()
        steps = player.of("step", "over")
        if steps and steps[-1]["type"] == "step" and str(seat) in steps[-1].get("legal", {}):
            await player.decide(steps[-1], seat)
    first = players[0]
    assert await until(lambda: len(first.of("step")) > before or not first.of("table")[-1].get("running"))


@over_sockets
async def test_nothing_is_told_twice_to_whoever_missed_nothing(serving: Serving) -> None:
    table = serving.open(rules=TINY, manners={"thinking": False})
    async with serving.player(table.table, table.host) as ana:
        token = (await ana.sit("Ana"))["token"]
        await ana.send("start", fill=True)
        step = await ana.hear("step")
        await ana.settled()
        async with serving.player(table.table, token, since=last_seq(ana)) as second:
            assert [frame["type"] for frame in second.frames] == ["table", "thinking", "now"]
        assert step["seq"] == last_seq(ana)


@over_sockets
async def test_whoever_knows_more_than_the_store_is_told_how_it_is_now(serving: Serving) -> None:
    table = serving.open_calm(rules={"edition": "schmidt-2005", "seats": 3}, manners={"thinking": False})
    async with serving.player(table.table, table.host) as ana:
        token = (await ana.sit("Ana"))["token"]
        await ana.send("start", fill=True)
        step = await ana.hear("step")
        for beyond in (10**6, 2**53 - 1, 10**30):
            async with serving.player(table.table, token, since=beyond) as second:
                assert [frame["seq"] for frame in second.of("step", "now")] == [step["seq"], step["seq"]]


@over_sockets
async def test_whoever_was_there_before_the_first_card_hears_of_it_afterwards(serving: Serving) -> None:
    table = serving.open(rules=TINY, manners={"thinking": False})
    async with serving.player(table.table) as early:
        since = last_seq(early)
    async with serving.player(table.table, table.host) as ana:
        await ana.sit("Ana")
        await ana.send("start", fill=True)
        await play_on((ana, 0))
        async with serving.player(table.table, since=since) as back:
            assert [frame["type"] for frame in back.of(*NEWS)] == [frame["type"] for frame in ana.of(*NEWS)]
            assert back.of("step")[0]["commitment"] == ana.of("step")[0]["commitment"]


@over_sockets
async def test_steps_that_were_missed_cannot_be_answered_but_the_last_can(serving: Serving) -> None:
    table = serving.open_calm(rules={"edition": "schmidt-2005", "seats": 3}, manners={"thinking": False})
    async with serving.player(table.table, table.host) as ana:
        token = (await ana.sit("Ana"))["token"]
        await ana.send("start", fill=True)
        for _ in range(3):
            await ana.decide(await ana.hear("step"), 0, "C")
        await ana.hear("step")
        async with serving.player(table.table, token, since=0) as back:
            assert [bool(frame.get("legal")) for frame in back.of("step")] == [False, False, False, True]
            await back.decide(back.of("step")[-1], 0, "L")
            assert (await ana.hear("step"))["events"][0]["leaving"]


@over_sockets
async def test_own_sealed_decisions_are_there_after_coming_back(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table, table.host) as ana, serving.player(table.table) as ben:
        token = (await ana.sit("Ana"))["token"]
        await ben.sit("Ben")
        await ben.sit("Cleo")
        await ana.send("start")
        await ana.decide(await ana.hear("step"), 0, "L")
        await ana.hear("thinking")
        async with serving.player(table.table, token, since=last_seq(ana)) as back:
            assert back.of("thinking")[0]["sealed"] == {"0": "L"}
        async with serving.player(table.table) as watcher:
            assert "sealed" not in watcher.of("thinking")[0]
            assert watcher.of("thinking")[0]["left"] == 2


OWN = "a-token-of-anas-own-choice"


@over_sockets
async def test_to_sit_down_twice_with_a_token_of_ones_own_is_to_sit_down_once(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table, table.host) as ana, serving.player(table.table) as watcher:
        for name in ("Ana", "Ana", "Ana again"):
            assert await ana.sit(name, token=OWN, id=name) == {"type": "seated", "seat": 0, "token": OWN, "id": name}
        assert [chair and chair["name"] for chair in ana.of("table")[-1]["seats"]] == ["Ana", None, None]
        lines = serving.inside(serving.server.registry.store.read(table.table))
        assert sum(b'"type":"sat"' in entry for entry in lines) == 1
        assert OWN.encode() not in b"".join(lines)
        assert OWN not in "".join(serving.log)
        await watcher.settled()
        assert OWN not in "".join(watcher.texts)
        assert (await watcher.ask("sit", name="Ana"))["code"] == "name-taken"
        assert (await watcher.sit("Ben"))["token"] != OWN


@over_sockets
async def test_a_seat_whose_token_was_never_heard_is_taken_up_in_the_middle_of_the_game(serving: Serving) -> None:
    table = serving.open_calm(rules={"edition": "schmidt-2005", "seats": 3}, manners={"thinking": False})
    async with serving.player(table.table, table.host) as host:
        async with serving.player(table.table) as ana:
            await ana.send("sit", name="Ana", token=OWN)
            await host.until(lambda frame: frame["seats"][0] is not None)
        await host.sit("Ben")
        await host.send("start", fill=True)
        step = await host.hear("step")
        async with serving.player(table.table) as back:
            assert (await back.sit("Ana", token=OWN))["seat"] == 0
            assert back.of("table")[-1]["yours"] == [0]
            asked = back.of("step")[-1]
            assert (asked["decision"], asked["legal"]) == (step["decision"], {"0": ["C", "L"]})
            await host.until(lambda frame: frame["seats"][0].get("online", True))
            await back.decide(asked, 0, "L")
            await host.decide(step, 1, "C")
            assert 0 in (await back.until(lambda frame: frame["seq"] > step["seq"], "step"))["events"][0]["leaving"]


@over_sockets
async def test_a_shared_screen_that_seats_somebody_twice_still_does_not_play(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table, table.host) as screen:
        for _ in range(2):
            assert (await screen.sit("Ana", mine=False, token=OWN))["seat"] == 0
        assert screen.of("table")[-1].get("yours", []) == []


@over_sockets
async def test_a_token_that_could_be_guessed_is_refused(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table) as guest:
        for token in ("", "a" * 21, "a" * 65, "a" * 22 + "\n", "a" * 21 + "é", "a" * 21 + " ", 7):
            assert (await guest.ask("sit", name="Ana", token=token))["code"] == "bad-frame"
        for seat, token in enumerate(("a" * 22, "-" * 64)):
            assert (await guest.sit(f"Ana {seat}", token=token))["token"] == token


@pytest.mark.long
@over_sockets
async def test_a_long_absence_is_told_at_the_pace_of_whoever_listens(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db") as serving:
        table = serving.open(rules={"seats": 8}, manners={"thinking": False}, bots=["random:0.2"] * 8)
        async with serving.player(table.table, table.host) as host:
            for _ in range(25):
                await host.send("start")
                await host.hear("over")
            async with serving.connection() as back:
                await back.send("hello", table=table.table, since=0)
                await back.hear("now")
                assert news(back.frames) == news(host.frames)
                assert sum(map(len, back.texts)) > 512 * 1024


@over_sockets
async def test_a_restart_loses_nothing_that_was_told(tmp_path: Path) -> None:
    rules = {"edition": "schmidt-2005", "seats": 3}
    with Serving(tmp_path / "tables.db") as serving:
        table = serving.open_calm(rules=rules, manners={"thinking": False}, bots=["never", "never"])
        async with serving.player(table.table, table.host) as ana:
            token = (await ana.sit("Ana"))["token"]
            await ana.send("start")
            await ana.decide(await ana.hear("step"), 0, "C")
            await ana.hear("step")
            since = last_seq(ana)
    with Serving(tmp_path / "tables.db") as serving:
        async with serving.player(table.table, token, since=since) as back:
            assert not back.of(*NEWS)
            assert back.of("table")[0]["hosting"]
            await back.send("decide", seat=0, decision=ana.of("step")[-1]["decision"], action="C")
            assert (await back.hear("step"))["events"][0]["continuing"] == [0, 1, 2]
        async with serving.player(table.table, token) as fresh:
            assert (await play_on((fresh, 0)))["type"] == "over"
