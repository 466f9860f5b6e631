"""A refusal as one line: the place, then the cause."""

from __future__ import annotations

from unicodedata import category

from tacora.game import Refused
from tacora.narration.catalogue import Catalogue
from tacora.narration.listener import capital

_PLACES = ("expedition", "game", "decision", "card", "seat")
_LONGEST = 200


def refusal(catalogue: Catalogue, refused: Refused) -> str:
    """What was refused, where and why. Quoted text is escaped, so that it cannot break the line or the terminal.

    The fact `within` names the file in which it was found. A fact may itself be a refusal, which is the cause.

    >>> from tacora.narration.catalogue import catalogue
    >>> where = {"expedition": 2, "decision": 3, "seat": 1}
    >>> print(refusal(catalogue("en"), Refused("already-home", **where, letter="L", name="blue")))
    expedition 2, decision 3, seat 1: "L" but blue is already at camp
    """
    facts = {name: _told(catalogue, value) for name, value in refused.facts.items()}
    cause = catalogue(f"refused-{refused.code}", **facts)
    place = ", ".join(catalogue(f"place-{name}", n=facts[name]) for name in _PLACES if name in facts)
    for where in (place, facts.get("within")):
        if where:
            cause = catalogue("place-and-cause", place=where, cause=cause)
    return cause


def refused_in_full(catalogue: Catalogue, refused: Refused) -> str:
    """The refusal as a sentence of its own, where nothing stands before it.

    >>> from tacora.narration.catalogue import catalogue
    >>> print(refused_in_full(catalogue("en"), Refused("too-late")))
    This was decided already.
    """
    return capital(refusal(catalogue, refused)) + "."


def _told(catalogue: Catalogue, value: object) -> object:
    if isinstance(value, Refused):
        return refusal(catalogue, value)
    return value if _is_small(value) else printable(str(value))


def _is_small(value: object) -> bool:
    """Whether the catalogue can format this as a number, with its plural."""
    return isinstance(value, int) and abs(value) < 10**12


def printable(text: str) -> str:
    r"""The text on one line, with unprintable characters escaped, and truncated if it is too long.

    >>> printable("a\nb\x1b[2J")
    'a\\nb\\x1b[2J'
    """
    shown = visible(text)
    return shown if len(shown) <= _LONGEST else shown[:_LONGEST] + "…"


def visible(text: str) -> str:
    """The text with unprintable characters escaped. Unicode spaces are kept."""
    return "".join(c if c.isprintable() or category(c) == "Zs" else c.encode("unicode_escape").decode() for c in text)
