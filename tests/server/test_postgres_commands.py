"""`--store`: tables of a server, and an operator's commands, in PostgreSQL."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import msgspec
import pytest

from tacora.server.storage.opening import open_store
from tests import loop
from tests.cli.program import assert_refused, call
from tests.postgres import PostgresServer
from tests.server.crashing import PATIENCE, free_port
from tests.server.serving import Serving, over_sockets
from tests.server.test_serve_command import serve

pytestmark = pytest.mark.long  # What every store keeps to is tested in test_store.py, with this one, too.

SECRET = "s3same"


@pytest.fixture
def url(postgres_server: PostgresServer) -> str:
    """With a password, which the server of the tests does not ask for."""
    return postgres_server.new_database().replace("tacora@", f"tacora:{SECRET}@")


def fill(url: str, **tables: float) -> None:
    async def run() -> None:
        store = open_store(url)
        for table, at in tables.items():
            await store.append(table, 0, [b"opened", b"touched"], at)
        await store.close()

    loop.run(run())


@over_sockets
async def test_games_are_played_and_go_on_after_the_server_was_started_again(postgres_server: PostgresServer) -> None:
    url = postgres_server.new_database()
    with Serving(url) as serving:
        table = serving.open(rules={"edition": "tiny", "seats": 3}, bots=["badger"] * 3, manners={"thinking": False})
        async with serving.player(table.table, table.host) as host:
            for _ in range(2):
                await host.send("start")
                over = await host.hear("over")
            await serving.at_rest(table.table)
        assert serving.get("/healthz").status_code == 200
    with Serving(url) as serving:
        async with serving.player(table.table, table.host) as back:
            assert [frame["game"] for frame in back.frames if frame["type"] == "over"] == [over["game"]]
            await back.send("start")
            assert (await back.hear("step"))["game"] == 3
            await back.hear("over")
            await serving.at_rest(table.table)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_it_says_where_it_is_but_not_the_password(url: str, tmp_path: Path, lang: str) -> None:
    port = free_port()
    with serve("--port", str(port), "--store", url, home=tmp_path, lang=lang) as process:
        assert process.stdout is not None
        first = [process.stdout.readline() for _ in range(3)]
        name = url.partition("?")[0].rpartition("/")[2]
        assert f"postgresql:///{name}" in first[0]
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE) as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    assert SECRET not in "".join(first) + out
    assert list(tmp_path.iterdir()) == []  # No file of the user's own was made.


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("command", ["serve", "tables"])
def test_what_cannot_be_used_is_refused_in_one_line_without_the_password(
    url: str, tmp_path: Path, command: str, lang: str
) -> None:
    file = tmp_path / "tables.db"
    gone = url.replace("?", "-not-there?")
    said = {
        name: call(command, *arguments, lang=lang)
        for name, arguments in {
            "both": ("--file", str(file), "--store", url),
            "no such database": ("--store", gone),
            "nobody there": ("--store", f"postgresql://ann:{SECRET}@127.0.0.1:1/tables"),
            "a file": ("--store", str(file)),
        }.items()
    }
    for answer in said.values():
        assert_refused(answer)
        assert SECRET not in answer.err
    assert len({answer.err for answer in said.values()}) == len(said)
    assert "--file" in said["both"].err
    assert "--store" in said["both"].err
    assert not file.exists()


WITHOUT = "import sys; sys.modules['psycopg'] = None; from tacora.cli import main; sys.exit(main())"


@pytest.mark.parametrize("command", ["serve", "tables"])
def test_without_the_driver_it_says_how_to_get_it(url: str, tmp_path: Path, command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, command, "--store", url],
        capture_output=True,
        text=True,
        env={**os.environ, "TACORA_HOME": str(tmp_path)},
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr == "tacora: this needs psycopg: pip install 'tacora[postgres]'"
        ", or in a clone .venv/bin/pip install -e '.[postgres]'\n"
    )


def test_an_operator_lists_copies_and_removes_tables(url: str, tmp_path: Path) -> None:
    fill(url, old=10.0, new=4_000_000_000.0)

    def listed(*arguments: str) -> list[str]:
        said = call("tables", *arguments, "--json")
        assert (said.status, said.err) == (0, "")
        return [mark["table"] for mark in msgspec.json.decode(said.out)]

    assert listed("--store", url) == ["new", "old"]
    copy = tmp_path / "copy.db"
    said = call("tables", "--store", url, "--backup", str(copy), "--expire", "30")
    assert said.lines == [f"All tables are copied into {copy}.", "1 table was removed."]
    assert listed("--store", url) == ["new"]
    assert listed("--file", str(copy)) == ["new", "old"]


def test_another_asgi_server_is_told_by_a_variable(url: str, tmp_path: Path) -> None:
    script = "import asyncio; from tacora.server.asgi import app; asyncio.run(asyncio.to_thread(app)); print('made')"
    for address, outcome in ((url, "made\n"), (url.replace("?", "-not-there?"), "")):
        done = subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            env={**os.environ, "TACORA_TABLES": address},
            cwd=tmp_path,
            timeout=PATIENCE,
            check=False,
        )
        assert done.stdout == outcome
        assert SECRET not in done.stderr
    assert list(tmp_path.iterdir()) == []
