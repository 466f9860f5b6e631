"""A numbered rule without a test named after it is an error, and so is a test named after no rule."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
PAGES = [("src/tacora/web/rules/diamant.md", "D"), ("src/tacora/web/rules/mister_diamond.md", "M")]
"""Where the rules of each game are written, and the letter before their numbers."""


def rules_on(page: str, prefix: str) -> list[str]:
    """The numbers that begin a list item in bold, in the order of the page."""
    return re.findall(rf"^[-*] +\*\*({prefix}\d+)\b", page, flags=re.MULTILINE)


def rules_of(page: str, prefix: str) -> list[str]:
    return rules_on((TESTS.parent / page).read_text("utf-8"), prefix)


def names_of_tests(prefix: str) -> dict[str, list[str]]:
    """The tests named after a rule, by rule."""
    tests: dict[str, list[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        for test, rule in re.findall(rf"^def (test_({prefix}\d+)_\w+)", file.read_text("utf-8"), flags=re.MULTILINE):
            tests.setdefault(rule, []).append(test)
    return tests


@pytest.mark.parametrize(("page", "prefix"), PAGES)
def test_the_rules_are_numbered_without_gaps(page: str, prefix: str) -> None:
    rules = rules_of(page, prefix)
    assert rules
    assert rules == [f"{prefix}{number}" for number in range(1, len(rules) + 1)]


@pytest.mark.parametrize(("page", "prefix"), PAGES)
def test_every_rule_has_a_test(page: str, prefix: str) -> None:
    rules = rules_of(page, prefix)
    untested = [rule for rule in rules if rule not in names_of_tests(prefix)]
    assert not untested, f"rules of {page} without a test named after them: {', '.join(untested)}"


@pytest.mark.parametrize(("page", "prefix"), PAGES)
def test_no_test_is_named_after_a_rule_that_is_not_there(page: str, prefix: str) -> None:
    rules = rules_of(page, prefix)
    strays = [test for rule, tests in names_of_tests(prefix).items() if rule not in rules for test in tests]
    assert not strays, f"tests named after rules that are not on {page}: {', '.join(strays)}"


def test_rules_are_found_where_they_begin_a_list_item() -> None:
    page = "# D9\n- **D1 Seats.** Three (D8).\n- **D2** Two.\n  text **D5** text\n- plain D6\n* **D3 Three.**\n"
    assert rules_on(page, "D") == ["D1", "D2", "D3"]
