"""Tables, seats and who may do what, over real sockets."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from pathlib import Path

import pytest

from tacora.games.diamant import EDITIONS
from tacora.server.domain.names import new_code, plain_code
from tacora.server.live.lobby import RECENT
from tests.server.serving import HELD, Serving, over_sockets, play_on, until

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
        "here": 0,
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
        assert entry["here"] == 1
    assert await until(lambda: serving.get(f"/api/tables/{table.table}").json()["here"] == 0)


@over_sockets
async def test_a_table_where_somebody_waits_now_comes_before_others_that_can_be_joined(serving: Serving) -> None:
    older, newer = (serving.open(rules=TINY, listed=True) for _ in range(2))
    async with serving.player(older.table, older.host) as host:
        listed = lobby_of(serving, 2)
        assert listed.index(newer.table) < listed.index(older.table)
        await host.sit("Ana")
        listed = lobby_of(serving, 2)
        assert listed.index(older.table) < listed.index(newer.table)


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
    "a joiner that joins nothing": "\u0645\u06cc\u200c",
    "two joiners": "\u0645\u200c\u200c\u0645",
    "a joiner alone": "\u200d",
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
        for name in ("Ana\ufe0f", "A\u034fna", "Ana\u17b4", "\u200fAna\u200e"):
            assert (await guest.ask("sit", name=name))["code"] == "name-taken"


JOINED = ["\u0645\u06cc\u200c\u0646\u0627", "\U0001f469\u200d\U0001f680 Zoé", "\u0915\u094d\u200d\u0937"]


@over_sockets
async def test_a_name_may_be_joined_as_its_script_is(serving: Serving) -> None:
    """Persian, a picture of two, and an Indian syllable; what differs in a joiner alone looks the same."""
    table = serving.open(rules={"edition": "tiny", "seats": 4})
    async with serving.player(table.table) as guest:
        for name in JOINED:
            assert (await guest.sit(name))["seat"] == JOINED.index(name)
        assert [chair["name"] for chair in guest.of("table")[-1]["seats"][:3]] == JOINED
        alike = JOINED[0].replace("\u200c", "")
        assert (await guest.ask("sit", name=alike))["code"] == "name-taken"


@over_sockets
async def test_before_the_first_game_a_bot_leaves_its_name_to_a_person(serving: Serving) -> None:
    table = serving.open(rules=TINY, bots=["badger", "badger"], manners={"thinking": False})
    async with serving.player(table.table, table.host) as ana:
        assert [chair and chair["name"] for chair in ana.of("table")[-1]["seats"]] == [None, "Badger", "Badger 2"]
        await ana.sit("badger")
        assert [chair["name"] for chair in ana.of("table")[-1]["seats"]] == ["badger", "Badger 3", "Badger 2"]
        await ana.send("start")
        await ana.hear("step")


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
