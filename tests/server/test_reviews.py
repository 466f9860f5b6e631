"""Reviews over HTTP: weighed once, in a program of their own, limited, and refused in words where they cannot be."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tacora.fast import installed
from tacora.server.http import reviews
from tacora.server.live.limits import UNLIMITED, Limits
from tests.server.serving import Serving, over_sockets
from tests.server.test_replays import DIAMANT, MISTER, played

pytestmark = pytest.mark.usefixtures("compiled")


def of(name: str) -> bytes:
    """A record that nobody asked for before."""
    return DIAMANT.replace(b"Ana", name.encode())


@pytest.fixture
def weighed(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The records that a program was started for."""
    found: list[bytes] = []
    program = reviews._program

    async def counted(record: bytes) -> Any:
        found.append(record)
        return await program(record)

    monkeypatch.setattr(reviews, "_program", counted)
    return found


@over_sockets
async def test_a_finished_game_is_weighed_once_for_all_who_ask(serving: Serving, weighed: list[bytes]) -> None:
    table = await played(serving)
    link = f"/api/tables/{table.table}/games/1"
    english, french = (serving.get(f"{link}/review", headers={"Accept-Language": each}).json() for each in ("en", "fr"))
    assert english["review"] == french["review"]
    assert english["told"] != french["told"] or not any(english["told"])
    assert len(weighed) == 1
    for seat in english["review"]["seats"]:
        assert seat["cards"] + seat["others"] + seat["errors"] == pytest.approx(seat["result"], abs=1e-9)
    assert len(english["told"]) == len(english["review"]["seats"]) == 3


def test_a_record_from_a_file_is_weighed_and_told(serving: Serving, weighed: list[bytes]) -> None:
    """Another file with the same content is the same game."""
    for _ in range(2):
        answer = serving.request("POST", "/api/review", content=of("Eva"))
        assert answer.status_code == 200
    assert len(weighed) == 1
    assert any("Expedition" in moment["say"] for told in answer.json()["told"] for moment in told)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (MISTER, "not-reviewable"),
        (
            DIAMANT.replace(b', ["LLLL"],', b"],").split(b'"decisions"')[0] + b'"decisions": [["CCCC"]]}',
            "review-not-over",
        ),
        (b"{}", None),
    ],
    ids=["another game", "not over", "no record"],
)
def test_what_cannot_be_weighed_is_refused_before_a_program_is_started(
    serving: Serving, weighed: list[bytes], content: bytes, code: str | None
) -> None:
    answer = serving.request("POST", "/api/review", content=content)
    assert answer.status_code == 400
    assert answer.json()["say"]
    assert code in (None, answer.json()["code"])
    assert weighed == []


def test_an_address_has_so_many_reviews_a_minute(tmp_path: Path) -> None:
    limited = Limits(**{**vars(UNLIMITED), "reviews_per_minute": 1})
    with Serving(tmp_path / "tables.db", limited) as serving:
        assert serving.request("POST", "/api/review", content=DIAMANT).status_code == 200
        answer = serving.request("POST", "/api/review", content=of("Ida"))
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many-reviews")
        assert serving.request("POST", "/api/review", content=DIAMANT).status_code == 200


def test_where_the_kernel_is_not_installed_a_line_says_what_to_install(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installed, "find_spec", lambda _: None)
    answer = serving.request("POST", "/api/review", content=of("Uma"))
    assert (answer.status_code, answer.json()["code"]) == (501, "needs-study")
    assert "tacora[study]" in answer.json()["say"]


def test_a_program_that_fails_is_told_and_nothing_is_kept(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("sys.executable", "/bin/false")
        answer = serving.request("POST", "/api/review", content=of("Pia"))
    assert (answer.status_code, answer.json()["code"]) == (503, "review-failed")
    assert any("a review failed" in line for line in serving.log)
    assert serving.request("POST", "/api/review", content=of("Pia")).status_code == 200


@pytest.mark.parametrize("program", ["/nowhere/python", "/bin/true"], ids=["not there", "says nothing"])
def test_whatever_else_goes_wrong_is_a_refusal_too(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setattr("sys.executable", program)
    answer = serving.request("POST", "/api/review", content=of(program[-4:].strip("/")))
    assert (answer.status_code, answer.json()["code"]) == (503, "review-failed")


def test_a_replay_offers_to_be_weighed_only_where_that_is_possible(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    def offered(record: bytes) -> bool:
        return bool(serving.request("POST", "/api/replay", content=record).json()["reviewable"])

    assert (offered(DIAMANT), offered(MISTER)) == (True, False)
    monkeypatch.setattr("tacora.fast.installed.find_spec", lambda _: None)
    assert not offered(DIAMANT)


def test_a_program_that_takes_too_long_is_ended(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    endless = tmp_path / "endless"
    endless.write_text(f"#!/bin/sh\necho $$ > {tmp_path / 'number'}\nexec sleep 100\n")
    endless.chmod(0o755)
    monkeypatch.setattr("sys.executable", str(endless))
    monkeypatch.setattr(reviews, "LONGEST", 3.0)
    answer = serving.request("POST", "/api/review", content=of("Lea"))
    assert (answer.status_code, answer.json()["code"]) == (503, "review-failed")
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "number").read_text()), 0)
