"""A whole game of each kind by ear, word for word, as a file that is compared.

After a change that is meant, TACORA_TRANSCRIBE=1 .venv/bin/pytest tests/ear/test_transcript.py writes them anew: read
what is different.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from difflib import unified_diff
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tacora.narration.catalogue import Language
from tacora.server.domain.log import TimeControl
from tacora.server.domain.rules import Rules
from tests.browser import NO_LESSONS
from tests.ear.virtual import BUNDLE, VirtualReader
from tests.ear.witness import Told, Witness, lost, twice, witness
from tests.needs import not_tested
from tests.server.serving import Serving
from tests.web.conftest import LANGUAGES
from tests.web.playing import ASKED, dealt, host_link, is_shown

TRANSCRIPTS = Path(__file__).parent / "transcripts"
OTHERS = ("Ben", "Cleo")
CAVES = Rules(seats=3)
TRAY = Rules(game="mister-diamond", edition="ravensburger-1993", seats=3)
SEED = bytes(31).hex() + "02"
STAYS = (3, 4, 6)
"""How many cards each seat wants to see in an expedition."""
KEYS = {"en": {"C": "d", "L": "c"}, "fr": {"C": "p", "L": "c"}}


@pytest.fixture(autouse=True)
def virtual_screen_reader() -> None:
    if not BUNDLE.exists():
        not_tested("transcripts of games by ear", "no virtual screen reader: make check fetches it with npm")


class Game:
    """A page that is listened to, and others at the table who do always the same."""

    def __init__(self, reader: VirtualReader, mine: Witness, others: list[Witness]) -> None:
        self.reader = reader
        self.mine = mine
        self.others = others
        self.steps = 0

    def go_on(self) -> bool:
        """Wait for the next step and for all that is said of it; whether the game goes on."""
        self.steps += 1
        now = self._step(self.mine)
        self.reader.wait(lambda: "decision" in now or self.mine.of("over"), "a question, or the end")
        return "decision" in now

    def listen(self) -> None:
        self.reader.wait(
            lambda: not lost(self.reader.announced(), self.mine.sentences()), f"not said: {self.mine.sentences()[-1]}"
        )

    def look(self) -> None:
        """Wait until the page shows what was said: in a burst it takes its time, and one decides on what it shows."""
        page = self.reader.page
        self.reader.wait(lambda: is_shown(page, self.mine.of("step")[-1]["say"]), "the question")
        # A key that comes at once was meant for the question before.
        self.reader.wait(lambda: page.locator("body:not([data-early])").count(), "time for an answer")

    def hear_the_end(self) -> None:
        """The result, as it is announced and as it is read."""
        self.listen()
        for last in ("after-game .podium", "after-game .chart-holder svg", "after-game deal-check", "table-seats"):
            self.reader.page.locator(last).first.wait_for()
        self.reader.read_through()

    def sealed(self) -> bool:
        """Whether the page's decision is known."""
        told = self.mine.of("thinking", "step", "over")[-1]
        return told["type"] != "thinking" or "0" in told.get("sealed", {})

    def asked(self, who: Witness) -> list[str]:
        """What somebody may do at this step, once they know of it."""
        found: list[str] = next(iter(self._step(who).get("legal", {}).values()), [])
        return found

    def _step(self, who: Witness) -> Told:
        self.reader.wait(lambda: len(who.of("step")) >= self.steps, "the same step for all")
        return who.of("step")[self.steps - 1]


@contextmanager
def listened_to(serving: Serving, browser: Browser, rules: Rules, language: Language) -> Iterator[Game]:
    """A table with Ana at the page, who is the host, and two others."""
    opened = dealt(serving, rules, SEED, manners=TimeControl(thinking=False))
    with ExitStack() as stack:
        context = browser.new_context(
            locale=LANGUAGES[language],
            reduced_motion="reduce",
            service_workers="block",
            viewport={"width": 1280, "height": 800},
        )
        stack.callback(context.close)
        context.add_init_script(NO_LESSONS)
        page = context.new_page()
        page.set_default_timeout(60_000)
        VirtualReader.prepare(page)
        page.goto(host_link(serving, opened))
        page.locator("form.sit").wait_for()
        page.wait_for_function("() => document.getElementById('polite').textContent")
        reader = VirtualReader(page)
        name = page.locator("form.sit input[name=name]")
        name.focus()
        reader.note("Ana, Enter")
        name.fill("Ana")
        page.keyboard.press("Enter")
        reader.wait(partial(_said, reader, 1), "Ana sits")
        reader.wait(lambda: reader.log()[-1].startswith("button, "), "the focus on what comes next")
        token = page.evaluate(
            f"JSON.parse(localStorage.getItem('tacora.keys.{opened.table}')).find((key) => key.seat === 0).token"
        )
        mine = stack.enter_context(witness(serving, opened.table, language, token))
        others = [stack.enter_context(witness(serving, opened.table, language)) for _ in OTHERS]
        for seated, (other, name_of) in enumerate(zip(others, OTHERS, strict=True), start=2):
            assert other.sit(name_of) == seated - 1
            reader.wait(partial(_said, reader, seated), f"{name_of} sits")
        reader.note("Enter")
        page.keyboard.press("Enter")
        game = Game(reader, mine, others)
        yield game
        reader.note("")
        assert twice(reader.announced(), mine.sentences()) == []
        compare(f"{rules.game}.{language}.txt", "\n".join(reader.lines).replace(opened.table, "CODE") + "\n")


def _said(reader: VirtualReader, times: int) -> bool:
    return len(reader.announced()) >= times


def _confirmed(reader: VirtualReader, times: int) -> bool:
    return sum("Sealed: " in text for text in reader.announced()) >= times


def compare(name: str, transcript: str) -> None:
    file = TRANSCRIPTS / name
    if os.environ.get("TACORA_TRANSCRIBE"):
        file.write_text(transcript, "utf-8")
    kept = file.read_text("utf-8").splitlines()
    different = list(unified_diff(kept, transcript.splitlines(), "kept", "heard", lineterm="", n=2))
    assert not different, f"{name}; if this is meant, see the top of this test:\n" + "\n".join(different)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en"])
def test_a_game_of_diamant(serving: Serving, browser: Browser, language: Language) -> None:
    with listened_to(serving, browser, CAVES, language) as game:
        page, reader = game.reader.page, game.reader
        first = True
        confirmed = 0
        while game.go_on():
            game.listen()
            if first:
                reader.read_through()
                page.locator(".choice-C").focus()
                first = False
            seen = len((game.mine.step or {})["view"]["tunnel"])
            choices = ["C" if seen < stays else "L" for stays in STAYS]
            if game.asked(game.mine):
                reader.wait(lambda: page.locator(ASKED).count() > 0, "the question")
                reader.note(KEYS[language][choices[0]])
                page.keyboard.press(KEYS[language][choices[0]])
                reader.wait(game.sealed, "the decision")
                if len((game.mine.step or {})["view"]["inside"]) > 1:
                    reader.wait(partial(_confirmed, reader, confirmed := confirmed + 1), "its confirmation")
            for other, choice in zip(game.others, choices[1:], strict=True):
                if game.asked(other):
                    other.decide(choice)
        game.hear_the_end()


def tried(actions: list[str], turn: int) -> str:
    """A theft where there is one; otherwise one place after the other, all over the tray."""
    return actions[0] if actions[0].startswith("steal") else actions[11 * turn % len(actions)]


@pytest.mark.long
@pytest.mark.parametrize("language", ["fr"])
def test_a_game_of_mister_diamond(serving: Serving, browser: Browser, language: Language) -> None:
    with listened_to(serving, browser, TRAY, language) as game:
        page, reader = game.reader.page, game.reader
        first = True
        while game.go_on():
            for other in game.others:
                if actions := game.asked(other):
                    other.decide(tried(actions, game.steps))
            if actions := game.asked(game.mine):
                game.listen()
                game.look()
                if first:
                    reader.read_through()
                    page.locator(".stone[tabindex='0']").focus()
                    first = False
                action = tried(actions, game.steps)
                if action.isdecimal():
                    page.keyboard.type(action)
                    reader.note(f"{action}, Enter")
                else:
                    page.locator(f".tray-thefts button[data-action='{action}']").focus()
                    reader.note("Enter")
                page.keyboard.press("Enter")
        game.hear_the_end()
