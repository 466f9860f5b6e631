"""The commands of the Makefile: together they leave out no test."""

from __future__ import annotations

import re
from itertools import chain, combinations

from _pytest.mark.expression import Expression

from tests.surroundings import ROOT

MARKS = ("long", "thorough", "repeats", "hypothesis", "browser", "soak")


def test_whatever_marks_a_test_has_one_of_the_commands_runs_it() -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    chosen = []
    for name in ("IN_TEST", "WATCHED", "UNWATCHED", "IN_SOAK"):
        (marks,) = re.findall(rf"^{name} := (.+)$", text, re.MULTILINE)
        assert f"-m '$({name})'" in text
        chosen.append(Expression.compile(marks))
    for marks in map(set, chain.from_iterable(combinations(MARKS, number) for number in range(len(MARKS) + 1))):
        assert any(holds(each, marks) for each in chosen), marks


def holds(expression: Expression, marks: set[str]) -> bool:
    return expression.evaluate(lambda name, /, **_: name in marks)
