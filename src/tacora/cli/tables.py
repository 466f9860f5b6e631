"""`tacora tables`: what an operator does with the store, also while the server runs."""

from __future__ import annotations

import contextlib
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
from tacora.server.storage import sqlite

DAY = 86_400


def tables(language: Language, *, file: str | None, expire: int | None, backup: str | None, json: bool) -> int:
    """List the tables; make a copy of all; remove those that nobody has touched for so many days."""
    say = catalogue(language)
    store = Path(file) if file is not None else default_store()
    if not store.is_file():
        raise Refused("no-file", file=str(store))
    with contextlib.closing(sqlite.open_store(store)) as database:
        try:
            if backup is not None:
                sqlite.copy(database, Path(backup))
                click.echo(say("tables-copied", file=backup))
            if expire is not None:
                removed = sqlite.expire(database, time.time() - expire * DAY)
                click.echo(say("tables-removed", count=removed))
            if backup is None and expire is None:
                _list(database, language, json)
        except sqlite3.Error as error:
            raise Refused("bad-store", file=str(store), detail=str(error)) from None
    return 0


def _list(database: sqlite3.Connection, language: Language, json: bool) -> None:
    marks = sqlite.stored_tables(database)
    if json:
        click.echo(msgspec.json.encode(marks))
        return
    say = catalogue(language)
    heading = [say(f"tables-column-{name}") for name in ("table", "entries", "opened", "touched")]
    rows = [[mark.table, number(language, mark.entries), _day(mark.opened), _day(mark.touched)] for mark in marks]
    click.echo("\n".join(columns(heading, rows)))


def _day(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))
