"""`tacora` with one game more: what a package that brings a game does."""

import sys

from tacora.cli import main
from tacora.games.registry import register
from tests.third_game.kind import QuarryKind

if __name__ == "__main__":
    register(QuarryKind())
    sys.exit(main())
