"""A visit in a language that the tests add: what has no accent is no message, and nothing is cut off."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests import pseudo
from tests.pseudo import accented
from tests.server.crashing import PATIENCE, free_port
from tests.web.conftest import SIDEWAYS, visits
from tests.web.playing import hurry, play_out, settled

MAIN = "import sys; from tacora.cli import main; sys.exit(main())"
NAME = "Åñå"

TEXTS = """() => {
  const ARIA = ["aria-label", "aria-description", "aria-roledescription", "aria-valuetext"];
  const NAMED = [...ARIA, "alt", "title", "placeholder"];
  const found = [document.title, document.querySelector("meta[name=description]").content];
  const within = (node) => !node.closest("script, style, noscript, code, [lang]:not(html)");
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) if (within(texts.currentNode.parentElement)) found.push(texts.currentNode.data);
  for (const element of document.querySelectorAll("*")) {
    if (within(element)) found.push(...NAMED.map((name) => element.getAttribute(name) ?? ""));
  }
  return found.map((text) => text.trim()).filter(Boolean);
}"""
"""Everything on a page that is read or heard, or will be; not what is code, or marked as another language."""

SHORTENED = ".unseen, .called, .pillar-name, .hot-name, .tray-said, .recap, .stage"
"""What is for the ear, or shortened on purpose: names may be long, and what happened stands in full in the history. The
stage looks at a part of the tunnel, whose cards have figures, not words."""

CUT = """() => {
  const hides = (overflow) => overflow === "hidden" || overflow === "clip";
  const scrolls = (overflow) => overflow === "auto" || overflow === "scroll";
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const parent = text.parentElement;
    const clipped = parent.closest("SHORTENED") || getComputedStyle(parent).clipPath !== "none";
    if (!text.data.trim() || clipped || parent.closest("script, style, option") || !parent.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) {
      let [across, down] = [true, true];
      for (let box = parent; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        const room = line.height / 3; // Lines may be set closer than their letters are high.
        const narrow = hides(overflowX) || box.matches("button, .button");
        const wide = narrow && (line.right > edge.right + 1 || line.left < edge.left - 1);
        const high = hides(overflowY) && (line.bottom > edge.bottom + room || line.top < edge.top - room);
        if ((across && wide) || (down && high)) found.add(`${box.localName}.${box.classList}: ${text.data.trim()}`);
        across &&= !scrolls(overflowX);
        down &&= !scrolls(overflowY);
      }
    }
  }
  return [...found];
}""".replace("SHORTENED", SHORTENED)
"""Texts of which a part lies outside of a button, or of a box that hides what does not fit."""

OF_NO_LANGUAGE = {"Tacora", "and", "SHA", "http"}
"""A name; the word with which CLDR lists in English; and what is the same in every language."""


class Reader:
    """Looks at every state of a page, small and wide."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.texts = 0
        self._known = set(OF_NO_LANGUAGE)
        """With the codes of the tables that were visited."""

    def look(self, page: Page, state: str) -> None:
        for width, height in ((320, 640), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            if page.evaluate(SIDEWAYS):
                self.found.append(f"{state}, {width}: scrolls sideways")
            self.found += [f"{state}, {width}: cut off: {text}" for text in page.evaluate(CUT)]
        if table := re.search(r"/[tg]/(\w+)", page.url):
            self._known |= {table[1], *re.findall("..", table[1])}
        texts: list[str] = page.evaluate(TEXTS)
        self.texts += len(texts)
        for text in texts:
            plain = re.sub(r"https?://\S+|\b[0-9a-f]{16,}\b", "", text)
            if words := [word for word in re.findall("[A-Za-z]{2,}", plain) if word not in self._known]:
                self.found.append(f"{state}: no message: {words} in {text!r}")


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The real program, with one more language."""
    locales = pseudo.write(tmp_path / "locales")
    port = free_port()
    more = {"TACORA_HOME": str(tmp_path), "TACORA_LOCALES": str(locales), "PYTHONUTF8": "1"}
    with subprocess.Popen(
        [sys.executable, "-c", MAIN, "--lang", pseudo.CODE, "serve", "--port", str(port)],
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, **more},
    ) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(3)]
        assert f"http://127.0.0.1:{port}/" in said[1]
        yield f"http://127.0.0.1:{port}"
        process.terminate()
        process.wait(PATIENCE)


@pytest.mark.long
def test_from_the_start_page_to_the_podium_every_text_is_a_message_and_none_is_cut_off(
    address: str, browser: Browser
) -> None:
    reader = Reader()
    with visits(browser) as visit:
        visit.may_meet("404")
        page = visit(f"{address}/?lang={pseudo.CODE}")
        _start(page, reader)
        _table(page, reader)
        _game(page, reader)
        _tray(visit(f"{address}/?lang={pseudo.CODE}"), reader)
        for rules in ("diamant", "mister-diamond"):
            page.goto(f"{address}/rules/{rules}")
            reader.look(page, f"rules of {rules}")
        page.goto(f"{address}/nowhere")
        reader.look(page, "nowhere")
    assert reader.texts > 1000
    assert reader.found == [], "\n".join(reader.found)


def _start(page: Page, reader: Reader) -> None:
    page.locator("#lobby-empty").wait_for()
    page.locator("#new summary").click()
    reader.look(page, "start")
    page.locator("#new-name").fill(NAME)
    page.locator("#new-seats").select_option("3")
    page.locator("#new-box").select_option("schmidt-2005")
    page.locator("#new [name=thinking]").uncheck()
    page.locator("#new [name=listed]").check()
    page.locator("#new button.strong").click()
    page.wait_for_url("**/t/*")


def _table(page: Page, reader: Reader) -> None:
    hurry(page)
    page.locator(".seat.mine .seat-name", has_text=NAME).wait_for()
    reader.look(page, "table")
    page.locator("ol.seats button").last.click()
    reader.look(page, "a seat")
    page.keyboard.press("Escape")
    for dialog in ("menu", "help"):
        page.locator(f"#{dialog}-open").click()
        reader.look(page, dialog)
        if dialog == "menu":
            page.locator("#menu-body button", has_text=accented("Sound, words, keys, large print")).click()
            _unfold(page, "dialog[open]")
            reader.look(page, "preferences")
            page.keyboard.press("Escape")
        page.keyboard.press("Escape")
    page.locator(".gather-go button:visible").first.click()


def _unfold(page: Page, where: str) -> None:
    for details in page.locator(f"{where} details").all():
        details.evaluate("(details) => { details.open = true; }")


def _game(page: Page, reader: Reader) -> None:
    decisions = 0

    def choose(page: Page) -> str:
        """Deeper twice, then to camp."""
        nonlocal decisions
        decisions += 1
        if decisions == 2:
            page.locator(".odds-open").click()
            page.locator(".odds-text p").first.wait_for()
        if decisions in (2, 3):
            settled(page)
            reader.look(page, f"cave, decision {decisions}")
        return "C" if decisions % 3 else "L"

    play_out(page, choose=choose)
    page.locator(".chart-holder svg").first.wait_for()
    _unfold(page, "after-game")
    reader.look(page, "podium")
    page.goto(re.sub("/t/(.*)", r"/g/\1/1", page.url), wait_until="networkidle")
    reader.look(page, "replay")


def _tray(page: Page, reader: Reader) -> None:
    page.locator("#lobby li").wait_for()
    reader.look(page, "lobby")
    page.locator(".play-now[data-game=mister-diamond]").click()
    page.wait_for_url("**/t/*")
    page.locator("tray-table[data-mine]").wait_for()
    reader.look(page, "tray")
