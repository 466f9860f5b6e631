"""GAMES: the one place where games are listed.

It is not the package's own `__init__`, so that importing the rules of one game loads nothing else.
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
"""Every game by its name. The first is the default."""

DEFAULT_GAME = next(iter(GAMES))


def register(kind: GameKind) -> None:
    """Add a third-party game. Call it before anything is read or served."""
    if kind.name in _KINDS:
        raise ValueError(f"there is a game called {kind.name} already")
    _KINDS[kind.name] = kind
    if kind.messages is not None:
        languages.bring(kind.messages)
    LISTED.append(Listed(kind.name, kind.name.title(), tuple(kind.editions), (), kind.bots, (), kind.arena_bots))


def kind_named(name: str) -> GameKind:
    """The game of this name. Refuses an unknown one, and lists the names."""
    if name not in GAMES:
        raise Refused("unknown-game", name=name, known=", ".join(GAMES))
    return GAMES[name]


def kind_of(edition: str) -> GameKind:
    """The game of this edition. Refuses an unknown one, and lists the editions."""
    for kind in GAMES.values():
        if edition in kind.editions:
            return kind
    known = [name for kind in GAMES.values() for name in kind.editions]
    raise Refused("unknown-edition", edition=edition, known=", ".join(known))


def box_named(edition: str) -> Box:
    """The edition of this name, of any game."""
    return kind_of(edition).editions[edition]
