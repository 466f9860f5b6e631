"""A second screen reader, Fenrir, reads a game in line mode at 40 columns: all of it, once and in order."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tacora.narration.catalogue import Language, catalogue
from tacora.terminal.screen import folded
from tests.cli.program import PATIENCE
from tests.needs import not_tested
from tests.terminal.seat import SEED

FENRIR = Path(sys.prefix) / "terminal-reader"
"""Debian's package, unpacked by `make`."""
COLUMNS = 40
_ESCAPES = re.compile(r"\x1b[\[\]()][0-9;?]*[A-Za-z]?|\r")


WAITS = "Waiting"
_ONCE_IT_READS = f"""\
n=0
until grep -qs {WAITS} {{spoken}}; do
  n=$((n + 1))
  echo {WAITS} $n
  sleep 0.2
done
"""
"""What is on the screen when Fenrir begins it does not read; on a busy machine that may be all of the first step."""


class Reader:
    """Fenrir in a terminal, with the game as the program that it reads; what it speaks goes to a file."""

    def __init__(self, home: Path, language: Language) -> None:
        self._spoken = home / "spoken.txt"
        self._shown = b""
        play = f"--lang {language} play --plain --edition tiny --people Ana --bots tortoise,tortoise --seed {SEED}"
        say, game = home / "say", home / "game"
        say.write_text(f"#!/bin/sh\nprintf '%s\\0' \"$1\" >> {self._spoken}\n")
        program = Path(sys.prefix) / "bin/tacora"
        game.write_text(
            f"#!/bin/sh\n{_ONCE_IT_READS.format(spoken=self._spoken)}unset PYTHONPATH\nexec {program} {play}\n"
        )
        for script in (say, game):
            script.chmod(0o755)
        options = {
            "speech#driver": "genericDriver",
            "speech#genericSpeechCommand": f'{say} "fenrirText"',
            "sound#enabled": "False",
            "remote#enabled": "False",
            "general#shell": str(game),
        }
        settings = FENRIR / "etc/fenrirscreenreader/settings/settings.conf"
        wanted = ";".join(f"{name}={value}" for name, value in options.items())
        environment = {
            **os.environ,
            "PYTHONPATH": str(FENRIR / "usr/lib/python3/dist-packages"),
            "TERM": "xterm",
            "HOME": str(home),
            "TACORA_HOME": str(home),
            "LC_ALL": "C.UTF-8",
        }
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 25, COLUMNS, 0, 0))
        command = ["/usr/bin/python3", str(FENRIR / "usr/bin/fenrir"), "-e", "-s", str(settings), "-o", wanted]
        self._process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
        )
        os.close(slave)

    def shown(self) -> str:
        """What is on the terminal, from the first line on."""
        while select.select([self._master], [], [], 0.05)[0]:
            try:
                new = os.read(self._master, 65536)
            except OSError:  # The program has ended.
                break
            if not new:
                break
            self._shown += new
        return _ESCAPES.sub("", self._shown.decode(errors="replace"))

    def spoken(self) -> list[str]:
        with contextlib.suppress(FileNotFoundError):
            return self._spoken.read_text("utf-8").split("\0")[:-1]
        return []

    def read(self, asked: str) -> list[str]:
        """The lines that were read, without what Fenrir says of itself."""
        parts = [part for text in self.spoken() for part in text.split(" , ")]
        first = _sentences(self.shown().splitlines(), asked)[:1]
        lines = _sentences(parts, asked)
        return lines[lines.index(first[0]) :] if first and first[0] in lines else []

    def until_read(self, asked: str, questions: int) -> None:
        """Wait until so many questions were asked, and all is read."""
        end = time.monotonic() + PATIENCE
        while self.shown().count(asked) < questions or self.read(asked) != _sentences(self.shown().splitlines(), asked):
            assert time.monotonic() < end, f"{self.shown()}\n{self.spoken()}"

    def press(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def leave(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(PATIENCE)
        os.close(self._master)


@pytest.fixture
def reader(tmp_path: Path, language: Language) -> Iterator[Reader]:
    if not (FENRIR / "usr/bin/fenrir").is_file():
        not_tested("the terminal with a second screen reader", "no Fenrir: make .venv/fenrir")
    made = Reader(tmp_path, language)
    yield made
    made.leave()


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "fr"])
def test_fenrir_reads_a_game_once_and_in_order(reader: Reader, language: Language) -> None:
    asked = folded(catalogue(language)("ask-decision").rstrip(), COLUMNS)[-1]
    for questions in (1, 2):
        reader.until_read(asked, questions)
        if questions < 2:
            reader.press(f"{catalogue(language)('command-leave').split()[-1]}\r")
    shown = _sentences(reader.shown().splitlines(), asked)
    assert len(shown) > 10
    assert reader.read(asked) == shown


def _sentences(lines: Iterable[str], asked: str) -> list[str]:
    """Lines of the game without the question that is answered, what is typed, and the figures of the deal."""
    stripped = (line.strip() for line in lines if WAITS not in line)
    return [line for line in stripped if len(line) > 2 and asked not in line and not re.search("[0-9a-f]{20,}", line)]
