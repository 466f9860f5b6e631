"""`tacora review`: a recorded game, weighed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tacora.games.records import encode
from tests.analysis.test_review import played
from tests.cli.program import assert_refused, call
from tests.cli.studies import Study, without
from tests.terminal.seat import seen

pytestmark = pytest.mark.usefixtures("compiled", "cpu_only")

QUICK = ("--games", "64", "--seed", "3")


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("records") / "game.json"
    file.write_bytes(encode(played(("ev", "random:0.5", "tortoise"), 4).record))
    return str(file)


def test_the_promised_fields(record: str) -> None:
    said = call("review", record, *QUICK, "--json")
    assert (said.status, said.err) == (0, "")
    review = json.loads(said.out)
    assert (review["games"], review["seed"]) == (64, 3)
    for seat in review["seats"]:
        assert seat["errors"] <= 0
        assert seat["cards"] + seat["others"] + seat["errors"] == pytest.approx(seat["result"], abs=1e-9)
    for decision in review["decisions"]:
        assert set(decision["values"]) == {"C", "L"}


def test_few_games_find_few_errors_and_say_so(record: str) -> None:
    said = {games: call("review", record, "--games", games, "--seed", "3").out for games in ("64", "1024")}
    few = "small errors cannot be told from chance"
    rated = [bool(re.search("decided (like|very|well|by|as)", said[games])) for games in said]
    assert rated == [False, True]
    assert (f"With 64 games from each situation, {few}" in said["64"], few in said["1024"]) == (True, False)


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        (
            "en",
            ["cards, others and own decisions add up", "went to the camp; going deeper was worth", "The best card:"],
        ),
        (
            "fr",
            [
                "font ensemble le résultat",
                "\N{NO-BREAK SPACE}: le camp, mais aller plus loin valait",
                "La meilleure carte",
            ],
        ),
    ],
)
def test_the_lines_of_both_languages(record: str, lang: str, expected: list[str]) -> None:
    said = call("review", record, "--games", "256", "--seed", "3", lang=lang)
    assert (said.status, said.err) == (0, "")
    assert all(part.lower() in said.out.lower() for part in expected), said.out


def test_what_is_printed_adds_up_and_a_decision_has_its_own_margin(record: str) -> None:
    """The sums are known to some points, a decision much better: all its choices meet the same chance."""
    said = call("review", record, "--games", "256", "--seed", "3")
    _, _, _, *rows = said.out.splitlines()
    cells = [re.findall(r"[-+]?\d+(?= |$)", row)[-4:] for row in rows[:3]]
    for result, *parts in cells:
        assert sum(map(int, parts)) == int(result)
    adjusted = re.findall(r"without the luck of the cards, ([-+]?\d+) point", said.out)
    assert [int(points) for points in adjusted] == [int(result) - int(cards) for result, cards, *_ in cells]
    (sums,) = re.findall(r"gave is known to about ([\d.]+) points", said.out)
    margins = re.findall(r"was worth ([\d.]+) points? more, give or take ([\d.]+)\.\n", said.out)
    assert margins
    assert all(float(margin) < min(float(worth), float(sums)) for worth, margin in margins)


def test_the_same_seed_says_the_same_and_standard_input_is_a_record(
    record: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = call("review", record, *QUICK)
    assert call("review", record, *QUICK) == once
    with Path(record).open() as given:
        monkeypatch.setattr("sys.stdin", given)
        assert call("review", "-", *QUICK) == once


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_cannot_be_weighed_is_refused_in_one_line(tmp_path: Path, record: str, lang: str) -> None:
    unfinished = json.loads(Path(record).read_text())
    unfinished["decisions"] = unfinished["decisions"][:1]
    unfinished.pop("turned", None)
    (tmp_path / "unfinished.json").write_text(json.dumps(unfinished))
    (tmp_path / "none.json").write_text("{}")
    for file in ("unfinished.json", "none.json", "nowhere.json"):
        assert_refused(call("review", str(tmp_path / file), *QUICK, lang=lang))


def test_what_was_not_installed_is_named(tmp_path: Path, record: str) -> None:
    said = without("numba", "review", record, home=tmp_path)
    assert said == (
        2,
        "",
        "tacora: this needs NumPy, Numba and matplotlib: pip install 'tacora[study]'"
        ", or in a clone .venv/bin/pip install -e '.[study]'\n",
    )


@pytest.mark.thorough
def test_at_a_terminal_no_word_is_broken(record: str, tmp_path: Path) -> None:
    with Study(tmp_path, "review", record, *QUICK) as terminal:
        assert terminal.end() == 0
        said = seen(terminal.said)
    lines = said.rpartition("100%")[2].split("\n")
    assert max(map(len, lines)) <= 80
    whole = " ".join(call("review", record, *QUICK).out.split())
    assert " ".join(said.rpartition("100%")[2].split()) == whole
