"""GameKind: the interface of a game to the rest of the program.

Outside a game's folder its types are unknown. Here they are erased: decisions are texts, and events and views are
structs that can be encoded. `tacora.games.typed` makes a kind out of typed parts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Protocol, TypeAlias

from msgspec import Struct

from tacora.game import Outcome, Refused, Seat
from tacora.games.contest import Contest
from tacora.narration.catalogue import Catalogue
from tacora.narration.moments import Moment
from tacora.narration.narrator import Telling
from tacora.record.base import BaseRecord, BaseSummary, Verdict
from tacora.record.shuffles import Shuffle
from tacora.table import A, AnySave, E, S, Table, V
from tacora.terminal.game import TerminalGame

if TYPE_CHECKING:  # It needs NumPy, which is optional.
    from tacora.fast.kernel import Kernel
    from tacora.fast.review import Review, Reviewer

Scalar: TypeAlias = bool | int | str | None
"""The value of an option, as tables and command lines write it."""


class Box(Protocol):
    """The part of an edition that all games share."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def least_seats(self) -> int:
        """The smallest number of players."""
        ...

    @property
    def most_seats(self) -> int:
        """The largest number of players."""
        ...


class Option(Struct, frozen=True):
    """An option of a game: yes or no, or one of some values."""

    name: str
    values: tuple[str, ...] = ()
    """Empty: yes or no."""
    editions: tuple[str, ...] | None = None
    """The editions that leave the choice open; `None`: all."""

    def applies(self, edition: str) -> bool:
        """Whether this edition leaves the choice open."""
        return self.editions is None or edition in self.editions


class Challenge(Struct, frozen=True):
    """A game that everybody plays for themselves on the same deal, against the same bots."""

    edition: str
    seats: int
    options: dict[str, Scalar]
    """The cards may depend on nothing but the seed."""
    bots: tuple[str, ...]
    """The opponents, on all seats but the first."""
    field: tuple[str, ...]
    """Bots that play the first seat, too, so that whoever comes first has somebody to be compared with."""


class Advice(Struct, frozen=True):
    """What a coach says to a seat that is to decide."""

    say: str
    """What a strong player would do, and why."""
    after: dict[str, str]
    """What to say once a decision is taken, by decision: whether it was close."""


class Scene(ABC):
    """A state of a game with the events that led to it, for narration and views."""

    __slots__ = ()
    events: Sequence[Struct]

    @abstractmethod
    def shown(self, seat: Seat | None) -> dict[str, object]:
        """The view of this seat, or of a spectator, as frames contain it."""

    @abstractmethod
    def opening(self, say: Catalogue) -> str:
        """What is played, in a sentence."""

    @abstractmethod
    def tell(self, say: Catalogue, me: Seat | None) -> list[str]:
        """What happened, in sentences."""

    @abstractmethod
    def telling(self, say: Catalogue) -> Telling:
        """What happened, as told to everybody and to each seat that may hear other words."""

    @abstractmethod
    def asked(self, say: Catalogue, me: Seat | None, seats: Sequence[Seat]) -> str:
        """The question to these seats."""

    @abstractmethod
    def situation(self, say: Catalogue, me: Seat | None) -> list[str]:
        """The situation in a few words."""

    @abstractmethod
    def action(self, say: Catalogue, text: str) -> str:
        """The label of a decision in a list of legal ones."""

    @abstractmethod
    def answer(self, say: Catalogue, me: Seat | None, about: str, *, odds: bool) -> list[str]:
        """The answer to a question; `odds`: whether they may be told."""

    @abstractmethod
    def podium(self, say: Catalogue) -> list[str]:
        """The final scores, best first, the same for everybody; empty while the game goes on."""


class Play(ABC):
    """A running game, with decisions as texts."""

    __slots__ = ()
    names: tuple[str, ...]
    seed: bytes
    pending: tuple[Seat, ...]
    """The seats that owe a decision."""
    outcome: Outcome | None
    """The result, once the game is over."""
    latest: Sequence[Struct]
    """The events of the last step."""

    @property
    @abstractmethod
    def kind(self) -> GameKind:
        """The kind of the game."""

    @property
    @abstractmethod
    def history(self) -> Sequence[Struct]:
        """All events so far; they are public."""

    @property
    @abstractmethod
    def state(self) -> object:
        """Opaque; games in equal states continue alike."""

    @abstractmethod
    def legal(self, seat: Seat) -> tuple[str, ...]:
        """The legal decisions of this seat."""

    @abstractmethod
    def apply(self, actions: Mapping[Seat, str]) -> None:
        """Reveal these decisions together, and advance the game."""

    @abstractmethod
    def scene(self) -> Scene:
        """The current scene."""

    @abstractmethod
    def bot(self, text: str, seat: Seat, rng: Random) -> Callable[[], str]:
        """A bot for this seat, as a function that decides each time it is called."""

    @abstractmethod
    def advice(self, say: Catalogue, seat: Seat) -> Advice:
        """What the coach says to a seat that is to decide, from its own view. Refused where the game has no coach."""

    @property
    @abstractmethod
    def secretive(self) -> bool:
        """Whether some seats may see more than others."""

    @property
    @abstractmethod
    def begins_next(self) -> Seat | None:
        """The starting seat of the next game, where this one determines it."""

    @abstractmethod
    def record(self) -> BaseRecord:
        """The record so far, with the cards that were seen. It contains the seed."""


class Retelling(ABC):
    """A replayed record."""

    record: BaseRecord
    scenes: tuple[Scene, ...]
    decisions: tuple[Mapping[Seat, str], ...]
    """The decisions revealed in each scene but the first, by seat."""
    outcome: Outcome | None

    @abstractmethod
    def unfinished(self, say: Catalogue) -> str:
        """The state of an unfinished game, in a sentence."""

    @abstractmethod
    def summary(self) -> BaseSummary:
        """The game in figures."""

    @abstractmethod
    def story(self, say: Catalogue) -> Struct:
        """The course of the game, for the page that draws it."""

    @abstractmethod
    def verdicts(self, say: Catalogue, review: Review) -> list[list[Moment]]:
        """What a review has to tell about each seat, in sentences."""

    @abstractmethod
    def errors(self, say: Catalogue, review: Review) -> list[Moment]:
        """A sentence for each decision that cost something, in the order of the review."""

    @abstractmethod
    def shuffles(self) -> list[Shuffle]:
        """The shuffles that the seed determines, to verify the deal."""


class TableMaker(Protocol[S, A, E, V]):
    """Makes the table of a new or resumed game at one keyboard."""

    def __call__(self, saved: AnySave, rng: Random) -> Table[S, A, E, V]:
        """Make the table. `rng` is the bots' only source of randomness."""
        ...


class GameKind(ABC):
    """A game, as the server, records, terminal and arena see it."""

    name: str
    """As spelt in records, logs and URLs."""
    rules_version: int = 1
    """Incremented when the same decisions on the same deal lead to another game; older games need the older rules."""
    editions: Mapping[str, Box]
    default_edition: str
    hidden_editions: tuple[str, ...] = ()
    """Editions for study that menus do not offer."""
    options: tuple[Option, ...] = ()
    """The options that a table may set."""
    characters: tuple[str, ...]
    """The bots offered as opponents of people, from the weakest to the strongest."""
    company: tuple[str, ...]
    """The characters that fill free seats in turn, where nobody chose."""
    stand_in: str
    """The character that sits in for an absent player."""
    bots: tuple[str, ...]
    """All bots, as they are written."""
    arena_bots: tuple[str, ...] = ()
    """Further bots, which only the arena has: at a table they would keep people waiting."""
    score_digits: int = 0
    """Decimals of a mean score."""
    bots_group: str
    """The group of entry points under which packages offer bots."""
    questions: tuple[str, ...]
    """The questions that players may ask about the table."""
    record_type: type[BaseRecord]
    event_type: object
    """The type of all events, for the schema."""
    view_type: type[Struct]
    derived_type: type[Struct] | None = None
    """The fields that frames add to a view, for the schema."""
    has_odds: bool = False
    """Whether players may ask for odds, where the table allows it."""
    coach: str | None = None
    """The bot whose choices the coach tells, where the table allows it; `None`: the game has no coach."""
    reviewable: bool = False
    """Whether finished games can be weighed."""
    drawn: bool = False
    """Whether the pages have custom elements for it; any other game is shown as sentences and a list of actions."""
    challenge: Challenge | None = None
    """What is played where everybody has the same deal; `None`: the game has no such deals."""
    messages: Path | None = None
    """The folder of messages, with a folder for each language, if the game brings its own."""

    @abstractmethod
    def check(self, seats: int, edition: str | None, options: Mapping[str, Scalar]) -> None:
        """Refuse settings that cannot be played."""

    @abstractmethod
    def check_bot(self, text: str) -> None:
        """Refuse a bot that is unknown or not allowed at a table."""

    @abstractmethod
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

    @abstractmethod
    def settled(self, edition: str | None, options: Mapping[str, Scalar]) -> dict[str, Scalar]:
        """The options in effect: those set, and the edition's defaults for the others."""

    def memory(self, edition: str | None, options: Mapping[str, Scalar]) -> int | None:
        """How many of the latest sentences may be repeated during a game; `None`: all of them."""
        return None

    def legs(self, record: BaseRecord) -> tuple[tuple[int, ...], ...]:
        """What each seat won in each part of a game, for a game with a `challenge`."""
        return ()

    @abstractmethod
    def contest(self, edition: str | None, options: Mapping[str, Scalar]) -> Contest:
        """The game between bots only."""

    def kernel(self, edition: str | None, options: Mapping[str, Scalar]) -> Kernel | None:
        """The game's simulation kernel; `None`: only the arena can play it."""
        return None

    def check_review(self, record: BaseRecord) -> None:
        """Refuse a game that would take too long to weigh."""
        return

    def reviewer(self, record: BaseRecord) -> Reviewer:
        """Somebody who weighs a finished game. Refuses one that is not over, or that nobody can weigh."""
        raise Refused("not-reviewable")

    @abstractmethod
    def bot_maker(self, text: str) -> Callable[[Random], object]:
        """A factory that makes the bot for one seat of one game. Refuses an unknown bot."""

    def check_at(self, bot: str, seats: int, edition: str | None, options: Mapping[str, Scalar]) -> None:
        """Refuse a bot that cannot play at such a table, though it can at others."""
        return

    def preparation(
        self, bot: str, seats: int, edition: str | None, options: Mapping[str, Scalar]
    ) -> Callable[[], object] | None:
        """What takes long before this bot can decide at such a table, such as reading a file; `None`: nothing does.

        A server does it outside its event loop.
        """
        return None

    def compiles(self, bot: str) -> bool:
        """Whether this bot's preparation compiles code, the first time on a machine: people are told why they wait."""
        return False

    @abstractmethod
    def when_absent(self, legal: Sequence[str]) -> str | None:
        """The default action for an absent player; `None`: there is none, and the table picks one at random."""

    @abstractmethod
    def terminal(self) -> TerminalGame:
        """How the game is set up and played at one keyboard."""

    @abstractmethod
    def retell(self, record: BaseRecord) -> Retelling:
        """Replay a record of this game. Raises `Refused` with the place of anything wrong."""

    @abstractmethod
    def verify(self, record: BaseRecord, promised: str | None = None) -> Verdict:
        """Verify how a recorded game was dealt."""

    @abstractmethod
    def difference(self, say: Catalogue, at: tuple[int, int]) -> str:
        """Where the cards seen first differ from those that the seed deals, in a sentence."""
