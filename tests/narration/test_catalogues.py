"""The catalogues: every language has the same messages with the same facts, and the help reads them without Fluent."""

from __future__ import annotations

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl

from tacora.cli.words import LANGUAGES as HELP_LANGUAGES
from tacora.cli.words import Words
from tacora.narration import LANGUAGES
from tacora.narration.catalogue import Language, catalogue, sources
from tests.narration.messages import FILES, LOCALES, all_messages, both_languages, every_file, messages


@both_languages
@every_file
@pytest.mark.repeats
def test_a_message_parsed_alone_is_what_it_is_in_its_file(language: Language, file: str) -> None:
    text = (LOCALES / language / file).read_text("utf-8")
    whole = [entry for entry in FluentParser().parse(text).body if isinstance(entry, ftl.Message | ftl.Term | ftl.Junk)]
    for entry, (message, source) in zip(whole, sources(text).items(), strict=True):
        (alone,) = FluentParser().parse(source).body
        assert isinstance(entry, ftl.Message)
        assert entry.id.name == message
        assert alone.equals(entry, ignored_fields=["span", "comment"]), message


def test_every_language_has_the_same_files() -> None:
    assert {"diamant.ftl", "errors.ftl", "help.ftl", "terminal.ftl"} <= set(FILES)
    for language in LANGUAGES:
        assert sorted(file.name for file in (LOCALES / language).iterdir()) == FILES
    assert sorted(folder.name for folder in LOCALES.iterdir()) == sorted(LANGUAGES)


@every_file
def test_every_language_has_the_same_messages_in_the_same_order(file: str) -> None:
    for language in LANGUAGES:
        assert list(messages(language, file)) == list(messages("en", file)), language


@both_languages
def test_no_message_is_in_two_files(language: Language) -> None:
    assert sum(len(messages(language, file)) for file in FILES) == len(all_messages(language))


@every_file
def test_every_language_tells_the_same_facts(file: str) -> None:
    """`Who` is `who` at the beginning of a sentence, where a language needs it."""
    for language in LANGUAGES:
        for message, reader in messages("en", file).items():
            facts, others = (
                {name.casefold() for name in read.variables} for read in (reader, messages(language, file)[message])
            )
            assert facts == others, (language, message)


@both_languages
def test_what_is_told_in_short_needs_no_other_facts_and_is_shorter(language: Language) -> None:
    told = all_messages(language)
    shorter = [message for message in told if message.endswith("-brief")]
    assert len(shorter) > 20
    for message in shorter:
        longer = told[message.removesuffix("-brief")]
        assert told[message].variables <= longer.variables | {"gems"}, message
        assert len("".join(told[message].texts)) < len("".join(longer.texts)), message


@both_languages
def test_no_message_is_empty(language: Language) -> None:
    for message, reader in all_messages(language).items():
        assert "".join(reader.texts).strip() or reader.variables, message


def test_a_missing_fact_is_an_error_and_not_a_hole() -> None:
    with pytest.raises(LookupError, match="gems"):
        catalogue("en")("gems")


def test_a_missing_message_is_an_error() -> None:
    with pytest.raises(LookupError):
        catalogue("fr")("no-such-message")


# The help is read without Fluent


def test_help_knows_the_same_languages() -> None:
    assert HELP_LANGUAGES == LANGUAGES


@both_languages
def test_the_help_reads_the_same_with_and_without_fluent(language: Language) -> None:
    words, say = Words(language), catalogue(language)
    assert len(messages(language, "help.ftl")) > 25
    for message, reader in messages(language, "help.ftl").items():
        facts = {name: f"<{name}>" for name in reader.variables}
        assert words(message, **facts) == say(message, **facts), message


def test_names_that_run_from_right_to_left_do_not_turn_their_neighbours_round() -> None:
    name = "\u05e0\u05d5\u05d2\u05d4"
    say = catalogue("en")
    assert say.listed(["Ana", name]) == f"Ana and \u2068{name}\u2069"
    assert say("phrase-said", name=name, phrase="Hello.") == f"\u2068{name}\u2069: Hello."
    assert say("phrase-said", name="Léa", phrase="Hello.") == "Léa: Hello."
