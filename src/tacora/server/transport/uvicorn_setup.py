"""How uvicorn is to serve tables: with our own protocols, or as it is."""

from __future__ import annotations

import uvicorn
from starlette.types import ASGIApp

from tacora.server.transport.door import Door
from tacora.server.transport.line import LARGEST_FRAME
from tacora.server.transport.wire import Wire

PING_AFTER, PONG_WITHIN = 15.0, 10.0
"""Seconds: a dead connection is noticed within 30."""


def configuration(
    app: ASGIApp, ping_after: float = PING_AFTER, pong_within: float = PONG_WITHIN, *, plain: bool = False
) -> uvicorn.Config:
    """Uvicorn with the protocols of this folder, which reach into it; `plain`, nothing but what it documents."""
    return uvicorn.Config(
        app,
        http="httptools" if plain else Door,
        ws="websockets-sansio" if plain else Wire,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=ping_after,
        ws_ping_timeout=pong_within,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        proxy_headers=False,
    )
