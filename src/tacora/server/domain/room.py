"""One table: what stands in its log, and what may be written next.

A room is a fold over its log. `enter` takes an entry in; the methods that begin with a verb look at a wish, refuse it
or give the entries to be written, and change nothing: whoever calls them writes the entries down first and enters them
afterwards. So a room that was read back from its log is the room that was.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from tacora.chance import commitment
from tacora.game import Refused, Seat
from tacora.games.kind import Play
from tacora.record import check_names, seed_from
from tacora.server.domain import log
from tacora.server.domain.log import AnyEntry, TimeControl
from tacora.server.domain.names import free_name
from tacora.server.domain.rules import Rules
from tacora.server.domain.tokens import digest, is_token

COLOURS = 8
PHRASES = ("hello", "well-played", "good-luck", "ouch", "wait", "ready", "thanks", "again")
LONGEST_LUCK = 64
MOST_TIME = 3600
MULTIPLIERS = (0.5, 10.0)


@dataclass
class Chair:
    """A seat and who sits there."""

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


@dataclass(slots=True)
class Room:
    """A table as its log tells it."""

    name: str
    seq: int = 0
    """How many entries there are."""
    news: int = 0
    """How many of them were told to everybody: dealt, stepped, spoke. Clients hear of numbers of these only.

    A number of all entries would tell of changes of mind.
    """
    opened: log.Opened | None = None
    time_control: TimeControl = field(default_factory=TimeControl)
    chairs: list[Chair | None] = field(default_factory=list)
    bots: int = 0
    """How many seats are played by bots now."""
    host_seat: Seat | None = None
    """`None`: whoever opened the table."""
    play: Play | None = None
    decision: int = 0
    """The number of the news that asked for the decisions now owed."""
    sealed: dict[Seat, str] = field(default_factory=dict)
    extra_time: dict[Seat, int] = field(default_factory=dict)
    games: int = 0
    totals: list[int] = field(default_factory=list)
    """Scores of all games that are over, of those who sit there now."""
    dealt_luck: tuple[str, ...] = ()
    """What every seat put into the seed of the latest game; seats may have changed hands since."""

    # What is

    @property
    def rules(self) -> Rules:
        """What is played here."""
        assert self.opened is not None
        return self.opened.rules

    @property
    def edition(self) -> str:
        """The box, by its name."""
        return self.rules.box

    @property
    def running(self) -> bool:
        """Whether a game is under way."""
        return self.play is not None and self.play.outcome is None

    def thinking(self) -> tuple[Seat, ...]:
        """The seats that still owe a decision."""
        if self.play is None:
            return ()
        return tuple(seat for seat in self.play.pending if seat not in self.sealed)

    @property
    def left(self) -> int:
        """How many of them there are."""
        return 0 if self.play is None else len(self.play.pending) - len(self.sealed)

    def chair(self, seat: Seat) -> Chair:
        """Who sits there."""
        chair = self.chairs[seat] if 0 <= seat < len(self.chairs) else None
        if chair is None:
            raise Refused("no-such-chair", given=seat)
        return chair

    def names(self) -> list[str]:
        """What those who sit are called."""
        return [chair.name for chair in self.chairs if chair is not None]

    def people(self) -> list[Seat]:
        """The seats that belong to people."""
        return [seat for seat, chair in enumerate(self.chairs) if chair is not None and chair.token is not None]

    def owns(self, seat: Seat, token: str) -> bool:
        """Whether the seat belongs to this token."""
        chair = self.chairs[seat]
        return chair is not None and is_token(token, chair.token)

    def seat_of(self, token: str) -> Seat | None:
        """The seat that belongs to this token, if there is one."""
        return next(iter([seat for seat in self.people() if self.owns(seat, token)]), None)

    def is_host(self, tokens: Sequence[str]) -> bool:
        """Whether one of these tokens is the host's."""
        assert self.opened is not None
        kept = self.opened.host if self.host_seat is None else self.chair(self.host_seat).token
        return True in [is_token(token, kept) for token in tokens]

    def secret(self, game: int) -> str:
        """The table's part of the seed of a game, in hexadecimal: to be shown when it is over, not before."""
        assert self.opened is not None
        return hashlib.sha256(bytes.fromhex(self.opened.secret) + game.to_bytes(4, "big")).hexdigest()

    def promise(self) -> str:
        """The promise about the table's part of the next seed, shown before anybody adds to it."""
        return hashlib.sha256(bytes.fromhex(self.secret(self.games + 1))).hexdigest()

    def luck(self) -> tuple[str, ...]:
        """What every seat puts into the next seed."""
        return tuple(chair.luck if chair else "" for chair in self.chairs)

    # What was written

    def enter(self, entry: AnyEntry) -> None:
        """Take an entry in. Entries come from the log or from the methods below, so they fit."""
        match entry:
            case log.Sealed():
                self.sealed[entry.seat] = entry.action
            case log.Withdrawn():
                self.sealed.pop(entry.seat, None)
            case log.Stepped():
                assert self.play is not None
                self.play.apply({int(seat): action for seat, action in entry.actions.items()})
                self._asked()
                outcome = self.play.outcome
                if outcome is not None:
                    self.totals = [total + score for total, score in zip(self.totals, outcome.scores, strict=True)]
            case log.Opened():
                try:
                    entry.rules.check()
                except Refused as refused:
                    raise log.Unreadable(f"its rules cannot be played here: {refused}") from None
                self.opened, self.time_control = entry, entry.manners
                self.chairs = [None] * entry.rules.seats
                self.totals = [0] * entry.rules.seats
            case log.Sat():
                self.chairs[entry.seat] = Chair(entry.name, entry.colour, entry.token, entry.bot, entry.luck)
                self.totals[entry.seat] = 0
                self._count_bots()
            case log.Stood():
                self.chairs[entry.seat] = None
                self._count_bots()
                if self.host_seat == entry.seat:
                    self.host_seat = next(iter(self.people()), None)
            case log.HostPassed():
                self.host_seat = entry.seat
            case log.Settled():
                self.time_control = entry.manners
            case log.Allowed():
                self.chair(entry.seat).multiplier = entry.multiplier
            case log.Dealt():
                if entry.rules_version > self.rules.kind.rules_version:
                    raise log.Unreadable(f"a game was played by newer rules ({entry.rules_version})")
                names = [self.chair(seat).name for seat in range(len(self.chairs))]
                self.play = self.rules.deal(names, seed_from(entry.seed), entry.first)
                self.dealt_luck = self.luck()
                self.games += 1
                self._asked()
            case log.TimeGiven():
                self.extra_time[entry.seat] = self.extra_time.get(entry.seat, 0) + 1
            case log.SatIn():
                self.chair(entry.seat).sitting_in = entry.bot
                self._count_bots()
            case log.CameBack():
                self.chair(entry.seat).sitting_in = None
                self._count_bots()
            case log.Spoke():
                self.news += 1
        self.seq += 1

    def _count_bots(self) -> None:
        self.bots = sum(chair is not None and chair.played_by_bot is not None for chair in self.chairs)

    def _asked(self) -> None:
        self.news += 1
        self.decision = self.news
        self.sealed = {}
        self.extra_time = {}

    # What may be written next

    def sit(
        self, name: str, colour: int | None, luck: str, seat: Seat | None, token: str | None = None
    ) -> tuple[log.Sat, str]:
        """A person sits down: the entry, and the token that the seat belongs to from now on."""
        token = token or secrets.token_urlsafe(24)
        taken = self._free_seat(seat)
        self._check_name(name)
        if len(luck) > LONGEST_LUCK:
            raise Refused("luck-too-long", most=LONGEST_LUCK)
        return log.Sat(
            seat=taken, name=name, colour=self._free_colour(colour, taken), token=digest(token), luck=luck
        ), token

    def sit_bot(self, bot: str, seat: Seat | None, name: str) -> log.Sat:
        """The host puts a bot on a free seat."""
        self.rules.kind.check_bot(bot)
        taken = self._free_seat(seat)
        return log.Sat(seat=taken, name=self._free_name(name), colour=self._free_colour(None, taken), bot=bot)

    def stand(self, seat: Seat) -> list[AnyEntry]:
        """Somebody gets up, or the host takes a bot away; in the middle of a game a bot sits in instead."""
        chair = self.chair(seat)
        if not self.running:
            return [log.Stood(seat=seat)]
        if chair.played_by_bot:
            raise Refused("game-running")
        return [log.SatIn(seat=seat, bot=self.rules.kind.stand_in)]

    def start(self, fill: bool, names: dict[str, str]) -> list[AnyEntry]:
        """The host has the cards dealt; free seats are filled with bots if so wished."""
        if self.running:
            raise Refused("game-running")
        entries: list[AnyEntry] = []
        free = [seat for seat, chair in enumerate(self.chairs) if chair is None]
        if free and not fill:
            raise Refused("seats-free", free=len(free))
        taken = self.names()
        used = {chair.colour for chair in self.chairs if chair is not None}
        characters = self.rules.kind.characters
        for at, seat in enumerate(free):
            bot = characters[at % len(characters)]
            name = free_name(names[bot], taken)
            colour = next(colour for colour in (seat, *range(COLOURS)) if colour not in used)
            entries.append(log.Sat(seat=seat, name=name, colour=colour, bot=bot))
            taken.append(name)
            used.add(colour)
        first = None if self.play is None else self.play.begins_next
        return [*entries, log.Dealt(seed=self._seed().hex(), first=first, rules_version=self.rules.kind.rules_version)]

    def decide(self, actions: dict[Seat, str], decision: int) -> list[AnyEntry]:
        """Decisions are sealed; if no other is owed, all of them are opened."""
        self._check_decision(decision)
        assert self.play is not None
        pending = self.play.pending
        entries: list[AnyEntry] = []
        for seat, action in actions.items():
            if seat not in pending:
                raise Refused("owes-nothing", seat=seat)
            if action not in self.play.legal(seat):
                raise Refused("not-legal", action=action)
            if self.sealed.get(seat) != action:
                entries.append(log.Sealed(seat=seat, decision=decision, action=action))
        together = {**self.sealed, **actions}
        if len(together) == len(pending):
            entries.append(log.Stepped(decision=decision, actions={str(seat): together[seat] for seat in pending}))
        return entries

    def withdraw(self, seat: Seat, decision: int) -> list[AnyEntry]:
        """A sealed decision is taken back, as long as somebody still thinks."""
        self._check_decision(decision)
        return [log.Withdrawn(seat=seat, decision=decision)] if seat in self.sealed else []

    def settle(self, manners: TimeControl) -> log.Settled:
        """The host settles how the table goes about time."""
        if manners.clock is not None and not 1 <= manners.clock <= MOST_TIME:
            raise Refused("bad-clock", given=manners.clock, most=MOST_TIME)
        return log.Settled(manners=manners)

    def allow(self, seat: Seat, multiplier: float) -> log.Allowed:
        """The host gives a seat more time than others."""
        self.chair(seat)
        least, most = MULTIPLIERS
        if not least <= multiplier <= most:
            raise Refused("bad-multiplier", least=least, most=most)
        return log.Allowed(seat=seat, multiplier=multiplier)

    def pass_host(self, seat: Seat) -> log.HostPassed:
        """The role of the host goes to somebody who sits."""
        if seat not in self.people():
            raise Refused("no-such-chair", given=seat)
        return log.HostPassed(seat=seat)

    def more_time(self, seat: Seat, decision: int) -> log.TimeGiven:
        """Somebody who still thinks asks for as much time again."""
        self._check_decision(decision)
        if seat not in self.thinking():
            raise Refused("owes-nothing", seat=seat)
        return log.TimeGiven(seat=seat, decision=decision)

    def speak(self, seat: Seat, phrase: str) -> log.Spoke:
        """A preset phrase."""
        self.chair(seat)
        if phrase not in PHRASES:
            raise Refused("unknown-phrase", phrase=phrase, known=", ".join(PHRASES))
        return log.Spoke(seat=seat, phrase=phrase)

    # What these need

    def _check_decision(self, decision: int) -> None:
        if not self.running:
            raise Refused("no-game")
        if decision != self.decision:
            raise Refused("too-late" if decision < self.decision else "too-early", decision=decision)

    def _free_seat(self, wanted: Seat | None) -> Seat:
        if self.running:
            raise Refused("game-running")
        free = [seat for seat, chair in enumerate(self.chairs) if chair is None]
        if not free:
            raise Refused("table-full")
        if wanted is None:
            return free[0]
        if wanted not in free:
            raise Refused("seat-taken", given=wanted)
        return wanted

    def _free_colour(self, wanted: int | None, seat: Seat) -> int:
        used = {chair.colour for chair in self.chairs if chair is not None}
        if wanted is None:
            return min(set(range(COLOURS)) - used) if seat in used else seat
        if not 0 <= wanted < COLOURS or wanted in used:
            raise Refused("colour-taken", given=wanted)
        return wanted

    def _check_name(self, name: str) -> None:
        check_names([name])
        if name in self.names():
            raise Refused("name-taken", name=name)

    def _free_name(self, name: str) -> str:
        return free_name(name, self.names())

    def _seed(self) -> bytes:
        """The seed of the next deal: nobody alone decides it, and everybody can work it out afterwards."""
        assert self.opened is not None
        if self.opened.deal is not None and not self.games:
            return bytes.fromhex(self.opened.deal)
        return deal_seed(self.secret(self.games + 1), self.luck())


def deal_seed(secret: str, luck: Sequence[str]) -> bytes:
    """SHA-256 of a label, the table's secret, and the SHA-256 of what every seat put in, in the order of the seats."""
    parts = [bytes.fromhex(secret), *(hashlib.sha256(part.encode()).digest() for part in luck)]
    return hashlib.sha256(b"tacora deal\0" + b"".join(parts)).digest()


def open_room(
    name: str, rules: Rules, manners: TimeControl, listed: bool, deal: str | None = None
) -> tuple[log.Opened, str]:
    """A new table: its first entry, and the token of its host. Refuses rules that cannot be played."""
    rules.check()
    host = secrets.token_urlsafe(24)
    entry = log.Opened(
        rules=rules, manners=manners, listed=listed, host=digest(host), secret=secrets.token_hex(32), deal=deal
    )
    Room(name).settle(manners)
    return entry, host


def commitment_of(room: Room) -> str | None:
    """The promise about the seed of the game under way."""
    return None if room.play is None else commitment(room.play.seed)
