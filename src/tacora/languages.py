"""The languages that Tacora speaks. A language is a folder of messages; nothing else lists them.

Those of the package are in `narration/locales`. An operator may add others: `TACORA_LOCALES` names a folder that holds
one folder for each.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

Language: TypeAlias = str
"""A BCP 47 tag, such as `fr` or `pt-BR`."""
SOURCE: Final = "en"
"""The language that messages are first written in. It stands in where an added language lacks one."""
VARIABLE: Final = "TACORA_LOCALES"
"""The environment variable; from nowhere else is a folder taken."""

LONGEST_TAG: Final = 35
"""As BCP 47 recommends; what is longer comes from no browser."""
_TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")


def _own() -> dict[Language, Path]:
    """The languages of the package, the first one first."""
    folders = {folder.name: folder for folder in sorted(_FOLDER.iterdir()) if _TAG.fullmatch(folder.name)}
    return {SOURCE: folders[SOURCE]} | folders


_FOLDER = Path(__file__).parent / "narration" / "locales"
OWN: Final = _own()
ADDED: Final = Path(os.environ[VARIABLE]) if os.environ.get(VARIABLE) else None
"""The folder of added languages, if there is one."""


def is_new(name: str) -> bool:
    """Whether this can be the tag of a language that is added.

    >>> is_new("pt-BR"), is_new("fr"), is_new("pt_BR")
    (True, False, False)
    """
    return bool(_TAG.fullmatch(name)) and name not in OWN


def _added() -> dict[Language, Path]:
    if ADDED is None or not ADDED.is_dir():
        return {}  # `narration.added.check` complains of it.
    return {path.name: path for path in sorted(ADDED.iterdir()) if is_new(path.name) and path.is_dir()}


FOLDERS: Final[dict[Language, Path]] = OWN | _added()
LANGUAGES: Final[tuple[Language, ...]] = tuple(FOLDERS)


_BROUGHT: Final[list[Path]] = []


def bring(folder: Path) -> None:
    """Add the messages that a game brings, a folder for each language, before anything is said."""
    _BROUGHT.append(folder)


def message_files(language: Language) -> list[Path]:
    """The Fluent files of a language."""
    spoken = dict.fromkeys((SOURCE, language))  # What a game does not say in this language it says in English.
    brought = [file for folder in _BROUGHT for each in spoken for file in sorted((folder / each).glob("*.ftl"))]
    return [*sorted(FOLDERS[language].glob("*.ftl")), *brought]


def nearest(wanted: Iterable[str], known: Iterable[Language] = LANGUAGES) -> Language:
    """The first that is spoken of the languages somebody wants, dearest first; else English.

    A language without its region will do, and one of another region, too.

    >>> nearest(["de-AT", "fr-CA", "en"]), nearest(["pt-PT"], ["en", "pt-BR"]), nearest(["tlh"])
    ('fr', 'pt-BR', 'en')
    """
    codes = {code.lower(): code for code in known}
    for tag in (each[:LONGEST_TAG].lower() for each in wanted):
        for shorter in _shorter(tag):
            if shorter in codes:
                return codes[shorter]
        base = tag.partition("-")[0]
        for code in codes:
            if code.partition("-")[0] == base:
                return codes[code]
    return SOURCE


def _shorter(tag: str) -> Iterator[str]:
    """The tag, then without its last part, and so on.

    >>> list(_shorter("zh-hant-tw"))
    ['zh-hant-tw', 'zh-hant', 'zh']
    """
    while tag:
        yield tag
        tag = tag.rpartition("-")[0]
