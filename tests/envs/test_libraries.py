"""Whoever lacks a library is told which extra brings it, and nothing else needs it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tacora.envs.libraries import HOW

LACKING = """
import importlib.util, sys
class Lacks:
    def find_spec(self, name, path=None, target=None):
        if name == {missing!r}:
            raise ModuleNotFoundError(name)
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name == {missing!r} else found(name, package)
sys.meta_path.insert(0, Lacks())
import tacora.envs
from tacora.envs import {module}
"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("module", "missing"),
    [
        ("diamant_v0", "pettingzoo"),
        ("mister_diamond_v0", "pettingzoo"),
        ("diamant_seat", "gymnasium"),
        ("diamant_vector", "numba"),
        ("open_spiel", "pyspiel"),
    ],
)
def test_what_is_missing_is_named_with_the_extra(module: str, missing: str) -> None:
    script = LACKING.format(module=module, missing=missing)
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    line = f"ImportError: this environment needs {missing}: {HOW}"
    assert ended.stderr.splitlines()[-1] == line
