"""What the records of all games share: common fields, their checks, and the commitment to the deal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias
from unicodedata import category

from msgspec import UNSET, Struct, UnsetType

from tacora.chance import Seed, commitment
from tacora.game import Refused, Seat

Row: TypeAlias = tuple[str, ...]
Rows: TypeAlias = tuple[Row, ...]

_HEX = re.compile(r"[0-9a-fA-F]{64}")
_LONGEST_NAME = 40
JOINERS = "\u200c\u200d"
"""Characters that render blank, and without which some scripts and pictures fall apart."""


class BaseRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The common fields: edition, seats, and the seed with its commitment."""

    format: Literal["tacora-record/1"]
    edition: str
    seats: tuple[str, ...]
    commitment: str | UnsetType = UNSET
    seed: str | UnsetType = UNSET

    def chosen(self) -> dict[str, object]:
        """The options that were set, as they are written."""
        raise NotImplementedError

    def length(self) -> int:
        """Number of joint decisions."""
        raise NotImplementedError

    def secret(self, *, deal: object, turned: object) -> Seed | None:
        """The seed, or `None` if the record lists the cards instead. Refuses a record with both or neither."""
        if (self.seed is UNSET) == (deal is UNSET):
            raise Refused("seed-or-deal", given=0 if self.seed is UNSET else 2)
        if turned is not UNSET and self.seed is UNSET:
            raise Refused("turned-without-seed")
        if self.commitment is not UNSET:
            check_commitment(self.commitment)
        return None if self.seed is UNSET else seed_from(self.seed)

    def keeps_promise(self, promised: str | None) -> bool | None:
        """Whether the seed matches the record's commitment and the one given; `None`: there is nothing to compare."""
        promises = [promise for promise in (promised, self.commitment) if isinstance(promise, str)]
        for promise in promises:
            check_commitment(promise)
        if not promises or self.seed is UNSET:
            return None
        return {promise.lower() for promise in promises} == {commitment(seed_from(self.seed))}


class BaseSummary(Struct, frozen=True):
    """The figures of a replayed game; seats count from 0."""

    over: bool
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


class Verdict(Struct, frozen=True):
    """The result of verifying a deal. `None`: the record does not have the data."""

    commitment: bool | None
    cards: bool | None
    differs_at: tuple[int, int] | None = None
    """Row and card, counted from 1, where the cards seen first differ from those that the seed deals."""

    @property
    def wrong(self) -> bool:
        """Whether any check failed."""
        return False in (self.commitment, self.cards)


def check_names(names: Sequence[str]) -> None:
    """Refuse names that cannot be shown on one line."""
    for seat, name in enumerate(names):
        if (
            not name.strip(JOINERS).strip()
            or len(name) > _LONGEST_NAME
            or not all(c.isprintable() or c in JOINERS or category(c) == "Zs" for c in name)
        ):
            raise Refused("bad-name", seat=seat, most=_LONGEST_NAME)


def seed_from(text: str) -> Seed:
    """Parse a seed of 64 hexadecimal digits."""
    if not _HEX.fullmatch(text):
        raise Refused("bad-seed", text=text)
    return bytes.fromhex(text)


def check_commitment(text: str) -> None:
    """Refuse a malformed commitment."""
    if not _HEX.fullmatch(text):
        raise Refused("bad-commitment", text=text)


def first_difference(seen: Rows, dealt: Rows) -> tuple[int, int] | None:
    """Row and card, counted from 1, where two deals first differ.

    >>> first_difference((("11", "4"), ("7",)), (("11", "4"), ("7", "9")))
    (2, 2)
    """
    for at in range(max(len(seen), len(dealt))):
        left, right = seen[at : at + 1], dealt[at : at + 1]
        if left != right:
            pairs = list(zip(*left, *right, strict=False)) if left and right else []
            same = next((n for n, (a, b) in enumerate(pairs) if a != b), len(pairs))
            return at + 1, same + 1
    return None
