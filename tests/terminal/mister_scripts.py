"""Games of Mister Diamond to type: what to answer, decision by decision, and games saved at a moment of interest."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import NamedTuple

from tacora.game import Seat
from tacora.games.mister_diamond import Action, Decline, Lift, MisterDiamond, State, Steal
from tacora.games.mister_diamond.editions import TheftCard
from tests.mister_diamond.table import PLAIN, Table
from tests.mister_diamond.table import replay as played_again

SEED = bytes(range(32)).hex()
"""The seed of the test vectors: fixed are 4 6 10 13 16 …, the deck is 3000 5000 2000 theft 4000 2000 6000 3000 …"""

ASK = "For 3000 dollars, which diamond? A number, or ? for help: "
STEAL = "Steal which? A number, decline for none, or ? for help: "
SAVED = "The game is saved. tacora play --resume goes on."


def ask(name: str, price: int) -> str:
    return f"{name}, for {price} dollars, which diamond? A number, or ? for help: "


def ask_theft(name: str) -> str:
    return f"{name}, steal which? A number, decline for none, or ? for help: "


Policy = Callable[[MisterDiamond, State], Action]


def greedy(game: MisterDiamond, state: State) -> Action:
    """The first place that is not known to fail; the first theft there is."""
    legal = game.legal_actions(state, state.turn)
    return next(act for act in legal if not isinstance(act, Lift) or act.place not in state.tried)


def honest(game: MisterDiamond, state: State) -> Action:
    """Likewise, but no thief."""
    return Decline() if isinstance(state.card, TheftCard) else greedy(game, state)


def clumsy(_: MisterDiamond, state: State) -> Action:
    """Seat 0 tries what is fixed, the others lift what is loose: seat 0 has much to steal."""
    if isinstance(state.card, TheftCard):
        return Decline()
    wanted = [place for place in state.board if (place in state.setting.fixed) == (state.turn == 0)]
    return Lift(wanted[0])


def play(policy: Policy, seats: int = 2, seed: str = SEED, game: MisterDiamond = PLAIN, most: int = 999) -> Table:
    """A game from its seed, begun by seat 0, played so to its end or for so many decisions."""
    chosen = MisterDiamond(game.edition, expert=game.expert, notes=game.notes, games=game.games, first=0)
    table = played_again(chosen, seats, bytes.fromhex(seed), ())
    steps, actions = list(table.steps), list(table.actions)
    while chosen.pending(steps[-1].state) and len(actions) < most:
        state = steps[-1].state
        actions.append(policy(chosen, state))
        steps.append(chosen.apply(state, {state.turn: actions[-1]}))
    return Table(chosen, seats, tuple(steps), tuple(actions))


def typed(table: Table) -> list[str]:
    """What people type to take these decisions: a place, the number of a theft in the list, or a word."""
    lines = []
    for step, action in zip(table.steps, table.actions, strict=False):
        if isinstance(action, Steal):
            lines.append(str(table.game.legal_actions(step.state, step.state.turn).index(action) + 1))
        else:
            lines.append(str(action))
    return lines


class Moment(NamedTuple):
    """A game under way in which something is about to be decided."""

    table: Table
    seed: str

    @property
    def thefts(self) -> list[Steal]:
        legal = self.table.game.legal_actions(self.table.state, self.table.state.turn)
        return [act for act in legal if isinstance(act, Steal)]


def theft_for(seat: Seat, policy: Policy = clumsy, seats: int = 2, least: int = 1) -> Moment:
    """The first game, by its seed, in which this seat has drawn a theft card with so many thefts to choose from."""
    for number in count():
        seed = f"{number:064x}"
        for decisions in range(len(play(policy, seats, seed).actions)):
            moment = Moment(play(policy, seats, seed, most=decisions), seed)
            state = moment.table.state
            if state.turn == seat and isinstance(state.card, TheftCard) and len(moment.thefts) >= least:
                return moment
    raise AssertionError


def save(home: Path, moment: Moment, names: tuple[str, ...], bots: tuple[str | None, ...]) -> None:
    """Put this game among the unfinished ones."""
    game = moment.table.game
    record = {
        "format": "tacora-record/1",
        "game": "mister-diamond",
        "edition": game.edition.name,
        "options": {"expert": game.expert, "notes": game.notes, "games": game.games},
        "seats": names,
        "first": 0,
        "seed": moment.seed,
        "decisions": [str(action) for action in moment.table.actions],
    }
    file = home / "games" / "saved.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    content = {"format": "tacora-save/1", "record": record, "bots": bots, "odds": False, "sealed": {}}
    file.write_text(json.dumps(content), "utf-8")
