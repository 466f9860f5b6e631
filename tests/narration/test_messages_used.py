"""Every message that the program or a page says is there, and no other."""

from __future__ import annotations

import ast
import re
from fnmatch import fnmatch
from functools import cache

import pytest

from tacora.arena import summary
from tacora.bots.bot import STRENGTHS
from tacora.games.diamant import EDITIONS
from tacora.games.diamant.terminal.commands import COMMANDS as DIAMANT
from tacora.games.listed import LISTED
from tacora.games.mister_diamond.terminal.commands import COMMANDS as MISTER
from tacora.games.registry import GAMES
from tacora.narration import LANGUAGES
from tacora.narration.catalogue import Language
from tacora.server.domain.room import PHRASES
from tacora.server.storage.copying import COPIED, CopyResult
from tests.narration.messages import HAZARDS, SOURCE, all_messages, both_languages, literals, nodes

SPEAKERS = {"say", "_say", "words", "catalogue", "_ask", "_either"}
"""Functions whose first argument, or for a question every argument, is the id of a message."""


def name_of(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


@cache
def spoken() -> set[str]:
    """Every id that is written out where something is said."""
    ids: set[str] = set()
    for node in nodes():
        if isinstance(node, ast.Call) and name_of(node.func) in SPEAKERS:
            arguments = node.args if name_of(node.func) == "_either" else node.args[:1]
            for argument in arguments:
                # A choice between two messages is written as one; what the choice depends on is no message.
                choices = [argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument]
                ids |= {c.value for c in choices if isinstance(c, ast.Constant) and isinstance(c.value, str)}
    return ids - set(LANGUAGES) - {""}


@cache
def codes() -> set[str]:
    """The codes of all refusals that are raised with a code written out."""
    return {
        node.args[0].value
        for node in nodes()
        if isinstance(node, ast.Call)
        and name_of(node.func) in {"Refused", "IllegalAction", "IllegalDeal"}
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    } | {text for text in literals() if re.fullmatch(r"usage-[a-z]+", text)}


def options() -> set[str]:
    """The options of all commands, as the help names them."""
    return {flag.name for game in LISTED for flag in game.flags} | {
        node.args[1].value
        for node in nodes()
        if isinstance(node, ast.Call)
        and name_of(node.func) == "_option"
        and len(node.args) > 1
        and isinstance(node.args[1], ast.Constant)
        and isinstance(node.args[1].value, str)
    }


@cache
def pages() -> str:
    """Everything that pages are made of."""
    web = SOURCE / "web"
    files = [*sorted(web.glob("static/**/*.js")), *sorted(web.glob("templates/*.html"))]
    return "\n".join(file.read_text("utf-8") for file in files)


def of_pages(text: str) -> set[str]:
    """The ids that a text in a page may stand for: one of the pages' own, or one that they share with other faces."""
    return {f"web-{text}", text} & set(all_messages("en"))


def said_by_pages() -> set[str]:
    """The ids that pages say as they are written, without what is put together."""
    return set(re.findall(r"""(?:\bsay|\bshared)\(\s*["'`]([a-z0-9-]*[a-z0-9])["'`]""", pages()))


def woven_by_pages() -> set[str]:
    """The ids that pages put together, with a star for what is put in."""
    found = re.findall(r"`((?:[a-z0-9-]|\$\{[^}`]+\})+)`", pages())
    patterns = {re.sub(r"\$\{[^}]+\}", "*", pattern) for pattern in found}
    patterns |= {f"{beginning}*" for beginning in re.findall(r"say\('([a-z-]+-)' ~", pages())}
    return {pattern for pattern in patterns if re.search(r"[a-z]{2,}-|-[a-z]{2,}", pattern)}


def test_every_message_that_pages_say_is_there() -> None:
    assert len(said_by_pages()) > 80
    assert {text for text in said_by_pages() if not of_pages(text)} == set()


ANSWERS = {"yes", "no", "none"}
QUANTILES = {f"q{100 * q:.0f}" for q in summary.QUANTILES}


@cache
def families() -> dict[str, set[str]]:
    """Ids put together by the program: how it writes them, and what comes of it."""
    bots = {name for kind in GAMES.values() for name in kind.characters}
    members: dict[str, set[str]] = {
        "hazard-*": HAZARDS,
        "hazard-*-short": HAZARDS,
        "edition-*": {name for kind in GAMES.values() for name in kind.editions},
        "game-*": set(GAMES),
        "bot-*": bots,
        "temper-*": bots,
        "strength-*": {"mixed", *STRENGTHS},
        "help-cmd-*": {
            "play",
            "serve",
            "replay",
            "verify",
            "review",
            "odds",
            "simulate",
            "sweep",
            "arena",
            "solve",
            "exploit",
            "tables",
        },
        "help-opt-*": options(),
        "refused-*": codes(),
        "place-*": {"expedition", "game", "decision", "card", "seat"},
        "entrance-*": {"open", "waiting"},
        "entrance-explored-*": {edition.entrances for edition in EDITIONS.values()},
        "verify-commitment-*": ANSWERS,
        "study-column-*": {"seat", "bot", "mean", "margin", "sd", *QUANTILES, "wins", "interval"},
        "review-column-*": {"player", "result", "cards", "others", "own"},
        "study-with-*": {"relics", "expert", "notes"},
        "study-with-*-*": {"chests-hidden"},
        "phrase-*": set(PHRASES),
        "tables-column-*": {"table", "entries", "opened", "touched"},
        "tables-left-*": {str(result) for result in CopyResult if result not in COPIED},
        "study-*": {"cards-drawn", "lifted", "stuck", "stolen", "thefts-unused"},
        "web-*": {"description"},  # What pages say is read from the pages themselves.
    }
    found = {
        family: {family.replace("*-*", "*").replace("*", member) for member in members[family]} for family in members
    }
    for kind in ("command", "help"):
        found[f"*{kind}-*"] = {f"{kind}-{command}" for command in DIAMANT.commands}
        found[f"*{kind}-*"] |= {f"md-{kind}-{command}" for command in MISTER.commands}
    return found


def woven() -> set[str]:
    """The f-strings that look like the id of a message, with a star for what is put in."""
    patterns = set()
    for node in nodes():
        if isinstance(node, ast.JoinedStr):
            parts = [str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values]
            patterns.add("".join(parts))
    return {pattern for pattern in patterns if re.fullmatch(r"\*?[a-z]+(-[a-z*]+)+", pattern)}


@pytest.mark.repeats
def test_the_families_known_here_are_those_that_the_program_puts_together() -> None:
    assert woven() == set(families())


@both_languages
def test_every_message_that_is_said_is_there(language: Language) -> None:
    assert len(spoken()) > 80
    assert spoken() - set(all_messages(language)) == set()


@both_languages
def test_every_member_of_every_family_is_there(language: Language) -> None:
    assert all(families().values())
    missing = {family: members - set(all_messages(language)) for family, members in families().items()}
    assert {family: members for family, members in missing.items() if members} == {}


def test_no_message_is_unused() -> None:
    """An id with a hyphen is used if it is written out anywhere, a plain word only where something is said."""
    used = spoken() | {text for text in literals() if "-" in text}
    for members in families().values():
        used |= members
    for kind in GAMES.values():
        used |= {kind.terminal().welcome, kind.terminal().aid_sheet}
    # The shape of a file is checked by msgspec, and what it finds is told with a code from a table.
    used |= {f"refused-{text}" for text in literals()}
    for text in set(re.findall(r"""["'`]([a-z0-9-]+)["'`]""", pages())):
        used |= of_pages(text)
    for pattern in woven_by_pages():
        used |= {message for message in all_messages("en") if fnmatch(message, f"web-{pattern}")}
    used |= {f"{message}-brief" for message in used}
    assert set(all_messages("en")) - used == set()
