"""`tacora tables`: what an operator sees of the store and does with it."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from pathlib import Path

import msgspec
import pytest

from tacora.server.storage.schema import connect
from tacora.server.storage.sqlite import SqliteStore
from tests import loop
from tests.cli.program import assert_refused, call

DAY = 86_400


def store_with(file: Path, **ages: float) -> None:
    """A store in which each of these tables was touched so many days ago, and opened a day before that."""

    async def fill() -> None:
        store = SqliteStore(file)
        for table, days in ages.items():
            await store.append(table, 0, [b"opened"], time.time() - (days + 1) * DAY)
            await store.append(table, 1, [b"touched", b"again"], time.time() - days * DAY)
        await store.close()

    loop.run(fill())


def listed(file: Path) -> list[str]:
    said = call("tables", "--file", str(file), "--json")
    assert (said.status, said.err) == (0, "")
    return [mark["table"] for mark in msgspec.json.decode(said.out)]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "tables.db"
    store_with(file, bakitolu=0, domifaso=10, reladoti=400)
    return file


def test_tables_are_listed_in_both_languages_the_one_touched_last_first(file: Path) -> None:
    english, french = (call("tables", "--file", str(file), lang=lang) for lang in ("en", "fr"))
    for said in (english, french):
        assert (said.status, said.err) == (0, "")
        assert [line.split()[0] for line in said.lines[1:]] == ["bakitolu", "domifaso", "reladoti"]
        assert [line.split()[1] for line in said.lines[1:]] == ["3"] * 3
    assert english.lines[0].split() == ["table", "entries", "opened", "touched"]
    assert french.lines[0].split() == ["table", "entrées", "ouverte", "touchée"]
    assert english.lines[1:] == french.lines[1:]


def test_a_program_gets_the_list_as_json(file: Path) -> None:
    said = call("tables", "--file", str(file), "--json")
    first = msgspec.json.decode(said.out)[0]
    assert (first["table"], first["entries"]) == ("bakitolu", 3)
    assert first["touched"] - first["opened"] == pytest.approx(DAY, abs=5)
    assert abs(first["touched"] - time.time()) < 60


def test_an_empty_store_has_no_tables(tmp_path: Path) -> None:
    connect(tmp_path / "tables.db").close()
    assert listed(tmp_path / "tables.db") == []
    assert len(call("tables", "--file", str(tmp_path / "tables.db")).lines) == 1


def test_old_tables_are_removed_and_others_kept(file: Path) -> None:
    said = call("tables", "--file", str(file), "--expire", "30")
    assert (said.status, said.out) == (0, "1 table was removed.\n")
    assert listed(file) == ["bakitolu", "domifaso"]
    said = call("tables", "--file", str(file), "--expire", "30", lang="fr")
    assert (said.status, said.out) == (0, "0 table a été enlevée.\n")
    assert call("tables", "--file", str(file), "--expire", "0").out == "2 tables were removed.\n"
    assert listed(file) == []


def test_a_copy_has_everything_and_is_made_before_anything_is_removed(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    said = call("tables", "--file", str(file), "--backup", str(copy), "--expire", "1")
    assert said.lines == [f"All tables are copied into {copy}.", "2 tables were removed."]
    assert listed(copy) == ["bakitolu", "domifaso", "reladoti"]
    assert listed(file) == ["bakitolu"]
    said = call("tables", "--file", str(copy), "--backup", str(tmp_path / "second.db"), lang="fr")
    assert said.lines == [f"Toutes les tables sont copiées dans {tmp_path / 'second.db'}."]
    assert listed(tmp_path / "second.db") == listed(copy)


def test_all_this_can_be_done_while_a_server_writes(file: Path, tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(file)
        said = await asyncio.to_thread(call, "tables", "--file", str(file), "--backup", str(tmp_path / "copy.db"))
        assert said.status == 0
        await store.append("bakitolu", 3, [b"more"], time.time())
        said = await asyncio.to_thread(call, "tables", "--file", str(file), "--expire", "30")
        assert said.status == 0
        await store.append("bakitolu", 4, [b"and more"], time.time())
        assert len(await store.read("bakitolu")) == 5
        assert await store.read("reladoti") == []
        await store.close()

    loop.run(run())


def test_where_nothing_is_said_the_users_own_store_is_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACORA_HOME", str(tmp_path))
    assert_refused(call("tables"))
    store_with(tmp_path / "tables.db", bakitolu=0)
    assert call("tables").lines[1].split()[0] == "bakitolu"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_cannot_be_done_is_said_in_one_line(file: Path, tmp_path: Path, lang: str) -> None:
    garbage, foreign, newer = tmp_path / "garbage.db", tmp_path / "foreign.db", tmp_path / "newer.db"
    garbage.write_bytes(b"garbage" * 999)
    for made, statement in ((foreign, "CREATE TABLE log (x)"), (newer, "PRAGMA user_version = 99")):
        if made is newer:
            connect(newer).close()
        with contextlib.closing(sqlite3.connect(made)) as other, other:
            other.execute(statement)
    said = {
        name: call("tables", *arguments, lang=lang)
        for name, arguments in {
            "not there": ("--file", str(tmp_path / "nowhere.db")),
            "a folder": ("--file", str(tmp_path)),
            "garbage": ("--file", str(garbage)),
            "foreign": ("--file", str(foreign)),
            "newer": ("--file", str(newer)),
            "copy onto a file": ("--file", str(file), "--backup", str(garbage)),
            "copy onto itself": ("--file", str(file), "--backup", str(file)),
            "copy into nothing": ("--file", str(file), "--backup", str(tmp_path / "no" / "copy.db")),
            "copy onto a folder": ("--file", str(file), "--backup", str(tmp_path)),
            "no number": ("--file", str(file), "--expire", "soon"),
            "too small": ("--file", str(file), "--expire", "-1"),
            "too large": ("--file", str(file), "--expire", "100001"),
            "no file said": ("--file",),
            "an argument": ("--file", str(file), "all"),
        }.items()
    }
    for answer in said.values():
        assert_refused(answer)
    assert len({answer.err for answer in said.values()}) == len(said)
    assert listed(file) == ["bakitolu", "domifaso", "reladoti"]
    assert garbage.read_bytes() == b"garbage" * 999
