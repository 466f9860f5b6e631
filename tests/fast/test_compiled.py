"""Compiled code is kept for exactly the sources it came from, found again, and not needed where nothing can be kept."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from shutil import copytree

import pytest

from tacora.fast import compiled
from tacora.fast.compiled import cache_folder, is_compiled

ROOT = Path(__file__).parents[2]
FOLDERS = ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME")
"""What says where compiled code is kept, the first of them first."""

FOLLOW = """
from tacora.games.diamant import EDITIONS, Diamant, Treasure
from tacora.fast.compiled import cache_folder, is_compiled
from tacora.games.diamant.kernel.script import follow, play

print("folder", cache_folder())
print("chests", follow(Diamant(EDITIONS["tiny"]), 3, [[Treasure(5)]], [[(0, 1, 2)]]))
print("fetched", sum(play.stats.cache_hits.values()))
"""
"""The smallest entry point, compiled or fetched, and called."""


def python(code: str, settings: Mapping[str, str], sources: Path = ROOT / "src", stdin: str = "") -> dict[str, str]:
    """What a fresh process prints, by the first word of each line; these settings and no others decide on folders."""
    clean = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("NUMBA_", "XDG_", "COVERAGE_")) and name not in ("HOME", "PYTHONPATH")
    }
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**clean, "PYTHONPATH": str(sources), "PYTHONDONTWRITEBYTECODE": "1", **settings},
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return dict(line.split(" ", 1) for line in done.stdout.splitlines())


def kept(folder: Path) -> dict[Path, tuple[int, int]]:
    """Every file below a folder, with what changes when it is written again."""
    return {
        file.relative_to(folder): (file.stat().st_mtime_ns, file.stat().st_ino)
        for file in folder.rglob("*")
        if file.is_file()
    }


CHESTS = "[[(1, 0), (1, 0), (1, 0)]]"


def copied(folder: Path) -> Path:
    """The sources once more, to be changed."""
    copytree(ROOT / "src" / "tacora", folder / "src" / "tacora", ignore=lambda *_: ["__pycache__"])
    return folder / "src"


@pytest.mark.long
def test_what_was_compiled_is_fetched_until_a_rule_changes(tmp_path: Path) -> None:
    """The same folder for all compiled code, three starts, and before the last a rule where every card gives seven."""
    sources, cache = copied(tmp_path), tmp_path / "cache"
    settings = {"NUMBA_CACHE_DIR": str(cache)}
    first = python(FOLLOW, settings, sources)
    assert (first["chests"], first["fetched"]) == (CHESTS, "0")
    after_first = kept(cache)
    assert {file.suffix for file in after_first} == {".nbi", ".nbc"}
    assert all(cache / file == Path(first["folder"], *file.parts[2:]) for file in after_first)
    second = python(FOLLOW, settings, sources)
    assert (second["chests"], second["fetched"]) == (CHESTS, "1")
    assert kept(cache) == after_first, "nothing was written again"
    rules = sources / "tacora" / "games" / "diamant" / "kernel" / "rules.py"
    text = rules.read_text("utf-8")
    assert text.count("held += (effect & 255) * found") == 1
    rules.write_text(text.replace("held += (effect & 255) * found", "held += 7 * found"), "utf-8")
    changed = python(FOLLOW, settings, sources)
    assert (changed["chests"], changed["fetched"]) == ("[[(7, 0), (7, 0), (7, 0)]]", "0")
    assert changed["folder"] != first["folder"]
    assert after_first.items() < kept(cache).items()


@pytest.mark.parametrize(
    ("settings", "below"),
    [
        ({"NUMBA_CACHE_DIR": "{}/numba", "XDG_CACHE_HOME": "{}/xdg", "HOME": "{}/home"}, "numba"),
        ({"XDG_CACHE_HOME": "{}/xdg", "HOME": "{}/home"}, "xdg"),
        ({"NUMBA_CACHE_DIR": "", "XDG_CACHE_HOME": "", "HOME": "{}/home"}, "home/.cache"),
    ],
)
def test_where_compiled_code_is_kept(
    settings: dict[str, str], below: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in FOLDERS:
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value.format(tmp_path))
    folder = cache_folder()
    assert folder.parent == tmp_path / below / "tacora"
    assert len(folder.name) == 16
    assert set(folder.name) <= set("0123456789abcdef")


DIGESTS = """
import sys
from tacora.fast import compiled

for name in sys.stdin.read().split():
    compiled._digest.cache_clear()  # As in a process of its own.
    print(f"{name}-before", compiled.cache_folder())
    with open(name, "a") as file:
        file.write("# A remark.\\n")
    print(f"{name}-there", compiled.cache_folder())
    compiled._digest.cache_clear()
    print(f"{name}-after", compiled.cache_folder())
"""


@pytest.mark.thorough
def test_changed_sources_have_a_folder_of_their_own(tmp_path: Path) -> None:
    """Even a change in a file whose functions only vanish into others."""
    sources = copied(tmp_path)
    changed = [
        *sorted((sources / "tacora" / "fast").glob("*.py")),
        *sorted((sources / "tacora" / "games").glob("*/kernel/*.py")),
        *(sources / "tacora" / "games" / "diamant" / f"{name}.py" for name in ("features", "sight", "strategy")),
    ]
    names = list(map(str, changed))
    assert len(names) > 15
    told = python(DIGESTS, {"HOME": "/"}, sources, stdin="\n".join(names))
    for name in names:
        assert told[f"{name}-before"] == told[f"{name}-there"] != told[f"{name}-after"]
    assert len({told[f"{name}-after"] for name in names}) == len(names)


@pytest.fixture(params=["/proc/nowhere", "below a file"])
def nowhere(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A folder that nobody can make."""
    if request.param == "below a file":
        (tmp_path / "file").write_text("")
        return str(tmp_path / "file" / "folder")
    return str(request.param)


@pytest.mark.long
def test_where_nothing_can_be_kept_it_still_plays(nowhere: str) -> None:
    told = python(FOLLOW + "print('there', is_compiled('script'))", {"HOME": nowhere})
    assert (told["chests"], told["fetched"], told["there"]) == (CHESTS, "0", "False")
    assert not Path(nowhere).exists()


@pytest.mark.parametrize("names", [("HOME",), ("XDG_CACHE_HOME",), ("NUMBA_CACHE_DIR",), FOLDERS], ids="+".join)
def test_nothing_is_tried_where_nothing_can_be_kept(
    nowhere: str, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever variable names the folder."""
    for name in FOLDERS:
        monkeypatch.delenv(name, raising=False)
    for name in names:
        monkeypatch.setenv(name, nowhere)
    assert cache_folder().is_relative_to(nowhere)
    assert not is_compiled("lanes")
    with compiled._our_folder() as folder:
        assert folder is None
    assert not Path(nowhere).exists()


@compiled.small
def one() -> int:
    return 1


@compiled.small
def two() -> int:
    return 2


def asked() -> int:
    return 10 * one()


def test_a_function_is_compiled_again_with_another_one_in_it_and_stays_as_it_was() -> None:
    first = compiled.small(asked)
    assert (compiled.instead(first, one=two)(), first()) == (20, 10)
    for wrong in ("three", "cache_folder"):  # Nobody knows it; it is not called.
        with pytest.raises(ValueError, match=f"asked does not call {wrong}"):
            compiled.instead(first, **{wrong: two})


@pytest.mark.parametrize("module", ["lanes", "simulation"])
def test_each_game_is_compiled_for_itself(module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry point is there when its index is: not that of the other game, and none of other sources."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    here = cache_folder() / "fast_0123"
    for folder, name in ((here, "script.play-41"), (here, f"{module}_more.play-1"), (tmp_path / "x" / "y", module)):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.py311.nbi").touch()
    (here / f"{module}.play-63.py311.1.nbc").touch()
    assert not is_compiled(module)
    (here / f"{module}.play-63.py311.nbi").touch()
    assert is_compiled(module)
    assert [is_compiled(other) for other in ("lanes", "simulation")].count(True) == 1


@pytest.mark.long
def test_without_a_home_it_still_plays() -> None:
    """No variable names one, and the user is not in the list of users."""
    code = """
import pathlib

def no_home(*_):
    raise RuntimeError("Could not determine home directory.")

pathlib.Path.home = classmethod(no_home)
"""
    told = python(code + FOLLOW.replace('print("folder", cache_folder())', ""), {})
    assert (told["chests"], told["fetched"]) == (CHESTS, "0")


def test_numba_keeps_its_own_folder_for_the_code_of_others() -> None:
    import numba

    before = numba.config.CACHE_DIR
    with compiled._our_folder() as folder:
        assert folder is None or str(folder) == numba.config.CACHE_DIR
    assert before == numba.config.CACHE_DIR
