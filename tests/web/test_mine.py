"""My games: what this device played, kept by the device alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tacora.server.domain.rules import Rules
from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import dealt, disaster, host_link, play_out, see, seed_where, sit, start

TABLE = Rules(edition="tiny", seats=3)


@pytest.mark.thorough
def test_a_game_is_kept_once_with_its_figures_and_deleted_on_demand(
    serving: Serving, visit: Visits, tmp_path: Path
) -> None:
    opened = dealt(serving, TABLE, seed_where(TABLE, disaster, 3), bots=["never", "cards:1"])
    page = visit(host_link(serving, opened), width=390, height=844)
    sit(page, "Ana")
    start(page)
    play_out(page, choose=lambda _: "C")
    page.get_by_role("link", name="My games").click()
    see(page, "#summary", "1 game.")
    (kept,) = page.evaluate("JSON.parse(localStorage.getItem('tacora.prefer.games'))")
    assert (kept["names"], kept["seats"]) == (["Ana", "never", "cards:1"], [0])
    assert kept["figures"]["late"] >= 1
    assert len(kept["figures"]["home"]) == 2
    see(page, ".mine-figures", f"{kept['figures']['late']} of 2")
    page.go_back()
    see(page, ".podium", "Ana")
    page.goto(f"{serving.address}/mine")
    see(page, "#summary", "1 game.")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").click()
    download.value.save_as(tmp_path / "games.json")
    assert json.loads((tmp_path / "games.json").read_text()) == [kept]
    page.get_by_role("link", name="Replay and review of game 1").click()
    see(page, "h1", opened.table)
    page.goto(f"{serving.address}/mine")
    page.get_by_role("button", name="Delete all").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Keep them").press("Enter")
    see(page, "#summary", "1 game.")
    page.get_by_role("button", name="Delete all").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Delete all").press("Enter")
    see(page, "#summary", "No game was played to its end here yet.")
    expect(page.locator("#summary")).to_be_focused()
    assert page.evaluate("localStorage.getItem('tacora.prefer.games')") == "[]"


@pytest.mark.thorough
def test_on_a_small_phone_nothing_in_the_list_is_squeezed(serving: Serving, visit: Visits) -> None:
    names = [f"Explorateur {letter}" for letter in "ABCDE"]
    seen = {"seats": [0], "scores": [9] * 5, "ranks": [1] * 5, "winners": [0], "names": names}
    kept = {"at": 0, "table": "abc", "number": 1, "game": "diamant", "edition": "schmidt-2005", **seen}
    page = visit(f"{serving.address}/mine", "fr", width=320, height=640)
    page.evaluate("(kept) => localStorage.setItem('tacora.prefer.games', JSON.stringify([kept]))", kept)
    page.reload()
    what = page.locator("#games .table-what")
    what.wait_for()
    room = page.locator("#games .table-row").bounding_box()
    taken = what.bounding_box()
    assert room is not None
    assert taken is not None
    assert taken["width"] > 0.8 * room["width"]


@pytest.mark.thorough
def test_whoever_only_watched_keeps_nothing(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, TABLE, bots=["tortoise", "tortoise"])
    ana = visit(host_link(serving, opened))
    watcher = visit(f"{serving.address}/t/{opened.table}#watch")
    sit(ana, "Ana")
    start(ana)
    play_out(ana)
    watcher.locator(".after-story h3").first.wait_for()
    assert watcher.evaluate("localStorage.getItem('tacora.prefer.games')") is None
