"""What can be typed at a prompt, in the language of the table and in the full words of the others."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from tacora.narration.catalogue import LANGUAGES, Catalogue, catalogue

Command: TypeAlias = Literal[
    "continue", "leave", "cave", "players", "mine", "odds", "history", "rules", "help", "back", "quit"
]
COMMANDS: tuple[Command, ...] = get_args(Command)


def understood(say: Catalogue, text: str) -> tuple[Command, str] | None:
    """The command that was typed, and what followed it.

    >>> understood(catalogue("fr"), "Sortir"), understood(catalogue("fr"), "leave"), understood(catalogue("en"), "h 2")
    (('leave', ''), ('leave', ''), ('history', '2'))
    """
    word, _, rest = text.strip().casefold().partition(" ")
    for language in sorted(LANGUAGES, key=lambda language: language != say.language):
        for command in COMMANDS:
            words = catalogue(language)(f"command-{command}").split()
            if word in (words if language == say.language else [w for w in words if len(w) > 1]):
                return command, rest.strip()
    return None


def help_lines(say: Catalogue) -> list[str]:
    """Every command with its key and what it does."""
    lines = []
    for command in COMMANDS:
        words = say(f"command-{command}").split()
        lines.append(say("help-line", word=words[0], key=words[-1], what=say(f"help-{command}")))
    return lines
