"""Games and record files as a replay page gets them: every step, the course of the game, the check of the deal."""

from __future__ import annotations

from typing import Any

import pytest

from tacora.chance import shuffle
from tacora.games.records import decode, retell
from tests.server.serving import Opened, Serving, over_sockets, play_on

TINY = {"edition": "tiny", "seats": 3}
QUIET = {"thinking": False}

DIAMANT = (
    b'{"format": "tacora-record/1", "game": "diamant", "edition": "schmidt-2005", "seats": ["Ana", "Bo", "Cy", "Dee"],'
    b' "deal": [["14", "gas", "7", "5", "13", "gas"], ["9", "3"], ["4", "snakes"], ["11"], ["17", "15"]],'
    b' "decisions": [["CCCC", "CCCC", "LLCC", "--LC", "---C"], ["CCCC", "LLLL"], ["CCCC", "LLLL"], ["LLLL"],'
    b' ["CCCC", "LLLL"]]}'
)
"""The worked example of the rules, and four quiet expeditions."""

RELICS = (
    b'{"format": "tacora-record/1", "game": "diamant", "edition": "tacora-2024", "options": {"relics": true, "chests":'
    b' "hidden"}, "seats": ["Ana", "Bo", "Cy"], "deal": [["15", "R5", "11"], ["4"], ["5"], ["7"], ["9"]],'
    b' "decisions": [["CCC", "LCC", "-LL"], ["LLL"], ["LLL"], ["LLL"], ["LLL"]]}'
)

MISTER = (
    b'{"format": "tacora-record/1", "game": "mister-diamond", "edition": "ravensburger-1993", "seats": ["Ana", "Bo",'
    b' "Cy"], "first": 0, "deal": {"fixed": [2, 5, 8, 9, 13, 15, 19, 22, 24, 28, 30, 33, 36, 38, 40, 41],'
    b' "deck": ["3000", "3000", "1000", "2000", "theft", "6000", "4000"]},'
    b' "decisions": ["17", "8", "33", "41", "steal 0 3000", "8"]}'
)


def read(serving: Serving, record: bytes, **params: Any) -> dict[str, Any]:
    answer = serving.request("POST", "/api/replay", content=record, params=params)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def played(serving: Serving, **rules: Any) -> Opened:
    """A table with one finished game."""
    table = serving.open(rules=TINY | rules, manners=QUIET)
    async with serving.player(table.table, table.host) as ana:
        await ana.sit("Ana", colour=5, luck="clover")
        await ana.send("start", fill=True)
        await play_on((ana, 0))
    return table


# A game of a table


@over_sockets
async def test_a_finished_game_is_told_step_by_step(serving: Serving) -> None:
    table = await played(serving)
    link = f"/api/tables/{table.table}/games/1"
    found = serving.get(f"{link}/replay").json()
    game, record = serving.get(link).json(), serving.get(f"{link}/record")
    steps = retell(decode(record.content)).scenes
    assert len(found["steps"]) == len(steps)
    assert found["steps"][0]["decisions"] is None
    assert all(step["decisions"] and step["say"] for step in found["steps"][1:])
    assert found["steps"][-1]["view"]["over"]
    assert (found["table"], found["number"], found["record"]) == (table.table, 1, f"{link}/record")
    assert found["over"]["scores"] == game["scores"]
    assert [seat["name"] for seat in found["seats"]] == game["seats"]
    assert found["seats"][0] == {"name": "Ana", "letter": "A", "colour": 5}


@over_sockets
async def test_it_has_what_it_takes_to_check_the_deal(serving: Serving) -> None:
    table = await played(serving)
    link = f"/api/tables/{table.table}/games/1"
    check, game = serving.get(f"{link}/replay").json()["check"], serving.get(link).json()
    for name in ("seed", "commitment", "promise", "secret", "luck", "again"):
        assert check[name] == game[name]
    assert check["luck"][0] == "clover"
    for made in check["shuffles"]:
        dealt = shuffle(made["items"], bytes.fromhex(check["seed"]), made["label"])
        assert list(dealt[: len(made["came"])]) == made["came"]
    assert [made["label"] for made in check["shuffles"]] == ["diamant cave 1", "diamant cave 2"]


@over_sockets
async def test_mister_diamond_can_be_checked_too(serving: Serving) -> None:
    table = serving.open(rules={"game": "mister-diamond", "seats": 2}, manners=QUIET)
    async with serving.player(table.table, table.host) as ana:
        await ana.sit("Ana")
        await ana.send("start", fill=True)
        await play_on((ana, 0))
    found = serving.get(f"/api/tables/{table.table}/games/1/replay").json()
    seed = bytes.fromhex(found["check"]["seed"])
    made = {one["kind"]: one for one in found["check"]["shuffles"]}
    assert list(made) == ["first", "fixed", "deck"]
    fixed = set(shuffle(made["fixed"]["items"], seed, "mister diamond 1 fixed", made["fixed"]["count"]))
    assert set(made["fixed"]["came"]) <= fixed
    assert not set(made["fixed"]["not_came"]) & fixed
    deck = shuffle(made["deck"]["items"], seed, "mister diamond 1 deck")
    assert list(deck[: len(made["deck"]["came"])]) == made["deck"]["came"]
    assert shuffle(made["first"]["items"], seed, "mister diamond first", 1) == tuple(made["first"]["came"])
    assert found["story"]["turns"][-1]["scores"] == found["over"]["scores"]


@over_sockets
async def test_a_seat_is_shown_what_it_saw(serving: Serving) -> None:
    table = await played(serving, chests="hidden")
    link = f"/api/tables/{table.table}/games/1/replay"
    for seat in (None, 0, 2):
        steps = serving.get(link, params={} if seat is None else {"seat": seat}).json()["steps"]
        for step in steps[:-1]:
            assert [at for at, chest in enumerate(step["view"]["chests"]) if chest is not None] == (
                [] if seat is None else [seat]
            )
        assert None not in steps[-1]["view"]["chests"]


@over_sockets
async def test_a_seat_is_spoken_to_in_its_language(serving: Serving) -> None:
    table = await played(serving)
    link = f"/api/tables/{table.table}/games/1/replay"
    english = " ".join(step["say"] for step in serving.get(link, params={"seat": 0}).json()["steps"])
    french = " ".join(step["say"] for step in serving.get(link, params={"lang": "fr"}).json()["steps"])
    assert "You" in english
    assert "Expédition 1 sur 2" in french
    assert "Ana" in french


@over_sockets
async def test_a_game_that_is_not_over_is_nobodys_business(serving: Serving) -> None:
    table = serving.open(rules=TINY, manners=QUIET)
    async with serving.player(table.table, table.host) as ana:
        await ana.sit("Ana")
        await ana.send("start", fill=True)
        await ana.hear("step")
        answer = serving.get(f"/api/tables/{table.table}/games/1/replay")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-game-here")


@over_sockets
async def test_a_seat_that_there_is_not(serving: Serving) -> None:
    table = await played(serving)
    for seat in ("3", "-1", "x", "99999"):
        answer = serving.get(f"/api/tables/{table.table}/games/1/replay", params={"seat": seat})
        assert (answer.status_code, answer.json()["code"]) == (400, "no-such-seat")


# A file


def test_a_file_is_told_like_a_game(serving: Serving) -> None:
    found = read(serving, DIAMANT)
    assert (found["game"], found["edition"], found["table"]) == ("diamant", "schmidt-2005", None)
    assert found["over"]["winners"] == [2]
    assert found["over"]["ranks"] == [2, 2, 1, 4]
    assert found["check"] == read(serving, DIAMANT, seat=1)["check"]
    assert found["check"]["seed"] is None
    assert found["seats"][3] == {"name": "Dee", "letter": "D", "colour": 3}


def test_the_course_of_a_game_of_diamant(serving: Serving) -> None:
    course = read(serving, DIAMANT)["story"]
    first, *others = course["expeditions"]
    assert (first["ended"], first["hazard"], first["cards"]) == ("hazard", "gas", 6)
    assert first["chests"] == first["home"] == [6, 6, 8, 0]
    assert [when > 0 for when in first["left"]] == [True, True, True, False]
    assert first["lost"] == course["lost"] == [0, 0, 0, 19]
    assert [one["ended"] for one in others] == ["left"] * 4
    assert [one["step"] for one in course["expeditions"]] == [0, 5, 7, 9, 10]
    for before, after in zip(course["expeditions"], others, strict=False):
        assert after["chests"] == [a + b for a, b in zip(before["chests"], after["home"], strict=True)]


def test_turning_points_are_sentences(serving: Serving) -> None:
    moments = read(serving, DIAMANT)["story"]["moments"]
    said = " ".join(moment["say"] for moment in moments)
    assert "Dee loses 19 gems. The cause: gas cloud." in said
    assert "Cy takes the lead and keeps it." in said
    assert "Ana is short of victory" not in said
    assert "Dee is short of victory by 8 and left 19 in the caves." in said
    french = " ".join(moment["say"] for moment in read(serving, DIAMANT, lang="fr")["story"]["moments"])
    assert "Dee perd 19 gemmes" in french


def test_relics_are_turning_points_and_hidden_chests_stay_hidden(serving: Serving) -> None:
    found = read(serving, RELICS, seat=1)
    assert "Ana leaves alone and takes a relic worth 5." in " ".join(m["say"] for m in found["story"]["moments"])
    assert found["story"]["relics"] == [5, 0, 0]
    assert found["story"]["expeditions"][0]["scores"][0] == found["story"]["expeditions"][0]["chests"][0] + 5
    assert found["steps"][3]["view"]["chests"][0] is None
    assert found["steps"][3]["view"]["chests"][1] is not None


def test_the_course_of_a_game_of_mister_diamond(serving: Serving) -> None:
    found = read(serving, MISTER)
    course = found["story"]
    assert found["over"] is None
    assert course["thefts"] == [{"step": 5, "thief": 1, "victim": 0, "price": 3000}]
    assert course["retries"] == [{"step": 6, "seat": 0, "place": 8}]
    assert course["hands"][0] == {"lifted": 1, "stuck": 2, "again": 1, "stolen": 0, "robbed": 1}
    assert [turn["scores"] for turn in course["turns"]][-1] == [0, 3000, 0]
    assert found["steps"][5]["decisions"] == {"1": "steal 0 3000"}
    assert [moment["step"] for moment in course["moments"]] == [5, 6]


@pytest.mark.parametrize(
    ("record", "code", "say"),
    [
        (b"", "empty", "There is nothing in it"),
        (b"{", "json-cut", "Its end is missing"),
        (b"\xff\xfe", "not-utf8", "byte 0"),
        (DIAMANT.replace(b'"LLCC"', b'"LLC-"'), "must-decide", "Expedition 1, decision 3, seat 3"),
        (DIAMANT.replace(b'"13"', b'"12"'), "unknown-card", "Expedition 1, card 5"),
        (DIAMANT.replace(b'"Bo", ', b""), "letter-count", "Expedition 1, decision 1"),
        (MISTER.replace(b'"33"', b'"43"'), "no-such-place", "Decision 3"),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_the_place(serving: Serving, record: bytes, code: str, say: str) -> None:
    answer = serving.request("POST", "/api/replay", content=record)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert say in answer.json()["say"]


def test_a_file_that_is_too_large_is_refused(serving: Serving) -> None:
    answer = serving.request("POST", "/api/replay", content=b" " * (256 * 1024 + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "body-too-large")


def test_a_match_without_end_is_refused(serving: Serving) -> None:
    record = MISTER.replace(b'"17",', b'"17",' * 2_001)
    answer = serving.request("POST", "/api/replay", content=record)
    assert (answer.status_code, answer.json()["code"]) == (400, "replay-too-long")


def test_pages_of_other_servers_may_not_ask(serving: Serving) -> None:
    answer = serving.request("POST", "/api/replay", content=DIAMANT, headers={"origin": "https://elsewhere.example"})
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong-origin")
