"""Orca itself: somebody who sees nothing sits down by link and plays, with the keyboard alone, in both languages.

What has to be heard is what a second device of the same seat is told. Every sentence of it has to be spoken once and in
order: every card, the result of every decision, and every question.
"""

from __future__ import annotations

import pytest

from tacora.narration.catalogue import Language
from tacora.server.domain.log import TimeControl
from tacora.server.domain.rules import Rules
from tests.ear.player import KEYS, at_the_door
from tests.ear.wire import Wire
from tests.ear.witness import plain, witness
from tests.server.serving import Serving, calm
from tests.web.playing import dealt, disaster, no_hazard, seed_where

pytestmark = pytest.mark.usefixtures("screen_reader")
both_languages = pytest.mark.parametrize("language", ["en", "fr"])

AT_ONCE = TimeControl(thinking=False)
CAVES = Rules(seats=3)
TINY = Rules(edition="tiny", seats=3)
TRAY = Rules(game="mister-diamond", edition="ravensburger-1993", seats=3)


@pytest.mark.long
@both_languages
def test_an_expedition_of_diamant(serving: Serving, language: Language) -> None:
    opened = dealt(serving, CAVES, calm(CAVES), manners=AT_ONCE)
    with at_the_door(f"{serving.address}/t/{opened.table}", language) as player:
        ear = player.ear
        player.sit_down(opened.table, CAVES.seats)
        with (
            witness(serving, opened.table, language, player.token(opened.table)) as player.knows,
            witness(serving, opened.table, language, opened.host) as host,
        ):
            ear.wait(lambda: player.knows.of("now") and host.of("now"), "the second device, and the host")
            host.send("start", fill=True)
            player.listen()
            ear.go_to(player.words("cave-deeper"))
            ear.press("space")
            player.listen()
            player.focus_mode()
            ear.press(KEYS[language]["C"])
            player.listen()
            ear.press(KEYS[language]["L"])
            player.listen()
            told = [event for step in player.knows.of("step") for event in step["events"]]
            assert [event["type"] for event in told].count("began") == 2, "the first expedition is over"
            player.nothing_lost_nothing_twice()


@both_languages
def test_a_disaster_is_said_at_once_and_the_result_in_the_end(serving: Serving, language: Language) -> None:
    opened = dealt(serving, TINY, seed_where(TINY, disaster, 1), manners=AT_ONCE)
    with at_the_door(f"{serving.address}/t/{opened.table}#seat={opened.host}", language) as player:
        player.sit_down(opened.table, TINY.seats)
        with witness(serving, opened.table, language, player.token(opened.table)) as player.knows:
            player.ear.wait(lambda: player.knows.of("now"), "the second device")
            player.ear.press("Return")  # To start is what comes next, and has the focus.
            player.listen()
            player.focus_mode()
            player.ear.press(KEYS[language]["C"])
            player.listen()
            urgent = player.page.evaluate("document.getElementById('assertive').textContent")
            assert plain(player.knows.sentences()[1]) in plain(urgent)
            while not player.knows.of("over"):
                player.ear.press(KEYS[language]["L"])
                player.listen()
            player.nothing_lost_nothing_twice()


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.long), "fr"])
def test_some_turns_of_mister_diamond(serving: Serving, language: Language) -> None:
    opened = dealt(serving, TRAY, manners=AT_ONCE)
    with at_the_door(f"{serving.address}/t/{opened.table}#seat={opened.host}", language) as player:
        ear = player.ear
        player.sit_down(opened.table, TRAY.seats)
        with witness(serving, opened.table, language, player.token(opened.table)) as player.knows:
            ear.wait(lambda: player.knows.of("now"), "the second device")
            ear.press("Return")
            legal = player.listen()
            on_the_tray = False
            place = ""
            for _ in range(3):
                assert legal is not None
                actions = legal["0"]
                if not actions[0].isdecimal():
                    ear.go_to(player.words("tray-decline"))
                elif not on_the_tray:
                    # Whoever played before may have lifted either.
                    states = ["standing" if place in actions else "empty" for place in ("1", "2")]
                    ear.go_to(player.words(f"tray-place-{states[0]}", place=1))
                    before = len(ear.heard())
                    ear.press("Right")
                    ear.hear(player.words(f"tray-place-{states[1]}", place=2), since=before)
                    on_the_tray = True
                if actions[0].isdecimal():
                    # Another one than before: if the focus comes back to where it was, Orca may have nothing to say.
                    place = max((action for action in actions if action != place), key=int)
                    before = len(ear.heard())
                    ear.press_quickly(*place)
                    ear.hear(player.words("tray-place-standing", place=place), since=before)
                ear.press("Return")
                legal = player.listen()
            player.nothing_lost_nothing_twice()


@pytest.mark.long
@both_languages
def test_a_lost_connection_what_was_missed_and_a_page_loaded_again(serving: Serving, language: Language) -> None:
    opened = dealt(serving, TINY, seed_where(TINY, no_hazard, 2), manners=AT_ONCE)
    with Wire(serving.port) as wire:
        link = f"http://127.0.0.1:{wire.port}/t/{opened.table}#seat={opened.host}"
        with at_the_door(link, language) as player:
            ear = player.ear
            player.sit_down(opened.table, TINY.seats)
            with witness(serving, opened.table, language, player.token(opened.table)) as player.knows:
                ear.wait(lambda: player.knows.of("now"), "the second device")
                ear.press("Return")
                player.listen()
                wire.cut()
                ear.hear(player.words("line-lost"))
                player.knows.decide("C")
                ear.wait(lambda: len(player.knows.of("step")) > 1, "a step that the page does not hear")
                wire.mend()
                ear.hear(player.words("line-back"))
                player.listen()
                player.nothing_lost_nothing_twice()
                before = len(ear.heard())
                ear.press("F5")
                ear.hear((player.knows.step or {})["asked"], since=before)
