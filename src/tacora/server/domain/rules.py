"""The rules of a table: game, edition, and the options of that game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from tacora.game import Seat
from tacora.games.kind import GameKind, Play, Scalar
from tacora.games.registry import DEFAULT_GAME, kind_named


class _Common(Struct, frozen=True, omit_defaults=True):
    """The fields that tables of all games share."""

    game: str = DEFAULT_GAME
    edition: str | None = None
    seats: int = 4
    odds: bool = True
    coach: bool = False


class Rules:
    """The game, edition and options of a table. Serialised flat: the game's options stand beside the common fields.

    >>> Rules(seats=3, relics=True).written()
    {'seats': 3, 'relics': True}
    """

    __slots__ = "coach", "edition", "game", "odds", "options", "seats"

    def __init__(
        self,
        *,
        game: str = DEFAULT_GAME,
        edition: str | None = None,
        seats: int = 4,
        odds: bool = True,
        coach: bool = False,
        **options: Scalar,
    ) -> None:
        self.game = game
        self.edition = edition
        """`None`: the game's default."""
        self.seats = seats
        """Number of players, people and bots together."""
        self.odds = odds
        """Whether players may ask for the odds."""
        self.coach = coach
        """Whether players may ask the coach even where people play each other."""
        self.options = tuple((name, value) for name, value in options.items() if value is not None)
        """The options that were set. Only the game knows which are valid (`check`)."""

    def __eq__(self, other: object) -> bool:
        return self.written() == other.written() if isinstance(other, Rules) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.game, self.edition, self.seats, self.odds, self.coach, frozenset(self.options)))

    def __repr__(self) -> str:
        return f"Rules({', '.join(f'{name}={value!r}' for name, value in self.written().items())})"

    @property
    def kind(self) -> GameKind:
        """The game. Refuses an unknown name."""
        return kind_named(self.game)

    @property
    def box(self) -> str:
        """The name of the edition, with the default filled in."""
        return self.edition or self.kind.default_edition

    def check(self) -> None:
        """Refuse what cannot be played."""
        self.kind.check(self.seats, self.edition, dict(self.options))

    def deal(self, names: Sequence[str], seed: bytes, first: Seat | None = None) -> Play:
        """Deal a game to these players."""
        return self.kind.begin(names, seed, edition=self.edition, options=dict(self.options), first=first)

    def written(self) -> dict[str, Scalar]:
        """The flat form that the log and the API use."""
        fields = _Common(self.game, self.edition, self.seats, self.odds, self.coach)
        common: dict[str, Scalar] = msgspec.to_builtins(fields)
        return {**common, **dict(self.options)}


def as_written(value: object) -> dict[str, Scalar]:
    """The `enc_hook` of msgspec for `Rules`."""
    if isinstance(value, Rules):
        return value.written()
    raise NotImplementedError(f"{type(value)} is not written")


def from_written(wanted: type, value: Any) -> Rules:
    """The `dec_hook` of msgspec for `Rules`. Raises `TypeError` for invalid ones."""
    if wanted is not Rules:
        raise NotImplementedError(f"{wanted} is not read")
    try:
        common = msgspec.convert(value, _Common)
    except msgspec.ValidationError as error:
        what, _, field = str(error).partition(" - at `$.")
        raise TypeError(f"{what} for `{field[:-1]}`" if field else what) from None  # msgspec adds the path.
    options = {name: said for name, said in value.items() if name not in _Common.__struct_fields__}
    for name, said in options.items():
        if not isinstance(said, bool | int | str | None):
            given = "object" if isinstance(said, dict) else "array" if isinstance(said, list) else "float"
            raise TypeError(f"Expected `bool | int | str`, got `{given}` for `{name}`")
        if name in _RESERVED:
            raise TypeError(f"`{name}` is not an option")
    return Rules(**msgspec.structs.asdict(common), **options)


_RESERVED = ("self",)
"""Names that would clash with a parameter of `Rules`, so no option can have them."""
