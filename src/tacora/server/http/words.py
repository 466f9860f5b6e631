"""The Fluent messages of the pages as JSON, which the browser formats."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias

from fluent.syntax import FluentParser, ast

from tacora.games.registry import GAMES
from tacora.languages import LANGUAGES, OWN, SOURCE, Language, message_files
from tacora.narration.catalogue import catalogue

Part: TypeAlias = "str | list[Any]"
"""A text; `["$", name]`, a variable; or `["?", name, default, {key: pattern}]`, a selector by value or plural."""

_TYPED = ("command-", "md-command-", "web-ear-typed-")
"""Typed commands. They are understood in every language: a page gets those of the other languages as `other-…`."""
_SHARED = ("game-", "hazard-", "edition-", "bot-", "temper-", "phrase-", "stones", "gems", "md-dollars", *_TYPED)
"""Messages of other parts of the program that the pages use, too."""


_OWN_PAGE = {f"web_{page}.ftl": page for page in ("start", "mine", "daily", "club", "replay", "rules")}
"""Messages that one page needs, and that the others do not load."""


@cache
def words(language: Language, page: str | None = None) -> dict[str, str | list[Part]]:
    """Every message that a page needs, or all pages: a text, or a list of its parts."""
    found: dict[str, str | list[Part]] = {} if language in OWN else dict(words(SOURCE, page))
    for file in message_files(language):
        if page is not None and _OWN_PAGE.get(file.name, page) != page:
            continue
        for entry in FluentParser().parse(file.read_text(encoding="utf-8")).body:
            if isinstance(entry, ast.Message) and entry.value is not None:
                name = entry.id.name
                if file.name.startswith("web") or name.startswith((*_SHARED, *_plain())):
                    found[name.removeprefix("web-")] = _pattern(entry.value)
                if name.startswith(_TYPED):
                    others = (catalogue(other)(name) for other in LANGUAGES if other != language)
                    found["other-" + name.removeprefix("web-")] = " ".join(others)
    return found


def _plain() -> tuple[str, ...]:
    """The prefixes of messages of games that bring their own."""
    return tuple(f"{kind.name}-" for kind in GAMES.values() if not kind.drawn)


def _pattern(pattern: ast.Pattern) -> str | list[Part]:
    parts = [_part(element) for element in pattern.elements]
    return "".join(map(str, parts)) if all(isinstance(part, str) for part in parts) else parts


def _part(element: ast.TextElement | ast.Placeable) -> Part:
    if isinstance(element, ast.TextElement):
        return element.value
    expression = element.expression
    if isinstance(expression, ast.SelectExpression):
        assert isinstance(expression.selector, ast.VariableReference)
        variants = {_key(variant.key): _pattern(variant.value) for variant in expression.variants}
        usual = next(_key(variant.key) for variant in expression.variants if variant.default)
        return ["?", expression.selector.id.name, usual, variants]
    if isinstance(expression, ast.FunctionReference):  # NUMBER; whole numbers are written plainly.
        expression = expression.arguments.positional[0]
    if isinstance(expression, ast.StringLiteral):
        return str(expression.parse()["value"])
    assert isinstance(expression, ast.VariableReference)
    return ["$", expression.id.name]


def _key(key: ast.Identifier | ast.NumberLiteral) -> str:
    return key.name if isinstance(key, ast.Identifier) else key.value
