"""Several people at one table, each with a browser of their own."""

from __future__ import annotations

import itertools
import re
from functools import cache

import pytest
from playwright.sync_api import expect

from tacora.server.domain.log import TimeControl
from tacora.server.domain.rules import Rules
from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import (
    ASKED,
    FORM,
    NO_PINGS,
    OVER,
    TINY,
    as_rules,
    dealt,
    decide,
    deeper,
    host_and_guest,
    host_link,
    hurry,
    link,
    no_hazard,
    play_out,
    scores,
    see,
    seed_where,
    settled,
    sit,
    sit_inside,
    start,
)


def test_three_people_play_from_the_link_to_the_podium(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving)
    ana = visit(host_link(serving, opened), reduced_motion="no-preference")
    sit(ana, "Ana")
    ben = visit(link(serving, opened.table), width=390, height=844)
    sit(ben, "Ben")
    cleo = visit(serving.address, language="fr", width=320, height=640)
    cleo.locator("#code").fill("-".join(re.findall("..", opened.table)).upper())
    cleo.locator("#join button").click()
    cleo.wait_for_url(f"**/t/{opened.table}")
    sit(cleo, "Cléo")
    for page in (ana, ben, cleo):
        expect(page.locator("ol.seats .seat-name")).to_have_text(["Ana", "Ben", "Cléo"])
    expect(ben.locator(".gather-go button:visible")).to_have_count(0)
    start(ana)
    play_out(ana, ben, cleo)
    assert scores(ana).keys() == {"A Ana", "B Ben", "C Cléo"}
    assert scores(ana) == scores(ben)
    assert list(scores(cleo)) == list(scores(ana))
    expect(cleo.locator(".podium-winners")).to_have_text(re.compile("gagne|se partagent"))


def test_a_game_against_bots_begins_with_one_click(serving: Serving, visit: Visits) -> None:
    page = visit(serving.address, width=390, height=844)
    page.get_by_role("button", name="Play now: Diamant").click()
    page.wait_for_url("**/t/*")
    assert "#" not in page.url
    decide(page, "C")
    see(page, "#history-list li:nth-child(2)", "")


@pytest.mark.long
def test_a_real_game_against_bots_is_played_at_its_real_pace(serving: Serving, visit: Visits) -> None:
    page = visit(serving.address, width=390, height=844, reduced_motion="no-preference")
    page.get_by_role("button", name="Play now: Diamant").click()
    page.wait_for_url("**/t/*")
    answers = itertools.cycle("CCL")
    play_out(page, choose=lambda _: next(answers), pace="real")
    assert len(scores(page)) == 4
    expect(page.locator(".chart-holder svg.chart")).to_be_visible()
    expect(page.locator(".course details table")).to_have_count(1)


def test_choices_are_closed_and_can_be_changed_or_withdrawn_until_all_are_in(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 0), bots=("tortoise",))
    ana, ben = host_and_guest(serving, visit, opened)
    start(ana)
    deep, camp = ana.locator(".choices .choice-C"), ana.locator(".choices .choice-L")
    decide(ana, "C")
    expect(deep).to_have_attribute("aria-pressed", "true")
    see(ben, ".count", "Waiting for you")
    camp.click()
    expect(camp).to_have_attribute("aria-pressed", "true")
    expect(deep).to_have_attribute("aria-pressed", "false")
    see(ana, ".prompt", "To camp. You can still change your mind.")
    see(ben, ".count", "Waiting for you")
    settled(ben)
    expect(ben.locator(".fists .fist")).to_have_count(3)
    expect(ben.locator(".fists .fist.closed")).to_have_count(3)
    ana.wait_for_timeout(500)  # Sooner, it would be the second half of a double press.
    camp.click()
    expect(camp).to_have_attribute("aria-pressed", "false")
    see(ben, ".count", "Two still think")
    decide(ben, "C")
    ana.locator("body").press("c")
    see(ana, "#history-list li", "You leave. ")
    see(ben, "#history-list li", "Ana leaves. ")
    see(ana, ".prompt", "You are at camp. Two are still inside.")


@pytest.mark.long
def test_two_devices_share_one_seat_through_the_personal_link(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, bots=("tortoise", "tortoise"), seed=seed_where(TINY, no_hazard, 0))
    laptop = visit(host_link(serving, opened), permissions=["clipboard-read", "clipboard-write"])
    sit(laptop, "Ana")
    laptop.get_by_role("button", name="Menu").click()
    laptop.get_by_role("button", name="Copy the personal link to this seat").click()
    personal = laptop.evaluate("navigator.clipboard.readText()")
    assert personal.startswith(f"{link(serving, opened.table)}#seat=")
    laptop.locator("#menu").get_by_role("button", name="Close").click()
    phone = visit(personal, width=390, height=844)
    phone.wait_for_url(link(serving, opened.table))
    expect(phone.locator(".seat.mine .seat-name")).to_have_text("Ana")
    hurry(phone)
    start(laptop)
    settled(phone)
    deeper(laptop)
    see(phone, "#history-list li", "All continue.")
    decide(phone, "L")
    see(laptop, "#history-list li", "leave")
    play_out(laptop)
    expect(phone.locator(OVER)).to_be_visible()
    assert scores(phone) == scores(laptop)


@pytest.mark.thorough
def test_the_host_can_pass_the_role_on_and_anybody_may_want_a_rematch(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, bots=("badger",))
    ana, ben = host_and_guest(serving, visit, opened)
    start(ana)
    play_out(ana, ben)
    ana.get_by_role("button", name="Change seat 2, Ben").click()
    ana.get_by_role("button", name="Make Ben the host").click()
    expect(ben.locator(".gather-go button:visible")).to_have_text("Play again")
    expect(ana.locator(".gather-go button:visible")).to_have_count(0)
    start(ben)
    ana.locator(OVER).wait_for(state="hidden")
    play_out(ana, ben)
    expect(ana.locator(".seat-total").first).to_have_text(re.compile(r"\d+ so far"))


@pytest.mark.thorough
def test_hostile_names_stay_names(serving: Serving, visit: Visits) -> None:
    name = "<img src=x onerror=alert(1)>"
    other = "</script><b>{$x}'\"&amp;"
    opened = dealt(serving, bots=("badger",))
    ana = visit(host_link(serving, opened))
    ana.on("dialog", lambda dialog: visit.complaints.append(f"dialog: {dialog.message}"))
    sit(ana, name)
    ben = visit(link(serving, opened.table), language="fr")
    sit(ben, other)
    start(ana)
    expect(ana.locator(".players .called").first).to_contain_text(name)
    play_out(ana, ben)
    assert list(scores(ana)) == list(scores(ben))
    assert {f"A {name}", f"B {other}"} <= scores(ana).keys()
    ana.get_by_role("button", name="Check the deal").click()
    expect(ana.locator(".check-luck")).to_contain_text(name)
    replay = visit(f"{serving.address}/g/{opened.table}/1")
    expect(replay.locator("#eyes option").nth(1)).to_have_text(f"A {name}")
    for page in (ana, ben, replay):
        assert page.locator("img[src=x], b:has-text('{$x}')").count() == 0


@pytest.mark.long
def test_the_odds_are_told_where_the_table_allows_it(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, bots=("tortoise", "tortoise"))
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    start(page)
    page.get_by_role("button", name="Odds").click()
    expect(page.locator(".odds-text")).to_contain_text("The next card")
    page.reload()
    expect(page.locator(".odds-open")).to_be_visible()


def test_the_browser_computes_the_deal_again_and_it_matches(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, bots=("badger", "badger"))
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    start(page)
    play_out(page)
    page.get_by_role("button", name="Check the deal").click()
    expect(page.locator(".verdict")).to_have_text("Everything matches. Nobody touched the cards.")
    expect(page.locator(".check-steps li.bad")).to_have_count(0)
    assert page.locator(".check-steps li.good").count() >= 4


@pytest.mark.long
def test_another_language_keeps_the_seat_and_the_game(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, bots=("tortoise", "tortoise"), seed=seed_where(TINY, no_hazard, 0))
    page = visit(host_link(serving, opened))
    sit(page, "Ana")
    start(page)
    deeper(page)
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu a[data-language=fr]").click()
    page.wait_for_url("**lang=fr")
    assert page.locator("html").get_attribute("lang") == "fr"
    expect(page.locator(".players .you")).to_contain_text("Ana")
    expect(page.locator(".choices .choice-C")).to_contain_text("Plus loin")
    page.goto(link(serving, opened.table))
    assert page.locator("html").get_attribute("lang") == "fr"
    play_out(page)


@cache
def ends_in_a_burst(rules: Rules) -> str:
    """A seed with which others, who never leave, see three more cards after the first seat left the last cave."""
    for number in range(10_000):
        seed = number.to_bytes(32, "big")
        play = rules.deal(["x"] * rules.seats, seed)
        steps = 0
        while play.pending:
            steps = 0 if 0 in play.pending else steps + 1
            play.apply({seat: "C" if seat else "L" for seat in play.pending})
        if steps >= 3:
            return seed.hex()
    raise AssertionError("no such seed")


@pytest.mark.long
def test_a_game_that_ends_in_a_burst_of_steps_shows_its_podium(serving: Serving, visit: Visits) -> None:
    seed = ends_in_a_burst(TINY)
    opened = dealt(serving, TINY, seed, bots=("never",) * 2, manners=TimeControl(thinking=False))
    page = visit(host_link(serving, opened), reduced_motion="no-preference")
    sit(page, "Ana")
    page.add_init_script(NO_PINGS)
    page.reload()  # From here on it takes its time.
    start(page)
    for _ in range(2):
        page.locator(ASKED).wait_for()
        settled(page)
        decide(page, "L")
    expect(page.locator(OVER)).to_be_visible()
    expect(page.locator("#podium-title")).to_be_visible()


@pytest.mark.long
def test_on_a_phone_a_name_has_room_beside_its_total_and_its_button(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, bots=("tortoise", "tortoise"))
    page = visit(host_link(serving, opened), "fr", width=320, height=640)
    sit(page, "Ana")
    start(page)
    play_out(page)
    page.locator(".seat-total", has_text="jusqu’ici").first.wait_for()
    lines = page.locator(".seat-name").first.evaluate(
        "(name) => name.getClientRects()[0].height / parseFloat(getComputedStyle(name).lineHeight)"
    )
    assert round(lines) == 1


@pytest.mark.long
def test_help_opens_at_its_beginning_on_a_phone(serving: Serving, visit: Visits) -> None:
    """Focus on the link at its end scrolled the first sentences away."""
    phone = visit(link(serving, serving.open(rules={"seats": 3}).table), width=320, height=640)
    phone.locator("form.sit").wait_for()
    phone.locator("#help-open").click()
    expect(phone.locator("#help-title")).to_be_focused()
    assert phone.locator("#help").evaluate("(dialog) => dialog.scrollTop") == 0


def test_a_seat_is_given_back_only_if_that_is_meant_and_then_nothing_covers_the_table(
    serving: Serving, visit: Visits
) -> None:
    opened = dealt(serving, bots=("tortoise",))
    ana = visit(host_link(serving, opened))
    sit(ana, "Ana")
    ana.locator("#menu-open").click()
    ana.locator("#menu").get_by_role("button", name="Change seat 1, Ana").click()
    ana.get_by_role("button", name="Give the seat back").last.click()
    question = ana.get_by_role("dialog", name="Give the seat of Ana back?")
    expect(question).to_have_accessible_description("Anybody can sit down there then.")
    expect(question.get_by_role("button", name="Keep it")).to_be_focused()
    ana.keyboard.press("Escape")
    expect(question).to_have_count(0)
    expect(ana.locator("ol.seats .seat.mine")).to_have_count(1)
    ana.get_by_role("button", name="Give the seat back").last.click()
    question.get_by_role("button", name="Give the seat back").click()
    expect(ana.locator("dialog:modal")).to_have_count(0)
    expect(ana.locator("ol.seats .seat.mine")).to_have_count(0)
    expect(ana.get_by_role("heading", name="Around the fire")).to_be_focused()


@pytest.mark.long
def test_who_gives_the_seat_back_in_mid_game_is_told_that_a_bot_plays_on(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 0), bots=("tortoise",))
    ana, ben = host_and_guest(serving, visit, opened, "fr")
    start(ana)
    ben.locator("cave-table").wait_for()
    ben.locator("#menu-open").click()
    ben.locator("#menu").get_by_role("button", name="Rendre la place").click()
    question = ben.get_by_role("dialog", name="Rendre la place de Ben\N{NO-BREAK SPACE}?")
    expect(question).to_contain_text("Un robot joue pour vous")
    question.get_by_role("button", name="Rendre la place").click()
    expect(ben.locator("dialog:modal")).to_have_count(0)
    expect(ben.locator("#menu-open")).to_be_focused()
    see(ana, ".count", "Waiting for you")


@pytest.mark.long
def test_who_gives_the_seat_back_while_a_game_begins_is_asked_again(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, bots=("tortoise",))
    ana, ben = host_and_guest(serving, visit, opened)
    ben.locator("#menu-open").click()
    ben.locator("#menu").get_by_role("button", name="Give the seat back").click()
    question = ben.get_by_role("dialog", name="Give the seat of Ben back?")
    expect(question).to_contain_text("Anybody can sit down there then.")
    start(ana)
    ben.locator("cave-table").wait_for()
    question.get_by_role("button", name="Give the seat back").click()
    expect(question).to_contain_text("A bot plays on for you")
    question.get_by_role("button", name="Keep it").click()
    expect(question).to_have_count(0)
    chair = serving.live(opened.table).room.chairs[2]
    assert chair is not None
    assert chair.sitting_in is None


@pytest.mark.long
def test_a_seat_is_freed_of_nobody_but_whom_the_host_was_asked_about(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving)
    ana, ben = host_and_guest(serving, visit, opened)
    ana.get_by_role("button", name="Change seat 2, Ben").click()
    ana.get_by_role("button", name="Free the seat").last.click()
    question = ana.get_by_role("dialog", name="Free the seat of Ben?")
    question.wait_for()
    ben.locator("#menu-open").click()
    ben.locator("#menu").get_by_role("button", name="Give the seat back").click()
    ben.get_by_role("dialog", name="Give the seat of Ben back?").get_by_role(
        "button", name="Give the seat back"
    ).click()
    cleo = visit(link(serving, opened.table))
    sit(cleo, "Cleo")
    see(ana, "ol.seats .seat", "Cleo")
    question.get_by_role("button", name="Free the seat").click()
    expect(question).to_have_count(0)
    ana.keyboard.press("Escape")
    expect(ana.locator("dialog:modal")).to_have_count(0)
    ana.get_by_role("button", name="Change seat 2, Cleo").click()
    expect(cleo.locator("ol.seats .seat.mine")).to_have_count(1)


@pytest.mark.long
def test_a_game_that_begins_closes_the_dialog_of_a_seat(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, bots=("tortoise",))
    ana, ben = host_and_guest(serving, visit, opened)
    ben.locator("ol.seats").get_by_role("button", name="Change").click()
    ben.get_by_role("button", name="Give the seat back").last.click()
    question = ben.get_by_role("dialog", name="Give the seat of Ben back?")
    question.wait_for()
    start(ana)
    ben.locator("cave-table").wait_for()
    question.get_by_role("button", name="Give the seat back").click()
    expect(ben.locator("dialog:modal")).to_have_count(0)
    decide(ben, "C")
    see(ana, ".count", "Waiting for you")


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fr"])
def test_who_watches_sees_every_chest_without_scrolling(serving: Serving, visit: Visits, language: str) -> None:
    opened = dealt(serving, as_rules(edition="schmidt-2005", seats=8), bots=("tortoise",) * 7)
    ana = visit(host_link(serving, opened))
    sit(ana, "Ana")
    start(ana)
    watcher = visit(f"{link(serving, opened.table)}#watch", language, width=1280, height=720)
    expect(watcher.locator("#visitor")).to_be_in_viewport(ratio=1)
    expect(watcher.locator(".players .player")).to_have_count(8)
    for chest in watcher.locator(".players .player").all():
        expect(chest).to_be_in_viewport(ratio=1)


@pytest.mark.long
def test_the_last_who_thinks_is_told_so_and_the_others_hear_who_it_is(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 0), bots=("tortoise",))
    ana, ben = host_and_guest(serving, visit, opened)
    start(ana)
    see(ana, ".count", "Two still think")
    decide(ana, "C")
    see(ana, ".count", "Waiting for Ben")
    see(ben, ".count", "Waiting for you")
    ben.locator("body").press("w")
    see(ben, ".toast", "Waiting for you.")


WISHED = """async (wishes) => {
  for (const wish of wishes) {
    const detail = { wish, receipt: null };
    document.body.dispatchEvent(new CustomEvent("wish", { bubbles: true, detail }));
    (window.receipts ??= []).push(await detail.receipt);
  }
}"""


@pytest.mark.long
def test_a_click_that_comes_after_the_end_is_no_trouble(serving: Serving, visit: Visits) -> None:
    """A second click withdraws, but the first one has ended the game: there is nothing to tell in red."""
    page = visit(host_link(serving, dealt(serving, TINY, bots=("badger", "badger"))))
    sit(page, "Ana")
    start(page)
    play_out(page)
    page.wait_for_timeout(500)  # Sooner, it would be the second half of a double press.
    late = {"type": "withdraw", "seat": 0, "decision": 1}
    page.evaluate(WISHED, [late, {"type": "ask", "about": "players", "id": "after it"}])
    assert [receipt.get("code") for receipt in page.evaluate("window.receipts")] == ["no-game", None]
    assert page.locator("#trouble").is_hidden()


def test_a_change_of_mind_that_comes_too_late_is_no_alarm(serving: Serving, visit: Visits) -> None:
    page = visit(
        host_link(serving, dealt(serving, TINY, seed_where(TINY, no_hazard, 1), bots=("tortoise", "tortoise")))
    )
    sit(page, "Ana")
    start(page)
    decide(page, "C")
    page.wait_for_function("() => document.querySelectorAll('.cell').length > 1")
    page.locator(ASKED).wait_for()
    page.wait_for_timeout(500)  # Sooner, it would be the second half of a double press.
    page.evaluate(WISHED, [{"type": "withdraw", "seat": 0, "decision": 1}, {"type": "ask", "about": "players"}])
    assert [receipt.get("code") for receipt in page.evaluate("window.receipts")] == ["too-late", None]
    see(page, "body", "Too late: everybody had decided.")
    assert page.locator("#trouble").is_hidden()


@pytest.mark.thorough
def test_the_seat_that_was_chosen_is_kept_while_a_name_is_refused(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, Rules(seats=4))
    serving.inside(sit_inside(serving, opened, "Ana"))
    page = visit(link(serving, opened.table))
    page.locator("ol.seats .seat").nth(3).get_by_role("button").click()
    expect(page.locator("ol.seats .chosen")).to_have_count(1)
    expect(page.locator("ol.seats .seat").nth(3)).to_have_class(re.compile(r"\bchosen\b"))
    expect(page.get_by_role("form", name="Sit down, seat 4")).to_be_visible()
    for name in ("Ana", "Gus"):
        page.locator(f"{FORM} input[name=name]").fill(name)
        page.keyboard.press("Enter")
        if name == "Ana":
            see(page, "form.sit .wrong", "Ana")
    expect(page.locator("ol.seats .seat").nth(3).locator(".seat-name")).to_have_text("Gus")


@pytest.mark.thorough
def test_a_chosen_seat_that_somebody_else_takes_is_no_longer_named(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, Rules(seats=4))
    page = visit(link(serving, opened.table))
    page.locator("ol.seats .seat").nth(3).get_by_role("button").click()
    expect(page.get_by_role("form", name="Sit down, seat 4")).to_be_visible()
    serving.inside(sit_inside(serving, opened, "Ben", 3))
    expect(page.get_by_role("form", name="Sit down", exact=True)).to_be_visible()
    expect(page.locator("ol.seats .chosen")).to_have_count(0)
    sit(page, "Gus")
    expect(page.locator("ol.seats .seat").nth(0).locator(".seat-name")).to_have_text("Gus")
