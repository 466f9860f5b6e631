"""Mister Diamond, played whole through pipes."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tacora.games.mister_diamond import MisterDiamond
from tests.cli.program import FRENCH
from tests.mister_diamond.table import BOX, PLAIN
from tests.terminal.mister_program import (
    ASKED,
    PROMISE,
    TWO,
    N,
    after,
    at_pipes,
    record_of,
    resume,
)
from tests.terminal.mister_scripts import (
    SAVED,
    SEED,
    ask,
    greedy,
    honest,
    play,
    typed,
)
from tests.terminal.program import run
from tests.terminal.seat import only_file

# A whole game


def test_a_whole_game_to_the_podium(tmp_path: Path) -> None:
    table = play(greedy)
    scores = table.state.totals
    assert (scores[0], len(table.actions)) != (scores[1], 0)
    said = at_pipes(tmp_path, *typed(table))
    assert (said.status, said.err) == (0, "")
    assert said.lines[:5] == [
        "Mister Diamond.",
        "At the table: Ana and Bo.",
        f"The deal is fixed. Its commitment: {PROMISE}.",
        "42 diamonds, 16 of them fixed. Ana begins.",
        "Ana draws a ring of 3000 dollars.",
    ]
    at = said.lines.index("Final scores:")
    record = record_of(said)
    podium = sorted(zip(scores, ("Ana", "Bo"), strict=True), reverse=True)
    assert said.lines[at + 1 :] == [
        *(f"{rank}. {name}: {score} dollars" for rank, (score, name) in enumerate(podium, start=1)),
        f"The seed was {SEED}.",
        f"Record: {record}",
        "tacora replay tells it again, tacora review weighs luck and decisions, tacora verify checks the deal.",
    ]
    assert Path(record) == only_file(tmp_path / "records")
    assert list((tmp_path / "games").iterdir()) == []

    summary = json.loads(run("replay", "--json", record, home=tmp_path).out)
    assert (summary["over"], summary["next"]) == (True, None)
    assert tuple(summary["scores"]) == scores
    told = run("replay", record, home=tmp_path)
    assert [line for line in told.lines if line.startswith("Place")] == [
        line for line in said.lines if line.startswith("Place")
    ]
    checked = run("verify", record, "--commitment", PROMISE, home=tmp_path)
    assert checked == (
        0,
        "The record is sound: every decision fits the cards.\n"
        "The seed matches the commitment.\n"
        "The seed deals the cards that were seen.\n",
        "",
    )


def test_the_record_says_what_was_decided_and_what_was_found(tmp_path: Path) -> None:
    table = play(greedy)
    record = json.loads(Path(record_of(at_pipes(tmp_path, *typed(table)))).read_text("utf-8"))
    assert record["decisions"] == [str(action) for action in table.actions]
    assert (record["game"], record["seats"], record["first"]) == ("mister-diamond", ["Ana", "Bo"], 0)
    assert (record["seed"], record["commitment"]) == (SEED, PROMISE)
    state = table.state
    assert record["turned"]["fixed"] == sorted(state.setting.fixed)
    assert record["turned"]["deck"] == [str(card) for card in state.setting.deck[: state.drawn]]


def test_a_whole_game_in_french(tmp_path: Path) -> None:
    lines = [line.replace("decline", "renoncer") for line in typed(play(honest))]
    said = at_pipes(tmp_path, *lines, lang=FRENCH)
    assert (said.status, said.err) == (0, "")
    assert "42 diamants, dont 16 fixes. Ana commence." in said.lines
    assert f"Scores finaux{N}:" in said.lines
    assert any(line.endswith(" renonce au vol. Une autre carte.") for line in said.lines)
    assert run("verify", record_of(said), home=tmp_path).status == 0


def anything(*, first: int = 1) -> list[str]:
    """Enough to finish a game against any bots: every place again and again, and no theft wherever one is offered."""
    return [line for _ in range(12) for place in range(first, 43) for line in ("decline", str(place))]


def test_one_keystroke_starts_a_game_against_bots(tmp_path: Path) -> None:
    """The bots have dice of their own; whatever they do, somebody who tries everything gets to the end."""
    said = at_pipes(tmp_path, "", *anything(), flags=("play", "mister-diamond"))
    assert (said.status, said.err) == (0, "")
    assert "At the table: You, Elephant, Squirrel, and Goldfish." in said.lines
    assert "Final scores:" in said.lines
    checked = run("verify", record_of(said), home=tmp_path)
    assert (checked.status, len(checked.lines)) == (0, 3)
    assert json.loads(run("replay", "--json", record_of(said), home=tmp_path).out)["over"]


def test_a_match_of_two_games(tmp_path: Path) -> None:
    table = play(greedy, game=MisterDiamond(BOX, games=2, expert=True))
    said = at_pipes(tmp_path, *typed(table), flags=(*TWO, "--games", "2", "--expert"))
    assert said.lines[0] == "Mister Diamond, for experts, 2 games."
    assert said.lines[3:5] == ["Game 1 of 2.", "42 diamonds, 16 of them fixed. Ana begins."]
    second = said.lines.index("Game 2 of 2.")
    assert said.lines[second - 1].startswith("Game 1 is over: Ana ")
    assert said.lines[second + 1] == "42 diamonds, 16 of them fixed. Bo begins."
    at = said.lines.index("Final scores:")
    podium = sorted(zip(table.state.totals, ("Ana", "Bo"), strict=True), reverse=True)
    assert said.lines[at + 1 : at + 3] == [f"{n}. {who}: {score} dollars" for n, (score, who) in enumerate(podium, 1)]
    record = record_of(said)
    assert tuple(json.loads(run("replay", "--json", record, home=tmp_path).out)["scores"]) == table.state.totals
    assert len(json.loads(Path(record).read_text("utf-8"))["turned"]) == 2
    assert run("verify", record, home=tmp_path).status == 0


def test_flags_say_who_sits_where_and_how_it_is_played(tmp_path: Path) -> None:
    flags = ("play", "mister-diamond", "--people", "Zoé, Léo", "--bots", "memory,memory,elephant,forgetful:0.2")
    said = at_pipes(tmp_path, flags=(*flags, "--notes", "--expert", "--games", "3", "--first", "1"))
    assert said.lines[0] == "Mister Diamond, for experts, with notes, 3 games."
    assert said.lines[1] == "At the table: Zoé, Léo, memory, memory 2, Elephant, and forgetful:0.2."
    assert "42 diamonds, 16 of them fixed. Léo begins." in said.lines
    assert said.lines[-1] == SAVED


def test_a_table_may_change_the_prices(tmp_path: Path) -> None:
    said = at_pipes(tmp_path, "1", "4", "left", flags=(*TWO, "--prices", "700, 50,1"))
    drawn = re.findall(r"draws a ring of (\d+) dollars?\.", said.out)
    assert len(drawn) == 3
    assert set(drawn) <= {"700", "50", "1"}
    saved = json.loads(only_file(tmp_path / "games").read_text("utf-8"))
    assert saved["record"]["options"]["prices"] == [700, 50, 1]
    assert resume(tmp_path).status == 0


def test_two_people_need_no_bots_and_one_gets_three(tmp_path: Path) -> None:
    assert at_pipes(tmp_path).lines[1] == "At the table: Ana and Bo."
    alone = at_pipes(tmp_path, flags=("play", "mister-diamond", "--people", "Ana"))
    assert alone.lines[1] == "At the table: Ana, Elephant, Squirrel, and Goldfish."


def test_without_first_the_beginner_is_drawn(tmp_path: Path) -> None:
    """The test vector of the format: with six players seat 4 begins."""
    flags = ("play", "mister-diamond", "--people", "a,b,c,d,e,f", "--seed", SEED)
    assert "42 diamonds, 16 of them fixed. e begins." in at_pipes(tmp_path, flags=flags).lines


def test_two_games_are_not_dealt_alike(tmp_path: Path) -> None:
    games = [at_pipes(tmp_path, "", flags=("play", "mister-diamond")) for _ in range(2)]
    promises = {line for said in games for line in said.lines if line.startswith("The deal is fixed")}
    assert len(promises) == 2


# Several people in turn


def test_people_are_asked_in_turn_by_name(tmp_path: Path) -> None:
    table = play(greedy, seats=3, game=PLAIN)
    names = ("Ana", "Bo", "Cy")
    flags = ("play", "mister-diamond", "--people", ",".join(names), "--seed", SEED, "--first", "0")
    said = at_pipes(tmp_path, *typed(table), flags=flags)
    asked = ASKED.findall(said.out)
    assert asked == [names[step.state.turn] for step in table.steps[:-1]]
    assert len(set(asked)) == 3
    assert "You" not in said.out


def test_each_of_several_people_asks_for_their_own_rings(tmp_path: Path) -> None:
    said = at_pipes(tmp_path, "1", "4", "mine", "3", "mine")
    assert after(said, ask("Ana", 2000), 1) == [
        "A, Ana: 3000 dollars. With a diamond: 3000 dollars. No empty ring.",
        "The card drawn: a ring of 2000 dollars.",
    ]
    assert after(said, ask("Bo", 4000), 1)[:2] == [
        "B, Bo: 0 dollars. No diamond. Empty: 5000 dollars.",
        "The card drawn: a ring of 4000 dollars.",
    ]
