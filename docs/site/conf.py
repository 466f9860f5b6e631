"""The documentation as a site: `make docs`.

The folder of the sources is the whole project, so that pages stand where they always stood and link to each other as
they do on a code host: nothing is copied, and a link that leads nowhere fails the build.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from tacora import __version__

project = "Tacora"
version = release = __version__
project_copyright = ""
html_show_copyright = False
html_show_sphinx = False
language = "en"

ROOT = Path(__file__).parents[2]
root_doc = "docs/site/index"
include_patterns = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/*.md",
    "docs/site/*.md",
    "src/tacora/web/rules/*.md",
]
exclude_patterns = [".*", "**/__pycache__"]

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_heading_anchors = 4
myst_links_external_new_tab = False
suppress_warnings = ["ref.python"]  # Both games have an `Edition`; a bare name may mean either.
default_role = "code"  # Docstrings write `names` like this.
autodoc_member_order = "bysource"
autodoc_typehints = "description"
add_module_names = False

html_theme = "furo"
html_title = "Tacora"
html_copy_source = False
html_static_path = ["static"]
html_extra_path = ["extra"]  # The address of the site itself leads to its first page.
html_css_files = ["site.css"]
pygments_style, pygments_dark_style = "a11y-high-contrast-light", "a11y-high-contrast-dark"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#8a4b00", "color-brand-content": "#8a4b00"},
    "dark_css_variables": {"color-brand-primary": "#ffb347", "color-brand-content": "#ffb347"},
}

_FRENCH_PAGE = re.compile(r"\.fr$")
_BY_EAR = (
    (re.compile(r'<a (?=class="reference internal" href="[^"]*\.fr\.html")'), '<a lang="fr" '),
    (re.compile(r'role="heading">'), 'role="heading" aria-level="2">'),
    (re.compile(r'<aside class="sidebar-drawer">'), '<aside class="sidebar-drawer" aria-label="All pages">'),
    (re.compile(r'<aside class="toc-drawer'), '<aside aria-label="On this page" class="toc-drawer'),
    (re.compile(r"<pre>"), '<pre tabindex="0">'),
    (
        re.compile(r'<div class="table-wrapper'),
        '<div tabindex="0" role="group" aria-label="Table" class="table-wrapper',
    ),
    (re.compile(r'<th class="head(?: [\w-]+)?"><p></p></th>'), "<td></td>"),
)
"""What the theme leaves out: languages of links, levels of headings, names of landmarks, what scrolls by keyboard."""


def speak_french(_app: Sphinx, page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """The text of a French page says that it is; navigation around it stays English."""
    if "body" in context and _FRENCH_PAGE.search(page):
        context["body"] = f'<div lang="fr">{context["body"]}</div>'


def mend_for_the_ear(app: Sphinx, _failed: Exception | None) -> None:
    """Add to the pages what the theme leaves out."""
    for page in Path(app.outdir).rglob("*.html"):
        text = whole = page.read_text("utf-8")
        for pattern, better in _BY_EAR:
            text = pattern.sub(better, text)
        if text != whole:
            page.write_text(text, "utf-8")


def leave_folders_alone(_app: Sphinx, page: str, source: list[str]) -> None:
    """A code host shows a folder; a site does not. A link to one is its words alone."""
    here = (ROOT / page).parent

    def link(found: re.Match[str]) -> str:
        return found[1] if (here / found[2]).is_dir() else found[0]

    source[0] = re.sub(r"(?<!!)\[([^\]]*)\]\(([^)#:]+)\)", link, source[0])


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("source-read", leave_folders_alone)
    app.connect("html-page-context", speak_french)
    app.connect("build-finished", mend_for_the_ear)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
