"""What `simulate` and `sweep` share: the game from flags, bots and seeds."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

import click

from tacora.cli.options import options_named
from tacora.fast.kernel import Kernel
from tacora.fast.simulation import Simulation
from tacora.game import Refused
from tacora.games.kind import Box, GameKind, Scalar
from tacora.games.registry import box_named, kind_of
from tacora.narration import Catalogue

LARGEST_SEED = 2**53 - 1
"""The largest integer that every JSON parser keeps exactly."""


class Studied:
    """The game of an edition with its options. Refuses options of other games."""

    def __init__(self, edition: str, given: Mapping[str, Scalar]) -> None:
        self.kind: GameKind = kind_of(edition)
        self.box: Box = box_named(edition)
        known = {option.name for option in self.kind.options}
        for name, value in given.items():
            if value is not None and name not in known:
                raise Refused("wrong-game", option=f"--{name}", which=self.kind.name)
        chosen = {name: value for name, value in given.items() if name in known}
        kernel = self.kind.kernel(edition, chosen)
        if kernel is None:
            raise Refused("no-kernel", name=self.kind.name)
        self.kernel: Kernel = kernel
        played = self.kind.settled(edition, chosen)
        self.options = {name: played[name] for name in given if name in played}
        """The options in effect, for the results."""

    def named(self, say: Catalogue) -> str:
        """The edition and its options, for a line of text."""
        return ", ".join([self.box.name, *options_named(say, self.kind, self.options)])


def named_bots(text: str) -> tuple[str, ...]:
    """Parse a comma-separated list of bots."""
    return tuple(bot.strip() for bot in text.split(","))


def any_seed() -> int:
    """A random seed."""
    return secrets.randbelow(LARGEST_SEED + 1)


def tell_if_compiling(say: Catalogue, *tables: Simulation) -> None:
    """Explain the delay of some seconds if what plays at one of these tables has to be compiled first."""
    if not all(table.is_compiled() for table in tables):
        click.echo(say("study-compiling"), err=True)
