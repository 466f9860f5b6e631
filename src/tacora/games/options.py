"""Converts options, as logs, the API and command lines write them, to the typed ones of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec
from msgspec import Struct

from tacora.game import Refused
from tacora.games.kind import GameKind, Scalar
from tacora.record.shape import shape_error

O = TypeVar("O", bound=Struct)  # noqa: E741


def typed_options(kind: GameKind, options: type[O], given: Mapping[str, Scalar]) -> O:
    """The typed options; `None` leaves the choice to the edition. Refuses options of other games."""
    known = {option.name for option in kind.options}
    said = {name: value for name, value in given.items() if value is not None}
    for name in said:
        if name not in known:
            raise Refused("wrong-game", option=name, which=kind.name)
    try:
        return msgspec.convert(said, options)
    except msgspec.ValidationError as complaint:
        raise shape_error(str(complaint)) from None
