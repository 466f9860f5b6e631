"""The PostgreSQL database: connections, schema and migrations."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import psycopg
from psycopg.conninfo import conninfo_to_dict

from tacora.game import Refused

Connection: TypeAlias = psycopg.Connection[tuple[Any, ...]]
Values: TypeAlias = Sequence[object] | Mapping[str, object]

TIMEOUT = 5.0
"""Seconds to wait for a connection, a lock or a statement."""
IDLE_TIMEOUT = 9.0
"""Seconds after which the database ends the transaction of a process that says nothing, and frees its locks."""
_APPLICATION = 0x7AC02A
"""The advisory lock that processes hold while they create or migrate the schema."""

_FIRST = (
    # `oldest`: programs that know this version of the schema, or a later one, may write.
    """
CREATE TABLE tacora (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    version integer NOT NULL,
    oldest integer NOT NULL
)
""",
    """
CREATE TABLE log (
    tbl text COLLATE "C" NOT NULL,
    seq bigint NOT NULL,
    at double precision NOT NULL,
    line bytea NOT NULL,
    PRIMARY KEY (tbl, seq)
)
""",
    """
CREATE TABLE snapshots (
    tbl text COLLATE "C" NOT NULL,
    game bigint NOT NULL,
    seq bigint NOT NULL,
    news bigint NOT NULL,
    state bytea NOT NULL,
    PRIMARY KEY (tbl, game)
)
""",
    # Renewed every few seconds: room in each page keeps the new versions of a row there, and out of the index.
    """
CREATE TABLE processes (
    holder uuid PRIMARY KEY,
    node text NOT NULL,
    expires timestamptz NOT NULL
) WITH (fillfactor = 50)
""",
    # Of a holder that is no process, or one that has expired, everybody may take over.
    """
CREATE TABLE leases (
    tbl text COLLATE "C" PRIMARY KEY,
    holder uuid NOT NULL,
    epoch bigint NOT NULL
)
""",
    "CREATE INDEX ON leases (holder)",
    """
CREATE TABLE lobby (
    tbl text COLLATE "C" PRIMARY KEY,
    holder uuid NOT NULL,
    touched timestamptz NOT NULL,
    entry bytea NOT NULL
) WITH (fillfactor = 50)
""",
)
# Every process asks for the latest of all once a second.
_LOBBY_BY_TIME = "CREATE INDEX lobby_touched ON lobby (touched)"
_REVIEWS = """
CREATE TABLE reviews (
    tbl text COLLATE "C" NOT NULL,
    game bigint NOT NULL,
    review bytea NOT NULL,
    PRIMARY KEY (tbl, game)
)
"""
_MIGRATIONS: tuple[tuple[str, ...], ...] = (_FIRST, (_LOBBY_BY_TIME,), (_REVIEWS,), (), ())
"""Item N has the statements that migrate version N to N + 1. Append-only. The last two brought log entries only."""
VERSION = len(_MIGRATIONS)
WITH_REVIEWS = 3
"""The first version that has any."""
OLDEST = 5
"""The oldest version whose programs may go on writing beside this one, so that servers can be upgraded in turn.

A release that writes log entries which older ones cannot read adds a migration, even an empty one, and raises this.
"""


class NewerProgram(Exception):
    """A newer program has changed the database, so that this one may not write any more."""

    def __init__(self, version: int) -> None:
        super().__init__(f"a newer program has changed the database (version {version})")
        self.version = version


_HOST = r"(?:[\w.%-]+|\[[\da-fA-F:.%]+\])?(?::\d+)?"
_URL = re.compile(
    rf"postgres(?:ql)?://(?:[^@/?#\s]*@)?(?P<place>(?:{_HOST}(?:,{_HOST})*)(?:/[\w.%~-]*)?)(?:\?[^#\s@]*)?"
)


def shown(url: str) -> str:
    """The address without user, password and parameters, for messages. Refuses what is no address.

    It is checked here, because the messages of libpq quote the part that they do not understand.

    >>> shown("postgresql://ann:secret@db.example:5432/tables?sslmode=require")
    'postgresql://db.example:5432/tables'
    """
    found = _URL.fullmatch(url)
    try:
        conninfo_to_dict(url)
    except psycopg.Error:
        found = None
    if found is None:
        raise Refused("bad-store-address")
    return f"postgresql://{found['place']}"


def connect(url: str, timeout: float = TIMEOUT, migrate: bool = True) -> Connection:
    """Connect to a store, creating it in an empty schema. Refuses a database that cannot be used.

    `migrate`: upgrade an older schema. Older servers that run on the database go on if they know version `OLDEST`.
    """
    place = shown(url)
    connection: Connection | None = None
    try:
        connection = open_connection(url, timeout)
        _prepare(connection, place, migrate)
    except (psycopg.Error, Refused) as error:
        if connection is not None:
            connection.close()
        if isinstance(error, Refused):
            raise
        raise Refused("bad-store", file=place, detail=detail_of(error, url)) from None
    return connection


@contextlib.contextmanager
def refusing(url: str) -> Iterator[None]:
    """Refuse the database if one of its errors, or a newer program, ends the block."""
    try:
        yield
    except NewerProgram as error:
        raise Refused("newer-store", file=shown(url), version=error.version) from None
    except psycopg.Error as error:
        raise Refused("bad-store", file=shown(url), detail=detail_of(error, url)) from None


def open_connection(url: str, timeout: float = TIMEOUT) -> Connection:
    """Connect, with commits that wait for the disk, and waits that end."""
    seconds = max(2, round(timeout))
    connection = psycopg.connect(
        url,
        autocommit=True,
        client_encoding="utf8",  # A database without an encoding (SQL_ASCII) would give its texts as bytes.
        connect_timeout=seconds,
        tcp_user_timeout=round(1000 * timeout),
        keepalives_idle=seconds,  # For an answer that does not come: nothing is sent meanwhile that could time out.
        keepalives_interval=seconds,
        keepalives_count=1,
    )
    milliseconds = str(round(1000 * timeout))
    for setting, value in {
        "synchronous_commit": "on",
        "default_transaction_isolation": "read committed",
        "lock_timeout": milliseconds,
        "statement_timeout": milliseconds,
        "idle_in_transaction_session_timeout": str(round(1000 * IDLE_TIMEOUT)),
    }.items():
        connection.execute("SELECT set_config(%s, %s, false)", (setting, value))
    return connection


def detail_of(error: Exception, url: str = "") -> str:
    """What went wrong, in one line and without the password."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    hidden = [str(value) for name, value in conninfo_to_dict(url).items() if "password" in name and value]
    line = " ".join(each.strip() for each in lines)
    for secret in hidden:
        line = line.replace(secret, "…")
    return line


def _prepare(connection: Connection, place: str, migrate: bool) -> None:
    version = version_of(connection)
    if version is None or (migrate and 0 < version < VERSION):
        with connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_APPLICATION,))
            version = version_of(connection)  # Another process may have been quicker.
            if version is None and _tables(connection):
                raise Refused("foreign-store", file=place)
            if version is None or 0 < version < VERSION:
                _migrate(connection, version or 0)
    row = connection.execute("SELECT version, oldest FROM tacora").fetchone()
    if row is None or row[0] < 1 or row[1] > VERSION:
        raise Refused("newer-store", file=place, version=row[0] if row else None)


def _migrate(connection: Connection, version: int) -> None:
    if version:  # Waits for the batches of older servers; the next ones find the new version.
        connection.execute("LOCK TABLE leases IN ACCESS EXCLUSIVE MODE")
    for statement in itertools.chain.from_iterable(_MIGRATIONS[version:]):
        connection.execute(statement.encode())
    connection.execute(
        """
        INSERT INTO tacora (version, oldest) VALUES (%(version)s, %(oldest)s)
        ON CONFLICT (one) DO UPDATE SET version = %(version)s, oldest = %(oldest)s
        """,
        {"version": VERSION, "oldest": OLDEST},
    )


def version_of(connection: Connection) -> int | None:
    """The version of the schema that the database has now; `None`: it is no store."""
    if "tacora" not in _tables(connection):
        return None
    row = connection.execute("SELECT version FROM tacora").fetchone()
    return row[0] if row else None


def _tables(connection: Connection) -> set[str]:
    """The tables in the schema in which new ones are created."""
    rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
    return {name for (name,) in rows}


class DatabaseSession:
    """A connection that is made again after it was lost. One thread at a time uses it."""

    def __init__(self, url: str, timeout: float, connected: Callable[[], None] = lambda: None) -> None:
        self._url = url
        self._timeout = timeout
        self._connected = connected
        self._closed = False
        self._connection = connect(url, timeout)

    @property
    def current(self) -> Connection:
        """The connection as it is, perhaps lost."""
        return self._connection

    def connection(self) -> Connection:
        """The connection. Raises `psycopg.Error` if there is none to be had."""
        if self._closed:
            raise psycopg.OperationalError("the store is closed")
        if self._connection.closed:
            self._connection = open_connection(self._url, self._timeout)
            self._connected()
        return self._connection

    def begin(self) -> Connection:
        """A connection with a transaction begun. One that was lost meanwhile is made again: nothing was sent yet."""
        connection = self.connection()
        try:
            connection.execute("BEGIN")
        except psycopg.OperationalError:
            if not connection.closed:
                raise
            connection = self.connection()
            connection.execute("BEGIN")
        return connection

    @contextlib.contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A connection with a transaction begun, which is committed at the end, or rolled back."""
        connection = self.begin()
        try:
            yield connection
            connection.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(psycopg.Error):
                connection.rollback()
            raise

    def run(self, statement: str, values: Values) -> list[Any]:
        """All rows of a statement that may as well be executed twice: it is, if the connection was lost."""
        connection = self.connection()
        try:
            return _rows(connection, statement, values)
        except psycopg.OperationalError:
            if not connection.closed:
                raise
            return _rows(self.connection(), statement, values)

    def abort(self) -> None:
        """Shut the connection down, from another thread than the one that waits for an answer, which then fails."""
        with (
            contextlib.suppress(psycopg.Error, OSError),
            socket.socket(fileno=os.dup(self._connection.fileno())) as line,
        ):
            line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection for good."""
        self._closed = True
        self._connection.close()


def columns(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    """The columns of some rows, as arrays for `unnest`."""
    return [[row[at] for row in rows] for at in range(width)]


def _rows(connection: Connection, statement: str, values: Values) -> list[Any]:
    found = connection.execute(statement.encode(), values, binary=True)
    return found.fetchall() if found.description else []
