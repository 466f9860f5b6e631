"""OpenSpiel's own tests, a written playthrough, and games held equal to the engine's."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from msgspec.structs import replace

import tacora.envs.open_spiel  # registers the games
from tacora.envs.diamant_observation import DiamantObservation
from tacora.envs.mister_diamond_actions import MisterDiamondActions
from tacora.envs.mister_diamond_observation import Memory, MisterDiamondObservation
from tacora.envs.open_spiel_diamant import DiamantGame
from tacora.game import Refused
from tacora.games.diamant import EDITIONS, LEAVE, Decision, Diamant
from tacora.games.diamant.rules import Disaster, HazardMet, RelicFound, TreasureFound
from tacora.games.mister_diamond import EDITIONS as MISTER_EDITIONS
from tacora.games.mister_diamond import MisterDiamond
from tacora.games.mister_diamond.rules import GameBegan, Lifted, RingDrawn, Stuck, TheftDrawn

assert tacora.envs.open_spiel

PLAYTHROUGH = Path(__file__).parent / "playthroughs" / "python_tacora_diamant.txt"
GAMES = [
    "python_tacora_diamant()",
    "python_tacora_diamant(players=3,edition=tiny)",
    "python_tacora_diamant(players=8,edition=schmidt-2005)",
    "python_tacora_diamant(players=5,edition=tacora-2024,relics=yes,chests=hidden)",
    "python_tacora_diamant(players=3,edition=diamant-2016)",
    "python_tacora_diamant(players=3,edition=incan-gold-2006,relics=no)",
    "python_tacora_mister_diamond()",
    "python_tacora_mister_diamond(players=4,games=2,expert=True)",
    "python_tacora_mister_diamond(players=8,first=3,notes=True)",
]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.repeats
def test_random_games_with_serialisation(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES[:3])
def test_random_games_in_turns(name: str) -> None:
    game = pyspiel.convert_to_turn_based(pyspiel.load_game(name))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.thorough
def test_a_playthrough_is_as_it_was_written() -> None:
    from open_spiel.python.algorithms import (
        generate_playthrough,
    )  # Imports all of scipy.stats: here, not in every process.

    """Every state of a game, as the library prints it; `UPDATE=1` writes it anew."""
    flags.FLAGS.mark_as_parsed()  # The library reads its command line, which is not ours.
    if os.environ.get("UPDATE"):
        text = generate_playthrough.playthrough(GAMES[1], action_sequence=None, seed=2)
        PLAYTHROUGH.write_text(text.rstrip() + "\n", encoding="utf-8")
    written, again = generate_playthrough.replay(str(PLAYTHROUGH))
    assert written.rstrip().splitlines() == again.rstrip().splitlines()


def diamant_cards(events: Any) -> list[Any]:
    """The cards turned in these events."""
    return [event.card for event in events if isinstance(event, (TreasureFound, HazardMet, RelicFound, Disaster))]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("chests", ["open", "hidden"])
def test_diamant_is_the_game_of_the_engine(edition: str, chests: Any) -> None:
    """The same cards and decisions: who decides, what each sees, the chance of each card, and who wins."""
    relics = EDITIONS[edition].relics is not None
    rules = Diamant(EDITIONS[edition], relics=relics, chests=chests)
    rng = Random(3)
    for players in (3, 5):
        relics_word = "yes" if relics else "no"
        game = pyspiel.load_game(
            f"python_tacora_diamant(players={players},edition={edition},relics={relics_word},chests={chests})"
        )
        layout = DiamantObservation(rules, players)
        for _ in range(2):
            state = game.new_initial_state()
            step = rules.start(players, rng.randbytes(32))
            unseen: Any = rules.in_play(1, step.state.camp)
            while True:
                for card in diamant_cards(step.events):
                    assert state.is_chance_node()
                    chances = {layout.kinds[at]: chance for at, chance in state.chance_outcomes()}
                    if unseen is not None:  # The deck of a cave that is entered in the middle of a step is not seen.
                        count = Counter(unseen)
                        expected = {kind: float(Fraction(n, count.total())) for kind, n in count.items()}
                        assert chances == pytest.approx(expected)
                    state.apply_action(layout.kinds.index(card))
                    unseen = None
                outcome = rules.outcome(step.state)
                for seat in range(players):
                    seen = layout.of(rules.observe(step.state, seat))
                    assert state.observation_tensor(seat) == seen.tolist()
                if outcome:
                    break
                inside = rules.pending(step.state)
                assert state.is_simultaneous_node()
                assert [seat for seat in range(players) if state.legal_actions(seat)] == list(inside)
                unseen = rules.observe(step.state, None).unseen
                chosen = {seat: LEAVE if rng.random() < 0.3 else Decision.CONTINUE for seat in inside}
                state.apply_actions([int(chosen.get(seat) is LEAVE) for seat in range(players)])
                if set(chosen.values()) == {LEAVE}:
                    unseen = None
                step = rules.apply(step.state, chosen)
            assert state.is_terminal()
            assert state.returns() == [(seat in outcome.winners) / len(outcome.winners) for seat in range(players)]


@pytest.mark.parametrize("options", [{}, {"expert": True, "games": 2}, {"notes": True}], ids=str)
def test_mister_diamond_is_the_game_of_the_engine(options: dict[str, Any]) -> None:
    rules = MisterDiamond(MISTER_EDITIONS["ravensburger-1993"], **options)
    rng = Random(5)
    for players in (2, 5):
        given = "".join(f",{name}={value}" for name, value in options.items())
        game = pyspiel.load_game(f"python_tacora_mister_diamond(players={players}{given})")
        layout, actions = MisterDiamondObservation(rules, players), MisterDiamondActions(rules.edition, players)
        state, memory = game.new_initial_state(), Memory()
        step = rules.start(players, rng.randbytes(32))
        state.apply_action(step.state.turn)
        tried, lifted = set[int](), 0
        while True:
            for event in step.events:
                match event:
                    case GameBegan():
                        tried, lifted = set(), 0
                    case RingDrawn():
                        state.apply_action([str(kind) for kind in layout.kinds].index(str(event.price)))
                    case TheftDrawn():
                        state.apply_action(len(layout.kinds) - 1)
                    case Lifted() | Stuck() if event.place not in tried:
                        chances = dict(state.chance_outcomes())
                        assert sum(chances.values()) == pytest.approx(1)
                        loose = layout.places - layout.fixed - lifted
                        assert chances.get(1, 0) == pytest.approx(loose / (layout.places - len(tried)))
                        state.apply_action(int(isinstance(event, Lifted)))
                        tried.add(event.place)
                        lifted += isinstance(event, Lifted)
            memory.hear(step.events)
            outcome = rules.outcome(step.state)
            for seat in range(players):
                seen = layout.of(rules.observe(step.state, seat), memory, seat)
                assert state.observation_tensor(seat) == seen.tolist()
                assert (layout.low <= seen).all()
                assert (seen <= layout.high).all()
            if outcome:
                break
            turn = step.state.turn
            assert state.current_player() == turn
            legal = rules.legal_actions(step.state, turn)
            assert state.legal_actions() == sorted(actions.number(action, turn) for action in legal)
            action = rng.choice(legal)
            assert actions.action(actions.number(action, turn), turn) == action
            state.apply_action(actions.number(action, turn))
            step = rules.apply(step.state, {turn: action})
        assert state.returns() == [(seat in outcome.winners) / len(outcome.winners) for seat in range(players)]


def played(name: str, seed: int) -> Iterator[Any]:
    """Every state of a random game."""
    game, rng = pyspiel.load_game(name), Random(seed)
    state = game.new_initial_state()
    yield state
    while not state.is_terminal():
        if state.is_simultaneous_node():
            state.apply_actions([rng.choice(state.legal_actions(seat) or [0]) for seat in range(game.num_players())])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        yield state


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", GAMES)
def test_an_information_state_forgets_nothing(name: str) -> None:
    """Within a game every state has more of it than the one before, as text and as numbers, for each player."""
    before: dict[int, tuple[str, Any]] = {}
    for state in played(name, seed=4):
        for player in range(state.num_players()):
            text, numbers = state.information_state_string(player), np.array(state.information_state_tensor(player))
            if player in before:
                shorter, fewer = before[player]
                assert text.startswith(shorter)
                assert (numbers >= fewer).all()
                assert len(text) > len(shorter)
                assert numbers.sum() > fewer.sum()
            before[player] = text, numbers
    assert len({numbers.tobytes() for _, numbers in before.values()}) == len(before)


@pytest.mark.parametrize("relics", [False, pytest.param(True, marks=pytest.mark.long)])
def test_every_history_is_another_information_state(relics: bool) -> None:
    """All histories of an expedition: as many texts and as many tensors as there are histories."""
    game = DiamantGame({"players": 3}, rules=Diamant(replace(EDITIONS["tiny"], expeditions=1), relics=relics))
    histories, told, numbers = 0, set(), set()
    states = [game.new_initial_state()]
    while states:
        state = states.pop()
        histories += 1
        for player in range(3):
            told.add(state.information_state_string(player))
            numbers.add(np.array(state.information_state_tensor(player), np.int8).tobytes())
        if state.is_chance_node():
            states += [state.child(action) for action in state.legal_actions()]
        elif not state.is_terminal():
            for actions in product(*(state.legal_actions(player) or [0] for player in range(3))):
                states.append(state.clone())
                states[-1].apply_actions(list(actions))
    assert histories > (1000 if relics else 200)
    assert len(told) == len(numbers) == 3 * histories


def test_what_happens_next_in_mister_diamond_makes_another_information_state() -> None:
    """Whatever chance or whoever is asked does; what came before stays in it, as the test above shows."""
    for number, state in enumerate(played("python_tacora_mister_diamond(players=3)", seed=2)):
        if number < 8 or number % 9 == 0:
            after = [state.child(action) for action in state.legal_actions()]
            for player in range(3):
                told = {state.information_state_string(player) for state in after}
                numbers = {tuple(state.information_state_tensor(player)) for state in after}
                assert len(told) == len(numbers) == len(after)


def test_what_is_remembered_tells_states_apart() -> None:
    """Another history is another information state, and the same one for the same player is equal."""
    game = pyspiel.load_game("python_tacora_diamant(players=3,edition=tiny)")
    told = set()
    for first in range(2):
        state = game.new_initial_state()
        state.apply_action(first)
        state.apply_actions([0, 0, 1])
        told |= {state.information_state_string(player) for player in range(3)}
    assert told == {f"player {player}: {card} CCL" for player in range(3) for card in (4, 5)}


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(Refused, match="seat count"):
        DiamantGame({"players": 2})
    with pytest.raises(Refused, match="unknown value"):
        DiamantGame({"relics": "perhaps"})
    with pytest.raises(Refused, match="unknown edition"):
        DiamantGame({"edition": "nowhere-1900"})


def test_numbers_of_observations_are_named() -> None:
    game = pyspiel.load_game("python_tacora_diamant(players=3,edition=tiny)")
    state = game.new_initial_state()
    assert not np.array(state.observation_tensor(0)).any()
    state.apply_action(1)
    assert state.observation_string(2).startswith("player 2: expedition 1, explorers inside 3, gems in hand 1, ")
