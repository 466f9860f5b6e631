"""How messages are worded: short names, distinct commands, and the typography of each language."""

from __future__ import annotations

import re

import pytest

from tacora.games.diamant import EDITIONS
from tacora.games.diamant.terminal.commands import COMMANDS as DIAMANT
from tacora.games.mister_diamond.terminal.commands import COMMANDS as MISTER
from tacora.narration.catalogue import LANGUAGES, Language, catalogue
from tests.narration.messages import HAZARDS, all_messages, both_languages


@both_languages
def test_hazards_fit_on_a_drawn_card(language: Language) -> None:
    for kind in sorted(HAZARDS):
        assert 1 <= len(catalogue(language)(f"hazard-{kind}-short")) <= 8, kind


@both_languages
def test_no_two_hazards_of_a_box_look_alike(language: Language) -> None:
    for edition in EDITIONS.values():
        for ending in ("", "-short"):
            names = [catalogue(language)(f"hazard-{kind}{ending}") for kind in edition.hazards]
            assert len(set(names)) == len(names)


@both_languages
def test_no_two_commands_are_typed_alike(language: Language) -> None:
    for prefix, commands in (("", DIAMANT.commands), ("md-", MISTER.commands)):
        typed = [word for command in commands for word in catalogue(language)(f"{prefix}command-{command}").split()]
        assert len(set(typed)) == len(typed)


@both_languages
def test_the_words_on_the_buttons_of_a_browser_are_understood_in_a_terminal(language: Language) -> None:
    say = catalogue(language)
    for button, command in (("web-cave-deeper", "continue"), ("web-cave-go-camp", "leave")):
        assert DIAMANT.understood(say, say(button)) == (command, "")


@pytest.mark.parametrize("typed", ["plus", "loin", "plus tard", "camper", "deep", "camp ?", "plus loin ?", "c l"])
def test_half_a_word_or_more_than_a_word_decides_nothing(typed: str) -> None:
    assert all(DIAMANT.understood(catalogue(language), typed) is None for language in LANGUAGES)


@both_languages
def test_every_key_of_the_table_is_one_sign_and_no_two_are_alike(language: Language) -> None:
    keys = [catalogue(language)(message) for message in all_messages("en") if message.startswith("web-ear-usual-")]
    assert len(set(keys)) == len(keys) == 16
    assert all(len(key) == 1 for key in keys)


def test_english_does_not_shout() -> None:
    for message, reader in all_messages("en").items():
        assert "!" not in "".join(reader.texts), message


PLAIN_SPACE_BEFORE_A_SIGN = re.compile(r"(?<![,;])(?<! ou) [:;?!»%]")
"""Behind a comma, a semicolon or "ou", a question mark is the key of that name, not the end of a question."""


def test_french_signs_keep_to_their_words() -> None:
    for message, reader in all_messages("fr").items():
        if re.match(r"(md-)?command-", message):
            continue  # Words to type, with spaces between them.
        for text in reader.texts:
            assert not PLAIN_SPACE_BEFORE_A_SIGN.search(text), message
            assert "« " not in text, message


TYPED = re.compile(r"https:|postgresql:|\b[a-z]+:[0-9]\S*|'(?:tacora|\.)\[\w+\]'")
"""What is to be typed as it stands follows no typography."""


def test_french_signs_have_a_space() -> None:
    for message, reader in all_messages("fr").items():
        for text in reader.texts:
            assert not re.search(r"\w[:;?!»]|«\w", TYPED.sub("", text)), message


def test_french_has_its_own_apostrophe_and_quotes() -> None:
    for message, reader in all_messages("fr").items():
        assert not re.search("['\"]", TYPED.sub("", "".join(reader.texts))), message


@both_languages
def test_no_text_has_two_spaces_or_ends_in_one(language: Language) -> None:
    for message, reader in all_messages(language).items():
        assert not any("  " in text for text in reader.texts), message
        assert reader.asks == bool(re.fullmatch(r"(md-)?ask-(?!back).*|.*-ask", message)), message


@both_languages
def test_a_disaster_for_many_is_told_shortly_whatever_their_names(language: Language) -> None:
    say = catalogue(language)
    for message in ("web-cave-lost", "web-cave-lost-nothing"):
        for count in range(1, 9):
            told = say(message, count=count, names="NAMES", stones="STONES")
            assert ("NAMES" in told, str(count) in told) == (count < 4, count > 3), told


@both_languages
def test_the_headline_and_the_history_have_the_same_words_for_one_thing(language: Language) -> None:
    say = catalogue(language)
    assert say("web-cave-all-deeper", count=3, names="") == say("all-continue", kind="many", Who="")
