"""Sitting at the real program: over pipes, and at a terminal with a keyboard and a screen."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from tacora.narration.catalogue import catalogue
from tests.cli.program import ENGLISH, PATIENCE, environment
from tests.terminal.program import Process, start

SEED = "00" * 31 + "07"
ESCAPE = "\x1b"

ASK = "Continue or leave? c or l, ? for help: "
DEMANDE = catalogue("fr")("ask-decision")
SAVED = "The game is saved. tacora play --resume goes on."
STATUS = re.compile(r"^(Nothing|\d+) in hand, (nothing|\d+) on the path\.$")


def secret(name: str) -> str:
    return f"{name}, in secret. {ASK}"


class Seat:
    """A running program: what it says is read until something expected comes."""

    def __init__(self, process: Process, reading: int, writing: int) -> None:
        self._process = process
        self._reading = reading
        self._writing = writing
        self._bytes = b""
        self._heard = 0

    @property
    def said(self) -> str:
        """Everything so far."""
        return self._bytes.decode(errors="replace").replace("\r\n", "\n")

    def send(self, text: str) -> None:
        self.send_bytes(text.encode())

    def send_bytes(self, keys: bytes) -> None:
        os.write(self._writing, keys)

    def hear(self, text: str) -> str:
        """Wait for this text; gives what was said from the last text heard up to and with this one."""
        end = time.monotonic() + PATIENCE
        while (at := self.said.find(text, self._heard)) < 0:
            assert self._more(end), f"never heard {text!r} in {self.said[self._heard :]!r}"
        heard, self._heard = self.said[self._heard : at + len(text)], at + len(text)
        return heard

    def answer(self, question: str, *answers: str) -> str:
        """Wait for the question and answer it; with several answers, it is asked as many times."""
        heard = ""
        for answer in answers:
            heard += self.hear(question)
            self.send(answer + "\n")
        return heard

    def end(self) -> int:
        """Wait until the program ends; gives its status."""
        end = time.monotonic() + PATIENCE
        while self._more(end):
            pass
        return self._process.wait(PATIENCE)

    def hear_the_rest(self) -> str:
        """Everything that was said, by a program that says no more."""
        self.end()
        return self.said

    def end_without_listening(self) -> int:
        """The status of a program that nobody hears any more."""
        return self._process.wait(PATIENCE)

    def kill(self) -> None:
        """No warning, no farewell."""
        self._process.kill()
        self._process.wait(PATIENCE)

    def interrupt(self) -> None:
        """Ctrl-C, pressed by somebody who has read the question."""
        self._until_it_waits()
        self._press_ctrl_c()

    def _press_ctrl_c(self) -> None:
        self._process.send_signal(signal.SIGINT)

    def _until_it_waits(self) -> None:
        """Until the program sleeps in its reading: Python forgets an interrupt that comes just before it does."""
        end = time.monotonic() + PATIENCE
        while not _sleeps(self._process.pid):
            assert time.monotonic() < end, "busy for ever"
            time.sleep(0.005)

    def _more(self, end: float) -> bool:
        """Read on; false when there is nothing more to come."""
        ready, _, _ = select.select([self._reading], [], [], max(0.0, end - time.monotonic()))
        assert ready, f"silent after {self.said[self._heard :]!r}"
        try:
            read = os.read(self._reading, 65536)
        except OSError:  # A terminal whose program has gone.
            return False
        self._bytes += read
        return bool(read)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait(PATIENCE)
        self.leave()

    def leave(self) -> None:
        """Close what the program talks to."""


class Pipes(Seat):
    """The program between two pipes, what it says and what it complains of in one."""

    def __init__(self, home: Path, *arguments: str, lang: str = ENGLISH, **more: str) -> None:
        typed, writing = os.pipe()
        reading, said = os.pipe()
        process = start(arguments, (typed, said, said), environment(home, lang=lang, **more))
        for end in (typed, said):
            os.close(end)
        self._ends = {reading, writing}
        super().__init__(process, reading, writing)

    def hang_up(self) -> None:
        """Nobody types any more."""
        self._ends.remove(self._writing)
        os.close(self._writing)

    def leave(self) -> None:
        while self._ends:
            os.close(self._ends.pop())


class Terminal(Seat):
    """The program at a terminal of its own, which it controls."""

    def __init__(
        self,
        home: Path,
        *arguments: str,
        lang: str = ENGLISH,
        term: str = "xterm-256color",
        columns: int = 100,
        **more: str,
    ) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, _size(columns))
        settings = environment(home, lang=lang, TERM=term, **more)
        process = start(arguments, (slave, slave, slave), settings, terminal=os.ttyname(slave))
        os.close(slave)
        super().__init__(process, self._master, self._master)

    def _press_ctrl_c(self) -> None:
        self.send("\x03")

    def echoes(self) -> bool:
        """Whether keys are shown as they are pressed."""
        return bool(termios.tcgetattr(self._master)[3] & termios.ECHO)

    def leave(self) -> None:
        """Close the window."""
        if self._master >= 0:
            os.close(self._master)
            self._master = -1


def _sleeps(process: int) -> bool:
    """Whether a process waits for something."""
    status = Path(f"/proc/{process}/stat")
    if status.exists():
        return status.read_text().rpartition(")")[2].split()[0] == "S"
    return subprocess.run(["ps", "-o", "stat=", "-p", str(process)], capture_output=True).stdout[:1] in (b"S", b"I")


def _size(columns: int) -> bytes:
    return b"".join(number.to_bytes(2, sys.byteorder) for number in (40, columns, 0, 0))


def seen(text: str) -> str:
    """What an eye sees of it: colours and moves of the cursor taken out."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def only_file(folder: Path) -> Path:
    """The one game that lies there."""
    files = sorted(folder.glob("*.json"))
    assert len(files) == 1
    return files[0]
