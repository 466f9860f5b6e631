"""The HTTP API: tables, records, replays, health and metrics."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from tacora import __version__, protocol
from tacora.game import Refused
from tacora.narration import refused_in_full
from tacora.narration.catalogue import catalogue
from tacora.protocol.frame import Name, NewToken
from tacora.record.shape import unreadable
from tacora.server.domain.club import LEAST_TABLES, MOST_DEALS, MOST_TABLES
from tacora.server.domain.log import TimeControl
from tacora.server.domain.rules import Rules, as_written, from_written
from tacora.server.http.finished import Finished
from tacora.server.http.limits import address_of, same_origin
from tacora.server.http.pages import language_of, refusal_page, wants_page
from tacora.server.http.replays import LARGEST_RECORD
from tacora.server.http.state import Server
from tacora.server.live.limits import LIMIT_CODES
from tacora.server.storage.store import StoreFailed

LARGEST_BODY = 8 * 1024
LONGEST_TOKEN = 64
_LONGEST_CHECK = 3.0
"""Seconds for the store to answer a question about its health, before the other figures are told without it."""
LONGEST_BODY = 10.0
"""Seconds in which a request's body has to arrive."""


def routes() -> list[BaseRoute]:
    """All HTTP routes but the pages."""
    return [
        Route("/healthz", _health),
        Route("/metrics", _metrics),
        Route("/api/tables", _tables, methods=["GET", "POST"]),
        Route("/api/tables/{table}", _table),
        Route("/api/tables/{table}/games/{game}", _game),
        Route("/api/tables/{table}/games/{game}/record", _record),
        Route("/api/tables/{table}/games/{game}/replay", _replay),
        Route("/api/tables/{table}/games/{game}/review", _review),
        Route("/api/codes/{code}", _code),
        Route("/api/daily", _daily, methods=["GET", "POST"]),
        Route("/api/club", _open_club, methods=["POST"]),
        Route("/api/club/{club}", _club),
        Route("/api/replay", _replay_file, methods=["POST"]),
        Route("/api/review", _review_file, methods=["POST"]),
        Route("/api/protocol.schema.json", _schema),
    ]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request for a new table."""

    rules: Rules = Rules()
    time_control: TimeControl = msgspec.field(default=TimeControl(), name="manners")
    bots: Annotated[tuple[Annotated[str, Meta(max_length=32)], ...], Meta(max_length=8)] = ()
    """Bots for the last seats."""
    listed: bool = False
    again: Annotated[str, Meta(max_length=64)] | None = None
    """TABLE/GAME of a finished game whose deal is to be repeated."""


def _json(value: object, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(value, enc_hook=as_written), status, headers, media_type="application/json")


async def _health(request: Request) -> Response:
    server = _server(request)
    await server.check_health()
    if server.leaving:
        raise Refused("leaving")
    return _json({"status": "ok", "version": __version__})


async def _metrics(request: Request) -> Response:
    server = _server(request)
    figures = (
        ("tacora_store_up", "gauge", "Whether tables can be read and written.", int(await _store_is_up(server))),
        ("tacora_tables", "gauge", "Tables in memory.", len(server.registry.tables)),
        ("tacora_connections", "gauge", "Open WebSockets.", server.connections),
        ("tacora_wishes_total", "counter", "Frames from clients.", server.registry.wishes),
        ("tacora_refusals_total", "counter", "Frames that were refused.", server.registry.refusals),
        ("tacora_steps_total", "counter", "Deals and reveals.", server.registry.steps),
        ("tacora_games_total", "counter", "Games played to their end.", server.registry.games),
        (
            "tacora_elsewhere_total",
            "counter",
            "Lookups of a table that another process plays.",
            server.registry.elsewhere,
        ),
        ("tacora_lost_tables_total", "counter", "Tables that another process took over.", server.registry.lost),
        ("tacora_slow_readers_total", "counter", "Connections dropped because they read too slowly.", server.too_slow),
        ("tacora_uptime_seconds", "gauge", "Since the start.", round(time.time() - server.began, 1)),
    )
    lines = [
        line
        for name, kind, meaning, value in figures
        for line in (f"# HELP {name} {meaning}", f"# TYPE {name} {kind}", f"{name} {value}")
    ]
    refused = "tacora_limited_total"
    lines += [f"# HELP {refused} Refused because of a limit, by code.", f"# TYPE {refused} counter"]
    lines += [f'{refused}{{code="{code}"}} {count}' for code, count in sorted(server.registry.refused.counts.items())]
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")


async def _store_is_up(server: Server) -> bool:
    try:
        async with asyncio.timeout(_LONGEST_CHECK):
            await server.check_health()
    except (StoreFailed, TimeoutError):
        return False
    return True


async def _tables(request: Request) -> Response:
    """`GET`: the lobby. `POST`: a new table."""
    return await _open(request) if request.method == "POST" else _json(await _server(request).listed())


async def _open(request: Request) -> Response:
    server, address = _server(request), address_of(request)
    if not same_origin(request, server.limits):
        raise Refused("wrong-origin")
    _check_share(server, address)
    body = await _body(request) or b"{}"
    try:
        wanted = msgspec.json.decode(body, type=NewTable, dec_hook=from_written)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Refused("bad-frame", detail=unreadable(error, body)) from None
    rules, deal = wanted.rules, None
    if wanted.again is not None:
        origin, _, number = wanted.again.partition("/")
        game, _ = await server.game(origin, number, address)
        rules, deal = game.rules, game.seed
    _charge(server, address)  # Others may have been opened meanwhile.
    try:
        language = language_of(request)
        name, host = await server.registry.open(
            rules, wanted.time_control, wanted.listed, deal=deal, bots=wanted.bots, language=language
        )
    except (Refused, StoreFailed):
        server.open_limit.take_back(address)
        raise
    return _json({"table": name, "host": host}, 201, {"Cache-Control": "no-store"})


def _check_share(server: Server, address: str, tables: int = 1) -> None:
    """Refuse more tables than an address may open."""
    if server.open_limit.full(address, tables - 1):
        raise Refused("too-many-tables", most=server.open_limit.most)


def _charge(server: Server, address: str, tables: int = 1) -> None:
    """Count the tables that are opened next, or refuse them."""
    _check_share(server, address, tables)
    for _ in range(tables):
        server.open_limit.count(address)


class NewAttempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request to play the deal of the day."""

    device: NewToken
    name: Name


async def _daily(request: Request) -> Response:
    """`GET`: the deal of the day and its results, for the device in the header. `POST`: an attempt."""
    server, language, private = _server(request), language_of(request), {"Cache-Control": "no-store"}
    if request.method == "GET":
        device = request.headers.get("Tacora-Device", "")[:LONGEST_TOKEN]
        server.count_replay(address_of(request))
        return _json(await server.daily.shown(device, language), headers=private)
    address = address_of(request)
    if not same_origin(request, server.limits):
        raise Refused("wrong-origin")
    _check_share(server, address)
    body = await _body(request)
    try:
        wanted = msgspec.json.decode(body, type=NewAttempt)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Refused("bad-frame", detail=unreadable(error, body)) from None
    _charge(server, address)
    try:
        table, host = await server.daily.deals.attempt(wanted.device, wanted.name, language)
    except (Refused, StoreFailed):
        server.open_limit.take_back(address)
        raise
    if host is None:  # It was there already.
        server.open_limit.take_back(address)
    return _json({"table": table, "host": host}, 201 if host else 200, private)


class NewEvening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request for a club evening."""

    tables: Annotated[int, Meta(ge=LEAST_TABLES, le=MOST_TABLES)]
    deals: Annotated[int, Meta(ge=1, le=MOST_DEALS)]
    rules: Rules = Rules()
    time_control: TimeControl = msgspec.field(default=TimeControl(absence="bot"), name="manners")
    """A bot sits in for whoever goes, unless it is told otherwise: the other tables would wait."""


async def _open_club(request: Request) -> Response:
    """Open an evening, which costs as much as its tables."""
    server, address = _server(request), address_of(request)
    if not same_origin(request, server.limits):
        raise Refused("wrong-origin")
    body = await _body(request)
    try:
        wanted = msgspec.json.decode(body, type=NewEvening, dec_hook=from_written)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Refused("bad-frame", detail=unreadable(error, body)) from None
    _charge(server, address, wanted.tables)
    tables: list[tuple[str, str]] = []
    try:
        club = await server.club.evenings.open(
            wanted.rules, wanted.time_control, wanted.tables, wanted.deals, language_of(request), tables
        )
    except (Refused, StoreFailed):
        for _ in range(wanted.tables - len(tables)):  # Those that were opened are there, if nobody knows of them.
            server.open_limit.take_back(address)
        raise
    told = {"club": club, "tables": [{"table": table, "host": host} for table, host in tables]}
    return _json(told, 201, {"Cache-Control": "no-store"})


async def _club(request: Request) -> Response:
    """An evening: its tables, and the standings of the deals that all of them have finished."""
    shown = await _server(request).evening(request.path_params["club"], address_of(request))
    return _json(shown, headers={"Cache-Control": "no-store"})


async def _body(request: Request, most: int = LARGEST_BODY) -> bytes:
    body = b""
    try:
        async with asyncio.timeout(LONGEST_BODY):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise Refused("body-too-large", most=most)
    except TimeoutError:
        raise Refused("bad-request") from None
    return body


async def _table(request: Request) -> Response:
    return _json(await _server(request).seen(request.path_params["table"], address_of(request)))


async def _code(request: Request) -> Response:
    """Where a code leads that somebody typed."""
    path = await _server(request).place_of(request.path_params["code"], address_of(request))
    return _json({"path": path}, headers={"Cache-Control": "no-store"})


async def _game(request: Request) -> Response:
    game, _ = await _found(request)
    return _json(game)


async def _record(request: Request) -> Response:
    game, record = await _found(request)
    headers = {"Content-Disposition": f'attachment; filename="tacora-{game.table}-{game.game}.json"'}
    return Response(record, media_type="application/json", headers=headers)


async def _replay(request: Request) -> Response:
    """A finished game, step by step. It never changes, so the replay is cached."""
    table, game, seat = request.path_params["table"], request.path_params["game"], request.query_params.get("seat", "")
    return _replay_json(await _server(request).replay(table, game, seat, language_of(request), address_of(request)))


async def _replay_file(request: Request) -> Response:
    """The replay of an uploaded record, of which nothing is stored."""
    record, seat = await _uploaded(request), request.query_params.get("seat", "")
    return _replay_json(await _server(request).replayed(record, seat, language_of(request)))


async def _uploaded(request: Request) -> bytes:
    """A record in the body, from our own pages or a program."""
    server = _server(request)
    if not same_origin(request, server.limits):
        raise Refused("wrong-origin")
    server.count_replay(address_of(request))
    return bytes(await _body(request, LARGEST_RECORD))


async def _review(request: Request) -> Response:
    """A finished game, weighed. It never changes, so the review is cached."""
    table, game = request.path_params["table"], request.path_params["game"]
    return _replay_json(await _server(request).review(table, game, language_of(request), address_of(request)))


async def _review_file(request: Request) -> Response:
    """The review of an uploaded record. The figures are kept in memory for a while, the record is not."""
    record = await _uploaded(request)
    return _replay_json(await _server(request).reviewed(record, language_of(request), address_of(request)))


def _replay_json(text: bytes) -> Response:
    return Response(text, headers={"Vary": "Accept-Language, Cookie"}, media_type="application/json")


async def _found(request: Request) -> tuple[Finished, bytes]:
    return await _server(request).game(request.path_params["table"], request.path_params["game"], address_of(request))


async def _schema(_: Request) -> Response:
    return Response(protocol.schema_text(), media_type="application/json")


_STATUS = {
    "no-such-table": 404,
    "no-such-game-here": 404,
    "no-such-evening": 404,
    "not-found": 404,
    "wrong-method": 405,
    "wrong-origin": 403,
    "wrong-host": 421,
    "body-too-large": 413,
    "too-many-tables": 429,
    "too-many-misses": 429,
    "too-many-replays": 429,
    "too-many-reviews": 429,
    "needs-study": 501,
    "review-failed": 503,
    "too-many-connections": 429,
    "too-many-requests": 429,
    "broken": 500,
    "unreadable-log": 500,
    "not-kept": 503,
    "server-full": 503,
    "day-full": 503,
    "leaving": 503,
}


async def refused_answer(request: HTTPConnection, error: Exception) -> Response:
    """The response to an error: its code and a sentence as JSON, or a page if a browser asked for one."""
    headers = None
    if isinstance(error, HTTPException):
        headers = dict(error.headers or {})
        error = Refused({404: "not-found", 405: "wrong-method"}.get(error.status_code, "bad-request"))
    elif isinstance(error, StoreFailed):
        error = Refused("not-kept")
    elif isinstance(error, ClientDisconnect):
        error = Refused("bad-request")
    elif not isinstance(error, Refused):
        error = Refused("broken")
    if error.code in LIMIT_CODES and request.scope["type"] == "http":
        request.app.state.server.registry.refused.note(error.code, address_of(request))
    say = refused_in_full(catalogue(language_of(request)), error)
    status = _STATUS.get(error.code, 400)
    if wants_page(request):
        answer = refusal_page(request, say, status)
        answer.headers.update(headers or {})
        return answer
    return _json({"code": error.code, "say": say}, status, headers)


def _server(request: Request) -> Server:
    server: Server = request.app.state.server
    return server
