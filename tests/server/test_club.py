"""A club evening: the same deals at several tables, seat against seat, and no result before all have finished."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacora.game import Refused, Seat
from tacora.server.domain import log
from tacora.server.domain.club import Mark, Progress, Result, counted, counts_for, evening_rules, shares, standings
from tacora.server.domain.log import TimeControl
from tacora.server.domain.rules import Rules
from tacora.server.http.club import ClubDesk, EveningShown
from tacora.server.live.limits import Limits
from tacora.server.live.registry import Registry
from tacora.server.storage.folding import read_room
from tacora.server.storage.store import AppendConflict, Store, StoreFailed
from tests.loop import run
from tests.server.backends import Backend
from tests.server.serving import Player, Serving, over_sockets, play_on, until

RULES = Rules(edition="schmidt-2005", seats=3)
WRITTEN = {"edition": "schmidt-2005", "seats": 3}


# Scoring


def results_of(scores: list[int]) -> list[Result]:
    """A deal at tables with two seats: negative scores are those of bots."""
    return [
        Result(1 + at // 2, at % 2, f"{at}", abs(score), score < 0)
        for at, score in enumerate(scores[: len(scores) & ~1])
    ]


deals = st.lists(st.integers(-3, 3), min_size=4, max_size=12).map(results_of)


@given(deals)
def test_the_matchpoints_at_a_seat_add_up_to_half_of_those_who_sat_there(results: list[Result]) -> None:
    found = shares(results)
    assert found == shares([msgspec.structs.replace(result, score=2 * result.score + 1) for result in results])
    for seat in {result.seat for result in results}:
        field = [share for result, share in zip(results, found, strict=True) if result.seat == seat]
        assert sum(field) == Fraction(len(field), 2)
        assert all(0 <= share <= 1 for share in field)


@given(st.lists(deals, min_size=1, max_size=3), st.integers())
def test_in_which_order_results_come_does_not_matter(evening: list[list[Result]], seed: int) -> None:
    rng = Random(seed)
    mixed = [rng.sample(results, len(results)) for results in evening]
    assert standings(mixed) == standings(evening)


@given(st.lists(deals, min_size=1, max_size=3))
def test_bots_are_compared_with_but_not_ranked(evening: list[list[Result]]) -> None:
    people = {(result.table, result.name) for results in evening for result in results if not result.bot}
    rows = standings(evening)
    assert {(row.table, row.name) for row in rows} == people
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    for row in rows:
        assert row.rank == 1 + sum(other.rank < row.rank for other in rows), "those with as much share a place"


def test_a_deal_that_somebody_does_not_play_brings_them_nothing() -> None:
    first = [Result(1, 0, "Ana", 9), Result(2, 0, "Ben", 4), Result(3, 0, "Fox", 4, bot=True)]
    second = [Result(1, 0, "Ana", 1), Result(2, 0, "Cleo", 8), Result(3, 0, "Fox", 0, bot=True)]
    ana, cleo, ben = standings([first, second])
    assert (ana.name, ana.rank, ana.percent, ana.marks) == ("Ana", 1, 75.0, (Mark(9, 100.0), Mark(1, 50.0)))
    assert (cleo.name, cleo.rank, cleo.percent, cleo.marks) == ("Cleo", 2, 50.0, (None, Mark(8, 100.0)))
    assert (ben.name, ben.rank, ben.percent, ben.marks) == ("Ben", 3, 12.5, (Mark(4, 25.0), None))


@pytest.mark.parametrize(
    ("tables", "deal", "found"),
    [
        ([(1, 1, True), (1, 1, True)], 1, (1, 2)),
        ([(2, 2, True), (1, 1, True)], 2, ()),
        ([(2, 2, True), (2, 1, True)], 2, ()),
        ([(3, 3, True), (3, 3, False)], 3, (1, 2)),
        ([(1, 1, True), (0, 0, True)], 1, ()),  # There is nobody to be compared with.
        ([(3, 3, True), (0, 0, False)], 1, ()),
        ([(1, 1, True), (1, 1, True), (0, 0, False)], 1, (1, 2)),  # Nobody is there.
        ([(1, 1, True), (1, 1, True), (0, 0, True)], 1, (1, 2)),  # They have only sat down.
        ([(1, 1, True), (1, 1, True), (1, 0, True)], 1, ()),
        ([(1, 1, True), (1, 1, True), (1, 0, False)], 1, ()),  # Bots play it to its end.
        ([(2, 2, True), (2, 2, True), (1, 1, True)], 2, ()),  # They are between two deals.
        ([(2, 2, True), (2, 2, True), (1, 1, False)], 2, (1, 2)),  # They have gone home.
    ],
)
def test_a_deal_counts_once_no_table_that_takes_part_has_still_to_finish_it(
    tables: list[tuple[int, int, bool]], deal: int, found: tuple[int, ...]
) -> None:
    assert counts_for({number: Progress(*table) for number, table in enumerate(tables, start=1)}, deal) == found


progresses = st.tuples(st.integers(0, 3), st.booleans(), st.booleans()).map(
    lambda how: Progress(how[0], how[0] - (how[0] > 0 and how[1]), how[2])
)
halls = st.lists(progresses, min_size=2, max_size=4).map(lambda tables: dict(enumerate(tables, start=1)))


@given(halls, halls)
def test_what_counts_stays_as_it_is_whoever_comes_or_goes(now: dict[int, Progress], later: dict[int, Progress]) -> None:
    before = counted((), now, 3)
    after = counted(before, later, 3)
    assert after[: len(before)] == before
    assert counted(after, later, 3) == after
    for deal, tables in enumerate(after[len(before) :], start=len(before) + 1):
        assert len(tables) > 1
        assert all(later[number].finished >= deal for number in tables)


def test_a_game_whose_cards_depend_on_decisions_is_no_game_for_an_evening() -> None:
    assert dict(evening_rules(RULES).options) == {"duplicate": True}
    for rules, code in [
        (Rules(game="mister-diamond", seats=2), "no-same-deals"),
        (Rules(edition="incan-gold-2006"), "duplicate-relics"),
    ]:
        with pytest.raises(Refused) as refused:
            evening_rules(rules)
        assert refused.value.code == code


# Kept in the store


async def play(store: Store, table: str, name: str, action: str, seat: Seat = 0) -> str:
    """Play the next deal of a table to its end: somebody always does this, and bots have the other seats. Its seed."""
    room = await read_room(store, table)
    entries: list[log.AnyEntry] = []

    def enter(*new: log.AnyEntry) -> None:
        for entry in new:
            room.enter(entry)
            entries.append(entry)

    first = room.seq
    if not room.chairs.people():
        enter(room.sit(name, None, "", seat)[0])
    enter(*room.start(True, {bot: bot for bot in room.rules.kind.company}))
    while room.running:
        assert room.play is not None
        legal = {seat: room.play.legal(seat) for seat in room.play.pending}
        actions = {each: action if each == seat else options[-1] for each, options in legal.items()}
        enter(*room.decide(actions, room.decision))
    await write(store, table, first, *entries)
    assert room.play is not None
    return room.play.seed.hex()


async def write(store: Store, table: str, seq: int, *entries: log.AnyEntry) -> None:
    await store.append(table, seq, list(map(log.written, entries)), 1.0)
    if store.shared:
        await store.release(table)


async def evening(desk: ClubDesk, tables: int, deals: int) -> tuple[str, list[tuple[str, str]]]:
    opened: list[tuple[str, str]] = []
    return await desk.evenings.open(RULES, TimeControl(), tables, deals, "en", opened), opened


async def looked_up(backend: Backend, club: str) -> EveningShown:
    """An evening as another process, or the same after a restart, shows it."""
    registry = Registry(backend.store())
    try:
        return await ClubDesk(registry).shown(club)
    finally:
        await registry.close()


def test_every_process_shows_an_evening_also_after_a_restart(backend: Backend) -> None:
    async def go() -> None:
        registry = Registry(backend.store())
        desk = ClubDesk(registry)
        club, opened = await evening(desk, 3, 2)
        one, two, _ = [table for table, _ in opened]
        store = registry.store
        shown = await looked_up(backend, club)
        assert (shown.deals, shown.seats, shown.edition, shown.counted) == (2, 3, "schmidt-2005", 0)
        assert [table.table for table in shown.tables] == [table for table, _ in opened]
        first = await play(store, one, "Ana", "L")
        assert (await looked_up(backend, club)).counted == 0
        second = await play(store, one, "Ana", "L")
        assert second != first
        assert await play(store, two, "Ben", "C") == first
        shown = await looked_up(backend, club)
        assert shown.counted == 1, "the second deal is finished at one table only"
        assert {row.name for row in shown.standings} == {"Ana", "Ben"}
        assert all(len(row.marks) == 1 for row in shown.standings)
        assert [(table.begun, table.finished) for table in shown.tables] == [(2, 2), (1, 1), (0, 0)]
        assert await play(store, two, "Ben", "C") == second
        assert (await looked_up(backend, club)).counted == 2
        with pytest.raises(Refused, match="no such evening"):
            await looked_up(backend, "nobody")
        await registry.close()

    run(go())


def test_on_one_seat_the_same_bot_plays_at_every_table_wherever_people_sit(backend: Backend) -> None:
    async def go() -> None:
        registry = Registry(backend.store())
        _, opened = await evening(ClubDesk(registry), 3, 1)
        for seat, (table, _) in enumerate(opened):
            await play(registry.store, table, "Ana", "L", seat)
        rooms = [await read_room(registry.store, table) for table, _ in opened]
        for seat in range(3):
            bots = {room.chairs.at(seat).bot for room in rooms} - {None}
            assert len(bots) == 1
        await registry.close()

    run(go())


def test_a_deal_that_counts_is_final_and_whoever_begins_it_later_is_not_compared(backend: Backend) -> None:
    async def go() -> None:
        registry = Registry(backend.store())
        club, opened = await evening(ClubDesk(registry), 3, 2)
        one, two, three = [table for table, _ in opened]
        store = registry.store
        await play(store, one, "Ana", "L")
        await play(store, two, "Ben", "C")
        sat, _ = (await read_room(store, three)).sit("Zoe", None, "", 0)
        await write(store, three, 1, sat)
        shown = await looked_up(backend, club)
        assert shown.counted == 1, "who has only sat down holds nobody up"
        before = shown.standings
        assert [table.late for table in shown.tables] == [0, 0, 1]
        await play(store, three, "Zoe", "L")
        assert (await looked_up(backend, club)).standings == before
        await play(store, one, "Ana", "L")
        await play(store, two, "Ben", "C")
        assert (await looked_up(backend, club)).counted == 1, "the third table takes part from now on"
        await play(store, three, "Zoe", "L")
        shown = await looked_up(backend, club)
        marks = {row.name: row.marks for row in shown.standings}
        assert [mark is not None for mark in marks["Zoe"]] == [False, True]
        assert [mark is not None for mark in marks["Ana"]] == [True, True]
        await registry.close()

    run(go())


def test_of_two_processes_that_find_a_deal_complete_one_settles_for_whom_it_counts(backend: Backend) -> None:
    async def go() -> None:
        registry, other = Registry(backend.store()), Registry(backend.store())
        evenings, others = ClubDesk(registry).evenings, ClubDesk(other).evenings
        club = await evenings.open(RULES, TimeControl(), 3, 2, "en", [])
        before = await evenings.read(club)
        both = await asyncio.gather(
            evenings.count(club, before, [(1, 2)]), others.count(club, before, [(1, 2, 3)]), return_exceptions=True
        )
        kept = await evenings.read(club)
        assert kept.counted in [((1, 2),), ((1, 2, 3),)]
        assert kept in both
        late = await evenings.count(club, before, [(2, 3)])
        assert late == kept
        assert (await others.count(club, kept, [(1, 3)])).counted == (*kept.counted, (1, 3))
        await registry.close()
        await other.close()

    run(go())


def test_a_table_that_cannot_be_read_is_not_passed_over(backend: Backend) -> None:
    async def go() -> None:
        registry = Registry(backend.store())
        club, ((one, _), *_) = await evening(ClubDesk(registry), 2, 1)
        await registry.store.append(one, 1, [b'{"type":"from-the-future"}'], 1.0)
        if registry.store.shared:
            await registry.store.release(one)
        with pytest.raises(log.Unreadable):
            await looked_up(backend, club)
        await registry.close()

    run(go())


def test_of_an_evening_that_fails_halfway_what_was_opened_is_known(backend: Backend) -> None:
    async def go() -> None:
        registry = Registry(backend.store())
        evenings, append = ClubDesk(registry).evenings, registry.store.append
        opened: list[tuple[str, str]] = []

        def failing(table: str, seq: int, *more: Any) -> asyncio.Future[None]:
            failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            failed.set_exception(AppendConflict())
            return failed if table.startswith("club-") and seq else append(table, seq, *more)

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(registry.store, "append", failing)
            with pytest.raises(StoreFailed):
                await evenings.open(RULES, TimeControl(), 3, 2, "en", opened)
        assert len(opened) == 3
        await registry.close()

    run(go())


# Over real sockets


def opened(serving: Serving, **wanted: Any) -> Any:
    body = {"rules": WRITTEN, "manners": {"thinking": False}, "tables": 2, "deals": 2, **wanted}
    return serving.request("POST", "/api/club", content=msgspec.json.encode(body))


def shown(serving: Serving, club: str) -> Any:
    return serving.get(f"/api/club/{club}").json()


async def deal(player: Player, action: str) -> Any:
    """Start the next deal, and play it to its end."""
    await player.send("start", fill=True)
    await player.hear("step")
    return await play_on((player, 0), choose=lambda _step, _seat: action)


@over_sockets
async def test_two_tables_play_two_deals_and_a_restart_forgets_nothing(tmp_path: Path) -> None:
    store = tmp_path / "tables.db"
    with Serving(store) as serving:
        answer = opened(serving)
        assert answer.status_code == 201
        club, (one, two) = answer.json()["club"], answer.json()["tables"]
        async with serving.player(one["table"]) as ana, serving.player(two["table"]) as ben:
            assert ana.of("table")[0]["club"] == club
            assert ana.of("table")[0]["deals"] == 2
            assert ana.of("table")[0]["again"]
            token = (await ana.sit("Ana"))["token"]
            assert ana.of("table")[-1]["hosting"], "whoever sits down first"
            first = await deal(ana, "L")
            assert first["secret"] == ""
            assert await until(lambda: shown(serving, club)["tables"][0]["finished"] == 1)
            await ben.sit("Ben")
            assert await until(lambda: shown(serving, club)["tables"][1]["players"][0] is not None)
            assert (shown(serving, club)["counted"], shown(serving, club)["standings"]) == (0, [])
            same = await deal(ben, "C")
            assert same["seed"] == first["seed"]
            assert await until(lambda: shown(serving, club)["counted"] == 1)
            (one_mark, two_mark) = first["scores"][0], same["scores"][0]
            marks = {row["name"]: row["marks"] for row in shown(serving, club)["standings"]}
            assert [marks["Ana"][0]["score"], marks["Ben"][0]["score"]] == [one_mark, two_mark]
            share = 100.0 if one_mark > two_mark else 0.0 if one_mark < two_mark else 50.0
            assert [marks["Ana"][0]["percent"], marks["Ben"][0]["percent"]] == [share, 100 - share]
            await ben.settled()
            assert ben.of("table")[-1]["again"], "luck changes nothing of the second deal, either"
            second = await deal(ben, "C")
            assert second["seed"] != same["seed"]
    with Serving(store) as serving:
        assert (shown(serving, club)["counted"], shown(serving, club)["tables"][1]["finished"]) == (1, 2)
        async with serving.player(one["table"], token) as ana:
            assert (await deal(ana, "C"))["seed"] == second["seed"]
            assert await until(lambda: shown(serving, club)["counted"] == 2)
            await ana.settled()
            assert not ana.of("table")[-1].get("again"), "all deals are played"
            row = shown(serving, club)["standings"][0]
            assert len(row["marks"]) == 2
        async with serving.player(one["table"], one["host"]) as organiser:
            assert organiser.of("table")[0]["hosting"], "the organiser hosts every table, whoever else does"
            await organiser.send("stand", seat=2)
            await organiser.until(lambda table: table["seats"][2] is None)
            assert (await organiser.ask("sit-bot", bot="tortoise", seat=2))["code"] == "club-bots"


@over_sockets
async def test_whoever_begins_at_a_spare_table_and_goes_holds_nobody_up(serving: Serving) -> None:
    wanted = {"rules": WRITTEN, "tables": 3, "deals": 1}
    answer = serving.request("POST", "/api/club", content=msgspec.json.encode(wanted)).json()
    one, two, three = [each["table"] for each in answer["tables"]]
    async with serving.player(three) as guest:
        await guest.sit("Zoe")
        await guest.send("start", fill=True)
        await guest.hear("step")
    async with serving.player(one) as ana, serving.player(two) as ben:
        await ana.sit("Ana")
        await ben.sit("Ben")
        await deal(ana, "L")
        await deal(ben, "L")
    assert await until(lambda: shown(serving, answer["club"])["counted"] == 1), "a bot played on for the guest"
    assert [table["finished"] for table in shown(serving, answer["club"])["tables"]] == [1, 1, 1]


@over_sockets
async def test_the_coach_is_silent_where_results_are_compared(serving: Serving) -> None:
    (table, _) = opened(serving, rules={**WRITTEN, "coach": True}).json()["tables"]
    async with serving.player(table["table"]) as ana:
        await ana.sit("Ana")
        await ana.send("start", fill=True)
        await ana.hear("step")
        await ana.send("ask", about="coach", id="q")
        answer = await ana.hear("answer", id="q")
        assert (answer["say"], answer.get("after", {})) == ("This table plays without the coach.", {})


def test_an_evening_costs_as_much_as_its_tables_and_bad_wishes_cost_nothing(tmp_path: Path) -> None:
    with Serving(tmp_path / "tables.db", Limits(tables_per_hour=5)) as serving:
        bad: list[tuple[dict[str, Any], str]] = [
            ({"tables": 1}, "bad-frame"),
            ({"tables": 9}, "bad-frame"),
            ({"deals": 0}, "bad-frame"),
            ({"deals": 11}, "bad-frame"),
            ({"rules": {"seats": 2}}, "seat-count"),
            ({"rules": {"game": "mister-diamond", "seats": 2}}, "no-same-deals"),
            ({"tables": 6}, "too-many-tables"),
        ]
        for wrong, code in bad:
            assert opened(serving, **wrong).json()["code"] == code
        assert opened(serving, tables=3).status_code == 201
        assert opened(serving, tables=3).json()["code"] == "too-many-tables"
        assert opened(serving, tables=2).status_code == 201
        assert serving.post({}).json()["code"] == "too-many-tables"
        foreign = {"Origin": "http://elsewhere.example"}
        assert serving.request("POST", "/api/club", headers=foreign).json()["code"] == "wrong-origin"
        for nowhere in ("nobody", "no%20such", "club-x", "%C3%A9"):
            answer = serving.get(f"/api/club/{nowhere}")
            assert (answer.status_code, answer.json()["code"]) == (404, "no-such-evening")


def test_an_evening_has_a_page_and_a_code_for_its_link(serving: Serving) -> None:
    club = opened(serving).json()["club"]
    page = {"Accept": "text/html"}
    assert f'data-club="{club}"' in serving.get(f"/club/{club.upper()}", headers=page).text
    assert serving.get(f"/club/{club}/qr.svg?lang=fr").headers["content-type"] == "image/svg+xml"
    assert serving.get("/club/nobody", headers=page).status_code == 404
    form = serving.get("/club", headers=page).text
    assert 'value="tacora-2024"' in form
    assert 'value="incan-gold-2006"' not in form, "its relics depend on how deep somebody went"
    assert serving.get(f"/api/tables/club-{club}").status_code == 404


def test_a_typed_code_leads_to_a_table_or_an_evening_and_only_one_that_leads_nowhere_is_a_miss(tmp_path: Path) -> None:
    store = tmp_path / "tables.db"
    with Serving(store) as serving:
        answer = opened(serving).json()
    with Serving(store, Limits(misses_per_minute=2)) as serving:
        club, table = answer["club"], answer["tables"][0]["table"]
        for _ in range(5):
            assert serving.get(f"/api/codes/{club.upper()}").json() == {"path": f"/club/{club}"}
            assert serving.get(f"/api/codes/{table}").json() == {"path": f"/t/{table}"}
        for nowhere in ("nobody", "club-x"):
            missed = serving.get(f"/api/codes/{nowhere}")
            assert (missed.status_code, missed.json()["code"]) == (404, "no-such-table")
        assert serving.get("/api/codes/nobody").json()["code"] == "too-many-misses"
