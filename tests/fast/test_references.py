"""Compiled functions that count no references neither make nor return an array: that would corrupt memory."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "tacora"
NUMBERS = {"int", "float", "bool", "None", "uint64", "np", "tuple"}
MAKING = {"zeros", "empty", "ones", "full", "array", "arange", "copy", "zeros_like", "empty_like", "full_like"}


def uncounted() -> Iterator[tuple[str, ast.FunctionDef]]:
    """The functions that `small` and `inlined` compile."""
    for file in sorted((*PACKAGE.glob("fast/*.py"), *PACKAGE.glob("games/*/kernel/*.py"))):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef):
                decorators = {each.id for each in node.decorator_list if isinstance(each, ast.Name)}
                if decorators & {"small", "inlined"}:
                    yield f"{file.parent.parent.name}/{file.stem}.{node.name}", node


FUNCTIONS = dict(uncounted())


def test_there_are_such_functions() -> None:
    assert len(FUNCTIONS) > 50


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_that_counts_no_references_has_only_numbers_to_give(name: str) -> None:
    function = FUNCTIONS[name]
    assert function.returns is not None
    given = {node.id for node in ast.walk(function.returns) if isinstance(node, ast.Name)}
    given |= {node.attr for node in ast.walk(function.returns) if isinstance(node, ast.Attribute)}
    assert given <= NUMBERS
    called = {
        node.func.attr
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    assert not called & MAKING
