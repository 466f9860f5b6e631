"""The messages of the help, read without the Fluent library.

Help has to appear at once, and importing Fluent takes longer than everything else that help needs. The help file has
plain one-line messages, a subset of Fluent that this module parses; a test compares it with Fluent's own parser.
"""

from __future__ import annotations

import os
import re

from tacora.languages import LANGUAGES, SOURCE, Language, message_files, nearest

__all__ = ["LANGUAGES", "Words", "language_of"]

_MESSAGE = re.compile(r"^(help-[\w-]+) = (.*)$", re.MULTILINE)
_FACT = re.compile(r"\{ \$(\w+) \}")


class Words:
    """The messages of the help file of one language."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        self._messages: dict[str, str] = {}
        for spoken in (SOURCE, language):  # English is the fallback of an added language.
            for file in message_files(spoken):
                if file.name == "help.ftl":
                    self._messages |= _MESSAGE.findall(file.read_text(encoding="utf-8"))

    def __call__(self, message_id: str, **facts: str) -> str:
        """The message with these facts filled in."""
        return _FACT.sub(lambda fact: facts[fact[1]], self._messages[message_id])


def language_of(arguments: list[str]) -> Language:
    """The language to use: from --lang if it names one, else from the locale, else English."""
    for at, argument in enumerate(arguments):
        if argument == "--":
            break
        name, equals, value = argument.partition("=")
        if name == "--lang":
            asked = value if equals else "".join(arguments[at + 1 : at + 2])
            if asked in LANGUAGES:
                return asked
    settings = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    system = next((setting for setting in settings if setting), "")
    return nearest([re.split(r"[.@]", system)[0].replace("_", "-")])
