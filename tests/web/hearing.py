"""What a page says: kept as it is announced."""

from __future__ import annotations

from playwright.sync_api import Page

from tacora.server.domain.rules import Rules
from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import TINY, dealt, host_link, hurry, sit, start

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
