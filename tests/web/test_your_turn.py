"""Whoever looks elsewhere is called."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import dealt, deeper, host_and_guest, host_link, hurry, sit, start, until

NOTICES = """navigator.serviceWorker.ready
  .then((worker) => worker.getNotifications()).then((all) => all.map(({ title }) => title))"""
AWAY = """(away) => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => away });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def wish_for_notices(page: Page) -> Locator:
    page.locator("#menu-open").click()
    page.get_by_role("button", name="Sound, words, keys").click()
    return page.get_by_label("Show a notice")


@pytest.mark.thorough
def test_the_title_of_a_tab_says_that_the_table_waits(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, bots=("tortoise",))
    ana, ben = host_and_guest(serving, visit, opened)
    hurry(ben)
    title = ben.title()
    ben.evaluate(AWAY, True)
    start(ana)
    expect(ben).to_have_title(f"Your turn · {title}")
    ben.evaluate(AWAY, False)
    expect(ben).to_have_title(title)
    deeper(ben)
    ben.evaluate(AWAY, True)
    expect(ben).to_have_title(title)
    deeper(ana)
    expect(ben).to_have_title(f"Your turn · {title}")


@pytest.mark.long
def test_a_notice_comes_if_it_is_wished_for_and_allowed_and_goes_with_its_reason(
    serving: Serving, whole_visit: Visits
) -> None:
    """Only the whole browser has notices."""
    opened = dealt(serving, bots=("tortoise", "tortoise"))
    page = whole_visit(host_link(serving, opened), service_workers="allow")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.context.grant_permissions(["notifications"])
    sit(page, "Ana")
    title = page.title()
    wish_for_notices(page).check()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    start(page)
    page.evaluate(AWAY, True)
    until(page, lambda: page.evaluate(NOTICES) == [f"Your turn · {title}"])
    page.evaluate(AWAY, False)
    until(page, lambda: page.evaluate(NOTICES) == [])


@pytest.mark.thorough
def test_a_notice_that_the_browser_does_not_allow_is_not_promised(serving: Serving, visit: Visits) -> None:
    _, ben = host_and_guest(serving, visit, dealt(serving, bots=("tortoise",)))
    ben.context.clear_permissions()
    wish = wish_for_notices(ben)
    wish.click()
    expect(ben.get_by_text("The browser does not allow notices here.").first).to_be_visible()
    expect(wish).not_to_be_checked()
