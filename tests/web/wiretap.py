"""The WebSocket of a page, with every frame in view."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute


class Wiretap:
    """Keeps the types of the frames that a page sends, and holds back those to it that `holds` names."""

    def __init__(self, page: Page) -> None:
        self.sent: list[str] = []
        self.held: list[str | bytes] = []
        self.lines: list[WebSocketRoute] = []
        self.holds: Callable[[str], bool] = "".__eq__
        page.route_web_socket("**/ws/*", self._listen)

    def _listen(self, line: WebSocketRoute) -> None:
        table = line.connect_to_server()
        self.lines.append(line)

        def to_table(frame: str | bytes) -> None:
            self.sent.append(json.loads(frame)["type"])
            table.send(frame)

        def to_page(frame: str | bytes) -> None:
            if self.holds(json.loads(frame)["type"]):
                self.held.append(frame)
            else:
                line.send(frame)

        line.on_message(to_table)
        table.on_message(to_page)
