"""Help: in both languages, complete, and quick because it loads next to nothing."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tacora import __version__
from tacora.games.diamant import EDITIONS
from tacora.games.diamant.bots import BOTS, STRATEGIES
from tacora.games.listed import LISTED
from tacora.games.registry import GAMES
from tests.cli.program import FRENCH, PATIENCE, call, environment, run

COMMANDS = {
    "play": [
        "--edition", "--relics / --no-relics", "--chests", "--odds / --no-odds", "--expert / --no-expert",
        "--notes / --no-notes", "--games", "--first", "--prices", "--people", "--bots", "--seed", "--plain", "--resume",
        "--file",
    ],
    "serve": [
        "--host",
        "--port",
        "--lan",
        "--browse",
        "--file",
        "--store",
        "--origin",
        "--limit",
        "--trust-proxy",
        "--host-name",
        "--node",
        "--expire",
        "--plain-asgi",
    ],
    "replay": ["--json"],
    "verify": ["--commitment", "--json"],
    "review": ["--games", "--seed", "--threads", "--json"],
    "odds": [
        "--edition", "--relics / --no-relics", "--chests", "--inside", "--held", "--path", "--expedition", "--removed",
        "--gone", "--taken", "--lying", "--json",
    ],
    "simulate": [
        "--seats", "--edition", "--relics / --no-relics", "--expert / --no-expert", "--notes / --no-notes", "--games",
        "--seed", "--device", "--threads", "--cluster", "--json", "--csv", "--plot",
    ],
    "sweep": [
        "--against", "--players", "--edition", "--relics / --no-relics", "--expert / --no-expert",
        "--notes / --no-notes", "--games", "--seed", "--device", "--threads", "--cluster", "--json", "--csv", "--plot",
    ],
    "arena": [
        "--edition", "--relics / --no-relics", "--chests", "--expert / --no-expert", "--notes / --no-notes",
        "--players", "--deals", "--seed", "--processes", "--cluster", "--json", "--csv",
    ],
    "solve": [
        "--edition", "--relics / --no-relics", "--expert / --no-expert", "--notes / --no-notes", "--players", "--walks",
        "--seed", "--device", "--threads", "--cluster", "--resume", "--json",
    ],
    "exploit": [
        "--edition", "--relics / --no-relics", "--expert / --no-expert", "--notes / --no-notes", "--players", "--walks",
        "--seed", "--device", "--threads", "--cluster", "--json",
    ],
    "tables": ["--file", "--store", "--expire", "--backup", "--copy-to", "--json"],
}  # fmt: skip
"""Every command with its options; each also has --lang and --help."""


def test_the_names_in_the_help_are_the_real_ones() -> None:
    assert [game.name for game in LISTED] == list(GAMES)
    for game, kind in zip(LISTED, GAMES.values(), strict=True):
        assert game.editions == tuple(kind.editions)
        assert (game.bots, game.characters, game.arena_bots) == (kind.bots, kind.characters, kind.arena_bots)
        assert set(kind.terminal().flags) == {flag.name for flag in game.flags}
        at_tables = {flag.name: flag.values for flag in game.flags if "arena" in flag.commands}
        boxes = {option.name: option for option in kind.options if any(map(option.applies, kind.editions))}
        assert at_tables == {name: option.values for name, option in boxes.items()}


@pytest.mark.parametrize("arguments", [(), ("--help",)])
def test_help_of_the_program(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    english = run(*arguments, home=tmp_path)
    french = run(*arguments, home=tmp_path, lang=FRENCH)
    assert (english.status, english.err) == (french.status, french.err) == (0, "")
    assert english.lines[0] == "Usage: tacora [OPTIONS] COMMAND [ARGUMENTS]…"
    assert french.lines[0] == "Usage\N{NO-BREAK SPACE}: tacora [OPTIONS] COMMANDE [ARGUMENTS]…"
    for said in (english, french):
        assert re.findall(r"^  (\w+)  ", said.out, re.MULTILINE) == list(COMMANDS)
        assert re.findall(r"^  (--\w+)", said.out, re.MULTILINE) == ["--version", "--lang", "--help"]
    assert "Play in this terminal" in english.out
    assert "Jouer dans ce terminal" in french.out


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_help_of_every_command(command: str, lang: str) -> None:
    said = call(command, "--help", lang=lang)
    assert (said.status, said.err) == (0, "")
    assert said.lines[0].startswith(("Usage" if lang == "en" else "Usage\N{NO-BREAK SPACE}") + f": tacora {command} ")
    _, _, options = said.out.partition("\nOptions")
    shown = re.findall(r"^  (--\S+(?: / --\S+)?)", options, re.MULTILINE)
    assert shown == [*COMMANDS[command], "--lang", "--help"]
    assert not any(len(line) > 80 for line in said.lines)


def test_help_names_the_bots_that_a_command_knows() -> None:
    known = {command: "mcts:N" in call(command, "--help").out for command in ("play", "simulate", "arena")}
    assert known == {"play": False, "simulate": False, "arena": True}


def test_no_help_text_is_the_same_in_both_languages() -> None:
    for command in COMMANDS:
        english, french = (set(call(command, "--help", lang=lang).lines) - {""} for lang in ("en", "fr"))
        shared = {line for line in english & french if not line.startswith("  --")}
        # What two languages may share: names of boxes, bots and files in a wrapped line.
        assert not [
            line
            for line in shared
            if not re.fullmatch(r"[\s\w:,.-]*((19|20)\d\d|:N|badger|goldfish|tiny|\.png)[\s\w:,.-]*", line)
        ]


@pytest.mark.parametrize("name", EDITIONS)
def test_help_names_every_edition(name: str) -> None:
    for command in ("play", "odds", "simulate", "sweep", "arena"):
        assert name in "".join(call(command, "--help").out.split())


@pytest.mark.parametrize("name", BOTS)
def test_help_names_every_bot(name: str) -> None:
    for command in ("play", "arena"):
        assert name in call(command, "--help").out


@pytest.mark.parametrize("name", STRATEGIES)
def test_help_names_every_bot_that_can_be_simulated(name: str) -> None:
    assert name in call("simulate", "--help").out


def test_no_help_has_an_english_word_that_click_put_in() -> None:
    for command in COMMANDS:
        said = call(command, "--help", lang="fr").out
        assert not re.search(r"required|default|\[x|Show this|Arguments:", said)


def test_the_version() -> None:
    assert call("--version") == (0, f"tacora {__version__}\n", "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["play", "--help"],
        ["odds", "--help", "--lang", "fr"],
        ["simulate", "--help"],
        ["sweep", "--help"],
        ["serve", "--help"],
        ["tables", "--help"],
    ],
)
def test_help_loads_neither_the_rules_nor_what_is_slow(tmp_path: Path, arguments: list[str]) -> None:
    script = (
        "import json, sys; from tacora.cli import main; "
        f"status = main({arguments!r}); json.dump([status, sorted(sys.modules)], sys.stderr)"
    )
    # Whoever measures coverage loads things of its own.
    plain = {name: value for name, value in environment(tmp_path).items() if not name.startswith("COVERAGE_")}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, env=plain, check=True, timeout=PATIENCE)
    status, modules = json.loads(done.stderr)
    assert status == 0
    assert b"tacora" in done.stdout
    heavy = (
        *("fluent", "babel", "rich", "msgspec", "numpy", "numba", "matplotlib", "starlette", "uvicorn", "sqlite3"),
        *(
            "tacora.games.diamant",
            "tacora.games.registry",
            "tacora.narration",
            "tacora.terminal",
            "tacora.fast",
            "tacora.arena",
            "tacora.server",
        ),
    )
    assert [module for module in modules if module.startswith(heavy)] == []
    assert "tacora.cli.words" in modules
