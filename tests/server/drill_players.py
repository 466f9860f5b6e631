"""Players who come back by themselves to tables whose servers are killed, and what they must never hear."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, TypeVar

import msgspec

from tacora.games.records import decode, retell, verify
from tacora.server.domain import log
from tacora.server.domain.room import Room
from tacora.server.frames.builder import FrameBuilder
from tacora.server.frames.recipient import Recipient
from tests.server.crashing import Client, Frame, RealServer

LONGEST = 300.0
"""Seconds after which the tables should have come to an end."""


@dataclass(frozen=True)
class Kind:
    """A kind of table: rules, bots, and how many seats each connection plays; 0 is a spectator."""

    rules: Frame
    connections: tuple[int, ...]
    bots: tuple[str, ...] = ()
    pause: float = 0.055
    """Seconds that players think, so that all tables need about as long for a game."""

    @property
    def people(self) -> int:
        return sum(self.connections)


KINDS = [
    Kind({"edition": "schmidt-2005", "seats": 3}, (1, 1, 1)),
    Kind({"seats": 4, "chests": "hidden"}, (1, 1), ("badger", "magpie"), pause=0.09),
    Kind({"edition": "schmidt-2005", "seats": 3}, (3, 0)),
    Kind({"game": "mister-diamond", "seats": 2}, (1, 1), pause=0.025),
    Kind({"game": "mister-diamond", "seats": 3}, (1,), ("elephant", "squirrel"), pause=0.08),
]


def some(counts: Sequence[int], hurry: float) -> list[Kind]:
    """So many tables of each kind, with players who think this much faster."""
    hurried = [replace(kind, pause=kind.pause / hurry) for kind in KINDS]
    return [kind for kind, count in zip(hurried, counts, strict=True) for _ in range(count)]


@dataclass
class Intention:
    """What a player sent about one decision, in order, and how much of it was acknowledged. `None`: taken back."""

    sent: list[str | None] = field(default_factory=lambda: [None])
    acknowledged: int = 0

    def hear(self, sealed: str | None) -> bool:
        """Note what is sealed. Whether that can be: nothing acknowledged may be undone but by what was sent later."""
        for at in range(self.acknowledged, len(self.sent)):
            if self.sent[at] == sealed:
                self.acknowledged = at
                return True
        return False


class Player(Client):
    """Plays some seats of a table, or watches; the host deals again after every game."""

    def __init__(
        self, server: RealServer, table: str, tokens: list[str], kind: Kind, hosting: bool, nerves: Random
    ) -> None:
        super().__init__(server, table, tokens)
        self.kind, self.hosting, self.nerves = kind, hosting, nerves
        self.seats: tuple[int, ...] = ()
        self.running = False
        self.resting = False
        """Whether to begin no game yet."""
        self.musing = False
        """Whether to decide nothing: what the others at the table have sealed stays sealed meanwhile."""
        self.last = False
        """Whether to begin no game any more, once there was one: the wish for it may have died with the server."""
        self.decision = -1
        self.legal: dict[str, list[str]] = {}
        self.owed: tuple[int, ...] = ()
        """Seats that owed a decision when this client came; they think once it is greeted."""
        self.intentions: dict[tuple[int, int], Intention] = defaultdict(Intention)
        """By seat and decision."""
        self.found_again = 0
        """Sealed decisions that were acknowledged before the server was killed and are there after it."""
        self.broken: list[Frame] = []
        self.games = 0

    def heard(self, frame: Frame) -> None:
        match frame["type"]:
            case "seated":
                self.tokens.append(frame["token"])
            case "table":
                self.seats, self.running = tuple(frame.get("yours", ())), frame.get("running", False)
                self.host()
            case "step":
                if frame.get("decision") is not None and frame.get("legal"):
                    self.decision, self.legal = frame["decision"], frame["legal"]
                    if self.greeted:
                        self.think(*map(int, self.legal))
            case "thinking":
                self.compare(frame)
            case "now":
                self.host()
                self.think(*self.owed)
                self.owed = ()
            case "over":
                self.games += 1

    def host(self) -> None:
        if self.hosting and self.greeted and not self.running and not self.resting and not (self.last and self.games):
            self.send({"type": "start"})

    @property
    def has_sealed(self) -> bool:
        """Whether something is sealed that is not opened yet."""
        now = (self.intentions.get((seat, self.decision)) for seat in self.seats)
        return any(intention.sent[intention.acknowledged] is not None for intention in now if intention is not None)

    def compare(self, frame: Frame) -> None:
        """What was acknowledged is sealed, also after the server was killed. What is not is decided again."""
        sealed, decision = frame.get("sealed", {}), frame["decision"]
        for seat in self.seats:
            intention = self.intentions[seat, decision]
            self.found_again += not self.greeted and intention.sent[intention.acknowledged] is not None
            if not intention.hear(sealed.get(str(seat))):
                self.broken.append(frame)
        if not self.greeted and decision == self.decision:
            self.owed = tuple(seat for seat in map(int, self.legal) if str(seat) not in sealed)

    def think(self, *seats: int) -> None:
        """Decide after a while; some take long, and some change their mind."""
        loop = asyncio.get_running_loop()
        for seat in seats:
            slow = 8 if self.nerves.random() < 0.1 else 1
            loop.call_later(self.nerves.random() * 2 * self.kind.pause * slow, self.decide, seat, self.decision)

    def decide(self, seat: int, decision: int) -> None:
        if decision != self.decision or not self.greeted or self.musing:
            return
        choices = self.legal[str(seat)]
        action = self.nerves.choice("CCCCL" if "L" in choices else choices)
        self.intentions[seat, decision].sent.append(action)
        self.send({"type": "decide", "seat": seat, "decision": decision, "action": action})
        if self.nerves.random() < 0.1:
            loop = asyncio.get_running_loop()
            loop.call_later(self.kind.pause / 2, self.change, seat, decision)

    def change(self, seat: int, decision: int) -> None:
        if decision != self.decision or not self.greeted:
            return
        self.intentions[seat, decision].sent.append(None)
        self.send({"type": "withdraw", "seat": seat, "decision": decision})
        self.decide(seat, decision)


P = TypeVar("P", bound=Player)
Records = dict[tuple[str, int], bytes]
"""The records of games, by table and number."""


def wanted(kind: Kind) -> Frame:
    """What opens a table of this kind."""
    return {"rules": kind.rules, "manners": {"thinking": False}, "bots": kind.bots}


async def seated(kind: Kind, host: str, make: Callable[[list[str], bool], P]) -> list[P]:
    """Everybody at a table, and nothing dealt yet. `make`: a player with these tokens, who hosts or not."""
    players = []
    for number, seats in enumerate(kind.connections):
        player = make([] if number else [host], not number)
        player.resting = True
        await player.until(lambda player=player: player.greeted)  # type: ignore[misc]
        for seat in range(seats):
            player.send({"type": "sit", "name": f"Player {number}-{seat}", "luck": f"luck {number}"})
            await player.until(lambda player=player, seat=seat: len(player.seats) > seat)  # type: ignore[misc]
            # The table tells of the seat first; its token follows.
            await player.until(lambda player=player, seat=seat: len(player.tokens) > seat + player.hosting)  # type: ignore[misc]
        players.append(player)
    return players


def ended(table: Sequence[Player]) -> bool:
    """Whether everybody has heard the result of the last game."""
    return table[0].games > 0 and {(player.running, player.games) for player in table} == {(False, table[0].games)}


async def records_of(tables: Sequence[Sequence[Player]], get: Callable[[str], Any]) -> Records:
    """All records, as anybody can download them."""
    records = {}
    for table in tables:
        for game in range(1, table[0].games + 1):
            told = await asyncio.to_thread(get, f"/api/tables/{table[0].table}/games/{game}/record")
            records[table[0].table, game] = msgspec.json.encode(told)
    return records


def check_story(player: Player, lines: list[bytes]) -> tuple[int, int]:
    """Everything that a client heard is what the log says, whole, in order, and once. How many steps and results."""
    steps = [frame for frame in player.frames if frame["type"] == "step"]
    overs = {frame["game"]: frame for frame in player.frames if frame["type"] == "over"}
    assert len(overs) == sum(frame["type"] == "over" for frame in player.frames)
    by_seq = {frame["seq"]: frame for frame in steps if frame.get("seq") is not None}
    endings = defaultdict(list)
    for frame in steps:
        if frame.get("seq") is None:
            endings[frame["game"]].append(frame)
    numbered = [frame["seq"] for frame in steps if frame.get("seq") is not None]
    assert numbered == sorted(set(numbered))
    sealed: dict[tuple[int, int], list[str]] = defaultdict(list)
    opened: dict[int, dict[str, str]] = {}
    room, expected_steps = Room(player.table), 0
    for line in lines:
        entry = log.read(line)
        room.enter(entry)
        if isinstance(entry, log.Sealed):
            sealed[entry.seat, entry.decision].append(entry.action)
        if isinstance(entry, log.Stepped):
            opened[entry.decision] = entry.actions
        if isinstance(entry, log.Dealt | log.Stepped) and room.news <= (player.since or 0):
            recipient = Recipient("en", player.seats)
            builder = FrameBuilder(room, entry)
            expected = msgspec.json.decode(msgspec.json.encode(builder.step(recipient)))
            heard = [by_seq.pop(room.news)] if room.running else endings.pop(room.games)
            for frame in heard:  # The end of a game is perhaps told twice, if the result behind it was cut off.
                for what in ("game", "events", "view", "say"):
                    assert frame[what] == expected[what]
            expected_steps += 1
            if not room.running:
                over = msgspec.json.decode(msgspec.json.encode(builder.over(recipient.say)))
                assert {k: v for k, v in overs[room.games].items() if k != "type"} == {
                    k: v for k, v in over.items() if k != "type"
                }
    assert not by_seq, "steps that the log does not have"
    assert not endings
    assert player.broken == []
    for (seat, decision), intention in player.intentions.items():
        told = intention.sent[intention.acknowledged]
        assert told is None or told in sealed[seat, decision]
        if str(seat) in opened.get(decision, {}):
            assert opened[decision][str(seat)] in intention.sent[intention.acknowledged :]
    return expected_steps, len(overs)


def check_results(player: Player, records: Records) -> None:
    """Every result that a client heard is that of the record, which verifies."""
    for frame in player.frames:
        if frame["type"] == "over":
            record = decode(records[player.table, frame["game"]])
            summary = retell(record).summary()
            assert summary.over
            assert list(summary.scores) == frame["scores"]
            assert list(summary.winners) == frame["winners"]
            assert record.seed == frame["seed"]
            verdict = verify(record)
            assert (verdict.commitment, verdict.cards) == (True, True)
