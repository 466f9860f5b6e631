"""Click in both languages: help with translated headings, and every usage error as one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from tacora.cli.words import Words


class SpeakingCommand(click.Command):
    """A command that helps in the user's language."""

    def __init__(self, words: Words, **attributes: Any) -> None:
        self.words = words
        super().__init__(options_metavar=words("help-word-options-slot"), **attributes)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Usage, under its heading."""
        _write_usage(self, self.words, ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, under their heading."""
        _write_options(self, self.words, ctx, formatter)


class SpeakingGroup(click.Group):
    """The group of all commands, likewise; they keep the order they were added in."""

    def __init__(self, words: Words, **attributes: Any) -> None:
        self.words = words
        super().__init__(
            options_metavar=words("help-word-options-slot"),
            subcommand_metavar=words("help-word-command"),
            **attributes,
        )

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Usage, under its heading."""
        _write_usage(self, self.words, ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, then the commands."""
        _write_options(self, self.words, ctx, formatter)
        with formatter.section(self.words("help-word-commands")):
            formatter.write_dl(
                [(name, (command.help or "").partition("\n")[0]) for name, command in self.commands.items()]
            )

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of use, not of the alphabet."""
        return list(self.commands)


def _write_usage(command: click.Command, words: Words, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    pieces = " ".join(command.collect_usage_pieces(ctx))
    formatter.write_usage(ctx.command_path, pieces, words("help-word-usage") + " ")


def _write_options(command: click.Command, words: Words, ctx: click.Context, formatter: click.HelpFormatter) -> None:
    help_option = command.get_help_option(ctx)
    if help_option is not None:
        help_option.help = words("help-opt-help")
    options = [param for param in command.get_params(ctx) if isinstance(param, click.Option)]
    rows = [row for option in options if (row := option.get_help_record(ctx)) is not None]
    with formatter.section(words("help-word-options")):
        formatter.write_dl(rows)


def complaint(error: click.UsageError) -> tuple[str, dict[str, object]]:
    """A usage error as a code with facts, for the catalogue to tell.

    >>> complaint(click.NoSuchOption("--relic", possibilities=["--relics"]))
    ('usage-option', {'option': '--relic', 'hint': '--relics'})
    """
    param = error.param if isinstance(error, click.BadParameter) else None
    match error:
        case click.NoSuchOption():
            return "usage-option", {"option": error.option_name, "hint": ", ".join(error.possibilities or ()) or "none"}
        case click.BadOptionUsage():
            return "usage-value", {"option": error.option_name}
        case click.MissingParameter():
            return "usage-missing", {"name": _name(param)}
        case click.BadParameter() if param is not None and isinstance(param.type, click.Choice):
            choices = ", ".join(map(str, param.type.choices))
            return "usage-choice", {"name": _name(param), "given": _given(error), "choices": choices}
        case click.BadParameter() if param is not None and isinstance(param.type, click.IntRange):
            range_ = f"{param.type.min}–{param.type.max if param.type.max is not None else '∞'}"
            return "usage-number", {"name": _name(param), "given": _given(error), "range": range_}
    return _other(error)


def _other(error: click.UsageError) -> tuple[str, dict[str, object]]:
    context = error.ctx
    if context is not None and isinstance(context.command, click.Group):
        command = next(iter(_quoted(error.message)), "")
        return "usage-command", {"command": command, "known": ", ".join(context.command.commands)}
    if error.message.startswith("Got unexpected extra argument"):
        return "usage-extra", {"given": error.message.partition("(")[2].rstrip(")")}
    return "usage-other", {"detail": error.format_message()}


def _quoted(message: str) -> Sequence[str]:
    return message.split("'")[1::2]


def _given(error: click.BadParameter) -> str:
    return next(iter(_quoted(error.message)), "") or error.message.split(" ")[0]


def _name(param: click.Parameter | None) -> str:
    if param is None:
        return "?"
    return param.opts[0] if isinstance(param, click.Option) else param.make_metavar(click.Context(click.Command("")))
