"""The tests of single modules, which Node runs: the one that Playwright brings along, or the system's."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import playwright
import pytest

from tests.needs import not_tested

HERE = Path(__file__).parent
MODULES = sorted(HERE.glob("*.test.mjs"))
BROUGHT_ALONG = Path(playwright.__file__).parent / "driver" / "node"


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_a_module_does_what_its_tests_say(module: Path) -> None:
    node = BROUGHT_ALONG if BROUGHT_ALONG.exists() else shutil.which("node")
    if node is None:
        not_tested("single modules of the pages", "no Node: apt install nodejs")
    done = subprocess.run([node, "--test", module], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
