"""Seats and their tokens, the host, and what is said at the table, over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tacora.games.diamant.bots import CHARACTERS
from tacora.games.mister_diamond.bots import MISTER_CHARACTERS
from tests.server.serving import RESTLESS, Serving, over_sockets, play_on

TINY = {"edition": "tiny", "seats": 3}
MISTER = {"game": "mister-diamond", "seats": 2}


# Seats and their tokens


@over_sockets
async def test_a_seat_belongs_to_its_token_on_any_device(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table) as phone:
        seat = await phone.sit("Ana")
        assert len(seat["token"]) >= 32
        async with serving.player(table.table, seat["token"]) as laptop:
            assert laptop.of("table")[0]["yours"] == [0]
            await laptop.send("speak", seat=0, phrase="hello")
            heard = await asyncio.gather(phone.hear("spoken"), laptop.hear("spoken"))
            assert heard[0] == heard[1]
        async with serving.player(table.table, "x" * 32, seat["token"][:-1] + "!") as thief:
            assert thief.of("table")[0].get("yours", []) == []
            wishes: dict[str, dict[str, object]] = {"speak": {"phrase": "hello"}, "stand": {}, "away": {"away": True}}
            for wish, fields in wishes.items():
                code = "not-host" if wish == "stand" else "not-your-seat"
                assert (await thief.ask(wish, seat=0, **fields))["code"] == code
        assert phone.of("table")[-1]["seats"][0]["name"] == "Ana"


@over_sockets
async def test_two_devices_on_one_seat_both_play_and_both_hear(serving: Serving) -> None:
    table = serving.open(rules=TINY, manners={"thinking": False})
    async with serving.player(table.table, table.host) as phone:
        seat = await phone.sit("Ana")
        await phone.send("start", fill=True)
        await phone.hear("step")
        async with serving.player(table.table, seat["token"]) as laptop:
            assert laptop.of("table")[0]["hosting"]
            devices = [phone, laptop]
            step, turn = laptop.of("step")[-1], 0
            while step.get("decision") is not None:
                if step.get("legal"):
                    await devices[turn % 2].decide(step, 0, "C" if turn % 3 else "L")
                    turn += 1
                step, other = await asyncio.gather(*(device.hear("step") for device in devices))
                assert step == other
            assert turn > 1
            over = await asyncio.gather(*(device.hear("over") for device in devices))
            assert over[0] == over[1]


@over_sockets
async def test_a_token_is_told_to_nobody_else(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table, table.host) as host, serving.player(table.table) as watcher:
        token = (await host.sit("Ana"))["token"]
        await watcher.until(lambda frame: frame["seats"][0] is not None)
        async with serving.player(table.table, token) as second:
            await second.settled()
        await watcher.settled()
        assert token not in "".join(watcher.texts)
        assert table.host not in "".join(watcher.texts)
        assert [token in text for text in host.texts].count(True) == 1
        assert token not in "".join(serving.log)
        assert token not in serving.get("/metrics").text + serving.get("/api/tables").text


@over_sockets
async def test_several_people_at_one_device_are_one_connection_with_several_seats(serving: Serving) -> None:
    table = serving.open(rules=TINY, manners={"thinking": False})
    async with serving.player(table.table, table.host) as device, serving.player(table.table) as watcher:
        tokens = [(await device.sit(name))["token"] for name in ("Ana", "Ben", "Cleo")]
        assert device.of("table")[-1]["yours"] == [0, 1, 2]
        await device.send("start")
        step = await device.hear("step")
        assert set(step["legal"]) == {"0", "1", "2"}
        await device.decide(step, 1, "L")
        assert (await device.hear("thinking"))["sealed"] == {"1": "L"}
        await device.decide(step, 0, "C")
        await device.decide(step, 2, "C")
        assert (await device.hear("step"))["events"][0]["leaving"] == [1]
        shown, seen = device.of("step")[-1], await watcher.until(lambda f: f["seq"] > step["seq"], "step")
        assert (shown["view"], shown["say"]) == (seen["view"], seen["say"])
    async with serving.player(table.table, *tokens) as again:
        assert again.of("table")[0]["yours"] == [0, 1, 2]


@over_sockets
async def test_a_shared_screen_seats_people_who_play_elsewhere(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table, table.host) as screen:
        seated = await screen.sit("Ana", mine=False)
        shown = screen.of("table")[-1]
        assert shown.get("yours", []) == []
        assert shown["hosting"]
        assert shown["watchers"] == 1
        assert (await screen.ask("speak", seat=0, phrase="hello"))["code"] == "not-your-seat"
        assert shown["seats"][0]["online"] is False
        async with serving.player(table.table, seated["token"]) as phone:
            assert phone.of("table")[-1]["yours"] == [0]
            await screen.until(lambda frame: frame["seats"][0].get("online", True))
            await phone.sit("Ben")  # A second person at the same phone.
            await screen.sit("Cleo", mine=False)
            await screen.send("start")
            step = await phone.hear("step")
            assert set(step["legal"]) == {"0", "1"}
            assert (await screen.hear("step")).get("legal", {}) == {}


@over_sockets
async def test_a_watcher_is_shown_what_lies_on_the_table_and_no_more(serving: Serving) -> None:
    table = serving.open(rules={"chests": "hidden", "seats": 3}, manners={"thinking": False})
    async with serving.player(table.table, table.host) as ana, serving.player(table.table) as watcher:
        await ana.sit("Ana")
        await ana.send("start", fill=True)
        over = await play_on((ana, 0), choose=lambda _, __: "L")
        await watcher.hear("over")
        mine, seen = ana.of("step"), watcher.of("step")
        assert len(mine) == len(seen) > 3
        for own, public in zip(mine[:-1], seen[:-1], strict=True):
            assert public["view"]["chests"] == [None, None, None]
            assert own["view"]["chests"][1:] == [None, None]
            assert isinstance(own["view"]["chests"][0], int)
            assert "legal" not in public
            assert {**own["view"], "chests": None} == {**public["view"], "chests": None}
        assert mine[-1]["view"] == seen[-1]["view"]
        assert seen[-1]["view"]["chests"] == over["scores"] or sum(over["scores"]) > 0
        for wish in ({"seat": 0, "decision": seen[-1].get("decision") or 0, "action": "C"},):
            assert (await watcher.ask("decide", **wish))["code"] == "not-your-seat"


@over_sockets
async def test_a_seat_is_given_back_between_games_and_kept_by_a_bot_during_one(serving: Serving) -> None:
    table = serving.open(rules=TINY, manners={"thinking": False})
    async with serving.player(table.table, table.host) as host, serving.player(table.table) as ben:
        await host.sit("Ana")
        await ben.sit("Ben")
        await ben.send("stand", seat=1)
        await ben.until(lambda frame: frame["seats"][1] is None)
        assert (await ben.ask("speak", seat=1, phrase="hello"))["code"] == "not-your-seat"
        await ben.sit("Ben")
        await host.send("start", fill=True)
        await host.hear("step")
        assert (await host.ask("stand", seat=1))["code"] == "game-running"
        assert (await host.ask("sit", name="Dora"))["code"] == "game-running"
        await ben.send("stand", seat=1)
        shown = await host.until(lambda frame: frame["seats"][1].get("sitting_in") is not None)
        assert shown["seats"][1]["name"] == "Ben"
        over = await play_on((host, 0))
        assert len(over["scores"]) == 3
        await host.send("stand", seat=1)
        await host.until(lambda frame: frame["seats"][1] is None)


# The host


@over_sockets
async def test_only_the_host_starts_settles_and_seats_bots(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table, table.host) as host, serving.player(table.table) as guest:
        await guest.sit("Ben")
        wishes: dict[str, dict[str, object]] = {
            "start": {"fill": True},
            "settle": {"clock": 5},
            "change-rules": {"rules": {"seats": 4}},
            "sit-bot": {"bot": "badger"},
            "allow": {"seat": 0, "multiplier": 2},
            "pass-host": {"seat": 0},
        }
        for wish, fields in wishes.items():
            assert (await guest.ask(wish, **fields))["code"] == "not-host"
        assert (await host.ask("start"))["code"] == "seats-free"
        await host.send("sit-bot", bot="badger")
        await host.send("sit-bot", bot="ev", seat=2)
        assert (await host.ask("sit-bot", bot="badger"))["code"] == "table-full"
        await host.send("start")
        await guest.hear("step")
        assert (await host.ask("start"))["code"] == "game-running"


@over_sockets
async def test_everybody_hears_of_rules_that_change_before_the_first_card(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table, table.host) as host, serving.player(table.table) as guest:
        await guest.sit("Ben")
        await host.send("change-rules", rules={"edition": "schmidt-2005", "seats": 4, "chests": "hidden"})
        shown = await guest.until(lambda frame: frame["edition"] == "schmidt-2005")
        assert [chair and chair["name"] for chair in shown["seats"]] == ["Ben", None, None, None]
        assert shown["options"]["chests"] == "hidden"
        for wrong in ({"seats": "x"}, {"self": 1}, {"odds": 3}):
            assert (await host.ask("change-rules", rules=wrong))["code"] == "bad-frame"
        await host.send("start", fill=True)
        await guest.hear("step")
        assert (await host.ask("change-rules", rules={"seats": 4}))["code"] == "game-running"


@over_sockets
async def test_whoever_opened_the_table_hosts_it_from_the_seat_taken_there(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table, table.host) as host, serving.player(table.table) as guest:
        assert "host" not in host.of("table")[0]
        await guest.sit("Ben")
        token = (await host.sit("Ana"))["token"]
        shown = await guest.until(lambda frame: frame.get("host") == 1)
        assert not shown.get("hosting", False)
    async with serving.player(table.table, token) as personal_link:
        assert personal_link.of("table")[0]["hosting"]


@over_sockets
async def test_the_host_passes_the_role_on(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table, table.host) as ana, serving.player(table.table) as ben:
        await ana.sit("Ana")
        await ben.sit("Ben")
        await ana.send("sit-bot", bot="badger")
        for nobody in (2, 7):
            assert (await ana.ask("pass-host", seat=nobody))["code"] == "no-such-chair"
        await ana.send("pass-host", seat=1)
        assert (await ben.until(lambda frame: frame.get("host") == 1))["hosting"]
        assert (await ana.ask("start"))["code"] == "not-host"
        await ben.send("start")
        await ana.hear("step")


@pytest.fixture
def restless(tmp_path: Path) -> Iterator[Serving]:
    """A server at which the role of an absent host soon passes on."""
    with Serving(tmp_path / "tables.db", timeouts=RESTLESS) as running:
        yield running


async def another_role_passes(serving: Serving) -> None:
    """Until the role has passed on at another table: had it been about to here, it would have."""
    table = serving.open(rules=TINY)
    async with serving.player(table.table) as guest:
        await guest.sit("Cleo")
        await guest.until(lambda frame: frame.get("hosting", False))


@over_sockets
async def test_the_role_passes_on_when_the_host_is_gone_and_not_before(restless: Serving) -> None:
    table = restless.open(rules=TINY)
    async with restless.player(table.table) as ben:
        async with restless.player(table.table, table.host) as ana:
            await ben.sit("Ben", seat=1)
            token = (await ana.sit("Ana"))["token"]
            await another_role_passes(restless)
            await ben.settled()
            assert not ben.of("table")[-1].get("hosting", False)
        assert (await ben.until(lambda frame: frame.get("hosting", False)))["host"] == 1
        async with restless.player(table.table, token) as back:
            assert not back.of("table")[0].get("hosting", False)


@over_sockets
async def test_the_role_of_a_host_who_never_sat_passes_on_to_the_first_who_sits_and_is_there(restless: Serving) -> None:
    table = restless.open(rules=TINY, bots=["badger"])
    async with restless.player(table.table) as watcher, restless.player(table.table) as ben:
        async with restless.player(table.table, table.host) as screen:
            await screen.sit("Ana", mine=False)  # She has a seat, and is not there.
            await ben.sit("Ben")
            await ben.settled()
            assert not ben.of("table")[-1].get("hosting", False)
        assert (await watcher.until(lambda frame: frame.get("host") is not None))["host"] == 1
        assert (await ben.until(lambda frame: frame.get("hosting", False)))["host"] == 1
        async with restless.player(table.table, table.host) as back:
            assert (await back.ask("start"))["code"] == "not-host"


@over_sockets
async def test_a_host_who_gets_up_leaves_the_role_to_somebody_who_sits(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table, table.host) as ana, serving.player(table.table) as ben:
        await ana.sit("Ana")
        await ben.sit("Ben")
        await ana.send("stand", seat=0)
        await ben.until(lambda frame: frame.get("hosting", False))
        await ben.send("start", fill=True)
        await ben.hear("step")


# Phrases and characters


@over_sockets
async def test_phrases_are_said_to_each_in_their_own_language(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table) as ana, serving.player(table.table, language="fr") as lea:
        await ana.sit("Ana")
        assert (await ana.ask("speak", seat=0, phrase="free text"))["code"] == "unknown-phrase"
        await ana.send("speak", seat=0, phrase="good-luck")
        heard, entendu = await asyncio.gather(ana.hear("spoken"), lea.hear("spoken"))
        assert (heard["seat"], heard["phrase"], heard["say"]) == (0, "good-luck", "Ana: Good luck.")
        assert entendu["say"] == "Ana\N{NO-BREAK SPACE}: Bonne chance."
        assert (await lea.ask("speak", seat=0, phrase="hello"))["say"] == "La place 0 n’est pas la vôtre."


@over_sockets
async def test_own_words_are_said_where_the_host_allows_them(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table, table.host) as ana, serving.player(table.table, language="fr") as ben:
        await ana.sit("Ana")
        await ben.sit("Ben")
        assert (await ben.ask("speak", seat=1, words="Bien vu !"))["code"] == "phrases-only"
        await ana.send("settle", words=True)
        await ben.until(lambda shown: shown.get("words", False))
        await ben.send("speak", seat=1, words=" Bien\nvu\u202e ! ")
        for player in (ana, ben):
            heard = await player.hear("spoken")
            assert heard["words"] == "Bien vu !"
            assert heard["phrase"] == ""
        assert heard["say"] == "Ben\N{NO-BREAK SPACE}: Bien vu !"
        assert (await ben.ask("speak", seat=1, words="\u200b"))["code"] == "bad-words"
        assert (await ben.ask("speak", seat=1, words="x" * 201))["code"] == "bad-words"
    async with serving.player(table.table, since=0) as later:
        assert [each["say"] for each in later.of("spoken")] == ["Ben: Bien vu !"]


@pytest.mark.parametrize(("rules", "bots"), [(TINY, CHARACTERS), (MISTER | {"seats": 4}, MISTER_CHARACTERS)])
def test_bots_have_names_in_the_language_of_whoever_seats_them(
    serving: Serving, rules: dict[str, object], bots: tuple[str, ...]
) -> None:
    @over_sockets
    async def run() -> None:
        names = []
        for language in ("en", "fr"):
            table = serving.open(rules=rules)
            async with serving.player(table.table, table.host, language=language) as host:
                await host.sit("Ana")
                await host.send("start", fill=True)
                await host.hear("step")
                names.append([chair["name"] for chair in host.of("table")[-1]["seats"]])
        assert names[0][1] != names[1][1]

    run()
    assert bots


@over_sockets
async def test_a_screen_plays_no_seat_whatever_tokens_its_browser_has(serving: Serving) -> None:
    table = serving.open(rules={"seats": 3, "chests": "hidden"}, manners={"thinking": False})
    async with serving.player(table.table, table.host) as ana:
        seated = await ana.sit("Ana")
        async with serving.player(table.table, seated["token"], screen=True) as screen:
            assert screen.of("table")[-1].get("yours", []) == []
            assert screen.of("table")[-1]["hosting"]
            await screen.send("start", fill=True)
            step = await screen.hear("step")
            assert step["view"]["chests"] == [None, None, None]
            assert "legal" not in step
            assert "asked" not in step
            own = await ana.hear("step")
            await ana.decide(own, 0, "C")
            assert all("sealed" not in frame for frame in screen.of("thinking"))


def test_what_is_wrong_with_the_rules_of_a_table_is_told_with_its_place(serving: Serving) -> None:
    said = serving.post({"rules": {"seats": "four"}}).json()["say"]
    assert said.endswith("$.rules.seats should be a whole number, not a text.")
