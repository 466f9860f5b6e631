"""What tables and players are called."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Collection, Sequence

from tacora.game import Refused

_INVISIBLE = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols without a shape: no name is made of these."""
_UNSEEN = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Marks that change nothing to see, and would make two names out of one."""
_MOST_MARKS = 4
"""Accents and the like on one letter."""
_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]


def new_code() -> str:
    """A code for a table that can be read aloud in any language."""
    return "".join(secrets.choice(_SYLLABLES) for _ in range(4))


def plain_code(text: str) -> str:
    """The code of a table however somebody writes it down.

    >>> plain_code(" Baki-Tolu")
    'bakitolu'
    """
    code = re.sub(r"[\s.-]", "", text).lower()
    if not re.fullmatch(r"[a-z0-9]{1,32}", code, re.ASCII):
        raise Refused("no-such-table", table=text)
    return code


def visible_name(text: str, taken: Collection[str]) -> str:
    """The name as it is shown; refuses one that would look like another's, or like none."""
    seen = _UNSEEN.sub("", text)
    spaced = "".join(" " if unicodedata.category(c) == "Zs" else c for c in seen)
    name = unicodedata.normalize("NFC", re.sub(" +", " ", spaced).strip(" "))
    if not name.strip(_INVISIBLE + " ") or _heaped(name):
        raise Refused("bad-name", seat=0, most=40)
    if _look(name) in map(_look, taken):
        raise Refused("name-taken", name=name)
    return name


def free_name(name: str, taken: Sequence[str]) -> str:
    """The name, or the name with the first number that makes it different from those taken."""
    if name not in taken:
        return name
    return next(f"{name} {n}" for n in range(2, len(taken) + 3) if f"{name} {n}" not in taken)


def _heaped(name: str) -> bool:
    """Whether there is an accent without a letter, or a heap of them that would cover what stands around."""
    marks = _MOST_MARKS  # At the beginning there is no letter yet.
    for character in unicodedata.normalize("NFD", name):
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks > _MOST_MARKS:
            return True
    return False


def _look(name: str) -> str:
    """Names with the same look cannot be told apart well enough."""
    return unicodedata.normalize("NFKC", name).casefold()
