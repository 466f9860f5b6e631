"""A page that plays through the proxy, over TLS, while its process is killed."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.cluster import Cluster
from tests.web.playing import decide, play_out, see, sit, start

pytestmark = pytest.mark.long

NEW = {"rules": {"edition": "tiny", "seats": 3}, "bots": ["tortoise", "tortoise"], "manners": {"thinking": False}}


def visit(browser: Browser, address: str) -> Page:
    """Somebody who trusts the proxy's own certificate authority."""
    context = browser.new_context(
        locale="en-GB", ignore_https_errors=True, service_workers="block", reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(address)
    return page


def test_a_page_goes_on_in_another_process_when_its_own_is_killed(three: Cluster, browser: Browser) -> None:
    opened = three.ask("POST", "/api/tables", NEW, 201)
    page = visit(browser, f"{three.address}/t/{opened['table']}#seat={opened['host']}")
    sit(page, "Ana")
    start(page)
    decide(page, "C")
    (player,) = [process for process in three.processes if opened["table"] in three.held(process.node)]
    player.kill()
    see(page, "#line", "The connection is lost. Trying again; nothing is lost.")
    page.locator("#line").wait_for(state="hidden")
    (other,) = [process for process in three.processes if opened["table"] in three.held(process.node)]
    assert other is not player
    play_out(page)
    expect(page.locator(".podium")).to_contain_text("Ana")
    replay = three.ask("GET", f"/api/tables/{opened['table']}/games/1/replay")
    assert page.locator("#history-list li").count() == len(replay["steps"]) + 1, "each step once, and the result"
    page.context.close()


def test_a_page_does_not_notice_more_of_an_upgrade_than_a_lost_connection(three: Cluster, browser: Browser) -> None:
    opened = three.ask("POST", "/api/tables", NEW, 201)
    page = visit(browser, f"{three.address}/t/{opened['table']}#seat={opened['host']}")
    sit(page, "Ana")
    start(page)
    decide(page, "C")
    for process in three.processes:
        assert process.stop() == 0
        process.start()
        process.wait()
        page.locator("#line").wait_for(state="hidden")
    expect(page.locator("#trouble")).to_be_hidden()
    play_out(page)
    expect(page.locator(".podium")).to_contain_text("Ana")
    page.context.close()
