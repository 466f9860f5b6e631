"""The program between pipes or at a terminal, forked or, with `--real`, started as it was installed.

What is forked has imported everything, and is measured where coverage is; an installed program that had to be watched
while it imports would take longer for that than for all that it is started for.
"""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from tests.cli.program import ENGLISH, PATIENCE, PROGRAM, Said, environment, run_with, unmeasured
from tests.real import real
from tests.terminal.forked import Forked

Process: TypeAlias = "subprocess.Popen[bytes] | Forked"

# The leader of a session without a terminal gets the first one that it opens. With `Popen` alone none is opened: what
# is handed over is open already.
_TAKE_THE_TERMINAL = 'exec "$@" <>"$0"'


def start(
    arguments: Sequence[str], streams: tuple[int, int, int], env: Mapping[str, str], *, terminal: str = ""
) -> Process:
    """Start the program with these streams; the name of a terminal, where they are one."""
    if not real():
        return Forked(arguments, env, streams)
    stdin, stdout, stderr = streams
    command: list[str | Path] = [PROGRAM, *arguments]
    if terminal:
        command = ["/bin/sh", "-c", _TAKE_THE_TERMINAL, terminal, *command]
    return subprocess.Popen(
        command, stdin=stdin, stdout=stdout, stderr=stderr, env=unmeasured(env), start_new_session=bool(terminal)
    )


def run(*arguments: str, home: Path, stdin: str = "", lang: str = ENGLISH, **more: str) -> Said:
    """Run the program to its end, with pipes on all sides."""
    env = environment(home, lang=lang, **more)
    if real():
        return run_with(unmeasured(env), *arguments, stdin=stdin)
    reading, typing = os.pipe()
    (out, said), (err, complained) = os.pipe(), os.pipe()
    process = Forked(arguments, env, (reading, said, complained))
    for end in (reading, said, complained):
        os.close(end)
    with contextlib.suppress(BrokenPipeError):
        os.write(typing, stdin.encode())  # Less than a pipe holds.
    os.close(typing)
    heard = {out: b"", err: b""}
    unfinished = [out, err]
    while unfinished:
        ready, _, _ = select.select(unfinished, [], [], PATIENCE)
        assert ready, f"silent after {heard}"
        for stream in ready:
            read = os.read(stream, 65536)
            heard[stream] += read
            if not read:
                unfinished.remove(stream)
                os.close(stream)
    return Said(process.wait(PATIENCE), heard[out].decode(), heard[err].decode())
