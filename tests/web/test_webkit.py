"""Tables played to the podium in WebKit, Safari's engine, driven over WebDriver: no tool but the browser itself."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from tests.ear.orca import x_server
from tests.needs import not_tested
from tests.server.crashing import free_port
from tests.server.serving import Serving
from tests.web.test_firefox import GAMES, HURRIED_PLAY

PATIENCE = 300
WRONG = """window.wrong = [];
addEventListener("error", ({ message }) => window.wrong.push(message));
addEventListener("unhandledrejection", ({ reason }) => window.wrong.push(String(reason)));"""


class WebKit:
    """A session with a driver that runs."""

    def __init__(self, port: int) -> None:
        self._address = f"http://127.0.0.1:{port}/session"
        options = {"timeouts": {"script": 1000 * PATIENCE}}
        self._address += "/" + self.call("POST", "", capabilities={"alwaysMatch": options})["sessionId"]

    def call(self, method: str, path: str, **parameters: Any) -> Any:
        """The value that a command answers with."""
        body = json.dumps(parameters).encode() if method == "POST" else None
        request = urllib.request.Request(
            self._address + path, body, {"Content-Type": "application/json"}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            raise AssertionError(f"{path}: {error.read().decode()}") from None

    def run(self, script: str) -> Any:
        return self.call("POST", "/execute/sync", script=script, args=[])

    def wait(self, condition: str) -> None:
        until = time.monotonic() + PATIENCE
        while not self.run(f"return Boolean({condition})"):
            assert time.monotonic() < until, condition
            time.sleep(0.05)

    def settled(self, promise: str) -> Any:
        """What a promise comes to."""
        return self.call("POST", "/execute/async", script=f"({promise}).then(arguments[0])", args=[])


@contextmanager
def driver(program: str, home: Path) -> Iterator[int]:
    """The port of a driver with a screen of its own. As root, WebKit has no sandbox, and here nothing to guard.

    Nothing is composed by OpenGL, whose drawing in software has crashed in WebKit's compositor (a segmentation fault in
    swrast_dri.so); the driver then says that it could not parse a script's result.
    """
    environment = os.environ | {
        "HOME": str(home),
        "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
    }
    screen, environment["DISPLAY"] = x_server(environment, home)
    port = free_port()
    with (home / "driver.out").open("wb") as out:
        process = subprocess.Popen([program, f"--port={port}"], env=environment, stdout=out, stderr=out)
    try:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and process.poll() is None:
            with closing(socket.socket()) as line:
                if not line.connect_ex(("127.0.0.1", port)):
                    break
            time.sleep(0.05)
        yield port
    finally:
        for each in (process, screen):
            each.terminate()
            each.wait()


@pytest.mark.long
@GAMES
def test_a_table_is_played_to_the_podium(serving: Serving, tmp_path: Path, game: str) -> None:
    program = shutil.which("WebKitWebDriver")
    if program is None or not shutil.which("Xvfb"):
        not_tested("the pages in WebKit", "no WebKit: apt install webkit2gtk-driver xvfb")
    with driver(program, tmp_path) as port:
        browser = WebKit(port)
        browser.call("POST", "/url", url=serving.address)
        browser.wait("document.querySelector('#hero svg')")  # Drawn by the script of the page: it listens to clicks.
        browser.run(f"document.querySelector('.play-now[data-game={game}]').click()")
        browser.wait("location.pathname.startsWith('/t/')")
        browser.run(WRONG)
        podium = browser.settled(HURRIED_PLAY)
        assert browser.run("return window.wrong") == []
        assert (
            browser.run("return [...document.querySelectorAll('[data-reload]')].some((each) => each.checkVisibility())")
            is False
        )
        browser.call("DELETE", "")
    assert "Explorer" in podium
