"""Who sits where at a table."""

from __future__ import annotations

from dataclasses import dataclass

from tacora.game import Refused, Seat
from tacora.server.domain.tokens import Digest, same

COLOURS = 8


@dataclass
class Chair:
    """The occupant of a seat."""

    name: str
    colour: int
    token: str | None
    bot: str | None
    luck: str
    sitting_in: str | None = None
    """The bot that plays for an absent owner."""
    multiplier: float = 1.0

    @property
    def played_by_bot(self) -> str | None:
        """The bot that decides for this seat now."""
        return self.sitting_in or self.bot


class Chairs(list[Chair | None]):
    """The chairs of a table, indexed by seat; `None` is a free seat."""

    def at(self, seat: Seat) -> Chair:
        """The occupant of a seat. Refuses a seat that is free or does not exist."""
        chair = self[seat] if 0 <= seat < len(self) else None
        if chair is None:
            raise Refused("no-such-chair", given=seat)
        return chair

    def taken(self) -> list[Chair]:
        """The occupied chairs."""
        return [chair for chair in self if chair is not None]

    def free(self) -> list[Seat]:
        """The free seats."""
        return [seat for seat, chair in enumerate(self) if chair is None]

    def names(self) -> list[str]:
        """The names of all occupants."""
        return [chair.name for chair in self.taken()]

    def colours(self) -> set[int]:
        """The colours in use."""
        return {chair.colour for chair in self.taken()}

    def luck(self) -> tuple[str, ...]:
        """Each seat's contribution to the next seed; empty for a free seat."""
        return tuple(chair.luck if chair else "" for chair in self)

    def bots(self) -> set[str]:
        """The bots that play here now, as they are written."""
        return {chair.played_by_bot for chair in self.taken() if chair.played_by_bot is not None}

    # Ownership

    def people(self) -> list[Seat]:
        """The seats owned by people rather than bots."""
        return [seat for seat, chair in enumerate(self) if chair is not None and chair.token is not None]

    def owns(self, seat: Seat, token: Digest) -> bool:
        """Whether the token with this digest owns the seat."""
        chair = self[seat]
        return chair is not None and same(token, chair.token)

    def seat_of(self, token: Digest) -> Seat | None:
        """The seat that belongs to this token, if there is one."""
        return next(iter([seat for seat in self.people() if self.owns(seat, token)]), None)

    # Checks for a new occupant

    def free_seat(self, wanted: Seat | None) -> Seat:
        """The wanted seat if it is free, or the first free one."""
        free = self.free()
        if not free:
            raise Refused("table-full")
        if wanted is None:
            return free[0]
        if wanted not in free:
            raise Refused("seat-taken", given=wanted)
        return wanted

    def free_colour(self, wanted: int | None, seat: Seat) -> int:
        """The wanted colour if it is free; without one, the seat's own or the first free one."""
        used = self.colours()
        if wanted is None:
            return min(set(range(COLOURS)) - used) if seat in used else seat
        if not 0 <= wanted < COLOURS or wanted in used:
            raise Refused("colour-taken", given=wanted)
        return wanted
