"""What can be typed while Diamant is played."""

from tacora.terminal.commands import Vocabulary

COMMANDS = Vocabulary(
    ("continue", "leave", "cave", "players", "mine", "odds", "coach", "history", "rules", "help", "back", "quit"),
    decisions=("continue", "leave"),
)
