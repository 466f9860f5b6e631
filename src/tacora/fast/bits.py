"""Sets of up to 64 members as bit masks."""

from __future__ import annotations

from tacora.fast.compiled import small

_ODD, _PAIRS, _NIBBLES, _BYTES = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101


@small
def popcount(members: int) -> int:
    """The number of members of a set. Compilers recognise this idiom and emit a popcount instruction."""
    members = members - ((members >> 1) & _ODD)
    members = (members & _PAIRS) + ((members >> 2) & _PAIRS)
    members = (members + (members >> 4)) & _NIBBLES
    return ((members * _BYTES) >> 56) & 255
