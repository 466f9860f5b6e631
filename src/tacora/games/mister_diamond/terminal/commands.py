"""What can be typed while Mister Diamond is played."""

from tacora.terminal.commands import Vocabulary

COMMANDS = Vocabulary(
    ("decline", "board", "mine", "rings", "history", "rules", "help", "quit"), "md-", decisions=("decline",)
)
