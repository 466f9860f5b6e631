"""The commands at a prompt: keys and words of the table's language, and the words of all other languages."""

from __future__ import annotations

from collections.abc import Collection
from unicodedata import combining, normalize

from tacora.narration.catalogue import LANGUAGES, Catalogue, catalogue


class Vocabulary:
    """The commands of one game. Messages `PREFIXcommand-…` have their words, `PREFIXhelp-…` their descriptions.

    Decisions stand alone on their line: "camp ?" is a question, and what is decided is not taken back.
    """

    def __init__(self, commands: tuple[str, ...], prefix: str = "", decisions: Collection[str] = ()) -> None:
        self.commands = commands
        self._prefix = prefix
        self._decisions = decisions

    def understood(self, say: Catalogue, text: str) -> tuple[str, str] | None:
        """Parse a typed command: its name, and the rest of the line.

        >>> menu = Vocabulary(("rules", "history", "back", "quit"))
        >>> menu.understood(catalogue("fr"), "Quitter"), menu.understood(catalogue("fr"), "h 2")
        (('quit', ''), ('history', '2'))
        """
        line = " ".join(text.casefold().split())
        for language in sorted(LANGUAGES, key=lambda language: language != say.language):
            for command in self.commands:
                for word in self._words(catalogue(language), command):
                    told = line == word or (line.startswith(f"{word} ") and command not in self._decisions)
                    if told and (language == say.language or len(word) > 1):
                        return command, line[len(word) :].strip()
        return None

    def word(self, say: Catalogue, command: str) -> str:
        """The full word of a command."""
        return self._words(say, command)[0]

    def help_lines(self, say: Catalogue, without: Collection[str] = ()) -> list[str]:
        """A line for each command, with other words for it, its key and description, except those in `without`."""
        lines = []
        for command in self.commands:
            if command in without:
                continue
            first, *others = self._words(say, command)
            keys = ", ".join(word for word in others if word != bare(first))
            lines.append(say("help-line", word=first, key=keys, what=say(f"{self._prefix}help-{command}")))
        return lines

    def _words(self, say: Catalogue, command: str) -> list[str]:
        return [word.replace("_", " ") for word in say(f"{self._prefix}command-{command}").split()]


def bare(word: str) -> str:
    """A word without its accents, as it may be typed, and need not be told."""
    return "".join(letter for letter in normalize("NFD", word) if not combining(letter))


MENU = Vocabulary(("rules", "help", "back", "quit"))
"""The commands outside any game."""
