"""Nothing is lost: not by Ctrl-C, not by a closed window, not by a sudden death."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.program import Said, run
from tests.terminal.seat import ASK, SAVED, SEED, Pipes, Terminal, only_file, secret

ALONE = ("play", "--people", "Ana", "--bots", "cards:9,cards:9", "--seed", SEED)
TWO = ("play", "--people", "Ana,Bob", "--bots", "never", "--seed", SEED)
PROMISE = "The deal is fixed. Its commitment: "


def resume(home: Path, *typed: str) -> Said:
    return run("play", "--resume", home=home, stdin="".join(f"{line}\n" for line in typed))


def story(text: str) -> list[str]:
    """The sentences about cards and decisions."""
    starts = ("Treasure", "Expedition", "All ", "You leave", "Snakes", "Spiders", "Lava", "Rolling", "Battering")
    return [line for line in text.splitlines() if line.startswith(starts)]


def whole_game(home: Path, *typed: str) -> Said:
    """The same game without any trouble."""
    return run(*ALONE, home=home, stdin="".join(f"{line}\n" for line in typed))


def test_a_game_that_was_stopped_goes_on_with_the_same_cards(tmp_path: Path) -> None:
    at_once = whole_game(tmp_path / "one", "c", *"lllll")
    first = run(*ALONE, home=tmp_path / "two", stdin="c\n")
    second = resume(tmp_path / "two", *"lllll")
    assert "Your game goes on where it was." in second.lines
    assert [line for line in first.lines if PROMISE in line] == [line for line in second.lines if PROMISE in line]
    begun, gone_on = story(first.out), story(second.out)
    again = len(begun)
    assert gone_on[:again] == begun
    assert gone_on == story(at_once.out)
    assert "Final scores:" in second.lines


def test_stopping_after_every_single_decision_changes_nothing(tmp_path: Path) -> None:
    typed = ["c", "c", "l", "l", "c", "l", "l", "l"]
    at_once = whole_game(tmp_path / "one", *typed)
    assert "Final scores:" in at_once.lines
    said = run(*ALONE, home=tmp_path / "two", stdin=f"{typed[0]}\n")
    for key in typed[1:]:
        assert said.lines[-1] == SAVED
        said = resume(tmp_path / "two", key)
    end = at_once.lines.index("Final scores:")
    assert said.lines[said.lines.index("Final scores:") :][:4] == at_once.lines[end : end + 4]
    records = [json.loads(only_file(tmp_path / game / "records").read_text("utf-8")) for game in ("one", "two")]
    assert records[0] == records[1]


def test_the_game_played_last_is_the_one_that_goes_on(tmp_path: Path) -> None:
    for name in ("Ana", "Bea", "Cleo"):
        run("play", "--people", name, "--seed", SEED, "--file", str(tmp_path / "games" / f"{name}.json"), home=tmp_path)
    run("play", "--resume", "--file", str(tmp_path / "games" / "Bea.json"), home=tmp_path)
    assert "At the table: Bea, Tortoise, Magpie, and Badger." in resume(tmp_path).lines


def test_a_finished_game_does_not_go_on(tmp_path: Path) -> None:
    whole_game(tmp_path, "c", *"lllll")
    assert resume(tmp_path) == (2, "", "tacora: there is no unfinished game to go on with\n")


@pytest.mark.parametrize("kind", [Pipes, Terminal])
def test_a_sudden_death_loses_nothing(tmp_path: Path, kind: type[Pipes] | type[Terminal]) -> None:
    """Killed with one decision sealed: the other is asked, and both are revealed."""
    with kind(tmp_path, *TWO, "--plain") as seat:
        seat.answer(secret("Ana"), "c")
        seat.answer(secret("Bob"), "c")
        seat.answer(secret("Ana"), "l")
        before = seat.hear("Ana has decided. 1 still thinks.")
        seat.hear(secret("Bob"))
        seat.kill()
        shown = story(seat.said)
    assert "leave" not in before.split(":")[-1]
    with Pipes(tmp_path, "play", "--resume") as seat:
        heard = seat.hear(secret("Bob"))
        assert story(heard) == shown
        assert secret("Ana") not in heard
        seat.send("c\n")
        assert "Ana leaves, Bob and never continue." in seat.hear("continue.")


def test_a_sudden_death_after_a_decision_was_taken_back(tmp_path: Path) -> None:
    """What was opened again is open again."""
    with Pipes(tmp_path, *TWO) as seat:
        seat.answer(secret("Ana"), "l")
        seat.answer(secret("Bob"), "back")
        seat.hear("Ana decides again.")
        seat.hear(secret("Ana"))
        seat.kill()
    with Pipes(tmp_path, "play", "--resume") as seat:
        assert secret("Bob") not in seat.hear("in secret. ")
        assert "Ana, in secret" in seat.said


def test_a_save_is_never_half_written(tmp_path: Path) -> None:
    """Killed at any moment of a game that goes through many steps, what lies there can be read."""
    for keys in range(0, 12, 2):
        home = tmp_path / str(keys)
        with Pipes(home, "play", "--people", "Ana", "--bots", "never,never", "--seed", SEED) as seat:
            seat.hear(ASK)
            seat.send("c\n" * keys)
            for _ in range(keys // 2):
                seat.hear(ASK)
            seat.kill()
        said = resume(home)
        assert (said.status, said.err) == (0, "")


@pytest.mark.parametrize("kind", [Pipes, Terminal])
def test_an_interrupt_says_that_the_game_is_saved(tmp_path: Path, kind: type[Pipes] | type[Terminal]) -> None:
    with kind(tmp_path, *ALONE, "--plain") as seat:
        seat.answer(ASK, "c")
        seat.hear(ASK)
        seat.interrupt()
        heard = seat.hear(SAVED)
        assert seat.end() == 0
        assert "Traceback" not in seat.said
    assert heard in {f"\n{SAVED}", f"^C\n{SAVED}"}
    assert "Your game goes on where it was." in resume(tmp_path).lines


def test_an_interrupt_at_a_secret_question(tmp_path: Path) -> None:
    with Terminal(tmp_path, *TWO, "--plain") as seat:
        seat.answer(secret("Ana"), "l")
        seat.hear(secret("Bob"))
        seat.interrupt()
        seat.hear(SAVED)
        assert seat.end() == 0
        assert "Traceback" not in seat.said
    with Pipes(tmp_path, "play", "--resume") as seat:
        assert secret("Ana") not in seat.hear(secret("Bob"))


@pytest.mark.parametrize("kind", [Pipes, Terminal])
def test_an_interrupt_at_the_menu_just_ends(tmp_path: Path, kind: type[Pipes] | type[Terminal]) -> None:
    with kind(tmp_path, "play", "--plain") as seat:
        seat.hear("Your choice: ")
        seat.interrupt()
        assert seat.end() == 0
        assert "Traceback" not in seat.said
        assert SAVED not in seat.said
    assert list(tmp_path.iterdir()) == []


def test_a_closed_window_loses_nothing(tmp_path: Path) -> None:
    with Terminal(tmp_path, *ALONE) as seat:
        seat.answer(ASK, "c")
        seat.hear(ASK)
        seat.leave()
        assert seat.end_without_listening() < 0
    said = resume(tmp_path, *"lllll")
    assert "All continue." in said.lines
    assert "Final scores:" in said.lines


def test_the_end_of_input_at_a_terminal(tmp_path: Path) -> None:
    with Terminal(tmp_path, *ALONE, "--plain") as seat:
        seat.hear(ASK)
        seat.send("\x04")
        seat.hear(SAVED)
        assert seat.end() == 0


def test_a_disk_that_fails_in_mid_game_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    with Pipes(tmp_path, *ALONE) as seat:
        seat.hear(ASK)
        games = tmp_path / "games"
        only_file(games).unlink()
        games.rmdir()
        games.write_text("in the way")
        seat.send("c\n")
        assert "cannot be written" in seat.hear(ASK)
        games.unlink()
        seat.send("c\n")
        assert "cannot be written" not in seat.hear(ASK)
    only_file(games)
