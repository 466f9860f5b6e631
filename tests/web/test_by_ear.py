"""Questions by key and by word, what each player settles for a device, large print, and a focus that is never lost."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Page, Route, expect

from tacora.games.diamant.rules import HazardMet
from tacora.games.kind import Play
from tacora.games.mister_diamond.rules import RingDrawn
from tests.server.serving import Serving
from tests.web.conftest import SIDEWAYS, Visits
from tests.web.hearing import KEPT, at_the_table, hears
from tests.web.playing import (
    ASKED,
    OVER,
    TINY,
    as_rules,
    dealt,
    go_offline,
    go_online,
    host_link,
    hurry,
    link,
    no_hazard,
    play_out,
    see,
    seed_where,
    sit,
    start,
)

MISTER = as_rules(game="mister-diamond", seats=2)


def decided(serving: Serving, visit: Visits) -> tuple[str, Page, Page]:
    """The code of a table, Ana's page, who has sealed to go deeper, and Ben's, who has not decided."""
    opened = dealt(serving)
    ana, ben = visit(host_link(serving, opened)), visit(link(serving, opened.table))
    sit(ana, "Ana")
    sit(ben, "Ben")
    start(ana)
    ana.locator(ASKED).wait_for()
    ana.evaluate(KEPT)
    ana.locator(".choices").focus()
    ana.keyboard.press("d")
    hears(ana, "Sealed: deeper.")
    return opened.table, ana, ben


ENGLISH = {"v": "Expedition 1 of 2", "p": "A, Ana: 0", "m": "Your chest: 0", "w": "Deeper or camp", "?": "V:"}
FRENCH = {"g": "Expédition 1 sur 2", "j": "A, Ana", "m": "coffre", "a": "au camp", "t": "n’est pas compté", "?": "R :"}


@pytest.mark.parametrize(("language", "answers"), [("en", ENGLISH), pytest.param("fr", FRENCH, marks=pytest.mark.long)])
def test_a_key_answers_without_losing_ones_place(
    serving: Serving, visit: Visits, language: str, answers: dict[str, str]
) -> None:
    page = at_the_table(serving, visit, language)
    page.locator(".choice-C").focus()
    shown = page.locator(".toast")
    for key, text in answers.items():
        before = shown.text_content() or ""
        page.evaluate("window.kept = []")
        page.keyboard.press(key)
        # What was said before may be like the answer to this key, which comes when the server gives it.
        expect(shown).not_to_have_text(before)
        expect(shown).to_contain_text(text)
        hears(page, text)
    expect(page.locator(".choice-C")).to_be_focused()


@pytest.mark.thorough
def test_an_answer_leaves_the_screen_once_the_game_goes_on(serving: Serving, visit: Visits) -> None:
    """It was true before: what lies there, and the odds, are others now."""
    page = at_the_table(serving, visit, seed=seed_where(TINY, no_hazard, 1))
    page.locator(ASKED).wait_for()
    page.locator(".choice-C").focus()
    page.keyboard.press("m")
    expect(page.locator(".toast")).to_contain_text("Your chest: 0 gems.")
    expect(page.locator(".toast")).to_be_visible()
    page.keyboard.press("d")
    see(page, "#history-list li", "All continue.")
    expect(page.locator(".toast")).to_be_hidden(timeout=1000)  # Not by itself, which takes five seconds.


ONE_ROW = """() => [...document.querySelectorAll(".command > *")]
  .map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 1)
  .every(({ top, bottom }, _, [first]) => top < first.bottom && bottom > first.top)"""


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["en", "fr"])
def test_on_a_small_phone_the_command_line_takes_one_row(serving: Serving, visit: Visits, language: str) -> None:
    page = at_the_table(serving, visit, language)
    page.set_viewport_size({"width": 320, "height": 640})
    page.keyboard.press("/")
    expect(page.locator(".command input")).to_be_focused()
    assert page.evaluate(ONE_ROW)
    assert not page.evaluate(SIDEWAYS)


@pytest.mark.thorough
def test_keys_can_be_changed_and_switched_off(serving: Serving, visit: Visits) -> None:
    page = at_the_table(serving, visit)
    page.locator("#menu-open").click()
    page.get_by_role("button", name="Sound, words").click()
    page.get_by_text("Change the keys").click()
    field = page.get_by_label("What is yours")
    field.fill("v")
    expect(page.locator(".field-trouble")).to_contain_text("V is already the key for: what lies on the table")
    field.fill("x")
    expect(page.locator(".field-trouble")).to_be_hidden()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.locator(".choice-C").focus()
    page.keyboard.press("x")
    hears(page, "Your chest: 0")
    page.locator("#menu-open").click()
    page.get_by_role("button", name="Sound, words").click()
    page.get_by_label("Single keys").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.locator(".choice-C").focus()
    page.keyboard.press("c")
    expect(page.locator(".choice-L")).to_have_attribute("aria-pressed", "false")


@pytest.mark.thorough
def test_messages_are_read_again_by_what_they_are_about(serving: Serving, visit: Visits) -> None:
    _, page, _ = decided(serving, visit)
    hurry(page)
    shown = page.locator(".toast")
    begun, asked = "Expedition 1 of 2. Everyone enters. ", "You hold "
    read: list[str] = []
    for key, text in (
        ("f", f"The game. {begun}"),
        (",", begun),
        (".", "That was the latest."),
        ("f", "The table. Tortoise sits down."),
        ("f", "Your own. Sealed: deeper."),
        (",", "Sealed: deeper."),
        (",", asked),
        (",", f"Nothing is told from before. {asked}"),
        (",", f"Nothing is told from before. {asked}"),
        (".", "Sealed: deeper."),
        ("f", "All messages. Sealed: deeper."),
        (",", "Sealed: deeper."),
        (",", begun),
        (",", "Tortoise sits down."),
    ):
        page.evaluate("window.kept = []")
        page.keyboard.press(key)
        (heard,) = page.wait_for_function("() => window.kept.length && window.kept").json_value()
        assert heard.startswith(text)
        expect(shown).to_have_text(heard)
        read.append(heard)
    game, question, everything = read[1], read[6], read[-2]
    assert question.endswith("Deeper or camp?")
    assert everything == f"{game} {question}"


@pytest.mark.thorough
def test_what_was_said_to_one_alone_is_not_read_again_once_another_plays_at_the_device(
    serving: Serving, visit: Visits
) -> None:
    """Ben opens his link in another tab of Ana's phone, which then has the keys of both."""
    table, page, ben = decided(serving, visit)
    keys = f"tacora.keys.{table}"
    his = ben.evaluate("(keys) => JSON.parse(localStorage.getItem(keys))", keys)
    hers = page.evaluate("(keys) => JSON.parse(localStorage.getItem(keys))", keys)
    page.evaluate("([keys, both]) => localStorage.setItem(keys, JSON.stringify(both))", [keys, hers + his])
    page.locator("#menu-open").click()
    page.get_by_role("button", name="Sound, words").click()
    page.get_by_label("Wording").select_option("full")  # Which has the table told anew, to both.
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Pass the device instead").click()
    for key in (",", ",", "r"):
        page.evaluate("window.kept = []")
        page.keyboard.press(key)
        for heard in page.wait_for_function("() => window.kept.length && window.kept").json_value():
            assert "Sealed" not in heard


def test_a_game_is_played_by_words_of_both_languages(serving: Serving, visit: Visits) -> None:
    page = at_the_table(serving, visit)
    page.keyboard.press("/")
    for typed, heard in (
        ("qui", "A, Ana: 0"),
        ("xyzzy", "is not a word"),
        ("c", "is not a word"),
        ("merci", "Ana: Thank you"),
    ):
        page.evaluate("window.kept = []")
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        hears(page, heard)
    for typed in itertools.cycle(("continuer", "leave", "camp", "sortir")):
        page.locator(f"{ASKED}, {OVER}").and_(page.locator(":visible")).first.wait_for()
        if page.locator(OVER).is_visible():
            break
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    expect(page.locator(".command input")).to_be_focused()


@pytest.mark.long
@pytest.mark.modules
def test_a_game_is_played_by_words_before_it_can_be_drawn(serving: Serving, visit: Visits) -> None:
    page = visit("about:blank")
    held: list[Route] = []
    page.route("**/cave.js", lambda route: held.append(route))
    page.goto(host_link(serving, dealt(serving)))
    sit(page, "Ana")
    page.evaluate(KEPT)
    start(page)
    hears(page, "Deeper or camp")
    page.keyboard.press("/")
    for typed, heard in (("waiting", "Deeper or camp"), ("leave", "You leave")):
        page.evaluate("window.kept = []")
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        hears(page, heard)
    assert held
    held[0].continue_()
    page.locator("cave-table .player.you").wait_for()


def a_ring_for_the_first_seat(play: Play) -> bool:
    return 0 in play.pending and any(isinstance(event, RingDrawn) for event in play.history)


def test_a_diamond_is_lifted_by_its_number(serving: Serving, visit: Visits) -> None:
    page = at_the_table(serving, visit, rules=MISTER, seed=seed_where(MISTER, a_ring_for_the_first_seat, 0))
    page.locator("tray-table[data-mine][data-card=ring]").wait_for()
    page.locator(".stone[data-place='8']").focus()
    page.keyboard.press("/")
    for typed, heard in (("8?", "Place 8, a diamond stands"), ("99", "There is no place 99"), ("8", "Place 8 is ")):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        hears(page, heard)


@pytest.mark.thorough
def test_the_focus_is_where_the_game_is(serving: Serving, visit: Visits) -> None:
    page = visit(host_link(serving, dealt(serving)))
    sit(page, "Ana")
    page.get_by_role("button", name="Start").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("toolbar", name="Your decision")).to_be_focused()
    page.locator(".odds-open").focus()
    play_out(page, choose=lambda _: "L")
    expect(page.locator("#podium-title")).to_be_focused()
    page.get_by_role("button", name="Play again").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("toolbar", name="Your decision")).to_be_focused()


@pytest.mark.thorough
def test_a_decision_by_key_while_the_line_is_lost_is_said_to_be_kept(serving: Serving, visit: Visits) -> None:
    visit.may_lose_the_server = True
    page = at_the_table(serving, visit)
    page.locator(ASKED).wait_for()
    go_offline(page)
    page.keyboard.press("d")
    hears(page, "Sealed: deeper. The connection is lost. This is kept, and sent as soon as it is back.")
    page.keyboard.press("d")
    hears(page, "Taken back. The connection is lost. This is kept, and sent as soon as it is back.")


@pytest.mark.thorough
def test_a_decision_typed_while_the_line_is_lost_is_said_to_be_kept_and_is_sent(
    serving: Serving, visit: Visits
) -> None:
    visit.may_lose_the_server = True
    page = at_the_table(serving, visit, seed=seed_where(TINY, hazard_first, 0))
    page.locator(ASKED).wait_for()
    page.keyboard.press("/")
    go_offline(page)
    kept = "The connection is lost. This is kept, and sent as soon as it is back."
    for typed, heard in (("deeper", "Sealed: deeper."), ("waiting", "Sealed: deeper."), ("back", "Taken back.")):
        page.evaluate("window.kept = []")
        page.locator(".command input").fill(typed)
        page.keyboard.press("Enter")
        hears(page, f"{heard} {kept}")
    page.locator(".command input").fill("deeper")
    page.keyboard.press("Enter")
    expect(page.locator(".choices .choice-C")).to_have_attribute("aria-pressed", "true")
    page.evaluate("window.kept = []")
    go_online(page)
    hears(page, "All continue.")


def test_escape_empties_the_command_line_then_closes_it_and_the_keys_of_the_game_work(
    serving: Serving, visit: Visits
) -> None:
    page = at_the_table(serving, visit)
    page.locator(ASKED).wait_for()
    page.keyboard.press("/")
    line = page.locator(".command input")
    line.fill("deep")
    page.keyboard.press("Escape")
    hears(page, "The line is empty.")
    expect(line).to_have_value("")
    expect(line).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("toolbar", name="Your decision")).to_be_focused()
    hears(page, "The command line is closed; slash opens it again.")
    page.keyboard.press("m")
    hears(page, "Your chest: 0 gems.")
    page.reload()
    page.locator(ASKED).wait_for()
    expect(line).to_be_hidden()
    page.keyboard.press("/")
    expect(line).to_be_focused()


@pytest.mark.thorough
def test_where_no_key_opens_the_command_line_again_escape_leaves_it_open(serving: Serving, visit: Visits) -> None:
    page = at_the_table(serving, visit)
    page.locator(ASKED).wait_for()
    page.keyboard.press("/")
    page.locator("#menu-open").click()
    page.get_by_role("button", name="Sound, words").click()
    page.get_by_label("Single keys").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    line = page.locator(".command input")
    line.focus()
    page.evaluate("window.kept = []")
    page.keyboard.press("Escape")
    expect(page.get_by_role("toolbar", name="Your decision")).to_be_focused()
    expect(line).to_be_visible()
    page.keyboard.press("/")
    expect(line).not_to_be_focused()
    assert "closed" not in " ".join(page.evaluate("window.kept"))


def test_focus_goes_to_the_tray_and_to_the_command_line_where_it_is_shown(serving: Serving, visit: Visits) -> None:
    page = at_the_table(serving, visit, rules=MISTER, seed=seed_where(MISTER, a_ring_for_the_first_seat, 0))
    expect(page.get_by_role("toolbar", name="Tray with 42 places")).to_be_focused()
    page.keyboard.press("Enter")  # It was meant for the button before.
    page.keyboard.press("ArrowRight")
    expect(page.locator(".stone[data-place='1']")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".stone[data-place='2']")).to_be_focused()
    assert page.locator(".stone[data-state=standing]").count() == 42
    page.evaluate("localStorage.setItem('tacora.prefer.commandline', 'true')")
    other = page.context.new_page()
    other.goto(host_link(serving, dealt(serving)))
    sit(other, "Ana")
    start(other)
    expect(other.locator(".command input")).to_be_focused()


def test_nothing_old_is_left_to_be_spoken_when_a_dialog_closes(serving: Serving, visit: Visits) -> None:
    page = at_the_table(serving, visit)
    page.locator(".choices").focus()
    page.keyboard.press("m")
    hears(page, "Your chest: 0")
    page.locator("#menu-open").click()
    page.wait_for_function(f"() => {SAID}.join() === 'Menu'")
    assert page.locator("#menu > [aria-live]").count() == 4
    page.keyboard.press("Escape")
    expect(page.locator("#menu-open")).to_be_focused()
    assert page.evaluate(f"[{SAID}, document.querySelectorAll('body > [aria-live]').length]") == [[], 4]
    page.locator(".choices").focus()
    page.keyboard.press("t")
    hears(page, "no clock")


SAID = "[...document.querySelectorAll('[aria-live]')].map((region) => region.textContent).filter(Boolean)"
"""What was said last; there is room for three."""


def hazard_first(play: Play) -> bool:
    return any(isinstance(event, HazardMet) for event in play.history)


def test_whoever_arrives_hears_one_summary(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, seed=seed_where(TINY, hazard_first, 0), bots=("badger",))
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    watcher = visit(link(serving, opened.table))
    watcher.wait_for_function(f"() => {SAID}.some((said) => said.includes('2 of 3'))")
    start(page)
    page.locator("cave-table:visible").wait_for()
    page.reload()
    page.wait_for_function(f"() => {SAID}.some((said) => said.includes('Expedition 1 of 2'))")
    # Announcements keep their order: another one would stand before this answer, or with it.
    page.keyboard.press("m")
    page.wait_for_function(f"() => {SAID}.some((said) => said.includes('Your chest: 0'))")
    summary, answer = sorted(page.evaluate(SAID))
    assert summary.startswith("Expedition 1 of 2")
    assert answer == "You hold 0 gems in the cave, at risk. Your chest: 0 gems."


@pytest.mark.long
@pytest.mark.parametrize("size", ["large", "larger"])
@pytest.mark.parametrize("width", [320, 1280])
def test_large_print_needs_no_scrolling_sideways(serving: Serving, visit: Visits, size: str, width: int) -> None:
    opened = dealt(serving, as_rules(edition="tacora-2024", seats=8), bots=("badger",))
    page = visit(f"{serving.address}/", width=width)
    page.evaluate("(size) => localStorage.setItem('tacora.prefer.print', JSON.stringify(size))", size)
    for path in ("/", "/rules/diamant", "/replay"):
        page.goto(serving.address + path)
        assert not page.evaluate(SIDEWAYS), path
    page.goto(host_link(serving, opened))
    sit(page, "Ana")
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") > 19
    assert not page.evaluate(SIDEWAYS)
    page.locator(".gather-go button:visible").first.click()
    page.locator("cave-table:visible").wait_for()
    assert not page.evaluate(SIDEWAYS)


def test_the_course_of_a_game_is_heard(serving: Serving, visit: Visits) -> None:
    page = at_the_table(serving, visit)
    play_out(page)
    listen = page.get_by_role("button", name="Listen to the course")
    listen.focus()
    page.keyboard.press("Enter")
    hears(page, "A, Ana, from 0 to")
    page.get_by_role("button", name="Stop").press("Enter")
    expect(listen).to_be_focused()


@pytest.mark.long
def test_the_arrow_keys_go_from_one_decision_to_the_other_and_single_keys_still_decide(
    serving: Serving, visit: Visits
) -> None:
    opened = dealt(serving, bots=("tortoise",))
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    sit(visit(link(serving, opened.table)), "Ben")
    start(page)
    page.locator(ASKED).wait_for()
    deep, camp = page.locator(".choices .choice-C"), page.locator(".choices .choice-L")
    deep.focus()
    for key, button in (
        ("ArrowRight", camp),
        ("ArrowRight", camp),
        ("ArrowLeft", deep),
        ("ArrowDown", camp),
        ("ArrowUp", deep),
        ("End", camp),
        ("Home", deep),
    ):
        page.keyboard.press(key)
        expect(button).to_be_focused()
    page.evaluate(KEPT)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(camp).to_have_attribute("aria-pressed", "true")
    hears(page, "Sealed: to camp.")
    page.keyboard.press("d")
    expect(deep).to_have_attribute("aria-pressed", "true")
    expect(camp).to_be_focused()
    hears(page, "Sealed: deeper.")
    page.wait_for_timeout(500)  # Sooner, it would be the second half of a double press.
    page.keyboard.press("d")
    hears(page, "Taken back.")


def test_whoever_comes_back_to_a_game_comes_to_the_decision(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, bots=("tortoise", "tortoise"))
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    start(page)
    page.locator(ASKED).wait_for()
    page.reload()
    expect(page.locator(".choices")).to_be_focused()
    page.evaluate(KEPT)
    page.keyboard.press("c")
    hears(page, "You leave")


def test_the_switch_for_sounds_is_in_sight(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving)
    page = visit(host_link(serving, opened), width=320)
    switch = page.get_by_role("button", name="Sounds")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.press("Enter")
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
