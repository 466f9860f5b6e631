"""The script that installs a version beside those that are there."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tacora import __version__
from tests.cluster import DEPLOY
from tests.needs import not_tested
from tests.surroundings import ROOT


def install(folder: Path) -> Path:
    done = subprocess.run(
        [DEPLOY / "install.sh", ROOT, folder], capture_output=True, text=True, check=False, cwd=folder.parent
    )
    if done.returncode and ("No matching distribution" in done.stderr or "Connection" in done.stderr):
        not_tested("how Tacora is installed", "pip fetched nothing")
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"tacora {__version__}\n"
    return (folder / "current").resolve()


@pytest.mark.long
def test_a_version_is_installed_whole_beside_the_one_that_runs(tmp_path: Path) -> None:
    folder = tmp_path / "opt"
    (older := folder / "releases" / "older").mkdir(parents=True)
    (folder / "current").symlink_to("releases/older")
    newer = install(folder)
    assert newer.parent == older.parent
    assert newer != older
    assert older.is_dir()
    # By its own path, not by that of the link: what runs must not find the files of the next version there.
    program = folder / "current" / "bin" / "tacora"
    python = program.read_text().splitlines()[0].removeprefix("#!")
    assert Path(python).is_relative_to(newer)
    environment = {"PATH": os.defpath, "LANG": "C.UTF-8"}
    asked = "import tacora, psycopg; print(tacora.__file__)"
    found = subprocess.run([python, "-c", asked], env=environment, capture_output=True, text=True, check=True)
    assert Path(found.stdout.strip()).is_relative_to(newer)
    for name in ("backup.sh", "restore.sh", "rolling-restart.sh"):
        assert os.access(newer / "deploy" / name, os.X_OK)
    helped = subprocess.run([program, "serve", "--help"], env=environment, capture_output=True, check=True)
    assert b"--node" in helped.stdout
