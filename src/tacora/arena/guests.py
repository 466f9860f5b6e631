"""Bots from anywhere: those that come with Tacora, those that other packages offer, and any class of a module.

Finding a guest imports its module, that is, runs its code. So this is for a person who names a bot on the command line
of the arena, and for nothing else: a saved game holds names of bots too, and a file must never be able to have code run
by whoever opens it. Those are read with `make_bot` and `make_mister_bot`, which import nothing of anybody's.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
import traceback
from collections.abc import Callable
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeAlias

from tacora.bots.bot import Bot
from tacora.game import Refused
from tacora.games.diamant.bots import BOTS, make_bot
from tacora.games.diamant.bots.tables import Tabled, read_table
from tacora.games.mister_diamond.bots import MISTER_BOTS, make_mister_bot

GameName: TypeAlias = Literal["diamant", "mister-diamond"]

AnyBot: TypeAlias = Bot[Any, Any, Any]

Maker: TypeAlias = Callable[[Random], AnyBot]
"""Makes a bot for one seat of one game; whatever it leaves to chance it takes from the generator given."""

GROUPS: dict[GameName, str] = {"diamant": "tacora.bots", "mister-diamond": "tacora.mister_bots"}
"""The entry points under which packages offer bots for each game."""

_HOUSE: dict[GameName, tuple[Callable[[str, Random], AnyBot], tuple[str, ...]]] = {
    "diamant": (make_bot, BOTS),
    "mister-diamond": (make_mister_bot, MISTER_BOTS),
}
_NAME = r"[^\W\d]\w*"
_CLASS_OF_MODULE = re.compile(rf"({_NAME}(?:\.{_NAME})*):({_NAME}(?:\.{_NAME})*)")


def bot_maker(game: GameName, text: str) -> Maker:
    """How the bot that is written so is made. It is made once here, so that what cannot be made is refused at once.

    >>> bot_maker("diamant", "gems:10")(Random(1))
    Gems(least=10)
    """
    make = _house_maker(game, text) or _guest_maker(game, text)
    make(Random(0))
    return make


def _house_maker(game: GameName, text: str) -> Maker | None:
    """A bot that comes with Tacora; a table is read from its file only once."""
    make, _ = _HOUSE[game]
    name, _, file = text.partition(":")
    if game == "diamant" and name == "table":
        return partial(Tabled, read_table(file))
    try:
        make(text, Random(0))
    except Refused as refused:
        if refused.code != "unknown-bot":
            raise
        return None
    return partial(make, text)


def _guest_maker(game: GameName, text: str) -> Maker:
    """A bot of somebody else's: by the name of an entry point, or as `module:Class`."""
    offered = {entry.name: entry.value for entry in entry_points(group=GROUPS[game])}
    if text in offered:
        module, _, name = offered[text].partition("[")[0].partition(":")
        return _maker(text, _class(text, module.strip(), name.strip()))
    written = _CLASS_OF_MODULE.fullmatch(text)
    if written is None:
        known = (*_HOUSE[game][1], *sorted(offered), "module:Class")
        raise Refused("unknown-bot", bot=text, known=", ".join(known))
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    return _maker(text, _class(text, written[1], written[2]))


def _class(text: str, module: str, name: str) -> type:
    """The class of this name, imported."""
    try:
        found: object = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise Refused("guest-import", bot=text, module=module, detail=told(error)) from None
        raise Refused("guest-module", bot=text, module=module) from None
    except (Exception, SystemExit) as error:
        raise Refused("guest-import", bot=text, module=module, detail=told(error)) from None
    for part in name.split("."):
        found = getattr(found, part, None)
    if not isinstance(found, type):
        raise Refused("guest-class", bot=text, module=module, name=name)
    if not callable(getattr(found, "choose", None)):
        raise Refused("guest-choose", bot=text, name=name)
    return found


def _maker(text: str, kind: type) -> Maker:
    """Calls the class with nothing, or with `rng` where it has a parameter of that name."""
    try:
        wants_rng = "rng" in inspect.signature(kind).parameters
    except (TypeError, ValueError):
        wants_rng = False

    def make(rng: Random) -> AnyBot:
        try:
            bot: AnyBot = kind(rng=rng) if wants_rng else kind()
        except (Exception, SystemExit) as error:
            raise Refused("guest-making", bot=text, detail=told(error)) from None
        return bot

    return make


def told(error: BaseException) -> str:
    """What went wrong in somebody's code: the kind of error, its message, and the line of theirs where it happened.

    >>> told(ZeroDivisionError("division by zero"))
    'ZeroDivisionError: division by zero'
    """
    try:
        message = str(error)
    except Exception:
        message = ""
    said = f"{type(error).__name__}: {message}" if message else type(error).__name__
    # The first frame is ours, who asked; then Python's own where a module was imported; then theirs.
    frames = traceback.extract_tb(error.__traceback__)[1:]
    theirs = [frame for frame in frames if not frame.filename.startswith("<") and frame.filename != importlib.__file__]
    lines = [frame.lineno for frame in theirs if frame.filename == theirs[0].filename]
    return f"{said}, {Path(theirs[0].filename).name} line {lines[-1]}" if lines else said
