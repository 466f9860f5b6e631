"""The messages of one language, read from its Fluent files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any, Literal, TypeAlias

from babel import Locale, UnknownLocaleError
from babel.lists import format_list
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast

from tacora.languages import LANGUAGES, OWN, SOURCE, Language, message_files

__all__ = ["LANGUAGES", "Catalogue", "Language", "Wording", "catalogue", "locale_of"]

Wording: TypeAlias = Literal["short", "normal", "full"]
"""How much is said: bare facts, sentences, or sentences followed by the situation."""

_ENTRY = re.compile(r"^(?P<id>[a-zA-Z][\w-]*) *=.*?(?=^[a-zA-Z#-]|\Z)", re.MULTILINE | re.DOTALL)
"""One message of a Fluent file. Continuation lines are indented: a letter at the start of a line begins a message."""

MARK = "\0"
"""Encloses the names of placeholders while a template is made; no message contains it."""

_RIGHT_TO_LEFT = re.compile("[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
"""Letters of Hebrew, Arabic and their neighbours; their digits run from left to right."""


class Catalogue:
    """The messages of a language. A missing message or argument is an error, never a gap in a sentence.

    Messages are parsed lazily: to parse them all takes longer than everything else before a game begins.
    """

    def __init__(self, language: Language, brief: bool = False) -> None:
        self.language: Language = language
        self._brief = brief
        """Whether to use the `-brief` form of a message, where there is one."""
        self._bundle = FluentBundle([str(locale_of(language))], use_isolating=False)
        self._sources: dict[str, str] = {}
        for spoken in [language] if language in OWN else [SOURCE, language]:
            for file in message_files(spoken):
                self._sources |= sources(file.read_text(encoding="utf-8"))
        self._pattern = cache(self._find_pattern)
        self._decides = cache(self._deciding)
        self._template = lru_cache(maxsize=32_768)(self._make_template)
        self._list_template = cache(self._make_list_template)

    def __call__(self, message_id: str, **facts: object) -> str:
        """The message with these facts filled in.

        Facts that a message only inserts, if they are texts or small numbers, are filled into a cached template.

        >>> catalogue("en")("gems", n=1), catalogue("fr")("gems", n=0)
        ('1 gem', '0 gemme')
        """
        decides = self._decides(message_id)
        deciding = [
            name if name not in decides and (type(fact) is str or _is_small(fact)) else (name, fact)
            for name, fact in facts.items()
        ]
        try:
            template = self._template(message_id, *deciding)
        except TypeError:  # An unhashable fact.
            template = self._make_template(message_id, *deciding)
        return template % {name: isolated(fact) if type(fact) is str else fact for name, fact in facts.items()}

    def _make_template(self, message_id: str, *facts: str | tuple[str, object]) -> str:
        """Format the message into a `%` template. A fact given by its name alone becomes a placeholder."""
        marked = dict((fact, f"{MARK}{fact}{MARK}") if isinstance(fact, str) else fact for fact in facts)
        text, errors = self._bundle.format_pattern(self._pattern(message_id), marked)
        if errors:
            raise LookupError(f"message {message_id} in {self.language}: {errors}")
        return with_room(str(text), "%({})s")

    def _deciding(self, message_id: str) -> frozenset[str]:
        """The facts that a message selects by or formats; all others are inserted as they are, or not used."""
        return frozenset(_deciding_in(self._pattern(message_id)))

    def _find_pattern(self, message_id: str) -> Any:
        shorter = f"{message_id}-brief"
        chosen = shorter if self._brief and shorter in self._sources else message_id
        self._bundle.add_resource(FluentResource(self._sources[chosen]))
        pattern = self._bundle.get_message(chosen).value
        if pattern is None:
            raise LookupError(f"message {message_id} has no text in {self.language}")
        return pattern

    def listed(self, items: Iterable[str]) -> str:
        """The items as a list within a sentence.

        >>> catalogue("fr").listed(["Ana", "Léo", "Zoé"])
        'Ana, Léo et Zoé'
        """
        names = tuple(map(isolated, items))
        return self._list_template(len(names)) % names

    def _make_list_template(self, count: int) -> str:
        """A list with placeholders for so many items."""
        return with_room(str(format_list([MARK * 2] * count, locale=locale_of(self.language))), "%s")


def isolated(text: str) -> str:
    """Text that runs from right to left, isolated so that it does not turn its neighbours round; any other as it is.

    >>> isolated("Ana")
    'Ana'
    """
    return text if text.isascii() or not _RIGHT_TO_LEFT.search(text) else f"\u2068{text}\u2069"


@cache
def locale_of(language: Language) -> Locale:
    """The locale for numbers, plurals and lists: the language's own, its base language's, or the English one.

    >>> locale_of("fr"), locale_of("en-XA"), locale_of("tlh")
    (Locale('fr'), Locale('en'), Locale('en'))
    """
    for known in (language, language.partition("-")[0]):
        with suppress(UnknownLocaleError):
            return Locale.parse(known, sep="-")
    return Locale.parse(SOURCE)


def sources(text: str) -> dict[str, str]:
    r"""The unparsed messages of a Fluent file, by id.

    >>> sources("# Caves\ncave = Cave { $n }\nhome =\n    Home,\n    at last\n")
    {'cave': 'cave = Cave { $n }\n', 'home': 'home =\n    Home,\n    at last\n'}
    """
    return {entry["id"]: entry[0] for entry in _ENTRY.finditer(text)}


def with_room(text: str, room: str) -> str:
    """A `%` template, with a placeholder for each name between marks."""
    parts = text.replace("%", "%%").split(MARK)
    parts[1::2] = map(room.format, parts[1::2])
    return "".join(parts)


def _is_small(fact: object) -> bool:
    """Whether every language writes this number the same: plain digits, no grouping."""
    return type(fact) is int and 0 <= fact < 1000


def _deciding_in(node: object) -> Iterator[str]:
    """The facts that a node selects by or formats, rather than just inserts."""
    if isinstance(node, ast.VariableReference):
        yield node.id.name
    elif isinstance(node, ast.Placeable) and isinstance(node.expression, ast.VariableReference):
        pass
    elif isinstance(node, ast.MessageReference | ast.TermReference):
        raise LookupError(f"a message refers to another, {node.id.name}, whose facts are not looked at")
    elif isinstance(node, ast.BaseNode):
        yield from _deciding_in(list(vars(node).values()))
    elif isinstance(node, list):
        for part in node:
            yield from _deciding_in(part)


@cache
def catalogue(language: Language, brief: bool = False) -> Catalogue:
    """The catalogue of a language, read once.

    >>> catalogue("en")("hazard-met", Hazard="Snakes"), catalogue("en", brief=True)("hazard-met", Hazard="Snakes")
    ('Snakes, for the first time. Nothing happens.', 'Snakes, first.')
    """
    return Catalogue(language, brief)
