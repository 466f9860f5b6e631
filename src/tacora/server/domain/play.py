"""One game at a table, either of the two, with decisions as texts: what rooms and the protocol need of the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any, Protocol

from msgspec import UNSET
from msgspec.structs import replace

from tacora.chance import commitment
from tacora.game import Outcome, Refused, Seat
from tacora.games import diamant, mister_diamond
from tacora.games.diamant.bots import CHARACTERS, make_bot
from tacora.games.diamant.narration import Narrator
from tacora.games.diamant.record import DiamantRecord, Options
from tacora.games.mister_diamond.bots import MISTER_CHARACTERS, make_mister_bot
from tacora.games.mister_diamond.narration import MisterNarrator
from tacora.games.mister_diamond.record import MisterDiamondRecord, MisterOptions
from tacora.games.records import Record, replay
from tacora.narration.catalogue import Catalogue
from tacora.server.domain.log import Rules

RULES_VERSION = 1
"""Goes up whenever the same decisions on the same deal lead elsewhere; older games then need the older rules."""

CONTINUE, LEAVE = str(diamant.CONTINUE), str(diamant.LEAVE)


class Kind(Protocol):
    """One of the two games, as a table plays it."""

    @property
    def characters(self) -> tuple[str, ...]:
        """The bots that keep people company."""
        ...

    def game(self, rules: Rules, first: Seat | None = None) -> Any:
        """The rules of the game with the options of a table, and who begins where that is settled."""
        ...

    def record(self, rules: Rules, names: Sequence[str], seed: bytes) -> Any:
        """An empty record of a game between these players."""
        ...

    def bot(self, text: str, rng: Random) -> Any:
        """The bot that is written so."""
        ...

    def narrator(self, say: Catalogue, names: Sequence[str], me: Seat | None) -> Any:
        """Whoever tells the game to this listener."""
        ...

    def when_absent(self, legal: Sequence[str]) -> str | None:
        """What is done for somebody who is not there and whose table does not wait; `None`: a bot has to decide."""
        ...


class _Diamant:
    characters = CHARACTERS

    @lru_cache(maxsize=256)  # noqa: B019 (there is only one of this kind)
    def game(self, rules: Rules, first: Seat | None = None) -> diamant.Diamant:
        _refuse_options("diamant", expert=rules.expert, notes=rules.notes)
        edition = diamant.edition_named(rules.edition or "tacora-2024")
        return diamant.Diamant(edition, relics=rules.relics, chests=rules.chests or "open")

    def record(self, rules: Rules, names: Sequence[str], seed: bytes) -> DiamantRecord:
        return DiamantRecord(
            format="tacora-record/1",
            edition=rules.edition or "tacora-2024",
            options=Options(UNSET if rules.relics is None else rules.relics, rules.chests or "open"),
            seats=tuple(names),
            commitment=commitment(seed),
            seed=seed.hex(),
            decisions=(),
        )

    def bot(self, text: str, rng: Random) -> Any:
        if text.partition(":")[0] == "table":  # A table may not have files of the server read.
            raise Refused("unknown-bot", bot=text, known=", ".join(self.characters))
        return make_bot(text, rng)

    def narrator(self, say: Catalogue, names: Sequence[str], me: Seat | None) -> Narrator:
        return Narrator(say, names, me)

    def when_absent(self, legal: Sequence[str]) -> str | None:
        return LEAVE


class _MisterDiamond:
    characters = MISTER_CHARACTERS

    @lru_cache(maxsize=256)  # noqa: B019 (likewise)
    def game(self, rules: Rules, first: Seat | None = None) -> mister_diamond.MisterDiamond:
        _refuse_options("mister-diamond", relics=rules.relics, chests=rules.chests)
        edition = mister_diamond.edition_named(rules.edition or "ravensburger-1993")
        return mister_diamond.MisterDiamond(edition, expert=bool(rules.expert), notes=bool(rules.notes), first=first)

    def record(self, rules: Rules, names: Sequence[str], seed: bytes) -> MisterDiamondRecord:
        return MisterDiamondRecord(
            format="tacora-record/1",
            edition=rules.edition or "ravensburger-1993",
            options=MisterOptions(bool(rules.expert), bool(rules.notes)),
            seats=tuple(names),
            commitment=commitment(seed),
            seed=seed.hex(),
            decisions=(),
        )

    def bot(self, text: str, rng: Random) -> Any:
        return make_mister_bot(text, rng)

    def narrator(self, say: Catalogue, names: Sequence[str], me: Seat | None) -> MisterNarrator:
        return MisterNarrator(say, names, me)

    def when_absent(self, legal: Sequence[str]) -> str | None:
        return "decline" if "decline" in legal else None


KINDS: Mapping[str, Kind] = {"diamant": _Diamant(), "mister-diamond": _MisterDiamond()}


def _refuse_options(game: str, **options: object) -> None:
    for name, value in options.items():
        if value is not None:
            raise Refused("wrong-game", option=name, which=game)


class Play:
    """A game under way."""

    def __init__(self, rules: Rules, names: Sequence[str], seed: bytes, first: Seat | None = None) -> None:
        self.kind = KINDS[rules.game]
        self.names = tuple(names)
        self.seed = seed
        self._record = self.kind.record(rules, names, seed)
        if first is not None:
            self._record = replace(self._record, first=first)
        self.game = self.kind.game(rules, first)
        self._hidden = getattr(self.game, "chests", "open") == "hidden"
        step = self.game.start(len(names), seed)
        self.state = step.state
        self.latest: tuple[Any, ...] = step.events
        """What the last step brought."""
        self.history: list[Any] = list(step.events)
        self.pending: tuple[Seat, ...] = self.game.pending(self.state)
        """Who owes a decision."""
        self._actions: tuple[Any, ...] = ()
        self._texts: tuple[str, ...] = ()
        self.outcome: Outcome | None = None
        """The result, once the game is over."""

    def legal(self, seat: Seat) -> tuple[str, ...]:
        """What this seat may do now, as texts."""
        actions = self.game.legal_actions(self.state, seat)
        if actions is not self._actions:  # Most often everybody may do the same, again and again.
            self._actions, self._texts = actions, tuple(map(str, actions))
        return self._texts

    def apply(self, actions: Mapping[Seat, str]) -> None:
        """Open these decisions together."""
        chosen = {seat: self._action(seat, text) for seat, text in actions.items()}
        before = self.state
        step = self.game.apply(before, chosen)
        self._record = self._record.decided(before, chosen)
        self.state, self.latest = step.state, step.events
        self.history.extend(step.events)
        self.pending, self.outcome = self.game.pending(self.state), self.game.outcome(self.state)

    def _action(self, seat: Seat, text: str) -> Any:
        for action in self.game.legal_actions(self.state, seat):
            if str(action) == text:
                return action
        raise Refused("not-legal", action=text)

    def view(self, seat: Seat | None) -> Any:
        """What this seat, or a spectator, sees."""
        return self.game.observe(self.state, seat)

    @property
    def secretive(self) -> bool:
        """Whether some seats may see more than others."""
        return self._hidden and self.outcome is None

    @property
    def begins_next(self) -> Seat | None:
        """Who begins the next game of the match: the seat after the one that began this (M4), where anybody does."""
        first: Seat | None = getattr(self.state, "first", None)
        return None if first is None else (first + 1) % len(self.names)

    def podium(self, narrator: Any, seat: Seat | None) -> list[str]:
        """The final scores in sentences."""
        outcome = self.outcome
        if isinstance(narrator, Narrator):
            return narrator.podium(self.view(seat), outcome) if outcome else []
        lines: list[str] = narrator.podium(outcome) if outcome else []
        return lines

    def ask(self, bot: Any, seat: Seat) -> str:
        """What a bot decides on this seat."""
        return str(bot.choose(self.view(seat), self.history))

    def record(self) -> Record:
        """The record so far, with the cards that were seen; it holds the seed."""
        record: Record = self._record.with_turned(replay(self._record))
        return record
