"""Games over arrays, held equal to the engine's decision by decision, and to what Gymnasium expects of them."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector as wrappers
from msgspec.structs import replace

from tacora.envs import GYMNASIUM_ID
from tacora.envs.diamant_observation import PLAYER, DiamantObservation
from tacora.envs.diamant_seat import DiamantEnv
from tacora.envs.diamant_table import Rewards
from tacora.envs.diamant_vector import DiamantVectorEnv
from tacora.game import Refused
from tacora.games.diamant import LEAVE, Diamant
from tests.fast.replay import Replayed, Situation, box_name, boxes, replayed, seated

pytestmark = pytest.mark.usefixtures("envs_compiled")

GAMES = 4
BOTS = ("random:0.3", "ev", "gems:8", "random:0.5", "hazards:3", "cards:4", "never", "random:0.1")


def moments(played: Replayed) -> list[list[Situation]]:
    """The decisions of a game, those made together together."""
    rows: list[list[Situation]] = []
    for situation in played.situations:
        if rows and situation.seat > rows[-1][-1].seat:
            rows[-1].append(situation)
        else:
            rows.append([situation])
    return rows


def check_end(layout: DiamantObservation, row: Any, played: Replayed, seat: int) -> None:
    """The table is clear, and all chests are open."""
    players = layout.players
    start = layout.parts.players
    assert not row[1:7].any()
    assert not row[8:start].any()
    for other in range(players):
        inside, gems, worth, relics = row[start + other * len(PLAYER) :][: len(PLAYER)]
        whose = (seat + other) % players
        assert (inside, gems + worth, relics) == (0, played.scores[whose], played.relics[whose])


@pytest.mark.sample(6)
@pytest.mark.parametrize(("chests", "rewards"), [("open", "victory"), ("hidden", "gems")])
@pytest.mark.parametrize("game", boxes(), ids=box_name)
def test_all_seats_play_the_games_of_the_engine(game: Diamant, rewards: Any, chests: Any) -> None:
    game = Diamant(game.edition, relics=game.with_relics, chests=chests)
    players = Random(box_name(game) + chests).choice((3, 5, 8))
    layout = DiamantObservation(game, players)
    bots = [seated(bot) for bot in BOTS[:players]]
    seed = 99
    envs = DiamantVectorEnv(
        GAMES * players,
        edition=game.edition.name, players=players, relics=game.with_relics, chests=chests, rewards=rewards,
    )  # fmt: skip
    observed, info = envs.reset(seed=seed)
    number, at = list(range(GAMES)), [0] * GAMES
    played = [replayed(game, bots, seed, game_number) for game_number in number]
    course = list(map(moments, played))
    earned = np.zeros(GAMES * players)
    ended = np.zeros(GAMES, bool)
    while min(number) < 2 * GAMES:
        assert envs.observation_space.contains(observed)
        actions = np.ones(GAMES * players, np.int64)  # Whoever is at camp is not heard.
        for row in range(GAMES):
            first = row * players
            if ended[row]:
                continue
            moment = course[row][at[row]]
            inside = [situation.seat for situation in moment]
            masks = info["action_mask"][first : first + players].tolist()
            assert masks == [[int(seat in inside)] * 2 for seat in range(players)]
            for seat, view, decision in moment:
                assert observed[first + seat].tolist() == layout.of(view).tolist()
                actions[first + seat] = decision is LEAVE
            for seat in set(range(players)) - set(inside):
                view = replace(moment[0].view, seat=seat)
                if chests == "open":
                    assert observed[first + seat].tolist() == layout.of(view).tolist()
        observed, reward, over, cut, info = envs.step(actions)
        assert not cut.any()
        earned += reward
        for row in range(GAMES):
            first = row * players
            assert len(set(over[first : first + players])) == 1
            if ended[row]:  # This step only began another game.
                ended[row] = False
                assert not over[first]
                assert not reward[first : first + players].any()
                number[row] += GAMES
                played[row] = replayed(game, bots, seed, number[row])
                course[row] = moments(played[row])
                at[row] = 0
                continue
            at[row] += 1
            ended[row] = over[first]
            assert ended[row] == (at[row] == len(course[row]))
            if ended[row]:
                winners = played[row].winners
                shares = [(seat in winners) / len(winners) for seat in range(players)]
                expected = shares if rewards == "victory" else played[row].scores
                assert earned[first : first + players] == pytest.approx(expected, abs=1e-9)
                earned[first : first + players] = 0
                for seat in range(players):
                    check_end(layout, observed[first + seat], played[row], seat)


@pytest.mark.parametrize("game", boxes(), ids=box_name)
def test_one_seat_plays_the_games_of_the_engine_among_the_bots(game: Diamant) -> None:
    players = 5
    layout = DiamantObservation(game, players)
    bots = [seated(bot) for bot in BOTS[:players]]
    tables: tuple[tuple[int, Rewards], ...] = ((0, "victory"), (3, "gems"))
    for seat, rewards in tables:
        others = [bot for at, bot in enumerate(BOTS[:players]) if at != seat]
        envs = DiamantVectorEnv(
            GAMES, edition=game.edition.name, bots=others, seat=seat, relics=game.with_relics, rewards=rewards
        )
        observed, info = envs.reset(seed=7)
        played = [replayed(game, bots, 7, number) for number in range(GAMES)]
        mine = [[each for each in one.situations if each.seat == seat] for one in played]
        earned, done = np.zeros(GAMES), np.zeros(GAMES, bool)
        for at in range(max(map(len, mine))):
            actions = np.zeros(GAMES, np.int8)
            for row in np.flatnonzero(~done):
                assert observed[row].tolist() == layout.of(mine[row][at].view).tolist()
                assert info["action_mask"][row].tolist() == [1, 1]
                actions[row] = mine[row][at].decision is LEAVE
            observed, reward, over, _, info = envs.step(actions)
            for row in np.flatnonzero(~done):
                earned[row] += reward[row]
                done[row] = over[row]
                assert done[row] == (at + 1 == len(mine[row]))
                if done[row]:
                    won = (seat in played[row].winners) / len(played[row].winners)
                    assert earned[row] == pytest.approx(won if rewards == "victory" else played[row].scores[seat])
                    assert info["action_mask"][row].tolist() == [0, 0]
                    check_end(layout, observed[row], played[row], seat)
        assert done.all()


def test_gymnasium_makes_it_and_its_wrappers_take_it() -> None:
    envs = gymnasium.make_vec(GYMNASIUM_ID, num_envs=64, bots=("ev", "gems:10", "random:0.2"), rewards="gems")
    assert isinstance(envs.unwrapped, DiamantVectorEnv)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    alone = gymnasium.make(GYMNASIUM_ID)
    assert envs.unwrapped.single_observation_space == alone.observation_space
    assert envs.unwrapped.single_action_space == alone.action_space
    counted = wrappers.RecordEpisodeStatistics(wrappers.NormalizeObservation(envs))
    observed, _ = counted.reset(seed=3)
    lengths: list[int] = []
    for _ in range(80):
        observed, _, over, _, info = counted.step(counted.action_space.sample())
        assert observed.shape == (64, alone.observation_space.shape[0])  # type: ignore[index]
        lengths += [int(length) for length in info["episode"]["l"][over]] if over.any() else []
    assert len(lengths) > 64
    assert min(lengths) >= 5
    counted.close()


def test_a_seed_is_a_course_and_returned_arrays_stay_as_they_are() -> None:
    courses = []
    for seed in (1, 1, 2):
        envs = DiamantVectorEnv(15, players=3)
        rng = np.random.default_rng(0)
        course = [envs.reset(seed=seed)[0]]
        kept = [course[0].copy()]
        for _ in range(60):
            course.append(envs.step(rng.integers(0, 2, 15))[0])
            kept.append(course[-1].copy())
        assert all((now == then).all() for now, then in zip(course, kept, strict=True))
        courses.append(np.array(course))
    assert (courses[0] == courses[1]).all()
    assert (courses[0] != courses[2]).any()
    later = DiamantVectorEnv(15, players=3)
    later.reset(seed=1)
    first, second, third = (later.reset()[0] for _ in range(3))
    assert all((one != other).any() for one, other in pairwise((first, second, third)))


def test_one_game_alone_and_many_at_once_mean_the_same() -> None:
    """The same mean score against the same bots, from different chance: within four standard errors."""
    envs = DiamantVectorEnv(2000, edition="schmidt-2005", bots=("gems:8", "ev"), rewards="gems")
    envs.reset(seed=1)
    totals, over = np.zeros(2000), np.zeros(2000, bool)
    held = envs.reset(seed=1)[0][:, 2]
    while not over.all():
        observed, rewards, ended, _, _ = envs.step(held >= 10)
        totals += rewards * ~over
        over |= ended
        held = observed[:, 2]
    alone, scores = DiamantEnv(edition="schmidt-2005", bots=("gems:8", "ev"), rewards="gems"), []
    for number in range(150):
        observation, _ = alone.reset(seed=number)
        score, ended_alone = 0.0, False
        while not ended_alone:
            observation, reward, ended_alone, _, _ = alone.step(int(observation[2] >= 10))
            score += reward
        scores.append(score)
    error = np.sqrt(totals.var() / len(totals) + np.var(scores) / len(scores))
    assert abs(totals.mean() - np.mean(scores)) < 4 * error


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="either bots"):
        DiamantVectorEnv(3, players=3, bots=("ev", "ev"))
    with pytest.raises(ValueError, match="a multiple of 4"):
        DiamantVectorEnv(6, players=4)
    with pytest.raises(Refused, match="not simulated"):
        DiamantVectorEnv(1, bots=("badger", "ev"))
    with pytest.raises(Refused, match="seat count"):
        DiamantVectorEnv(2, players=2)
    with pytest.raises(Refused, match="no such seat"):
        DiamantVectorEnv(2, seat=4)
    with pytest.raises(Refused, match="unknown value"):
        DiamantVectorEnv(2, rewards="fame")  # type: ignore[arg-type]
    envs = DiamantVectorEnv(3, players=3)
    envs.reset(seed=1)
    with pytest.raises(ValueError, match="an action for each of 3 agents"):
        envs.step(np.zeros(2))
    with pytest.raises(ValueError, match="an action is 0 or 1"):
        envs.step(np.array([0, 1, 256]))
