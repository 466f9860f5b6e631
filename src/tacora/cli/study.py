"""What the commands for study have in common: a table of bots from flags, and where results go."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import cache
from random import Random

import click

from tacora.fast.compiled import is_compiled
from tacora.fast.simulation import DiamantSimulation, Simulation
from tacora.game import Refused
from tacora.games.diamant.bots import STRATEGIES, DiamantBot, make_bot
from tacora.games.diamant.editions import EDITIONS
from tacora.games.diamant.rules import Diamant
from tacora.games.mister_diamond.bots import make_mister_bot
from tacora.games.mister_diamond.editions import EDITIONS as MISTER_EDITIONS
from tacora.games.mister_diamond.rules import MisterDiamond
from tacora.narration import Catalogue

LARGEST_SEED = 2**53 - 1
"""The largest whole number that every reader of JSON keeps."""


def game_from(edition: str, relics: bool | None, expert: bool | None, notes: bool | None) -> Diamant | MisterDiamond:
    """The game of an edition with its options; an option of the other game is refused."""
    if edition in MISTER_EDITIONS:
        if relics is not None:
            raise Refused("wrong-game", option="--relics", which="mister-diamond")
        return MisterDiamond(MISTER_EDITIONS[edition], expert=bool(expert), notes=bool(notes))
    if edition not in EDITIONS:
        raise Refused("unknown-edition", edition=edition, known=", ".join([*EDITIONS, *MISTER_EDITIONS]))
    for option, value in (("--expert", expert), ("--notes", notes)):
        if value is not None:
            raise Refused("wrong-game", option=option, which="diamant")
    return Diamant(EDITIONS[edition], relics=relics)


def simulation_of(game: Diamant | MisterDiamond, bots: Sequence[str]) -> Simulation:
    """A table with these bots."""
    if isinstance(game, MisterDiamond):
        from tacora.fast.mister_diamond import MisterSimulation

        return MisterSimulation(game, [make_mister_bot(bot, Random()) for bot in bots])
    return DiamantSimulation(game, [_diamant_bot(bot) for bot in bots])


@cache
def _diamant_bot(text: str) -> DiamantBot:
    """A bot, made once: it may have a table to read. The kernel has its own chance, so the bot is never asked."""
    try:
        return make_bot(text, Random())
    except Refused as refused:
        if refused.code == "unknown-bot":
            raise Refused("not-a-strategy", bot=text, known=", ".join(STRATEGIES)) from None
        raise


def bots_in(text: str) -> tuple[str, ...]:
    """The bots of a list with commas."""
    return tuple(bot.strip() for bot in text.split(","))


def any_seed() -> int:
    """A seed that nobody chose."""
    return secrets.randbelow(LARGEST_SEED + 1)


def options_of(game: Diamant | MisterDiamond) -> dict[str, bool]:
    """The options that a simulated game was played with."""
    if isinstance(game, Diamant):
        return {"relics": game.with_relics}
    return {"expert": game.expert, "notes": game.notes}


def named(say: Catalogue, game: Diamant | MisterDiamond) -> str:
    """The box and its options, for a line of text."""
    names = [say(f"study-with-{name}") for name, chosen in options_of(game).items() if chosen]
    return ", ".join([game.edition.name, *names])


def tell_if_compiling(say: Catalogue, game: Diamant | MisterDiamond) -> None:
    """Say why nothing happens for some seconds, the first time."""
    if not is_compiled("lanes" if isinstance(game, Diamant) else "mister_diamond"):
        click.echo(say("study-compiling"), err=True)
