"""Table codes, player names, and what players say."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Collection, Sequence

from tacora.game import Refused
from tacora.record.base import JOINERS

_INVISIBLE = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that render blank: a name must not consist of these."""
_UNSEEN = re.compile("[\u034f\u061c\u200e\u200f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Invisible marks, such as variation selectors and those of a direction; removed, since names that differ only in them
look the same."""
_MOST_MARKS = 4
"""Combining marks allowed on one letter."""
_JOINED = {"Lo", "Mn", "Mc", "So", "Sk"}
"""Letters without case, marks on them, and pictures."""
_MOST_WORDS = 200
_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]


def new_code() -> str:
    """A random table code that can be read aloud in any language."""
    return "".join(secrets.choice(_SYLLABLES) for _ in range(4))


def plain_code(text: str) -> str:
    """Normalise a table code: case, spaces, dots and hyphens do not matter.

    >>> plain_code(" Baki-Tolu")
    'bakitolu'
    """
    code = re.sub(r"[\s.-]", "", text).lower()
    if not re.fullmatch(r"[a-z0-9]{1,32}", code, re.ASCII):
        raise Refused("no-such-table", table=text)
    return code


def visible_name(text: str, taken: Collection[str]) -> str:
    """Normalise a player's name. Refuses one that renders blank or looks like a taken one."""
    seen = _UNSEEN.sub("", text)
    spaced = "".join(" " if unicodedata.category(c) == "Zs" else c for c in seen)
    name = unicodedata.normalize("NFC", re.sub(" +", " ", spaced).strip(" "))
    if not name.strip(_INVISIBLE + " ") or _heaped(name) or not _joined(name):
        raise Refused("bad-name", seat=0, most=40)
    if _look(name) in map(_look, taken):
        raise Refused("name-taken", name=name)
    return name


def visible_words(text: str) -> str:
    """Normalise what somebody says: one line that renders as it is written, wherever it stands."""
    seen = "".join(map(_as_seen, text))
    words = unicodedata.normalize("NFC", re.sub(r"\s+", " ", seen).strip())
    blank = set(_INVISIBLE + JOINERS + " ")
    if set(_UNSEEN.sub("", words)) <= blank or _heaped(words) or len(words) > _MOST_WORDS:
        raise Refused("bad-words", most=_MOST_WORDS)
    return words


def _as_seen(character: str) -> str:
    """The character; nothing for what only changes others, such as the direction of the text; a space for the rest."""
    if character.isprintable() or character in JOINERS:
        return character
    return "" if unicodedata.category(character) == "Cf" else " "


def free_name(name: str, taken: Sequence[str]) -> str:
    """The name, followed by the lowest number that makes it unique if it is taken."""
    if name not in taken:
        return name
    return next(f"{name} {n}" for n in range(2, len(taken) + 3) if f"{name} {n}" not in taken)


def _joined(name: str) -> bool:
    """Whether joiners stand only where they change what is seen: within scripts and pictures that are joined."""
    return all(
        character not in JOINERS or (after and after not in JOINERS and unicodedata.category(before) in _JOINED)
        for before, character, after in zip(" " + name, name, [*name[1:], ""], strict=False)
    )


def _heaped(name: str) -> bool:
    """Whether a mark has no base letter, or so many are stacked that they would cover the surrounding text."""
    marks = _MOST_MARKS  # A leading mark has no base letter.
    for character in unicodedata.normalize("NFD", name):
        if character in JOINERS:  # What it joins looks like one letter.
            continue
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks > _MOST_MARKS:
            return True
    return False


def look_alike(name: str, other: str) -> bool:
    """Whether two names are too easy to confuse."""
    return _look(name) == _look(other)


def _look(name: str) -> str:
    """A comparison key: names with the same key look alike."""
    joined = name.translate(dict.fromkeys(map(ord, JOINERS)))
    return unicodedata.normalize("NFKC", joined).casefold()
