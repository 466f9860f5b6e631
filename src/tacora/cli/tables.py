"""`tacora tables`: what an operator does with the store, also while the server runs."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import click
import msgspec

from tacora.cli.columns import columns
from tacora.cli.serve import default_store
from tacora.game import Refused
from tacora.narration import Language
from tacora.narration.catalogue import catalogue
from tacora.narration.figures import number

DAY = 86_400


def tables(language: Language, *, file: str | None, expire: int | None, backup: str | None, json: bool) -> int:
    """List the tables; make a copy of all; remove those that nobody has touched for so many days."""
    say = catalogue(language)
    store = Path(file) if file is not None else default_store()
    if not store.is_file():
        raise Refused("no-file", file=str(store))
    try:
        with sqlite3.connect(f"file:{store}?mode=rw", uri=True, timeout=10, isolation_level=None) as database:
            if backup is not None:
                _copy(database, Path(backup))
                click.echo(say("tables-copied", file=backup))
            if expire is not None:
                removed = _expire(database, time.time() - expire * DAY)
                click.echo(say("tables-removed", count=removed))
            if backup is None and expire is None:
                rows = database.execute(
                    "SELECT tbl, count(*), min(at), max(at) FROM log GROUP BY tbl ORDER BY max(at) DESC"
                ).fetchall()
                if json:
                    names = ("table", "entries", "opened", "touched")
                    click.echo(msgspec.json.encode([dict(zip(names, row, strict=True)) for row in rows]))
                else:
                    shown = [
                        [name, number(language, entries), _day(opened), _day(touched)]
                        for name, entries, opened, touched in rows
                    ]
                    heading = [say(f"tables-column-{name}") for name in ("table", "entries", "opened", "touched")]
                    click.echo("\n".join(columns(heading, shown)))
    except sqlite3.Error as error:
        raise Refused("bad-store", file=str(store), detail=str(error)) from None
    return 0


def _copy(database: sqlite3.Connection, file: Path) -> None:
    """A whole copy at one moment, while others go on writing."""
    if file.exists():
        raise Refused("file-there", file=str(file))
    if not file.parent.is_dir():
        raise Refused("no-folder", folder=str(file.parent))
    with sqlite3.connect(file) as copy:
        database.backup(copy)


def _expire(database: sqlite3.Connection, before: float) -> int:
    old = "SELECT tbl FROM log GROUP BY tbl HAVING max(at) < ?"
    count: int = database.execute(f"SELECT count(*) FROM ({old})", (before,)).fetchone()[0]
    database.execute(f"DELETE FROM log WHERE tbl IN ({old})", (before,))
    return count


def _day(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))
