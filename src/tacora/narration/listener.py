"""The listener that a game is told to: names, and the grammar of "you"."""

from __future__ import annotations

from collections.abc import Sequence

from tacora.game import Seat
from tacora.narration.catalogue import Catalogue

LETTERS = "ABCDEFGH"
"""Every player has a letter besides name and colour (D7)."""


class Listener:
    """One listener: the player of a seat, who is "you", or everybody."""

    def __init__(self, say: Catalogue, names: Sequence[str], me: Seat | None = None) -> None:
        self.say = say
        self.names = names
        self.me = me
        self.named: set[Seat] = set()
        """Seats named in a sentence so far."""

    def who(self, seats: Sequence[Seat]) -> dict[str, str]:
        """Names, and their grammatical kind: me, we (me and others), one, many. `Who` begins a sentence."""
        with_me = self.me in seats
        kinds = ("me", "we") if with_me else ("one", "many")
        who = self.listed(seats)
        return {"who": who, "Who": capital(who) if with_me else who, "kind": kinds[len(seats) > 1]}

    def listed(self, seats: Sequence[Seat]) -> str:
        """Names within a sentence, the listener first."""
        self.named.update(seats)
        me, names = self.me, self.names
        if me not in seats:
            return self.say.listed([names[seat] for seat in seats])
        return self.say.listed([self.say("you"), *[names[seat] for seat in seats if seat != me]])


def capital(text: str) -> str:
    """The text with its first letter in upper case; the rest stays."""
    return text[:1].upper() + text[1:]
