"""Orca itself, from one end to the other: hosting, watching, whole games, and what comes after them.

Each counts keys, words that helped nobody and seconds to the first word; `make figures-by-ear` prints them.
"""

from __future__ import annotations

import time
from functools import partial

import pytest

from tacora.narration.catalogue import Language
from tacora.server.domain import log
from tacora.server.domain.challenge import rules_of
from tacora.server.domain.log import TimeControl
from tacora.server.domain.room import open_room
from tacora.server.domain.rules import Rules
from tacora.server.live.daily import challenged, today
from tests.ear.counting import Count
from tests.ear.orca import Ear
from tests.ear.player import KEYS, Player, at_the_door
from tests.ear.test_orca import a_theft_for_the_first_seat, both_languages, in_english, in_french
from tests.ear.witness import Witness, plain, witness
from tests.server.serving import Serving, calm
from tests.web.playing import dealt, disaster, seed_where

pytestmark = [pytest.mark.usefixtures("screen_reader"), pytest.mark.long]

AT_ONCE = TimeControl(thinking=False)
CAVES = Rules(seats=3)
TINY = Rules(edition="tiny", seats=3)
DUEL = Rules(game="mister-diamond", edition="ravensburger-1993", seats=2)


@in_english
def test_hosting(serving: Serving, language: Language, count: Count) -> None:
    with at_the_door(serving.address, language) as player:
        ear = player.ear
        ear.quiet()
        ear.go_to(player.words("new-name"))
        player.type("Ana")
        ear.press("Return")
        ear.hear(player.words("ear-you-sat", letter="A", name="Ana"))
        ear.hear(player.words("seats-start-fill", free=3))
        count("host", player)


@in_french
def test_watching_a_game_with_a_disaster(serving: Serving, language: Language, count: Count) -> None:
    opened = dealt(serving, TINY, seed_where(TINY, disaster, 1), manners=AT_ONCE)
    with (
        at_the_door(f"{serving.address}/t/{opened.table}#watch", language) as player,
        witness(serving, opened.table, language) as player.knows,
        witness(serving, opened.table, language, opened.host) as ana,
        witness(serving, opened.table, language) as ben,
    ):
        ear = player.ear
        ear.wait(lambda: all(each.of("now") for each in (player.knows, ana, ben)), "everybody")
        ear.hear(player.words("ear-gathering", table=opened.table, taken=0, seats=3, names=""))
        ana.sit("Ana")
        ben.sit("Ben")
        ear.quiet()
        ana.send("start", fill=True)
        decided = {ana: -1, ben: -1}
        while not player.knows.of("over"):
            _hear_out(player, decided)
            for who in (ana, ben):
                if _asked(who, decided[who]):
                    first, decided[who] = decided[who] < 0, (who.step or {})["decision"]
                    who.decide("C" if first else "L")
        player.nothing_lost_nothing_twice()
        count("watch", player)


def _hear_out(player: Player, decided: dict[Witness, int]) -> None:
    """Wait until somebody has a question yet to be decided, or the game is over, and all that was told is said."""
    over = player.knows.of
    player.ear.wait(lambda: over("over") or any(_asked(who, last) for who, last in decided.items()), "a question")
    player.hear_all()


def _asked(who: Witness, after: int) -> bool:
    """Whether somebody has a question later than this one."""
    step = who.step or {}
    return bool(step.get("legal")) and step["decision"] > after


@in_french
def test_a_whole_game_of_diamant_and_what_comes_after_it(serving: Serving, language: Language, count: Count) -> None:
    opened = dealt(serving, CAVES, calm(CAVES), manners=AT_ONCE)
    with at_the_door(f"{serving.address}/t/{opened.table}#seat={opened.host}", language) as player:
        ear = player.ear
        player.sit_down(opened.table, CAVES.seats)
        count("join", player)
        with witness(serving, opened.table, language, player.token(opened.table)) as player.knows:
            ear.wait(lambda: player.knows.of("now"), "the second device")
            ear.press("Return")
            deeper = True
            while player.listen():
                _decide(player, KEYS[language]["C" if deeper else "L"])
                deeper = not deeper
            player.nothing_lost_nothing_twice()
            count("diamant", player)
        del player.knows
        _come_to_the_podium(player)
        ear.go_to(player.words("after-as-table"))
        ear.press("Return")
        caption = "document.querySelector('after-game details[open] caption')?.textContent"
        course = ear.wait(lambda: player.page.evaluate(caption), "the table")
        player.browse_mode()
        before = len(ear.heard())
        ear.press("t")  # Orca's own key: to the next table.
        ear.hear(course, since=before)
        count("podium", player)
        ear.go_to(player.words("check-button"))
        ear.press("Return")
        ear.hear(player.words("check-all-right"))
        count("check", player)
        ear.go_to(player.words("review-weigh"))
        ear.press("Return")
        ear.hear(player.words("review-done"), patience=240)
        count("review", player)
        ear.go_to(player.words("after-replay"), "shift+Tab")
        ear.press("Return")
        what = player.words("replay-of-game", table=opened.table, game=1)
        ear.hear(what)
        ear.wait(lambda: player.page.holds("document.getElementById('slider')?.max > 0"), "its steps")
        ear.wait(partial(_openings, player, what), "what it is")
        ear.quiet()
        assert _openings(player, what) == 1
        ear.go_to(player.words("replay-forward"))
        for _ in range(3):
            said = len(ear.announced())
            ear.press("Return")
            ear.wait(partial(_more, ear, said), "the step")
            ear.quiet(0.9)
            (step,) = ear.announced()[said:]
            assert plain(step) == plain(player.page.evaluate("document.getElementById('said').textContent"))
            ear.wanted.append(step)
        count("replay", player)


def _decide(player: Player, key: str) -> None:
    """Press a key until it counts: a busy page may still take it for an answer to the question before, and says so."""
    ear, steps = player.ear, len(player.knows.sentences())

    def told() -> str:
        early = any(plain(player.words("wish-early")) in plain(text) for text in ear.texts()[said:])
        return "early" if early else "decided" if len(player.knows.sentences()) > steps else ""

    while True:
        said = len(ear.heard())
        ear.press(key)
        if ear.wait(told, "the decision") == "decided":
            return


def _openings(player: Player, what: str) -> int:
    """How often a replay was announced with its steps."""
    steps = player.page.evaluate("Number(document.getElementById('slider').max) + 1")
    opening = player.words("replay-opened", what=what, steps=steps, names="Zzz")
    return plain(" ".join(player.ear.announced())).count(plain(opening).split("zzz")[0])


def _more(ear: Ear, than: int) -> bool:
    return len(ear.announced()) > than


@pytest.mark.soak
@both_languages
def test_a_whole_game_of_mister_diamond_with_thefts(serving: Serving, language: Language, count: Count) -> None:
    opened = dealt(serving, DUEL, seed_where(DUEL, a_theft_for_the_first_seat, 0), manners=AT_ONCE)
    with at_the_door(f"{serving.address}/t/{opened.table}#seat={opened.host}", language) as player:
        ear = player.ear
        player.sit_down(opened.table, DUEL.seats)
        with (
            witness(serving, opened.table, language, player.token(opened.table)) as player.knows,
            witness(serving, opened.table, language) as other,
        ):
            ear.wait(lambda: player.knows.of("now") and other.of("now"), "the second device, and another player")
            other.sit("Ben")
            count("join", player)
            ear.press("Return")
            decision = -1
            while not player.knows.of("over"):
                _hear_out(player, {player.knows: decision, other: decision})
                if _asked(other, decision):
                    decision = (other.step or {})["decision"]
                    other.decide(next(iter((other.step or {})["legal"].values()))[-1])
                elif _asked(player.knows, decision):
                    decision = (player.knows.step or {})["decision"]
                    actions = (player.knows.step or {})["legal"]["0"]
                    if actions[0].isdecimal():
                        ear.press_quickly(*actions[-1])
                        ear.hear(player.words("tray-place-standing", place=actions[-1]))
                    else:
                        ear.press("Down")  # From the question to the first choice.
                    ear.press("Return")
            player.hear_all()
            kinds = [event["type"] for step in player.knows.of("step") for event in step["events"]]
            assert "stolen" in kinds
            player.nothing_lost_nothing_twice()
            count("mister-diamond", player)


@pytest.mark.soak
@both_languages
def test_the_cave_of_the_day_from_the_start_page_to_what_is_shared(
    serving: Serving, language: Language, count: Count
) -> None:
    _deal_a_calm_day(serving)
    with at_the_door(serving.address, language) as player:
        ear, page = player.ear, player.page
        ear.quiet()
        ear.go_to(player.words("start-daily"))
        ear.press("Return")
        ear.wait(lambda: page.evaluate("document.getElementById('play')?.hidden === false"), "the page of the day")
        ear.quiet()
        ear.go_to(player.words("daily-name"))
        before = len(ear.heard())
        ear.press("Return")
        ear.hear(player.words("daily-name-first"), since=before)
        player.type("Ana")
        before = len(ear.heard())
        ear.press("Return")
        ear.wait(lambda: page.evaluate("location.pathname.startsWith('/t/')"), "the table")
        ear.hear(player.words("cave-decision"), since=before)
        player.focus_mode()
        table = page.evaluate("location.pathname").split("/")[2]
        with witness(serving, table, language, player.token(table)) as player.knows:
            player.listen()
            count("daily", player)
            deeper = True
            while not player.knows.of("over"):
                _decide(player, KEYS[language]["C" if deeper else "L"])
                deeper = not deeper
                player.listen()
            player.nothing_lost_nothing_twice()
            count("daily-game", player)
        del player.knows
        _come_to_the_podium(player)
        link = "Boolean(document.querySelector('after-game a[href=\"/daily\"]'))"
        ear.wait(lambda: page.evaluate(link), "the story below it")
        ear.go_to(player.words("after-daily"))
        said = len(ear.announced())
        ear.press("Return")
        result = ear.wait(lambda: page.evaluate("document.getElementById('own')?.textContent"), "the result")
        ear.wait(partial(_more, ear, said), result)
        ear.quiet()
        assert [plain(each) for each in ear.announced()[said:]] == [plain(result)]
        own = page.evaluate("[...document.querySelectorAll('tr.own td')].map((cell) => cell.textContent)")
        assert plain(own[1]) in plain(result), "the share of the field"
        assert plain(result) in plain(ear.go_to(player.words("daily-share"))), "what is about to be copied"
        before = len(ear.heard())
        ear.press("Return")
        ear.hear(player.words("copied"), since=before)
        ear.wanted.append(result)
        count("daily-result", player)


def _come_to_the_podium(player: Player) -> None:
    """The focus comes to its heading, which Orca may pass over on a busy machine (docs/design.md).

    Who has won is announced, and none of that may be lost.
    """
    focus = "document.activeElement?.id === 'podium-title'"
    player.ear.wait(lambda: player.page.evaluate(focus), "the heading of the podium")


def _deal_a_calm_day(serving: Serving) -> None:
    """Today's deal, as a server keeps it, with cards that are known."""
    rules = rules_of(*challenged())
    name = f"daily-{today()}"
    opened, _ = open_room(name, rules, TimeControl(), False, deal=calm(rules), frozen=True)
    serving.inside(serving.server.registry.store.append(name, 0, [log.written(opened)], time.time()))


@pytest.mark.soak
@both_languages
def test_the_rules_by_their_headings(serving: Serving, language: Language, count: Count) -> None:
    with at_the_door(f"{serving.address}/rules/diamant", language) as player:
        ear = player.ear
        ear.quiet()
        headings = player.page.evaluate("[...document.querySelectorAll('h1, h2, h3')].map((one) => one.textContent)")
        for heading in headings[:5]:
            before = len(ear.heard())
            ear.press("h")
            ear.hear(heading, since=before)
            if heading == headings[0]:  # Until it was there, Orca may have read on from the top of the page.
                ear.quiet()
                count.begin(player)
        count("rules", player)
