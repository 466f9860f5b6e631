"""The HTML pages. Their scripts use the table protocol."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

import jinja2
import msgspec
import segno
from markupsafe import Markup
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from tacora.bots.bot import STRENGTHS
from tacora.game import Refused
from tacora.games.kind import Box, GameKind
from tacora.games.registry import GAMES
from tacora.languages import FOLDERS, LANGUAGES, SOURCE, Language, nearest
from tacora.narration.catalogue import catalogue
from tacora.server.domain.chairs import COLOURS
from tacora.server.domain.club import MOST_DEALS, MOST_TABLES, evening_rules
from tacora.server.domain.names import plain_code
from tacora.server.domain.room import PHRASES
from tacora.server.domain.rules import Rules
from tacora.server.http.assets import WEB, assets, serve_asset
from tacora.server.http.limits import address_of
from tacora.server.http.rulebook import rulebook
from tacora.server.http.state import Server
from tacora.server.http.words import words

ICON = "/static/icon.svg"
"""Without a version, as in the manifest: an installed app keeps this address."""
_DAY = 24 * 3600
_YEAR = 365 * _DAY

_TEMPLATES = jinja2.Environment(
    # Read at import: an upgrade may replace the files under a running server.
    loader=jinja2.DictLoader({path.name: path.read_text("utf-8") for path in WEB.glob("templates/*.html")}),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def routes() -> list[BaseRoute]:
    """The routes of all pages."""
    small = [Middleware(GZipMiddleware, minimum_size=512)]
    return [
        Route("/", _start, middleware=small),
        Route("/t/{table}", _table, middleware=small),
        Route("/t/{table}/qr.svg", _code, middleware=small),
        Route("/g/{table}/{game}", _game, middleware=small),
        Route("/replay", _replay, middleware=small),
        Route("/mine", _mine, middleware=small),
        Route("/daily", _daily, middleware=small),
        Route("/club", _new_club, middleware=small),
        Route("/club/{club}", _club, middleware=small),
        Route("/club/{club}/qr.svg", _club_code, middleware=small),
        Route("/rules", _first_rules),
        Route("/rules/{game}", _rules, middleware=small),
        Route("/sounds", _sounds, middleware=small),
        Route("/offline", _offline, middleware=small),
        Route("/manifest.webmanifest", _manifest),
        Route("/sw.js", _worker, middleware=small),
        Route("/static/{path:path}", serve_asset),
    ]


def language_of(request: HTTPConnection) -> Language:
    """The language of a request: from the query, the cookie, or `Accept-Language`."""
    asked = [request.query_params.get("lang", ""), request.cookies.get("lang", ""), *_wishes(request)]
    return nearest(asked)


def _wishes(request: HTTPConnection) -> list[str]:
    """The languages in `Accept-Language`, most preferred first."""
    weighed = []
    for at, part in enumerate(request.headers.get("accept-language", "").split(",")[:20]):
        name, _, weight = part.partition(";q=")
        try:
            weighed.append((-float(weight or 1), at, name.strip()[:35]))
        except ValueError:
            continue
    return [name for _, _, name in sorted(weighed)]


def _page(request: Request, template: str, **facts: Any) -> Response:
    """Render a page in the visitor's language; one chosen in the query is kept in a cookie."""
    language = language_of(request)
    say = catalogue(language)
    known, entry = assets(), f"pages/{template}.js"
    text = _TEMPLATES.get_template(f"{template}.html").render(
        say=lambda message, **given: say(f"web-{message}", **given),
        shared=say,
        language=language,
        languages={each: catalogue(each)("web-language-name") for each in LANGUAGES},
        path=request.url.path,
        static=known.base,
        sheet=known.sheet(template),
        entry=entry,
        preloaded=known.graph(entry),
        guard=Markup(known.guard),
        words=Markup(_script_safe(msgspec.json.encode(words(language, template)).decode())),
        **facts,
    )
    answer = HTMLResponse(text, headers={"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie"})
    if request.query_params.get("lang") == language:
        secure = request.url.scheme == "https"
        answer.set_cookie("lang", language, max_age=_YEAR, samesite="lax", httponly=True, secure=secure)
    return answer


def _script_safe(text: str) -> str:
    """Escape JSON for a `<script>` element, so that nothing in it can close the element."""
    return text.replace("<", "\\u003c")


def wants_page(request: HTTPConnection) -> bool:
    """Whether a person asked, and not a program."""
    machine = request.url.path.startswith(("/api", "/static/", "/ws", "/healthz", "/metrics"))
    return request.scope["type"] == "http" and not machine and "text/html" in request.headers.get("accept", "")


def refusal_page(request: HTTPConnection, sentence: str, status: int) -> Response:
    """An error page, with a way back."""
    answer = _page(Request(request.scope), "refused", sentence=sentence, lost=status == 404)
    answer.status_code = status
    return answer


async def _start(request: Request) -> Response:
    say = catalogue(language_of(request))

    def listed(bots: Sequence[str]) -> str:
        return say.listed([say(f"bot-{bot}") for bot in bots])

    return _page(request, "start", strengths=("mixed", *STRENGTHS), listed=listed, **_choices())


def _choices() -> dict[str, Any]:
    """The games, editions, options and bots that a table can choose from."""
    boxes = [
        {
            "game": kind.name,
            "name": box.name,
            "least": box.least_seats,
            "most": box.most_seats,
            "options": [option.name for option in kind.options if option.applies(box.name)],
        }
        for kind in GAMES.values()
        for box in kind.editions.values()
        if box.name not in kind.hidden_editions
    ]
    return {
        "boxes": boxes,
        "characters": {kind.name: kind.characters for kind in GAMES.values()},
        "games": [
            {
                "name": kind.name,
                "drawn": kind.drawn,
                "usual": kind.default_edition,
                "least": min(box.least_seats for box in kind.editions.values()),
                "most": max(box.most_seats for box in kind.editions.values()),
                "usual_seats": _usual_seats(kind.editions[kind.default_edition]),
                "options": [{"name": each.name, "values": each.values} for each in kind.options if each.editions != ()],
                "odds": kind.has_odds,
                "coach": kind.coach is not None,
                "company": kind.company,
                "opponents": _opponents(kind),
            }
            for kind in GAMES.values()
        ],
    }


def _opponents(kind: GameKind) -> dict[str, tuple[str, ...]]:
    """By strength, the bots of a table in turn. A game with fewer characters has its strongest for what is beyond."""
    ranked = (*kind.characters, *[kind.characters[-1]] * len(STRENGTHS))
    return {"mixed": kind.company} | {strength: (bot,) for strength, bot in zip(STRENGTHS, ranked, strict=False)}


def _usual_seats(box: Box) -> int:
    """The seats of a table opened with one click: one person and three bots, if the edition allows it."""
    return min(box.most_seats, max(box.least_seats, 4))


def _books() -> list[str]:
    """The games that have a rule book."""
    return [kind.name for kind in GAMES.values() if kind.drawn]


async def _table(request: Request) -> Response:
    table = plain_code(request.path_params["table"])
    return _page(
        request,
        "table",
        table=table,
        colours=COLOURS,
        phrases=PHRASES,
        modules=assets().later(),
        **_choices(),
    )


async def _game(request: Request) -> Response:
    """The replay of a finished game. It is looked up first, so that a dead link gets an error page."""
    server: Server = request.app.state.server
    found, _ = await server.game(request.path_params["table"], request.path_params["game"], address_of(request))
    return _page(request, "replay", table=found.table, game=found.game)


async def _replay(request: Request) -> Response:
    return _page(request, "replay", table="", game="")


async def _mine(request: Request) -> Response:
    """The games of a device, which only the device knows."""
    return _page(request, "mine")


async def _daily(request: Request) -> Response:
    """The deal of the day."""
    return _page(request, "daily")


async def _new_club(request: Request) -> Response:
    """The form for a club evening."""
    return _page(request, "club", club="", boxes=_club_boxes(), most_tables=MOST_TABLES, most_deals=MOST_DEALS)


def _club_boxes() -> list[dict[str, Any]]:
    """The boxes whose cards can be the same at all tables."""
    found = []
    for box in _choices()["boxes"]:
        with contextlib.suppress(Refused):
            evening_rules(Rules(game=box["game"], edition=box["name"], seats=box["least"]))
            found.append({**box, "usual": box["name"] == GAMES[box["game"]].default_edition})
    return found


async def _club(request: Request) -> Response:
    """An evening. It is looked up first, so that a dead link gets an error page."""
    server: Server = request.app.state.server
    found = await server.evening(request.path_params["club"], address_of(request))
    return _page(request, "club", club=found.club, boxes=[], most_tables=0, most_deals=0)


async def _first_rules(request: Request) -> Response:
    """Each page of rules leads to the others."""
    return RedirectResponse(request.url.replace(scheme="", netloc="", path=f"/rules/{_books()[0]}").components.geturl())


async def _rules(request: Request) -> Response:
    game = request.path_params["game"]
    books = _books()
    if game not in books:
        raise Refused("not-found")
    told_in, file = _rules_in(language_of(request), game.replace("-", "_"))
    book = rulebook(file.read_text("utf-8"))
    return _page(
        request, "rules", game=game, books=books, body=Markup(book.body), chapters=book.chapters, told_in=told_in
    )


def _rules_in(language: Language, game: str) -> tuple[Language, Path]:
    """The language and the file of the rules: in this language, or else in English."""
    for file in (FOLDERS[language] / f"{game}.md", WEB / "rules" / f"{game}.{language}.md"):
        if file.is_file():
            return language, file
    return SOURCE, WEB / "rules" / f"{game}.md"


async def _sounds(request: Request) -> Response:
    return _page(request, "sounds")


async def _offline(request: Request) -> Response:
    """The page that the service worker shows offline."""
    return _page(request, "offline", books=_books())


async def _code(request: Request) -> Response:
    """The QR code of a table's link, with the host that the visitor used."""
    entry = await request.app.state.server.seen(request.path_params["table"], address_of(request))
    return await _drawn_code(request, f"/t/{entry.table}")


async def _club_code(request: Request) -> Response:
    """The same of a club evening."""
    found = await request.app.state.server.evening(request.path_params["club"], address_of(request))
    return await _drawn_code(request, f"/club/{found.club}", f"lang={language_of(request)}")


async def _drawn_code(request: Request, path: str, query: str = "") -> Response:
    link = str(request.base_url.replace(path=path, query=query, fragment=""))
    drawn = await asyncio.to_thread(_drawn, link)
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": f"max-age={_DAY}"})


@lru_cache(maxsize=1024)
def _drawn(link: str) -> bytes:
    """A QR code as SVG. Cached: drawing one takes 7 ms."""
    drawn = BytesIO()
    code = segno.make(link, error="m", micro=False)
    code.save(drawn, kind="svg", border=3, omitsize=True, xmldecl=False, dark="#14121f", light="#ffffff")
    return drawn.getvalue()


async def _manifest(request: Request) -> Response:
    say = catalogue(language_of(request))
    manifest = {
        "name": "Tacora",
        "short_name": "Tacora",
        "description": say("web-description"),
        "lang": language_of(request),
        "start_url": "/",
        "display": "standalone",
        "background_color": "#14121f",
        "theme_color": "#14121f",
        "icons": [
            {"src": ICON, "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
            {"src": "/static/icon-maskable.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "maskable"},
        ],
    }
    return Response(msgspec.json.encode(manifest), media_type="application/manifest+json")


async def _worker(_: Request) -> Response:
    """The service worker, prefixed with the list of files, so that it changes when any of them does."""
    known = assets()
    shell = [f"{known.base}/{name}" for name in known.files if name.endswith((".js", ".svg")) or name in known.sheets]
    shell = [path for path in shell if not path.rpartition("/")[2].startswith(("sw.", "gallery."))]
    rules = [f"/rules/{game}" for game in _books()]
    told = {"VERSION": known.version, "SHELL": [*shell, ICON], "RULES": rules}
    facts = "".join(f"const {name} = {msgspec.json.encode(fact).decode()};\n" for name, fact in told.items())
    worker = facts.encode() + known.files["sw.js"].content
    return Response(worker, media_type="text/javascript", headers={"Cache-Control": "no-cache"})
