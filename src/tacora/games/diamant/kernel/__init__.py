"""Diamant once more, for speed."""
