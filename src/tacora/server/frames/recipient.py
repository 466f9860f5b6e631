"""Whom frames are for."""

from __future__ import annotations

from msgspec import Struct

from tacora.game import Seat
from tacora.narration.catalogue import Catalogue, Language, Wording, catalogue


class Recipient(Struct, frozen=True):
    """Everything that a frame depends on besides the table: sessions with equal recipients get the same frames."""

    language: Language
    seats: tuple[Seat, ...]
    wording: Wording = "normal"

    @property
    def say(self) -> Catalogue:
        """The message catalogue for this recipient."""
        return catalogue(self.language, self.wording == "short")

    @property
    def me(self) -> Seat | None:
        """The seat whose view is sent; `None`, the public view, for several seats at one device and for a screen."""
        return self.seats[0] if len(self.seats) == 1 else None
