"""The messages themselves: nothing is missing, nothing is left over, and every language follows its own typography."""

from __future__ import annotations

import ast
import re
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

import tacora
from tacora.arena import summary
from tacora.cli.words import LANGUAGES as HELP_LANGUAGES
from tacora.cli.words import Words
from tacora.games.diamant import EDITIONS
from tacora.games.diamant.terminal.commands import COMMANDS as DIAMANT
from tacora.games.listed import LISTED
from tacora.games.mister_diamond.terminal.commands import COMMANDS as MISTER
from tacora.games.registry import GAMES
from tacora.narration import LANGUAGES
from tacora.narration.catalogue import Language, catalogue, sources
from tacora.server.domain.room import PHRASES

SOURCE = Path(tacora.__file__).parent
LOCALES = SOURCE / "narration" / "locales"
FILES = sorted(file.name for file in (LOCALES / "en").iterdir())

both_languages = pytest.mark.parametrize("language", LANGUAGES)
every_file = pytest.mark.parametrize("file", FILES)


# What the files say


class Reader(Visitor):
    """Collects the variables and the words of a message."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.texts: list[str] = []
        self.asks = False
        """Ends in a space that is written out: the answer is typed behind it."""

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:
        self.variables.add(node.id.name)

    def visit_TextElement(self, node: ftl.TextElement) -> None:
        self.texts.append(node.value)

    def visit_StringLiteral(self, node: ftl.StringLiteral) -> None:
        self.texts.append(node.value)


@cache
def messages(language: Language, file: str) -> dict[str, Reader]:
    """The messages of a file, by id; junk and double ids are errors."""
    found: dict[str, Reader] = {}
    for entry in FluentParser().parse((LOCALES / language / file).read_text("utf-8")).body:
        assert not isinstance(entry, ftl.Junk), entry.content
        if isinstance(entry, ftl.Message):
            assert entry.id.name not in found, f"{entry.id.name} is there twice"
            found[entry.id.name] = reader = Reader()
            reader.visit(entry)
            reader.asks = entry.value is not None and is_space(entry.value.elements[-1])
    return found


@both_languages
@every_file
def test_a_message_parsed_alone_is_what_it_is_in_its_file(language: Language, file: str) -> None:
    text = (LOCALES / language / file).read_text("utf-8")
    whole = [entry for entry in FluentParser().parse(text).body if isinstance(entry, ftl.Message | ftl.Term | ftl.Junk)]
    for entry, (message, source) in zip(whole, sources(text).items(), strict=True):
        (alone,) = FluentParser().parse(source).body
        assert isinstance(entry, ftl.Message)
        assert entry.id.name == message
        assert alone.equals(entry, ignored_fields=["span", "comment"]), message


def is_space(element: ftl.TextElement | ftl.Placeable) -> bool:
    written = element.expression if isinstance(element, ftl.Placeable) else None
    return isinstance(written, ftl.StringLiteral) and written.value == " "


@cache
def all_messages(language: Language) -> dict[str, Reader]:
    return {message: reader for file in FILES for message, reader in messages(language, file).items()}


def test_every_language_has_the_same_files() -> None:
    assert {"diamant.ftl", "errors.ftl", "help.ftl", "terminal.ftl"} <= set(FILES)
    for language in LANGUAGES:
        assert sorted(file.name for file in (LOCALES / language).iterdir()) == FILES
    assert sorted(folder.name for folder in LOCALES.iterdir()) == sorted(LANGUAGES)


@every_file
def test_every_language_has_the_same_messages_in_the_same_order(file: str) -> None:
    for language in LANGUAGES:
        assert list(messages(language, file)) == list(messages("en", file)), language


@both_languages
def test_no_message_is_in_two_files(language: Language) -> None:
    assert sum(len(messages(language, file)) for file in FILES) == len(all_messages(language))


@every_file
def test_every_language_tells_the_same_facts(file: str) -> None:
    """`Who` is `who` at the beginning of a sentence, where a language needs it."""
    for language in LANGUAGES:
        for message, reader in messages("en", file).items():
            facts, others = (
                {name.casefold() for name in read.variables} for read in (reader, messages(language, file)[message])
            )
            assert facts == others, (language, message)


@both_languages
def test_what_is_told_in_short_needs_no_other_facts_and_is_shorter(language: Language) -> None:
    told = all_messages(language)
    shorter = [message for message in told if message.endswith("-brief")]
    assert len(shorter) > 20
    for message in shorter:
        longer = told[message.removesuffix("-brief")]
        assert told[message].variables <= longer.variables | {"gems"}, message
        assert len("".join(told[message].texts)) < len("".join(longer.texts)), message


@both_languages
def test_no_message_is_empty(language: Language) -> None:
    for message, reader in all_messages(language).items():
        assert "".join(reader.texts).strip() or reader.variables, message


# What the program says


@cache
def nodes() -> tuple[ast.AST, ...]:
    return tuple(node for file in sorted(SOURCE.rglob("*.py")) for node in ast.walk(ast.parse(file.read_text("utf-8"))))


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
def literals() -> set[str]:
    return {node.value for node in nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str)}


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


HAZARDS = {kind for edition in EDITIONS.values() for kind in edition.hazards}
ANSWERS = {"yes", "no", "none"}
QUANTILES = {f"q{100 * q:.0f}" for q in summary.QUANTILES}


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
        "help-cmd-*": {"play", "serve", "replay", "verify", "odds", "simulate", "sweep", "arena", "tables"},
        "help-opt-*": options(),
        "refused-*": codes(),
        "place-*": {"expedition", "game", "decision", "card", "seat"},
        "entrance-*": {"open", "waiting"},
        "entrance-explored-*": {edition.entrances for edition in EDITIONS.values()},
        "verify-commitment-*": ANSWERS,
        "study-column-*": {"seat", "bot", "mean", "margin", "sd", *QUANTILES, "wins", "interval"},
        "study-with-*": {"relics", "expert", "notes"},
        "study-with-*-*": {"chests-hidden"},
        "phrase-*": set(PHRASES),
        "tables-column-*": {"table", "entries", "opened", "touched"},
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


def test_the_families_known_here_are_those_that_the_program_puts_together() -> None:
    assert woven() == set(families())


@both_languages
def test_every_message_that_is_said_is_there(language: Language) -> None:
    assert len(spoken()) > 80
    assert spoken() - set(all_messages(language)) == set()


@both_languages
@pytest.mark.parametrize("family", sorted(families()))
def test_every_member_of_a_family_is_there(language: Language, family: str) -> None:
    assert families()[family]
    assert families()[family] - set(all_messages(language)) == set()


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


# How they say it


@both_languages
def test_hazards_fit_on_a_drawn_card(language: Language) -> None:
    for kind in sorted(HAZARDS):
        assert 1 <= len(catalogue(language)(f"hazard-{kind}-short")) <= 8, kind


@both_languages
def test_no_two_hazards_of_a_box_look_alike(language: Language) -> None:
    for edition in EDITIONS.values():
        for ending in ("", "-short"):
            names = [catalogue(language)(f"hazard-{kind}{ending}") for kind in edition.hazards]
            assert len(set(names)) == len(names)


@both_languages
def test_no_two_commands_are_typed_alike(language: Language) -> None:
    for prefix, commands in (("", DIAMANT.commands), ("md-", MISTER.commands)):
        typed = [word for command in commands for word in catalogue(language)(f"{prefix}command-{command}").split()]
        assert len(set(typed)) == len(typed)


@both_languages
def test_every_key_of_the_table_is_one_sign_and_no_two_are_alike(language: Language) -> None:
    keys = [catalogue(language)(message) for message in all_messages("en") if message.startswith("web-ear-usual-")]
    assert len(set(keys)) == len(keys) == 14
    assert all(len(key) == 1 for key in keys)


def test_english_does_not_shout() -> None:
    for message, reader in all_messages("en").items():
        assert "!" not in "".join(reader.texts), message


PLAIN_SPACE_BEFORE_A_SIGN = re.compile(r"(?<![,;])(?<! ou) [:;?!»%]")
"""Behind a comma, a semicolon or "ou", a question mark is the key of that name, not the end of a question."""


def test_french_signs_keep_to_their_words() -> None:
    for message, reader in all_messages("fr").items():
        if re.match(r"(md-)?command-", message):
            continue  # Words to type, with spaces between them.
        for text in reader.texts:
            assert not PLAIN_SPACE_BEFORE_A_SIGN.search(text), message
            assert "« " not in text, message


TYPED = re.compile(r"https:|\b[a-z]+:[0-9]\S*|'tacora\[study\]'")
"""What is to be typed as it stands follows no typography."""


def test_french_signs_have_a_space() -> None:
    for message, reader in all_messages("fr").items():
        for text in reader.texts:
            assert not re.search(r"\w[:;?!»]|«\w", TYPED.sub("", text)), message


def test_french_has_its_own_apostrophe_and_quotes() -> None:
    for message, reader in all_messages("fr").items():
        assert not re.search("['\"]", TYPED.sub("", "".join(reader.texts))), message


@both_languages
def test_no_text_has_two_spaces_or_ends_in_one(language: Language) -> None:
    for message, reader in all_messages(language).items():
        assert not any("  " in text for text in reader.texts), message
        assert reader.asks == bool(re.fullmatch(r"(md-)?ask-(?!back).*|.*-ask", message)), message


N = "\N{NO-BREAK SPACE}"
PLURALS: dict[str, dict[Language, dict[tuple[tuple[str, object], ...], str]]] = {
    "gems": {
        "en": {(("n", n),): f"{n} {word}" for n, word in [(0, "gems"), (1, "gem"), (2, "gems"), (5, "gems")]},
        "fr": {(("n", n),): f"{n} {word}" for n, word in [(0, "gemme"), (1, "gemme"), (2, "gemmes"), (5, "gemmes")]},
    },
    "stones": {
        "en": {
            (("diamonds", 0), ("rubies", 0)): "0 rubies",
            (("diamonds", 0), ("rubies", 1)): "1 ruby",
            (("diamonds", 1), ("rubies", 0)): "1 diamond",
            (("diamonds", 1), ("rubies", 1)): "1 diamond and 1 ruby",
            (("diamonds", 2), ("rubies", 1)): "2 diamonds and 1 ruby",
            (("diamonds", 5), ("rubies", 2)): "5 diamonds and 2 rubies",
        },
        "fr": {
            (("diamonds", 0), ("rubies", 0)): "0 rubis",
            (("diamonds", 0), ("rubies", 1)): "1 rubis",
            (("diamonds", 1), ("rubies", 0)): "1 diamant",
            (("diamonds", 1), ("rubies", 1)): "1 diamant et 1 rubis",
            (("diamonds", 2), ("rubies", 0)): "2 diamants",
            (("diamonds", 5), ("rubies", 2)): "5 diamants et 2 rubis",
        },
    },
    "began-relics": {
        "en": {
            (("count", 1),): "A relic is shuffled into the deck.",
            (("count", 5),): "5 relics are shuffled into the deck.",
        },
        "fr": {
            (("count", 1),): "Une relique est mêlée à la pioche.",
            (("count", 5),): "5 reliques sont mêlées à la pioche.",
        },
    },
    "gems-returned": {
        "en": {
            (("n", 1),): "1 gem on the path goes back to the bank.",
            (("n", 2),): "2 gems on the path go back to the bank.",
            (("n", 5),): "5 gems on the path go back to the bank.",
        },
        "fr": {
            (("n", 1),): "1 gemme du chemin retourne à la réserve.",
            (("n", 2),): "2 gemmes du chemin retournent à la réserve.",
            (("n", 5),): "5 gemmes du chemin retournent à la réserve.",
        },
    },
    "cave-path": {
        "en": {
            (("n", 0),): "Nothing lies on the path.",
            (("n", 1),): "1 gem lies on the path.",
            (("n", 2),): "2 gems lie on the path.",
            (("n", 5),): "5 gems lie on the path.",
        },
        "fr": {
            (("n", 0),): "Rien ne se trouve sur le chemin.",
            (("n", 1),): f"Sur le chemin{N}: 1 gemme.",
            (("n", 2),): f"Sur le chemin{N}: 2 gemmes.",
            (("n", 5),): f"Sur le chemin{N}: 5 gemmes.",
        },
    },
    "cave-hazards": {
        "en": {
            (("count", 0), ("hazards", "")): "No hazard met yet.",
            (("count", 1), ("hazards", "fire")): "Hazard met: fire.",
            (("count", 2), ("hazards", "fire and mummy")): "Hazards met: fire and mummy.",
        },
        "fr": {
            (("count", 0), ("hazards", "")): "Aucun danger rencontré.",
            (("count", 1), ("hazards", "momie")): f"Danger rencontré{N}: momie.",
            (("count", 2), ("hazards", "momie et gaz")): f"Dangers rencontrés{N}: momie et gaz.",
        },
    },
    "sealed": {
        "en": {
            (("name", "Ana"), ("left", 1)): "Ana has decided. 1 still thinks.",
            (("name", "Ana"), ("left", 2)): "Ana has decided. 2 still think.",
        },
        "fr": {
            (("name", "Ana"), ("left", 1)): f"La décision est prise{N}: Ana. Il en manque 1.",
            (("name", "Ana"), ("left", 2)): f"La décision est prise{N}: Ana. Il en manque 2.",
        },
    },
    "menu-resume": {
        "en": {
            (("key", 4), ("n", 1)): "4: go on with your unfinished game",
            (("key", 4), ("n", 2)): "4: go on with one of your 2 unfinished games",
        },
        "fr": {
            (("key", 4), ("n", 1)): f"4{N}: reprendre votre partie inachevée",
            (("key", 4), ("n", 2)): f"4{N}: reprendre une de vos 2 parties inachevées",
        },
    },
    "relics-lost-count": {
        "en": {(("count", 1),): "A relic is lost for good.", (("count", 2),): "2 relics are lost for good."},
        "fr": {
            (("count", 1),): "Une relique est perdue pour de bon.",
            (("count", 2),): "2 reliques sont perdues pour de bon.",
        },
    },
    "refused-letter-count": {
        "en": {
            (("text", ""), ("given", 0), ("expected", 3)): '"" has 0 letters, but there are 3 seats',
            (("text", "C"), ("given", 1), ("expected", 3)): '"C" has 1 letter, but there are 3 seats',
            (("text", "CC"), ("given", 2), ("expected", 3)): '"CC" has 2 letters, but there are 3 seats',
        },
        "fr": {
            (("text", ""), ("given", 0), ("expected", 3)): f"«{N}{N}» a 0 lettre, mais il y a 3 sièges",
            (("text", "C"), ("given", 1), ("expected", 3)): f"«{N}C{N}» a 1 lettre, mais il y a 3 sièges",
            (("text", "CC"), ("given", 2), ("expected", 3)): f"«{N}CC{N}» a 2 lettres, mais il y a 3 sièges",
        },
    },
}


@both_languages
@pytest.mark.parametrize("message", sorted(PLURALS))
def test_plurals(language: Language, message: str) -> None:
    for facts, sentence in PLURALS[message][language].items():
        said = catalogue(language)(message, **dict(facts))
        assert said.replace("\N{NARROW NO-BREAK SPACE}", N) == sentence


@both_languages
@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_every_message_that_counts_can_count(language: Language, n: int) -> None:
    for message, reader in all_messages(language).items():
        if message.startswith("help-"):
            continue
        said = catalogue(language)(message, **dict.fromkeys(reader.variables, n))
        assert said, message


def test_a_missing_fact_is_an_error_and_not_a_hole() -> None:
    with pytest.raises(LookupError, match="gems"):
        catalogue("en")("gems")


def test_a_missing_message_is_an_error() -> None:
    with pytest.raises(LookupError):
        catalogue("fr")("no-such-message")


# The help is read without Fluent


def test_help_knows_the_same_languages() -> None:
    assert HELP_LANGUAGES == LANGUAGES


@both_languages
def test_the_help_reads_the_same_with_and_without_fluent(language: Language) -> None:
    words, say = Words(language), catalogue(language)
    assert len(messages(language, "help.ftl")) > 25
    for message, reader in messages(language, "help.ftl").items():
        facts = {name: f"<{name}>" for name in reader.variables}
        assert words(message, **facts) == say(message, **facts), message
