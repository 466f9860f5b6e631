"""One deal of a match: the same cards for every seating, bots that see only their view, and faults that are named."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import pytest

from tacora.arena.match import Arena, Match
from tacora.arena.schedule import arena_seed, seatings
from tacora.game import Refused
from tacora.games import diamant, mister_diamond
from tacora.games.diamant.bots import make_bot
from tacora.games.mister_diamond.bots import make_mister_bot
from tests.arena.guests import Folder, folder

__all__ = ["folder"]


_OPTIONS = ("relics", "chests", "expert")


def a_match(*bots: str, **more: Any) -> Match:
    chosen = tuple((name, more.pop(name)) for name in _OPTIONS if name in more)
    settings: dict[str, Any] = {"edition": "tiny", "players": 3, "deals": 50, "seed": 9, **more}
    return Match(bots=bots, chosen=chosen, **settings)


def refused(match: Match) -> Refused:
    with pytest.raises(Refused) as caught:
        Arena(match)
    return caught.value


def failed(match: Match) -> Refused:
    with pytest.raises(Refused) as caught:
        list(map(Arena(match).play, range(match.deals)))
    return caught.value


# Pairing


def test_every_seating_of_a_deal_plays_the_cards_of_its_seed() -> None:
    """Played again by hand, from the seed of the deal."""
    bots = ("gems:4", "ev", "never", "cards:3")
    match = a_match(*bots, players=4, edition="tacora-2024", relics=True)
    arena, game = Arena(match), diamant.Diamant(diamant.EDITIONS["tacora-2024"], relics=True)
    for deal in range(3):
        played = arena.play(deal)
        assert [seats for seats, _ in played.games] == seatings(4, 4, 9, deal)
        for seats, outcome in played.games:
            at_table = [make_bot(bots[bot], Random()) for bot in seats]
            state = game.start(4, arena_seed(9, deal)).state
            while pending := game.pending(state):
                chosen = {seat: at_table[seat].choose(game.observe(state, seat), ()) for seat in pending}
                state = game.apply(state, chosen).state
            assert outcome == game.outcome(state)


def test_likewise_in_mister_diamond() -> None:
    match = a_match("memory", "memory", edition="ravensburger-1993", players=2, expert=True)
    game = mister_diamond.MisterDiamond(mister_diamond.EDITIONS["ravensburger-1993"], expert=True)
    played = Arena(match).play(4)
    for turn, (seats, outcome) in enumerate(played.games):
        chance = [Random(f"tacora arena 9 deal 4 game {turn} seat {seat}") for seat in range(2)]
        at_table = [make_mister_bot("memory", rng) for rng in chance]
        step = game.start(2, arena_seed(9, 4))
        history = step.events
        while pending := game.pending(step.state):
            seat = pending[0]
            step = game.apply(step.state, {seat: at_table[seat].choose(game.observe(step.state, seat), history)})
            history += step.events
        assert outcome == game.outcome(step.state)
        assert sorted(seats) == [0, 1]


def test_bots_that_never_leave_see_the_same_cards_in_every_seating(folder: Folder) -> None:
    name = folder.module(
        """
        from tacora.games.diamant import CONTINUE
        tunnels = []

        class Witness:
            def choose(self, view, history):
                if view.seat == 0:
                    tunnels.append((view.expedition, view.tunnel))
                return CONTINUE
        """
    )
    arena = Arena(a_match(f"{name}:Witness", "never", edition="schmidt-2005", players=4))
    tunnels = sys.modules[name].tunnels
    for deal in range(4):
        tunnels.clear()
        arena.play(deal)
        # The witness has two of four seats, so it sits on the first one in two of the four games.
        half = len(tunnels) // 2
        assert half > 5
        assert tunnels[:half] == tunnels[half:]


# What bots are given


def test_bots_see_their_view_and_the_public_history_and_nothing_else(folder: Folder) -> None:
    name = folder.module(
        """
        from tacora.games.diamant import CONTINUE, LEAVE
        calls = []

        class Witness:
            def __init__(self):
                self.number = 0
            def choose(self, view, history):
                calls.append((self, self.number, view, history))
                self.number += 1
                return LEAVE if len(view.tunnel) > 2 + view.seat else CONTINUE
        """
    )
    match = a_match(f"{name}:Witness", f"{name}:Witness", chests="hidden", edition="tacora-2024", relics=True)
    Arena(match).play(0)
    calls = sys.modules[name].calls
    assert len({id(bot) for bot, *_ in calls}) == 9, "one bot for each seat of each game"
    for bot, number, view, history in calls:
        assert type(view) is diamant.View
        assert type(history) is tuple
        assert all(isinstance(event, diamant.Event) for event in history)
        assert [chest is None for chest in view.chests] == [seat != view.seat for seat in range(3)]
        earlier = [other for other in calls if other[0] is bot and other[1] == number - 1]
        for _, _, seen, heard in earlier:
            assert seen.seat == view.seat
            assert history[: len(heard)] == heard
            assert len(history) > len(heard)


def test_chance_of_bots_depends_on_the_seat_and_comes_again() -> None:
    match = a_match("random:0.3", "random:0.3", "random:0.3")
    first, second = ([Arena(match).play(deal) for deal in deals] for deals in (range(10), reversed(range(10))))
    assert first == second[::-1]
    # The same bot in every seat of the same cards: if they do not decide alike, each has its own chance.
    assert sum(len({outcome.scores for _, outcome in played.games}) > 1 for played in first) > 5


def test_labels_tell_twins_apart() -> None:
    assert a_match("ev", "never", "ev", "ev").labels() == ("ev", "never", "ev (2)", "ev (3)")


# What cannot be played


@pytest.mark.parametrize(
    ("match", "code"),
    [
        (a_match("ev", "never", edition="monopoly"), "unknown-edition"),
        (a_match("ev"), "too-few-bots"),
        (a_match(), "too-few-bots"),
        (a_match("ev", "never", players=2), "seat-count"),
        (a_match("ev", "never", players=9), "seat-count"),
        (a_match("memory", "blind", edition="ravensburger-1993", players=1), "seat-count"),
        (a_match("ev", "never", edition="schmidt-2005", relics=True), "no-relics"),
        (a_match("ev", "never", deals=1), "too-few-deals"),
        (a_match(*["ev"] * 9, deals=20), "too-few-deals"),
        (a_match("ev", "hal"), "unknown-bot"),
        (a_match("ev", "gems:0"), "bot-parameter"),
        (a_match("memory", "gems:10", edition="ravensburger-1993", players=2), "unknown-bot"),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_card(match: Match, code: str) -> None:
    assert refused(match).code == code


# Bots that fail


def test_a_bot_that_raises_is_named_with_the_place_and_the_cause(folder: Folder) -> None:
    bot = f"{folder.module()}:Clumsy"
    refusal = failed(a_match("never", bot, bot))
    assert refusal.code == "bot-raised"
    assert refusal.facts["bot"] in (bot, f"{bot} (2)")
    assert (refusal.facts["deal"], refusal.facts["seed"]) == (1, "9")
    assert str(refusal.facts["detail"]).startswith(f"KeyError: 'nothing', {bot.partition(':')[0]}.py line ")


def test_a_bot_that_exits_does_not_end_the_program(folder: Folder) -> None:
    refusal = failed(a_match("ev", f"{folder.module()}:Quitter"))
    assert refusal.code == "bot-raised"
    assert str(refusal.facts["detail"]).startswith("SystemExit: 3")


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("'leave'", "'leave'"),
        ("None", "None"),
        ("0", "0"),
        ("Everything()", "Everything"),
        ("[CONTINUE]", "[<Decision.CONTINUE: 'C'>]"),
    ],
)
def test_an_answer_that_is_not_legal_is_shown(folder: Folder, answer: str, shown: str) -> None:
    """Even an object that says of itself that it equals everything and cannot be shown."""
    name = folder.module(
        f"""
        from tacora.games.diamant import CONTINUE

        class Everything:
            def __eq__(self, other):
                return True
            def __hash__(self):
                return 0
            def __repr__(self):
                raise ValueError

        class Odd:
            def choose(self, view, history):
                return {answer} if view.expedition == 2 else CONTINUE
        """
    )
    refusal = failed(a_match("never", f"{name}:Odd"))
    assert refusal.code == "bot-illegal"
    assert (refusal.facts["bot"], refusal.facts["given"]) == (f"{name}:Odd", shown)


@pytest.mark.parametrize("answer", ["Lift(0)", "Lift(99)", "Lift('x')", "Steal(view.seat, 1000)", "Decline()", "None"])
def test_likewise_in_mister_diamond_where_an_action_has_to_fit_the_card(folder: Folder, answer: str) -> None:
    name = folder.module(
        f"""
        from tacora.games.mister_diamond import Decline, Lift, Steal

        class Odd:
            def choose(self, view, history):
                return {answer}
        """
    )
    refusal = failed(a_match("memory", f"{name}:Odd", edition="ravensburger-1993", players=2))
    assert (refusal.code, refusal.facts["bot"]) == ("bot-illegal", f"{name}:Odd")
