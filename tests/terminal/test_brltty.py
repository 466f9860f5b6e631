"""BRLTTY reads a game in line mode from a console and shows it on a display of 40 cells: every line whole.

The display is BRLTTY's own virtual one. The console is one of the kernel's, which belong to root, and which containers
do not have: as with a GPU, a machine without is not asked for one.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import socket
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tacora.narration.catalogue import Language, catalogue
from tests.cli.program import PATIENCE
from tests.needs import not_tested
from tests.terminal.seat import SEED

BRLTTY = Path(sys.prefix) / "braille-reader"
"""Debian's package, unpacked by `make`."""
CONSOLES = Path("/dev/tty0")
CELLS = 40
ROWS = 16
"""Lines to go back over; a console has 25."""
_VT_OPENQRY, _VT_DISALLOCATE = 0x5600, 0x5608
_SPECIAL = re.compile(r'\\(X[0-9A-Fa-f]{2}|["\\])')


class Console:
    """A free console of the kernel, and the game whose lines are printed on it as they come."""

    def __init__(self, home: Path, language: Language) -> None:
        self.number, self._console = _free_console()
        os.write(self._console, b"\x1bc\x1b%G")
        self._shown = b""
        play = f"--lang {language} play --plain --edition tiny --people Ana --bots tortoise,tortoise --seed {SEED}"
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 25, CELLS, 0, 0))
        self._process = subprocess.Popen(
            [str(Path(sys.prefix) / "bin/tacora"), *play.split()],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "linux", "TACORA_HOME": str(home), "LC_ALL": "C.UTF-8"},
            start_new_session=True,
        )
        os.close(slave)

    def lines(self) -> list[str]:
        """What was printed so far."""
        while select.select([self._master], [], [], 0.05)[0]:
            new = os.read(self._master, 65536)
            os.write(self._console, new)
            self._shown += new
        return [line.rstrip() for line in self._shown.decode().replace("\r", "").split("\n")]

    def press(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def leave(self) -> None:
        self._process.kill()
        self._process.wait(PATIENCE)
        os.close(self._master)
        os.close(self._console)
        with CONSOLES.open("rb") as consoles, contextlib.suppress(OSError):
            fcntl.ioctl(consoles, _VT_DISALLOCATE, self.number)


def _free_console() -> tuple[int, int]:
    """A console that nobody uses, and no other test: its number, and the console itself, open and locked."""
    with CONSOLES.open("rb") as consoles:
        number: int = struct.unpack("i", fcntl.ioctl(consoles, _VT_OPENQRY, struct.pack("i", 0)))[0]
    while True:
        console = os.open(f"/dev/tty{number}", os.O_RDWR | os.O_NOCTTY)
        try:
            fcntl.flock(console, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:  # Another test has found the same one.
            os.close(console)
            number += 1
        else:
            return number, console


class Display:
    """A braille display, as BRLTTY has it: one line of text, and keys."""

    def __init__(self, home: Path, console: int) -> None:
        address = home / "display"
        options = {
            "-f": "/dev/null",
            "-D": f"{BRLTTY}/lib/brltty",
            "-T": f"{BRLTTY}/etc/brltty",
            "-W": str(home),
            "-U": str(home),
            "-P": str(home / "pid"),
            "-b": "vr",
            "-d": f"server:{address}",
            "-x": "lx",
            "-X": f"vt={console}",
            "-s": "no",
        }
        command = [f"{BRLTTY}/bin/brltty", "-n", "-e", "-q", "-N", *(part for pair in options.items() for part in pair)]
        libraries = ":".join(map(str, (BRLTTY / "usr" / "lib").glob("*-linux-*")))  # Named after the processor.
        environment = {**os.environ, "LD_LIBRARY_PATH": libraries, "LC_ALL": "C.UTF-8"}
        self._log = home / "brltty.log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        self._socket = socket.socket(socket.AF_UNIX)
        self._rest = b""
        self.text = ""
        """What is on the display."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self._socket.connect(str(address))
            except OSError:
                assert self._process.poll() is None, self._log.read_text("utf-8")
                assert time.monotonic() < end, self._log.read_text("utf-8")
                time.sleep(0.05)
            else:
                break
        self.press(f"cells {CELLS}")

    def press(self, key: str) -> None:
        self._socket.sendall(f"{key}\n".encode())

    def look(self) -> str:
        while select.select([self._socket], [], [], 0.05)[0]:
            new = self._socket.recv(65536)
            assert new, self._log.read_text("utf-8")
            *lines, self._rest = (self._rest + new).split(b"\n")
            for line in lines:
                if found := re.match(rb'Visual "(.*)"', line):
                    self.text = _SPECIAL.sub(_sign, found[1].decode("utf-8", "replace")).rstrip()
        return self.text

    def until(self, text: str) -> None:
        """Wait until this is on the display."""
        end = time.monotonic() + PATIENCE
        while self.look() != text:
            assert time.monotonic() < end, f"“{text}” is not on the display, but “{self.text}”"

    def leave(self) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait(PATIENCE)


def _sign(special: re.Match[str]) -> str:
    return chr(int(special[1][1:], 16)) if special[1][0] == "X" else special[1]


@pytest.fixture
def console(tmp_path: Path, language: Language) -> Iterator[Console]:
    if not (BRLTTY / "bin/brltty").is_file():
        not_tested("the terminal with a braille display", "no BRLTTY: make .venv/brltty")
    if not (os.access(CONSOLES, os.R_OK | os.W_OK) and os.access("/dev/vcsa", os.R_OK)):
        pytest.skip("no console of the kernel, or not allowed to read it")
    made = Console(tmp_path, language)
    yield made
    made.leave()


@pytest.fixture
def display(tmp_path: Path, console: Console) -> Iterator[Display]:
    made = Display(tmp_path, console.number)
    yield made
    made.leave()


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_line_fits_the_cells_of_a_display(console: Console, display: Display, language: Language) -> None:
    asked = catalogue(language)("ask-decision").split()[-1]
    read = 0
    for question in (1, 2):
        end = time.monotonic() + PATIENCE
        while len(lines := console.lines()) <= read or not lines[-1].endswith(asked):
            assert time.monotonic() < end, lines
        read = len(lines)
        display.until(lines[-1])
        for line in reversed(lines[-ROWS:-1]):
            assert len(line) <= CELLS or " " not in line, (
                "nothing is longer but the promise of the deal, which is one word"
            )
            display.press("LnUp")
            display.until(line[:CELLS])
        display.press("Home")
        display.until(lines[-1])
        if question < 2:
            console.press(f"{catalogue(language)('command-leave').split()[-1]}\r")
