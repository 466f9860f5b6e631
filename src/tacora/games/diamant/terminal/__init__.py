"""Diamant at one keyboard."""
