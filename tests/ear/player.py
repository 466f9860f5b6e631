"""Somebody at a table who hears and presses, and the second device that knows what there is to hear."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tacora.narration.catalogue import Language, catalogue
from tests.ear.orca import Ear, Page, desktop
from tests.ear.witness import Witness, lost, twice

KEYS = {"en": {"C": "d", "L": "c"}, "fr": {"C": "p", "L": "c"}}


class Player:
    """Somebody at a table who hears and presses, and the second device that knows what there is to hear."""

    def __init__(self, ear: Ear, page: Page, language: Language) -> None:
        self.ear = ear
        self.page = page
        self.language = language
        self.knows: Witness
        self._say = catalogue(language)
        self._told = 0
        self.counted = 0
        """Sentences of scenarios before."""

    def words(self, message: str, **facts: object) -> str:
        return self._say(f"web-{message}", **facts)

    def sit_down(self, table: str, seats: int, gathered: str = "") -> None:
        """Find the field for a name, and sit down."""
        self.ear.hear(gathered or self.words("ear-gathering", table=table, taken=0, seats=seats, names=""))
        self.ear.quiet()
        self.ear.go_to(self.words("sit-name"))
        self.type("Ana")
        self.ear.press("Return")
        self.ear.hear(self.words("ear-you-sat", letter="A", name="Ana"))

    def type(self, text: str) -> None:
        """Type into the field that has the focus, once Orca has switched its mode: until then letters are commands."""
        if not self.ear.within(10.0, lambda: self._mode() == 0):
            self.ear.press("Insert+a")  # As long as it reads a page aloud Orca leaves that to whoever listens.
        self.focus_mode()
        self.ear.type(text)

    def token(self, table: str) -> str:
        """The token of this player's seat, as the browser keeps it."""
        found = self.page.evaluate(
            f"JSON.parse(localStorage.getItem('tacora.keys.{table}')).find((key) => key.seat === 0).token"
        )
        assert isinstance(found, str)
        return found

    def tokens(self, table: str) -> list[str]:
        """The tokens of all seats at this device."""
        kept = f"JSON.parse(localStorage.getItem('tacora.keys.{table}'))"
        found: list[str] = self.page.evaluate(f"{kept}.filter((key) => key.seat >= 0).map((key) => key.token)")
        return found

    def listen(self) -> dict[str, list[str]] | None:
        """Wait for the next question and until all that was told is said; what may be answered, if the game goes on."""

        def asked() -> bool:
            return len(self.knows.sentences()) > self._told and bool(
                self.knows.of("over") or (self.knows.step or {}).get("asked")
            )

        self.ear.wait(asked, "a question")
        self._told = len(self.knows.sentences())
        self.hear_all()
        self.ear.quiet(0.3)
        return None if self.knows.of("over") else (self.knows.step or {}).get("legal")

    def hear_all(self) -> None:
        """Wait until all that was told is said: on a busy machine it comes late."""
        last = next(reversed(self.knows.sentences()), "")
        self.ear.wait(lambda: not lost(self.ear.announced(), self.knows.sentences()), f"all of it said: {last}")

    def focus_mode(self) -> None:
        """Keys go to the page from the first second: the focus is where one decides, and so is Orca."""
        self.ear.wait(lambda: self._mode() == 0, "focus mode, which Orca takes by itself")

    def browse_mode(self) -> None:
        """Have keys go to Orca, as a player does."""
        self.ear.quiet(0.3)
        if self._mode() != 1:
            before = len(self.ear.heard())
            self.ear.press("Insert+a")
            self.ear.wait(lambda: len(self.ear.heard()) > before and self._mode() == 1, "browse mode")

    def _mode(self) -> int | None:
        """The mode that was said last: 0 is focus mode, 1 browse mode."""
        modes = {"en": ("Focus mode", "Browse mode"), "fr": ("Mode focus", "Mode navigation")}[self.language]
        said = [modes.index(text) for text in self.ear.texts() if text in modes]
        return said[-1] if said else None

    def nothing_lost_nothing_twice(self) -> None:
        with suppress(AssertionError):  # What is lost is told below.
            self.hear_all()
        self.ear.quiet()
        sentences = self.knows.sentences()
        assert lost(self.ear.announced(), sentences) == []
        assert twice(self.ear.announced(), sentences) == []


@contextmanager
def at_the_door(link: str, language: Language) -> Iterator[Player]:
    """Somebody who opens a link, with a screen reader in the same language."""
    with desktop(language) as ear, ear.browser(link, language) as page:
        yield Player(ear, page, language)
