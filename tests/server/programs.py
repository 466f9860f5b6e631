"""A program of somebody else that plays."""

from __future__ import annotations

from tacora import protocol
from tacora.client import SeatAt

TINY: dict[str, object] = {"edition": "tiny", "seats": 3}
HURRY: dict[str, object] = {"thinking": False}


async def play(seat: SeatAt) -> protocol.Over:
    async for situation in seat.decisions():
        assert situation.seat == seat.seat
        assert situation.say
        await seat.decide(situation.legal[-1])
    assert seat.result is not None
    return seat.result
