"""GameKind: everything that a game brings to the rest of the house.

Outside its folder nobody knows the types of a game. Here they are erased: decisions are texts, events and views are
structs that can be encoded, and sentences are sentences. `tacora.games.typed` makes a kind out of typed parts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Protocol, TypeAlias

from msgspec import Struct

from tacora.game import Outcome, Seat
from tacora.games.contest import Contest
from tacora.narration.catalogue import Catalogue
from tacora.record.base import BaseRecord, BaseSummary, Verdict
from tacora.record.shuffles import Shuffle
from tacora.table import A, AnySave, E, S, Table, V
from tacora.terminal.game import TerminalGame

if TYPE_CHECKING:  # It takes NumPy, which not everybody installs.
    from tacora.fast.kernel import Kernel

Scalar: TypeAlias = bool | int | str | None
"""The value of an option, as tables and command lines write it."""


class Box(Protocol):
    """An edition, as far as everybody needs it."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def least_seats(self) -> int:
        """The fewest who can play."""
        ...

    @property
    def most_seats(self) -> int:
        """The most who can play."""
        ...


class Option(Struct, frozen=True):
    """What a table may choose: yes or no, or one of some values."""

    name: str
    values: tuple[str, ...] = ()
    """None: yes or no."""
    editions: tuple[str, ...] | None = None
    """The editions that leave it open; `None`: all."""

    def applies(self, edition: str) -> bool:
        """Whether this edition leaves it open."""
        return self.editions is None or edition in self.editions


class Scene(ABC):
    """A moment of a game: what has just happened, and what lies on the table."""

    __slots__ = ()
    events: Sequence[Struct]

    @abstractmethod
    def shown(self, seat: Seat | None) -> dict[str, object]:
        """The table as frames carry it to this seat, or to a spectator."""

    @abstractmethod
    def opening(self, say: Catalogue) -> str:
        """What is played, in a sentence."""

    @abstractmethod
    def tell(self, say: Catalogue, me: Seat | None) -> list[str]:
        """What happened, in sentences."""

    @abstractmethod
    def sentence(self, say: Catalogue, me: Seat | None, at: int) -> str:
        """What one of the events was, as this seat hears it."""

    @abstractmethod
    def told_to_all(self, say: Catalogue) -> list[tuple[str, set[Seat]]]:
        """Each event as everybody hears it, and the seats that it names."""

    @abstractmethod
    def asked(self, say: Catalogue, me: Seat | None, seats: Sequence[Seat]) -> str:
        """What is asked of these seats."""

    @abstractmethod
    def situation(self, say: Catalogue, me: Seat | None) -> list[str]:
        """How things stand, in a few words."""

    @abstractmethod
    def action(self, say: Catalogue, text: str) -> str:
        """What a decision is called in a list of those that are legal."""

    @abstractmethod
    def answer(self, say: Catalogue, me: Seat | None, about: str, *, odds: bool) -> list[str]:
        """The answer to a question that changes nothing; `odds`: whether they may be told."""

    @abstractmethod
    def podium(self, say: Catalogue, me: Seat | None) -> list[str]:
        """The final scores, best first; nothing while the game goes on."""


class Play(ABC):
    """A game under way, with decisions as texts."""

    __slots__ = ()
    names: tuple[str, ...]
    seed: bytes
    pending: tuple[Seat, ...]
    """Who owes a decision."""
    outcome: Outcome | None
    """The result, once the game is over."""
    latest: Sequence[Struct]
    """What the last step brought."""

    @property
    @abstractmethod
    def kind(self) -> GameKind:
        """What is played."""

    @property
    @abstractmethod
    def history(self) -> Sequence[Struct]:
        """Everything that happened, which all have seen."""

    @property
    @abstractmethod
    def state(self) -> object:
        """Opaque: games in the same state go on alike."""

    @abstractmethod
    def legal(self, seat: Seat) -> tuple[str, ...]:
        """What this seat may do now."""

    @abstractmethod
    def apply(self, actions: Mapping[Seat, str]) -> None:
        """Open these decisions together."""

    @abstractmethod
    def scene(self) -> Scene:
        """The game as it stands."""

    @abstractmethod
    def bot(self, text: str, seat: Seat, rng: Random) -> Callable[[], str]:
        """Seat the bot that is written so. Each call has it decide."""

    @property
    @abstractmethod
    def secretive(self) -> bool:
        """Whether some seats may see more than others."""

    @property
    @abstractmethod
    def begins_next(self) -> Seat | None:
        """Who begins the next game, where that follows from this one."""

    @abstractmethod
    def record(self) -> BaseRecord:
        """The record so far, with the cards that were seen; it holds the seed."""


class Retelling(ABC):
    """A record played again, for whoever looks back at it."""

    record: BaseRecord
    scenes: tuple[Scene, ...]
    decisions: tuple[Mapping[Seat, str], ...]
    """What was opened in each scene but the first, by seat."""
    outcome: Outcome | None

    @abstractmethod
    def unfinished(self, say: Catalogue) -> str:
        """Where a game stands that is not over."""

    @abstractmethod
    def summary(self) -> BaseSummary:
        """The game in figures."""

    @abstractmethod
    def story(self, say: Catalogue) -> Struct:
        """The course of the game, for the page that shows it."""

    @abstractmethod
    def shuffles(self) -> list[Shuffle]:
        """What the seed decided, for whoever checks the deal."""


class TableMaker(Protocol[S, A, E, V]):
    """Lays the table of a game at one keyboard, new or under way."""

    def __call__(self, saved: AnySave, rng: Random) -> Table[S, A, E, V]:
        """Whatever bots leave to chance they take from `rng`."""
        ...


class GameKind(ABC):
    """A game, as tables, records, terminals and the arena need it."""

    name: str
    """As records, tables and addresses spell it."""
    rules_version: int = 1
    """Goes up whenever the same decisions on the same deal lead elsewhere; older games then need the older rules."""
    editions: Mapping[str, Box]
    default_edition: str
    hidden_editions: tuple[str, ...] = ()
    """Editions for study, which no menu offers."""
    options: tuple[Option, ...] = ()
    """What a table may choose."""
    characters: tuple[str, ...]
    """The bots that keep people company."""
    stand_in: str
    """The one of them that sits in for somebody."""
    bots: tuple[str, ...]
    """How the bots are written."""
    score_digits: int = 0
    """Behind the point, of a mean score."""
    bots_group: str
    """The entry points under which packages offer bots."""
    questions: tuple[str, ...]
    """What one may ask about the table."""
    record_type: type[BaseRecord]
    event_type: object
    """The type of all events, for the schema."""
    view_type: type[Struct]
    derived_type: type[Struct] | None = None
    """What frames add to a view, for the schema."""
    has_odds: bool = False
    """Whether players may ask for odds, where the table allows it."""
    drawn: bool = False
    """Whether the pages have elements of their own for it; any other game shows as sentences and a list of actions."""
    messages: Path | None = None
    """A folder with the messages of a game that brings its own: a folder for each language."""

    @abstractmethod
    def check(self, seats: int, edition: str | None, options: Mapping[str, Scalar]) -> None:
        """Refuse what cannot be played."""

    @abstractmethod
    def check_bot(self, text: str) -> None:
        """Refuse a bot that there is not, or that a table may not have."""

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
        """The options as they are played: what was left open is what the edition says."""

    def memory(self, edition: str | None, options: Mapping[str, Scalar]) -> int | None:
        """How many of the last sentences may be told again while a game lasts; `None`: all of them."""
        return None

    @abstractmethod
    def contest(self, edition: str | None, options: Mapping[str, Scalar]) -> Contest:
        """The game for bots alone."""

    def kernel(self, edition: str | None, options: Mapping[str, Scalar]) -> Kernel | None:
        """The game as it is simulated; `None`: only the arena can play it."""
        return None

    @abstractmethod
    def bot_maker(self, text: str) -> Callable[[Random], object]:
        """How the bot that is written so is made for one seat of one game. Refuses a bot that there is not."""

    @abstractmethod
    def when_absent(self, legal: Sequence[str]) -> str | None:
        """What is done for somebody who is not there and whose table does not wait; `None`: a bot has to decide."""

    @abstractmethod
    def terminal(self) -> TerminalGame:
        """The game as it is planned and played at one keyboard."""

    @abstractmethod
    def retell(self, record: BaseRecord) -> Retelling:
        """Play a record of this game again. Raises `Refused` with the place of anything wrong."""

    @abstractmethod
    def verify(self, record: BaseRecord, promised: str | None = None) -> Verdict:
        """Check how a recorded game was dealt."""

    @abstractmethod
    def difference(self, say: Catalogue, at: tuple[int, int]) -> str:
        """Where the cards seen are first not those that the seed deals, in a sentence."""
