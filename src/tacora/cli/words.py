"""The words of the help, in the language asked for, without loading the Fluent library.

Help has to appear at once, and importing Fluent takes longer than everything else that help needs. The help file holds
plain one-line messages, a subset of Fluent that these few lines read; a test holds both readings equal.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Literal, TypeAlias

_MESSAGE = re.compile(r"^(help-[\w-]+) = (.*)$", re.MULTILINE)
_FACT = re.compile(r"\{ \$(\w+) \}")
_LOCALES = Path(__file__).parent.parent / "narration" / "locales"
Language: TypeAlias = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")


class Words:
    """The messages of the help file of one language."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        text = (_LOCALES / language / "help.ftl").read_text(encoding="utf-8")
        self._messages = dict(_MESSAGE.findall(text))

    def __call__(self, message_id: str, **facts: str) -> str:
        """The message with these facts filled in."""
        return _FACT.sub(lambda fact: facts[fact[1]], self._messages[message_id])


def language_of(arguments: list[str]) -> Language:
    """The language to speak: from --lang if it names one, else from the locale, else English."""
    for at, argument in enumerate(arguments):
        if argument == "--":
            break
        name, equals, value = argument.partition("=")
        if name == "--lang":
            asked = value if equals else "".join(arguments[at + 1 : at + 2])
            for language in LANGUAGES:
                if asked == language:
                    return language
    settings = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    system = next((setting for setting in settings if setting), "")
    return "fr" if system.lower().startswith("fr") else "en"
