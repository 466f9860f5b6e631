"""A virtual screen reader within a page: it says what a real one is given to say, always in the same words."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page

BUNDLE = Path(sys.prefix) / "node/node_modules/@guidepup/virtual-screen-reader/lib/esm/index.browser.js"
SCRIPT = "/static/virtual-screen-reader.js"
PATIENCE = 60.0
_SAID = re.compile(r"(polite|assertive): ")
_LISTEN = """() => {
  window.announced = [];
  for (const region of document.querySelectorAll("[aria-live]"))
    new MutationObserver(() => {
      if (region.textContent) window.announced.push([region.getAttribute("aria-live"), region.textContent]);
    }).observe(region, { childList: true, characterData: true, subtree: true });
}"""
_SENTENCES = re.compile(r"(?<=[^\d\s][.?!])\s+|(?<=\u00a0[?!])\s+")


class VirtualReader:
    """What it says, taken down turn by turn: what has the focus, then what was announced, a sentence in each line.

    Whether two sentences came in one breath or in two depends on how fast a machine is, so that is left out. What was
    announced as urgent has an exclamation mark before it.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self._read = self._told = 0
        self._earlier: list[str] = []
        self.lines: list[str] = []
        page.evaluate(_LISTEN)
        page.evaluate(
            f"import('{SCRIPT}').then(({{ virtual }}) => {{ window.virtual = virtual;"
            " return virtual.start({ container: document.body }); })"
        )

    @staticmethod
    def prepare(page: Page) -> None:
        """Have the page find the reader at its own server, as its rules for scripts want it."""
        page.route(f"**{SCRIPT}", lambda route: route.fulfill(body=BUNDLE.read_text(), content_type="text/javascript"))

    def log(self) -> list[str]:
        """What was said so far of what has the focus, or is read."""
        said: list[str] = self.page.evaluate("virtual.spokenPhraseLog()")
        return self._earlier + [phrase for phrase in said if not _SAID.match(phrase)]

    def announced(self) -> list[str]:
        return [text for _, text in self._announced()]

    def _announced(self) -> list[tuple[str, str]]:
        """How urgently, and what. The reader itself misses an announcement while a busy page changes much."""
        return [(kind, text) for kind, text in self.page.evaluate("window.announced")]

    def wait(self, true: Callable[[], object], why: str) -> None:
        until = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < until, f"{why}; said last: {self.log()[-5:]}"
            self.page.wait_for_timeout(30)

    def note(self, what: str) -> None:
        """What is done now; before it, what was said until now."""
        new = self.log()[self._read :]
        self._read += len(new)
        said = self._announced()[self._told :]
        self._told += len(said)
        self.lines += [f"  {phrase}" for phrase in new]
        for kind, text in said:
            mark = "!" if kind == "assertive" else " "
            self.lines += [f"{mark} {sentence}" for sentence in _SENTENCES.split(text.strip())]
        if what:
            self.lines.append(f"> {what}")

    def read_through(self) -> None:
        """Read the page from its beginning to its end, and go back to where the focus was."""
        self.page.wait_for_function("() => !document.querySelector('cave-table').busy")
        self.note("read the page")
        self._earlier = self.log()
        self.page.evaluate(
            """async () => {
              const part = document.getElementById("main");
              const before = document.activeElement;
              await virtual.stop();
              await virtual.start({ container: part });
              const end = `end of ${await virtual.lastSpokenPhrase()}`;
              for (let n = 0; n < 2000 && (await virtual.lastSpokenPhrase()) !== end; n += 1) await virtual.next();
              window.readThrough = await virtual.spokenPhraseLog();
              await virtual.stop();
              await virtual.start({ container: document.body });
              before.focus();
            }"""
        )
        self.lines += [f"  {phrase}" for phrase in self.page.evaluate("window.readThrough")]
        self._read = len(self.log())
