"""Reviews over HTTP: weighed once, in a program of their own, limited, and refused in words where they cannot be."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest

import tacora.games.diamant
from tacora.fast import installed
from tacora.game import Refused
from tacora.games.records import encode
from tacora.server.http import reviews
from tacora.server.http.cache import SharedCache
from tacora.server.live.limits import UNLIMITED, Limits
from tests.analysis.test_mister_review import record_of
from tests.server.crashing import free_port
from tests.server.serving import Serving, over_sockets
from tests.server.test_replays import DIAMANT, MISTER, played
from tests.server.test_serve_command import serve

pytestmark = pytest.mark.usefixtures("compiled")


OPEN = DIAMANT.replace(b', ["LLLL"],', b"],").split(b'"decisions"')[0] + b'"decisions": [["CCCC"]]}'
"""A game that is not over."""


CHAMPIONS = Path(tacora.games.diamant.__file__).parent / "champions"


def test_a_review_by_other_champions_is_another_edition_of_it() -> None:
    """What was weighed by those before is not told again as if it were by these: change both together."""
    files = sorted(CHAMPIONS.glob("*.strategy"))
    judges = sha256(b"".join(file.name.encode() + file.read_bytes() for file in files)).hexdigest()
    assert (reviews.EDITION, judges[:16]) == (5, "bafa5efc22d04bd8")


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


@pytest.mark.thorough
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


@pytest.mark.thorough
def test_a_review_is_there_after_a_restart_also_where_no_kernel_is_installed(
    tmp_path: Path, weighed: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    @over_sockets
    async def run() -> None:
        found = []
        for _ in range(2):
            with Serving(tmp_path / "tables.db") as serving:
                table = table_of(serving) or (await played(serving)).table
                found.append(serving.get(f"/api/tables/{table}/games/1/review"))
            monkeypatch.setattr(installed, "find_spec", lambda _: None)
        assert [answer.status_code for answer in found] == [200, 200]
        assert found[0].json() == found[1].json()
        assert len(weighed) == 1

    def table_of(serving: Serving) -> str | None:
        stored = serving.inside(serving.server.registry.store.tables())
        return stored[0].table if stored else None

    run()


@pytest.mark.long
def test_a_review_by_another_judge_or_in_another_form_is_made_again(serving: Serving, weighed: list[bytes]) -> None:
    @over_sockets
    async def run() -> None:
        table, store = (await played(serving)).table, serving.server.registry.store
        older = zlib.compress(b"{}")
        for unreadable in (b"?", reviews.to_keep(older), b"0 " + older):
            serving.inside(store.keep_review(table, 1, unreadable))
            serving.server._reviews = SharedCache(1)
            assert serving.get(f"/api/tables/{table}/games/1/review").status_code == 200
            assert reviews.from_kept(serving.inside(store.review(table, 1)) or b"") is not None
        assert len(weighed) == 3

    run()


@pytest.mark.long
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
        (OPEN, "review-not-over"),
        (b"{}", None),
    ],
    ids=["not over", "no record"],
)
def test_what_cannot_be_weighed_is_refused_before_a_program_is_started(
    serving: Serving, weighed: list[bytes], content: bytes, code: str | None
) -> None:
    answer = serving.request("POST", "/api/review", content=content)
    assert answer.status_code == 400
    assert answer.json()["say"]
    assert code in (None, answer.json()["code"])
    assert weighed == []


@pytest.mark.long
def test_an_address_has_so_many_reviews_a_minute(tmp_path: Path) -> None:
    limited = Limits(**{**vars(UNLIMITED), "reviews_per_minute": 1})
    with Serving(tmp_path / "tables.db", limited) as serving:
        assert serving.request("POST", "/api/review", content=DIAMANT).status_code == 200
        answer = serving.request("POST", "/api/review", content=of("Ida"))
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many-reviews")
        answer = serving.request("POST", "/api/review", content=OPEN)
        assert (answer.status_code, answer.json()["code"]) == (429, "too-many-reviews"), "it was not looked at"
        assert serving.request("POST", "/api/review", content=DIAMANT).status_code == 200


def test_where_the_kernel_is_not_installed_a_line_says_what_to_install(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installed, "find_spec", lambda _: None)
    answer = serving.request("POST", "/api/review", content=of("Uma"))
    assert (answer.status_code, answer.json()["code"]) == (501, "needs-study")
    assert "tacora[study]" in answer.json()["say"]


@pytest.mark.thorough
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
    def unweighed(record: bytes) -> str | None:
        why: dict[str, str] | None = serving.request("POST", "/api/replay", content=record).json()["unweighed"]
        return why["say"] if why else None

    assert unweighed(DIAMANT) is None
    assert unweighed(encode(record_of(("memory", "blind"), 1))) is None
    assert unweighed(MISTER) == "This game is not over: only a finished one is weighed."
    assert unweighed(OPEN) == "This game is not over: only a finished one is weighed."
    monkeypatch.setattr("tacora.fast.installed.find_spec", lambda _: None)
    assert (
        unweighed(DIAMANT) == "This needs NumPy, Numba and matplotlib: pip install 'tacora[study]'"
        ", or in a clone .venv/bin/pip install -e '.[study]'."
    )


@pytest.mark.long
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


def test_one_address_does_not_hold_the_queue(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    goes_on = threading.Event()

    async def waits(_: bytes) -> bytes:
        await asyncio.to_thread(goes_on.wait, 60)
        raise Refused("review-failed")

    monkeypatch.setattr(reviews, "_program", waits)
    desk = serving.server._desk
    other = httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2"), timeout=60)
    with other, ThreadPoolExecutor() as several:
        try:
            asked = [
                several.submit(serving.request, "POST", "/api/review", content=of(f"Ada{number}"))
                for number in range(reviews.WAITING_EACH)
            ]
            wait_until(lambda: desk._asked.total() == reviews.WAITING_EACH)
            answer = serving.request("POST", "/api/review", content=of("Adele"))
            assert (answer.status_code, answer.json()["code"]) == (429, "too-many-reviews")
            asked.append(several.submit(other.post, f"{serving.address}/api/review", content=of("Zoe")))
            wait_until(lambda: desk._asked["127.0.0.2"] == 1)
        finally:
            goes_on.set()
    assert {answer.result().status_code for answer in asked} == {503}
    assert not desk._asked


@pytest.mark.thorough
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_review_ends_with_its_server(tmp_path: Path, number: int) -> None:
    """Told to stop, the server answers whoever waits and logs nothing; killed, it leaves no program behind."""
    port = free_port()
    with serve("--port", str(port), home=tmp_path) as process, ThreadPoolExecutor() as another:
        assert process.stdout is not None
        for _ in range(3):
            process.stdout.readline()
        post = partial(httpx.post, f"http://127.0.0.1:{port}/api/review", content=DIAMANT, timeout=60, trust_env=False)
        asked = another.submit(post)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        wait_until(lambda: children.read_text().split() or asked.done())
        child = Path(f"/proc/{children.read_text().split()[0]}")
        wait_until(lambda: "numpy" in (child / "maps").read_text())  # It has begun, and will take a while.
        process.send_signal(number)
        _, err = process.communicate(timeout=60)
        if number == signal.SIGTERM:
            assert (process.returncode, err) == (0, "")
            assert asked.result().json()["code"] == "review-failed"
        else:
            assert isinstance(asked.exception(), httpx.HTTPError)
        wait_until(lambda: not child.exists() or "State:\tZ" in (child / "status").read_text())


def wait_until(true: Callable[[], object]) -> None:
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)
