"""Compiled functions that count no references neither make nor return an array: that would corrupt memory."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

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


def test_a_function_that_counts_no_references_has_only_numbers_to_give() -> None:
    functions = dict(uncounted())
    assert len(functions) > 50
    assert {name: wrong for name, function in functions.items() if (wrong := more_than_numbers(function))} == {}


def more_than_numbers(function: ast.FunctionDef) -> set[str]:
    """What it gives that is no number, and what it calls that makes an array."""
    assert function.returns is not None, f"{function.name} does not say what it gives"
    given = {node.id for node in ast.walk(function.returns) if isinstance(node, ast.Name)}
    given |= {node.attr for node in ast.walk(function.returns) if isinstance(node, ast.Attribute)}
    called = {
        node.func.attr
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    return (given - NUMBERS) | (called & MAKING)
