"""The tests of single modules, which Node runs."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
MODULES = sorted(HERE.glob("*.test.mjs"))


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_a_module_does_what_its_tests_say(module: Path) -> None:
    node = shutil.which("node")
    if node is None:
        missing = "no Node here: install it (apt install nodejs) to run the tests of the pages' modules"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    done = subprocess.run([node, "--test", module], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
