"""How long `tacora --help` takes, beside the time that importing click alone takes, both in one run."""

from __future__ import annotations

import subprocess
import sys
import time

from machine import machine

ROUNDS = 15
HELP = [sys.executable, "-c", "import sys; from tacora.cli import main; sys.exit(main(['--help']))"]
CLICK = [sys.executable, "-c", "import click"]


def seconds(command: list[str]) -> float:
    """One run of a command."""
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def main() -> None:
    """Print both times and their ratio, in turns so that a busy moment hits both."""
    print(machine())
    seconds(HELP)
    runs = [(seconds(HELP), seconds(CLICK)) for _ in range(ROUNDS)]
    help_time, click_time = (min(times) for times in zip(*runs, strict=True))
    print(
        f"tacora --help {help_time * 1000:.0f} ms, import click {click_time * 1000:.0f} ms, "
        f"ratio {help_time / click_time:.2f} (best of {ROUNDS} runs)"
    )


if __name__ == "__main__":
    main()
