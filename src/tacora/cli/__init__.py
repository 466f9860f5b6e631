"""The `tacora` command. Imports only what help needs; each command imports its own implementation."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any

import click

from tacora import __version__
from tacora.cli.usage import GameName, OneOf, SpeakingCommand, SpeakingGroup, Whole, complaint
from tacora.cli.words import LANGUAGES, Words, language_of
from tacora.games import listed
from tacora.games.listed import Flag
from tacora.languages import ADDED, OWN, SOURCE


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status.

    0 success, 1 not all was verified or copied, 2 refused, 130 interrupted.
    """
    arguments = sys.argv[1:] if arguments is None else arguments
    spoken = language_of(arguments)
    words = Words(spoken if spoken in OWN else SOURCE)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        if ADDED is not None:  # Checked before use; until then, refusals are in a built-in language.
            from tacora.narration.added import check

            check()
            words = Words(spoken)
        status: int = _group(words).main(arguments, prog_name="tacora", standalone_mode=False) or 0
        sys.stdout.flush()
        return status
    except click.exceptions.NoArgsIsHelpError as shown:
        click.echo(shown.format_message())
        return 0
    except click.UsageError as error:
        code, facts = complaint(error)
        return _refuse(words, code, facts)
    except (KeyboardInterrupt, click.Abort):
        return 130
    except OSError as error:
        # The rest of the buffer cannot be written either: the interpreter must not try again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _refuse(words, "output", {"detail": error.strerror or str(error)})
    except SystemExit:
        return 0  # From click on a broken pipe: the reader has left, which is no error.
    except ValueError as error:
        from tacora.game import Refused

        if not isinstance(error, Refused):
            raise
        return _refuse(words, error.code, error.facts)


def _refuse(words: Words, code: str, facts: dict[str, Any]) -> int:
    """One line on stderr that says what was refused, where and why."""
    from tacora.game import Refused
    from tacora.narration import refusal
    from tacora.narration.catalogue import catalogue

    click.echo("tacora: " + refusal(catalogue(words.language), Refused(code, **facts)), err=True)
    return 2


def _group(words: Words) -> click.Group:
    group = SpeakingGroup(words, name="tacora", help=words("help-tacora"), params=[_version(words), _lang(words)])
    for make in (_play, _serve, _replay, _verify, _review, _odds, _simulate, _sweep, _arena, _solve, _exploit, _tables):
        group.add_command(make(words))
    return group


def _play(words: Words) -> click.Command:
    def run(**flags: Any) -> int:
        from tacora.cli.play import play

        return play(words.language, **flags)

    games = listed.names()
    options = [
        click.Argument(["game"], type=GameName(*games), required=False, metavar=f"[{'|'.join(games)}]"),
        _option(words, "edition", metavar="NAME", facts={"editions": listed.editions()}),
        *_flags(words, "play"),
        _option(words, "people", metavar="A,B,…"),
        _option(words, "bots", metavar="X,Y,…", facts={"bots": _bots(words, "play")}),
        _option(words, "seed", metavar="HEX"),
        _option(words, "plain", is_flag=True),
        _option(words, "resume", is_flag=True),
        _option(words, "file", metavar="FILE"),
    ]
    return _command(words, "play", run, options)


def _replay(words: Words) -> click.Command:
    def run(file: str, json: bool) -> int:
        from tacora.cli.replay import tell

        return tell(words.language, file, json=json)

    return _command(words, "replay", run, [click.Argument(["file"]), _option(words, "json", is_flag=True)])


def _verify(words: Words) -> click.Command:
    def run(file: str, commitment: str | None, json: bool) -> int:
        from tacora.cli.replay import check

        return check(words.language, file, commitment, json=json)

    options = [
        click.Argument(["file"]),
        _option(words, "commitment", metavar="HEX"),
        _option(words, "json", is_flag=True),
    ]
    return _command(words, "verify", run, options)


def _review(words: Words) -> click.Command:
    def run(**flags: Any) -> int:
        _require_kernel()
        from tacora.cli.review import weigh

        return weigh(words.language, **flags)

    options = [
        click.Argument(["file"]),
        _option(words, "playouts", "--games", "games", type=Whole(64, 10**6)),
        _option(words, "number", "--seed", type=Whole(0, 2**53 - 9)),
        _option(words, "threads", type=Whole(1, 1024)),
        _option(words, "json", is_flag=True),
    ]
    return _command(words, "review", run, options)


def _odds(words: Words) -> click.Command:
    def run(**flags: Any) -> int:
        from importlib import import_module

        status: int = import_module(listed.ODDS).tell(words.language, **flags)
        return status

    options = [
        click.Argument(["cards"], nargs=-1, metavar="CARD…"),
        _edition(words, ", ".join(listed.LISTED[0].editions), listed.ODDS_EDITION),
        *(_flag(words, flag) for flag in listed.LISTED[0].flags if flag.name != "odds"),
        _option(words, "inside", type=Whole(1, 8), default=3, show_default=True),
        _option(words, "held", type=Whole(0, 9999)),
        _option(words, "path", type=Whole(0, 9999)),
        _option(words, "expedition", type=Whole(1, 5)),
        _option(words, "removed", metavar="X,Y,…", default=""),
        _option(words, "gone", metavar="R5,…", default=""),
        _option(words, "taken", type=Whole(0, 5), default=0, show_default=True),
        _option(words, "lying", type=Whole(0, 5)),
        _option(words, "json", is_flag=True),
    ]
    more = "\n\n" + words("help-cmd-odds-more")
    return _command(words, "odds", run, options, more)


def _simulate(words: Words) -> click.Command:
    def run(**flags: Any) -> int:
        if flags["seats"] is None:  # Checked here because click would call it required in English.
            return _refuse(words, "usage-missing", {"name": "--seats"})
        _require_kernel()
        from tacora.cli.simulate import simulate

        return simulate(words.language, **flags)

    options = [
        _option(words, "seats", metavar="X,Y,…", facts={"bots": _bots(words, "simulate")}),
        *_study_options(words, "simulate", games=1_000_000),
        _option(words, "plot", metavar="FILE"),
    ]
    return _command(words, "simulate", run, options, "\n\n" + words("help-cmd-simulate-more"))


def _sweep(words: Words) -> click.Command:
    def run(**flags: Any) -> int:
        _require_kernel()
        from tacora.cli.sweep import sweep

        return sweep(words.language, **flags)

    options = [
        click.Argument(["strategy"], metavar="NAME:A..B[..STEP]"),
        _option(words, "against", metavar="X,Y,…", default="ev", show_default=True),
        _option(words, "players", metavar="3,5,…", default="5", show_default=True),
        *_study_options(words, "sweep", games=100_000),
        _option(words, "plot", metavar="FILE"),
    ]
    return _command(words, "sweep", run, options, "\n\n" + words("help-cmd-sweep-more"))


def _arena(words: Words) -> click.Command:
    def run(**flags: Any) -> int:
        from tacora.cli.arena import arena

        return arena(words.language, **flags)

    options = [
        click.Argument(["bots"], nargs=-1, metavar="BOT…"),
        _study_edition(words),
        *_flags(words, "arena"),
        _option(words, "table", "--players", type=Whole(1, 99)),
        _option(words, "deals", type=Whole(2, 10**12), default=1000, show_default=True),
        _option(words, "number", "--seed", type=Whole(0, 2**53 - 1)),
        _option(words, "processes", type=Whole(1, 1024)),
        _option(words, "cluster", metavar="ADDRESS"),
        _option(words, "json", is_flag=True),
        _option(words, "csv", metavar="FILE"),
    ]
    shown = {"form": "module:Class", "example": "tacora arena ev badger mybots:Owl", "bots": _bots(words, "arena")}
    return _command(words, "arena", run, options, "\n\n" + words("help-cmd-arena-more", **shown))


def _solve(words: Words) -> click.Command:
    def run(**flags: Any) -> int:
        _require_kernel()
        from tacora.cli.solve import solve

        return solve(words.language, **flags)

    options = [
        click.Argument(["file"], metavar="FILE"),
        *_learning_options(words, "solve"),
        _option(words, "learnt", "--resume", "resume", metavar="FILE"),
        _option(words, "json", is_flag=True),
    ]
    return _command(words, "solve", run, options, "\n\n" + words("help-cmd-solve-more"))


def _exploit(words: Words) -> click.Command:
    def run(**flags: Any) -> int:
        _require_kernel()
        from tacora.cli.solve import exploit

        return exploit(words.language, **flags)

    options = [
        click.Argument(["bot"], metavar="BOT"),
        *_learning_options(words, "exploit"),
        _option(words, "json", is_flag=True),
    ]
    return _command(words, "exploit", run, options, "\n\n" + words("help-cmd-exploit-more"))


def _learning_options(words: Words, command: str) -> list[click.Parameter]:
    """The options of the commands that learn."""
    return [
        _study_edition(words),
        *_flags(words, command),
        _option(words, "sitting", "--players", "players", type=Whole(1, 99), default=5, show_default=True),
        _option(words, "walks", type=Whole(1, 10**12), default=10_000_000, show_default=True),
        _option(words, "number", "--seed", type=Whole(0, 2**53 - 9)),
        _option(words, "device", type=OneOf("cpu", "gpu", "auto"), default="auto", show_default=True),
        _option(words, "threads", type=Whole(1, 1024)),
        _option(words, "cluster", metavar="ADDRESS"),
    ]


def _require_kernel() -> None:
    """Refuse to simulate if the extra `study` is not installed."""
    from tacora.fast.installed import require_study

    require_study()


def _study_options(words: Words, command: str, games: int) -> list[click.Parameter]:
    """The options that all commands for simulation share."""
    return [
        _study_edition(words),
        *_flags(words, command),
        _option(words, "many", "--games", type=Whole(1, 10**12), default=games, show_default=True),
        _option(words, "number", "--seed", type=Whole(0, 2**53 - 1)),
        _option(words, "device", type=OneOf("cpu", "gpu", "auto"), default="auto", show_default=True),
        _option(words, "threads", type=Whole(1, 1024)),
        _option(words, "cluster", metavar="ADDRESS"),
        _option(words, "json", is_flag=True),
        _option(words, "csv", metavar="FILE"),
    ]


def _serve(words: Words) -> click.Command:
    def run(**flags: Any) -> int:
        from tacora.cli.serve import serve

        return serve(words.language, **flags)

    options = [
        _option(words, "host", metavar="ADDRESS"),
        _option(words, "port", type=Whole(1, 65535), default=8000, show_default=True),
        _option(words, "lan", is_flag=True),
        _option(words, "browse", is_flag=True),
        _option(words, "store", "--file", metavar="FILE"),
        _option(words, "database", "--store", "store", metavar="URL"),
        _option(words, "origin", metavar="URL", multiple=True),
        _option(words, "limit", metavar="NAME=VALUE", multiple=True),
        _option(words, "trust-proxy", "--trust-proxy", "trust_proxy", metavar="NETWORK", multiple=True),
        _option(words, "host-name", "--host-name", "host_name", metavar="NAME", multiple=True),
        _option(words, "node", metavar="NAME"),
        _option(words, "expire-after", "--expire", "expire", metavar="DAYS", type=Whole(1, 100_000)),
        _option(words, "plain-asgi", "--plain-asgi", "plain", is_flag=True),
    ]
    return _command(words, "serve", run, options)


def _tables(words: Words) -> click.Command:
    def run(**flags: Any) -> int:
        from tacora.cli.tables import tables

        return tables(words.language, **flags)

    options = [
        _option(words, "store", "--file", metavar="FILE"),
        _option(words, "database", "--store", "store", metavar="URL"),
        _option(words, "expire", metavar="DAYS", type=Whole(0, 100_000)),
        _option(words, "backup", metavar="FILE"),
        _option(words, "copy-to", metavar="URL|FILE"),
        _option(words, "json", is_flag=True),
    ]
    return _command(words, "tables", run, options)


def _flags(words: Words, command: str) -> list[click.Option]:
    """The games' own options of this command."""
    return [_flag(words, flag) for game in listed.LISTED for flag in game.flags if command in flag.commands]


def _flag(words: Words, flag: Flag) -> click.Option:
    if flag.values:
        return _option(words, flag.name, type=OneOf(*flag.values))
    if flag.least is not None and flag.most is not None:
        return _option(words, flag.name, type=Whole(flag.least, flag.most))
    if flag.metavar is not None:
        return _option(words, flag.name, metavar=flag.metavar)
    return _option(words, flag.name, f"--{flag.name}/--no-{flag.name}", default=None)


def _study_edition(words: Words) -> click.Option:
    return _edition(words, listed.editions(), listed.STUDY_EDITION)


def _edition(words: Words, known: str, usual: str) -> click.Option:
    return _option(words, "edition", metavar="NAME", facts={"editions": known}, default=usual, show_default=True)


def _bots(words: Words, command: str) -> str:
    """The bots of each game that a command knows, for a line of help."""
    known = [(game.title, game.bots_of(command)) for game in listed.LISTED]
    return " ".join(words("help-word-bots", game=title, bots=", ".join(bots)) for title, bots in known if bots)


def _command(words: Words, name: str, run: Callable[..., int], params: list[Any], more: str = "") -> click.Command:
    return SpeakingCommand(
        words,
        name=name,
        help=words(f"help-cmd-{name}") + more,
        callback=run,
        params=[*params, _lang(words)],
    )


def _option(
    words: Words, name: str, *declarations: str, facts: dict[str, str] | None = None, **attributes: Any
) -> click.Option:
    text = words(f"help-opt-{name}", **(facts or {}))
    if attributes.pop("show_default", False):
        text = f"{text} [{words('help-word-default', value=str(attributes['default']))}]"
    return click.Option([*(declarations or (f"--{name}",))], help=text, **attributes)


def _lang(words: Words) -> click.Option:
    # Parsed before click runs, so that help itself is translated; declared here so that help lists it.
    return _option(words, "lang", type=OneOf(*LANGUAGES), expose_value=False)


def _version(words: Words) -> click.Option:
    def show(context: click.Context, _: click.Parameter, wanted: bool) -> None:
        if wanted:
            click.echo(f"tacora {__version__}")
            context.exit()

    return _option(words, "version", is_flag=True, expose_value=False, is_eager=True, callback=show)
