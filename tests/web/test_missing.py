"""Somebody vanished: whom it holds up sees who, and the host the remedy."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tacora.server.domain.rules import Rules
from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import ASKED, dealt, decide, host_and_guest, link, see, sit, start


@pytest.mark.long
def test_a_bot_plays_for_whoever_vanished_once_the_host_says_so(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, Rules(edition="tiny", seats=3))
    ana, ben = host_and_guest(serving, visit, opened)
    cleo = visit(link(serving, opened.table), width=390, height=844)
    sit(cleo, "Cleo")
    start(ana)
    ana.locator(ASKED).wait_for()
    ben.context.close()
    see(cleo, ".missing:visible", "Ben is not there. Ana can let a bot play until they are back.")
    expect(cleo.locator(".missing button")).to_be_hidden()
    see(ana, ".missing:visible", "Ben is not there.")
    remedy = ana.get_by_role("button", name="Let a bot play until they are back")
    remedy.press("Enter")
    ana.locator(".missing").wait_for(state="hidden")
    expect(ana.locator("#menu-open")).to_be_focused()
    for page in (ana, cleo):
        decide(page, "C")
    see(ana, "#history-list li:nth-child(2)", "")


@pytest.mark.long
def test_whoever_has_decided_is_not_waited_for(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, Rules(edition="tiny", seats=3))
    ana, ben = host_and_guest(serving, visit, opened)
    cleo = visit(link(serving, opened.table))
    sit(cleo, "Cleo")
    start(ana)
    for page in (ana, ben):
        page.locator(ASKED).wait_for()
        decide(page, "C")
    see(ana, ".count", "Waiting for Cleo")
    ben.context.close()
    cleo.context.close()
    see(ana, ".missing:visible", "Cleo is not there.")
