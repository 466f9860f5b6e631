"""The messages of one language, read from its Fluent files."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from typing import Literal, TypeAlias, get_args

from babel.lists import format_list
from fluent.runtime import FluentBundle, FluentResource

Language: TypeAlias = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


class Catalogue:
    """Every message of a language. A missing message or argument is an error, never a hole in a sentence."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        self._bundle = FluentBundle([language], use_isolating=False)
        for file in sorted(files(__package__).joinpath("locales", language).iterdir(), key=lambda file: file.name):
            self._bundle.add_resource(FluentResource(file.read_text(encoding="utf-8")))

        self._formatted = lru_cache(maxsize=32_768)(self._format)
        self._listed = lru_cache(maxsize=4_096)(lambda items: format_list(items, locale=language))

    def __call__(self, message_id: str, **facts: object) -> str:
        """The message with these facts filled in.

        >>> catalogue("en")("gems", n=1), catalogue("fr")("gems", n=0)
        ('1 gem', '0 gemme')
        """
        try:
            return self._formatted(message_id, *facts.items())
        except TypeError:  # A fact that cannot be remembered by.
            return self._format(message_id, *facts.items())

    def _format(self, message_id: str, *facts: tuple[str, object]) -> str:
        pattern = self._bundle.get_message(message_id).value
        if pattern is None:
            raise LookupError(f"message {message_id} has no text in {self.language}")
        text, errors = self._bundle.format_pattern(pattern, dict(facts))
        if errors:
            raise LookupError(f"message {message_id} in {self.language}: {errors}")
        return str(text)

    def listed(self, items: Iterable[str]) -> str:
        """The items as a list within a sentence.

        >>> catalogue("fr").listed(["Ana", "Léo", "Zoé"])
        'Ana, Léo et Zoé'
        """
        return str(self._listed(tuple(items)))


@cache
def catalogue(language: Language) -> Catalogue:
    """The catalogue of a language, read once."""
    return Catalogue(language)
