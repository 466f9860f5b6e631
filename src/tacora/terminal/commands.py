"""What can be typed at a prompt, in the language of the table and in the full words of the others."""

from __future__ import annotations

from collections.abc import Collection

from tacora.narration.catalogue import LANGUAGES, Catalogue, catalogue

COMMANDS = ("continue", "leave", "cave", "players", "mine", "odds", "history", "rules", "help", "back", "quit")
MISTER_COMMANDS = ("decline", "board", "mine", "rings", "history", "rules", "help", "quit")


class Vocabulary:
    """The commands of one game: messages `PREFIXcommand-…` hold the words, `PREFIXhelp-…` what they do."""

    def __init__(self, commands: tuple[str, ...], prefix: str = "") -> None:
        self._commands = commands
        self._prefix = prefix

    def understood(self, say: Catalogue, text: str) -> tuple[str, str] | None:
        """The command that was typed, and what followed it.

        >>> french = catalogue("fr")
        >>> DIAMANT.understood(french, "Sortir"), DIAMANT.understood(french, "leave"), DIAMANT.understood(french, "h 2")
        (('leave', ''), ('leave', ''), ('history', '2'))
        """
        word, _, rest = text.strip().casefold().partition(" ")
        for language in sorted(LANGUAGES, key=lambda language: language != say.language):
            for command in self._commands:
                words = self._words(catalogue(language), command)
                if word in (words if language == say.language else [w for w in words if len(w) > 1]):
                    return command, rest.strip()
        return None

    def word(self, say: Catalogue, command: str) -> str:
        """How a command is written in full."""
        return self._words(say, command)[0]

    def help_lines(self, say: Catalogue, without: Collection[str] = ()) -> list[str]:
        """Every command that is of use here, with its key and what it does."""
        lines = []
        for command in self._commands:
            if command in without:
                continue
            words = self._words(say, command)
            what = say(f"{self._prefix}help-{command}")
            lines.append(say("help-line", word=words[0], key=words[-1], what=what))
        return lines

    def _words(self, say: Catalogue, command: str) -> list[str]:
        return say(f"{self._prefix}command-{command}").split()


DIAMANT = Vocabulary(COMMANDS)
MISTER = Vocabulary(MISTER_COMMANDS, "md-")
