"""The files of the pages: as they are in the source but for comments, under a path of their version, kept for good."""

from __future__ import annotations

import re

import pytest

from tacora.server.http.assets import WEB, assets
from tests.server.serving import Serving

MODULES = sorted(name for name in assets().files if name.endswith(".js"))


@pytest.mark.parametrize("name", ["sw.js", "css/tokens.css", "icon.svg"])
@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_a_file_is_served_as_it_is_in_the_source(serving: Serving, name: str, encoding: str) -> None:
    answer = serving.get(f"{assets().base}/{name}", headers={"Accept-Encoding": encoding})
    assert answer.content == (WEB / "static" / name).read_bytes()
    assert answer.headers.get("content-encoding", "identity") == encoding
    assert answer.headers["vary"] == "Accept-Encoding"


def test_a_browser_keeps_a_file_of_a_version_and_never_asks_again(serving: Serving) -> None:
    answer = serving.get(f"{assets().base}/pages/table.js")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"


def test_a_path_of_another_version_has_no_files(serving: Serving) -> None:
    assert serving.get("/static/0123456789abcdef/pages/table.js").status_code == 404


def test_a_file_without_a_version_is_asked_for_anew_each_time(serving: Serving) -> None:
    answer = serving.get("/static/icon.svg")
    assert answer.headers["cache-control"] == "no-cache"
    again = serving.get("/static/icon.svg", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_nothing_outside_of_the_folder_is_served(serving: Serving) -> None:
    for path in ("../templates/base.html", "%2e%2e/templates/base.html", "/etc/passwd", ""):
        assert serving.get(f"{assets().base}/{path}").status_code == 404


@pytest.mark.parametrize("path", ["/", "/t/bakitolu", "/replay", "/rules/diamant", "/offline"])
def test_a_page_names_files_of_its_version_only(serving: Serving, path: str) -> None:
    page = serving.get(path).text
    named = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert len(named) > 5
    assert [file for file in named if not file.startswith(f"{assets().base}/")] == []
    for file in named:
        assert serving.get(file).status_code == 200, file


@pytest.mark.parametrize("module", MODULES)
def test_a_module_lacks_comments_and_nothing_else(module: str) -> None:
    source = (WEB / "static" / module).read_text("utf-8").split("\n")
    served = assets().files[module].content.decode().split("\n")
    left_out = [
        line.removeprefix(kept).strip() if line.startswith(kept) else line
        for line, kept in zip(source, served, strict=True)
        if line != kept
    ]
    assert [text for text in left_out if not text.startswith(("//", "/**", "*"))] == []


@pytest.mark.parametrize("module", MODULES)
def test_every_import_is_found(module: str) -> None:
    """What the server takes for an import is a file, and none is left out."""
    source = assets().files[module].content.decode()
    assert set(assets().modules[module]) <= set(MODULES)
    statements = re.findall(r'^import\b[^;]*?"[^"]+";', source, re.M)
    assert len(assets().modules[module]) == len(statements) + len(
        re.findall(r'^export\b[^;{]*\{[^}]*\} from "', source, re.M)
    )
