"""A game of Diamant to be, and the questions about it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec import UNSET
from msgspec.structs import replace

from tacora.chance import Seed, commitment
from tacora.games.diamant.bots import BOTS, CHARACTERS, COMPANY, check_table, make_bot
from tacora.games.diamant.editions import EDITIONS, edition_named
from tacora.games.diamant.record import DiamantRecord, Options
from tacora.games.diamant.record import replay as replay_record
from tacora.games.diamant.rules import Chests
from tacora.terminal.plan import Plan
from tacora.terminal.questions import Questions, is_number

DEFAULT_EDITION = "tacora-2024"


class DiamantPlan(Plan, frozen=True, kw_only=True):
    """A game of Diamant to be."""

    edition: str = DEFAULT_EDITION
    relics: bool | None = None
    chests: Chests = "open"
    odds: bool = True

    def usual_bots(self) -> tuple[str, ...]:
        """Three characters for one or two people, none for a table that is full enough."""
        return COMPANY if len(self.people) < 3 else ()

    def known_bots(self) -> tuple[str, ...]:
        """How the bots are written."""
        return BOTS

    def characters(self) -> tuple[str, ...]:
        """The bots that have a name and a temper."""
        return CHARACTERS

    def tells_odds(self) -> bool:
        """Whether players may ask for the odds."""
        return self.odds

    def company(self) -> tuple[str, ...]:
        """One of each, but for the champion."""
        return COMPANY

    def checked(self, names: tuple[str, ...], seed: Seed, bots: Sequence[str]) -> DiamantRecord:
        """The record of the game, in which nothing is decided yet."""
        for bot in bots:
            make_bot(bot, Random())  # Refuses a bot that there is not.
        record = DiamantRecord(
            format="tacora-record/1",
            edition=self.edition,
            options=Options(UNSET if self.relics is None else self.relics, self.chests),
            seats=names,
            commitment=commitment(seed),
            seed=seed.hex(),
            decisions=(),
        )
        replay_record(record)
        for bot in bots:
            check_table(bot, record.rules(), len(names))
        return record


def asked(plan: DiamantPlan, questions: Questions) -> DiamantPlan:
    """The game that is asked for: its box, its options, and who plays."""

    def edition(plan: DiamantPlan) -> DiamantPlan:
        names = list(EDITIONS)
        questions.offer(names)
        answer = questions.ask("ask-edition", default=DEFAULT_EDITION)
        if is_number(answer) and 1 <= int(answer) <= len(names):
            answer = names[int(answer) - 1]
        return replace(plan, edition=edition_named(answer or DEFAULT_EDITION).name, relics=None)

    def relics(plan: DiamantPlan) -> DiamantPlan | None:
        offered = EDITIONS[plan.edition].relics
        if offered is None:
            return None
        usual = "answer-no" if offered.variant else "answer-yes"
        return replace(plan, relics=questions.either("ask-relics", "answer-yes", "answer-no", usual))

    def chests(plan: DiamantPlan) -> DiamantPlan:
        visible = questions.either("ask-chests", "answer-open", "answer-hidden", "answer-open")
        return replace(plan, chests="open" if visible else "hidden")

    def odds(plan: DiamantPlan) -> DiamantPlan:
        return replace(plan, odds=questions.either("ask-odds", "answer-yes", "answer-no", "answer-yes"))

    return questions.in_turn(plan, edition, relics, chests, odds, questions.people, questions.bots)
