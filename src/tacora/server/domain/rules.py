"""What is played at a table: a game, a box, and the options of that game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from tacora.game import Seat
from tacora.games.kind import GameKind, Play, Scalar
from tacora.games.registry import DEFAULT_GAME, kind_named


class _Common(Struct, frozen=True, omit_defaults=True):
    """What tables of all games have."""

    game: str = DEFAULT_GAME
    edition: str | None = None
    seats: int = 4
    odds: bool = True


class Rules:
    """What is played at a table. It is written flat: the options of the game stand beside what all tables have.

    >>> Rules(seats=3, relics=True).written()
    {'seats': 3, 'relics': True}
    """

    __slots__ = "edition", "game", "odds", "options", "seats"

    def __init__(
        self,
        *,
        game: str = DEFAULT_GAME,
        edition: str | None = None,
        seats: int = 4,
        odds: bool = True,
        **options: Scalar,
    ) -> None:
        self.game = game
        self.edition = edition
        """`None`: the usual one."""
        self.seats = seats
        """How many play, people and bots together."""
        self.odds = odds
        """Whether players may ask for the odds."""
        self.options = tuple((name, value) for name, value in options.items() if value is not None)
        """Those that were chosen. Whether there are such is known to the game."""

    def __eq__(self, other: object) -> bool:
        return self.written() == other.written() if isinstance(other, Rules) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.game, self.edition, self.seats, self.odds, frozenset(self.options)))

    def __repr__(self) -> str:
        return f"Rules({', '.join(f'{name}={value!r}' for name, value in self.written().items())})"

    @property
    def kind(self) -> GameKind:
        """The game. Raises `Refused` where there is none of this name."""
        return kind_named(self.game)

    @property
    def box(self) -> str:
        """The edition, by its name."""
        return self.edition or self.kind.default_edition

    def check(self) -> None:
        """Refuse what cannot be played."""
        self.kind.check(self.seats, self.edition, dict(self.options))

    def deal(self, names: Sequence[str], seed: bytes, first: Seat | None = None) -> Play:
        """A game between these players."""
        return self.kind.begin(names, seed, edition=self.edition, options=dict(self.options), first=first)

    def written(self) -> dict[str, Scalar]:
        """As the log and the API write it."""
        common: dict[str, Scalar] = msgspec.to_builtins(_Common(self.game, self.edition, self.seats, self.odds))
        return {**common, **dict(self.options)}


def as_written(value: object) -> dict[str, Scalar]:
    """For msgspec: rules as they are written."""
    if isinstance(value, Rules):
        return value.written()
    raise NotImplementedError(f"{type(value)} is not written")


def from_written(wanted: type, value: Any) -> Rules:
    """For msgspec: rules as they were written. Raises `TypeError` for what cannot be rules."""
    if wanted is not Rules:
        raise NotImplementedError(f"{wanted} is not read")
    try:
        common = msgspec.convert(value, _Common)
    except msgspec.ValidationError as error:
        what, _, field = str(error).partition(" - at `$.")
        raise TypeError(
            f"{what} for `{field[:-1]}`" if field else what
        ) from None  # msgspec adds where the rules stand.
    options = {name: said for name, said in value.items() if name not in _Common.__struct_fields__}
    for name, said in options.items():
        if not isinstance(said, bool | int | str | None):
            raise TypeError(f"`{name}` is not a value of an option")
        if name in _RESERVED:
            raise TypeError(f"`{name}` is not an option")
    return Rules(**msgspec.structs.asdict(common), **options)


_RESERVED = ("self",)
"""Names that no game's option can have."""
