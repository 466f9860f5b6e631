"""The bots that play at a table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from random import SystemRandom

from tacora.game import Seat
from tacora.games.registry import GAMES
from tacora.narration.catalogue import Language, catalogue
from tacora.server.domain.challenge import frozen_choice
from tacora.server.domain.log import AnyEntry
from tacora.server.domain.room import Room

RNG = SystemRandom()
"""Without a state that a player could work out from what bots did, in order to know what they will do."""
LOGGER = logging.getLogger("tacora.server")


def bot_name(language: Language, bot: str) -> str:
    """The display name of a bot: translated for a character, as written for any other."""
    for kind in GAMES.values():
        if bot in kind.characters:
            return catalogue(language)(f"bot-{bot}")
    return bot


def bots_to_move(room: Room) -> list[Seat]:
    """The seats that owe a decision and are played by bots."""
    if not room.bots or not room.running:
        return []
    return [seat for seat in room.undecided() if room.chairs.at(seat).played_by_bot]


class Bots:
    """The bots at one table, with their memories of the current game."""

    __slots__ = "_bots", "_moment", "_preparing", "_ready", "_woken"

    def __init__(self, moment: tuple[float, float]) -> None:
        self._moment = moment
        """Range of a bot's thinking time, in seconds."""
        self._bots: dict[Seat, Callable[[], str]] = {}
        self._woken: set[tuple[int, Seat]] = set()
        """Decisions and seats for which a timer is running."""
        self._ready: set[str] = set()
        """The bots that were prepared, as they are written, for the rules of this table."""
        self._preparing: asyncio.Task[None] | None = None

    def new_game(self) -> None:
        """Discard the bots of the previous game."""
        self._bots.clear()

    def reset(self) -> None:
        """Discard all state, after the table was reloaded."""
        self._bots.clear()
        self._woken.clear()
        self._ready.clear()  # The rules may be others than those they were prepared for.

    def rules_changed(self) -> None:
        """Prepare all bots anew: a strategy is for one edition and number of seats."""
        self._ready.clear()

    def forget(self, seat: Seat) -> None:
        """Discard the bot of a seat that changed hands."""
        self._bots.pop(seat, None)

    def ready(self, room: Room, when_ready: Callable[[], None]) -> bool:
        """Whether no bot needs preparation. Otherwise that is done in a thread, and `when_ready` called afterwards."""
        if self._preparing is not None:
            return False
        rules, work = room.rules, []
        for bot in room.chairs.bots() - self._ready:
            self._ready.add(bot)
            preparation = rules.kind.preparation(bot, rules.seats, rules.edition, dict(rules.options))
            if preparation is not None:
                work.append(preparation)
        if work:
            self._preparing = asyncio.get_running_loop().create_task(self._prepare(work, when_ready))
        return not work

    async def _prepare(self, work: Sequence[Callable[[], object]], when_ready: Callable[[], None]) -> None:
        for preparation in work:
            try:
                await asyncio.to_thread(preparation)
            except Exception:  # The bot itself will fail, too, and its table tells of it.
                LOGGER.exception("a bot could not be prepared")
        self._preparing = None
        when_ready()

    def decide(self, room: Room, seats: Sequence[Seat]) -> list[AnyEntry]:
        """The entries for what the bots on these seats decide."""
        return room.decide({seat: self._ask(room, seat) for seat in seats}, room.decision) if seats else []

    def decide_at_once(self, room: Room) -> list[AnyEntry]:
        """The entries for all bots that owe a decision, at a table where bots do not pause."""
        return [] if room.time_control.thinking else self.decide(room, bots_to_move(room))

    def wake(self, room: Room, decide: Callable[[Seat, int], None]) -> None:
        """At a table where bots pause, schedule `decide` for each one that owes a decision."""
        if not room.time_control.thinking:
            return
        for seat in bots_to_move(room):
            if (room.decision, seat) not in self._woken:
                self._woken.add((room.decision, seat))
                loop = asyncio.get_running_loop()
                loop.call_later(RNG.uniform(*self._moment), self._on_moment, seat, room.decision, decide)

    def _on_moment(self, seat: Seat, decision: int, decide: Callable[[Seat, int], None]) -> None:
        self._woken.discard((decision, seat))
        decide(seat, decision)

    def _ask(self, room: Room, seat: Seat) -> str:
        assert room.play is not None
        written = room.chairs.at(seat).played_by_bot
        assert written is not None
        if room.opened is not None and room.opened.frozen:
            return frozen_choice(room.play, written, seat)
        if seat not in self._bots:
            self._bots[seat] = room.play.bot(written, seat, RNG)
        return self._bots[seat]()
