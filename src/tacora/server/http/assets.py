"""Static files: read once, compressed once, and served under a path that contains their hash."""

from __future__ import annotations

import gzip
import mimetypes
import os
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import msgspec
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tacora.languages import LANGUAGES, message_files

WEB = Path(str(files("tacora").joinpath("web")))
STATIC = WEB / "static"
BUNDLES = WEB / "bundles"
"""Bundled scripts, which only a wheel has; made by `tools/bundle.py`."""
_GUARD = "core/guard.js"
_ALONE = {_GUARD, "sw.js"}
"""Classic scripts, as opposed to modules."""
_TABLE = "pages/table.js"
_ELEMENTS = "games/modules.js"
"""Both import further modules lazily."""
_YEAR = 365 * 24 * 3600
_LASTING = f"public, max-age={_YEAR}, immutable"
_GAMES = tuple(
    path.relative_to(STATIC / "css").with_suffix("").as_posix() for path in sorted(STATIC.glob("css/*/*.css"))
)
"""The style sheets of the games."""
_CASCADE = (
    *("tokens", "base", "forms", "drawings", "dialogs", "history", "bubbles", "lessons", *_GAMES, "one-device"),
    *(
        "start",
        "gathering",
        "screen",
        "by-ear",
        "podium",
        "course",
        "replay",
        "rules",
        "sounds",
        "mine",
        "daily",
        "club",
    ),
    *("large-print", "print"),
)
"""Style sheets, in the order of the cascade."""
_EVERYWHERE = {"tokens", "base", "forms", "large-print", "print"}
SHEETS: dict[str, set[str]] = {
    "start": {"drawings", "start"},
    "table": {
        "drawings",
        "dialogs",
        "history",
        "bubbles",
        "lessons",
        *_GAMES,
        "one-device",
        "gathering",
        "screen",
        "by-ear",
        "podium",
        "course",
    },
    "replay": {"drawings", *(name for name in _GAMES if not name.endswith("/screen")), "podium", "course", "replay"},
    "rules": {"drawings", "rules"},
    "sounds": {"sounds"},
    "mine": {"dialogs", "start", "course", "mine"},
    "daily": {"start", "mine", "daily"},
    "club": {"start", "mine", "daily", "club"},
    "plain": set(),
}
"""The sheets of each page besides `_EVERYWHERE`. They are concatenated, so that a page makes one request."""
_CSS_READABLE = re.compile(rb"/\*.*?\*/\n*|^ +", re.S | re.M)
"""Comments and indents are for readers of the source: 3.5 kB of a table's first load. No value has signs as theirs."""
_JS_COMMENT = re.compile(rb"^[ \t]*(?://[^\n]*|/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*)$", re.M)
"""Comments that fill their lines. Their line breaks stay, so that errors name the right line."""
_JS_REMARK = re.compile(rb"""(?<=[;{},)]) // [^"'`\n]*$""", re.M)
"""Comments behind a statement; with a quotation mark, it might be a string that ends there."""
_IMPORT = re.compile(r"""^(?:import|export|\})[^"'\n]*["'](\.{1,2}/[^"']+)["'];$""", re.M)
"""A static import as our modules write it. A miss costs a preload, nothing more."""
_LATER = re.compile(r'"([a-z-]+)": \(\) => import\("(\.{1,2}/[^"]+)"\)')
"""A custom element whose module is imported lazily."""


class Asset(Struct, frozen=True):
    """A file, plain and compressed."""

    content: bytes
    gzipped: bytes
    media_type: str


class Assets(Struct, frozen=True):
    """Every file of the pages, as it was when the server started."""

    version: str
    """A hash of everything that pages are made of: scripts, style sheets, templates and words."""
    files: dict[str, Asset]
    modules: dict[str, tuple[str, ...]]
    """The static imports of each module."""
    parts: dict[str, str]
    """The modules of lazily imported elements."""

    @property
    def guard(self) -> str:
        """The script that is inlined into every page."""
        return self.files[_GUARD].content.decode()

    @property
    def policy(self) -> str:
        """The hash of the guard, as a source in the content security policy."""
        return f"sha256-{b64encode(sha256(self.files[_GUARD].content).digest()).decode()}"

    @property
    def sheets(self) -> tuple[str, ...]:
        """The style sheets of the pages."""
        return tuple(f"sheets/{page}.css" for page in SHEETS)

    def sheet(self, template: str) -> str:
        """The style sheet of a page."""
        return f"{self.base}/sheets/{template if template in SHEETS else 'plain'}.css"

    @property
    def base(self) -> str:
        """The path of this version of the files, and of no other."""
        return f"/static/{self.version}"

    def graph(self, entry: str, without: str | None = None) -> tuple[str, ...]:
        """A module and its transitive imports, minus those of the module `without`.

        >>> assets().graph("core/print.js")
        ('core/print.js', 'core/storage.js')
        """
        found = dict.fromkeys(self.graph(without)) if without else {}
        known, waiting = len(found), [entry]
        while waiting:
            if (module := waiting.pop(0)) not in found:
                found[module] = None
                waiting += self.modules[module]
        return tuple(found)[known:]

    def later(self) -> dict[str, tuple[str, ...]]:
        """For each lazily imported element, the paths of modules that the table page has not loaded yet."""
        return {
            part: tuple(f"{self.base}/{module}" for module in self.graph(entry, without=_TABLE))
            for part, entry in self.parts.items()
        }


def assets() -> Assets:
    """All files, loaded once."""
    return _loaded(WEB, STATIC, BUNDLES)


@cache
def _loaded(web: Path, static: Path, bundled: Path) -> Assets:
    read = {path.relative_to(static).as_posix(): path.read_bytes() for path in _files(static)}
    for page, own in SHEETS.items():
        wanted = [f"css/{name}.css" for name in _CASCADE if name in own | _EVERYWHERE]
        read[f"sheets/{page}.css"] = _CSS_READABLE.sub(b"", b"\n".join(map(read.__getitem__, wanted)))
    words = b"".join(file.read_bytes() for language in LANGUAGES for file in message_files(language))
    version = sha256(f"{fingerprint(web)} {sha256(words).hexdigest()}".encode()).hexdigest()[:16]
    modules = {
        name: tuple(_resolved(name, path) for path in _IMPORT.findall(content.decode()))
        for name, content in read.items()
        if name.endswith(".js")
    }
    parts = {
        part: _resolved(module, path)
        for module in (_ELEMENTS, _TABLE)
        for part, path in _LATER.findall(read[module].decode())
    }
    if (bundles := bundles_in(bundled, static)) is not None:
        modules = bundles.modules
        parts = {part: bundles.entries[entry] for part, entry in parts.items()}
        read = {name: content for name, content in read.items() if not name.endswith(".js") or name in _ALONE}
        read |= {name: (bundled / name).read_bytes() for name in modules}
    else:
        read |= {name: without_comments(read[name]) for name in modules if name not in _ALONE}
    files = {name: _asset(name, content) for name, content in read.items()}
    return Assets(version, files, modules, parts)


def without_comments(module: bytes) -> bytes:
    r"""A module without its comments, line by line where it was.

    >>> without_comments(b"// A sum.\nlet a = 1; // One.\n/** Another.\n */\na += '; // ';")
    b"\nlet a = 1;\n\n\na += '; // ';"
    """
    return _JS_REMARK.sub(b"", _JS_COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), module))


class _Bundles(Struct, frozen=True):
    """The manifest of the bundles."""

    made_of: str
    modules: dict[str, tuple[str, ...]]
    entries: dict[str, str]
    """The bundle of each entry module."""


def bundles_in(folder: Path, static: Path = STATIC) -> _Bundles | None:
    """The manifest of the bundles, if there are any and they were made of exactly these modules."""
    told = folder / "modules.json"
    if not told.is_file():
        return None
    bundles = msgspec.json.decode(told.read_bytes(), type=_Bundles)
    return bundles if bundles.made_of == fingerprint(static) else None


def fingerprint(root: Path) -> str:
    """A hash of all files in a folder."""
    digest = sha256()
    for path in _files(root):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _files(root: Path) -> list[Path]:
    return sorted(path for path in root.rglob("*") if path.is_file())


def _asset(name: str, content: bytes) -> Asset:
    kind = "text/javascript" if name.endswith(".js") else mimetypes.guess_type(name)[0] or "application/octet-stream"
    text = kind.startswith("text/") or kind.endswith("+xml")
    return Asset(content, gzip.compress(content, 9, mtime=0), f"{kind}; charset=utf-8" if text else kind)


def _resolved(module: str, path: str) -> str:
    """Resolve an import relative to the importing module."""
    return Path(os.path.normpath(Path(module).parent / path)).as_posix()


async def serve_asset(request: Request) -> Response:
    """Serve a file: immutable under the path of its version, revalidated each time without a version.

    Any other version is not found, so a page never gets a file that is newer than itself.
    """
    known, path = assets(), str(request.path_params["path"])
    version, _, rest = path.partition("/")
    lasting = version == known.version
    asset = known.files.get(rest if lasting else path)
    if asset is None:
        raise HTTPException(404)
    etag = f'"{known.version}"'
    headers = {"Cache-Control": _LASTING} if lasting else {"Cache-Control": "no-cache", "ETag": etag}
    if not lasting and request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    headers["Vary"] = "Accept-Encoding"
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(asset.gzipped, headers={**headers, "Content-Encoding": "gzip"}, media_type=asset.media_type)
    return Response(asset.content, headers=headers, media_type=asset.media_type)
