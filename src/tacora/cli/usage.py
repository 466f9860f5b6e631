"""Click in any language: help with translated headings, and every usage error as one line."""

from __future__ import annotations

from typing import Any

import click

from tacora.cli.words import Words


class SpeakingCommand(click.Command):
    """A command with help in the user's language."""

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
    """The group of all commands, with help in the user's language. Commands keep the order they were added in."""

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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command. An unknown one is an error of our own, which lists the commands."""
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            raise Unfit("usage-command", args[0], None, known=", ".join(self.commands))
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order they were added, not alphabetically."""
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


class Unfit(click.BadParameter):
    """An invalid value of an option, as it was typed."""

    def __init__(self, code: str, given: str, param: click.Parameter | None, **facts: str) -> None:
        super().__init__(given, param=param)
        self.code = code
        self.facts = {"name": _name(param), "given": given, **facts}


class OneOf(click.ParamType):  # type: ignore[type-arg]  # generic only in newer clicks
    """One of a few words."""

    name = "word"

    def __init__(self, *words: str) -> None:
        self._words = words

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """The choices, as help shows them."""
        return f"[{'|'.join(self._words)}]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The word itself."""
        if value not in self._words:
            raise Unfit("usage-choice", value, param, choices=", ".join(self._words))
        return value


class GameName(OneOf):
    """The name of a game."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name itself."""
        if value not in self._words:
            raise Unfit("unknown-game", value, param, name=value, known=", ".join(self._words))
        return value


class Whole(click.ParamType):  # type: ignore[type-arg]  # likewise
    """A whole number between two bounds."""

    name = "number"

    def __init__(self, least: int, most: int) -> None:
        self._least = least
        self._most = most

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """A letter for a number."""
        return "N"

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number. Raises `Unfit` if it is malformed or out of bounds."""
        text = str(value)
        if not (
            text.isascii()
            and text.isdecimal()
            and len(text) <= len(str(self._most))
            and self._least <= int(text) <= self._most
        ):
            raise Unfit("usage-number", text, param, range=f"{self._least}–{self._most}")
        return int(text)


def complaint(error: click.UsageError) -> tuple[str, dict[str, object]]:
    """A usage error as a code with facts, for the catalogue to translate.

    >>> complaint(click.NoSuchOption("--relic", possibilities=["--relics"]))
    ('usage-option', {'option': '--relic', 'hint': '--relics'})
    """
    match error:
        case Unfit():
            return error.code, {**error.facts}
        case click.NoSuchOption():
            return "usage-option", {"option": error.option_name, "hint": ", ".join(error.possibilities or ()) or "none"}
        case click.BadOptionUsage() if "does not take" in error.message:
            return "usage-no-value", {"option": error.option_name}
        case click.BadOptionUsage():
            return "usage-value", {"option": error.option_name}
        case click.MissingParameter():
            return "usage-missing", {"name": _name(error.param)}
    if error.message.startswith("Got unexpected extra argument"):
        return "usage-extra", {"given": error.message.partition("(")[2].removesuffix(")")}
    return "usage-other", {"detail": error.format_message()}


def _name(param: click.Parameter | None) -> str:
    if param is None:
        return "?"
    return param.opts[0] if isinstance(param, click.Option) else param.make_metavar(click.Context(click.Command("")))
