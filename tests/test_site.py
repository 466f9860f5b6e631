"""The documentation as a site: built without a warning, no link leads nowhere, nothing comes from elsewhere."""

from __future__ import annotations

import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.surroundings import ROOT

pytestmark = pytest.mark.long


class Page(HTMLParser):
    """What a page has: link targets, links, what it loads, its landmarks and languages."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append((tag, given))
        if given.get("id"):
            self.places.add(str(given["id"]))
        if tag == "a" and given.get("href"):
            self.links.append(str(given["href"]))
        source = given.get("src") if tag in ("script", "img", "source", "iframe") else None
        if tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload"):
            source = given.get("href")
        if source:
            self.loaded.append(source)


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = tmp_path_factory.mktemp("site")
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "--fail-on-warning",
        "--keep-going",
        "--quiet",
        "-d",
        str(built / "kept"),
    ]
    arguments = ["-c", "docs/site", "-b", "html", ".", str(built / "html")]
    said = subprocess.run([*command, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr) == (0, "")
    return built / "html"


def test_every_page_is_there_whole_and_by_ear_and_is_found(site: Path) -> None:
    pages = {file: Page(file.read_text("utf-8")) for file in site.rglob("*.html")}
    for source in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("src/tacora/web/rules/*.md")):
        page = pages[site / source.relative_to(ROOT).with_suffix(".html")]
        main = [given for tag, given in page.tags if tag == "main" or given.get("role") == "main"]
        assert len(main) == len([tag for tag, _ in page.tags if tag == "h1"]) == 1, source
        assert "#furo-main-content" in page.links, "a link past the navigation"
        french = any(tag == "div" and given.get("lang") == "fr" for tag, given in page.tags)
        assert french == source.name.endswith(".fr.md")
    for file, page in pages.items():
        for loaded in page.loaded:
            assert not urlsplit(loaded).netloc, f"{file.name} loads {loaded}"
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            assert target.is_file(), f"{file.name} links to {link}"
            if target.suffix == ".html" and parts.fragment:
                assert unquote(parts.fragment) in pages[target].places, f"{file.name} links to {link}"
    style = "".join(file.read_text("utf-8") for file in site.rglob("*.css"))
    assert "url(http" not in style
    assert "@import" not in style
    index = (site / "searchindex.js").read_text("utf-8")
    assert "docs/site/api" in index
    assert "src/tacora/web/rules/diamant" in index
