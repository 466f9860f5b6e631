"""A game, or a match, of Mister Diamond to be, and the questions about it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec import UNSET
from msgspec.structs import replace

from tacora.chance import Seed, commitment
from tacora.game import Refused
from tacora.games.mister_diamond.bots import MISTER_BOTS, MISTER_CHARACTERS, MISTER_COMPANY, make_mister_bot
from tacora.games.mister_diamond.record import MisterDiamondRecord, MisterOptions
from tacora.games.mister_diamond.record import replay as replay_record
from tacora.games.mister_diamond.rules import MOST_GAMES
from tacora.terminal.plan import Plan
from tacora.terminal.questions import Questions

DEFAULT_EDITION = "ravensburger-1993"


class MisterDiamondPlan(Plan, frozen=True, kw_only=True):
    """A game, or a match, of Mister Diamond to be."""

    edition: str = DEFAULT_EDITION
    expert: bool = False
    notes: bool = False
    games: int = 1
    first: int | None = None
    prices: tuple[int, ...] | None = None
    """The different prices of the rings; `None`: those of the box."""

    def usual_bots(self) -> tuple[str, ...]:
        """Three characters for a single person, none for a table that is full enough."""
        return MISTER_COMPANY if len(self.people) < 2 else ()

    def known_bots(self) -> tuple[str, ...]:
        """How the bots are written."""
        return MISTER_BOTS

    def characters(self) -> tuple[str, ...]:
        """The bots that have a name and a temper."""
        return MISTER_CHARACTERS

    def company(self) -> tuple[str, ...]:
        """One of each."""
        return MISTER_COMPANY

    def checked(self, names: tuple[str, ...], seed: Seed, bots: Sequence[str]) -> MisterDiamondRecord:
        """The record of the game, in which nothing is decided yet."""
        for bot in bots:
            make_mister_bot(bot, Random())  # Refuses a bot that there is not.
        record = MisterDiamondRecord(
            format="tacora-record/1",
            edition=self.edition,
            options=MisterOptions(self.expert, self.notes, self.games, UNSET if self.prices is None else self.prices),
            seats=names,
            first=UNSET if self.first is None else self.first,
            commitment=commitment(seed),
            seed=seed.hex(),
            decisions=(),
        )
        replay_record(record)
        return record


def asked(plan: MisterDiamondPlan, questions: Questions) -> MisterDiamondPlan:
    """The game that is asked for: its options, who plays, and who begins."""

    def expert(plan: MisterDiamondPlan) -> MisterDiamondPlan:
        return replace(plan, expert=questions.either("md-ask-expert", "answer-yes", "answer-no", "answer-no"))

    def notes(plan: MisterDiamondPlan) -> MisterDiamondPlan:
        return replace(plan, notes=questions.either("md-ask-notes", "answer-yes", "answer-no", "answer-no"))

    def games(plan: MisterDiamondPlan) -> MisterDiamondPlan:
        answer = questions.number("md-ask-games") or "1"
        if not 1 <= int(answer) <= MOST_GAMES:
            raise Refused("bad-games", given=int(answer), most=MOST_GAMES)
        return replace(plan, games=int(answer))

    def first(plan: MisterDiamondPlan) -> MisterDiamondPlan:
        answer = questions.number("md-ask-first")
        return questions.checked(replace(plan, first=int(answer) if answer else None))

    return questions.in_turn(plan, expert, notes, games, questions.people, questions.bots, first)
