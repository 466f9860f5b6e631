"""The kernel is Python before it is compiled: whatever the compiler made of it, the source says the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
KERNEL_TESTS = ("test_script.py", "test_drivers.py", "test_mister_kernel.py")


@pytest.mark.long
def test_the_kernel_equals_the_engine_without_a_compiler(tmp_path: Path) -> None:
    """The same tests, interpreted: it is also how they count for the coverage."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not long"]
    chosen = [str(HERE / name) for name in KERNEL_TESTS]
    ended = subprocess.run(
        [*command, "--hypothesis-profile", "quick", "--basetemp", str(tmp_path / "kernel"), *chosen],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=HERE.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert not ended.returncode, ended.stdout + ended.stderr
    assert " passed" in ended.stdout
    interpreted = "import numba; raise SystemExit(not numba.config.DISABLE_JIT)"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    assert not subprocess.run([sys.executable, "-c", interpreted], env=environment, check=False).returncode
