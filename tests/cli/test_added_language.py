"""A language that an operator adds: a folder of messages that TACORA_LOCALES names."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests import pseudo
from tests.cli.program import Said, assert_refused, is_one_line, run
from tests.pseudo import accented


@pytest.fixture(scope="module")
def locales(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pseudo.write(tmp_path_factory.mktemp("locales"))


def spoken(home: Path, locales: Path, *arguments: str, lang: str = pseudo.CODE) -> Said:
    return run(*arguments, "--lang", lang, home=home, TACORA_LOCALES=str(locales))


@pytest.mark.long
def test_everything_is_said_in_it(tmp_path: Path, locales: Path) -> None:
    helped = spoken(tmp_path, locales, "--help")
    assert accented("Language of all text") in helped.out
    odds = spoken(tmp_path, locales, "odds", "11", "snakes", "4", "--inside", "3")
    assert (odds.status, odds.err) == (0, "")
    assert accented("The next card") in odds.out
    refused = spoken(tmp_path, locales, "odds", "nonsense")
    assert refused.status == 2
    assert is_one_line(refused.err)
    assert not refused.err.removeprefix("tacora: ").isascii()


@pytest.mark.thorough
def test_it_is_the_language_of_a_system_that_speaks_it(tmp_path: Path, locales: Path) -> None:
    said = run("--help", home=tmp_path, lang="en_XA.UTF-8", TACORA_LOCALES=str(locales))
    assert accented("Language of all text") in said.out


@pytest.mark.long
def test_others_go_on_as_they_were(tmp_path: Path, locales: Path) -> None:
    for lang in ("en", "fr"):
        assert spoken(tmp_path, locales, "odds", "11", lang=lang) == run("odds", "11", "--lang", lang, home=tmp_path)
    unknown = spoken(tmp_path, locales, "odds", "11", lang="de")
    assert unknown.err == 'tacora: --lang: "de" is none of en, fr, en-XA\n'


def test_a_message_that_it_lacks_is_said_in_english(tmp_path: Path) -> None:
    (folder := tmp_path / "locales" / "de").mkdir(parents=True)
    (folder / "web.ftl").write_text("web-language-name = Deutsch\nsomething-of-long-ago = Es war einmal\n")
    said = spoken(tmp_path, folder.parent, "odds", "11", lang="de")
    assert said.lines[1] == "The next card brings each explorer 1,1 on average."  # The comma is German.


MISTAKES = {
    "not a folder": ("", "", "no-locales"),
    "the code of a language that is there": ("fr", "web-language-name = Français\n", "bad-locale"),
    "not a code": ("pt_BR", "web-language-name = Português\n", "bad-locale"),
    "without a name": ("de", "gems = Edelsteine\n", "bad-message"),
    "not Fluent": ("de", "web-language-name = Deutsch\ngems = { $n\n", "bad-message"),
    "a fact that there is not": ("de", "web-language-name = Deutsch\ngems = { $steine } Edelsteine\n", "bad-message"),
    "another message within": ("de", "web-language-name = Deutsch\ngems = { stones }\n", "bad-message"),
    "a term": ("de", "web-language-name = Deutsch\n-gem = Edelstein\n", "bad-message"),
    "a function that there is not": ("de", "web-language-name = Deutsch\ngems = { DATE($n) }\n", "bad-message"),
    "no text": ("de", "web-language-name = Deutsch\ngems =\n    .one = Edelstein\n", "bad-message"),
}


@pytest.mark.parametrize(
    "mistake", [name if name == "a term" else pytest.param(name, marks=pytest.mark.long) for name in MISTAKES]
)
def test_what_could_break_a_game_is_refused_before_it_begins(tmp_path: Path, mistake: str) -> None:
    code, text, refusal = MISTAKES[mistake]
    folder = tmp_path / "locales"
    if code:
        (folder / code).mkdir(parents=True)
        (folder / code / "web.ftl").write_text(text, "utf-8")
    said = spoken(tmp_path, folder, "odds", "11", lang="de")
    assert_refused(said)
    assert str(folder) in said.err
    beginning = {
        "no-locales": "TACORA_LOCALES has to name a folder",
        "bad-locale": "the name of a folder of messages",
        "bad-message": "cannot be used",
    }
    assert beginning[refusal] in said.err


@pytest.mark.thorough
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, locales: Path) -> None:
    shutil.copytree(locales, tmp_path / "locales")
    (tmp_path / "locales" / pseudo.CODE / "web.ftl").write_bytes(b"gems = \xff")
    said = spoken(tmp_path, tmp_path / "locales", "odds", "11")
    assert said.status == 2
    assert is_one_line(said.err)


@pytest.mark.long
def test_its_own_help_is_looked_at_before_it_is_spoken(tmp_path: Path, locales: Path) -> None:
    shutil.copytree(locales, tmp_path / "locales")
    (tmp_path / "locales" / pseudo.CODE / "help.ftl").write_bytes(b"help-word-default = \xff")
    said = spoken(tmp_path, tmp_path / "locales", "--help")
    assert_refused(said)
