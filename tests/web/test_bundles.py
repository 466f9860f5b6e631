"""What a wheel has instead of single modules: a script for each page, made by esbuild of the modules that are there."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

import tacora
from tacora.server.http import assets as files
from tacora.server.http.assets import Assets
from tests.bundled import ESBUILD
from tests.needs import not_tested
from tests.server.crashing import RealServer
from tests.web.conftest import Visits
from tests.web.playing import play_out, sit, start
from tools.bundle import bundle

TABLE = {"rules": {"edition": "tiny", "seats": 3}, "bots": ["tortoise", "tortoise"], "manners": {"thinking": False}}


@pytest.fixture
def web(tmp_path: Path) -> Path:
    """The pages of a package with bundles."""
    if not ESBUILD.exists():
        not_tested("the pages as a wheel has them", "no esbuild: make .venv/esbuild")
    package = tmp_path / "bundled" / "tacora"
    shutil.copytree(Path(tacora.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    bundle(str(ESBUILD), package / "web" / "static", package / "web" / "bundles")
    return package / "web"


@pytest.fixture
def server(tmp_path: Path, web: Path) -> Iterator[RealServer]:
    server = RealServer(tmp_path / "tables.db", source=web.parents[1])
    yield server
    server.give_up()


@pytest.mark.thorough
def test_a_game_is_played_to_its_end_with_few_scripts(server: RealServer, visit: Visits) -> None:
    server.start()
    opened = server.request("POST", "/api/tables", TABLE, 201)
    page = visit("about:blank")
    scripts: set[str] = set()

    def note(path: str) -> None:
        if path.endswith(".js"):
            scripts.add(path.split("/", 3)[3])

    page.on("request", lambda request: note(urlsplit(request.url).path))
    page.goto(f"http://127.0.0.1:{server.port}/t/{opened['table']}#seat={opened['host']}")
    sit(page, "Ana")
    start(page)
    play_out(page)
    expect(page.locator(".podium")).to_contain_text("Ana")
    assert {path.split("/")[0] for path in scripts} == {"pages", "chunks"}
    assert len(scripts) < 10


def read_again(monkeypatch: pytest.MonkeyPatch, web: Path) -> Assets:
    """The files of a server that starts with these pages."""
    for name, path in (("WEB", web), ("STATIC", web / "static"), ("BUNDLES", web / "bundles")):
        monkeypatch.setattr(files, name, path)
    return files.assets()


@pytest.mark.thorough
def test_a_page_needs_no_more_files_than_a_browser_asks_for_at_a_time(
    web: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = files.assets().later().keys()
    bundled = read_again(monkeypatch, web)
    for page in ("start", "table", "replay", "rules", "offline", "refused"):
        assert len(bundled.graph(f"pages/{page}.js")) + 1 <= 6, "its scripts and its style sheet"
    assert bundled.later().keys() == parts


def test_bundles_of_other_modules_are_not_served(web: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (web / "static" / "core" / "dom.js").open("a") as module:
        module.write("// Another one.\n")
    served = read_again(monkeypatch, web).files["pages/table.js"].content.decode()
    assert "import { Menu } from " in served, "a module, not a bundle"
