"""Nothing is lost: not by Ctrl-C, not by a closed window, not by a sudden death."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from tests.cli.program import Said
from tests.terminal.program import run
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
    (tmp_path / "games").mkdir()
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
        assert "Your game goes on where it was.\n" in heard
        assert "\nAlready decided: Ana.\n" in heard
        seat.send("c\n")
        assert "Ana leaves. Bob and never continue." in seat.hear("continue.")


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
    """Killed at any moment of a game that goes through many steps, what lies there holds every step that was told."""
    for keys in range(0, 12, 2):
        home = tmp_path / str(keys)
        with Pipes(home, "play", "--people", "Ana", "--bots", "never,never", "--seed", SEED) as seat:
            seat.hear(ASK)
            seat.send("c\n" * keys)
            for _ in range(keys // 2):
                seat.hear(ASK)
            seat.kill()
            told = seat.hear_the_rest().count("All continue.")
        assert keys // 2 <= told <= keys
        saved = json.loads(only_file(home / "games").read_text("utf-8"))
        kept = [word for row in saved["record"]["decisions"] for word in row]
        assert set(kept) <= {"CCC"}
        # What was told was kept before; one more may have been kept and not told yet.
        assert told <= len(kept) <= min(told + 1, keys)
        said = resume(home)
        assert (said.status, said.err) == (0, "")
        again = json.loads(only_file(home / "games").read_text("utf-8"))
        assert again["record"] == saved["record"]


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
        in_the_way(games)
        seat.send("c\n")
        assert "cannot be written" in seat.hear(ASK)
        games.unlink()
        seat.send("c\n")
        assert "cannot be written" not in seat.hear(ASK)
    only_file(games)


def in_the_way(games: Path) -> None:
    """A disk that can no longer be written: where the games lay is a file now."""
    for file in games.iterdir():
        file.unlink()
    games.rmdir()
    games.write_text("in the way")


@pytest.mark.parametrize("how", ["quit", "end of input", "interrupt"])
def test_a_game_that_could_not_be_saved_is_not_called_saved(tmp_path: Path, how: str) -> None:
    with Pipes(tmp_path, *ALONE) as seat:
        seat.hear(ASK)
        in_the_way(tmp_path / "games")
        if how == "quit":
            seat.send("quit\n")
        elif how == "interrupt":
            seat.interrupt()
        else:
            seat.hang_up()
        status = seat.end()
        said = seat.said
    assert "cannot be written" in said
    assert SAVED not in said
    assert "Traceback" not in said
    assert said.splitlines()[-1] == "The game could not be saved."
    assert status == 0


# One save, one program


@pytest.mark.parametrize("arguments", [("play", "--resume"), ("play", "--resume", "--file", "{file}")])
def test_a_game_is_played_by_one_program_at_a_time(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    with Pipes(tmp_path, *ALONE) as seat:
        seat.answer(ASK, "c")
        seat.hear(ASK)
        file = only_file(tmp_path / "games")
        kept = file.read_bytes()
        said = run(*(argument.format(file=file) for argument in arguments), home=tmp_path, stdin="l\n")
        assert said == (2, "", f"tacora: {file}: this game is being played elsewhere\n")
        assert file.read_bytes() == kept
        french = run("play", "--resume", home=tmp_path, lang="fr_FR.UTF-8")
        assert french.err == f"tacora: {file}\N{NO-BREAK SPACE}: cette partie se joue ailleurs\n"
        seat.send("quit\n")
        seat.hear(SAVED)
        assert seat.end() == 0
    assert "Final scores:" in resume(tmp_path, *"lllll").lines
    assert list((tmp_path / "games").iterdir()) == []


def test_a_sudden_death_frees_the_game(tmp_path: Path) -> None:
    """The lock of a program that is no more holds nobody off."""
    with Pipes(tmp_path, *ALONE) as seat:
        seat.hear(ASK)
        seat.kill()
    assert resume(tmp_path).lines[-1] == SAVED


def test_two_games_can_be_played_at_once(tmp_path: Path) -> None:
    with Pipes(tmp_path, *ALONE) as seat:
        seat.hear(ASK)
        other = run("play", "--people", "Bea", "--bots", "cards:9,cards:9", home=tmp_path, stdin="l\n" * 5)
        assert "Final scores:" in other.lines
        seat.send("quit\n")
        seat.hear(SAVED)


def test_a_game_that_was_named_is_the_only_kind_that_goes_on(tmp_path: Path) -> None:
    run(*ALONE, home=tmp_path, stdin="c\n")
    diamant = only_file(tmp_path / "games")
    wrong = run("play", "mister-diamond", "--resume", home=tmp_path)
    assert wrong == (2, "", "tacora: there is no unfinished game to go on with\n")
    run("play", "mister-diamond", "--people", "Bea", home=tmp_path)
    os.utime(diamant, (1_000_000, 1_000_000))
    table = "At the table: Ana, cards:9, and cards:9 2."
    assert table in run("play", "diamant", "--resume", home=tmp_path).lines
    os.utime(diamant, (1_000_000, 1_000_000))
    assert table not in resume(tmp_path).lines
    os.utime(diamant, (time.time() + 3600,) * 2)
    assert table not in run("play", "mister-diamond", "--resume", home=tmp_path).lines
    assert table in resume(tmp_path).lines


# What others may read of it


def mode(path: Path) -> str:
    return oct(path.stat().st_mode & 0o777)


def test_only_their_owner_may_read_the_games(tmp_path: Path) -> None:
    """They hold the seed, and sealed decisions."""
    home = tmp_path / "home"
    run(*ALONE, home=home, stdin="c\n")
    assert (mode(home / "games"), mode(only_file(home / "games"))) == ("0o700", "0o600")
    resume(home, *"lllll")
    assert (mode(home / "records"), mode(only_file(home / "records"))) == ("0o700", "0o600")
    file = tmp_path / "mine.json"
    run(*ALONE, "--file", str(file), home=home, stdin="c\n")
    assert mode(file) == "0o600"
    run("play", "--resume", "--file", str(file), home=home, stdin="l\n" * 5)
    assert mode(file) == "0o600"
