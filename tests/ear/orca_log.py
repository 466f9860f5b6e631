"""Orca's debug log, read as it grows: what was said, and every change of a page that Orca was told of."""

from __future__ import annotations

import contextlib
import re
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Utterance:
    """Something that was said, and when: seconds of the day."""

    at: float
    text: str
    live: bool = False
    """Whether it came from a live region: it was not asked for."""


@dataclass(frozen=True)
class Change:
    """Something in a page that became different, and when Orca was told: seconds of the day."""

    at: float
    what: str


class OrcaLog:
    """A log of many megabytes is looked at many times a second: every line is read once."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._at = 0
        self._rest = b""
        self._live = False
        self._unfinished = ""
        """An utterance whose text goes on in the next line."""
        self._heard: list[Utterance] = []
        self._changes: list[Change] = []
        self._troubles: list[str] = []
        self._about_texts: list[str] = []

    def heard(self) -> list[Utterance]:
        """Everything that was said so far, in order."""
        self._read()
        return self._heard.copy()

    def changes(self) -> list[Change]:
        """Every change of a page, in order, also those that Orca did not care for."""
        self._read()
        return self._changes.copy()

    def troubles(self) -> list[str]:
        """What Orca could not find out or left out, in order."""
        self._read()
        return self._troubles.copy()

    def about_texts(self) -> list[str]:
        """What Orca was told of new text, what it made of that, and what it said: in order, as it wrote it down."""
        self._read()
        return self._about_texts.copy()

    def _read(self) -> None:
        with contextlib.suppress(FileNotFoundError), self._file.open("rb") as log:
            log.seek(self._at)
            new = log.read()
            self._at += len(new)
            *lines, self._rest = (self._rest + new).split(b"\n")  # A line that is still being written is none yet.
            for line in lines:
                self._take(line.decode("utf-8", "replace"))

    def _take(self, line: str) -> None:
        if self._unfinished and line.startswith(_INDENT):
            self._speech(f"{self._unfinished}\n{line.removeprefix(_INDENT)}")
            return
        self._unfinished = ""
        if _ABOUT_TEXT.search(line):
            self._about_texts.append(line[:200])
        if "PRESENT LIVE REGION MESSAGE" in line:
            self._live = line.startswith("v")
        elif " - SPEECH OUTPUT: '" in line:
            self._speech(line)
        elif found := _CHANGED.match(line):
            *at, kind, where = found.groups()
            self._changes.append(Change(_seconds(*at), f"{kind} {where}"))
        elif _TROUBLE.search(line):
            self._troubles.append(line)

    def _speech(self, line: str) -> None:
        found = _SPOKEN.match(line)
        self._unfinished = "" if found else line
        if found:
            *at, text = found.groups()
            self._heard.append(Utterance(_seconds(*at), text, self._live))


def seconds_of_the_day() -> float:
    """The time now, as the log has it."""
    now = time.time()
    here = time.localtime(now)
    return here.tm_hour * 3600 + here.tm_min * 60 + here.tm_sec + now % 1


def _seconds(hours: str, minutes: str, seconds: str) -> float:
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


_INDENT = " " * 18
_SPOKEN = re.compile(r"^(\d\d):(\d\d):(\d\d\.\d+) - SPEECH OUTPUT: '(.*?)'(?: voice=\w+)? ?(?:\{[^{}]*\})?$", re.S)

# A time, the kind of change, and where; the window around the page has a frame and a tab of its own.
_CHANGED = re.compile(
    r"^(\d\d):(\d\d):(\d\d\.\d+) - EVENT MANAGER: (object:\S+) for (?!\[frame|\[page tab)(.*) "
    r"in \[application \| Chromium\]"
)
_ABOUT_TEXT = re.compile(r"text-changed:insert|LIVE REGION|live region|SPEECH OUTPUT")
_TROUBLE = re.compile(r"ERROR|WARNING|zombie|defunct|DEAD|flood", re.I)
