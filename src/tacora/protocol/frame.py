"""What all frames share, and the small types in them."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from tacora.game import Seat

VERSION = 1

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
SeatNumber: TypeAlias = Annotated[Seat, Meta(ge=0, le=63)]
Decision: TypeAlias = Annotated[int, Meta(ge=0, lt=2**53)]
"""The number that a step asks its decisions under; whole numbers of this size are exact in JavaScript, too."""
Token: TypeAlias = Annotated[str, Meta(max_length=64)]
NewToken: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{22,64}(?!\n)$")]
"""Long enough that nobody guesses it, if it was drawn by lot."""
Language: TypeAlias = Annotated[str, Meta(max_length=35)]
"""A BCP 47 tag. A server that does not speak the language speaks the nearest that it knows, or English."""


class Frame(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", gc=False):
    """What goes over the wire. A client passes over fields that it does not know: a newer server may have more."""
