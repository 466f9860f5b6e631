"""Tables, seats and who may do what, over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from pathlib import Path

import pytest

from tacora.games.diamant import EDITIONS
from tacora.games.diamant.bots import CHARACTERS
from tacora.games.mister_diamond.bots import MISTER_CHARACTERS
from tacora.server.domain.names import new_code, plain_code
from tacora.server.live.lobby import RECENT
from tests.server.serving import HELD, Serving, over_sockets, play_on

TINY = {"edition": "tiny", "seats": 3}
MISTER = {"game": "mister-diamond", "seats": 2}


# Opening


@pytest.mark.parametrize(
    "rules",
    [
        {},
        *({"edition": name, "seats": 5} for name in EDITIONS if name != "tiny"),
        {"edition": "tacora-2024", "relics": True, "chests": "hidden", "seats": 3},
        {"game": "mister-diamond", "seats": 8},
        {"game": "mister-diamond", "expert": True, "notes": True, "seats": 2},
    ],
)
def test_a_table_of_either_game_with_any_options(serving: Serving, rules: dict[str, object]) -> None:
    @over_sockets
    async def run() -> None:
        table = serving.open(rules=rules)
        async with serving.player(table.table, table.host) as host:
            shown = host.of("table")[0]
            assert shown["game"] == rules.get("game", "diamant")
            assert shown["edition"] == rules.get(
                "edition", "ravensburger-1993" if rules.get("game") == "mister-diamond" else "tacora-2024"
            )
            assert len(shown["seats"]) == rules.get("seats", 4)
            assert shown["hosting"]
            assert all(
                shown["options"][name] == value
                for name, value in rules.items()
                if name not in ("game", "edition", "seats")
            )
            await host.sit("Ana")
            await host.send("start", fill=True)
            assert (await host.hear("step"))["events"]

    run()


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"rules": {"seats": 2}}, "seat-count"),
        ({"rules": {"seats": 9}}, "seat-count"),
        ({"rules": {"seats": -1}}, "seat-count"),
        ({"rules": {"seats": 10**30}}, "seat-count"),
        ({"rules": {"edition": "no-such-box"}}, "unknown-edition"),
        ({"rules": {"edition": "schmidt-2005", "relics": True}}, "no-relics"),
        ({"rules": {"expert": True}}, "wrong-game"),
        ({"rules": {"game": "mister-diamond", "chests": "hidden"}}, "wrong-game"),
        ({"rules": {"game": "chess"}}, "unknown-game"),
        ({"rules": {"colour": "red"}}, "wrong-game"),
        ({"rules": {"relics": "yes"}}, "wrong-type"),
        ({"rules": {"relics": [True]}}, "bad-frame"),
        ({"rules": {"self": 1}}, "bad-frame"),
        ({"rules": []}, "bad-frame"),
        ({"rules": {"seats": "four"}}, "bad-frame"),
        ({"manners": {"clock": 0}}, "bad-clock"),
        ({"manners": {"absence": "shout"}}, "bad-frame"),
        ({"bots": ["no-such-bot"]}, "unknown-bot"),
        ({"bots": ["table:/etc/passwd"]}, "unknown-bot"),
        ({"bots": ["badger"] * 5}, "table-full"),
        ({"again": "bakitolu/1"}, "no-such-game-here"),
        ({"secret": "00"}, "bad-frame"),
    ],
)
def test_a_table_that_cannot_be_is_refused(serving: Serving, wanted: dict[str, object], code: str) -> None:
    answer = serving.post(wanted)
    assert (answer.status_code, answer.json()["code"]) == (404 if code == "no-such-game-here" else 400, code)
    assert answer.json()["say"]


@over_sockets
async def test_a_table_opens_with_bots_on_its_last_seats(serving: Serving) -> None:
    table = serving.open(rules={"seats": 5}, bots=["badger", "gems:12", "badger"])
    async with serving.player(table.table, table.host) as host:
        seats = host.of("table")[0]["seats"]
        assert [chair and (chair["name"], chair["bot"]) for chair in seats] == [
            None,
            None,
            ("Badger", "badger"),
            ("gems:12", "gems:12"),
            ("Badger 2", "badger"),
        ]
        assert {chair["colour"] for chair in seats if chair} == {2, 3, 4}


def test_a_listed_table_is_in_the_lobby_and_another_is_not(serving: Serving) -> None:
    listed, by_link = serving.open(rules=TINY, listed=True), serving.open(rules=TINY)
    lobby = {entry["table"]: entry for entry in serving.get("/api/tables").json()}
    assert by_link.table not in lobby
    assert lobby[listed.table] == {
        "table": listed.table,
        "game": "diamant",
        "edition": "tiny",
        "seats": 3,
        "free": 3,
        "players": [],
        "running": False,
    }
    assert serving.get(f"/api/tables/{by_link.table}").json()["free"] == 3


@over_sockets
async def test_the_lobby_shows_who_sits_there_and_whether_they_play(serving: Serving) -> None:
    table = serving.open(rules=TINY, listed=True)
    async with serving.player(table.table, table.host) as host:
        await host.sit("Ana")
        await host.send("start", fill=True)
        await host.hear("step")
        (entry,) = [entry for entry in serving.get("/api/tables").json() if entry["table"] == table.table]
        assert entry["players"] == ["Ana", "Tortoise", "Magpie"]
        assert entry["running"]
        assert not entry["free"]


def lobby_of(serving: Serving, count: int) -> list[str]:
    """The tables in the lobby, as soon as there are so many."""
    end = time.monotonic() + HELD
    while len(lobby := [entry["table"] for entry in serving.get("/api/tables").json()]) < count:
        assert time.monotonic() < end, lobby
        time.sleep(0.02)
    return lobby


def test_the_lobby_is_there_again_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with Serving(file) as serving:
        listed = [serving.open(rules=TINY, listed=True, bots=["badger"]).table for _ in range(5)]
        by_link = serving.open(rules=TINY).table
        before = serving.get("/api/tables").json()
    old, *broken = [listed.pop(0) for _ in range(3)]
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE log SET at = at - ? WHERE tbl = ?", (RECENT, old))
        for seq, name in enumerate(broken):
            database.execute("UPDATE log SET line = 'x' WHERE tbl = ? AND seq = ?", (name, seq))
    with Serving(file) as serving:
        assert lobby_of(serving, 2) == listed[::-1]
        assert serving.get("/api/tables").json() == [entry for entry in before if entry["table"] in listed]
        assert by_link not in serving.server.registry.tables
        assert {name for name in broken if name in "".join(serving.log)} == set(broken)
        assert serving.get(f"/api/tables/{old}").json()["table"] == old


def test_a_server_can_stop_while_it_still_reads_its_lobby(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with Serving(file) as serving:
        for _ in range(60):
            serving.open(rules=TINY, listed=True)
    with Serving(file) as serving:
        lobby_of(serving, 1)
    assert not serving.log


# Joining


def test_a_code_can_be_read_aloud() -> None:
    for _ in range(100):
        name = new_code()
        assert len(name) == 8
        assert set(name[::2]) <= set("bdfgklmnprstvz")
        assert set(name[1::2]) <= set("aeiou")
        assert plain_code(f" {name[:4].upper()}-{name[4:]} ") == name


@over_sockets
async def test_a_code_is_understood_however_it_is_written_down(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    spoken = f"{table.table[:2].upper()} {table.table[2:4]}-{table.table[4:]}"
    async with serving.player(spoken) as guest:
        assert guest.of("table")[0]["table"] == table.table


@over_sockets
async def test_a_table_that_there_is_not_is_refused_and_another_can_be_named(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.connection() as guest:
        for name in ("bakitolu", "", "ä" * 32, "../../etc", "\x00", "a' OR 1=1 --"):
            assert (await guest.ask("hello", table=name))["code"] == "no-such-table"
        assert (await guest.ask("hello", table=table.table, version=7))["code"] == "other-version"
        await guest.send("hello", table=table.table)
        assert (await guest.hear("table"))["table"] == table.table
        assert (await guest.ask("hello", table=table.table))["code"] == "hello-twice"


@over_sockets
async def test_everybody_has_a_name_a_colour_and_a_letter(serving: Serving) -> None:
    table = serving.open(rules={"seats": 4})
    async with serving.player(table.table, table.host) as ana, serving.player(table.table) as ben:
        assert (await ana.sit("Ana", colour=6))["seat"] == 0
        assert (await ben.sit("  Ben   Ali ", seat=2))["seat"] == 2
        shown = await ana.until(lambda frame: frame["seats"][2] is not None)
        assert [chair and (chair["name"], chair["colour"], chair["letter"]) for chair in shown["seats"]] == [
            ("Ana", 6, "A"),
            None,
            ("Ben Ali", 2, "C"),
            None,
        ]
        refused: dict[str, dict[str, object]] = {
            "seat-taken": {"name": "Cleo", "seat": 0},
            "colour-taken": {"name": "Cleo", "colour": 6},
            "name-taken": {"name": "ANA"},
            "bad-frame": {"name": "Cleo", "colour": -1},
        }
        async with serving.player(table.table) as cleo:
            for code, wish in refused.items():
                assert (await cleo.ask("sit", **wish))["code"] == code
            assert (await cleo.ask("sit", name="Cleo", colour=8))["code"] == "colour-taken"
            assert (await cleo.ask("sit", name="Cleo", seat=4))["code"] == "seat-taken"


HOSTILE = {
    "control characters": "A\x07na",
    "a line break": "Ana\nBen",
    "an escape sequence": "\x1b[2JAna",
    "a right-to-left override": "Ana\u202egnol",
    "an isolate": "\u2067Ana",
    "a zero-width joiner": "A\u200dna",
    "nothing": " ",
    "nothing visible": "\u3164\u2800",
    "nothing but a no-break space": "\u00a0",
    "too much": "A" * 41,
    "no text": None,
    "an accent without a letter": "\u0301",
    "a heap of accents": "e" + 20 * "\u0301",
    "nothing but a mark that is not seen": "\u034f",
}


@over_sockets
async def test_a_name_that_could_deceive_is_refused(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table) as guest:
        for what, name in HOSTILE.items():
            assert (await guest.ask("sit", name=name))["code"] in ("bad-name", "bad-frame"), what
        assert guest.of("seated") == []
        await guest.say('{"type":"sit","name":"\\ud800"}')
        assert (await guest.hear("error"))["code"] == "bad-frame"


@over_sockets
async def test_marks_that_are_not_seen_make_no_other_name(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table) as guest:
        await guest.sit("Ana")
        for name in ("Ana\ufe0f", "A\u034fna", "Ana\u17b4"):
            assert (await guest.ask("sit", name=name))["code"] == "name-taken"


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "{ $who } \"'&lt;", "Zoé ‘ﬁ’ 李 ☕", "'; DROP TABLE log; --", "%s {0} \\"]
)
def test_a_name_with_markup_is_only_a_name(serving: Serving, name: str) -> None:
    @over_sockets
    async def run() -> None:
        table = serving.open(rules=TINY, manners={"thinking": False})
        async with serving.player(table.table, table.host, language="fr") as host:
            await host.sit(name)
            await host.send("start", fill=True)
            over = await play_on((host, 0))
            assert host.of("table")[-1]["seats"][0]["name"] == name
            assert serving.get(over["record"]).json()["seats"][0] == name
            answer = serving.get(over["link"])
            assert answer.headers["content-type"] == "application/json"
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.json()["seats"][0] == name

    run()


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
    async with serving.player(table.table) as guest:
        await guest.sit("Ben")
        wishes: dict[str, dict[str, object]] = {
            "start": {"fill": True},
            "settle": {"clock": 5},
            "sit-bot": {"bot": "badger"},
            "allow": {"seat": 0, "multiplier": 2},
            "pass-host": {"seat": 0},
        }
        for wish, fields in wishes.items():
            assert (await guest.ask(wish, **fields))["code"] == "not-host"
        async with serving.player(table.table, table.host) as host:
            assert (await host.ask("start"))["code"] == "seats-free"
            await host.send("sit-bot", bot="badger")
            await host.send("sit-bot", bot="ev", seat=2)
            assert (await host.ask("sit-bot", bot="badger"))["code"] == "table-full"
            await host.send("start")
            await guest.hear("step")
            assert (await host.ask("start"))["code"] == "game-running"


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


async def another_role_passes(serving: Serving) -> None:
    """Until the role has passed on at another table: had it been about to here, it would have."""
    table = serving.open(rules=TINY)
    async with serving.player(table.table) as guest:
        await guest.sit("Cleo")
        await guest.until(lambda frame: frame.get("hosting", False))


@over_sockets
async def test_the_role_passes_on_when_the_host_is_gone_and_not_before(serving: Serving) -> None:
    table = serving.open(rules=TINY)
    async with serving.player(table.table) as ben:
        await ben.sit("Ben", seat=1)
        async with serving.player(table.table, table.host) as ana:
            token = (await ana.sit("Ana"))["token"]
            await another_role_passes(serving)
            await ben.settled()
            assert not ben.of("table")[-1].get("hosting", False)
        assert (await ben.until(lambda frame: frame.get("hosting", False)))["host"] == 1
        async with serving.player(table.table, token) as back:
            assert not back.of("table")[0].get("hosting", False)


@over_sockets
async def test_the_role_of_a_host_who_never_sat_passes_on_to_the_first_who_sits_and_is_there(serving: Serving) -> None:
    table = serving.open(rules=TINY, bots=["badger"])
    async with serving.player(table.table) as watcher, serving.player(table.table) as ben:
        async with serving.player(table.table, table.host) as screen:
            await screen.sit("Ana", mine=False)  # She has a seat, and is not there.
            await ben.sit("Ben")
            await ben.settled()
            assert not ben.of("table")[-1].get("hosting", False)
        assert (await watcher.until(lambda frame: frame.get("host") is not None))["host"] == 1
        assert (await ben.until(lambda frame: frame.get("hosting", False)))["host"] == 1
        async with serving.player(table.table, table.host) as back:
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
        assert (await lea.ask("speak", seat=0, phrase="hello"))["say"] == "la place 0 n’est pas la vôtre"


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
    assert said.endswith("Expected `int`, got `str` for `seats` - at `$.rules`")
