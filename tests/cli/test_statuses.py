"""`python -m tacora` ends as `tacora` does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import PATIENCE, PROGRAM, environment
from tests.record.records import GOOD, written

WAYS = {"tacora": [str(PROGRAM)], "python -m tacora": [sys.executable, "-m", "tacora"]}


@pytest.mark.sample(3)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("--version",), 0),
        (("verify", "{file}"), 0),
        (("verify", "{file}", "--commitment", "0" * 64), 1),
        (("verify", "{file}.nowhere"), 2),
        (("no-such-command",), 2),
    ],
)
def test_both_ways_to_start_it_end_alike(way: str, arguments: tuple[str, ...], status: int, tmp_path: Path) -> None:
    file = written(tmp_path, GOOD)
    command = [*WAYS[way], *(argument.format(file=file) for argument in arguments)]
    done = subprocess.run(command, capture_output=True, env=environment(tmp_path), timeout=PATIENCE, check=False)
    assert done.returncode == status, done.stderr.decode()
