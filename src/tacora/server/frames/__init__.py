"""Frames of the protocol, built from a table for each recipient."""
