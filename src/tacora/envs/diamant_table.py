"""A game of Diamant under way, played by the engine: what the environments share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tacora.envs.diamant_observation import DiamantObservation, Observation
from tacora.envs.picture import COLUMNS, drawn
from tacora.game import IllegalAction, Refused, Seat
from tacora.games.diamant.editions import edition_named
from tacora.games.diamant.narration import DiamantNarrator
from tacora.games.diamant.rules import CONTINUE, LEAVE, Chests, Decision, Diamant, Event
from tacora.languages import Language
from tacora.narration.catalogue import Catalogue, catalogue

Rewards: TypeAlias = Literal["victory", "gems"]

DECISIONS: Final = (CONTINUE, LEAVE)
"""What the actions 0 and 1 are."""

_BY_ACTION: Final = dict(enumerate(DECISIONS))


class DiamantTable:
    """The rules of a box, and one game after the other by them.

    `rewards`: at the end each player's part of the victory, 1 in all; or what each brings home, when it happens.
    """

    def __init__(
        self, edition: str, players: int, relics: bool | None, chests: Chests, rewards: Rewards, language: Language
    ) -> None:
        if rewards not in ("victory", "gems"):
            raise Refused("unknown-value", path="rewards", value=rewards)
        self.rules = Diamant(edition_named(edition), relics=relics, chests=chests)
        self.rules.start(players, bytes(32))  # Refuses a number of players that cannot be.
        self.players = players
        self.names = tuple(f"player_{seat}" for seat in range(players))
        self.layout = DiamantObservation(self.rules, players)
        self._rewards: Rewards = rewards
        self._say: Catalogue = catalogue(language)

    def deal(self, generator: np.random.Generator, options: Mapping[str, Any] | None) -> None:
        """Begin a game: by the seed of a record, where the options have one as `deal`, or by a new one."""
        given = (options or {}).get("deal")
        self.seed = generator.bytes(32) if given is None else bytes.fromhex(given)
        step = self.rules.start(self.players, self.seed)
        self.state = step.state
        self.history: list[Event] = list(step.events)
        self.latest = [step]
        """What `told` tells; whoever takes a step empties it before."""

    @property
    def pending(self) -> tuple[Seat, ...]:
        """Who decides now."""
        return self.state.cave.inside

    @property
    def over(self) -> bool:
        """Whether the last expedition is over: then nobody is inside."""
        return not self.state.cave.inside

    def step(self, actions: Mapping[Seat, int]) -> list[float]:
        """Carry out the decisions of all inside; gives the reward of each seat."""
        before = self.state
        step = self.rules.apply(before, {seat: _decision(actions[seat]) for seat in before.cave.inside})
        self.state = step.state
        self.latest.append(step)
        self.history.extend(step.events)
        if self._rewards == "gems":
            scores = zip(self.rules.scores(before), self.rules.scores(self.state), strict=True)
            return [float(after - score) for score, after in scores]
        outcome = self.rules.outcome(self.state)
        winners = outcome.winners if outcome else ()
        return [(seat in winners) / max(len(winners), 1) for seat in range(self.players)]

    def observed(self, seat: Seat) -> Observation:
        """What a seat sees."""
        return self.layout.of(self.rules.observe(self.state, seat))

    def told(self) -> str:
        """The latest steps, and how things stand, in sentences."""
        narrator = DiamantNarrator(self._say, self.names)
        told = [narrator.tell(step.events, self.rules.observe(step.state, None)) for step in self.latest]
        situation = narrator.situation(self.rules.observe(self.state, None))
        return "\n".join((*(sentence for step in told for sentence in step), *situation)) + "\n"

    def drawn(self) -> NDArray[np.uint8]:
        """The camp, the tunnel and the chests as an image."""
        from tacora.games.diamant.terminal.drawing import picture

        return drawn(picture(self._say, self.rules.observe(self.state, None), self.names, COLUMNS))


def _decision(action: int) -> Decision:
    decision = _BY_ACTION.get(action)
    if decision is None:
        raise IllegalAction("not-a-decision", given=action)
    return decision
