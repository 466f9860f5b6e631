"""Tables played to the podium in Firefox, driven over WebDriver BiDi: no tool but the browser itself."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import websockets

from tests.loop import run
from tests.needs import not_tested
from tests.server.serving import Serving
from tests.web.playing import HURRY

PATIENCE = 300.0
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PLAYS = """new Promise((played) => {
  const look = () => {
    const podium = document.querySelector("after-game .podium");
    if (podium) return played(podium.innerText);
    if (!("early" in document.body.dataset)) {
      document.querySelector('.choices:not(:has([aria-pressed="true"])) .choice-L[aria-disabled="false"]')?.click();
      const tray = document.querySelector("tray-table[data-mine]:not(:has(.lifting))");
      const wanted = tray?.dataset.card === "theft" ? ".theft-decline" : '.stone:not([data-state="empty"])';
      tray?.querySelector(wanted)?.click();
    }
    requestAnimationFrame(look);
  };
  look();
})"""
"""Goes home whenever it is asked, takes the first diamond, steals nothing, and tells of the podium."""
HURRIED_PLAY = f"(({HURRY})(), {PLAYS})"
GAMES = pytest.mark.parametrize("game", ["diamant", "mister-diamond"])


class Firefox:
    """A session with a Firefox that runs."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self.events: list[dict[str, Any]] = []

    async def call(self, method: str, **parameters: Any) -> Any:
        """The result of a command; events that come meanwhile are kept."""
        number = next(self._ids)
        await self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            told = json.loads(await self._socket.recv())
            if told.get("id") == number:
                assert told["type"] == "success", told
                return told["result"]
            self.events.append(told["params"])


async def played(socket: str, address: str, game: str) -> tuple[str, list[str]]:
    """What the podium of a first game says, and what the console complained of."""
    async with (
        asyncio.timeout(PATIENCE),
        websockets.connect(f"{socket}/session", max_size=None, open_timeout=PATIENCE, ping_interval=None) as line,
    ):
        firefox = Firefox(line)
        await firefox.call("session.new", capabilities={})
        await firefox.call("session.subscribe", events=["log.entryAdded", "browsingContext.load"])
        page = (await firefox.call("browsingContext.getTree"))["contexts"][0]["context"]
        await firefox.call("browsingContext.navigate", context=page, url=address, wait="complete")

        async def evaluate(script: str) -> Any:
            told = await firefox.call("script.evaluate", expression=script, target={"context": page}, awaitPromise=True)
            assert told["type"] == "success", told
            return told["result"].get("value")

        await evaluate(f"document.querySelector('.play-now[data-game={game}]').click()")
        while not any("/t/" in event.get("url", "") for event in firefox.events):
            firefox.events.append(json.loads(await line.recv())["params"])
        podium = await evaluate(HURRIED_PLAY)
        told = [event["text"] for event in firefox.events if event.get("level") in ("error", "warn")]
        # A line that is slow to open is opened again, which is what the page is made for.
        return podium, [text for text in told if " ws://" not in text]


@pytest.mark.long
@GAMES
def test_a_table_is_played_to_the_podium(serving: Serving, tmp_path: Path, game: str) -> None:
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        not_tested("the pages in Firefox", "no Firefox: apt install firefox-esr")
    profile = tmp_path / "profile"
    profile.mkdir()
    command = [program, "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", str(profile)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as firefox:
        try:
            assert firefox.stderr is not None
            socket = next(found[1] for line in firefox.stderr if (found := LISTENING.search(line)))
            podium, complaints = run(played(socket, serving.address, game))
        finally:
            firefox.terminate()
    assert "Explorer" in podium
    assert complaints == []
