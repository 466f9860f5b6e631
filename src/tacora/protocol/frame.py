"""The base of all frames, and the constrained types of their fields."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from tacora.game import Seat

VERSION = 1

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
SeatNumber: TypeAlias = Annotated[Seat, Meta(ge=0, le=63)]
Decision: TypeAlias = Annotated[int, Meta(ge=0, lt=2**53)]
"""The number of the step that asks for a decision. Integers of this size are exact in JavaScript, too."""
Token: TypeAlias = Annotated[str, Meta(max_length=64)]
NewToken: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22,64}(?!\n)$")]
"""Long enough to be unguessable if it is random."""
Language: TypeAlias = Annotated[str, Meta(max_length=35)]
"""A BCP 47 tag. A server without the language falls back to the nearest one that it has, or to English."""


class Frame(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", gc=False):
    """Base of all frames. A client ignores fields that it does not know: a newer server may send more."""
