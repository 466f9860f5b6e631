"""What the coach says before and after a decision. Where a sentence is quoted, the champion's probability is given."""

from __future__ import annotations

from random import Random

import pytest

from tacora.games.diamant import EDITIONS, Diamant
from tacora.games.diamant.bots.solved import Champion
from tacora.games.diamant.coach import SURE, DiamantCoach
from tacora.games.diamant.kind import DiamantKind
from tacora.games.diamant.rules import Event
from tacora.games.kind import Advice
from tacora.narration.catalogue import Language, catalogue
from tests.narration.narrator import NAMES, plain
from tests.table import SCHMIDT, Table, play

KIND = DiamantKind()
HIDDEN = Diamant(EDITIONS["schmidt-2005"], chests="hidden")


def history(table: Table) -> list[Event]:
    return [event for step in table.steps for event in step.events]


def advised(table: Table, seat: int = 0, language: Language = "en") -> Advice:
    view = table.view(seat)
    return DiamantCoach(catalogue(language), NAMES[: len(view.chests)], view, history(table)).advice()


def with_champion(monkeypatch: pytest.MonkeyPatch, leaving: float) -> None:
    monkeypatch.setattr(Champion, "leaving", lambda *_: leaving)


@pytest.mark.parametrize(
    ("leaving", "language", "says"),
    [
        (
            0.0,
            "en",
            "A champion goes deeper: 2 of 27 cards end it, so the next one costs 0.5 on average and brings "
            "4.0; "
            "nothing lies on the path; but you are 3 ahead of Bob and Cleo.",
        ),
        (
            0.2,
            "en",
            "A champion goes deeper 8 times in ten: 2 of 27 cards end it, so the next one costs 0.5 on average "
            "and brings 4.0; nothing lies on the path; but you are 3 ahead of Bob and Cleo.",
        ),
        (
            0.55,
            "en",
            "It is close, a champion goes back 6 times in ten: 2 of 27 cards end it, so the next one costs 0.5 "
            "on average and brings 4.0; nothing lies on the path; you are 3 ahead of Bob and Cleo.",
        ),
        (
            1.0,
            "en",
            "A champion goes back to camp: you are 3 ahead of Bob and Cleo; but 2 of 27 cards end it, so the next "
            "one costs 0.5 on average and brings 4.0; nothing lies on the path.",
        ),
        (
            1.0,
            "fr",
            "Un champion rentre au camp : vous avez 3 d’avance sur Bob et Cleo ; mais 2 cartes sur 27 arrêtent "
            "tout, la prochaine coûte donc 0,5 en moyenne et rapporte 4,0 ; rien n’est sur le chemin.",
        ),
    ],
)
def test_what_a_champion_would_do_and_why(
    monkeypatch: pytest.MonkeyPatch, leaving: float, language: Language, says: str
) -> None:
    """Reasons for it first, those against it after them; where it is close, all alike."""
    with_champion(monkeypatch, leaving)
    assert plain([advised(play(SCHMIDT, 3, "11 CCC gas CLL 4"), language=language).say]) == [says]


def test_everything_may_speak_against_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with_champion(monkeypatch, 0.0)
    table = play(SCHMIDT, 3, "11 CLL 5 L--", "17 CCC 15 CCC 14 CCC gas CCC snakes CCC 4")
    told = advised(table).say
    assert told.startswith("A champion goes deeper, even though 4 of ")
    assert told.endswith("; 5 gems lie on the path; you are 4 ahead of Bob and Cleo.")


@pytest.mark.parametrize(
    ("leaving", "deeper", "camp"),
    [
        (0.0, "A champion would have done the same.", "A champion would have gone deeper."),
        (
            0.1,
            "A champion would mostly have done the same, 9 times in ten.",
            "A champion would have done this once in ten.",
        ),
        (
            0.6,
            "That was close: a champion would have done it 4 times in ten.",
            "That was close: a champion would have done it 6 times in ten.",
        ),
        (1.0, "A champion would have gone back to camp.", "A champion would have done the same."),
    ],
)
def test_afterwards_it_is_said_whether_it_was_close(
    monkeypatch: pytest.MonkeyPatch, leaving: float, deeper: str, camp: str
) -> None:
    with_champion(monkeypatch, leaving)
    assert advised(play(SCHMIDT, 3, "11")).after == {"C": deeper, "L": camp}


def test_behind_in_the_last_cave(monkeypatch: pytest.MonkeyPatch) -> None:
    with_champion(monkeypatch, 0.0)
    table = play(SCHMIDT, 3, "11 CLL 5 L--", "4 LLL", "4 LLL", "4 LLL", "9")
    assert "this is the last cave, and you are 4 ahead of Bob and Cleo" in advised(table).say
    assert "this is the last cave, and you are 4 behind Ana" in advised(table, 1).say


def test_where_chests_are_hidden_nobody_is_reminded_of_the_standing() -> None:
    """It has to be remembered (D22); what the champion does may depend on it all the same."""
    cards = ("11 CLL 5 L--", "4")
    shown, hidden = (advised(play(game, 3, *cards), 1) for game in (SCHMIDT, HIDDEN))
    assert "behind Ana" in shown.say
    assert "Ana" not in hidden.say


@pytest.mark.parametrize("edition", ["tiny", "schmidt-2005"])
def test_the_advice_is_the_champions_choice_in_both_languages(edition: str) -> None:
    rng = Random(1)
    for seed in range(4):
        play = KIND.begin(NAMES[:3], bytes([seed]) * 32, edition=edition, options={})
        while play.outcome is None:
            for seat in play.pending:
                view = KIND.rules(edition, {}).observe(play.state, seat)  # type: ignore[arg-type]
                leaving = Champion(rng).leaving(view, play.history)  # type: ignore[arg-type]
                english, french = (play.advice(catalogue(language), seat) for language in ("en", "fr"))
                assert ("goes back" if leaving > 0.5 else "goes deeper") in english.say.partition(":")[0]
                assert ("rentre" if leaving > 0.5 else "continue") in french.say.partition(":")[0]
                assert (english.after["L"] == "A champion would have done the same.") == (leaving >= SURE)
                assert (french.after["C"] == "Un champion aurait fait de même.") == (1 - leaving >= SURE)
            play.apply({seat: rng.choice("CCL") for seat in play.pending})
