"""A language that is complete by construction: every English message with accents, and longer.

Whatever stands on a page without an accent is no message.
"""

from __future__ import annotations

import re
from pathlib import Path

from fluent.syntax import FluentParser, FluentSerializer, ast
from fluent.syntax.visitor import Transformer

from tacora.languages import OWN, SOURCE, message_files

CODE = "en-XA"
"""The tag that CLDR has for accented English."""
_PLAIN = "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz"
_ACCENTED = "ÅåƁƀÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀɱÑñÖöÞþǪǫŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž"
_ACCENTS = str.maketrans(_PLAIN, _ACCENTED)
_AS_IT_IS = re.compile(r"web-ear-usual-")
"""Messages that are one key of a keyboard."""


def accented(text: str) -> str:
    """The text with an accent on every letter, and every vowel twice: about a third longer.

    >>> accented("A gem, at last")
    'ÅÅ ĝééɱ, ååţ ļååšţ'
    """
    longer = re.sub(r"[aeiouAEIOU]", lambda vowel: vowel[0] * 2, text)
    return longer.translate(_ACCENTS)


class _Accents(Transformer):
    """Changes what is read, and leaves alone what is put in or chosen by."""

    def visit_TextElement(self, node: ast.TextElement) -> ast.TextElement:
        return ast.TextElement(accented(node.value))


def write(root: Path) -> Path:
    """Write the language as an operator would add it: a folder of messages within this one, which is given back."""
    folder = root / CODE
    folder.mkdir(parents=True)
    for file in message_files(SOURCE):
        resource = FluentParser().parse(file.read_text("utf-8"))
        for entry in resource.body:
            if isinstance(entry, ast.Message) and entry.value is not None and not _AS_IT_IS.match(entry.id.name):
                entry.value = _Accents().visit(entry.value)
        (folder / file.name).write_text(FluentSerializer().serialize(resource), "utf-8")
    for file in (OWN[SOURCE].parents[2] / "web" / "rules").glob("*.md"):
        if "." not in file.stem:
            (folder / file.name).write_text(_rules(file.read_text("utf-8")), "utf-8")
    return root


_TAKEN = re.compile(r"\]\([^)]*\)|`[^`]*`|^```.*?^```|\b[DM]\d+\b", re.MULTILINE | re.DOTALL)
"""What is no text in Markdown, or is typed as it stands."""


def _rules(text: str) -> str:
    parts, at = [], 0
    for taken in _TAKEN.finditer(text):
        parts += [accented(text[at : taken.start()]), taken[0]]
        at = taken.end()
    return "".join([*parts, accented(text[at:])])
