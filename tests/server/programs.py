"""A server for the programs of other people, and one that plays."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import pytest

from tacora import protocol
from tacora.client import SeatAt
from tests.server.serving import HELD, QUICK, Serving

TINY: dict[str, object] = {"edition": "tiny", "seats": 3}
HURRY: dict[str, object] = {"thinking": False}


def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server at which a host may come after those who sit down, however busy the machine is."""
    patient = dataclasses.replace(QUICK, host=HELD)
    with Serving(tmp_path_factory.mktemp("server") / "tables.db", timeouts=patient) as running:
        yield running
        assert not [line for line in running.log if "Traceback" in line or "ERROR" in line], running.log


async def play(seat: SeatAt) -> protocol.Over:
    async for situation in seat.decisions():
        assert situation.seat == seat.seat
        assert situation.say
        await seat.decide(situation.legal[-1])
    assert seat.result is not None
    return seat.result
