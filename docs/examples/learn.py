"""A bot that learns Diamant by playing: docs/environments.md tells it step by step.

python docs/examples/learn.py                                    # learns, and writes learnt.npz beside this file
tacora arena learn:Learnt ev gems:10 hazards:2 thumb             # in this folder
python docs/examples/learn.py http://localhost:8000 bakitolu     # sits down at a table of a server
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from tacora.client import Situation, seat_at
from tacora.envs.diamant_observation import PLAYER, DiamantObservation
from tacora.games.diamant import CONTINUE, LEAVE, Decision, Diamant, Event, View, edition_named

Floats = NDArray[np.float64]

FILE = Path(__file__).with_name("learnt.npz")
OPPONENTS = ("ev", "gems:10", "hazards:2", "thumb")
GAMES = 2048
"""Played at once with one strategy, before it changes."""
HIDDEN = 16
EXPLORING = 0.01
"""What keeps the strategy from being too sure too soon."""


def features(seen: NDArray[Any], layout: DiamantObservation) -> Floats:
    """What matters of some observations, a row each, as numbers of about the size of 1."""
    now = seen.astype(float)
    expedition, inside, held, path, turned = now[:, :5].T
    danger = now[:, 9] / np.maximum(now[:, 8], 1)
    players = now[:, layout.parts.players :].reshape(len(now), layout.players, len(PLAYER))
    scores = players[:, :, 1] + players[:, :, 2]
    camp = np.where(players[:, 1:, 0] == 0, scores[:, 1:], 0).max(axis=1)
    rival = np.where(players[:, 1:, 0] == 1, scores[:, 1:], 0).max(axis=1)
    home = held + path / np.maximum(inside, 1)
    last = expedition == layout.high[0]
    return np.stack(
        [
            *(np.ones(len(now)), danger * 5, held / 10, path / 10, home * danger / 2, inside / layout.players),
            *(expedition / layout.high[0], last, turned / 10, now[:, 6] / 10, scores[:, 0] / 40),
            *((scores[:, 0] + held - camp) / 20, (scores[:, 0] - rival) / 20, last * (scores[:, 0] + home - camp) / 20),
        ],
        axis=1,
    )


class Strategy:
    """A small network: the probability to leave."""

    def __init__(self, weights: Sequence[Floats]) -> None:
        self.weights = list(weights)

    def leaving(self, rows: Floats) -> tuple[Floats, Floats]:
        """The probabilities, and what the hidden numbers were."""
        hidden = np.tanh(rows @ self.weights[0])
        return 1 / (1 + np.exp(-np.clip(hidden @ self.weights[1], -20, 20))), hidden

    def gradient(self, rows: Floats, pushes: Floats, hidden: Floats) -> list[Floats]:
        """How to change the weights to move each probability as it is pushed."""
        back = pushes[:, None] * self.weights[1][None, :] * (1 - hidden**2)
        return [rows.T @ back / GAMES, hidden.T @ pushes / GAMES]


def played(envs: Any, strategy: Strategy, layout: DiamantObservation, seed: int, rng: np.random.Generator) -> Any:
    """All decisions of many games with a strategy: features, actions, and which game each was made in; the rewards."""
    seen, _ = envs.reset(seed=seed)
    going, rewards = np.ones(GAMES, bool), np.zeros(GAMES)
    rows, actions, games = [], [], []
    while going.any():
        row = features(seen, layout)
        leave = rng.random(GAMES) < strategy.leaving(row)[0]
        rows.append(row[going])
        actions.append(leave[going])
        games.append(np.flatnonzero(going))
        seen, reward, over, _, _ = envs.step(leave)
        rewards += reward * going
        going &= ~over
    return np.concatenate(rows), np.concatenate(actions), np.concatenate(games), rewards


def learn(batches: int = 300) -> Strategy:
    """Play, and do more often what was done in games that were won (REINFORCE, with Adam)."""
    from tacora.envs.diamant_vector import DiamantVectorEnv

    envs = DiamantVectorEnv(GAMES, edition="schmidt-2005", bots=OPPONENTS)
    layout = DiamantObservation(Diamant(edition_named("schmidt-2005")), len(OPPONENTS) + 1)
    rng = np.random.default_rng(1)
    width = features(envs.reset(seed=0)[0][:1], layout).shape[1]
    strategy = Strategy([rng.normal(0, 0.3, (width, HIDDEN)), rng.normal(0, 0.3, HIDDEN)])
    means = [np.zeros_like(weights) for weights in strategy.weights]
    squares = [np.zeros_like(weights) for weights in strategy.weights]
    began, won = time.process_time(), 1 / layout.players
    for batch in range(1, batches + 1):
        rows, actions, games, rewards = played(envs, strategy, layout, batch, rng)
        chances, hidden = strategy.leaving(rows)
        doubt = EXPLORING * chances * (1 - chances) * np.log((1 - chances + 1e-9) / (chances + 1e-9))
        pushes = (actions - chances) * (rewards[games] - rewards.mean()) + doubt
        for at, change in enumerate(strategy.gradient(rows, pushes, hidden)):
            means[at] = 0.9 * means[at] + 0.1 * change
            squares[at] = 0.99 * squares[at] + 0.01 * change**2
            strategy.weights[at] += 0.02 * means[at] / (np.sqrt(squares[at]) + 1e-6)
        won += 0.05 * (rewards.mean() - won)
        if batch % 50 == 0:
            print(f"{batch * GAMES:>9,} games, {time.process_time() - began:>4.0f} s: wins {won:.1%}", flush=True)
    return strategy


@cache
def learnt() -> Strategy:
    """What was learnt, from its file."""
    with np.load(FILE) as kept:
        return Strategy([kept["first"], kept["second"]])


@cache
def layout_of(edition: str, relics: bool, players: int) -> DiamantObservation:
    """How views of a table are written as numbers."""
    return DiamantObservation(Diamant(edition_named(edition), relics=relics), players)


class Learnt:
    """The bot: it sees at a table what it saw while it learnt."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View, history: Sequence[Event]) -> Decision:
        """Toss the coin of this situation."""
        layout = layout_of(view.edition, view.with_relics, len(view.chests))
        chance = learnt().leaving(features(layout.of(view)[None, :], layout))[0][0]
        return LEAVE if self.rng.random() < chance else CONTINUE


def view_of(situation: Situation) -> View:
    """The view that a server sent: frames count the unseen cards, and leave out whose view it is."""
    edition = edition_named(situation.view["edition"])
    unseen = [edition.card(text) for text, count in situation.view["unseen"].items() for _ in range(count)]
    fields = {**situation.view, "seat": situation.seat, "unseen": msgspec.to_builtins(unseen)}
    return msgspec.convert(fields, View)


async def sit_down(address: str, table: str) -> None:
    """Play one game at a server."""
    bot = Learnt(Random())
    async with seat_at(address, table, name="Learnt") as seat:
        async for situation in seat.decisions():
            await seat.decide(str(bot.choose(view_of(situation), history=[])))
        print(seat.result.say if seat.result else "")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(sit_down(*sys.argv[1:]))
    else:
        first, second = learn().weights
        np.savez(FILE, first=first, second=second)
