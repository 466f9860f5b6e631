"""Players that choose from a view and the public history, never from the state."""

from tacora.bots.bot import Bot

__all__ = ["Bot"]
