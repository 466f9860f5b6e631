"""A lost server, a phone that sleeps, an answer that does not come: the page goes on by itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tacora.server.domain.log import TimeControl
from tests.server.crashing import RealServer
from tests.server.full_disk import full_disk
from tests.server.serving import Opened, Serving
from tests.web.conftest import Visits
from tests.web.playing import (
    ASKED,
    FORM,
    NO_PINGS,
    TINY,
    dealt,
    decide,
    decide_inside,
    go_offline,
    go_online,
    host_link,
    link,
    no_hazard,
    play_out,
    see,
    seed_where,
    sit,
    sit_inside,
    start,
    until,
)
from tests.web.wiretap import Wiretap


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RealServer]:
    server = RealServer(tmp_path / "tables.db")
    yield server
    server.give_up()


def test_a_page_goes_on_after_the_server_was_killed_and_the_sealed_choice_is_still_there(
    server: RealServer, visit: Visits
) -> None:
    visit.may_lose_the_server = True
    server.start()
    new = {"rules": {"edition": "tiny", "seats": 3}, "bots": ["tortoise"], "manners": {"thinking": False}}
    opened = server.request("POST", "/api/tables", new, 201)
    address = f"http://127.0.0.1:{server.port}/t/{opened['table']}"
    ana = visit(f"{address}#seat={opened['host']}")
    sit(ana, "Ana")
    ben = visit(address)
    sit(ben, "Ben")
    start(ana)
    decide(ana, "C")
    see(ben, ".count", "Waiting for you")
    server.kill()
    see(ana, "#line", "The connection is lost. Trying again; nothing is lost.")
    ben.locator(".choices .choice-C").click()
    expect(ben.locator(".choices .choice-C")).to_have_attribute("aria-pressed", "true")
    server.start()
    ana.locator("#line").wait_for(state="hidden")
    ben.locator("#line").wait_for(state="hidden")
    # Ana's choice was sealed before, and Ben's is sent now that there is somebody to hear it.
    see(ana, "#history-list li", "All continue")
    play_out(ana, ben)
    replay = server.request("GET", f"/api/tables/{opened['table']}/games/1/replay")
    # Every step once, and the result: nothing is missing, and nothing is told twice.
    assert ana.locator("#history-list li").count() == len(replay["steps"]) + 1


def test_a_phone_that_slept_hears_what_it_missed(serving: Serving, visit: Visits) -> None:
    visit.may_lose_the_server = True
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 0), bots=("tortoise",))
    ana = visit(host_link(serving, opened))
    sit(ana, "Ana")
    phone = visit(link(serving, opened.table), width=390, height=844)
    sit(phone, "Ben")
    start(ana)
    decide(phone, "L")
    see(ana, ".count", "Waiting for you")
    phone.context.set_offline(True)
    see(ana, ".players .player", "offline")
    decide(ana, "C")
    see(ana, "#history-list li", "Ben leaves.")
    assert "You leave" not in phone.locator("#history").inner_text()
    phone.context.set_offline(False)
    see(phone, "#history-list li", "You leave.")
    phone.locator("#line").wait_for(state="hidden")
    play_out(ana, phone)


@pytest.mark.long
def test_who_is_quicker_than_the_greeting_sits_down(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving)
    ana = visit("about:blank")
    tap = Wiretap(ana)
    tap.holds = "now".__eq__
    ana.goto(link(serving, opened.table))
    ana.locator("form.sit input[name=name]").fill("Ana")
    ana.keyboard.press("Enter")
    ana.keyboard.press("Enter")
    until(ana, lambda: tap.held)
    assert tap.sent == ["hello"]
    tap.lines[0].send(tap.held[0])
    see(ana, ".seat.mine", "Ana")
    expect(ana.locator("form.sit")).to_have_count(0)
    assert tap.sent == ["hello", "sit"]


@pytest.mark.thorough
def test_who_asks_again_because_the_answer_was_lost_has_one_seat(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving)
    ana = visit("about:blank")
    tap = Wiretap(ana)
    tap.holds = lambda _: "sit" in tap.sent and len(tap.lines) == 1
    ana.goto(link(serving, opened.table))
    ana.locator("form.sit input[name=name]").fill("Ana")
    ana.keyboard.press("Enter")
    until(ana, lambda: tap.held)
    ana.keyboard.press("Enter")
    until(ana, lambda: tap.sent.count("sit") == 2)
    tap.lines[0].close()
    see(ana, ".seat.mine", "Ana")
    until(ana, lambda: tap.sent.count("sit") == 3)
    expect(ana.locator(".seat.mine")).to_have_count(1)
    expect(ana.locator("#trouble")).to_be_hidden()
    assert [chair is not None for chair in serving.live(opened.table).room.chairs] == [True, False, False]


def sit_down_offline(serving: Serving, visit: Visits, opened: Opened) -> Page:
    """Ana, who asks for a seat once the connection is lost."""
    ana = visit(link(serving, opened.table))
    ana.locator("form.sit input[name=name]").fill("Ana")
    go_offline(ana)
    ana.keyboard.press("Enter")
    return ana


@pytest.mark.long
def test_a_name_that_was_taken_while_the_line_was_lost_is_told_and_nothing_is_promised(
    serving: Serving, visit: Visits
) -> None:
    visit.may_lose_the_server = True
    opened = dealt(serving)
    ana = sit_down_offline(serving, visit, opened)
    other = visit(link(serving, opened.table))
    sit(other, "Ana")
    ana.context.set_offline(False)
    see(ana, "form.sit .wrong", "Ana")
    expect(ana.locator("form.sit .wrong:visible")).to_have_count(1)
    ana.locator("form.sit input[name=name]").fill("Anna")
    ana.keyboard.press("Enter")
    see(ana, ".seat.mine", "Anna")


@pytest.mark.long
def test_who_changes_ones_mind_while_the_line_is_lost_does_not_sit_down(serving: Serving, visit: Visits) -> None:
    visit.may_lose_the_server = True
    opened = dealt(serving)
    ana = visit(link(serving, opened.table))
    sit(ana, "Ana")
    ana.locator(".one-more").click()
    ana.locator(f"{FORM} input[name=name]").fill("Ben")
    go_offline(ana)
    ana.keyboard.press("Enter")
    see(ana, "form.sit .wrong", "You sit down as soon as it is back.")
    ana.get_by_role("button", name="Not now").click()
    go_online(ana)
    ana.locator(".one-more").click()
    ana.locator(f"{FORM} input[name=name]").fill("Cleo")
    ana.keyboard.press("Enter")
    see(ana, ".seat.mine", "Cleo")
    assert serving.live(opened.table).room.chairs.names() == ["Ana", "Cleo"]


@pytest.mark.long
def test_who_sits_down_while_the_line_is_lost_has_the_seat_once_it_is_back(serving: Serving, visit: Visits) -> None:
    visit.may_lose_the_server = True
    opened = dealt(serving)
    ana = sit_down_offline(serving, visit, opened)
    see(ana, "form.sit .wrong", "You sit down as soon as it is back.")
    ben = visit(link(serving, opened.table))
    sit(ben, "Ben")  # In the same colour, which neither of them chose.
    ana.context.set_offline(False)
    see(ana, ".seat.mine", "Ana")
    expect(ana.locator("#trouble")).to_be_hidden()
    ana.reload()
    see(ana, ".seat.mine", "Ana")


KEEPS_NOTHING = """for (const name of ["getItem", "setItem", "removeItem"])
  Storage.prototype[name] = () => { throw new DOMException("nothing is kept", "SecurityError"); };"""


@pytest.mark.long
def test_a_browser_that_keeps_nothing_keeps_its_seat_as_long_as_the_page_is_open(
    serving: Serving, visit: Visits
) -> None:
    visit.may_lose_the_server = True
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 0), bots=("tortoise", "tortoise"))
    ana = visit("about:blank")
    ana.add_init_script(KEEPS_NOTHING)
    ana.goto(host_link(serving, opened))
    sit(ana, "Ana")
    go_offline(ana)
    go_online(ana)
    see(ana, ".seat.mine", "Ana")
    start(ana)
    play_out(ana)


@pytest.mark.long
def test_a_wish_that_cannot_be_sent_is_said_so(serving: Serving, visit: Visits) -> None:
    visit.may_lose_the_server = True
    opened = dealt(serving, bots=("tortoise", "tortoise"))
    ana = visit(host_link(serving, opened), width=390, height=640)
    sit(ana, "Ana")
    go_offline(ana)
    start(ana)
    see(ana, "#trouble", "that was not sent")
    expect(ana.locator("#trouble")).to_be_in_viewport(ratio=1)
    go_online(ana)
    start(ana)
    ana.locator("cave-table").wait_for()
    assert serving.live(opened.table).room.games == 1


@pytest.mark.long
def test_what_is_wished_before_the_greeting_is_over_is_sent_after_it(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving)
    ana = visit("about:blank")
    tap = Wiretap(ana)
    tap.holds = "now".__eq__
    ana.goto(host_link(serving, opened))
    start(ana)
    until(ana, lambda: tap.held)
    assert tap.sent == ["hello"]
    expect(ana.locator("#trouble")).to_be_hidden()
    tap.lines[0].send(tap.held[0])
    until(ana, lambda: serving.live(opened.table).room.games == 1)
    assert tap.sent.count("start") == 1


@pytest.mark.long
def test_a_wish_that_would_count_twice_is_not_sent_again_and_that_is_said(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving)
    ana = visit("about:blank")
    tap = Wiretap(ana)
    tap.holds = lambda _: "start" in tap.sent and len(tap.lines) == 1
    ana.goto(host_link(serving, opened))
    sit(ana, "Ana")
    start(ana)
    until(ana, lambda: tap.held)
    tap.lines[0].close()
    see(ana, "#trouble:visible", "Please look whether it was done.")
    ana.locator("cave-table").wait_for()
    assert tap.sent.count("start") == 1
    assert serving.live(opened.table).room.games == 1


@pytest.mark.long
def test_settings_whose_receipt_was_lost_are_sent_again(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving)
    ana = visit("about:blank")
    tap = Wiretap(ana)
    tap.holds = lambda _: "settle" in tap.sent and len(tap.lines) == 1
    ana.goto(host_link(serving, opened))
    ana.locator("table-seats details summary").first.click()
    ana.get_by_label("Clock").first.select_option("60")
    until(ana, lambda: tap.held)
    tap.lines[0].close()
    until(ana, lambda: tap.sent.count("settle") == 2)
    see(ana, ".gather-facts", "60 s for each decision, then a bot plays")
    expect(ana.locator("#trouble")).to_be_hidden()


def timed(serving: Serving, visit: Visits) -> tuple[Page, Wiretap]:
    """Somebody who is asked, and has a minute for it."""
    opened = dealt(serving, bots=("tortoise", "tortoise"), manners=TimeControl(clock=60))
    ana = visit("about:blank")
    tap = Wiretap(ana)
    ana.goto(host_link(serving, opened))
    sit(ana, "Ana")
    start(ana)
    ana.locator(ASKED).wait_for()
    return ana, tap


@pytest.mark.long
def test_more_time_is_confirmed_when_it_is_kept(serving: Serving, visit: Visits) -> None:
    ana, tap = timed(serving, visit)
    tap.holds = "done".__eq__
    ana.keyboard.press("+")
    until(ana, lambda: tap.held)
    expect(ana.locator(".toast")).to_be_hidden()
    tap.lines[0].send(tap.held[0])
    see(ana, ".toast:visible", "More time is asked for.")


@pytest.mark.long
def test_more_time_that_is_not_kept_is_not_confirmed(serving: Serving, visit: Visits) -> None:
    ana, _ = timed(serving, visit)
    with full_disk(serving):
        ana.keyboard.press("+")
        see(ana, "#trouble:visible", "could not write this down")
    expect(ana.locator(".toast")).to_be_hidden()
    serving.log[:] = [line for line in serving.log if "the disk is full" not in line]


PRESSED = '.choices .choice-C[aria-pressed="true"]'


def asked(serving: Serving, visit: Visits) -> tuple[Page, Wiretap, Opened]:
    """Somebody who is asked, and at whose table two other people are, too."""
    opened = dealt(serving)
    ana = visit("about:blank")
    tap = Wiretap(ana)
    ana.goto(host_link(serving, opened))
    sit(ana, "Ana")
    for name in ("Ben", "Cleo"):
        serving.inside(sit_inside(serving, opened, name))
    start(ana)
    ana.locator(ASKED).wait_for()
    return ana, tap, opened


@pytest.mark.thorough
def test_a_decision_that_the_store_refused_is_sent_again_until_it_is_kept(serving: Serving, visit: Visits) -> None:
    ana, tap, opened = asked(serving, visit)
    ana.add_init_script(NO_PINGS)
    ana.reload()
    ana.locator(ASKED).wait_for()
    note = ana.locator("#trouble", has_text="It is sent again until it is kept.")
    with full_disk(serving):
        ana.locator(".choices .choice-C").click()
        note.wait_for()
        until(ana, lambda: tap.sent.count("decide") > 1)
        expect(ana.locator(PRESSED)).to_be_visible()
        expect(note).to_be_visible()
    until(ana, lambda: serving.live(opened.table).room.sealed.get(0) == "C")
    expect(ana.locator(PRESSED)).to_be_visible()
    expect(note).to_be_hidden()
    serving.log[:] = [line for line in serving.log if "the disk is full" not in line]


@pytest.mark.long
def test_how_many_think_told_late_does_not_release_a_button_that_was_pressed(serving: Serving, visit: Visits) -> None:
    ana, tap, opened = asked(serving, visit)
    tap.holds = lambda kind: kind in ("thinking", "done")
    serving.inside(decide_inside(serving, opened, {1: "C"}))
    until(ana, lambda: tap.held)
    ana.locator(".choices .choice-C").click()
    until(ana, lambda: len(tap.held) > 2)
    others, *mine = tap.held
    tap.lines[0].send(others)
    see(ana, ".count", "Waiting for Cleo")
    expect(ana.locator(PRESSED)).to_be_visible()
    for frame in mine:
        tap.lines[0].send(frame)
    ana.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    see(ana, ".count", "Waiting for Cleo")
    expect(ana.locator(PRESSED)).to_be_visible()


@pytest.mark.long
def test_who_wanted_a_seat_at_a_table_that_filled_meanwhile_is_told(serving: Serving, visit: Visits) -> None:
    visit.may_lose_the_server = True
    opened = dealt(serving, bots=("tortoise", "tortoise"))
    ana = sit_down_offline(serving, visit, opened)
    ben = visit(link(serving, opened.table))
    sit(ben, "Ben")
    ana.context.set_offline(False)
    see(ana, "#trouble:visible", "all seats are taken")
    expect(ana.locator("form.sit")).to_have_count(0)


ON_TOP = """(element) => {
  const { x, y } = element.getBoundingClientRect();
  return document.elementFromPoint(x + 9, y + 9) === element;
}"""


@pytest.mark.long
def test_what_cannot_be_sent_from_a_dialog_is_said_in_it(serving: Serving, visit: Visits) -> None:
    visit.may_lose_the_server = True
    opened = dealt(serving)
    ana = visit(host_link(serving, opened), width=390, height=640)
    sit(ana, "Ana")
    ana.locator("#menu-open").click()
    go_offline(ana)
    clock = ana.locator("#menu").get_by_label("Clock")
    clock.scroll_into_view_if_needed()
    clock.select_option("60")
    note = ana.locator("#menu #trouble")
    expect(note).to_be_in_viewport(ratio=1)
    assert note.evaluate(ON_TOP)
    ana.locator("#menu .dialog-end button").click()
    expect(ana.locator("#main #trouble")).to_be_visible()
