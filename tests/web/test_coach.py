"""The coach at a table: off at first, turned on by its key or button, heard as well as seen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.hearing import KEPT, hears
from tests.web.playing import TINY, as_rules, dealt, host_and_guest, host_link, hurry, sit, start
from tests.web.test_screen_sizes import PHONE, SEEN


@pytest.mark.sample(1)
@pytest.mark.parametrize(("language", "names"), [("en", "champion"), ("fr", "champion")])
def test_by_its_key_the_coach_speaks_before_and_after_a_decision(
    serving: Serving, visit: Visits, language: str, names: str
) -> None:
    page = visit(host_link(serving, dealt(serving, TINY, bots=("badger", "badger"))), language)
    sit(page, "Ana")
    page.evaluate(KEPT)
    hurry(page)
    start(page)
    button, text = page.locator(".coach-open"), page.locator(".coach-text")
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(text).to_be_hidden()
    page.locator(".choice-C").focus()
    page.keyboard.press("k")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(text).to_contain_text(names)
    before = text.inner_text()
    hears(page, before.replace("\u00a0", " "))
    expect(page.locator(".choice-C")).to_be_focused()
    page.locator(".choice-L").click()
    expect(text.locator("p").first).to_contain_text(names)
    hears(page, text.locator("p").first.inner_text().replace("\u00a0", " "))
    page.keyboard.press("k")
    expect(text).to_be_hidden()
    expect(button).to_have_attribute("aria-pressed", "false")


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.long)])
def test_on_a_phone_that_lies_both_hands_stay_in_sight(serving: Serving, visit: Visits, language: str) -> None:
    page = visit(host_link(serving, dealt(serving, TINY, bots=("badger", "badger"))), language, 844, 390, **PHONE)
    page.evaluate("localStorage.setItem('tacora.prefer.coach', 'true')")
    sit(page, "Ana")
    start(page)
    text = page.locator(".coach-text")
    expect(text).to_contain_text("champion")
    text.locator("p").last.evaluate("(said) => { said.textContent = Array(4).fill(said.textContent).join(' '); }")
    for hand in (".choice-C", ".choice-L"):
        assert page.locator(hand).evaluate(SEEN), hand


@pytest.mark.thorough
@pytest.mark.sample(1)
@pytest.mark.parametrize("allowed", [False, True])
def test_among_people_there_is_a_coach_only_if_the_host_said_so(serving: Serving, visit: Visits, allowed: bool) -> None:
    opened = dealt(serving, as_rules(edition="tiny", seats=3, coach=allowed), bots=("badger",))
    ana, ben = host_and_guest(serving, visit, opened)
    ben.evaluate(KEPT)
    start(ana)
    ben.locator("cave-table:visible .choice-C[aria-disabled=false]").wait_for()
    if allowed:
        ben.get_by_role("button", name="Coach").click()
        expect(ben.locator(".coach-text")).to_contain_text("champion")
        expect(ana.locator(".coach-text")).to_be_hidden()
    else:
        ben.keyboard.press("k")
        hears(ben, "This table plays without the coach.")
        expect(ben.locator(".coach-open")).to_be_hidden()
