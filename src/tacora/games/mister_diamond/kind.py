"""Mister Diamond, as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING

from msgspec import UNSET, Struct

from tacora.bots.bot import Bot
from tacora.chance import commitment
from tacora.game import Game, Refused, Seat, Step
from tacora.games.kind import Option, Scalar
from tacora.games.mister_diamond import deal, record, story
from tacora.games.mister_diamond.bots import MISTER_BOTS, MISTER_CHARACTERS, MISTER_COMPANY, make_mister_bot
from tacora.games.mister_diamond.editions import EDITIONS, edition_named
from tacora.games.mister_diamond.narration import MisterDiamondNarrator
from tacora.games.mister_diamond.record import MisterDiamondRecord, MisterOptions, MisterReplay, MisterSummary
from tacora.games.mister_diamond.rules import Action, Decline, Event, MisterDiamond, State, View
from tacora.games.mister_diamond.verdicts import MisterVerdicts
from tacora.games.options import typed_options
from tacora.games.typed import TypedKind
from tacora.narration.catalogue import Catalogue
from tacora.narration.moments import Moment
from tacora.record.base import BaseRecord, Verdict
from tacora.record.shuffles import Shuffle
from tacora.terminal.game import TerminalGame

if TYPE_CHECKING:
    from tacora.fast.kernel import Kernel
    from tacora.fast.review import Review, Reviewer


_MEMORY = 5
_MOST_WEIGHED = 10
"""Games of a match that can be weighed."""


class Theft(Struct, frozen=True):
    """A decision to steal, in its parts."""

    action: str
    victim: Seat
    price: int


class Derived(Struct, frozen=True):
    """What a page cannot know of a view: the rules."""

    standings: tuple[int, ...]
    """Dollars of the match as things stand, by seat (M12)."""
    thefts: tuple[Theft, ...]
    """What whoever has drawn a theft may steal (M7)."""


class MisterDiamondKind(TypedKind[MisterDiamondRecord, MisterReplay, State, Action, Event, View]):
    """A memory game of loose and fixed diamonds."""

    name = "mister-diamond"
    editions = EDITIONS
    default_edition = "ravensburger-1993"
    options = (Option("expert"), Option("notes"))
    characters = MISTER_CHARACTERS
    company = MISTER_COMPANY
    stand_in = "squirrel"
    bots = MISTER_BOTS
    bots_group = "tacora.mister_bots"
    questions = ("cave", "players", "mine", "odds")
    record_type = MisterDiamondRecord
    event_type = Event
    view_type = View
    derived_type = Derived
    drawn = True
    reviewable = True

    def rules(self, edition: str | None, options: Mapping[str, Scalar], first: Seat | None = None) -> MisterDiamond:
        """The rules with these options, and who begins where that is settled."""
        return _rules(edition or self.default_edition, typed_options(self, MisterOptions, options), first)

    def memory(self, edition: str | None, options: Mapping[str, Scalar]) -> int | None:
        """Without notes, remembering what was tried is the game (M13)."""
        return None if self.rules(edition, options).notes else _MEMORY

    def derived(self, view: View) -> Derived:
        """How the match stands, and the thefts that are open."""
        thefts = (Theft(str(theft), theft.victim, theft.price) for theft in view.thefts)
        return Derived(view.standings, tuple(thefts))

    def new_record(
        self,
        names: Sequence[str],
        seed: bytes,
        edition: str | None,
        options: Mapping[str, Scalar],
        first: Seat | None = None,
    ) -> MisterDiamondRecord:
        """The record of a game in which nothing has been decided."""
        return MisterDiamondRecord(
            format="tacora-record/1",
            edition=edition or self.default_edition,
            options=typed_options(self, MisterOptions, options),
            seats=tuple(names),
            first=UNSET if first is None else first,
            commitment=commitment(seed),
            seed=seed.hex(),
            decisions=(),
        )

    def decided(self, record: MisterDiamondRecord, state: State, actions: Mapping[Seat, Action]) -> MisterDiamondRecord:
        """The record with one more decision."""
        return record.decided(state, actions)

    def with_turned(self, record: MisterDiamondRecord) -> MisterDiamondRecord:
        """The record with the fixed places and the cards that were drawn."""
        return record.with_turned(self.replay(record))

    def narrator(self, say: Catalogue, names: Sequence[str], me: Seat | None) -> MisterDiamondNarrator:
        """Whoever tells the game."""
        return MisterDiamondNarrator(say, names, me)

    def bot(self, text: str, rng: Random) -> Bot[View, Event, Action]:
        """The bot that is written so."""
        return make_mister_bot(text, rng)

    def settled(self, edition: str | None, options: Mapping[str, Scalar]) -> dict[str, Scalar]:
        """Whether it is for experts, and whether notes are taken."""
        rules = self.rules(edition, options)
        return {"expert": rules.expert, "notes": rules.notes}

    def may_sit(self, bot: str) -> bool:
        """Whoever plays the end of a game out takes too long for a table at which others wait."""
        return bot != "master" and not bot.endswith(":best")

    def when_absent(self, legal: Sequence[str]) -> str | None:
        """They steal nothing; to lift a diamond somebody has to choose one."""
        return _DECLINE if _DECLINE in legal else None

    def secretive(self, game: Game[State, Action, Event, View]) -> bool:
        """Everybody sees the same tray."""
        return False

    def begins_next(self, state: State, seats: int) -> Seat | None:
        """The seat after the one that began (M4)."""
        return (state.first + 1) % seats

    def terminal(self) -> TerminalGame:
        """The game at one keyboard."""
        from tacora.games.mister_diamond.terminal.game import MisterDiamondTerminal

        return MisterDiamondTerminal(self.table)

    def kernel(self, edition: str | None, options: Mapping[str, Scalar]) -> Kernel:
        """The game as it is simulated."""
        from tacora.games.mister_diamond.kernel.game import MisterDiamondKernel

        return MisterDiamondKernel(self.rules(edition, options))

    def check_review(self, record: BaseRecord) -> None:
        """From each situation of a match all of its later games are played out: that grows with the square."""
        assert isinstance(record, MisterDiamondRecord)
        if record.options.games > _MOST_WEIGHED:
            raise Refused("review-too-long", given=record.options.games, most=_MOST_WEIGHED)

    def reviewer(self, record: BaseRecord) -> Reviewer:
        """Whoever weighs a game by playouts."""
        from tacora.games.mister_diamond.review import MisterReviewer

        assert isinstance(record, MisterDiamondRecord)
        self.check_review(record)
        return MisterReviewer(_replay(record))

    def replay(self, record: MisterDiamondRecord) -> MisterReplay:
        """Play a record again."""
        return _replay(record)

    def course(self, played: MisterReplay) -> tuple[MisterDiamond, Sequence[Step[State, Event]]]:
        """The rules and the steps."""
        return played.game, played.steps

    def opened(self, played: MisterReplay) -> list[Mapping[Seat, str]]:
        """The decision of whoever had the turn."""
        turns = zip(played.steps[:-1], played.record.decisions, strict=True)
        return [{step.state.turn: text} for step, text in turns]

    def unfinished(self, played: MisterReplay, say: Catalogue) -> str:
        """Whose turn it is."""
        name = played.record.seats[played.state.turn]
        return say("md-open" if played.game.pending(played.state) else "md-paused", name=name)

    def summary(self, played: MisterReplay) -> MisterSummary:
        """The game in figures."""
        return played.summary()

    def story(self, played: MisterReplay, say: Catalogue) -> Struct:
        """The course of the game, turn by turn."""
        return story.story(played, say)

    def verdicts(self, played: MisterReplay, say: Catalogue, review: Review) -> list[list[Moment]]:
        """The decisions that cost most, what memory did, and the best and the worst luck of each seat."""
        told = MisterVerdicts(say, played, review)
        return [told.of(seat) for seat in range(len(review.seats))]

    def errors(self, played: MisterReplay, say: Catalogue, review: Review) -> list[Moment]:
        """What was chosen, and how much better something else was."""
        return MisterVerdicts(say, played, review).errors()

    def shuffles(self, played: MisterReplay) -> list[Shuffle]:
        """Who begins, the fixed places, and the deck of each game."""
        return deal.shuffles(played)

    def verified(self, record: MisterDiamondRecord, promised: str | None) -> Verdict:
        """How the game was dealt."""
        return _verify(record, promised)

    def difference(self, say: Catalogue, at: tuple[int, int]) -> str:
        """The game, and the card or the fixed places."""
        game, card = at
        return say("md-verify-cards-no", game=game, card=card) if card else say("md-verify-places-no", game=game)


_replay, _verify = record.replay, record.verify
_DECLINE = str(Decline())


@lru_cache(maxsize=256)
def _rules(edition: str, options: MisterOptions, first: Seat | None) -> MisterDiamond:
    """Tables that choose alike share their rules."""
    return MisterDiamond(edition_named(edition), expert=options.expert, notes=options.notes, first=first)
