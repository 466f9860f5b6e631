"""Draw the picture of a terminal game that README.md shows: `make picture` writes docs/pictures/terminal.svg.

The game is a real one, dealt from a fixed seed and told and drawn by the program itself.
"""

from __future__ import annotations

import io
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from tacora.games.diamant import CONTINUE, EDITIONS, LEAVE, Diamant
from tacora.games.diamant.narration import DiamantNarrator
from tacora.games.diamant.odds import Situation, odds
from tacora.games.diamant.terminal.drawing import picture
from tacora.narration.catalogue import catalogue
from tacora.terminal.drawn_screen import DrawnScreen

SEED = (2243).to_bytes(32, "big")
NAMES = ("Ana", "Tortoise", "Magpie", "Badger")
WORDS = ("CCCC", "CCCC", "CCCC", "CCCC", "CLCC", "CCC", "CCC", "CCC")

_NIGHT = TerminalTheme(
    (0x14, 0x12, 0x1F),
    (0xF6, 0xEC, 0xD9),
    [(0x14, 0x12, 0x1F)] + [(0xF6, 0xEC, 0xD9)] * 7,
)
# Only fonts that are already on the reader's machine: a picture makes no network call.
_FRAME = """<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" role="img"
  aria-label="A game of Diamant drawn in a terminal: the tunnel turning at hazards, chests and gems">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}</defs>
<rect width="{width}" height="{height}" rx="12" fill="#14121f"/>
<g transform="translate({terminal_x}, 20)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}<g class="{unique_id}-matrix">{matrix}</g></g>
</svg>
"""


def main() -> None:
    """Play, draw the last steps, write the picture."""
    say = catalogue("en")
    console = Console(record=True, width=92, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    screen, narrator = DrawnScreen(console), DiamantNarrator(say, NAMES, me=0)
    game = Diamant(EDITIONS["tacora-2024"], relics=True)
    step = game.start(len(NAMES), SEED)
    letters = {"C": CONTINUE, "L": LEAVE}
    for word in WORDS:
        pending = game.pending(step.state)
        step = game.apply(step.state, {seat: letters[letter] for seat, letter in zip(pending, word, strict=True)})
    view = game.observe(step.state, 0)
    situation = Situation.seen_in(view)
    screen.show(lambda width: picture(say, view, NAMES, width))
    screen.tell(narrator.tell(step.events, view))
    screen.say(
        say("status", held=view.held, path=view.path),
        say("ask-decision") + "odds",
        *narrator.odds(odds(situation), situation),
        say("ask-decision") + "▁",
    )
    target = Path(__file__).with_name("terminal.svg")
    target.write_text(console.export_svg(title="", theme=_NIGHT, code_format=_FRAME, unique_id="t"), encoding="utf-8")
    print(f"wrote {target.name}")


if __name__ == "__main__":
    main()
