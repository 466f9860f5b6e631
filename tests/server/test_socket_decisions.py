"""Sealed decisions: secret, changeable until the last is in, opened for everybody in one step."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from tests.server.serving import Player, Serving, Told, over_sockets

BOX = {"edition": "schmidt-2005", "seats": 3}


@contextlib.asynccontextmanager
async def three(serving: Serving, **wanted: object) -> AsyncIterator[tuple[list[Player], Player, Told]]:
    """Three players, a watcher, and the first step of their game."""
    table = serving.open_calm(**{"rules": BOX, **wanted})
    async with contextlib.AsyncExitStack() as stack:
        players = [await stack.enter_async_context(serving.player(table.table, table.host))]
        players += [await stack.enter_async_context(serving.player(table.table)) for _ in range(2)]
        watcher = await stack.enter_async_context(serving.player(table.table))
        for player, name in zip(players, ("Ana", "Ben", "Cleo"), strict=True):
            await player.sit(name)
        await players[0].send("start")
        steps = await asyncio.gather(*(player.hear("step") for player in (*players, watcher)))
        yield players, watcher, steps[0]


@over_sockets
async def test_others_see_who_still_thinks_and_not_what_anybody_chose(serving: Serving) -> None:
    async with three(serving) as ((ana, ben, cleo), watcher, step):
        await ana.decide(step, 0, "L")
        told = {"type": "thinking", "decision": step["decision"], "left": 2, "awaited": [1, 2]}
        assert await ana.hear("thinking") == {**told, "sealed": {"0": "L"}}
        others = await asyncio.gather(*(player.hear("thinking") for player in (ben, cleo, watcher)))
        assert others == [told] * 3


@over_sockets
async def test_where_the_host_wants_it_others_see_only_how_many_still_think(serving: Serving) -> None:
    async with three(serving, manners={"thinking": False, "named": False}) as ((ana, ben, cleo), watcher, step):
        assert step["thinking"] == 3
        await ana.decide(step, 0, "L")
        own = await ana.hear("thinking")
        assert own == {"type": "thinking", "decision": step["decision"], "left": 2, "sealed": {"0": "L"}}
        others = await asyncio.gather(*(player.hear("thinking") for player in (ben, cleo, watcher)))
        assert others == [{"type": "thinking", "decision": step["decision"], "left": 2}] * 3


@over_sockets
async def test_a_decision_can_be_changed_until_the_last_is_in(serving: Serving) -> None:
    async with three(serving) as ((ana, ben, cleo), _, step):
        for action in ("L", "C", "L", "C"):
            await ana.decide(step, 0, action)
            assert (await ana.hear("thinking"))["sealed"] == {"0": action}
        await ben.decide(step, 1, "L")
        await cleo.decide(step, 2, "C")
        revealed = (await ana.until(lambda frame: frame["seq"] > step["seq"], "step"))["events"][0]
        assert revealed == {"type": "revealed", "leaving": [1], "continuing": [0, 2]}
        await ana.send("decide", seat=0, decision=step["decision"], action="L", id="late")
        assert await ana.hear("error") == {
            "type": "error",
            "code": "too-late",
            "say": "This was decided already.",
            "id": "late",
        }


@over_sockets
async def test_nobody_notices_that_somebody_changed_a_decision(serving: Serving) -> None:
    async with three(serving) as ((ana, ben, _), watcher, step):
        for action in "LCLCLC":
            await ana.decide(step, 0, action)
            await ana.hear("thinking")
            await serving.at_rest(ana.of("table")[-1]["table"])
        await asyncio.gather(ben.settled(), watcher.settled())
        for player in (ben, watcher):
            assert (
                player.of("thinking")
                == [
                    {"type": "thinking", "decision": step["decision"], "left": 3, "awaited": [0, 1, 2]},
                    {"type": "thinking", "decision": step["decision"], "left": 2, "awaited": [1, 2]},
                ][-len(player.of("thinking")) :]
            )
            assert len([frame for frame in player.of("thinking") if frame["left"] == 2]) == 1


@over_sockets
async def test_a_sealed_decision_can_be_taken_back(serving: Serving) -> None:
    async with three(serving) as ((ana, ben, cleo), watcher, step):
        await ana.decide(step, 0, "L")
        assert (await watcher.hear("thinking"))["left"] == 2
        await ana.send("withdraw", seat=0, decision=step["decision"])
        told = {"type": "thinking", "decision": step["decision"], "left": 3, "awaited": [0, 1, 2]}
        assert await ana.hear("thinking", left=3) == told
        assert (await watcher.hear("thinking"))["left"] == 3
        await ana.send("withdraw", seat=0, decision=step["decision"])
        assert "sealed" not in await ana.hear("thinking")
        await ben.decide(step, 1, "C")
        await cleo.decide(step, 2, "C")
        await cleo.hear("thinking", left=1)
        assert len(ana.of("step")) == 1
        await ana.decide(step, 0, "C")
        await asyncio.gather(*(player.hear("step") for player in (ana, ben, cleo, watcher)))


@over_sockets
async def test_the_reveal_is_one_and_the_same_step_for_everybody(serving: Serving) -> None:
    async with three(serving) as ((ana, ben, cleo), watcher, step):
        await cleo.decide(step, 2, "C")
        await ana.decide(step, 0, "L")
        await ben.decide(step, 1, "C")
        steps = await asyncio.gather(*(player.hear("step") for player in (ana, ben, cleo, watcher)))
        assert len({str(frame["events"]) for frame in steps}) == 1
        assert {frame["seq"] for frame in steps} == {steps[0]["seq"]}
        assert [frame["type"] for frame in steps[0]["events"]][:2] == ["revealed", "went-home"]
        assert set(steps[1]["legal"]) == {"1"}
        assert "legal" not in steps[0]
        assert steps[0]["thinking"] == 2
        assert steps[0]["say"].startswith("You leave") or "You" in steps[0]["say"]
        assert "Ana" in steps[3]["say"]
        for player in (ana, ben, cleo, watcher):
            before = player.frames[: player.frames.index(player.of("step")[-1])]
            assert not [frame for frame in before[-3:] if frame["type"] == "thinking" and frame["left"] == 0]


@over_sockets
async def test_repeated_early_and_foreign_decisions_are_harmless(serving: Serving) -> None:
    async with three(serving) as ((ana, ben, cleo), watcher, step):
        decision = step["decision"]
        for _ in range(3):
            await ana.send("decide", seat=0, decision=decision, action="C")
            assert (await ana.hear("thinking"))["sealed"] == {"0": "C"}
        refused = [
            (ana, {"seat": 0, "decision": decision + 1, "action": "C"}, "too-early"),
            (ana, {"seat": 0, "decision": decision - 1, "action": "C"}, "too-late"),
            (ana, {"seat": 0, "decision": decision, "action": "fly"}, "not-legal"),
            (ana, {"seat": 1, "decision": decision, "action": "L"}, "not-your-seat"),
            (watcher, {"seat": 0, "decision": decision, "action": "L"}, "not-your-seat"),
            (ana, {"seat": 63, "decision": decision, "action": "L"}, "not-your-seat"),
            (ana, {"seat": 64, "decision": decision, "action": "L"}, "bad-frame"),
            (ana, {"seat": 0, "decision": str(decision), "action": "L"}, "bad-frame"),
            (ana, {"seat": 0, "decision": decision, "action": "L", "for": 1}, "bad-frame"),
        ]
        for player, wish, code in refused:
            assert (await player.ask("decide", **wish))["code"] == code
        await ben.decide(step, 1, "L")
        await cleo.decide(step, 2, "C")
        second = await ana.hear("step")
        assert second["events"][0] == {"type": "revealed", "leaving": [1], "continuing": [0, 2]}
        for _ in range(2):
            assert (await ben.ask("decide", seat=1, decision=decision, action="L"))["code"] == "too-late"
        assert (await ben.ask("decide", seat=1, decision=second["decision"], action="L"))["code"] == "owes-nothing"
        assert (await ana.ask("withdraw", seat=0, decision=decision))["code"] == "too-late"
        await ana.decide(second, 0, "C")
        await cleo.decide(second, 2, "C")
        assert (await ana.hear("step"))["events"][0] == {"type": "revealed", "leaving": [], "continuing": [0, 2]}


@over_sockets
async def test_simultaneous_decisions_never_make_each_other_stale(serving: Serving) -> None:
    async with three(serving) as (players, _, step):
        for _ in range(6):
            await asyncio.gather(*(player.decide(step, seat, "C") for seat, player in enumerate(players)))
            step = (await asyncio.gather(*(player.hear("step") for player in players)))[0]
        assert not [frame for player in players for frame in player.of("error")]


@over_sockets
async def test_a_decision_is_told_to_nobody_before_it_is_kept(serving: Serving) -> None:
    async with three(serving) as ((ana, _, _), _, step):
        table = serving.live(ana.of("table")[-1]["table"])
        await ana.decide(step, 0, "L")
        await ana.hear("thinking")
        lines = serving.inside(serving.server.registry.store.read(table.room.name))
        assert b'"type":"sealed"' in lines[-1]
        assert b'"action":"L"' in lines[-1]
