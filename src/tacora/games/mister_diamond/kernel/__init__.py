"""Mister Diamond once more, for speed."""
