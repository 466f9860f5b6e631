"""What `tacora verify` says, for the records of both games."""

from __future__ import annotations

from pathlib import Path

from tests.cli.program import call
from tests.record.records import Json, written

SOUND = "The record is sound: every decision fits the cards."
KEPT = "The seed matches the commitment."
BROKEN = "The seed does not match the commitment."
NO_PROMISE = "No commitment to compare the seed with."
SAME_CARDS = "The seed deals the cards that were seen."
NO_CARDS = "The record does not say which cards were seen."
NO_SEED = "The record has no seed, so the deal cannot be checked."

OTHER = "ab" * 32
"""A commitment to another seed."""


def assert_verified(folder: Path, record: Json, status: int, lines: list[str]) -> None:
    """`tacora verify` ends with this status and these lines, and in French with as many others."""
    file = written(folder, record)
    english, french = call("verify", file), call("verify", file, lang="fr")
    assert english == (status, "\n".join(lines) + "\n", ""), english
    assert (french.status, len(french.lines), french.err) == (status, len(lines), ""), french
    assert not set(french.lines) & set(lines), french
