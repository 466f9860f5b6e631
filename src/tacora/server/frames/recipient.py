"""Whom frames are for."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import force_setattr

from tacora.game import Seat
from tacora.narration.catalogue import Catalogue, Language, Wording, catalogue


class Recipient(Struct, frozen=True):
    """Everything that a frame depends on besides the table: sessions with equal recipients get the same frames."""

    language: Language
    seats: tuple[Seat, ...]
    wording: Wording = "normal"

    me: Seat | None = None
    """The seat whose view is sent; `None`, the public view, for several seats at one device and for a screen."""

    def __post_init__(self) -> None:
        force_setattr(self, "me", self.seats[0] if len(self.seats) == 1 else None)

    @property
    def say(self) -> Catalogue:
        """The message catalogue for this recipient."""
        return catalogue(self.language, self.wording == "short")
