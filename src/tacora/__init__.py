"""Tacora: board games to play and to study, with the rules exactly as printed."""

__version__ = "0.1.0"
