"""`tacora tables`: administration of the store, safe while the server runs."""

from __future__ import annotations

import time
from pathlib import Path

import click
import msgspec

from tacora.cli.progress import progress
from tacora.cli.serve import naming_option, place_of_tables
from tacora.game import Refused
from tacora.narration import Language
from tacora.narration.catalogue import catalogue
from tacora.narration.columns import columns
from tacora.narration.figures import number
from tacora.server.storage.copying import COPIED, TableCopy
from tacora.server.storage.opening import StorePlace, administered, place_of, shown
from tacora.server.storage.store import StoreAdmin, StoredTable

DAY = 86_400
INTERRUPTED = 130


def tables(
    language: Language,
    *,
    file: str | None,
    store: str | None,
    expire: int | None,
    backup: str | None,
    copy_to: str | None,
    json: bool,
) -> int:
    """List the tables, back them up, copy them to another store, or remove those not touched for so many days."""
    say = catalogue(language)
    place = place_of_tables(file, store)
    if isinstance(place, Path) and not place.is_file():
        raise Refused("no-file", file=str(place))
    with administered(place) as admin:
        if backup is not None:
            admin.backup(Path(backup))
            click.echo(say("tables-copied", file=backup))
        if copy_to is not None and (status := _copy(admin, _target(copy_to), language)):
            return status
        if expire is not None:
            removed = admin.expire(time.time() - expire * DAY)
            click.echo(say("tables-removed", count=removed))
        if backup is None and copy_to is None and expire is None:
            _list(admin.tables(), language, json)
    return 0


def _target(copy_to: str) -> StorePlace:
    with naming_option("--copy-to"):
        place = place_of(copy_to)
        shown(place)
    return place


def _copy(source: StoreAdmin, place: StorePlace, language: Language) -> int:
    """Copy all tables and say what arrived. Returns the exit status: 1 if some did not, which are named."""
    say = catalogue(language)
    with administered(place) as target, source.consistent():
        if source.identity() == target.identity():
            raise Refused("copy-to-itself", file=shown(place))
        copy = TableCopy(source, target, place)
        try:
            with progress(say("tables-copying"), copy.total) as tell:
                copy.write(tell)
            with progress(say("tables-checking"), copy.total) as tell:
                copy.verify(tell)
        except KeyboardInterrupt:
            done = {"done": copy.done, "asked": copy.tables, "written": copy.written}
            click.echo("tacora: " + say("tables-interrupted", file=shown(place), **done), err=True)
            return INTERRUPTED
    counts = copy.counts
    facts = {str(result): counts[result] for result in COPIED}
    tables = sum(facts.values())
    click.echo(
        say("tables-arrived", file=shown(place), tables=tables, entries=copy.entries, written=copy.written, **facts)
    )
    left = [(table, result) for table, result in sorted(copy.results.items()) if result not in COPIED]
    for table, result in left:
        click.echo("tacora: " + say(f"tables-left-{result}", table=table), err=True)
    return 1 if left else 0


def _list(found: list[StoredTable], language: Language, json: bool) -> None:
    if json:
        click.echo(msgspec.json.encode(found))
        return
    say = catalogue(language)
    heading = [say(f"tables-column-{name}") for name in ("table", "entries", "opened", "touched")]
    rows = [[mark.table, number(language, mark.entries), _day(mark.opened), _day(mark.touched)] for mark in found]
    click.echo("\n".join(columns(heading, rows)))


def _day(moment: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))
