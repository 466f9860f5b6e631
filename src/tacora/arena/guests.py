"""Finds bots by name: built-in ones, those that other packages offer as entry points, and any class of a module.

Finding a third-party bot imports its module, and so runs its code. So use this only for names that a person gives to
the arena on the command line. Saved games contain names of bots, too, and opening a file must never run code: those
bots are made by their game (`GameKind`), which imports no third-party code.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
import traceback
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.metadata import entry_points
from pathlib import Path
from random import Random
from typing import TypeAlias

from tacora.game import Refused
from tacora.games.kind import GameKind

Maker: TypeAlias = Callable[[Random], object]
"""Makes a bot for one seat of one game. The generator is the bot's only source of randomness."""

_NAME = r"[^\W\d]\w*"
_CLASS_OF_MODULE = re.compile(rf"({_NAME}(?:\.{_NAME})*):({_NAME}(?:\.{_NAME})*)")


def bot_maker(kind: GameKind, text: str) -> Maker:
    """The factory of the bot with this name. Makes one bot as a trial, so that errors are refused at once.

    >>> from tacora.games.registry import kind_of
    >>> bot_maker(kind_of("tiny"), "gems:10")(Random(1))
    Gems(least=10)
    """
    make = _house_maker(kind, text) or _guest_maker(kind, text)
    make(Random(0))
    return make


def source_digest(kind: GameKind, text: str) -> str:
    """A digest of the file or of the module that a bot is read from, as this process has it; empty for others.

    A module is imported once, so what counts is its file as it was then.
    """
    name, _, parameter = text.partition(":")
    if f"{name}:FILE" in kind.bots:
        file = Path(parameter)
        return sha256(file.read_bytes()).hexdigest() if file.is_file() else ""
    if _house_maker(kind, text) is not None:
        return ""
    found = _guest(kind, text)
    return _imported(found.__module__)


@cache
def _imported(module: str) -> str:
    source = getattr(sys.modules[module], "__file__", None)
    return sha256(Path(source).read_bytes()).hexdigest() if source and Path(source).is_file() else ""


def _house_maker(kind: GameKind, text: str) -> Maker | None:
    """The factory of a built-in bot; `None` for an unknown name."""
    try:
        return kind.bot_maker(text)
    except Refused as refused:
        if refused.code != "unknown-bot":
            raise
        return None


def _guest_maker(kind: GameKind, text: str) -> Maker:
    """The factory of a third-party bot."""
    found = _guest(kind, text)
    _imported(found.__module__)
    return _maker(text, found)


def _guest(kind: GameKind, text: str) -> type:
    """The class of a third-party bot, by the name of an entry point or as `module:Class`."""
    offered = {entry.name: entry.value for entry in entry_points(group=kind.bots_group)}
    if text in offered:
        module, _, name = offered[text].partition("[")[0].partition(":")
        return _class(text, module.strip(), name.strip())
    written = _CLASS_OF_MODULE.fullmatch(text)
    if written is None:
        known = (*kind.bots, *kind.arena_bots, *sorted(offered), "module:Class")
        raise Refused("unknown-bot", bot=text, known=", ".join(known))
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    return _class(text, written[1], written[2])


def _class(text: str, module: str, name: str) -> type:
    """Import a bot's class."""
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


def _maker(text: str, found: type) -> Maker:
    """A factory that calls the class without arguments, or with `rng` if it has a parameter of that name."""
    try:
        wants_rng = "rng" in inspect.signature(found).parameters
    except (TypeError, ValueError):
        wants_rng = False

    def make(rng: Random) -> object:
        try:
            return found(rng=rng) if wants_rng else found()
        except (Exception, SystemExit) as error:
            raise Refused("guest-making", bot=text, detail=told(error)) from None

    return make


def told(error: BaseException) -> str:
    """An error in third-party code as text: its type, its message, and the line in that code.

    >>> told(ZeroDivisionError("division by zero"))
    'ZeroDivisionError: division by zero'
    """
    try:
        message = str(error)
    except Exception:
        message = ""
    said = f"{type(error).__name__}: {message}" if message else type(error).__name__
    # The first frame is ours; then come importlib's, if a module was imported; then theirs.
    frames = traceback.extract_tb(error.__traceback__)[1:]
    theirs = [frame for frame in frames if not frame.filename.startswith("<") and frame.filename != importlib.__file__]
    lines = [frame.lineno for frame in theirs if frame.filename == theirs[0].filename]
    return f"{said}, {Path(theirs[0].filename).name} line {lines[-1]}" if lines else said
