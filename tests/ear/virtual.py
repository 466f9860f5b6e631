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
_SAID = re.compile(r"(polite|assertive): (.*)", re.S)
_SENTENCES = re.compile(r"(?<=[^\d\s][.?!])\s+|(?<=\u00a0[?!])\s+")


class VirtualReader:
    """What it says, taken down turn by turn: what has the focus, then what was announced, a sentence in each line.

    Whether two sentences came in one breath or in two depends on how fast a machine is, so that is left out. What was
    announced as urgent has an exclamation mark before it.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self._read = 0
        self._earlier: list[str] = []
        self.lines: list[str] = []
        page.evaluate(
            f"import('{SCRIPT}').then(({{ virtual }}) => {{ window.virtual = virtual;"
            " return virtual.start({ container: document.body }); })"
        )

    @staticmethod
    def prepare(page: Page) -> None:
        """Have the page find the reader at its own server, as its rules for scripts want it."""
        page.route(f"**{SCRIPT}", lambda route: route.fulfill(body=BUNDLE.read_text(), content_type="text/javascript"))

    def log(self) -> list[str]:
        """Everything that was said so far."""
        said: list[str] = self.page.evaluate("virtual.spokenPhraseLog()")
        return self._earlier + said

    def announced(self) -> list[str]:
        return [found[2] for phrase in self.log() if (found := _SAID.fullmatch(phrase))]

    def wait(self, true: Callable[[], object], why: str) -> None:
        until = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < until, f"{why}; said last: {self.log()[-5:]}"
            self.page.wait_for_timeout(30)

    def note(self, what: str) -> None:
        """What is done now; before it, what was said until now."""
        new = self.log()[self._read :]
        self._read += len(new)
        said = [found for phrase in new if (found := _SAID.fullmatch(phrase))]
        self.lines += [f"  {phrase}" for phrase in new if not _SAID.fullmatch(phrase)]
        for kind, text in (found.groups() for found in said):
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
