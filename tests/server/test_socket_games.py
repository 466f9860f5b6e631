"""Whole games over real sockets: results, records, rematches, and the same cards again."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tacora.chance import commitment
from tacora.cli import main
from tacora.games.records import decode, retell, verify
from tests.server.serving import Opened, Player, Serving, Told, over_sockets, play_on

GAMES: dict[str, dict[str, object]] = {
    "diamant": {"edition": "schmidt-2005", "seats": 3},
    "relics and hidden chests": {"edition": "tacora-2024", "relics": True, "chests": "hidden", "seats": 4},
    "mister diamond": {"game": "mister-diamond", "seats": 3},
    "mister diamond for experts": {"game": "mister-diamond", "expert": True, "notes": True, "seats": 2},
}
every_game = pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
TINY = {"edition": "tiny", "seats": 3}


def deal_seed(secret: str, luck: list[str]) -> str:
    """As docs/protocol.md tells to check it, in nothing but SHA-256."""
    parts = b"".join(hashlib.sha256(part.encode()).digest() for part in luck)
    return hashlib.sha256(b"tacora deal\0" + bytes.fromhex(secret) + parts).hexdigest()


async def seated(player: Player, *names: str, **fields: Any) -> None:
    for name in names:
        await player.sit(name, **fields)


@every_game
def test_a_finished_game_has_a_result_a_record_and_a_deal_that_can_be_checked(
    serving: Serving, rules: dict[str, object], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    told: list[Told] = []

    @over_sockets
    async def run() -> None:
        table = serving.open(rules=rules, manners={"thinking": False})
        async with serving.player(table.table, table.host) as ana, serving.player(table.table) as watcher:
            promise = ana.of("table")[0]["promise"]
            await ana.sit("Ana", luck="four-leaf clover")
            await ana.send("start", fill=True)
            over = await play_on((ana, 0))
            assert (await watcher.hear("over"))["scores"] == over["scores"]
            began = ana.of("step")[0]
            assert watcher.of("step")[0]["commitment"] == began["commitment"] == commitment(bytes.fromhex(over["seed"]))
            assert hashlib.sha256(bytes.fromhex(over["secret"])).hexdigest() == promise
            assert over["luck"][0] == "four-leaf clover"
            assert deal_seed(over["secret"], over["luck"]) == over["seed"]
            assert over["say"]
            assert [seat for seat, rank in enumerate(over["ranks"]) if rank == 1] == over["winners"]
            assert max(over["scores"]) in [over["scores"][seat] for seat in over["winners"]]
            told.extend([over, began])

    run()
    over, began = told
    answer = serving.get(over["record"])
    assert answer.headers["content-disposition"].startswith("attachment")
    record = decode(answer.content)
    assert verify(record, began["commitment"]).wrong is False
    assert retell(record).summary().scores == tuple(over["scores"])
    file = tmp_path / "record.json"
    file.write_bytes(answer.content)
    assert main(["verify", str(file), "--commitment", began["commitment"]]) == 0
    assert capfd.readouterr().out
    link = serving.get(over["link"]).json()
    assert {name: link[name] for name in ("scores", "winners", "seed", "secret", "luck", "record")} == {
        name: over[name] for name in ("scores", "winners", "seed", "secret", "luck", "record")
    }
    assert link["commitment"] == began["commitment"]
    assert link["again"] is False


@pytest.mark.sample(1)
@every_game
def test_a_finished_game_is_told_again_as_whoever_watched_it_heard_it(
    serving: Serving, rules: dict[str, object]
) -> None:
    @over_sockets
    async def run() -> None:
        table = serving.open(rules=rules, manners={"thinking": False})
        async with (
            serving.player(table.table, table.host) as ana,
            serving.player(table.table) as watcher,
            serving.player(table.table, language="fr") as spectatrice,
        ):
            await ana.sit("Ana")
            for game in (1, 2):
                await ana.send("start", fill=True)
                over = await play_on((ana, 0))
                for listener, language in ((watcher, "en"), (spectatrice, "fr")):
                    await listener.hear("over", game=game)
                    heard = [frame for frame in listener.of("step") if frame["game"] == game]
                    answer = serving.get(f"{over['link']}/replay", headers={"Accept-Language": language})
                    assert answer.headers["vary"] == "Accept-Language, Cookie"
                    replay = answer.json()
                    assert (replay["table"], replay["number"]) == (table.table, game)
                    assert replay["over"]["scores"] == over["scores"]
                    facts = "events", "view", "say"
                    told = [{fact: step[fact] for fact in facts} for step in replay["steps"]]
                    assert told == [{fact: frame[fact] for fact in facts} for frame in heard]

    run()


@pytest.mark.sample(1)
@every_game
def test_a_permanent_link_outlives_the_table_and_the_server(rules: dict[str, object], tmp_path: Path) -> None:
    told: list[tuple[Told, Opened]] = []

    @over_sockets
    async def run(serving: Serving) -> None:
        table = serving.open(rules=rules, manners={"thinking": False})
        async with serving.player(table.table, table.host) as ana:
            await ana.sit("Ana")
            await ana.send("start", fill=True)
            over = await play_on((ana, 0))
            told.append((over, table))
            await ana.send("start")
            await play_on((ana, 0))
            await ana.send("stand", seat=0)
            await ana.until(lambda frame: frame["seats"][0] is None)

    with Serving(tmp_path / "tables.db") as serving:
        run(serving)
        (over, table) = told[0]
        before = [serving.get(over[name]).content for name in ("link", "record")]
    with Serving(tmp_path / "tables.db") as serving:
        assert [serving.get(over[name]).content for name in ("link", "record")] == before
        assert [serving.get(over[name]).content for name in ("link", "record")] == before
        assert serving.get(f"/api/tables/{table.table}/games/2").json()["game"] == 2
        assert serving.get(f"/api/tables/{table.table}/games/3").status_code == 404


@over_sockets
async def test_a_game_that_is_not_over_is_nobodys_business(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table, table.host) as ana:
        for number in ("0", "1", "2", "-1", "x", "٣", "1" * 5000):
            assert serving.get(f"/api/tables/{table.table}/games/{number}").status_code == 404
        await seated(ana, "Ana", "Ben", "Cleo")
        await ana.send("start")
        await ana.hear("step")
        for path in ("/games/1", "/games/1/record", "/games/1/replay"):
            answer = serving.get(f"/api/tables/{table.table}{path}")
            assert (answer.status_code, answer.json()["code"]) == (404, "no-such-game-here")
        answer = serving.post({"again": f"{table.table}/1"})
        assert (answer.status_code, answer.json()["code"]) == (404, "no-such-game-here")


@over_sockets
async def test_whoever_takes_over_a_seat_begins_at_nothing(serving: Serving) -> None:
    table = serving.open(rules=TINY, manners={"thinking": False})
    async with serving.player(table.table, table.host) as ana, serving.player(table.table) as ben:
        await ana.sit("Ana")
        await ben.sit("Ben")
        await ana.send("start", fill=True)
        over = await play_on((ana, 0), (ben, 1))
        await ana.send("stand", seat=1)
        await ana.sit("Cleo")
        assert ana.of("table")[-1]["totals"] == [over["totals"][0], 0, over["totals"][2]]


@over_sockets
async def test_a_rematch_keeps_the_table_and_scores_add_up(serving: Serving) -> None:
    table = serving.open(rules=TINY, manners={"thinking": False})
    async with serving.player(table.table, table.host) as ana, serving.player(table.table) as watcher:
        await ana.sit("Ana")
        await ana.send("start", fill=True)
        totals = [0, 0, 0]
        seeds = set()
        for game in (1, 2, 3):
            over = await play_on((ana, 0))
            totals = [total + score for total, score in zip(totals, over["scores"], strict=True)]
            assert (over["game"], over["totals"]) == (game, totals)
            shown = await watcher.until(lambda frame: not frame.get("running", False) and frame.get("games", 0) > 0)
            assert (shown["games"], shown["totals"]) == (game, totals)
            seeds.add(over["seed"])
            await ana.send("start")
            began = await ana.hear("step")
            assert (began["game"], began["events"][0]["expedition"]) == (game + 1, 1)
            await watcher.until(lambda frame: frame.get("running", False))
        assert len(seeds) == 3


@over_sockets
async def test_every_game_of_a_table_is_promised_before_it_begins(serving: Serving) -> None:
    table = serving.open(rules=TINY, manners={"thinking": False})
    async with serving.player(table.table, table.host) as ana:
        await ana.sit("Ana", luck="7")
        promises = [ana.of("table")[-1]["promise"]]
        await ana.send("start", fill=True)
        for game in range(3):
            over = await play_on((ana, 0))
            assert hashlib.sha256(bytes.fromhex(over["secret"])).hexdigest() == promises[game]
            assert deal_seed(over["secret"], over["luck"]) == over["seed"]
            promises.append(ana.of("table")[-1]["promise"])
            await ana.send("start")
        assert len(set(promises)) == 4


@pytest.mark.sample(1)
@every_game
def test_the_same_cards_can_be_played_again_by_others(serving: Serving, rules: dict[str, object]) -> None:
    @over_sockets
    async def run() -> None:
        table = serving.open(rules=rules, manners={"thinking": False})
        async with serving.player(table.table, table.host) as ana:
            await ana.sit("Ana")
            await ana.send("start", fill=True)
            first = await play_on((ana, 0))
        again = serving.open(again=f"{table.table}/1", manners={"thinking": False})
        assert again.table != table.table
        async with serving.player(again.table, again.host) as ben:
            shown = ben.of("table")[0]
            assert shown["again"]
            await ben.sit("Ben", luck="changes nothing")
            await ben.send("start", fill=True)
            second = await play_on((ben, 0), choose=lambda step, _: step["legal"]["0"][0])
            assert not ben.of("table")[-1].get("again", False)
            assert second["seed"] == first["seed"]
            assert ben.of("step")[0]["commitment"] == ana.of("step")[0]["commitment"]
            if rules.get("game") != "mister-diamond":
                cards = [serving.get(over["record"]).json()["turned"][0] for over in (first, second)]
                shared = min(map(len, cards))
                assert cards[0][:shared] == cards[1][:shared]
            finished = serving.get(second["link"]).json()
            assert finished["again"] is True
            for told in (second, finished):
                assert (told["secret"], told["luck"]) == ("", [])
            await ben.send("start")
            assert (await play_on((ben, 0)))["seed"] != first["seed"]

    run()


@over_sockets
async def test_sentences_are_in_the_language_of_each_connection(serving: Serving) -> None:
    table = serving.open_calm(rules={"edition": "schmidt-2005", "seats": 3}, manners={"thinking": False})
    async with (
        serving.player(table.table, table.host, language="fr") as lea,
        serving.player(table.table) as watcher,
    ):
        seat = await lea.sit("Léa")
        async with serving.player(table.table, seat["token"], language="en") as same:
            await lea.send("start", fill=True)
            heard = await asyncio.gather(*(player.hear("step") for player in (lea, same, watcher)))
            assert "expédition" in heard[0]["say"].lower()
            assert "expedition" in heard[1]["say"].lower()
            await lea.decide(heard[0], 0, "L")
            fr, en, all_ = await asyncio.gather(*(player.hear("step") for player in (lea, same, watcher)))
            assert fr["say"] != en["say"] != all_["say"]
            assert "ous" in fr["say"]
            assert "You" in en["say"]
            assert "Léa" in all_["say"]
            assert fr["events"] == en["events"] == all_["events"]
        assert (await lea.ask("start"))["say"] == "Ce n’est pas possible pendant une partie."
        assert (await watcher.ask("start"))["say"] == "Only the host may do this."
        assert (await lea.ask("hello", table="x", language="f" * 36))["code"] == "bad-frame"
        for wanted, refusal in (("fr-CA", "Ce n’est pas"), ("tlh", "This cannot"), ("", "This cannot")):
            async with serving.player(table.table, seat["token"], table.host, language=wanted) as same:
                assert refusal in (await same.ask("start"))["say"]


@over_sockets
async def test_every_step_carries_events_view_legal_actions_and_a_sentence(serving: Serving) -> None:
    schema = serving.get("/api/protocol.schema.json").json()["$defs"]
    for rules in GAMES.values():
        kind = rules.get("game", "diamant")
        table = serving.open(rules=rules, manners={"thinking": False})
        async with serving.player(table.table, table.host) as ana:
            await ana.sit("Ana")
            await ana.send("start", fill=True)
            await play_on((ana, 0))
            view = schema[schema[f"{kind}-view"]["$ref"].rpartition("/")[2]]
            events = set(schema[f"{kind}-event"]["discriminator"]["mapping"])
            for step in ana.of("step"):
                assert set(step["view"]) == set(view["properties"])
                assert {event["type"] for event in step["events"]} <= events
                assert step["say"]
                assert ("0" in step.get("legal", {})) == (
                    0 in step["view"].get("inside", []) or step["view"].get("turn") == 0
                )


@over_sockets
async def test_a_game_can_be_looked_up_by_whoever_comes_after_it(serving: Serving) -> None:
    table = serving.open(rules=TINY, manners={"thinking": False})
    async with serving.player(table.table, table.host) as ana:
        await ana.sit("Ana", luck="a")
        await ana.send("start", fill=True)
        over = await play_on((ana, 0))
        await ana.send("stand", seat=0)
        await ana.sit("Ben", luck="b")
        async with serving.player(table.table) as late:
            (told,) = late.of("over")
            assert {**told, "totals": []} == {**over, "totals": []}
            assert told["totals"] == [0, *over["totals"][1:]]
            assert late.of("table")[0]["commitment"] == commitment(bytes.fromhex(over["seed"]))
            assert msgspec.json.encode(late.of("step")[0]["view"]) == msgspec.json.encode(ana.of("step")[-1]["view"])
