"""Orca itself: somebody who sees nothing sits down by link and plays, with the keyboard alone, in both languages.

What has to be heard is what a second device of the same seat is told. Every sentence of it has to be spoken once and in
order: every card, the result of every decision, and every question.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from tacora.games.kind import Play
from tacora.narration.catalogue import Language
from tacora.server.domain.log import TimeControl
from tacora.server.domain.rules import Rules
from tests.ear.counting import Count
from tests.ear.orca import Ear
from tests.ear.player import KEYS, Player, at_the_door
from tests.ear.wire import Wire
from tests.ear.witness import Witness, lost, plain, twice, witness
from tests.server.serving import Serving, calm
from tests.web.playing import dealt, disaster, no_hazard, seed_where

pytestmark = pytest.mark.usefixtures("screen_reader")
both_languages = pytest.mark.parametrize("language", ["en", "fr"])
in_english = pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.soak)])
in_french = pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.soak), "fr"])
"""In the other language by `make soak` only, and by `make listen`."""

AT_ONCE = TimeControl(thinking=False)
CAVES = Rules(seats=3)
TINY = Rules(edition="tiny", seats=3)
DUEL = Rules(game="mister-diamond", edition="ravensburger-1993", seats=2)
TRAY = Rules(game="mister-diamond", edition="ravensburger-1993", seats=3)


@pytest.mark.long
@in_french
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


@pytest.mark.long
@both_languages
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
@in_english
def test_a_place_is_named_by_its_number_and_by_no_row_or_column(serving: Serving, language: Language) -> None:
    opened = dealt(serving, TRAY, manners=AT_ONCE)
    with at_the_door(f"{serving.address}/t/{opened.table}#seat={opened.host}", language) as player:
        ear = player.ear
        player.sit_down(opened.table, TRAY.seats)
        with witness(serving, opened.table, language, player.token(opened.table)) as player.knows:
            ear.wait(lambda: player.knows.of("now"), "the second device")
            started = len(ear.heard())
            ear.press("Return")
            legal = player.listen()
            assert legal is not None
            player.focus_mode()
            for keys, place in (
                (("1", "7"), "17"),
                (("Right",), "18"),
                (("Down",), "25"),
                (("4",), "4"),
                (("Down",), "11"),
            ):
                state = "standing" if place in legal["0"] else "empty"
                before = len(ear.heard())
                ear.press_quickly(*keys)
                ear.hear(player.words(f"tray-place-{state}", place=place), since=before)
                ear.quiet(0.5)
            said = plain(" ".join(ear.texts()[started:])).split()
            assert not {"row", "rows", "column", "columns", "ligne", "lignes", "colonne", "colonnes"} & set(said)


@pytest.mark.long
@in_french
def test_keys_work_from_the_first_second_and_a_question_is_answered_each_time(
    serving: Serving, language: Language
) -> None:
    opened = dealt(serving, CAVES, calm(CAVES), manners=AT_ONCE)
    with at_the_door(f"{serving.address}/t/{opened.table}#seat={opened.host}", language) as player:
        ear = player.ear
        player.sit_down(opened.table, CAVES.seats)
        with witness(serving, opened.table, language, player.token(opened.table)) as player.knows:
            ear.wait(lambda: player.knows.of("now"), "the second device")
            ear.press("Return")
            player.listen()
            keys = {act: player.words(f"ear-usual-{act}") for act in ("repeat", "mine", "cave", "time")}
            last = player.knows.sentences()[-1]
            for act in ("repeat", "repeat", "mine", "mine", "repeat", "cave", "cave", "time", "time", "repeat"):
                before = ear.announced()
                ear.press(keys[act])
                ear.wait(partial(_more, ear, before), f"an answer to {act}")
                ear.quiet(0.8)
                if act == "repeat":
                    assert plain(ear.announced()[-1]).endswith(plain(last))  # With what was spoken in one go before it.
                last = ear.announced()[-1]
            before = ear.announced()
            for _ in range(3):
                player.page.evaluate("document.getElementById('menu-open').focus()")
                unnamed = ear.announced()
                ear.press("Return")
                ear.wait(lambda: player.page.evaluate("Boolean(document.querySelector('#menu:modal'))"), "the menu")
                ear.wait(partial(_more, ear, unnamed), "its name")
                ear.press("Escape")
                ear.wait(lambda: player.page.evaluate("!document.querySelector('dialog:modal')"), "no menu")
            ear.quiet(2)
            names = ear.announced()[len(before) :]
            assert len(names) == 3, names
            assert len(set(names)) == 1, names


def _more(ear: Ear, before: list[str]) -> bool:
    return len(ear.announced()) > len(before)


SIGNS = {",": "comma", ".": "period", ";": "semicolon"}
TYPED = {"en": ("mine", "leave"), "fr": ("moi", "sortir")}


@pytest.mark.long
@in_english
def test_words_are_typed_and_messages_are_read_again_each_spoken_once(serving: Serving, language: Language) -> None:
    opened = dealt(serving, CAVES, calm(CAVES), manners=AT_ONCE)
    with at_the_door(f"{serving.address}/t/{opened.table}#seat={opened.host}", language) as player:
        ear = player.ear
        player.sit_down(opened.table, CAVES.seats)
        with witness(serving, opened.table, language, player.token(opened.table)) as player.knows:
            ear.wait(lambda: player.knows.of("now"), "the second device")
            ear.press("Return")
            player.listen()
            keys = {act: player.words(f"ear-usual-{act}") for act in ("kind", "back", "forward")}
            for act in ("back", "back", "back", "forward", "kind", "back", "back", "kind", "back", "kind", "back"):
                (said,) = _answers(player, partial(ear.press, SIGNS.get(keys[act], keys[act])))
                assert plain(said) == plain(player.page.evaluate("document.querySelector('.toast').textContent"))
            mine, leave = TYPED[language]
            before = len(ear.heard())
            ear.press("slash")
            ear.hear(player.words("ear-command"), since=before)
            first, second = (_answers(player, partial(_type, player, mine)) for _ in range(2))
            assert [plain(said) for said in first] == [plain(said) for said in second]
            asked = (player.knows.step or {})["decision"]
            until_now = len(ear.announced())
            _type(player, leave)
            ear.wait(lambda: (player.knows.step or {})["decision"] != asked, "what was typed")
            results = player.knows.sentences()[1:]
            ear.wait(lambda: not lost(ear.announced()[until_now:], results), "what came of it")
            ear.quiet()
            assert twice(ear.announced()[until_now:], results) == []
            player.page.evaluate("window.before = true")
            ear.press("F5")
            kept = "!window.before && document.querySelector('.command input')?.checkVisibility()"
            ear.wait(lambda: player.page.holds(kept), "the line, remembered")


def _type(player: Player, word: str) -> None:
    player.type(word)
    player.ear.press("Return")


def _answers(player: Player, ask: Callable[[], None]) -> list[str]:
    """What is announced after this, and nothing else is to come."""
    ear = player.ear
    before = ear.announced()
    ask()
    ear.wait(partial(_more, ear, before), "an answer")
    ear.quiet(1.0)
    return ear.announced()[len(before) :]


@pytest.mark.long
@in_french
def test_every_decision_is_confirmed_in_words(serving: Serving, language: Language) -> None:
    opened = dealt(serving, CAVES, calm(CAVES), manners=AT_ONCE)
    with at_the_door(f"{serving.address}/t/{opened.table}#seat={opened.host}", language) as player:
        ear = player.ear
        player.sit_down(opened.table, CAVES.seats)
        with (
            witness(serving, opened.table, language, player.token(opened.table)) as player.knows,
            witness(serving, opened.table, language) as other,
        ):
            ear.wait(lambda: player.knows.of("now") and other.of("now"), "the second device, and another player")
            other.sit("Ben")
            ear.press("Return")
            player.listen()
            for action, told in (
                ("C", player.words("cave-confirmed", action="C")),
                ("L", player.words("cave-confirmed", action="L")),
                ("L", player.words("ear-withdrawn")),
                ("C", player.words("cave-confirmed", action="C")),
            ):
                before = len(ear.heard())
                ear.press(KEYS[language][action])
                ear.hear(told, since=before)
                ear.quiet(0.8)


@pytest.mark.long
@in_english
def test_a_theft_is_a_dialog_that_has_a_name_and_asks(serving: Serving, language: Language) -> None:
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
            ear.press("Return")
            while not any(action.startswith("steal") for action in _legal(player.knows)):
                ear.wait(lambda: _legal(player.knows) or _legal(other), "a question")
                for who in (player.knows, other):
                    # At the pace of people, who hear what happened before they decide.
                    player.hear_all()
                    if legal := _legal(who):
                        told = len(who.of("step"))
                        who.decide(legal[-1])
                        ear.wait(partial(_stepped, who, told), "the next step")
            legal = _legal(player.knows)
            ear.hear(player.words("tray-ask-theft"))
            ear.hear(player.words("tray-theft-choices", n=len(legal) - 1))
            player.hear_all()  # A key silences what is still to be said.
            before = len(ear.heard())
            ear.press("Escape")
            ear.hear(player.words("tray-decline"), since=before)
            before = len(ear.heard())
            ear.press(player.words("ear-usual-waiting"))
            ear.hear((player.knows.step or {})["asked"], since=before)
            ear.press("Return")
            ear.wait(partial(_told, player, "declined"), "no theft")
            player.nothing_lost_nothing_twice()


@pytest.mark.long
@in_french
def test_the_device_goes_round_by_ear(serving: Serving, language: Language, count: Count) -> None:
    opened = dealt(serving, CAVES, calm(CAVES), manners=AT_ONCE)
    with at_the_door(f"{serving.address}/t/{opened.table}#seat={opened.host}", language) as player:
        ear = player.ear
        player.sit_down(opened.table, CAVES.seats)
        ear.hear(player.words("seats-start-fill", free=2))
        ear.go_to(player.words("sit-more-title"), "shift+Tab")
        before = len(ear.heard())
        ear.press("Return")
        ear.hear(player.words("sit-more-name"), since=before)
        player.type("Ben")
        ear.press("Return")
        ear.hear(player.words("ear-you-sat", letter="B", name="Ben"))
        ear.hear(player.words("seats-start-fill", free=1))
        count("two-sit", player)
        with witness(serving, opened.table, language, *player.tokens(opened.table)) as player.knows:
            ear.wait(lambda: player.knows.of("now"), "the second device")
            ear.press("Return")
            ear.hear(player.words("hot-keys-how"))
            player.hear_all()
            ear.go_to(player.words("hot-mode-curtain"))
            before = len(ear.heard())
            ear.press("Return")
            ear.hear(player.words("hot-give", name="Ana"), since=before)
            ear.go_to(player.words("hot-i-am", name="Ana"))
            ear.press("Return")
            ear.hear(player.words("hot-decide", name="Ana"))
            ear.go_to(player.words("cave-deeper"))
            ear.press("Return")
            ear.hear(player.words("hot-give", name="Ben"))
            before = len(ear.heard())
            ear.press(player.words("ear-usual-time"))
            ear.hear(player.words("ear-no-clock"), since=before)
            ear.press("Return")
            ear.hear(player.words("hot-decide", name="Ben"))
            said = " ".join(map(plain, ear.announced()))
            assert plain(player.words("cave-confirmed", action="C")) not in said, "a loudspeaker would tell"
            before = len(ear.heard())
            ear.go_to(player.words("cave-deeper"))
            ear.press("Return")
            ear.wait(lambda: len(player.knows.sentences()) > 1, "what both have decided")
            ear.hear(player.words("hot-give", name="Ana"), since=before)
            player.nothing_lost_nothing_twice()
            count("curtain", player)


@pytest.mark.long
@in_english
def test_two_with_one_pair_of_earphones_are_betrayed_by_nothing_that_is_said(
    serving: Serving, language: Language
) -> None:
    opened = dealt(serving, CAVES, calm(CAVES), manners=AT_ONCE)
    with at_the_door(f"{serving.address}/t/{opened.table}#seat={opened.host}", language) as player:
        ear = player.ear
        player.sit_down(opened.table, CAVES.seats)
        ear.hear(player.words("seats-start-fill", free=2))
        ear.go_to(player.words("sit-more-title"), "shift+Tab")
        before = len(ear.heard())
        ear.press("Return")
        ear.hear(player.words("sit-more-name"), since=before)
        player.type("Ben")
        ear.press("Return")
        ear.hear(player.words("seats-start-fill", free=1))
        with witness(serving, opened.table, language, *player.tokens(opened.table)) as player.knows:
            ear.wait(lambda: player.knows.of("now"), "the second device")
            ear.press("Return")
            ear.hear(player.words("hot-keys-how"))
            ear.go_to(player.words("hot-mode-ears"))
            ear.press("Return")
            ear.hear(player.words("hot-ears-try", left="Ana", right="Ben"))
            ear.hear(player.words("hot-ears-how"))
            player.focus_mode()
            ear.quiet(1.6)
            before = len(ear.heard())
            ear.press("q")
            ear.hear(player.words("hot-has-decided", name="Ana"), since=before)
            sealed = player.knows.of("thinking")[-1]["sealed"]["0"]
            assert sealed in ("C", "L")
            said = " ".join(ear.texts()[before:])
            for action in ("C", "L"):
                assert plain(player.words("cave-confirmed", action=action)) not in plain(said)
            assert plain(player.words("cave-deeper")) not in plain(said)


def _legal(who: Witness) -> list[str]:
    """What somebody may do now."""
    legal: list[str] = next(iter((who.step or {}).get("legal", {}).values()), [])
    return legal


def _stepped(who: Witness, before: int) -> bool:
    return len(who.of("step")) > before


def a_theft_for_the_first_seat(play: Play) -> bool:
    """Soon, where everybody lifts the last diamond that stands, and nobody steals."""
    for _ in range(8):
        (seat,) = play.pending
        actions = play.legal(seat)
        if seat == 0 and actions[0].startswith("steal"):
            return True
        play.apply({seat: actions[-1]})
    return False


def _told(player: Player, kind: str) -> bool:
    return any(event["type"] == kind for step in player.knows.of("step") for event in step["events"])


@pytest.mark.long
@in_french
def test_a_lost_connection_what_was_missed_and_a_page_loaded_again(
    serving: Serving, language: Language, count: Count
) -> None:
    opened = dealt(serving, TINY, seed_where(TINY, no_hazard, 2), manners=AT_ONCE)
    with Wire(serving.port) as wire:
        link = f"http://127.0.0.1:{wire.port}/t/{opened.table}#seat={opened.host}"
        with at_the_door(link, language) as player:
            ear = player.ear
            player.sit_down(opened.table, TINY.seats)
            count("join", player)
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
                count("lost-line", player)
                before = len(ear.heard())
                ear.press("F5")
                ear.hear((player.knows.step or {})["asked"], since=before)
