"""Tells what scenarios by ear took, a line for each: `make figures-by-ear`."""

from __future__ import annotations

import json
import statistics
import sys
from pathlib import Path

NAMES = {
    "host": "Making a table and sitting down",
    "join": "Joining by a link",
    "watch": "Watching a small game with a disaster",
    "diamant": "A whole game of Diamant",
    "mister-diamond": "A whole game of Mister Diamond with thefts",
    "podium": "To the course as a table, at the podium",
    "check": "Checking the deal",
    "review": "Having the game weighed",
    "replay": "To the replay, and three steps",
    "rules": "Four headings of the rules",
    "curtain": "Two at one device, and a decision each",
    "lost-line": "A lost line, and back",
    "daily": "To the cave of the day, and into it",
    "daily-game": "The game of the day",
    "daily-result": "From its podium to the result, and copying it",
}


def lines(file: Path) -> list[str]:
    """What was counted, in the order of a game; the worst of all languages and runs, and the median of all delays."""
    counted = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    told = []
    for scenario, name in NAMES.items():
        runs = [each for each in counted if each["scenario"] == scenario]
        if not runs:
            continue
        keys, words, spare = (max(each[what] for each in runs) for what in ("keys", "words", "spare"))
        delays = [delay for each in runs for delay in each["delays"]]
        middle, most = statistics.median(delays), max(delays)
        told.append(
            f"{name}: {keys} keys, {words} words, {spare} of them spare;"
            f" the first word after {middle:.1f} s, at most {most:.1f}."
        )
    return told


if __name__ == "__main__":
    print("\n".join(lines(Path(sys.argv[1]))))
