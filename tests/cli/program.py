"""Tacora as its users meet it: in a process of its own, or, where hundreds of runs are needed, by its entry point."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import pytest

from tacora.cli import main
from tests.surroundings import handed_on

PROGRAM = Path(sys.executable).with_name("tacora")
"""The console script that was installed beside this Python."""

ENGLISH, FRENCH = "C.UTF-8", "fr_FR.UTF-8"
FRENCH_SPACES = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
PLAIN_SPACES = {ord(space): " " for space in FRENCH_SPACES}
"""For `str.translate`: French sets signs off with spaces that do not break; tests are easier to read without them."""
PATIENCE = 120.0
"""Seconds after which a program that should have answered is broken."""
FULL_DEVICE = Path("/dev/full")


class Said(NamedTuple):
    """What a run left behind."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def environment(home: Path, *, lang: str = ENGLISH, **more: str) -> dict[str, str]:
    """Nothing of the developer's own settings gets through; a measurement of coverage goes on in the program."""
    own = {"PATH": os.defpath, "HOME": str(home), "TACORA_HOME": str(home), "LANG": lang, "PYTHONUTF8": "1"}
    return {**handed_on(), **own, **more}


def unmeasured(env: Mapping[str, str]) -> dict[str, str]:
    """For a program that is interrupted or killed, or whose like is measured elsewhere.

    Coverage takes a lock at every call; if Ctrl-C comes just then it keeps it, and waits for itself for ever.
    """
    return {name: value for name, value in env.items() if not name.startswith("COVERAGE_")}


def run(*arguments: str, home: Path, stdin: str = "", lang: str = ENGLISH, **more: str) -> Said:
    """Run the real program with pipes on all sides."""
    return run_with(environment(home, lang=lang, **more), *arguments, stdin=stdin)


def run_with(env: Mapping[str, str], *arguments: str, stdin: str = "") -> Said:
    """Likewise, with nothing else in its environment."""
    done = subprocess.run(
        [PROGRAM, *arguments], input=stdin.encode(), capture_output=True, env=env, timeout=PATIENCE, check=False
    )
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())


def run_unread(*arguments: str, home: Path, **more: str) -> Said:
    """Run the real program into a pipe whose reader is gone (EPIPE)."""
    with subprocess.Popen(
        [PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(home, **more)
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.close()
        err = program.stderr.read().decode()
        return Said(program.wait(PATIENCE), "", err)


def run_into_full_device(*arguments: str, home: Path, **more: str) -> Said:
    """Run the real program onto a device that takes nothing (ENOSPC)."""
    if not FULL_DEVICE.exists():
        pytest.skip("there is no device that is always full")
    with FULL_DEVICE.open("wb") as full:
        done = subprocess.run(
            [PROGRAM, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment(home, **more),
            timeout=PATIENCE,
            check=False,
        )
    return Said(done.returncode, "", done.stderr.decode())


def first_line(command: str, home: Path, **more: str) -> Said:
    """Run the real program with these arguments, as a shell reads them, into `head -n 1`."""
    done = subprocess.run(
        f"'{PROGRAM}' {command} | head -n 1",
        shell=True,
        capture_output=True,
        env=environment(home, **more),
        timeout=PATIENCE,
        check=True,
    )
    return Said(done.returncode, done.stdout.decode(), done.stderr.decode())


def call(*arguments: str, lang: str = "en") -> Said:
    """Run the entry point in this process: the same command line, a hundred times as quick."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="") for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        status = main(["--lang", lang, *arguments])
    return Said(status, *(_written(stream) for stream in (out, err)))


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def is_one_line(text: str) -> bool:
    """Whether this is exactly one line of characters that print; French sets its signs off with spaces of its own."""
    line = text.removesuffix("\n").translate(PLAIN_SPACES)
    return text.endswith("\n") and line.isprintable() and bool(line.strip())


def assert_refused(said: Said) -> None:
    """The program refused: status 2, no output, and one line that says why."""
    assert (said.status, said.out) == (2, ""), said
    assert said.err.startswith("tacora: "), said
    assert is_one_line(said.err), said
