"""Bots that have code compiled before they can decide."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import click

from tacora.games.kind import GameKind, Scalar
from tacora.narration import Catalogue


def compile_bots(
    say: Catalogue, kind: GameKind, bots: Iterable[str], seats: int, edition: str, options: Mapping[str, Scalar]
) -> None:
    """Compile what these bots need, if it is not in the cache, and say why that takes a while."""
    for bot in dict.fromkeys(bots):
        prepare = kind.preparation(bot, seats, edition, options) if kind.compiles(bot) else None
        if prepare is not None:
            click.echo(say("study-compiling"), err=True)
            prepare()
