"""The commands of the Makefile: together they leave out no test; and what they install can be had everywhere."""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress
from importlib import metadata
from itertools import chain, combinations

from _pytest.mark.expression import Expression
from packaging.specifiers import SpecifierSet

from tests.repeating import REPEATING, REPEATING_TESTS
from tests.surroundings import ROOT

USES = {"IN_TEST": 1, "WATCHED": 2, "UNWATCHED": 1, "IN_SOAK": 1}
"""How often each choice of tests is run: what is watched, once for the rules and once for everything else."""


def test_whatever_marks_a_test_has_one_of_the_commands_runs_it() -> None:
    text = (ROOT / "Makefile").read_text("utf-8")
    chosen = {}
    for name, uses in USES.items():
        (chosen[name],) = re.findall(rf"^{name} := (.+)$", text, re.MULTILINE)
        assert text.count(f"-m '$({name})'") == uses
    marks = set(re.findall(r"\w+", " ".join(chosen.values()))) - {"not", "and", "or"}
    for given in map(set, chain.from_iterable(combinations(marks, number) for number in range(len(marks) + 1))):
        runs = {name for name, expression in chosen.items() if holds(expression, given)}
        assert (runs == {"IN_SOAK"}) if "soak" in given else runs, given


def test_whoever_listens_hears_every_scenario_in_both_languages() -> None:
    """Also those that a mark leaves out elsewhere."""
    lines = [line for line in (ROOT / "Makefile").read_text("utf-8").splitlines() if "tests/ear/test_orca.py" in line]
    assert len(lines) == 3
    assert all(" -m '' " in line for line in lines)


def holds(expression: str, marks: set[str]) -> bool:
    return Expression.compile(expression).evaluate(lambda name, /, **_: name in marks)


def test_everything_that_is_not_watched_is_there() -> None:
    assert [file for file in REPEATING if not file.exists()] == []
    assert [test for file, test in REPEATING_TESTS if f"def {test}(" not in file.read_text("utf-8")] == []


def test_every_version_that_is_named_can_be_had_with_the_oldest_python() -> None:
    """On a newer one nobody would notice: pip refuses the whole list."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    oldest = project["requires-python"].removeprefix(">=")
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    names = [line.partition("==")[0] for line in lines if not line.startswith("#")]
    wants = {name: each for name in names for each in found(name)}
    assert "pytest" in wants
    assert {name: each for name, each in wants.items() if not SpecifierSet(each).contains(f"{oldest}.0")} == {}


def found(name: str) -> list[str]:
    """Which Python a package wants that is here, if it says so."""
    with suppress(metadata.PackageNotFoundError):
        return metadata.metadata(name).get_all("Requires-Python") or []
    return []
