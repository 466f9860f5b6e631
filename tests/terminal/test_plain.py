"""Line by line: a whole game over pipes, what can be asked on the way, and how it ends."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tacora.games.diamant import EDITIONS, Diamant
from tacora.games.diamant.terminal.commands import COMMANDS as VOCABULARY
from tacora.narration.catalogue import Language, catalogue
from tacora.terminal.screen import folded
from tests.cli.program import FRENCH, Said
from tests.terminal.pipes import PROMISE, TABLE, play, record_of
from tests.terminal.program import run
from tests.terminal.seat import ASK, DEMANDE, ESCAPE, SAVED, SEED, STATUS, Pipes, Terminal, only_file, secret

N = "\N{NO-BREAK SPACE}"


def after(said: Said, question: str, number: int = 1) -> list[str]:
    """What was said between a question, counted from 1, and the next."""
    return said.out.split(question)[number].strip("\n").splitlines()


# A whole game


def test_a_whole_game_to_the_podium(tmp_path: Path) -> None:
    said = play(tmp_path, *"lllll")
    assert (said.status, said.err) == (0, "")
    assert said.lines[:4] == [
        "Diamant, Tacora 2024, chests open.",
        "At the table: Ana, cards:2, and cards:3.",
        f"The deal is fixed. Its commitment: {PROMISE}.",
        "Expedition 1 of 5. Everyone enters.",
    ]
    at = said.lines.index("Final scores:")
    record = record_of(said)
    assert said.lines[at + 4 :] == [
        f"The seed was {SEED}.",
        f"Record: {record}",
        "tacora replay tells it again, tacora review weighs luck and decisions, tacora verify checks the deal.",
    ]
    assert said.out.count(ASK) == 5
    assert Path(record) == only_file(tmp_path / "records")
    assert list((tmp_path / "games").iterdir()) == []

    figures = run("replay", "--json", record, home=tmp_path)
    summary = json.loads(figures.out)
    assert summary["over"]
    places = sorted(zip(summary["scores"], ("Ana", "cards:2", "cards:3"), strict=True), reverse=True)
    assert said.lines[at + 1 : at + 4] == [f"{n}. {who}: {score}" for n, (score, who) in enumerate(places, start=1)]

    told = run("replay", record, home=tmp_path)
    assert told.status == 0
    cards = [line for line in said.lines if line.startswith(("Treasure", "Expedition"))]
    assert [line for line in told.lines if line.startswith(("Treasure", "Expedition"))] == cards

    checked = run("verify", record, "--commitment", PROMISE, home=tmp_path)
    assert checked == (
        0,
        "The record is sound: every decision fits the cards.\n"
        "The seed matches the commitment.\n"
        "The seed deals the cards that were seen.\n",
        "",
    )


def test_the_record_of_a_game_says_what_was_decided(tmp_path: Path) -> None:
    said = play(tmp_path, "c", *"lllll")
    record = json.loads(Path(record_of(said)).read_text("utf-8"))
    assert record["decisions"][0][0] == "CCC"
    assert record["decisions"][1][0] == "LCC"
    assert record["seats"] == ["Ana", "cards:2", "cards:3"]
    assert (record["seed"], record["commitment"]) == (SEED, PROMISE)
    assert [len(row) for row in record["turned"]] == [3, 3, 3, 3, 3]


def test_a_whole_game_in_french(tmp_path: Path) -> None:
    said = play(tmp_path, *"sssss", lang=FRENCH)
    assert (said.status, said.err) == (0, "")
    assert said.lines[0] == "Diamant, Tacora 2024, coffres ouverts."
    assert said.out.count(DEMANDE) == 5
    assert f"Scores finaux{N}:" in said.lines
    assert f"La graine était {SEED}." in said.lines
    assert run("verify", record_of(said), home=tmp_path).status == 0


def test_one_keystroke_starts_a_game_against_bots(tmp_path: Path) -> None:
    said = play(tmp_path, "", *"lllll", flags=("play",))
    assert said.status == 0
    assert "At the table: You, Tortoise, Magpie, and Badger." in said.lines
    assert "Final scores:" in said.lines
    record = run("verify", record_of(said), home=tmp_path)
    assert (record.status, len(record.lines)) == (0, 3)


def test_two_games_are_not_dealt_alike(tmp_path: Path) -> None:
    games = [play(tmp_path, "", flags=("play",)) for _ in range(2)]
    promises = {line for said in games for line in said.lines if line.startswith("The deal is fixed")}
    assert len(promises) == 2


@pytest.mark.sample(2)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_box_can_be_played(tmp_path: Path, edition: str) -> None:
    flags = ("play", "--edition", edition, "--bots", "cards:2,tortoise", "--chests", "hidden")
    said = play(tmp_path, *["leave"] * EDITIONS[edition].expeditions, flags=flags)
    assert (said.status, said.err) == (0, "")
    name = catalogue("en")(f"edition-{edition}")
    relics = ", with relics" if Diamant(EDITIONS[edition]).with_relics else ""
    assert said.lines[0] == f"{name}{relics}, chests hidden."
    assert json.loads(run("replay", "--json", record_of(said), home=tmp_path).out)["over"]


def test_flags_say_who_sits_where(tmp_path: Path) -> None:
    said = play(tmp_path, flags=("play", "--people", "Zoé, Léo ,Ana", "--relics", "--bots", "ev,ev,tortoise,tortoise"))
    assert said.lines[0] == "Diamant, Tacora 2024, with relics, chests open."
    assert said.lines[1] == "At the table: Zoé, Léo, Ana, ev, ev 2, Tortoise, and Tortoise 2."


def test_three_people_need_no_bots(tmp_path: Path) -> None:
    said = play(tmp_path, flags=("play", "--people", "Ana,Bob,Cleo"))
    assert said.lines[1] == "At the table: Ana, Bob, and Cleo."


@pytest.mark.parametrize("nobody", ["none", "aucun", ""])
def test_no_bots_can_be_asked_for_by_a_word(tmp_path: Path, nobody: str) -> None:
    said = run("play", "--people", "A,B,C", "--bots", nobody, home=tmp_path)
    assert "At the table: A, B, and C." in said.lines


def test_what_lies_there_is_said_before_every_decision(tmp_path: Path) -> None:
    """Gems in hand and on the path, then the relics, if there are any."""
    said = play(tmp_path, "c", flags=("play", "--edition", "diamant-2016", "--bots", "never,never", "--seed", SEED))
    asked = [number for number, line in enumerate(said.lines) if line == ASK]
    assert len(asked) == 2
    for number in asked:
        before = said.lines[number - 1]
        assert STATUS.match(before) or before.startswith("In the tunnel for a lone leaver: ")
    relics = play(tmp_path, *"ccccc", flags=("play", "--edition", "tiny", "--bots", "never,never", "--seed", SEED))
    lying = [number for number, line in enumerate(relics.lines) if line.startswith("In the tunnel for a lone leaver: ")]
    assert lying
    for number in lying:
        assert STATUS.match(relics.lines[number - 1])
        assert relics.lines[number + 1] == ASK


def test_nothing_on_the_path_is_said_in_words() -> None:
    say = catalogue("en")
    assert say("status", held=0, path=0) == "Nothing in hand, nothing on the path."
    assert say("status", held=3, path=1) == "3 in hand, 1 on the path."
    dire = catalogue("fr")
    assert dire("status", held=0, path=0) == "Rien en main, rien sur le chemin."
    assert dire("status", held=3, path=1) == "3 en main, 1 sur le chemin."


# Asking


ANSWERS = {
    "cave": ["Expedition 1 of 5, 1 card deep.", "The tunnel: ", "Caves: 1 open, 2 waiting, 3 waiting"],
    "players": ["A, Ana: 0 gems in the chest, inside.", "B, cards:2: 0 gems", "C, cards:3: 0 gems"],
    "mine": ["You hold "],
    "odds": ["The next card", "The next card brings each explorer", "Leaving now brings: "],
    "history": ["Expedition 1 of 5. Everyone enters."],
    "rules": ["Diamant on one page.", "A ruby is 1, a diamond is 5."],
    "help": [
        "continue (deeper, c, d): go on to the next card",
        "leave (camp, l): ",
        "quit (q): stop here; the game is saved",
    ],
}
RÉPONSES = {
    "cave": [f"Expédition 1 sur 5, profondeur{N}: 1 carte.", f"La galerie{N}: ", f"Grottes{N}: 1 ouverte"],
    "players": [f"A, Ana{N}: 0 gemme au coffre, à l’intérieur.", f"B, cards:2{N}: 0 gemme"],
    "mine": ["Vous tenez "],
    "odds": ["La prochaine carte", "La prochaine carte rapporte à chacun", f"Sortir maintenant rapporte{N}: "],
    "history": ["Expédition 1 sur 5. Tout le monde entre."],
    "rules": ["Diamant en une page.", "Un rubis vaut 1, un diamant vaut 5."],
    "help": [f"continuer (plus loin, c, p){N}: avancer", f"sortir (camp, s){N}: ", f"quitter (q){N}: "],
}


@pytest.mark.parametrize(
    ("language", "lang", "question", "answers"),
    [("en", "C.UTF-8", ASK, ANSWERS), ("fr", FRENCH, DEMANDE, RÉPONSES)],
)
def test_everything_can_be_asked(
    tmp_path: Path, language: str, lang: str, question: str, answers: dict[str, list[str]]
) -> None:
    """By every word and key that the catalogue knows, and by the full English word in any language."""
    say = catalogue("fr" if language == "fr" else "en")
    typed = [(command, word) for command in answers for word in {*say(f"command-{command}").split(), command}]
    said = play(tmp_path, *(word for _, word in typed), lang=lang)
    assert said.status == 0
    for number, (command, word) in enumerate(typed, start=1):
        lines = after(said, question, number)
        for start in answers[command]:
            assert any(line.startswith(start) for line in lines), (word, start, lines)
        assert not any(STATUS.match(line) for line in lines)


def test_help_lists_every_command(tmp_path: Path) -> None:
    """All but those of no use: nobody is before a lone player, several have no coach, and not every table has odds."""
    lone = [command for command in VOCABULARY.commands if command != "back"]
    assert commands(after(play(tmp_path, "?"), ASK)) == lone
    lone.remove("odds")
    assert commands(after(play(tmp_path, "?", flags=(*TABLE, "--no-odds")), ASK)) == lone
    two = ("play", "--people", "Ana,Bob", "--bots", "ev")
    several = [command for command in VOCABULARY.commands if command != "coach"]
    assert commands(after(play(tmp_path, "?", flags=two), secret("Ana"))) == several
    without = [command for command in several if command != "odds"]
    assert commands(after(play(tmp_path, "?", flags=(*two, "--no-odds")), secret("Ana"))) == without


def commands(lines: list[str]) -> list[str]:
    return [line.split(" ")[0] for line in lines]


def test_what_is_hidden_in_the_help_is_still_answered(tmp_path: Path) -> None:
    said = play(tmp_path, "back", "odds", flags=(*TABLE, "--no-odds"))
    assert after(said, ASK, 1)[0] == "Nobody has decided before you."
    assert after(said, ASK, 2) == ["This table plays without odds."]


def test_history_of_an_earlier_expedition(tmp_path: Path) -> None:
    said = play(tmp_path, "l", "h", "history 1", "h 2", "h 5", "h x")
    assert after(said, ASK, 2)[0] == "Expedition 2 of 5. Everyone enters."
    assert after(said, ASK, 3)[0] == "Expedition 1 of 5. Everyone enters."
    assert after(said, ASK, 3)[-1].startswith(("Expedition 1 is over", "1 gem", "2 gems"))
    assert after(said, ASK, 4) == after(said, ASK, 2)
    assert after(said, ASK, 5) == after(said, ASK, 6)[:1] == ["Nothing has happened there."]


def test_what_is_not_a_command_is_said_so_and_asked_again(tmp_path: Path) -> None:
    said = play(tmp_path, "xyz", "", "   ", "cx", "LEAVE")
    assert after(said, ASK, 1) == ['"xyz" is not a command here; ? lists them.']
    assert after(said, ASK, 2) == after(said, ASK, 3) == []
    assert after(said, ASK, 4) == ['"cx" is not a command here; ? lists them.']
    assert after(said, ASK, 5)[0].startswith("You leave. ")


def test_nobody_has_decided_before_the_first(tmp_path: Path) -> None:
    assert after(play(tmp_path, "back"), ASK)[0] == "Nobody has decided before you."


def test_a_table_may_play_without_odds(tmp_path: Path) -> None:
    said = play(tmp_path, "odds", flags=(*TABLE, "--no-odds"))
    assert after(said, ASK) == ["This table plays without odds."]
    resumed = play(tmp_path, "odds", flags=("play", "--resume"))
    assert after(resumed, ASK) == ["This table plays without odds."]


# Chests


def test_hidden_chests_show_only_one_s_own(tmp_path: Path) -> None:
    said = play(tmp_path, "l", "players", "mine", flags=(*TABLE, "--chests", "hidden"))
    ana, *others = after(said, ASK, 2)
    assert "gems in the chest" in ana or "gem in the chest" in ana
    assert [line.split(", ")[1:] for line in others] == [
        ["cards:2: chest hidden", "inside."],
        ["cards:3: chest hidden", "inside."],
    ]
    assert "Your chest: " in after(said, ASK, 3)[0]


def test_hidden_chests_are_opened_at_the_end(tmp_path: Path) -> None:
    hidden = play(tmp_path, *"lllll", flags=(*TABLE, "--chests", "hidden"))
    opened = play(tmp_path, *"lllll")
    assert (
        hidden.lines[hidden.lines.index("Final scores:") :][:4]
        == opened.lines[opened.lines.index("Final scores:") :][:4]
    )


def test_hidden_chests_leave_no_history_to_add_up(tmp_path: Path) -> None:
    """What others took home in earlier caves is theirs to remember."""
    said = play(tmp_path, "c", "l", "h", "h 2", "history 1", "h 3", "h x", flags=(*TABLE, "--chests", "hidden"))
    told = after(said, ASK, 3)
    assert told[0] == "Expedition 2 of 5. Everyone enters."
    assert after(said, ASK, 4) == told
    for question in (5, 6, 7):
        assert after(said, ASK, question) == ["With hidden chests only this expedition is told again."]
    resumed = play(tmp_path, "h 1", flags=("play", "--resume"))
    assert after(resumed, ASK) == ["With hidden chests only this expedition is told again."]
    assert "Expedition 1 of 5. Everyone enters." not in resumed.lines


def test_hidden_chests_leave_no_history_where_several_see_the_screen(tmp_path: Path) -> None:
    flags = ("play", "--people", "Ana,Bob", "--bots", "cards:1", "--chests", "hidden", "--seed", SEED)
    said = play(tmp_path, "l", "l", "h 1", "h", flags=flags)
    assert after(said, secret("Ana"), 2) == ["With hidden chests only this expedition is told again."]
    assert after(said, secret("Ana"), 3)[0] == "Expedition 2 of 5. Everyone enters."


def test_hidden_chests_stay_hidden_where_several_see_the_screen(tmp_path: Path) -> None:
    flags = ("play", "--people", "Ana,Bob", "--bots", "cards:2", "--chests", "hidden", "--seed", SEED)
    said = play(tmp_path, "l", "l", "players", "mine", flags=flags)
    assert [line.split(": ")[1] for line in after(said, secret("Ana"), 2)] == ["chest hidden, inside."] * 3
    assert after(said, secret("Ana"), 3) == [
        "The chests are hidden, and all of you see this screen: nobody's total is shown before the end."
    ]


def test_open_chests_are_shown_to_whoever_asks(tmp_path: Path) -> None:
    """Several people, open chests: whoever is asked can ask for their own."""
    flags = ("play", "--people", "Ana,Bob", "--bots", "cards:2", "--seed", SEED)
    said = play(tmp_path, "mine", flags=flags)
    assert not any("hidden" in line for line in after(said, secret("Ana")))
    assert any(line.startswith("You hold ") for line in after(said, secret("Ana")))


# Stopping


@pytest.mark.parametrize("typed", [(), ("quit",), ("q",), ("c", "c", "quit")])
def test_stopping_keeps_the_game(tmp_path: Path, typed: tuple[str, ...]) -> None:
    said = play(tmp_path, *typed)
    assert (said.status, said.err, said.lines[-1]) == (0, "", SAVED)
    only_file(tmp_path / "games")


def test_stopping_in_french(tmp_path: Path) -> None:
    assert (
        play(tmp_path, "quitter", lang=FRENCH).lines[-1]
        == "La partie est sauvegardée. tacora play --resume la reprend."
    )


@pytest.mark.parametrize("typed", ["", "q", "quit"])
def test_stopping_at_the_menu_leaves_nothing(tmp_path: Path, typed: str) -> None:
    said = play(tmp_path, *([typed] if typed else []), flags=("play",))
    assert (said.status, said.err) == (0, "")
    assert SAVED not in said.lines
    assert list(tmp_path.iterdir()) == []


def test_bytes_that_are_no_text_are_no_traceback(tmp_path: Path) -> None:
    """As on a system whose Python is strict about what it reads."""
    with Pipes(tmp_path, *TABLE, PYTHONUTF8="0", PYTHONIOENCODING="utf-8") as seat:
        seat.hear(ASK)
        seat.send_bytes(b"\xff\n")
        seat.hear(ASK)
        seat.send("l\n")
        assert "You leave" in seat.hear("You leave")
        assert "Traceback" not in seat.said


# No escapes


@pytest.mark.parametrize("term", ["xterm-256color", "dumb", ""])
def test_pipes_never_get_an_escape(tmp_path: Path, term: str) -> None:
    said = play(tmp_path, "cave", "?", *"lllll", TERM=term)
    assert "Final scores:" in said.lines
    assert ESCAPE not in said.out + said.err


def test_what_is_typed_cannot_become_an_escape(tmp_path: Path) -> None:
    said = play(tmp_path, "\x1b[2J")
    assert ESCAPE not in said.out
    assert "is not a command here" in said.out


def test_the_coach_says_what_a_champion_would_do_and_then_whether_it_was_close(tmp_path: Path) -> None:
    said = play(tmp_path, "coach", *"lllll")
    told = [line for line in said.lines if "champion" in line]
    assert len(told) == 2
    assert ":" in told[0]
    assert said.lines.index(told[1]) > said.lines.index(told[0])


def test_several_people_at_one_keyboard_have_no_coach_and_are_told_why(tmp_path: Path) -> None:
    two = ("play", "--people", "Ana,Bob", "--bots", "ev")
    assert "Several of you read this screen, so the coach says nothing" in play(tmp_path, "k", flags=two).out


@pytest.mark.parametrize("language", ["en", "fr"])
def test_forty_cells_break_no_word(tmp_path: Path, language: Language) -> None:
    play = (
        "--lang",
        language,
        "play",
        "--edition",
        "tiny",
        "--people",
        "Ana",
        "--bots",
        "tortoise,tortoise",
        "--plain",
    )
    with Terminal(tmp_path, *play, "--seed", SEED, columns=40) as seat:
        ask = folded(catalogue(language)("ask-decision").rstrip(), 40)[-1]
        seat.answer(ask, "odds", "cave", "players", "help", "l")
        seat.hear(ask)
        lines = seat.said.splitlines()
    assert len(lines) > 30
    assert ESCAPE not in seat.said
    long = [line for line in lines if len(line) > 40 and not re.fullmatch("[0-9a-f]{64}[.]?", line)]
    assert [line for line in long if not line.startswith(ask)] == [], "but for what is typed"
