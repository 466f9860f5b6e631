"""Checks languages that an operator adds, at start: a mistake in one must not break a game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from fluent.syntax import FluentParser, ast

from tacora.game import Refused
from tacora.languages import ADDED, FOLDERS, LANGUAGES, OWN, Language, is_new, message_files

_NAME = "web-language-name"
"""The one message without a fallback to English."""


def check() -> None:
    """Refuse a missing folder, a misnamed language, and messages that could not be formatted.

    Missing messages fall back to English, and unknown ones are never used.
    """
    if ADDED is None:
        return
    if not ADDED.is_dir():
        raise Refused("no-locales", folder=str(ADDED))
    for path in sorted(ADDED.iterdir()):
        if path.is_dir() and not path.name.startswith(".") and not is_new(path.name):
            raise Refused("bad-locale", folder=str(path))
    known: dict[str, set[str]] = {}
    for language in OWN:
        for _, message in _messages(language):
            known.setdefault(message.id.name, set()).update(_facts(message))
    for language in LANGUAGES:
        if language not in OWN:
            _check(language, known)


def _check(language: Language, known: dict[str, set[str]]) -> None:
    named = False
    for file, message in _messages(language):
        name = message.id.name
        try:
            facts = set(_facts(message))
        except LookupError as error:
            raise Refused("bad-message", file=str(file), message=name) from error
        if not facts <= known.get(name, facts):
            raise Refused("bad-message", file=str(file), message=name)
        named = named or name == _NAME
    if not named:
        raise Refused("bad-message", file=str(FOLDERS[language]), message=_NAME)


def _messages(language: Language) -> Iterator[tuple[Path, ast.Message]]:
    """The messages of a language, each with its file."""
    for file in message_files(language):
        try:
            text = file.read_text("utf-8")
        except (OSError, UnicodeError) as error:
            raise Refused("unreadable-file", file=str(file), detail=str(error)) from error
        for entry in FluentParser().parse(text).body:
            if isinstance(entry, ast.Message):
                yield file, entry
            elif not isinstance(entry, ast.BaseComment):
                line = text[: entry.span.start if entry.span else 0].count("\n") + 1
                raise Refused("bad-message", file=f"{file}:{line}", message="?")


def _facts(message: ast.Message) -> Iterator[str]:
    """The variables of a message. Raises `LookupError` for Fluent syntax that the pages cannot format."""
    if message.value is None:
        raise LookupError("a message without a text")
    yield from _facts_in(message.value)


def _facts_in(pattern: ast.Pattern) -> Iterator[str]:
    for element in pattern.elements:
        if isinstance(element, ast.TextElement):
            continue
        expression = element.expression
        if isinstance(expression, ast.FunctionReference):
            if expression.id.name != "NUMBER" or len(expression.arguments.positional) != 1:
                raise LookupError("a function that nobody knows")
            expression = expression.arguments.positional[0]
        if isinstance(expression, ast.VariableReference):
            yield expression.id.name
        elif isinstance(expression, ast.SelectExpression) and isinstance(expression.selector, ast.VariableReference):
            yield expression.selector.id.name
            for variant in expression.variants:
                yield from _facts_in(variant.value)
        elif not isinstance(expression, ast.StringLiteral):
            raise LookupError("a part that pages do not know")
