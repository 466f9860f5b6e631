"""Questions by key and by word, what each player settles for a device, large print, and a focus that is never lost."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Page, Route, expect

from tacora.games.diamant.rules import HazardMet
from tacora.games.kind import Play
from tacora.games.mister_diamond.rules import RingDrawn
from tacora.server.domain.rules import Rules
from tests.server.serving import Serving
from tests.web.conftest import SIDEWAYS, Visits
from tests.web.playing import (
    ASKED,
    OVER,
    TINY,
    as_rules,
    dealt,
    host_link,
    hurry,
    link,
    play_out,
    seed_where,
    sit,
    start,
)

MISTER = as_rules(game="mister-diamond", seats=2)
KEPT = """() => {
  window.kept = [];
  const keep = (text) => text && window.kept.push(text.replaceAll("\\u00a0", " ").trim());
  for (const region of document.querySelectorAll("[aria-live]"))
    new MutationObserver(() => keep(region.textContent)).observe(region, { childList: true, subtree: true });
}"""
"""Keeps whatever is announced from now on."""


def at_the_table(
    serving: Serving, visit: Visits, language: str = "en", rules: Rules = TINY, seed: str | None = None
) -> Page:
    """Ana plays against a bot or two."""
    page = visit(host_link(serving, dealt(serving, rules, seed)), language)
    sit(page, "Ana")
    page.evaluate(KEPT)
    hurry(page)
    start(page)
    page.locator("cave-table:visible, tray-table:visible").wait_for()
    return page


def hears(page: Page, text: str) -> None:
    page.wait_for_function("(text) => window.kept.some((said) => said.includes(text))", arg=text)


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
        page.keyboard.press(key)
        # What was said before may be like the answer to this key, which comes when the server gives it.
        expect(shown).not_to_have_text(before)
        expect(shown).to_contain_text(text)
        hears(page, text)
    expect(page.locator(".choice-C")).to_be_focused()


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


def test_messages_are_read_again_by_what_they_are_about(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving)
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    sit(visit(link(serving, opened.table)), "Ben")
    start(page)
    page.locator(ASKED).wait_for()
    page.locator(".choices").focus()
    page.keyboard.press("d")
    page.locator(".choice-C[aria-pressed=true]").wait_for()
    hurry(page)
    page.evaluate(KEPT)
    shown = page.locator(".toast")
    for key, text in (
        ("f", "The game. Expedition 1 of 2. Everyone enters."),
        (",", "Expedition 1 of 2. Everyone enters."),
        (".", "That was the latest."),
        ("f", "The table. "),
        ("f", "Your own. Sealed: deeper."),
        (",", "Sealed: deeper."),
        (",", "Deeper or camp?"),
        (".", "Sealed: deeper."),
        ("f", "All messages. Expedition 1 of 2."),
    ):
        page.keyboard.press(key)
        expect(shown).to_contain_text(text)
        hears(page, text)


@pytest.mark.thorough
def test_the_browser_reads_aloud_instead_of_the_regions(serving: Serving, visit: Visits) -> None:
    page = at_the_table(serving, visit)
    page.evaluate(
        """() => {
          window.aloud = [];
          speechSynthesis.speak = ({ text, lang, rate }) => window.aloud.push(`${lang} ${rate.toFixed(1)} ${text}`);
        }"""
    )
    page.locator("#menu-open").click()
    page.get_by_role("button", name="Sound, words").click()
    page.get_by_label("Let the browser read aloud").check()
    page.get_by_label("Speed").select_option("1.6")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.locator(".choices").focus()
    page.evaluate("window.kept = []")
    page.keyboard.press("m")
    page.wait_for_function("() => window.aloud.some((said) => /^en 1.6 .*Your chest: 0/.test(said))")
    assert page.evaluate("window.kept") == []
    page.reload()
    page.wait_for_function("() => document.querySelector('.choices')?.checkVisibility()")
    page.locator("#menu-open").click()
    page.get_by_role("button", name="Sound, words").click()
    expect(page.get_by_label("Let the browser read aloud")).to_be_checked()


def test_a_game_is_played_by_words_of_both_languages(serving: Serving, visit: Visits) -> None:
    page = at_the_table(serving, visit)
    page.keyboard.press("/")
    for typed, heard in (
        ("qui", "A, Ana: 0"),
        ("xyzzy", "is not a word"),
        ("c", "is not a word"),
        ("merci", "Ana: Thank you"),
    ):
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
