"""What the documents show is what the program does: each console example is run, each link leads somewhere."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tacora.cli import main

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
LINK = re.compile(r"\]\(([^)#]+)[^)]*\)")


def examples() -> list[tuple[str, str]]:
    """Every command shown with a dollar sign, and what the page says that it prints."""
    found = []
    for page in PAGES:
        for block in CONSOLE.findall(page.read_text(encoding="utf-8")):
            for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, printed = example.partition("\n")
                found.append((command, printed))
    return found


def test_there_are_examples_to_run() -> None:
    assert len(examples()) >= 3


@pytest.mark.parametrize(("command", "printed"), examples())
def test_a_console_example_prints_what_the_page_shows(
    command: str, printed: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    program, *arguments = shlex.split(command)
    assert program == "tacora"
    assert main(arguments) == 0
    assert capfd.readouterr().out == printed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_within_the_project_leads_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
