"""Mister Diamond at one keyboard."""
