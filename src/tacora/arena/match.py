"""Bots against each other: what is played, and how one deal of it goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct

from tacora.arena.guests import AnyBot, GameName, Maker, bot_maker, told
from tacora.arena.schedule import deal_seed, least_deals, seatings
from tacora.chance import Seed
from tacora.game import Game, Outcome, Refused, Seat
from tacora.games import diamant, mister_diamond
from tacora.games.diamant.rules import Chests

_BOXES: dict[str, diamant.Edition | mister_diamond.Edition] = {**diamant.EDITIONS, **mister_diamond.EDITIONS}


class Match(Struct, frozen=True, kw_only=True):
    """Everything that decides how a match comes out."""

    edition: str
    bots: tuple[str, ...]
    players: int
    """At each table."""
    deals: int
    seed: int
    relics: bool | None = None
    chests: Chests = "open"
    expert: bool = False
    notes: bool = False

    @property
    def game(self) -> GameName:
        """Which of the games this box is of."""
        return "mister-diamond" if self.edition in mister_diamond.EDITIONS else "diamant"

    def labels(self) -> tuple[str, ...]:
        """The bots by name; one that takes part twice is told apart by a number.

        >>> Match(edition="tiny", bots=("ev", "never", "ev"), players=3, deals=1, seed=0).labels()
        ('ev', 'never', 'ev (2)')
        """
        seen: Counter[str] = Counter()
        labels = []
        for bot in self.bots:
            seen[bot] += 1
            labels.append(bot if seen[bot] == 1 else f"{bot} ({seen[bot]})")
        return tuple(labels)

    def options(self) -> dict[str, object]:
        """The options of the game as it is played."""
        if self.game == "mister-diamond":
            return {"expert": self.expert, "notes": self.notes}
        game = diamant.Diamant(diamant.edition_named(self.edition), relics=self.relics)
        return {"relics": game.with_relics, "chests": self.chests}

    def rules(self) -> Game[Any, Any, Any, Any]:
        """The game with its options."""
        if self.game == "diamant":
            return diamant.Diamant(diamant.edition_named(self.edition), relics=self.relics, chests=self.chests)
        box = mister_diamond.edition_named(self.edition)
        return mister_diamond.MisterDiamond(box, expert=self.expert, notes=self.notes)


class Played(Struct, frozen=True):
    """One deal, played as often as the table has seats: who sat where in each game, and how it came out."""

    deal: int
    games: tuple[tuple[tuple[int, ...], Outcome], ...]


class Arena:
    """A match with its bots found and everything about it checked: ready to be played."""

    def __init__(self, match: Match) -> None:
        box = box_named(match.edition)
        if len(match.bots) < 2:
            raise Refused("too-few-bots", given=len(match.bots))
        if not box.least_seats <= match.players <= box.most_seats:
            raise Refused("seat-count", given=match.players, least=box.least_seats, most=box.most_seats)
        self.match = match
        self._game = match.rules()
        least = least_deals(len(match.bots), match.players)
        if match.deals < least:
            raise Refused("too-few-deals", given=match.deals, least=least)
        found: dict[str, Maker] = {bot: bot_maker(match.game, bot) for bot in dict.fromkeys(match.bots)}
        self._makers = [found[bot] for bot in match.bots]

    def play(self, deal: int) -> Played:
        """All games of a deal: the same cards for every seating."""
        match = self.match
        seed = deal_seed(match.seed, deal)
        games = []
        for turn, seats in enumerate(seatings(len(match.bots), match.players, match.seed, deal)):
            chance = f"tacora arena {match.seed} deal {deal} game {turn} seat "
            bots = [self._makers[bot](Random(chance + str(seat))) for seat, bot in enumerate(seats)]
            games.append((seats, self._play(deal, seed, seats, bots)))
        return Played(deal, tuple(games))

    def _play(self, deal: int, seed: Seed, seats: Sequence[int], bots: Sequence[AnyBot]) -> Outcome:
        """One game. Bots see what their seat sees and what has happened in the open, nothing else."""
        game = self._game
        step = game.start(len(bots), seed)
        state, history = step.state, step.events
        while pending := game.pending(state):
            actions: dict[Seat, Any] = {}
            for seat in pending:
                view = game.observe(state, seat)
                try:
                    actions[seat] = bots[seat].choose(view, history)
                except (Exception, SystemExit) as error:
                    raise Refused("bot-raised", **self._place(deal, seats[seat]), detail=told(error)) from None
            try:
                step = game.apply(state, actions)
            except Exception:
                for seat, action in actions.items():
                    if not _is_among(action, game.legal_actions(state, seat)):
                        raise Refused("bot-illegal", **self._place(deal, seats[seat]), given=_shown(action)) from None
                raise
            state = step.state
            history += step.events
        outcome = game.outcome(state)
        assert outcome is not None
        return outcome

    def _place(self, deal: int, bot: int) -> dict[str, object]:
        """Whose fault it was, and how to see it again."""
        return {"bot": self.match.labels()[bot], "deal": deal + 1, "seed": str(self.match.seed)}


def box_named(name: str) -> diamant.Edition | mister_diamond.Edition:
    """The box of this name, of either game."""
    if name not in _BOXES:
        raise Refused("unknown-edition", edition=name, known=", ".join(_BOXES))
    return _BOXES[name]


def _is_among(action: object, legal: Sequence[object]) -> bool:
    """Whether this is one of the legal actions, whatever somebody's object thinks that it equals."""
    return any(type(action) is type(other) and action == other for other in legal)


def _shown(action: object) -> str:
    """What a bot answered, as far as it can be shown."""
    try:
        return repr(action)
    except Exception:
        return type(action).__name__
