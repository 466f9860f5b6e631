"""A desktop of its own with a real screen reader: Orca, a window of Chromium, and a keyboard. What is said is kept."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from websockets.sync.client import connect

from tests.browser import NO_LESSONS
from tests.ear.orca_log import Change, OrcaLog, Utterance, seconds_of_the_day
from tests.ear.witness import plain

T = TypeVar("T")

PROGRAMS = {
    "orca": "orca",
    "Xvfb": "xvfb",
    "openbox": "openbox",
    "xdotool": "xdotool",
    "setpriv": "util-linux",
    "dbus-daemon": "dbus-x11",
    "/usr/libexec/at-spi-bus-launcher": "at-spi2-core",
    "chromium": "chromium",
}
"""What it takes, and Debian's packages that have it. Not Chrome: its windows and its changes have another name."""
PATIENCE = 60.0
"""Seconds after which something that is waited for will not come: generous, for machines that have much to do."""
MARK = "TACORA_EAR"
"""In the environment of everything that is started here, so that it can be found and ended, whoever started it."""

_UNTIL_WE_END = ["setpriv", "--pdeathsig", "KILL"]
"""Ends what follows with whoever started it, however that ends."""
_SCREEN = ["Xvfb", "-screen", "0", "1280x900x24", "-nolisten", "tcp", "-r"]

_LINE_BY_LINE = """
from orca import debug
debug.debugFile.reconfigure(line_buffering=True)  # Otherwise the last words come with whatever is said next.
"""

_NOBODY = """#!/bin/sh
exit 1
"""
"""In place of pgrep, by which Orca looks for others of the same user, and will not start beside them even on another
screen. Whoever develops with a screen reader keeps it, and several desktops are there at a time."""


def missing() -> str:
    """What has to be installed; empty where everything is here."""
    packages = sorted({package for program, package in PROGRAMS.items() if not shutil.which(program)})
    return f"no Orca or what it needs: apt install {' '.join(packages)}" if packages else ""


class Ear:
    """What somebody hears and presses who sees nothing."""

    def __init__(self, home: Path, environment: Mapping[str, str]) -> None:
        self._home = home
        self._environment = dict(environment)
        self._log = OrcaLog(home / "orca.log")
        self._browsers = itertools.count(1)
        self.page: Page | None = None
        self.wanted: list[str] = []
        """What somebody listened for."""
        self.pressed: list[float] = []
        """When keys were pressed: seconds of the day."""
        self.counted = 0
        """Utterances of scenarios before."""

    # What is heard

    def heard(self) -> list[Utterance]:
        """Everything that was said so far, in order."""
        return self._log.heard()

    def texts(self) -> list[str]:
        return [each.text for each in self.heard()]

    def announced(self) -> list[str]:
        """What was said without being asked for."""
        return [each.text for each in self.heard() if each.live]

    def changes(self) -> list[Change]:
        """Every change of a page that Orca was told of, in order, also those that it did not care for."""
        return self._log.changes()

    def _more_than(self, utterances: int) -> Callable[[], bool]:
        return lambda: len(self.heard()) > utterances

    def wait(self, what: Callable[[], T], why: str, patience: float = PATIENCE) -> T:
        """Look again and again until there is something."""
        if not (found := self.within(patience, what)):
            raise AssertionError(f"waited {patience} s for {why}\n{self._how_things_stand()}")
        return found

    def within(self, seconds: float, what: Callable[[], T]) -> T:
        """What is found as soon as there is something, or nothing after so long."""
        until = time.monotonic() + seconds
        while not (found := what()) and time.monotonic() <= until:
            time.sleep(0.05)
        return found

    def _how_things_stand(self) -> str:
        """For whoever asks why something was never said: was it never there, not told of, or not spoken?"""
        focus = "no page"
        if self.page is not None:
            with contextlib.suppress(Exception):
                focus = str(self.page.evaluate(_FOCUS))
        changes = [f"{change.at:.2f} {change.what}" for change in self.changes()[-25:]]
        said = [f"{said.at:.2f} {said.text}" for said in self.heard()[-25:]]
        troubles = self._log.troubles()[-25:]
        parts = {"the focus": [focus], "told of last": changes, "troubles of Orca": troubles, "said last": said}
        parts["how texts came to be said"] = self._log.about_texts()[-60:]
        return "\n".join(line for part, lines in parts.items() for line in (f"{part}:", *lines))

    def hear(self, text: str, since: int = 0, patience: float = PATIENCE) -> int:
        """Wait until this is said, not before so many utterances; how many there were with it."""
        self.wanted.append(text)

        def found() -> int:
            for end, said in enumerate(self.texts(), start=1):
                if end > since and plain(text) in plain(said):
                    return end
            return 0

        return self.wait(found, f"“{text}”", patience)

    def quiet(self, seconds: float = 1.0) -> None:
        """Wait until nothing more is said."""
        self._same(lambda: len(self.heard()), seconds)

    def still(self, seconds: float = 1.0) -> None:
        """Wait until nothing more is said, and nothing more changes."""
        self._same(lambda: (len(self.heard()), len(self.changes())), seconds)

    def _same(self, look: Callable[[], object], seconds: float) -> None:
        seen, since = look(), time.monotonic()
        until = since + PATIENCE
        while time.monotonic() - since < seconds and time.monotonic() < until:
            time.sleep(0.05)
            if (now := look()) != seen:
                seen, since = now, time.monotonic()

    # What is pressed

    def press(self, *keys: str) -> None:
        """Press keys, one after the other, each when Orca has spoken it."""
        for key in keys:
            before = len(self.heard())
            self._count(1)
            self._do("xdotool", "key", "--clearmodifiers", key)
            self.within(0.6, self._more_than(before))  # A letter is not echoed where it is typed.

    def press_quickly(self, *keys: str) -> None:
        """Press keys that belong together."""
        self._count(len(keys))
        self._do("xdotool", "key", "--delay", "60", *keys)

    def type(self, text: str) -> None:
        """Type a word."""
        self._count(len(text))
        self._do("xdotool", "type", "--delay", "60", text)

    def go_to(self, name: str, key: str = "Tab", most: int = 40) -> str:
        """Move with a key until something with this in its name is spoken; all of what was spoken then."""
        self.wanted.append(name)
        for _ in range(most):
            before = len(self.heard())
            self._count(1)
            self._do("xdotool", "key", key)
            # Speech may lag behind: go on when what has the focus was spoken. A first key may reach a window too early.
            if self.within(10.0, self._more_than(before + 1)):
                self.within(10.0, partial(self._spoken_of_the_focus, before))
            self.quiet(0.25)
            said = " ".join(self.texts()[before:])
            # Orca may be reading the whole page: what it comes by is spoken, too, and has no focus.
            if plain(name) in plain(said) and plain(name) in self._name_of_the_focus():
                return said
        raise AssertionError(f"{most} times {key}, and no “{name}”")

    def _count(self, keys: int) -> None:
        self.pressed += [seconds_of_the_day()] * keys

    def _spoken_of_the_focus(self, since: int) -> bool:
        return self._name_of_the_focus() in plain(" ".join(self.texts()[since:]))

    def _name_of_the_focus(self) -> str:
        assert self.page is not None
        return plain(self.page.evaluate(_NAME_OF_THE_FOCUS) or "")

    # The browser

    @contextlib.contextmanager
    def browser(self, address: str, language: str = "en") -> Iterator[Page]:
        """A window with a page in it, in a new profile; it is there once Orca has said so, and all of it is loaded."""
        profile = self._home / f"profile-{next(self._browsers)}"
        before = len(self.heard())
        command = [
            shutil.which("chromium") or "chromium",
            "--no-sandbox",
            "--force-renderer-accessibility",
            "--test-type",
            "--no-first-run",
            "--no-default-browser-check",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-features=Translate,MediaRouter",
            "--password-store=basic",
            "--remote-debugging-port=0",
            "--remote-allow-origins=*",
            f"--accept-lang={language}",
            f"--user-data-dir={profile}",
            "--window-size=1200,800",
            "--app=" + address,
        ]
        environment = {**self._environment, "LANGUAGE": language}
        process = _start(command, environment, self._home / "chromium.out")
        try:
            port = profile / "DevToolsActivePort"
            self.wait(lambda: port.exists() and port.read_text().split(), "Chromium's window")
            page = self.page = Page(int(port.read_text().split()[0]))
            self.wait(lambda: self._in_front() and page.has_focus(), "its window in front")
            self.wait(lambda: len(self.heard()) > before, "a first word about the page")
            self.wait(page.is_loaded, "all of the page")
            page.evaluate(NO_LESSONS)
            yield page
        finally:
            self.page = None
            _end(process)
            # Orca has to notice that the window is gone before there is another.
            self.wait(lambda: not self._windows(), "the window to close")

    def _windows(self) -> list[str]:
        found = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--class", "chromium"],
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return found.stdout.split()

    def _in_front(self) -> bool:
        windows = self._windows()
        for window in windows:
            self._do("xdotool", "windowfocus", window)
        return bool(windows)

    def _do(self, *command: str) -> str:
        done = subprocess.run(
            command, env=self._environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        return done.stdout


class Refused(Exception):
    """Chromium cannot do what it was asked for."""


class Page:
    """The page behind the window; only to look at what a browser keeps, and to take its network away."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ids = itertools.count(1)

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page."""
        given = self._call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        return given["result"].get("value")

    def has_focus(self) -> bool:
        """Whether keys go to it; not before there is a page."""
        return self.holds("document.hasFocus()")

    def is_loaded(self) -> bool:
        """Whether it has come, and not the empty one that a window begins with."""
        return self.holds("document.readyState === 'complete' && location.href !== 'about:blank'")

    def holds(self, expression: str) -> bool:
        """Whether this is true; not while there is no page."""
        with contextlib.suppress(IndexError, Refused):
            return bool(self.evaluate(expression))
        return False

    def _call(self, method: str, **parameters: Any) -> Any:
        with urllib.request.urlopen(f"http://127.0.0.1:{self._port}/json", timeout=PATIENCE) as answer:
            pages = [each for each in json.load(answer) if each["type"] == "page"]
        with connect(pages[0]["webSocketDebuggerUrl"], proxy=None, max_size=None, open_timeout=PATIENCE) as socket:
            number = next(self._ids)
            socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
            while (told := json.loads(socket.recv(timeout=PATIENCE))).get("id") != number:
                pass
        if "error" in told:
            raise Refused(told["error"]["message"])
        return told["result"]


@contextlib.contextmanager
def desktop(language: str = "en") -> Iterator[Ear]:
    """A screen that nobody sees, with Orca; nothing of it is left afterwards, neither a process nor a file."""
    mark = secrets.token_hex(8)
    with tempfile.TemporaryDirectory(prefix="tacora-ear-", ignore_cleanup_errors=True) as folder:
        home = Path(folder)
        runtime = home / "run"
        runtime.mkdir(mode=0o700)
        customizations = home / ".local/share/orca/orca-customizations.py"
        customizations.parent.mkdir(parents=True)
        customizations.write_text(_LINE_BY_LINE)
        no_other = home / "bin" / "pgrep"
        no_other.parent.mkdir()
        no_other.write_text(_NOBODY)
        no_other.chmod(0o755)
        settings = home / ".config/glib-2.0/settings/keyfile"
        settings.parent.mkdir(parents=True)
        settings.write_text("[org/gnome/desktop/interface]\ntoolkit-accessibility=true\n")
        environment = {
            "PATH": f"{no_other.parent}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(runtime),
            "TMPDIR": str(home),
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            "LANGUAGE": language,
            "GSETTINGS_BACKEND": "keyfile",
            "NO_AT_BRIDGE": "0",
            MARK: mark,
        }
        started: list[subprocess.Popen[bytes]] = []
        try:
            screen, environment["DISPLAY"] = x_server(environment, home)
            started.append(screen)
            bus, environment["DBUS_SESSION_BUS_ADDRESS"] = session_bus(environment, home)
            started.append(bus)
            started.append(_start(["openbox"], environment, home / "openbox.out"))
            ear = Ear(home, environment)
            orca = ["orca", f"--debug-file={home / 'orca.log'}"]
            started.append(_start(orca, environment, home / "orca.out"))
            ear.wait(ear.heard, "Orca's first word")
            yield ear
        finally:
            if keep := os.environ.get("TACORA_EAR_LOG"):
                shutil.copy(home / "orca.log", keep)
            _end_all(mark, started)


def x_server(environment: Mapping[str, str], home: Path) -> tuple[subprocess.Popen[bytes], str]:
    """An X server on a number of its own choice; a key whose release comes late is not repeated.

    It ends with us, and so does everything that has a window on it.
    """
    out, given = os.pipe()
    command = [*_UNTIL_WE_END, *_SCREEN, "-displayfd", str(given)]
    with (home / "xvfb.out").open("wb") as log:
        server = subprocess.Popen(
            command, env=environment, stdout=log, stderr=log, pass_fds=[given], start_new_session=True
        )
    os.close(given)
    with os.fdopen(out) as told:
        return server, f":{told.readline().strip()}"


def session_bus(environment: Mapping[str, str], home: Path) -> tuple[subprocess.Popen[bytes], str]:
    """A session bus; what it starts has the same environment, and ends with it, as it does with us."""
    address = f"--address=unix:path={home / 'run' / 'bus'}"
    command = [*_UNTIL_WE_END, "dbus-daemon", "--session", "--nofork", "--print-address", address]
    with (home / "bus.out").open("wb") as log:
        bus = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, start_new_session=True)
    assert bus.stdout is not None
    with bus.stdout as told:
        return bus, told.readline().decode().strip()


def _start(command: list[str], environment: Mapping[str, str], log: Path) -> subprocess.Popen[bytes]:
    with log.open("ab") as out:
        return subprocess.Popen(command, env=environment, stdout=out, stderr=out, start_new_session=True)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(5)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _end_all(mark: str, started: list[subprocess.Popen[bytes]]) -> None:
    """End what was started, and whatever else carries the mark because that has started it."""
    for process in reversed(started):
        process.terminate()
    for how in (signal.SIGTERM, signal.SIGKILL):
        until = time.monotonic() + 2
        while (running := _marked(mark)) and time.monotonic() < until:
            time.sleep(0.02)
        for pid in running:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, how)
    for process in started:
        process.wait()


def _marked(mark: str) -> list[int]:
    """What runs and carries the mark."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # It may be gone by now, or somebody else's.
            dead = (folder / "stat").read_text().rpartition(")")[2].split()[0] == "Z"
            if not dead and wanted in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


_FOCUS = "document.activeElement.outerHTML.slice(0, 300)"
_NAME_OF_THE_FOCUS = """(({ ariaLabel, labels, innerText }) =>
  (ariaLabel || labels?.[0]?.innerText || innerText || "").split("\\n")[0])(document.activeElement)"""
"""What a screen reader says of it, at least."""
