"""Bots against each other: what is played, and how one deal of it goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from msgspec import Struct

from tacora.arena.guests import Maker, bot_maker, told
from tacora.arena.schedule import deal_seed, least_deals, seatings
from tacora.chance import Seed
from tacora.game import Outcome, Refused
from tacora.games.contest import BotIllegal, BotRaised
from tacora.games.kind import GameKind, Scalar
from tacora.games.registry import box_named, kind_of


class Match(Struct, frozen=True, kw_only=True):
    """Everything that decides how a match comes out."""

    edition: str
    bots: tuple[str, ...]
    players: int
    """At each table."""
    deals: int
    seed: int
    chosen: tuple[tuple[str, Scalar], ...] = ()
    """Options of the game."""

    @property
    def kind(self) -> GameKind:
        """Which of the games this box is of."""
        return kind_of(self.edition)

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

    def options(self) -> dict[str, Scalar]:
        """The options of the game as it is played."""
        return self.kind.settled(self.edition, dict(self.chosen))


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
        self._contest = match.kind.contest(match.edition, dict(match.chosen))
        least = least_deals(len(match.bots), match.players)
        if match.deals < least:
            raise Refused("too-few-deals", given=match.deals, least=least)
        found: dict[str, Maker] = {bot: bot_maker(match.kind, bot) for bot in dict.fromkeys(match.bots)}
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

    def _play(self, deal: int, seed: Seed, seats: Sequence[int], bots: Sequence[object]) -> Outcome:
        """One game, and whose fault it was if it could not be played."""
        try:
            return self._contest.play(bots, seed)
        except BotRaised as fault:
            raise Refused("bot-raised", **self._place(deal, seats[fault.seat]), detail=told(fault.error)) from None
        except BotIllegal as fault:
            raise Refused("bot-illegal", **self._place(deal, seats[fault.seat]), given=_shown(fault.given)) from None

    def _place(self, deal: int, bot: int) -> dict[str, object]:
        """Whose fault it was, and how to see it again."""
        return {"bot": self.match.labels()[bot], "deal": deal + 1, "seed": str(self.match.seed)}


def _shown(action: object) -> str:
    """What a bot answered, as far as it can be shown."""
    try:
        return repr(action)
    except Exception:
        return type(action).__name__
