"""The language: what --lang names, else that of the locale, else English."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacora.cli.words import language_of
from tests.cli.program import run

SETTINGS = ("LC_ALL", "LC_MESSAGES", "LANG")


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "fr_CA"}, "fr"),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "FR_be"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": ""}, "en"),
        ({"LC_MESSAGES": "fr_FR.UTF-8", "LANG": "en_US.UTF-8"}, "fr"),
        ({"LC_MESSAGES": "en_US.UTF-8", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "fr_FR.UTF-8", "LC_MESSAGES": "en_US.UTF-8", "LANG": "en_US.UTF-8"}, "fr"),
        ({"LC_ALL": "C", "LC_MESSAGES": "fr_FR.UTF-8", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "fr_FR.UTF-8"}, "fr"),
    ],
)
def test_the_locale(monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], language: str) -> None:
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert language_of(["--help"]) == language


@pytest.mark.parametrize(
    ("arguments", "language"),
    [
        (["--lang", "fr", "play"], "fr"),
        (["play", "--lang", "fr"], "fr"),
        (["play", "--lang=fr"], "fr"),
        (["play", "--lang", "de"], "en"),
        (["play", "--lang"], "en"),
        (["replay", "--", "--lang", "fr"], "en"),
    ],
)
def test_lang_comes_first(monkeypatch: pytest.MonkeyPatch, arguments: list[str], language: str) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert language_of(arguments) == language


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("arguments", "settings", "french"),
    [
        ((), {"LC_ALL": "fr_FR.UTF-8"}, True),
        ((), {"LC_MESSAGES": "fr_FR.UTF-8"}, True),
        ((), {"LC_ALL": "en_US.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, False),
        (("--lang", "fr"), {"LC_ALL": "en_US.UTF-8"}, True),
        (("--lang", "en"), {"LC_ALL": "fr_FR.UTF-8"}, False),
    ],
)
def test_the_real_program_listens(
    tmp_path: Path, arguments: tuple[str, ...], settings: dict[str, str], french: bool
) -> None:
    said = run("--help", *arguments, home=tmp_path, **settings)
    assert ("Langue de tous les textes" in said.out) == french
    assert ("Language of all text" in said.out) != french
