"""What `--cluster` needs, and what it refuses before anybody is asked."""

from __future__ import annotations

import pytest

from tacora.work import opening
from tests.cli.program import call

COMMANDS = (
    ("simulate", "--seats", "ev,ev,ev"),
    ("sweep", "gems:1..3"),
    ("arena", "ev", "never"),
    ("solve", "/nowhere/x", "--edition", "tiny"),
    ("exploit", "ev", "--edition", "tiny"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_without_the_extra_it_says_what_to_install(command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "find_spec", lambda _: None)
    said = call(*command, "--cluster", "tcp://127.0.0.1:1")
    assert (said.status, said.out) == (2, "")
    assert (
        said.err == "tacora: this needs Dask: pip install 'tacora[cluster]'"
        ", or in a clone .venv/bin/pip install -e '.[cluster]'\n"
    )


@pytest.mark.parametrize("command", [each for each in COMMANDS if each[0] != "arena"], ids=lambda command: command[0])
def test_gpus_of_a_cluster_are_refused(command: tuple[str, ...]) -> None:
    said = call(*command, "--cluster", "tcp://127.0.0.1:1", "--device", "gpu")
    assert (said.status, said.out) == (2, "")
    assert "--device gpu" in said.err
