"""Whatever is thrown at the socket and at plain HTTP: an error code, no traceback, and games that go on."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import random
import socket
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tacora import protocol
from tests.server.serving import HELD, Player, Serving, handshake, over_sockets, play_on, text_frame

BOX = {"edition": "schmidt-2005", "seats": 4}
WISHES: dict[str, type[protocol.Wish]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(protocol.AnyWish) if issubclass(kind, protocol.Wish)
}
CODES_THAT_END = {1007, 1008, 1009, 1013, 1002}


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server that sends no pings: they draw on the generator that Hypothesis watches over."""
    with Serving(tmp_path_factory.mktemp("server") / "tables.db", ping_after=10**6) as running:
        yield running


# What is thrown

texts = st.text(max_size=60) | st.sampled_from(
    ["", "\x00", "\u202e", "C", "L", "lift 1", "decline", "badger", "table:/etc/passwd", "random:1e309", "hello", "en"]
)
numbers = st.integers() | st.integers(-3, 70) | st.sampled_from([2**31, 2**53, 2**63, 2**64, 10**40, -(10**40)])
values = st.recursive(
    st.none() | st.booleans() | numbers | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)
fields = st.dictionaries(
    st.sampled_from(sorted({name for kind in WISHES.values() for name in kind.__struct_fields__})) | texts,
    values,
    max_size=6,
)
wishes = st.builds(lambda kind, rest: {"type": kind, **rest}, st.sampled_from(sorted(WISHES)) | texts, fields)


@st.composite
def sensible(draw: st.DrawFn) -> dict[str, Any]:
    """A wish with the right fields, and mostly the right types."""
    kind = draw(st.sampled_from(sorted(WISHES)))
    wish: dict[str, Any] = {"type": kind}
    likely: dict[str, st.SearchStrategy[Any]] = {
        "seat": st.integers(0, 4),
        "decision": st.integers(0, 200),
        "action": st.sampled_from(["C", "L"]),
        "away": st.booleans(),
        "fill": st.booleans(),
        "mine": st.booleans(),
        "clock": st.none() | st.integers(0, 4000),
        "absence": st.sampled_from(["wait", "leave", "bot"]),
        "thinking": st.booleans(),
        "named": st.booleans(),
        "words": st.booleans() if kind == "settle" else texts,
        "rules": st.dictionaries(
            st.sampled_from(["game", "edition", "seats", "odds", "coach", "relics", "chests", "self", "x"]),
            st.none()
            | st.booleans()
            | st.integers(0, 9)
            | st.sampled_from(["tiny", "hidden", "diamant", "mister-diamond"]),
            max_size=17,
        ),
        "multiplier": st.floats(0, 11),
        "phrase": st.sampled_from(["hello", "ouch", "x"]),
        "bot": st.sampled_from(["badger", "ev", "gems:10", "table:x", "random:2"]),
        "name": st.text(max_size=45),
        "colour": st.none() | st.integers(0, 9),
        "luck": texts,
        "token": st.none() | st.sampled_from(["x" * 22, "-" * 64, "_" * 65, "y" * 21]),
        "id": st.none() | texts,
        "table": texts,
        "tokens": st.lists(texts, max_size=10),
        "since": st.none() | numbers,
        "language": st.sampled_from(["en", "fr", "de"]),
        "receipts": st.booleans(),
        "version": st.just(1),
        "screen": st.booleans(),
        "wording": st.sampled_from(["short", "normal", "full", "loud"]),
        "about": st.sampled_from(["cave", "players", "mine", "odds", "x"]),
    }
    for name in WISHES[kind].__struct_fields__:
        if draw(st.integers(0, 9)):
            wish[name] = draw(likely[name] if draw(st.integers(0, 9)) else values)
    return wish


def written(value: object) -> str:
    return msgspec.json.encode(value).decode()


frames = st.lists(
    sensible().map(written)
    | wishes.map(written)
    | values.map(written)
    | texts
    | st.binary(max_size=40)
    | st.sampled_from(
        [
            "{" * 4000,
            "[" * 8000,
            '{"type":' * 900,
            '{"type":"ping","id":' + "[" * 2000 + "]" * 2000 + "}",
            '{"type":"ping","type":"hello"}',
            '{"type":"sit","name":"\\ud800\\udfff"}',
            '{"type":"decide","seat":1e3,"decision":1,"action":"C"}',
            '{"type":"allow","seat":0,"multiplier":1e999}',
            '{"type":"ping"}\x00',
        ]
    ),
    max_size=12,
)


# Who throws, and who looks on


class Thrower:
    """A connection that throws frames and takes down the answers; a new one when it was closed."""

    def __init__(self, serving: Serving, table: str, *tokens: str) -> None:
        self._serving, self._hello = serving, {"type": "hello", "table": table, "tokens": tokens}
        self.socket: ClientConnection | None = None
        self._open = contextlib.ExitStack()
        self.codes: set[str] = set()
        self.ends: set[int | None] = set()

    def throw(self, frames: list[str | bytes]) -> None:
        try:
            if self.socket is None:
                address = f"ws://127.0.0.1:{self._serving.port}/ws"
                self.socket = self._open.enter_context(
                    connect(address, compression=None, max_size=None, proxy=None, ping_interval=None)
                )
                if self._hello["table"]:
                    self.socket.send(written(self._hello))
            for frame in frames:
                self.socket.send(frame)
            self.socket.send('{"type":"ping","id":"the last"}')
            while True:
                news = protocol.read_news(self.socket.recv(10))
                if isinstance(news, protocol.Trouble):
                    assert news.say
                    self.codes.add(news.code)
                    if news.id == "the last":
                        return  # Before a greeting even a ping is refused.
                if isinstance(news, protocol.Pong) and news.id == "the last":
                    return
        except ConnectionClosed as closed:
            self.ends.add(closed.rcvd.code if closed.rcvd else None)
            self.socket = None

    def close(self) -> None:
        self._open.close()


@contextlib.contextmanager
def thrower(serving: Serving, table: str, *tokens: str) -> Iterator[Thrower]:
    throws = Thrower(serving, table, *tokens)
    try:
        yield throws
    finally:
        throws.close()


@over_sockets
async def game_still_plays(serving: Serving) -> None:
    """A whole game at a new table."""
    table = serving.open(rules={"edition": "tiny", "seats": 3}, manners={"thinking": False})
    async with serving.player(table.table, table.host) as ana:
        await ana.sit("Ana")
        await ana.send("start", fill=True)
        assert (await play_on((ana, 0)))["type"] == "over"


def all_is_well(serving: Serving) -> None:
    assert serving.get("/healthz").status_code == 200
    assert not [line for line in serving.log if "Traceback" in line or line.startswith("ERROR")]
    game_still_plays(serving)


async def three_in_a_game(*players: Player) -> list[str]:
    tokens = [(await player.sit(name))["token"] for player, name in zip(players, ("Ana", "Ben", "Cleo"), strict=True)]
    await players[0].send("start", fill=True)
    await asyncio.gather(*(player.hear("step") for player in players))
    return tokens


# The socket


@pytest.mark.parametrize(
    "who", ["player", *(pytest.param(who, marks=pytest.mark.long) for who in ("stranger", "watcher", "host"))]
)
@pytest.mark.hypothesis  # inside
def test_whatever_comes_over_the_socket_is_answered_with_a_code(serving: Serving, who: str) -> None:
    table = serving.open(rules=BOX, manners={"thinking": False})
    tokens: list[str] = []

    @over_sockets
    async def prepare() -> None:
        async with (
            serving.player(table.table, table.host) as ana,
            serving.player(table.table) as ben,
            serving.player(table.table) as cleo,
        ):
            tokens.extend(await three_in_a_game(ana, ben, cleo))

    prepare()
    owned = {"player": tokens[1:2], "host": [table.host, tokens[0]]}.get(who, [])
    with thrower(serving, "" if who == "stranger" else table.table, *owned) as throws:

        @settings(max_examples=60, deadline=None)
        @given(frames)
        def run(thrown: list[str | bytes]) -> None:
            throws.throw(thrown)

        run()
        assert throws.ends <= CODES_THAT_END
        assert throws.codes >= {"bad-frame", "not-text"}
        assert "broken" not in throws.codes
        assert "not-kept" not in throws.codes

    @over_sockets
    async def goes_on() -> None:
        async with serving.player(table.table, *tokens[:1]) as ana:
            assert ana.of("table")[0]["table"] == table.table
            if who in ("stranger", "watcher"):
                assert [chair["name"] for chair in ana.of("table")[0]["seats"]][:3] == ["Ana", "Ben", "Cleo"]
                async with (
                    serving.player(table.table, tokens[1]) as ben,
                    serving.player(table.table, tokens[2]) as cleo,
                ):
                    assert (await play_on((ana, 0), (ben, 1), (cleo, 2)))["type"] == "over"

    goes_on()
    all_is_well(serving)


@over_sockets
async def test_nobody_acts_for_a_seat_without_its_token(serving: Serving) -> None:
    table = serving.open(rules=BOX)
    async with (
        serving.player(table.table, table.host) as ana,
        serving.player(table.table) as ben,
        serving.player(table.table) as cleo,
        serving.player(table.table) as watcher,
    ):
        await three_in_a_game(ana, ben, cleo)
        step = ana.of("step")[-1]
        before = len(serving.inside(serving.server.registry.store.read(table.table)))
        for player, own in ((ben, 1), (cleo, 2), (watcher, None)):
            for seat in set(range(64)) - {own}:
                for wish in (
                    {"type": "decide", "decision": step["decision"], "action": "L"},
                    {"type": "withdraw", "decision": step["decision"]},
                    {"type": "more-time", "decision": step["decision"]},
                    {"type": "speak", "phrase": "hello"},
                    {"type": "away", "away": True},
                    {"type": "stand"},
                ):
                    await player.say(written({**wish, "seat": seat}))
            for _ in range(63 * 6):
                assert (await player.hear("error"))["code"] in ("not-your-seat", "not-host")
        await serving.at_rest(table.table)
        lines = serving.inside(serving.server.registry.store.read(table.table))
        others = [line for line in lines[before:] if b'"seat":3' not in line]
        assert others == []


@contextlib.contextmanager
def perhaps_cut_off() -> Iterator[None]:
    """The other side may go at any moment; that nothing comes from it and it does not go is an error."""
    try:
        yield
    except OSError as error:
        if not isinstance(error, ConnectionError) and error.errno != errno.ENOTCONN:
            raise


def test_bytes_that_are_no_websocket_leave_the_server_as_it_was(serving: Serving) -> None:
    rng = random.Random(5)
    hello = text_frame(b'{"type":"ping"}')
    for number in range(150):
        with socket.create_connection(("127.0.0.1", serving.port)) as raw, perhaps_cut_off():
            raw.settimeout(HELD)
            match number % 5:
                case 0:
                    raw.sendall(os.urandom(rng.randrange(1, 400)))
                case 1:
                    raw.sendall(handshake(serving.port) + os.urandom(rng.randrange(1, 400)))
                case 2:
                    broken = bytearray(handshake(serving.port) + hello)
                    for _ in range(3):
                        broken[rng.randrange(len(broken))] = rng.randrange(256)
                    raw.sendall(bytes(broken))
                case 3:
                    opcode, size = rng.randrange(256), rng.randrange(128)
                    raw.sendall(
                        handshake(serving.port) + bytes([opcode, 128 | size]) + bytes(4) + os.urandom(size % 126)
                    )
                case 4:
                    raw.sendall(handshake(serving.port)[: rng.randrange(1, 150)])
            raw.shutdown(socket.SHUT_WR)
            while raw.recv(4096):
                pass
    all_is_well(serving)


# Plain HTTP

paths = st.lists(
    st.sampled_from(
        ["api", "tables", "games", "record", "bakitolu", "1", "..", "%00", "%ff", "%2e%2e", "ws", "", "x" * 500]
    )
    | st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=12),
    max_size=6,
).map("/".join)
header_texts = st.text(st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f"), max_size=40)


@settings(max_examples=250, deadline=None)
@given(
    method=st.sampled_from(["GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "BREW"]),
    path=paths,
    headers=st.dictionaries(
        st.sampled_from(["Origin", "Accept-Language", "Content-Type", "Accept", "X-Forwarded-For", "Cookie", "Range"]),
        header_texts.map(str.strip),
        max_size=3,
    ),
    body=st.binary(max_size=60) | values.map(msgspec.json.encode),
)
def test_whatever_is_asked_over_http_is_answered_with_a_code(
    serving: Serving, method: str, path: str, headers: dict[str, str], body: bytes
) -> None:
    head = [f"{method} /{path} HTTP/1.1", f"Host: 127.0.0.1:{serving.port}", "Connection: close"]
    head += [f"{name}: {value}" for name, value in headers.items()]
    with socket.create_connection(("127.0.0.1", serving.port)) as raw:
        raw.settimeout(HELD)
        raw.sendall("\r\n".join([*head, f"Content-Length: {len(body)}", "", ""]).encode("latin-1") + body)
        answer = b""
        with contextlib.suppress(ConnectionResetError):
            while part := raw.recv(65536):
                answer += part
    status = int(answer.split(b" ", 2)[1])
    assert status < 500, answer
    if status >= 400 and b"Invalid HTTP request" not in answer and method != "HEAD":
        told = msgspec.json.decode(answer.partition(b"\r\n\r\n")[2])
        assert told["code"]
        assert told["say"]
        assert b"nosniff" in answer


@pytest.mark.thorough
@settings(max_examples=100, deadline=None)
@given(
    body=st.fixed_dictionaries(
        {},
        optional={
            "rules": values
            | st.fixed_dictionaries(
                {},
                optional={
                    "game": st.sampled_from(["diamant", "mister-diamond"]) | texts,
                    "edition": st.sampled_from(["tiny", "schmidt-2005", "ravensburger-1993"]) | texts,
                    "seats": numbers,
                    "relics": st.booleans() | values,
                    "chests": st.sampled_from(["open", "hidden"]) | values,
                    "expert": st.booleans(),
                },
            ),
            "manners": values | st.fixed_dictionaries({}, optional={"clock": numbers, "absence": texts}),
            "bots": st.lists(texts, max_size=9),
            "listed": st.booleans() | values,
            "again": texts | st.builds("{}/{}".format, texts, numbers),
        },
    )
)
def test_whatever_table_is_asked_for_is_opened_or_refused(serving: Serving, body: dict[str, Any]) -> None:
    answer = serving.post(body)
    assert answer.status_code in (201, 400, 404)
    assert set(answer.json()) == ({"table", "host"} if answer.status_code == 201 else {"code", "say"})


def test_after_all_this_a_normal_game_plays(serving: Serving) -> None:
    all_is_well(serving)
