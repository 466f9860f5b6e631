"""The files of `deploy/` are what the programs that read them accept, and name only what there is."""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import shutil
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tacora.cli import main
from tacora.cli import serve as serve_command
from tacora.server.run import Exposure
from tests.cluster import DEPLOY, caddy
from tests.needs import not_tested
from tests.server.serving import Serving

SETTINGS = {"TACORA_DOMAIN": "play.example", "TACORA_DATABASE_PASSWORD": "secret"}
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
UNITS = sorted(DEPLOY.glob("*.service"))
SCRIPTS = sorted(DEPLOY.glob("*.sh"))


def filled(text: str, **more: str) -> str:
    """A text with its variables replaced, as Compose and systemd do it."""
    known = {**SETTINGS, **more}
    return re.sub(r"\$\{?(\w+)(?::[?-][^}]*)?\}?", lambda found: known.get(found[1], ""), text)


def unit(file: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(file)
    return parser


def environment_of_units() -> dict[str, str]:
    """With the store, which is commented out: who has none needs no unit with it."""
    return dict(re.findall(r"^#?(TACORA_\w+)=(.*)$", (DEPLOY / "tacora.env").read_text(), re.MULTILINE))


# Caddy


@pytest.mark.parametrize("name", ["Caddyfile", "Caddyfile.one"])
@pytest.mark.parametrize("tls", ["", "#", "tls internal"])
def test_the_proxy_accepts_its_configuration(tmp_path: Path, name: str, tls: str) -> None:
    environment = {**os.environ, "TACORA_DOMAIN": "play.example", "TACORA_TLS": tls, "XDG_DATA_HOME": str(tmp_path)}
    for command in ("adapt", "validate"):
        checked = subprocess.run(
            [caddy(), command, "--adapter", "caddyfile", "--config", DEPLOY / name],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert checked.returncode == 0, checked.stderr
        assert '"level":"warn"' not in checked.stderr, checked.stderr


# `tacora serve`, as the files start it


def serve_lines() -> Iterator[Any]:
    for name, service in COMPOSE["services"].items():
        if name.startswith("tacora-"):
            yield pytest.param(filled(service["command"]), id=f"compose {name}")
    for file in UNITS:
        if "backup" not in file.name:
            start = unit(file)["Service"]["ExecStart"].replace("%i", "2")
            program, arguments = start.split(" ", 1)
            assert program == "/opt/tacora/current/bin/tacora"
            yield pytest.param(filled(arguments, **environment_of_units()), id=file.name)
    (default,) = re.findall(r"^CMD (\[.*\])$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    yield pytest.param(shlex.join(json.loads(default)), id="Containerfile")


@pytest.mark.parametrize("line", list(serve_lines()))
def test_every_command_line_is_one_that_the_program_accepts(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[dict[str, Any]] = []

    def run(place: object, host: str, port: int, *_: object, exposure: Exposure, **more: object) -> None:
        started.append({"place": place, "host": host, "port": port, "exposure": exposure, **more})

    monkeypatch.setattr(serve_command, "run", run)
    assert main(shlex.split(line)) == 0
    (given,) = started
    if "--store" in line:
        assert str(given["place"]).startswith("postgresql://")
        assert given["exposure"].hosts == ("play.example",)
        assert given["exposure"].trusted
        assert given["exposure"].expire_after


def test_every_recipe_for_the_public_has_a_name_a_proxy_and_an_end_of_old_tables() -> None:
    lines = [unit(file)["Service"]["ExecStart"] for file in UNITS if "backup" not in file.name]
    lines += [each["command"] for name, each in COMPOSE["services"].items() if name.startswith("tacora-")]
    assert len(lines) == 5
    for line in lines:
        assert {"--host-name", "--trust-proxy", "--expire"} <= set(line.split())


def test_the_three_processes_of_compose_differ_in_their_names_alone() -> None:
    lines = [filled(COMPOSE["services"][f"tacora-{number}"]["command"]) for number in (1, 2, 3)]
    assert len({re.sub(r"--node \d", "--node", line) for line in lines}) == 1
    assert [re.search(r"--node (\d)", line)[1] for line in lines] == ["1", "2", "3"]  # type: ignore[index]
    assert [COMPOSE["services"]["proxy"]["environment"][f"TACORA_{number}"] for number in (1, 2, 3)] == [
        f"tacora-{number}:8000" for number in (1, 2, 3)
    ]


def test_compose_trusts_the_network_that_it_makes() -> None:
    (network,) = COMPOSE["networks"]["inside"]["ipam"]["config"]
    for number in (1, 2, 3):
        assert f"--trust-proxy {network['subnet']} " in COMPOSE["services"][f"tacora-{number}"]["command"]


def test_variables_of_compose_are_written_as_podman_compose_reads_them_too() -> None:
    """It takes a command apart before it looks for them, and knows no empty default."""
    text = (DEPLOY / "compose.yaml").read_text()
    assert ":-}" not in text
    words = [word for each in COMPOSE["services"].values() for word in each.get("command", "").split()]
    assert all(word.count("{") == word.count("}") for word in words)


def test_what_compose_mounts_and_builds_is_there() -> None:
    server = COMPOSE["services"]["tacora-1"]["build"]
    assert (DEPLOY / server["context"] / server["dockerfile"]).is_file()
    for mount in COMPOSE["services"]["proxy"]["volumes"]:
        source = mount.split(":")[0]
        assert source in COMPOSE["volumes"] or (DEPLOY / source).is_file()
    for copied in re.findall(r"^COPY (?!--)(.*) \S+$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE):
        for name in copied.split():
            assert (DEPLOY.parent / name).exists()


def test_units_run_without_rights_and_start_programs_that_are_installed() -> None:
    for file in UNITS:
        service = unit(file)["Service"]
        assert service["User"] == "tacora"
        assert service["NoNewPrivileges"] == "yes"
        program = service["ExecStart"].split()[0]
        if program.startswith("/opt/tacora/current/deploy/"):
            assert os.access(DEPLOY / Path(program).name, os.X_OK)


def test_a_server_that_keeps_failing_is_started_again_for_ever() -> None:
    """As while a database is away for an hour: by default systemd gives up after five starts in ten seconds."""
    for file in UNITS:
        if "backup" not in file.name:
            assert unit(file)["Unit"]["StartLimitIntervalSec"] == "0"
            assert unit(file)["Service"]["Restart"] == "always"


def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        not_tested("units of systemd", "no systemd-analyze: apt install systemd")
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for file in (*UNITS, *DEPLOY.glob("*.timer")):
        # What is not installed here is replaced: programs, the user, and the instance of a template.
        text = re.sub(r"^ExecStart=\S+", f"ExecStart={program}", file.read_text(), flags=re.MULTILINE)
        (tmp_path / file.name.replace("@", "@1")).write_text(re.sub("^User=.*$", "User=root", text, flags=re.MULTILINE))
    names = [str(path) for path in sorted(tmp_path.glob("tacora*"))]
    checked = subprocess.run(
        [analyze, "verify", "--man=no", "--recursive-errors=no", *names], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stderr) == (0, "")


# Scripts


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_every_script_is_one_that_a_plain_shell_reads(script: Path) -> None:
    assert script.stat().st_mode & stat.S_IXUSR
    assert subprocess.run(["sh", "-n", script], capture_output=True, check=False).returncode == 0


def test_settings_have_no_place_for_a_password() -> None:
    """They are printed: systemd shows command lines to everybody, and Caddy writes its environment to the journal."""
    assert not re.search("password|secret", " ".join(environment_of_units()), re.IGNORECASE)
    assert "PASSWORD" not in " ".join(unit(file)["Service"]["ExecStart"] for file in UNITS)
    assert "PASSWORD" not in COMPOSE["services"]["tacora-1"]["command"]


# What to watch


def figures(tmp_path: Path) -> set[str]:
    with Serving(tmp_path / "tables.db") as serving:
        serving.server.registry.refused.note("too-fast", "192.0.2.1")
        lines = serving.get("/metrics").text.splitlines()
    return {line.split()[2] for line in lines if line.startswith("# TYPE")}


def test_dashboard_and_alerts_show_figures_that_the_server_has_and_the_dashboard_all_of_them(tmp_path: Path) -> None:
    known = figures(tmp_path)
    board = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    shown = {
        name
        for panel in board["panels"]
        for target in panel["targets"]
        for name in re.findall(r"\btacora_\w+", target["expr"])
    }
    assert shown == known
    (group,) = yaml.safe_load((DEPLOY / "tacora-alerts.yml").read_text())["groups"]
    warned = {name for rule in group["rules"] for name in re.findall(r"\btacora_\w+", rule["expr"])}
    assert warned <= known


def test_every_panel_has_a_place_of_its_own() -> None:
    panels = json.loads((DEPLOY / "grafana-dashboard.json").read_text())["panels"]
    cells = [
        (x, y)
        for panel in panels
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]
    assert len(cells) == len(set(cells))
    assert len({panel["id"] for panel in panels}) == len(panels)


def test_prometheus_asks_the_ports_that_the_units_listen_at() -> None:
    config = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())
    (job,) = config["scrape_configs"]
    assert job["static_configs"][0]["targets"] == [f"127.0.0.1:800{number}" for number in (1, 2, 3)]
    assert "--port 800%i" in unit(DEPLOY / "tacora@.service")["Service"]["ExecStart"]
    assert all(Path(rules).name == "tacora-alerts.yml" for rules in config["rule_files"])
