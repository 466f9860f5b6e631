"""The start page: playing at once, making a table, joining, watching, going on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.hearing import KEPT, hears
from tests.web.playing import dealt, decide, host_link, link, see, sit, start


def test_a_table_is_made_listed_joined_and_watched(serving: Serving, visit: Visits) -> None:
    host = visit(serving.address)
    host.get_by_label("Your name").fill("Ana")
    host.get_by_label("Players, with bots").select_option("3")
    host.get_by_text("Box, options, clock").click()
    host.get_by_label("Box", exact=True).select_option("schmidt-2005")
    expect(host.get_by_label("With relics")).to_be_hidden()
    host.get_by_label("Hidden chests").check()
    at_its_end = host.get_by_label("Whoever is not there or out of time")
    expect(at_its_end).to_be_hidden()
    host.get_by_label("Clock").select_option("60")
    expect(at_its_end).to_have_value("bot")
    host.get_by_label("Open to all, shown on the start page").check()
    host.get_by_role("button", name="Make a table").click()
    host.wait_for_url("**/t/*")
    see(host, ".seat.mine .seat-name", "Ana")
    expect(host.get_by_role("button", name="Start")).to_be_focused()
    see(host, ".gather-facts", "hidden chests · 60 s for each decision, then a bot plays")
    guest = visit(serving.address, width=390, height=844)
    see(guest, "#lobby .awaited", "Ana · 1 person is there now")
    guest.get_by_role("link", name="Sit down at table").click()
    guest.wait_for_url("**/t/*")
    assert guest.url == host.url
    sit(guest, "Ben")
    start(host)
    see(guest, ".time-left", "seconds left")
    watcher = visit(serving.address, language="fr")
    watcher.get_by_role("link", name="Regarder").first.click()
    watcher.wait_for_url("**/t/*#watch")
    see(watcher, ".prompt", "Vous regardez.")
    expect(watcher.locator(".choices")).to_be_hidden()
    expect(watcher.locator("#visitor")).to_be_visible()
    guest.goto(serving.address)
    guest.get_by_role("link", name="Go on at table").click()
    guest.wait_for_url(host.url)
    expect(guest.locator(".choices .choice-C")).to_be_visible()


@pytest.mark.thorough
def test_no_table_moves_away_from_under_the_focus(serving: Serving, visit: Visits) -> None:
    older, newer = (serving.open(listed=True) for _ in range(2))
    page = visit(serving.address)
    row = page.locator("#lobby li", has=page.locator(f"a[href='/t/{older.table}']"))
    link = row.get_by_role("link")
    link.focus()
    host = visit(host_link(serving, older))
    sit(host, "Ana")
    see(page, "#lobby .awaited", "Ana · 1 person is there now")
    expect(link).to_be_focused()
    tables = page.locator("#lobby li").evaluate_all("all => all.map((each) => each.dataset.key)")
    assert tables.index(newer.table) < tables.index(older.table)
    page.get_by_label("Code of the table").focus()
    page.wait_for_function("code => document.querySelector('#lobby li').dataset.key === code", arg=older.table)


@pytest.mark.thorough
def test_a_table_that_is_gone_takes_the_focus_of_no_other_and_hands_on_its_own(serving: Serving, visit: Visits) -> None:
    codes = [serving.open(listed=True).table for _ in range(3)]
    page = visit(serving.address)
    links = {code: page.locator(f"#lobby a[href='/t/{code}']") for code in codes}
    oldest, middle, newest = (links[code] for code in codes)
    middle.focus()
    gone: list[str] = []

    def listed(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=[each for each in answer.json() if each["table"] not in gone])

    page.route("**/api/tables", listed)
    page.evaluate("document.activeElement.addEventListener('blur', () => (window.left = true))")
    gone.append(codes[2])
    expect(newest).to_have_count(0)
    expect(middle).to_be_focused()
    assert not page.evaluate("window.left")
    gone.append(codes[1])
    expect(oldest).to_be_focused()
    gone.append(codes[0])
    expect(page.locator("#code")).to_be_focused()
    page.unroute_all(behavior="wait")


def test_a_code_that_is_no_table_is_told_with_a_way_on(serving: Serving, visit: Visits) -> None:
    visit.may_meet("404")
    opened = dealt(serving)
    page = visit(serving.address)
    page.get_by_role("button", name="Join").click()
    see(page, "#code-wrong", "Type the code that somebody told you.")
    page.locator("#code").fill("ba ki to xx")
    page.locator("#code").press("Enter")
    see(page, "#code-wrong", "There is no table ba-ki-to-xx.")
    expect(page.locator("#code")).to_be_focused()
    page.locator("#code").fill(f"http://somewhere/t/{opened.table}")
    page.locator("#code").press("Enter")
    page.wait_for_url(link(serving, opened.table))
    page.goto(link(serving, "bakitoxx"))
    see(page, "table-seats", "There is no table ba-ki-to-xx.")
    expect(page.locator("table-seats input")).to_be_visible()


def test_a_table_that_does_not_exist_is_told_of_once(serving: Serving, visit: Visits) -> None:
    page = visit(link(serving, "bakitoxx"))
    see(page, "table-seats", "There is no table ba-ki-to-xx.")
    expect(page.locator("main h2:visible")).to_have_text(["No such table"])
    expect(page.locator("#trouble, #stale, #waiting").locator("visible=true")).to_have_count(0)


@pytest.mark.long
def test_a_name_that_is_taken_is_told_at_its_field(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving)
    sit(visit(host_link(serving, opened)), "Ana")
    page = visit(link(serving, opened.table))
    page.locator("form.sit input[name=name]").focus()
    page.evaluate(KEPT)
    page.keyboard.press("Enter")
    see(page, "form.sit .wrong", "A name is needed")
    hears(page, "A name is needed")  # The focus is where it was, and tells nothing.
    page.locator("form.sit input[name=name]").fill("ana")
    page.locator("form.sit button.primary").click()
    see(page, "form.sit .wrong", "Ana")
    expect(page.locator("form.sit input[name=name]")).to_have_attribute("aria-invalid", "true")
    sit(page, "Anna")


@pytest.mark.long
def test_the_strength_of_the_bots_is_one_tap_and_remembered(serving: Serving, visit: Visits) -> None:
    page = visit(serving.address)
    group = page.get_by_role("group", name="Three bots. How strong?")
    expect(group.get_by_role("radio")).to_have_count(5)
    expect(group.get_by_role("radio", name="Mixed")).to_be_checked()
    see(page, ".game-diamant .opponents:visible", "Tortoise, Magpie, and Badger")
    group.get_by_role("radio", name="Easy").check()
    see(page, ".game-mister-diamond .opponents:visible", "Goldfish: forgets almost at once.")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(group.get_by_role("radio", name="Hardest")).to_be_checked()
    see(page, ".game-diamant .opponents:visible", "Champion: knows every chance, and cannot be read.")
    see(page, ".game-mister-diamond .opponents:visible", "Elephant: forgets nothing.")
    page.reload()
    expect(page.get_by_role("radio", name="Hardest")).to_be_checked()
    see(page, ".game-diamant .opponents:visible", "Champion")
    page.get_by_role("button", name="Play now: Diamant").click()
    page.wait_for_url("**/t/*")
    expect(page.locator(".choices .choice-C")).to_be_visible()
    table = serving.server.registry.tables[page.url.rpartition("/")[2]]
    assert [chair.bot for chair in table.room.chairs.taken()] == [None, *["champion"] * 3]
    decide(page, "C")
    expect(page.locator(".choices .choice-C[aria-pressed=true]")).to_have_count(0)


def test_what_a_browser_offers_to_install_is_a_button(serving: Serving, visit: Visits) -> None:
    page = visit(serving.address, width=320)
    button = page.locator("#install")
    expect(button).to_be_hidden()
    page.evaluate(
        """() => {
          const offer = new Event("beforeinstallprompt", { cancelable: true });
          offer.prompt = () => (window.prompted = offer.defaultPrevented);
          dispatchEvent(offer);
        }"""
    )
    button.press("Enter")
    assert page.evaluate("window.prompted") is True
    page.evaluate("dispatchEvent(new Event('appinstalled'))")
    expect(button).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_name_for_ears_begins_with_the_word_that_is_seen(serving: Serving, visit: Visits, language: str) -> None:
    """Who speaks to their machine says what they see (WCAG 2.5.3)."""
    page = visit(f"{serving.address}/", language)
    links = page.locator(".game-go [aria-label]")
    assert links.count() >= 4
    for each in links.all():
        assert (each.get_attribute("aria-label") or "").startswith(each.inner_text().strip())
