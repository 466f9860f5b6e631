"""Diamant, as the rest of the house sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from random import Random
from typing import TYPE_CHECKING

from msgspec import UNSET, Struct

from tacora.chance import commitment
from tacora.fast.installed import require_study
from tacora.game import Game, Seat, Step
from tacora.games.diamant import deal, record, story
from tacora.games.diamant.bots import BOTS, CHARACTERS, COMPANY, DiamantBot, check_table, count_in, file_in, make_bot
from tacora.games.diamant.bots.solved import ready, same_game
from tacora.games.diamant.bots.tables import Tabled, read_table
from tacora.games.diamant.coach import DiamantCoach
from tacora.games.diamant.editions import DIAMOND_WORTH, EDITIONS, Hazard, Relic, edition_named
from tacora.games.diamant.narration import DiamantNarrator
from tacora.games.diamant.record import DiamantRecord, Options, Replay, Summary
from tacora.games.diamant.rules import LEAVE, Decision, Diamant, Event, State, View
from tacora.games.diamant.tunnel import Place, with_next
from tacora.games.diamant.verdicts import Verdicts
from tacora.games.kind import Advice, Challenge, Option, Scalar
from tacora.games.options import typed_options
from tacora.games.typed import TypedKind
from tacora.narration.catalogue import Catalogue
from tacora.narration.moments import Moment
from tacora.record.base import Verdict
from tacora.record.shuffles import Shuffle
from tacora.terminal.game import TerminalGame

if TYPE_CHECKING:
    from tacora.fast.kernel import Kernel
    from tacora.fast.review import Review, Reviewer
    from tacora.record.base import BaseRecord

_OUTSIDE = "-"


class Derived(Struct, frozen=True):
    """What a page cannot know of a view: the rules."""

    places: tuple[Place, ...]
    """Column and row of each card of the tunnel (D13), and last of the next card, whatever it will be."""
    diamond: int
    """What a diamond is worth, in rubies (D5)."""
    relic_worths: tuple[int, ...] = ()
    """At the end, what the relics of each seat count."""


class DiamantKind(TypedKind[DiamantRecord, Replay, State, Decision, Event, View]):
    """Push your luck in a cave."""

    name = "diamant"
    editions = EDITIONS
    default_edition = "tacora-2024"
    hidden_editions = ("tiny",)
    options = (
        Option(
            "relics", editions=tuple(e.name for e in EDITIONS.values() if e.relics is not None and e.relics.variant)
        ),
        Option("chests", ("open", "hidden")),
        Option("duplicate", editions=()),
    )
    characters = CHARACTERS
    company = COMPANY
    stand_in = "badger"
    bots = BOTS
    arena_bots = ("mcts:N",)
    score_digits = 2
    has_odds = True
    bots_group = "tacora.bots"
    questions = ("cave", "players", "mine", "odds")
    record_type = DiamantRecord
    event_type = Event
    view_type = View
    derived_type = Derived
    coach = "champion"
    reviewable = True
    drawn = True
    challenge = Challenge(
        edition="schmidt-2005",
        seats=4,
        options={"duplicate": True},
        bots=("tortoise", "magpie", "badger"),
        field=CHARACTERS,
    )

    def rules(self, edition: str | None, options: Mapping[str, Scalar], first: Seat | None = None) -> Diamant:
        """The rules with these options; nobody begins."""
        return _rules(edition or self.default_edition, typed_options(self, Options, options))

    def new_record(
        self,
        names: Sequence[str],
        seed: bytes,
        edition: str | None,
        options: Mapping[str, Scalar],
        first: Seat | None = None,
    ) -> DiamantRecord:
        """The record of a game in which nothing has been decided."""
        return DiamantRecord(
            format="tacora-record/1",
            edition=edition or self.default_edition,
            options=typed_options(self, Options, options),
            seats=tuple(names),
            commitment=commitment(seed),
            seed=seed.hex(),
            decisions=(),
        )

    def decided(self, record: DiamantRecord, state: State, actions: Mapping[Seat, Decision]) -> DiamantRecord:
        """The record with one more joint decision."""
        return record.decided(state, actions)

    def with_turned(self, record: DiamantRecord) -> DiamantRecord:
        """The record with the cards that were turned."""
        return record.with_turned(self.replay(record))

    def narrator(self, say: Catalogue, names: Sequence[str], me: Seat | None) -> DiamantNarrator:
        """Whoever tells the game."""
        return DiamantNarrator(say, names, me)

    def bot(self, text: str, rng: Random) -> DiamantBot:
        """The bot that is written so."""
        return make_bot(text, rng)

    def bot_maker(self, text: str) -> Callable[[Random], object]:
        """How the bot that is written so is made; a table is read from its file only once."""
        name = text.partition(":")[0]
        if name == "mcts":
            return _searcher(count_in(text))
        return partial(Tabled, read_table(file_in(text))) if name == "table" else super().bot_maker(text)

    def check_at(self, bot: str, seats: int, edition: str | None, options: Mapping[str, Scalar]) -> None:
        """A strategy from a file plays at the tables that it was solved for."""
        check_table(bot, self.rules(edition, options), seats)

    def preparation(
        self, bot: str, seats: int, edition: str | None, options: Mapping[str, Scalar]
    ) -> Callable[[], object] | None:
        """The champion reads its strategy for the box and the number of players, the hunter those of all it knows."""
        if bot == "hunter":
            from tacora.games.diamant.kernel.answers import study_of

            return partial(study_of, same_game(self.rules(edition, options)), seats)
        return partial(ready, self.rules(edition, options), seats) if bot == "champion" else None

    def compiles(self, bot: str) -> bool:
        """The hunter plays games out."""
        if bot != "hunter":
            return False
        from tacora.fast.compiled import is_compiled

        return not is_compiled("trials")

    def settled(self, edition: str | None, options: Mapping[str, Scalar]) -> dict[str, Scalar]:
        """Whether relics are played with, and how chests are kept."""
        rules = self.rules(edition, options)
        return {"relics": rules.with_relics, "chests": rules.chests}

    def legs(self, record: BaseRecord) -> tuple[tuple[int, ...], ...]:
        """What each brought home, expedition by expedition."""
        chests = [one.chests for one in self.replay(self._own(record)).summary().expeditions]
        before = [(0,) * len(record.seats), *chests]
        return tuple(
            tuple(now - then for now, then in zip(after, so_far, strict=True))
            for after, so_far in zip(chests, before, strict=False)
        )

    def may_sit(self, bot: str) -> bool:
        """A table may not have files of the server read, and nobody waits there for games to be played out."""
        return bot.partition(":")[0] not in ("table", "strategy", "hunter")

    def when_absent(self, legal: Sequence[str]) -> str | None:
        """They leave the cave."""
        return str(LEAVE)

    def secretive(self, game: Game[State, Decision, Event, View]) -> bool:
        """Where chests are hidden, each seat sees its own."""
        return isinstance(game, Diamant) and game.chests == "hidden"

    def unseen(self, view: View) -> dict[str, int]:
        """Counted down from the deck, which is the same at every step but for relics, the last cards of it."""
        cards = view.unseen
        if not cards:
            return {}
        counts = _counted(view.edition, view.removed).copy()
        for card in view.tunnel:
            if type(card) is not Relic:
                text = str(card)
                counts[text] -= 1
                if not counts[text]:
                    del counts[text]
        first = len(cards)
        while first and type(cards[first - 1]) is Relic:
            first -= 1
        for relic in cards[first:]:
            text = str(relic)
            counts[text] = counts.get(text, 0) + 1
        return counts

    def derived(self, view: View) -> Derived:
        """Where the cards lie, and what stones and relics are worth."""
        worths = tuple(sum(trophy.worth for trophy in owned) for owned in view.trophies) if view.over else ()
        return Derived(with_next(view.tunnel), DIAMOND_WORTH, worths)

    def terminal(self) -> TerminalGame:
        """The game at one keyboard."""
        from tacora.games.diamant.terminal.game import DiamantTerminal

        return DiamantTerminal(self.table)

    def kernel(self, edition: str | None, options: Mapping[str, Scalar]) -> Kernel:
        """The game as it is simulated."""
        from tacora.games.diamant.kernel.game import DiamantKernel

        return DiamantKernel(self.rules(edition, options))

    def reviewer(self, record: BaseRecord) -> Reviewer:
        """Somebody who weighs a finished game."""
        from tacora.games.diamant.review import DiamantReviewer

        assert isinstance(record, DiamantRecord)
        return DiamantReviewer(_replay(record))

    def replay(self, record: DiamantRecord) -> Replay:
        """Play a record again."""
        return _replay(record)

    def course(self, played: Replay) -> tuple[Diamant, Sequence[Step[State, Event]]]:
        """The rules and the steps."""
        return played.game, played.steps

    def opened(self, played: Replay) -> list[Mapping[Seat, str]]:
        """The letters of everybody who was inside."""
        words = [word for row in played.record.decisions for word in row]
        return [{seat: letter for seat, letter in enumerate(word) if letter != _OUTSIDE} for word in words]

    def unfinished(self, played: Replay, say: Catalogue) -> str:
        """The expedition that is under way, or that has no cards."""
        asked = played.game.pending(played.state)
        return say("game-open" if asked else "game-paused", expedition=played.state.expedition)

    def summary(self, played: Replay) -> Summary:
        """The game in figures."""
        return played.summary()

    def story(self, played: Replay, say: Catalogue) -> Struct:
        """The course of the game, expedition by expedition."""
        return story.story(played, say)

    def verdicts(self, played: Replay, say: Catalogue, review: Review) -> list[list[Moment]]:
        """The decisions that cost most, the best and the worst card of each seat."""
        told = Verdicts(say, played, review)
        return [told.of(seat) for seat in range(len(review.seats))]

    def errors(self, played: Replay, say: Catalogue, review: Review) -> list[Moment]:
        """What was chosen, and how much better the other choice was."""
        return Verdicts(say, played, review).errors()

    def advice(self, say: Catalogue, names: Sequence[str], view: View, history: Sequence[Event]) -> Advice:
        """What a champion would do in this seat's place, and why."""
        return DiamantCoach(say, names, view, history).advice()

    def shuffles(self, played: Replay) -> list[Shuffle]:
        """The deck of each expedition."""
        return deal.shuffles(played)

    def verified(self, record: DiamantRecord, promised: str | None) -> Verdict:
        """How the game was dealt."""
        return _verify(record, promised)

    def difference(self, say: Catalogue, at: tuple[int, int]) -> str:
        """The expedition and the card."""
        return say("verify-cards-no", expedition=at[0], card=at[1])


_replay, _verify = record.replay, record.verify


@lru_cache(maxsize=256)
def _rules(edition: str, options: Options) -> Diamant:
    """Tables that choose alike share their rules."""
    relics = None if options.relics is UNSET else options.relics
    return Diamant(edition_named(edition), relics=relics, chests=options.chests, duplicate=options.duplicate)


@lru_cache(maxsize=1024)
def _counted(edition: str, removed: tuple[Hazard, ...]) -> dict[str, int]:
    """How many of each card a deck has without its relics, in their order."""
    cards = list(edition_named(edition).cards())
    for card in removed:
        cards.remove(card)
    return dict(Counter(map(str, cards)))


def _searcher(playouts: int) -> Callable[[Random], DiamantBot]:
    """The bot that searches. It needs the kernel, so it stands above the other bots, and in the arena only."""
    require_study()
    from tacora.games.diamant.kernel.searcher import Searcher

    return partial(Searcher, playouts)
