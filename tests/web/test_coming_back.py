"""A lost server, a phone that sleeps, a reload: the page goes on by itself."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from playwright.sync_api import expect

from tests.server.serving import Serving
from tests.web.conftest import Visits
from tests.web.playing import TINY, dealt, decide, host_link, link, no_hazard, play_out, see, seed_where, sit, start


@contextmanager
def server(file: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """`tacora serve` as a program of its own, once it answers."""
    command = [sys.executable, "-m", "tacora", "serve", "--port", str(port), "--file", str(file)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        assert running.stdout is not None
        line = b""
        while b"http" not in line:
            line = running.stdout.readline()
            assert line, "the server does not start"
        yield running
    finally:
        if running.poll() is None:
            running.kill()
        running.wait()
        if running.stdout is not None:
            running.stdout.close()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        port: int = door.getsockname()[1]
        return port


def test_a_page_goes_on_after_the_server_was_killed_and_the_sealed_choice_is_still_there(
    tmp_path: Path, visit: Visits
) -> None:
    visit.may_lose_the_server = True
    file, port = tmp_path / "tables.db", free_port()
    address = f"http://127.0.0.1:{port}"
    with server(file, port) as running:
        opened = httpx.post(
            f"{address}/api/tables",
            json={"rules": {"edition": "tiny", "seats": 3}, "bots": ["tortoise"], "manners": {"thinking": False}},
            trust_env=False,
        ).json()
        ana = visit(f"{address}/t/{opened['table']}#seat={opened['host']}")
        sit(ana, "Ana")
        ben = visit(f"{address}/t/{opened['table']}")
        sit(ben, "Ben")
        start(ana)
        decide(ana, "C")
        see(ben, ".count", "One still thinks")
        os.kill(running.pid, signal.SIGKILL)
        running.wait()
        see(ana, "#line", "The connection is lost. Trying again; nothing is lost.")
        ben.locator(".choices .choice-C").click()
        expect(ben.locator(".choices .choice-C")).to_have_attribute("aria-pressed", "true")
    with server(file, port):
        ana.locator("#line").wait_for(state="hidden")
        ben.locator("#line").wait_for(state="hidden")
        # Ana's choice was sealed before, and Ben's is sent now that there is somebody to hear it.
        see(ana, "#history-list li", "All continue")
        play_out(ana, ben)
        replay = httpx.get(f"{address}/api/tables/{opened['table']}/games/1/replay", trust_env=False).json()
        # Every step once, and the result: nothing is missing, and nothing is told twice.
        assert ana.locator("#history-list li").count() == len(replay["steps"]) + 1


def test_a_phone_that_slept_hears_what_it_missed(serving: Serving, visit: Visits) -> None:
    visit.may_lose_the_server = True
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 0), bots=("tortoise",))
    ana = visit(host_link(serving, opened))
    sit(ana, "Ana")
    phone = visit(link(serving, opened.table), width=390, height=844)
    sit(phone, "Ben")
    start(ana)
    decide(phone, "L")
    see(ana, ".count", "One still thinks")
    phone.context.set_offline(True)
    see(ana, ".players .player", "offline")
    decide(ana, "C")
    see(ana, "#history-list li", "Ben leaves.")
    assert "You leave" not in phone.locator("#history").inner_text()
    phone.context.set_offline(False)
    see(phone, "#history-list li", "You leave.")
    phone.locator("#line").wait_for(state="hidden")
    play_out(ana, phone)


def test_a_reload_in_mid_game_loses_nothing(serving: Serving, visit: Visits) -> None:
    opened = dealt(serving, seed=seed_where(TINY, no_hazard, 0), bots=("tortoise",))
    ana = visit(host_link(serving, opened))
    sit(ana, "Ana")
    ben = visit(link(serving, opened.table))
    sit(ben, "Ben")
    start(ana)
    decide(ana, "L")
    see(ben, ".count", "One still thinks")
    ana.reload()
    see(ana, ".prompt", "To camp. You can still change your mind.")
    expect(ana.locator(".choices .choice-L")).to_have_attribute("aria-pressed", "true")
    expect(ana.locator(".player.you")).to_contain_text("Ana")
