"""The rules as HTML: each numbered rule is a link target, and there are no dead links."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from msgspec import Struct

_RULE = re.compile(r"(?P<number>[DM]\d+)\b")
_OF_RULES = re.compile(r"(?P<game>[a-z]+(?:_[a-z]+)*)(?:\.[\w-]+)?\.md(?P<place>#.*)?")


class Chapter(Struct, frozen=True):
    """An entry of the table of contents."""

    place: str
    title: str


class Rulebook(Struct, frozen=True):
    """A page of rules as HTML, without its title."""

    body: str
    chapters: tuple[Chapter, ...]


@lru_cache(maxsize=8)
def rulebook(text: str) -> Rulebook:
    """Render rules from Markdown."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = _without_title(markdown.parse(text))
    chapters = []
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            title = tokens[at + 1].content
            place = "about-" + slug(title)
            token.attrSet("id", place)
            if token.tag == "h2":
                chapters.append(Chapter(place, title))
        elif token.type == "list_item_open":
            _number(token, tokens[at + 2])
        elif token.type == "inline":
            _link(token)
        elif token.type == "th_open":
            token.attrSet("scope", "col")
    body: str = markdown.renderer.render(tokens, markdown.options, {})
    body = body.replace("<table>", '<div class="scrolling" tabindex="0"><table>').replace("</table>", "</table></div>")
    body = body.replace("<pre>", '<pre tabindex="0">')  # So that it can be scrolled by keyboard.
    return Rulebook(body, tuple(chapters))


def slug(title: str) -> str:
    """A heading as a URL fragment.

    >>> slug("Une expédition"), slug("The game in six sentences")
    ('une-expedition', 'the-game-in-six-sentences')
    """
    plain = unicodedata.normalize("NFKD", title.replace("’", " ")).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain))


def _without_title(tokens: list[Token]) -> list[Token]:
    """Drop the first heading and the paragraph after it: the page has its own title and language links."""
    starts = [at for at, token in enumerate(tokens) if token.level == 0 and token.nesting >= 0]
    return tokens[starts[2] :]


def _number(item: Token, content: Token) -> None:
    """Make a numbered rule a link target."""
    first = next((child.content for child in content.children or [] if child.content), "")
    if rule := _RULE.match(first):
        item.attrSet("id", rule["number"])
        item.attrJoin("class", "rule")


def _link(inline: Token) -> None:
    """Point links at the pages that are served; turn all others into plain text."""
    kept: list[Token] = []
    open_links: list[bool] = []
    for child in inline.children or []:
        if child.type == "link_open":
            page = _OF_RULES.fullmatch(str(child.attrGet("href")).rpartition("/")[2])
            address = str(child.attrGet("href"))
            if page:
                address = f"/rules/{page['game'].replace('_', '-')}{page['place'] or ''}"
            open_links.append(bool(page) or address.startswith(("#", "https:")))
            child.attrSet("href", address)
            if not open_links[-1]:
                continue
        elif child.type == "link_close" and not open_links.pop():
            continue
        kept.append(child)
    inline.children = kept
