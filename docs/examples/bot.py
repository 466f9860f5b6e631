"""A bot from elsewhere: it sits down at a table of Diamant, and leaves the cave with eight gems or at two hazards.

python docs/examples/bot.py http://localhost:8000 bakitolu
"""

import asyncio
import sys

from tacora.client import Situation, seat_at


def choose(situation: Situation) -> str:
    """Continue or leave."""
    hazards = [card for card in situation.view["tunnel"] if card["type"] == "hazard"]
    return "L" if situation.view["held"] >= 8 or len(hazards) >= 2 else "C"


async def main(address: str, table: str) -> None:
    """Play one game."""
    async with seat_at(address, table, name="Eight") as seat:
        async for situation in seat.decisions():
            await seat.decide(choose(situation))
        print(seat.result.say if seat.result else "")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
