"""A game again: from its link, or from the file of its record."""

from __future__ import annotations

import base64
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import as_rules, dealt, host_link, play_out, see, sit, start

SHORT = Path(__file__).parents[2] / "docs" / "examples" / "short.json"

DROP = """(record) => {
  const carried = new DataTransfer();
  carried.items.add(new File([Uint8Array.from(atob(record), (sign) => sign.charCodeAt(0))], "game.json"));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
}"""


WATCH = """() => {
  window.shown = [];
  const all = { childList: true, characterData: true, subtree: true };
  for (const part of document.querySelectorAll("#count, #play"))
    new MutationObserver(() => window.shown.push(part.textContent.trim())).observe(part, all);
}"""
"""Keeps whatever the counter and the button say from now on."""


def test_a_finished_game_is_replayed_from_its_link(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, as_rules(edition="tiny", seats=3, chests="hidden"), bots=("badger", "tortoise"))
    player = visit(host_link(serving, opened))
    sit(player, "Ana")
    start(player)
    play_out(player)
    player.get_by_role("link", name="Watch the replay").click()
    player.wait_for_url(f"**/g/{opened.table}/1#step=0")
    count = player.locator("#count")
    steps = int(player.locator("#slider").get_attribute("max") or 0) + 1
    see(player, "#count", f"1 of {steps}")
    told = f"{steps} steps, with Ana, Badger, and Tortoise. The arrow keys step."
    player.wait_for_function("(told) => document.getElementById('polite').textContent.includes(told)", arg=told)
    player.get_by_role("button", name="Forward").click()
    see(player, "#count", f"2 of {steps}")
    player.locator("body").press("ArrowRight")
    see(player, "#count", f"3 of {steps}")
    player.locator("body").press("End")
    see(player, "#count", f"{steps} of {steps}")
    expect(player.get_by_role("button", name="Forward")).to_have_attribute("aria-disabled", "true")
    player.locator("body").press("Home")
    player.locator("#slider").press("ArrowRight")
    expect(count).to_have_text(f"2 of {steps}")
    second = player.locator(".told-step").nth(1)
    expect(player.locator("#slider")).to_have_attribute("aria-valuetext", second.inner_text().replace("\n", " "))
    assert player.locator(".told-step[tabindex='0']").count() == 1
    second.focus()
    player.keyboard.press("ArrowDown")
    expect(player.locator(".told-step").nth(2)).to_be_focused()
    player.keyboard.press("Enter")
    see(player, "#count", f"3 of {steps}")
    player.get_by_label("Keys step and play").uncheck()
    player.locator("body").press("End")
    expect(count).to_have_text(f"3 of {steps}")
    player.get_by_label("Keys step and play").check()
    player.evaluate("document.activeElement.blur()")
    player.get_by_label("Seen by").select_option("0")
    expect(player).to_have_url(re.compile("seat=0"))
    player.get_by_label("Speed").select_option("4")
    player.locator("body").press("Home")
    player.evaluate(WATCH)  # At this speed a busy machine passes a step between two looks.
    player.get_by_role("button", name="Play", exact=True).click()
    see(player, "#count", f"{steps} of {steps}")
    see(player, "#play", "Play")
    shown = player.evaluate("window.shown")
    assert [text for text in shown if text != "Pause"] == [*(f"{n} of {steps}" for n in range(2, steps + 1)), "Play"]
    assert "Pause" in shown
    player.get_by_label("Speed").select_option("0.5")
    player.locator("body").press("Home")
    player.get_by_role("button", name="Play", exact=True).click()
    player.get_by_role("button", name="Pause").click()
    see(player, "#play", "Play")
    player.get_by_role("button", name="Check the deal").click()
    see(player, ".verdict", "Everything matches.")
    stranger = visit(player.url, language="fr", width=320, height=640)
    expect(stranger.locator("#eyes")).to_have_value("0")


@pytest.mark.long
def test_a_record_is_replayed_from_a_dropped_or_chosen_file(serving: Serving, visit: Visits) -> None:
    visit.may_meet("400")
    page = visit(f"{serving.address}/replay", width=390, height=844)
    page.evaluate(DROP, base64.b64encode(SHORT.read_bytes()).decode())
    see(page, "#replay-of", "game.json")
    see(page, "#told", "Léo leaves. Ana and Zoé continue.")
    see(page, "#after", "This game is not over.")
    page.locator("#told button", has_text="Lava pits again.").click()
    see(page, "#said", "Lava pits again. Léo and Zoé run and lose 2 gems each.")
    page.set_input_files("#file", {"name": "poem.json", "mimeType": "text/plain", "buffer": b"no record"})
    see(page, "#trouble", "poem.json This is not JSON")
    see(page, "#said", "Lava pits again.")
    other = visit(f"{serving.address}/replay", language="fr")
    other.set_input_files("#file", SHORT)
    see(other, "#told", "Léo")
