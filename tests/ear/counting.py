"""What a scenario by ear took: keys, words that helped nobody, and seconds until the first word."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from tests.ear.orca_log import Utterance
from tests.ear.player import Player
from tests.ear.witness import plain

SPARE: dict[str, int | None] = {
    "join": 100,
    "watch": 120,
    "diamant": 40,
    "mister-diamond": 270,
    "daily-game": 20,
    "podium": 100,
    "check": 80,
    "review": 320,
    "rules": 40,
    "curtain": 110,
    "lost-line": 40,
    **dict.fromkeys(("host", "replay", "daily", "daily-result", "two-sit")),
}
"""The most words that may help nobody, twice what idle cores had; no limit where pages are read from their top."""


class Count:
    """Figures of scenarios, a line of JSON each."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, scenario: str, player: Player) -> None:
        """Count until now, and begin anew."""
        ear = player.ear
        new = ear.heard()[ear.counted :]
        told = player.knows.told()[player.counted :] if hasattr(player, "knows") else []
        # A page that has just come is read from its beginning until a key is pressed.
        heard = new if told else [each for each in new if ear.pressed and each.at >= ear.pressed[0]]
        wanted = [sentence for _, sentence in told] + ear.wanted
        delays = to_first_words(heard, told) if told else after_keys(heard, ear.pressed)
        words = spare((each.text for each in heard if not echo(each)), wanted)
        figures = {
            "scenario": scenario,
            "language": player.language,
            "keys": len(ear.pressed),
            "sentences": len(told),
            "words": sum(len(plain(each.text).split()) for each in heard if not echo(each)),
            "spare": words,
            "delays": [round(delay, 2) for delay in delays],
        }
        self.lines.append(json.dumps(figures))
        most = SPARE[scenario]
        assert most is None or words <= most, figures
        self.begin(player)

    @staticmethod
    def begin(player: Player) -> None:
        """Count from now on."""
        ear = player.ear
        ear.counted = len(ear.heard())
        player.counted = len(player.knows.told()) if hasattr(player, "knows") else 0
        ear.wanted.clear()
        ear.pressed.clear()


def echo(utterance: Utterance) -> bool:
    """Whether it is the name of a key: Orca ends these with a space."""
    return utterance.text.endswith(" ") or len(utterance.text) < 2


def spare(texts: Iterable[str], wanted: Sequence[str]) -> int:
    """How many words were neither told by the table nor listened for.

    >>> spare(["Deeper button.", "main content", "Ana leaves. Deeper?"], ["Deeper", "Ana leaves."])
    3
    """
    known = sorted({plain(each) for each in wanted if plain(each)}, key=len, reverse=True)
    left = 0
    for text in texts:
        rest = plain(text)
        for each in known:
            rest = re.sub(rf"\b{re.escape(each)}\b", " ", rest)
        left += len(rest.split())
    return left


def to_first_words(heard: Sequence[Utterance], told: Sequence[tuple[float, str]]) -> list[float]:
    """Seconds from when each sentence was told until it was begun."""
    delays, after = [], 0
    for at, sentence in told:
        for place in range(after, len(heard)):
            if plain(sentence) in plain(heard[place].text):
                delays.append(max(0.0, heard[place].at - at))
                after = place
                break
    return delays


def after_keys(heard: Sequence[Utterance], pressed: Sequence[float]) -> list[float]:
    """Seconds from each key to the first word that it led to, its own name apart."""
    delays = []
    for number, at in enumerate(pressed):
        until = pressed[number + 1] if number + 1 < len(pressed) else float("inf")
        words = [each.at for each in heard if at <= each.at < until and not echo(each)]
        delays += [words[0] - at] if words else []
    return delays
