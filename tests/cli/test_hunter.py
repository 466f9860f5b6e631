"""The hunter by its name on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacora.fast import compiled as compiling
from tests.cli.program import Said, call
from tests.cli.studies import without

pytestmark = pytest.mark.usefixtures("compiled")

MATCH = ("arena", "hunter", "ev", "magpie", "--edition", "tiny", "--deals", "4", "--processes", "1", "--seed", "2")


def played(*more: str, lang: str = "en") -> Said:
    said = call(*MATCH, *more, lang=lang)
    assert said.status == 0
    return said


def test_a_match_with_it_is_the_same_from_the_same_seed() -> None:
    one, two = played("--json"), played("--json")
    assert one.out.partition('"games_per_second"')[0] == two.out.partition('"games_per_second"')[0]
    assert '"hunter"' in one.out


@pytest.mark.parametrize(("lang", "words"), [("en", "Compiling for this machine"), ("fr", "Compilation")])
def test_whoever_waits_for_a_compiler_is_told(monkeypatch: pytest.MonkeyPatch, lang: str, words: str) -> None:
    played(lang=lang)  # From now on it is compiled, whoever was here before.
    assert words not in played(lang=lang).err
    monkeypatch.setattr(compiling, "is_compiled", lambda _: False)
    assert words in played(lang=lang).err


@pytest.mark.sample(1)
@pytest.mark.parametrize("module", ["numpy", "numba"])
@pytest.mark.parametrize("command", [MATCH, ("play", "--plain", "--bots", "hunter,ev")], ids=lambda command: command[0])
def test_what_was_not_installed_is_named(tmp_path: Path, module: str, command: tuple[str, ...]) -> None:
    said = without(module, *command, home=tmp_path)
    assert said == (
        2,
        "",
        "tacora: this needs NumPy, Numba and matplotlib: pip install 'tacora[study]'"
        ", or in a clone .venv/bin/pip install -e '.[study]'\n",
    )
