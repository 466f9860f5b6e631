"""The rules as pages, the page for when there is no network, and the worker that keeps both."""

from __future__ import annotations

import re

import pytest

from tacora.server.http.assets import assets
from tests.server.serving import Serving

BOOKS = [("diamant", "D", 27), ("mister-diamond", "M", 13)]

every_book = pytest.mark.parametrize(("game", "letter", "count"), BOOKS)
both_languages = pytest.mark.parametrize("language", ["en", "fr"])


@every_book
@both_languages
def test_every_rule_can_be_linked_to(serving: Serving, game: str, letter: str, count: int, language: str) -> None:
    page = serving.get(f"/rules/{game}", params={"lang": language}).text
    assert re.findall(rf'<li id="({letter}\d+)" class="rule">', page) == [f"{letter}{n}" for n in range(1, count + 1)]
    places = re.findall(r'id="([^"]+)"', page)
    assert len(set(places)) == len(places)
    for place in re.findall(r'href="#([^"]+)"', page):
        assert place in places


@pytest.mark.parametrize("game", ["diamant", "mister-diamond"])
@both_languages
def test_every_link_of_the_rules_leads_somewhere(serving: Serving, game: str, language: str) -> None:
    page = serving.get(f"/rules/{game}", params={"lang": language}).text
    assert not [address for address in re.findall(r'href="([^"]+)"', page) if ".md" in address]
    for address in re.findall(r'href="(/[^"#]*)"', page):
        if not address.startswith("/static/") and address != "/":
            assert serving.get(address).status_code == 200, address


@both_languages
def test_a_page_of_rules_has_one_title_and_the_aid_sheet(serving: Serving, language: str) -> None:
    page = serving.get("/rules/diamant", params={"lang": language}).text
    assert page.count("<h1") == 1
    assert 'id="aid"' in page
    assert "diamant.fr.md" not in page


def test_the_rules_without_a_game_are_those_of_the_first(serving: Serving) -> None:
    answer = serving.get("/rules", params={"lang": "fr"})
    assert (answer.status_code, answer.headers["location"]) == (307, "/rules/diamant?lang=fr")


def test_there_are_no_rules_of_other_games(serving: Serving) -> None:
    assert serving.get("/rules/chess").status_code == 404


def test_the_worker_knows_every_file_and_nothing_of_tables(serving: Serving) -> None:
    worker = serving.get("/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    base = assets().base
    shell = re.findall(rf'"({base}/[^"]+|/static/icon.svg)"', worker.text)
    assert {f"{base}/sheets/table.css", f"{base}/pages/table.js", f"{base}/icon.svg", "/static/icon.svg"} <= set(shell)
    assert f"{base}/sw.js" not in shell
    for path in shell:
        assert serving.get(path).status_code == 200
    assert "/api" not in worker.text
    assert worker.text.startswith(f'const VERSION = "{assets().version}";\n')


@both_languages
def test_offline_is_said_in_words(serving: Serving, language: str) -> None:
    page = serving.get("/offline", params={"lang": language}).text
    assert ("You are offline" if language == "en" else "Vous êtes hors ligne") in page
