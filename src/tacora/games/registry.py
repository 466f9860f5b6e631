"""GAMES: the one place where games are listed.

It is not the package's own `__init__`, so that whoever wants the rules of one game loads nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tacora import languages
from tacora.game import Refused
from tacora.games.diamant.kind import DiamantKind
from tacora.games.kind import Box, GameKind
from tacora.games.listed import LISTED, Listed
from tacora.games.mister_diamond.kind import MisterDiamondKind

_KINDS: dict[str, GameKind] = {kind.name: kind for kind in (DiamantKind(), MisterDiamondKind())}

GAMES: Mapping[str, GameKind] = MappingProxyType(_KINDS)
"""Every game by its name. The first is played where a table does not say which."""

DEFAULT_GAME = next(iter(GAMES))


def register(kind: GameKind) -> None:
    """Add a game of somebody else's, before anything is read or served."""
    if kind.name in _KINDS:
        raise ValueError(f"there is a game called {kind.name} already")
    _KINDS[kind.name] = kind
    if kind.messages is not None:
        languages.bring(kind.messages)
    LISTED.append(Listed(kind.name, kind.name.title(), tuple(kind.editions), (), kind.bots))


def kind_named(name: str) -> GameKind:
    """The game of this name, or a refusal that lists the names there are."""
    if name not in GAMES:
        raise Refused("unknown-game", name=name, known=", ".join(GAMES))
    return GAMES[name]


def kind_of(edition: str) -> GameKind:
    """The game that this edition is a box of."""
    for kind in GAMES.values():
        if edition in kind.editions:
            return kind
    known = [name for kind in GAMES.values() for name in kind.editions]
    raise Refused("unknown-edition", edition=edition, known=", ".join(known))


def box_named(edition: str) -> Box:
    """The box of this name, of any game."""
    return kind_of(edition).editions[edition]
