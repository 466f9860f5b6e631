"""Several people at one keyboard: decided in secret, changed until the last is in, revealed together."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacora.narration.catalogue import catalogue
from tests.terminal.seat import ASK, ESCAPE, SEED, Pipes, Terminal, secret, seen

THREE = ("play", "--people", "Ana,Bob,Cleo", "--bots", "", "--seed", SEED)


def between(seat: Terminal, question: str, keys: str, then: str) -> str:
    """What the screen shows from the question to a text after it, with these keys pressed at the question."""
    seat.hear(question)
    seat.send(keys)
    return seen(seat.hear(then))


@pytest.mark.parametrize("plain", [(), ("--plain",)])
@pytest.mark.parametrize("key", ["l\n", "leave\n", "c\n", "continue\n"])
def test_what_is_typed_is_not_shown(tmp_path: Path, plain: tuple[str, ...], key: str) -> None:
    with Terminal(tmp_path, *THREE, *plain) as seat:
        shown = between(seat, secret("Ana"), key, "Ana has decided. 2 still think.")
        assert shown == "\nAna has decided. 2 still think."
        shown = between(seat, secret("Bob"), key, "Bob has decided. 1 still thinks.")
        assert shown == "\nBob has decided. 1 still thinks."


def test_one_person_alone_has_no_secrets(tmp_path: Path) -> None:
    """Echoed as usual: there is nobody to hide it from."""
    with Terminal(tmp_path, "play", "--people", "Ana", "--bots", "never,never", "--seed", SEED, "--plain") as seat:
        assert between(seat, ASK, "leave\n", "You leave") == "leave\nYou leave"


def test_all_is_revealed_together(tmp_path: Path) -> None:
    with Terminal(tmp_path, *THREE, "--plain") as seat:
        seat.answer(secret("Ana"), "l")
        seat.answer(secret("Bob"), "c")
        before = seat.hear(secret("Cleo"))
        seat.send("l\n")
        after = seat.hear("continues.")
    assert "Ana and Cleo leave. Bob continues." in after
    for word in ("leaves", "leave.", "continues"):
        assert word not in before.replace(ASK, "")


def test_a_sealed_decision_can_be_changed(tmp_path: Path) -> None:
    with Terminal(tmp_path, *THREE, "--plain") as seat:
        seat.answer(secret("Ana"), "l")
        seat.answer(secret("Bob"), "l")
        seat.answer(secret("Cleo"), "back")
        seat.hear("Bob decides again.")
        seat.answer(secret("Bob"), "back")
        seat.hear("Ana decides again.")
        seat.answer(secret("Ana"), "b")
        seat.hear("Nobody has decided before you.")
        seat.answer(secret("Ana"), "c")
        seat.answer(secret("Bob"), "l")
        seat.answer(secret("Cleo"), "l")
        assert "Bob and Cleo leave. Ana continues." in seat.hear("continues.")


def test_whoever_is_at_camp_is_not_asked(tmp_path: Path) -> None:
    with Pipes(tmp_path, *THREE) as seat:
        for name, key in (("Ana", "l"), ("Bob", "c"), ("Cleo", "l")):
            seat.answer(secret(name), key)
        seat.hear("Ana and Cleo leave. Bob continues.")
        assert secret("Ana") not in seat.hear(secret("Bob"))
        seat.send("l\n")
        seat.hear("Expedition 2 of 5. Everyone enters.")
        seat.hear(secret("Ana"))


def test_everything_can_be_asked_in_secret_too(tmp_path: Path) -> None:
    with Terminal(tmp_path, *THREE, "--plain") as seat:
        assert between(seat, secret("Ana"), "players\n", "C, Cleo: 0 gems in the chest, inside.").startswith("\nA, Ana")
        seat.answer(secret("Ana"), "cave")
        seat.hear("Caves: 1 open")
        assert between(seat, secret("Ana"), "leeve\n", "?") == "\nThat is not a command here; ?"
        seat.answer(secret("Ana"), "l")
        seat.hear("Ana has decided.")


NONSENSE = "zwxq"
SLIPS = [NONSENSE, "lq", "cc", f" {NONSENSE} "]
SLIPS += [f"{word} {NONSENSE}" for word in ("history", "cave", "odds", "?", "leave")]


@pytest.mark.parametrize("lang", ["C.UTF-8", "fr_FR.UTF-8"])
@pytest.mark.parametrize("kind", [Pipes, Terminal])
def test_nothing_typed_at_a_secret_question_is_ever_printed(
    tmp_path: Path, kind: type[Pipes] | type[Terminal], lang: str
) -> None:
    """A typing error in a decision would betray it."""
    ask = catalogue("fr" if lang.startswith("fr") else "en")("ask-secret", name="Ana")
    with kind(tmp_path, *THREE, "--plain", lang=lang) as seat:
        for slip in SLIPS:
            seat.answer(ask, slip)
        seat.answer(ask, "leave")
        seat.answer(ask.replace("Ana", "Bob"), "quit")
        assert seat.end() == 0
        said = seat.said
    assert said.count(ask) == len(SLIPS) + 1
    for typed in (NONSENSE, "lq", "cc"):
        assert typed not in said


def test_an_empty_answer_in_secret_is_told_like_any_slip(tmp_path: Path) -> None:
    with Terminal(tmp_path, *THREE, "--plain") as seat:
        assert between(seat, secret("Ana"), "\n", "lists them.") == "\nThat is not a command here; ? lists them."


def test_a_terminal_is_left_as_it_was(tmp_path: Path) -> None:
    """After a secret the next program's typing is shown again: a person alone is echoed in the same window."""
    with Terminal(tmp_path, *THREE, "--plain") as seat:
        seat.answer(secret("Ana"), "quit")
        seat.end()
        assert seat.echoes()


@pytest.mark.parametrize(("term", "plain"), [("dumb", ()), ("xterm-256color", ("--plain",)), ("unknown", ())])
def test_a_plain_terminal_gets_no_escape(tmp_path: Path, term: str, plain: tuple[str, ...]) -> None:
    with Terminal(tmp_path, *THREE, *plain, term=term) as seat:
        for name in ("Ana", "Bob", "Cleo"):
            seat.answer(secret(name), "l")
        seat.hear("Expedition 2 of 5")
        seat.answer(secret("Ana"), "quit")
        assert seat.end() == 0
        assert ESCAPE not in seat.said
