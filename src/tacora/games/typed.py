"""Makes a `GameKind` out of the typed parts of a game: rules, record, narrator and bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Generic

from tacora.game import Refused, Seat
from tacora.games.contest import Contest, TypedContest
from tacora.games.handles import TypedPlay, TypedRetelling, TypedScribe
from tacora.games.kind import Play, Retelling, Scalar
from tacora.games.parts import A, E, GameParts, P, R, S, V
from tacora.games.plain_terminal import PlainTerminal
from tacora.record.base import BaseRecord, Verdict
from tacora.table import AnySave, Table, bots_in
from tacora.terminal.game import TerminalGame


class TypedKind(GameParts[R, P, S, A, E, V], Generic[R, P, S, A, E, V]):
    """A game by the types of its records, replays, states, actions, events and views.

    A game implements the abstract methods of `GameParts`; the rest is the same for every game.
    """

    def terminal(self) -> TerminalGame:
        """The plain terminal; a game with its own session overrides it."""
        return PlainTerminal(self)

    def check(self, seats: int, edition: str | None, options: Mapping[str, Scalar]) -> None:
        """Refuse settings that cannot be played."""
        self.rules(edition, options).start(seats, bytes(32))

    def check_bot(self, text: str) -> None:
        """Refuse a bot that is unknown or not allowed at a table."""
        if not self.may_sit(text):
            raise Refused("unknown-bot", bot=text, known=", ".join(self.characters))
        try:
            self.bot(text, Random())
        except Refused as refused:
            if refused.code != "unknown-bot":
                raise
            raise Refused("unknown-bot", bot=text, known=", ".join(filter(self.may_sit, self.bots))) from None

    def begin(
        self,
        names: Sequence[str],
        seed: bytes,
        *,
        edition: str | None = None,
        options: Mapping[str, Scalar],
        first: Seat | None = None,
    ) -> Play:
        """Deal a game."""
        record = self.new_record(names, seed, edition, options, first)
        return TypedPlay(self, self.rules(edition, options, first), record, seed)

    def contest(self, edition: str | None, options: Mapping[str, Scalar]) -> Contest:
        """The game between bots only."""
        return TypedContest(self.rules(edition, options))

    def bot_maker(self, text: str) -> Callable[[Random], object]:
        """A factory that makes the bot. Refuses an unknown bot."""
        self.bot(text, Random(0))
        return partial(self.bot, text)

    def table(self, saved: AnySave, rng: Random) -> Table[S, A, E, V]:
        """The table of a new or resumed game at one keyboard. `rng` is the bots' only source of randomness."""
        record = self._own(saved.record)
        game, steps = self.course(self.replay(record))
        scribe = TypedScribe(self, record)
        return Table(saved, game, steps, {seat: self.bot(bot, rng) for seat, bot in bots_in(saved)}, scribe)

    def retell(self, record: BaseRecord) -> Retelling:
        """Replay a record of this game."""
        own = self._own(record)
        return TypedRetelling(self, own, self.replay(own))

    def verify(self, record: BaseRecord, promised: str | None = None) -> Verdict:
        """Verify how a recorded game was dealt."""
        return self.verified(self._own(record), promised)

    def _own(self, record: BaseRecord) -> R:
        if not isinstance(record, self.record_type):
            raise TypeError(f"a record of another game than {self.name}")
        return record
