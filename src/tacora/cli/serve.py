"""`tacora serve`."""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import click

from tacora.cli.shelf import data_folder
from tacora.game import Refused
from tacora.narration import Language
from tacora.narration.catalogue import Catalogue, catalogue
from tacora.server.http.limits import limits_from, plain_host, plain_network, plain_node
from tacora.server.run import Exposure
from tacora.server.run import serve as run
from tacora.server.storage.opening import StorePlace, shown

EVERYWHERE = "0.0.0.0"
_DAY = 24 * 3600.0


def serve(
    language: Language,
    *,
    host: str | None,
    port: int,
    lan: bool,
    browse: bool,
    file: str | None,
    store: str | None,
    origin: tuple[str, ...],
    plain: bool,
    limit: tuple[str, ...],
    trust_proxy: tuple[str, ...],
    host_name: tuple[str, ...],
    node: str | None,
    expire: int | None,
) -> int:
    """Serve tables until told to stop."""
    say = catalogue(language)
    if lan and host is not None:
        raise Refused("host-or-lan")
    limits = limits_from(limit, origin)
    exposure = Exposure(
        trusted=tuple(map(plain_network, trust_proxy)),
        hosts=tuple(map(plain_host, host_name)),
        expire_after=None if expire is None else expire * _DAY,
        node=plain_node(node) if node is not None else "",
    )
    address = EVERYWHERE if lan else host or "127.0.0.1"
    place = place_of_tables(file, store)
    kept = shown(place)

    def announce() -> None:
        named = [say("serve-names", names=", ".join(exposure.hosts))] if exposure.hosts else []
        for line in (say("serve-store", file=kept), *_where(say, address, port), *named, say("serve-stop")):
            click.echo(line)
        sys.stdout.flush()
        if browse and _has_screen():
            webbrowser.open(f"http://localhost:{port}/")

    run(place, address, port, limits, announce, plain=plain, exposure=exposure)
    click.echo(say("serve-stopped"))
    return 0


def _has_screen() -> bool:
    """Whether a browser would open a window, instead of taking over the terminal."""
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def place_of_tables(file: str | None, store: str | None) -> StorePlace:
    """The store that the options name, or the user's own file."""
    if file is not None and store is not None:
        raise Refused("file-or-store")
    if store is not None:
        with naming_option("--store"):
            shown(store)
        return store
    return Path(file) if file is not None else default_store()


@contextlib.contextmanager
def naming_option(option: str) -> Iterator[None]:
    """Refuse what is no address in words that name the option."""
    try:
        yield
    except Refused as error:
        if error.code != "bad-store-address":
            raise
        raise Refused("bad-store-option", option=option) from None


def default_store() -> Path:
    """The default file for tables, in the user's data folder."""
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused("unwritable-file", file=str(folder), detail=error.strerror or str(error)) from None
    return folder / "tables.db"


def _where(say: Catalogue, address: str, port: int) -> list[str]:
    """Lines with the address to open; with its QR code, if the server listens on the local network."""
    if address != EVERYWHERE:
        warning = [] if address in ("127.0.0.1", "localhost", "::1") else [say("serve-open-to-all")]
        shown = f"[{address}]" if ":" in address else address
        return [*warning, say("serve-address", address=f"http://{shown}:{port}/")]
    import segno

    here = f"http://{own_address()}:{port}/"
    code = segno.make(here, error="m")
    rows = [[bool(cell) for cell in row] for row in code.matrix_iter(border=2)]
    return [say("serve-open-to-all"), say("serve-address", address=here), *_drawn(rows)]


def _drawn(rows: list[list[bool]]) -> list[str]:
    """A QR code in half blocks, two rows per line, for a terminal with light text on dark ground."""
    if len(rows) % 2:
        rows = [*rows, [False] * len(rows[0])]
    blocks = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    return [
        "".join(blocks[upper, lower] for upper, lower in zip(rows[at], rows[at + 1], strict=True))
        for at in range(0, len(rows), 2)
    ]


def own_address() -> str:
    """The address of this machine on its network. Nothing is sent: connecting a UDP socket only selects a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(("192.0.2.1", 9))
            address: str = way.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return address
