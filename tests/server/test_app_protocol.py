"""The protocol as it is written down: the schema, the page, and what the server really says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from tacora import protocol
from tacora.server.domain.room import LONGEST_LUCK, PHRASES
from tacora.server.domain.rules import from_written
from tacora.server.http.api import LARGEST_BODY, NewTable
from tacora.server.http.assets import WEB
from tacora.server.live.attendance import Timeouts
from tacora.server.live.limits import GAMES_AT_ONCE, REQUEST_BURST, SAYS_AT_ONCE, Limits
from tacora.server.transport.fast_websocket import MOST_PIECES
from tacora.server.transport.guard import Guard
from tacora.server.transport.line import LARGEST_FRAME, MOST_WAITING
from tacora.server.transport.uvicorn_server import PING_AFTER, PONG_WITHIN
from tests.narration.messages import all_messages, literals

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGE = (DOCS / "protocol.md").read_text(encoding="utf-8")
WISHES = {str(kind.__struct_config__.tag): kind for kind in get_args(protocol.AnyWish)}
NEWS = {str(kind.__struct_config__.tag): kind for kind in get_args(protocol.AnyNews)}


def test_the_published_schema_is_made_from_the_types() -> None:
    assert (DOCS / "protocol.schema.json").read_bytes() == protocol.schema_text(), "make types"


def test_the_types_of_the_pages_scripts_are_made_from_the_schema() -> None:
    written = subprocess.run([sys.executable, DOCS / "frame_types.py"], capture_output=True, check=True).stdout
    assert (WEB / "static" / "core" / "protocol.d.ts").read_bytes() == written, "make types"


@pytest.mark.parametrize("example", re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL))
def test_every_frame_on_the_page_is_one(example: str) -> None:
    fields = msgspec.json.decode(example)
    read = protocol.read_wish if fields["type"] in WISHES else protocol.read_news
    assert set(fields) - {"type"} <= set(read(example).__struct_fields__)


def test_a_client_passes_over_what_it_does_not_know_and_a_server_does_not() -> None:
    assert protocol.read_news('{"type": "now", "seq": 3, "weather": {"cave": "damp"}}') == protocol.Now(seq=3)
    with pytest.raises(msgspec.ValidationError, match="weather"):
        protocol.read_wish('{"type": "start", "weather": "damp"}')


def test_a_request_on_the_page_is_one() -> None:
    (body,) = re.findall(r"POST /api/tables +(\{.*\})", PAGE)
    assert msgspec.json.decode(body, type=NewTable, dec_hook=from_written).bots == ("badger",)


def rows(heading: str) -> dict[str, str]:
    """The first table behind a heading: what each row is about, and the rest of it."""
    part = PAGE.partition(heading)[2].partition("\n## ")[0].partition("\n### ")[0]
    return dict(re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", part, re.MULTILINE))


def test_every_frame_is_on_the_page_with_all_its_fields() -> None:
    assert set(rows("### From a client")) == set(WISHES)
    assert set(rows("### From the server")) == set(NEWS)
    for kind, row in (*rows("### From a client").items(), *rows("### From the server").items()):
        fields = (WISHES.get(kind) or NEWS[kind]).__struct_fields__
        if "below" in row:
            row = re.findall(rf"^`{kind}`: .*?\n\n", PAGE, re.MULTILINE | re.DOTALL)[0]
        named = set(re.findall(r"`([a-z_]+)`", row))
        assert {name for name in fields if name != "id" or kind in NEWS} <= named | {kind}, kind


def test_every_phrase_is_on_the_page() -> None:
    assert all(f"`{phrase}`" in rows("### From a client")["speak"] for phrase in PHRASES)


def test_the_figures_on_the_page_are_those_of_the_server() -> None:
    limits, timeouts = Limits(), Timeouts()
    assert LARGEST_FRAME == LARGEST_BODY == 8 * 1024
    for line in (
        f"| {limits.frames_per_second:.0f} a second, {limits.burst} at once; {MOST_PIECES} |",
        f"| what waits for a slow reader | {MOST_WAITING // 1024} KiB;",
        f"all but 16 within {Guard.TIMEOUT:.0f} s, and the rest within {Guard.TIMEOUT:.0f} s after a close |",
        f"where bots play | {timeouts.rematch:.0f} s |",
        f"| watchers of a table | {limits.watchers} |",
        f"| {limits.tables_per_hour} an hour |",
        f"| {limits.misses_per_minute} a minute;",
        f"| {limits.connections_per_seat}, {limits.connections_per_address}, {limits.connections} |",
        f"| {limits.catch_ups_per_table}, {limits.catch_ups_per_address} |",
        f"| watchers of a table from an address | {limits.watchers_per_address} |",
        f"| {limits.writes_per_seat:.0f} a second, {limits.writes_per_second:.0f} a second; a minute's worth at once |",
        f"| what is said by a seat | {limits.says_per_minute} a minute, {SAYS_AT_ONCE} at once |",
        f"| {limits.requests_per_second:.0f} a second, {limits.requests_per_second * REQUEST_BURST:.0f} at once |",
        f"| {limits.games_per_table} an hour, {limits.games_per_hour} an hour, {GAMES_AT_ONCE} of these at once |",
        f"{limits.replays_per_minute} a minute from an address",
        f"40 visible characters, {LONGEST_LUCK} characters",
        f"ping after {PING_AFTER:.0f} s and drops a connection that does not answer within {PONG_WITHIN:.0f}",
        f"the first frame, within {limits.hello_within:.0f} s",
        f"The table acts after {timeouts.offline:.0f} s",
        f"The table acts after {timeouts.away:.0f} s",
        f"think for {timeouts.moment[0]} to {timeouts.moment[1]:.0f} s",
    ):
        assert line in PAGE, line
    assert (timeouts.host, timeouts.idle) == (60, 600)
    assert all(f"`{name.replace('_', '-')}`" in PAGE for name in vars(limits) if name != "origins")


def test_every_code_on_the_page_has_a_sentence_and_is_raised_somewhere() -> None:
    part = PAGE.partition("## Errors, limits, close codes")[2].partition("| limit |")[0]
    codes = set(re.findall(r"`([a-z]+(?:-[a-z]+)+|broken|crowded|overtaken|elsewhere)`", part))
    assert len(codes) > 30
    assert {f"refused-{code}" for code in codes} <= set(all_messages("en"))
    assert codes <= literals()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        '"hello"',
        "{}",
        '{"type":"nothing"}',
        '{"type":"ping","extra":1}',
        '{"type":"decide","seat":0,"decision":1}',
        '{"type":"decide","seat":-1,"decision":1,"action":"C"}',
        '{"type":"decide","seat":0,"decision":1.5,"action":"C"}',
        '{"type":"sit","name":""}',
        '{"type":"sit","name":"' + "x" * 41 + '"}',
        '{"type":"hello","table":"x","tokens":["' + "x" * 65 + '"]}',
        '{"type":"hello","table":"x","tokens":' + str(["x"] * 10).replace("'", '"') + "}",
        '{"type":"hello","table":"x","since":-1}',
        '{"type":"settle","absence":"sleep"}',
        '{"type":"table"}',
    ],
)
def test_what_is_no_wish_is_refused(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        protocol.read_wish(text)
