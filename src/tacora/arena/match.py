"""A match between bots: its settings, and how a deal is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from msgspec import Struct

from tacora.arena.guests import Maker, bot_maker, told
from tacora.arena.schedule import arena_seed, least_deals, seatings
from tacora.chance import Seed
from tacora.game import Outcome, Refused
from tacora.games.contest import BotIllegal, BotRaised
from tacora.games.kind import GameKind, Scalar
from tacora.games.registry import box_named, kind_of


class Match(Struct, frozen=True, kw_only=True):
    """The settings of a match, which determine its result."""

    edition: str
    bots: tuple[str, ...]
    players: int
    """Players at each table."""
    deals: int
    seed: int
    chosen: tuple[tuple[str, Scalar], ...] = ()
    """Options of the game that were set."""

    @property
    def kind(self) -> GameKind:
        """The game of the edition."""
        return kind_of(self.edition)

    def labels(self) -> tuple[str, ...]:
        """The names of the bots, with a number for one that takes part again.

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
        """The options in effect."""
        return self.kind.settled(self.edition, dict(self.chosen))


class Played(Struct, frozen=True):
    """One deal, played once for each rotation of the seats: the seating and outcome of each game."""

    deal: int
    games: tuple[tuple[tuple[int, ...], Outcome], ...]


class Arena:
    """A match that is checked and ready to play, with its bots loaded."""

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
        for bot in found:
            match.kind.check_at(bot, match.players, match.edition, dict(match.chosen))
        self._makers = [found[bot] for bot in match.bots]

    def play(self, deal: int) -> Played:
        """Play all games of a deal: the same cards for every seating."""
        match = self.match
        seed = arena_seed(match.seed, deal)
        games = []
        for turn, seats in enumerate(seatings(len(match.bots), match.players, match.seed, deal)):
            chance = f"tacora arena {match.seed} deal {deal} game {turn} seat "
            bots = [self._makers[bot](Random(chance + str(seat))) for seat, bot in enumerate(seats)]
            games.append((seats, self._play(deal, seed, seats, bots)))
        return Played(deal, tuple(games))

    def _play(self, deal: int, seed: Seed, seats: Sequence[int], bots: Sequence[object]) -> Outcome:
        """Play one game. A bot's error is refused with the bot's name."""
        try:
            return self._contest.play(bots, seed)
        except BotRaised as fault:
            raise Refused("bot-raised", **self._place(deal, seats[fault.seat]), detail=told(fault.error)) from None
        except BotIllegal as fault:
            raise Refused("bot-illegal", **self._place(deal, seats[fault.seat]), given=_shown(fault.given)) from None

    def _place(self, deal: int, bot: int) -> dict[str, object]:
        """The bot at fault, and what reproduces the error."""
        return {"bot": self.match.labels()[bot], "deal": deal + 1, "seed": str(self.match.seed)}


def _shown(action: object) -> str:
    """The `repr` of a bot's answer, or its type if that fails."""
    try:
        return repr(action)
    except Exception:
        return type(action).__name__
