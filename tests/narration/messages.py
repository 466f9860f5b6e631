"""The messages as the catalogues hold them, and the texts as the source code holds them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

import tacora
from tacora.games.diamant import EDITIONS
from tacora.narration import LANGUAGES
from tacora.narration.catalogue import Language

SOURCE = Path(tacora.__file__).parent
LOCALES = SOURCE / "narration" / "locales"
FILES = sorted(file.name for file in (LOCALES / "en").iterdir())

both_languages = pytest.mark.parametrize("language", LANGUAGES)
every_file = pytest.mark.parametrize("file", FILES)

HAZARDS = {kind for edition in EDITIONS.values() for kind in edition.hazards}


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


def is_space(element: ftl.TextElement | ftl.Placeable) -> bool:
    written = element.expression if isinstance(element, ftl.Placeable) else None
    return isinstance(written, ftl.StringLiteral) and written.value == " "


@cache
def all_messages(language: Language) -> dict[str, Reader]:
    return {message: reader for file in FILES for message, reader in messages(language, file).items()}


@cache
def nodes() -> tuple[ast.AST, ...]:
    """The source code of the package, parsed."""
    return tuple(node for file in sorted(SOURCE.rglob("*.py")) for node in ast.walk(ast.parse(file.read_text("utf-8"))))


@cache
def literals() -> set[str]:
    """Every string that stands in it."""
    return {node.value for node in nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str)}
