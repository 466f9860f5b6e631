"""The state of one table, and the entries that may follow.

A room is a fold over its log: `enter` applies an entry. The command methods (`sit`, `decide`, …) check a request and
return the entries to append, or raise `Refused`; they do not change the room. So a room that is read back from its log
equals the one that wrote it.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from tacora.chance import commitment
from tacora.game import Refused, Seat
from tacora.games.kind import Play
from tacora.record import check_names, seed_from
from tacora.server.domain import log
from tacora.server.domain.chairs import COLOURS, Chair, Chairs
from tacora.server.domain.fair_deal import deal_seed, game_secret, promise_of
from tacora.server.domain.log import AnyEntry, TimeControl
from tacora.server.domain.names import free_name, look_alike, visible_words
from tacora.server.domain.rules import Rules
from tacora.server.domain.tokens import Digest, digest, same

PHRASES = ("hello", "well-played", "good-luck", "ouch", "wait", "ready", "thanks", "again")
LONGEST_LUCK = 64
MOST_TIME = 3600
MULTIPLIERS = (0.5, 10.0)


@dataclass(slots=True)
class Room:
    """The state of a table, folded from its log."""

    name: str
    seq: int = 0
    """Number of entries applied."""
    news: int = 0
    """Number of entries that all clients are told of: dealt, stepped, spoke. Clients see this number only.

    A count of all entries would reveal that somebody changed a decision.
    """
    opened: log.Opened | None = None
    time_control: TimeControl = field(default_factory=TimeControl)
    chairs: Chairs = field(default_factory=Chairs)
    bots: int = 0
    """Number of seats that bots play now."""
    host_seat: Seat | None = None
    """`None`: whoever opened the table."""
    play: Play | None = None
    decision: int = 0
    """The value of `news` at the step that asked for the pending decisions."""
    sealed: dict[Seat, str] = field(default_factory=dict)
    extra_time: dict[Seat, int] = field(default_factory=dict)
    games: int = 0
    totals: list[int] = field(default_factory=list)
    """Total score over all finished games, for each present occupant."""
    dealt_luck: tuple[str, ...] = ()
    """Each seat's contribution to the seed of the latest game; seats may have changed hands since."""

    # Queries

    @property
    def rules(self) -> Rules:
        """The game, edition and options of this table."""
        assert self.opened is not None
        return self.opened.rules

    @property
    def edition(self) -> str:
        """The name of the edition."""
        return self.rules.box

    @property
    def running(self) -> bool:
        """Whether a game is under way."""
        return self.play is not None and self.play.outcome is None

    @property
    def coached(self) -> bool:
        """Whether players may ask the coach: always against bots alone, and otherwise if the host allowed it.

        Not where results are compared with those of others.
        """
        if self.rules.kind.coach is None or (self.opened is not None and self.opened.frozen):
            return False
        return self.rules.coach or len(self.chairs.people()) == 1

    def undecided(self) -> tuple[Seat, ...]:
        """The seats that still owe a decision."""
        if self.play is None:
            return ()
        sealed = self.sealed
        return tuple([seat for seat in self.play.pending if seat not in sealed])

    @property
    def left(self) -> int:
        """Number of seats that still owe a decision."""
        return 0 if self.play is None else len(self.play.pending) - len(self.sealed)

    def is_host(self, tokens: Sequence[Digest]) -> bool:
        """Whether one of these tokens is the host's. At a table of a club evening its organiser hosts, too."""
        assert self.opened is not None
        kept = [None if self.host_seat is None else self.chairs.at(self.host_seat).token]
        if self.host_seat is None or self.opened.club:
            kept.append(self.opened.host)
        return True in [same(token, each) for token in tokens for each in kept]

    def secret(self, game: int) -> str:
        """The table's share of a game's seed, in hexadecimal. To be published only when that game is over."""
        assert self.opened is not None
        return game_secret(self.opened.secret, game)

    def given(self, game: int) -> bool:
        """Whether the table was given the deal of this game: then neither its secret nor anybody's luck made it."""
        assert self.opened is not None
        return self.opened.deal is not None and game <= 1 + len(self.opened.later)

    @property
    def club(self) -> str:
        """The club evening that this table belongs to; empty: none."""
        return self.opened.club if self.opened is not None else ""

    @property
    def deals(self) -> int:
        """Number of deals that it plays as the other tables of its evening do."""
        return 1 + len(self.opened.later) if self.opened is not None and self.opened.club else 0

    def promise(self) -> str:
        """The commitment to the table's share of the next seed, published before players add theirs."""
        return promise_of(self.secret(self.games + 1))

    # Applying entries

    def enter(self, entry: AnyEntry) -> None:
        """Apply an entry, from the log or from a command below, so it is not checked again.

        Raises `Unreadable` for a game that this version cannot play.
        """
        match entry:
            case log.Sealed():
                self.sealed[entry.seat] = entry.action
            case log.Withdrawn():
                self.sealed.pop(entry.seat, None)
            case log.Stepped():
                assert self.play is not None
                self.play.apply({**self.sealed, **{int(seat): action for seat, action in entry.actions.items()}})
                self._asked()
                outcome = self.play.outcome
                if outcome is not None:
                    self.totals = [total + score for total, score in zip(self.totals, outcome.scores, strict=True)]
            case log.Opened():
                self.opened, self.time_control = entry, entry.time_control
                self._lay(entry.rules)
            case log.RulesChanged():
                assert self.opened is not None
                self.opened = msgspec.structs.replace(self.opened, rules=entry.rules)
                self._lay(entry.rules)
            case log.Sat():
                self.chairs[entry.seat] = Chair(entry.name, entry.colour, entry.token, entry.bot, entry.luck)
                self.totals[entry.seat] = 0
                self.count_bots()
            case log.Stood():
                self.chairs[entry.seat] = None
                self.count_bots()
                if self.host_seat == entry.seat:
                    self.host_seat = next(iter(self.chairs.people()), None)
            case log.HostPassed():
                self.host_seat = entry.seat
            case log.Settled():
                self.time_control = entry.time_control
            case log.Allowed():
                self.chairs.at(entry.seat).multiplier = entry.multiplier
            case log.Dealt():
                if entry.rules_version > self.rules.kind.rules_version:
                    raise log.Unreadable(f"a game was played by newer rules ({entry.rules_version})")
                names = [self.chairs.at(seat).name for seat in range(len(self.chairs))]
                self.play = self.rules.deal(names, seed_from(entry.seed), entry.first)
                self.dealt_luck = self.chairs.luck()
                self.games += 1
                self._asked()
            case log.TimeGiven():
                self.extra_time[entry.seat] = self.extra_time.get(entry.seat, 0) + 1
            case log.SatIn():
                self.chairs.at(entry.seat).sitting_in = entry.bot
                self.count_bots()
            case log.CameBack():
                self.chairs.at(entry.seat).sitting_in = None
                self.count_bots()
            case log.Spoke():
                self.news += 1
        self.seq += 1

    def _lay(self, rules: Rules) -> None:
        """Set as many chairs as the rules say; those who sit stay."""
        try:
            rules.check()
        except Refused as refused:
            raise log.Unreadable(f"its rules cannot be played here: {refused}") from None
        more = rules.seats - len(self.chairs)
        self.chairs = Chairs([*self.chairs[: rules.seats], *[None] * more])
        self.totals = [0] * rules.seats

    def count_bots(self) -> None:
        """Count the seats that bots play now."""
        self.bots = sum(chair.played_by_bot is not None for chair in self.chairs.taken())

    def _asked(self) -> None:
        self.news += 1
        self.decision = self.news
        self.sealed = {}
        self.extra_time = {}

    # Commands: the entries to append, or `Refused`

    def sit(
        self, name: str, colour: int | None, luck: str, seat: Seat | None, token: str | None = None
    ) -> tuple[log.Sat, str]:
        """Seat a person: the entry, and the token that owns the seat from now on."""
        token = token or secrets.token_urlsafe(24)
        taken = self._seat_for(seat)
        check_names([name])
        if name in self.kept_names():
            raise Refused("name-taken", name=name)
        if len(luck) > LONGEST_LUCK:
            raise Refused("luck-too-long", most=LONGEST_LUCK)
        return log.Sat(
            seat=taken, name=name, colour=self.chairs.free_colour(colour, taken), token=digest(token), luck=luck
        ), token

    def kept_names(self) -> list[str]:
        """The names that nobody else can have. Before the first game a bot leaves its own to a person."""
        return [chair.name for chair in self.chairs.taken() if self.games or chair.bot is None]

    def give_way(self, name: str) -> list[log.Sat]:
        """A bot that has this name, which a person has from now on, is called otherwise."""
        return [
            log.Sat(
                seat=seat, name=free_name(chair.name, [*self.chairs.names(), name]), colour=chair.colour, bot=chair.bot
            )
            for seat, chair in enumerate(self.chairs)
            if chair is not None and chair.bot is not None and look_alike(chair.name, name)
        ]

    def sit_bot(self, bot: str, seat: Seat | None, name: str) -> log.Sat:
        """Put a bot on a free seat."""
        self.rules.kind.check_bot(bot)
        taken = self._seat_for(seat)
        if self.club and bot != self._company(taken):
            raise Refused("club-bots")
        return log.Sat(
            seat=taken, name=free_name(name, self.chairs.names()), colour=self.chairs.free_colour(None, taken), bot=bot
        )

    def stand(self, seat: Seat) -> list[AnyEntry]:
        """Free a seat; during a game a bot sits in instead."""
        chair = self.chairs.at(seat)
        if chair.bot is not None and self.opened is not None and self.opened.frozen and not self.club:
            raise Refused("rules-settled")  # Results are compared with those of others against the same bots.
        if not self.running:
            return [log.Stood(seat=seat)]
        if chair.played_by_bot:
            raise Refused("game-running")
        return [log.SatIn(seat=seat, bot=self.rules.kind.stand_in)]

    def start(self, fill: bool, names: dict[str, str]) -> list[AnyEntry]:
        """Deal a game. `fill`: bots take the free seats, under these names."""
        if self.running:
            raise Refused("game-running")
        entries: list[AnyEntry] = []
        free = self.chairs.free()
        if free and not fill:
            raise Refused("seats-free", free=len(free))
        taken, used = self.chairs.names(), self.chairs.colours()
        for at, seat in enumerate(free):
            bot = self._company(seat if self.club else at)  # On one seat the same at all tables of an evening.
            name = free_name(names[bot], taken)
            colour = next(colour for colour in (seat, *range(COLOURS)) if colour not in used)
            entries.append(log.Sat(seat=seat, name=name, colour=colour, bot=bot))
            taken.append(name)
            used.add(colour)
        first = None if self.play is None else self.play.begins_next
        return [*entries, log.Dealt(seed=self._seed().hex(), first=first, rules_version=self.rules.kind.rules_version)]

    def decide(self, actions: dict[Seat, str], decision: int) -> list[AnyEntry]:
        """Seal decisions; if no other is pending, reveal them all."""
        self._check_decision(decision)
        assert self.play is not None
        pending = self.play.pending
        entries: list[log.Sealed] = []
        for seat, action in actions.items():
            if seat not in pending:
                raise Refused("owes-nothing", seat=seat)
            if action not in self.play.legal(seat):
                raise Refused("not-legal", action=action)
            if self.sealed.get(seat) != action:
                entries.append(log.Sealed(seat=seat, decision=decision, action=action))
        if len({**self.sealed, **actions}) < len(pending):
            return [*entries]
        # Whatever completes the step is written with it, and each decision once.
        return [log.Stepped(decision=decision, actions={str(entry.seat): entry.action for entry in entries})]

    def withdraw(self, seat: Seat, decision: int) -> list[AnyEntry]:
        """Take a sealed decision back, while another one is still pending."""
        self._check_decision(decision)
        return [log.Withdrawn(seat=seat, decision=decision)] if seat in self.sealed else []

    def settle(self, time_control: TimeControl) -> log.Settled:
        """Change the time control."""
        if time_control.clock is not None and not 1 <= time_control.clock <= MOST_TIME:
            raise Refused("bad-clock", given=time_control.clock, most=MOST_TIME)
        return log.Settled(time_control=time_control)

    def change_rules(self, rules: Rules) -> list[AnyEntry]:
        """Change edition, options and seats, until the first deal. Bots on seats that are gone stand up."""
        assert self.opened is not None
        if self.running:
            raise Refused("game-running")
        if self.games or self.opened.deal is not None or rules.game != self.rules.game:
            raise Refused("rules-settled")
        rules.check()
        gone = [seat for seat in range(rules.seats, len(self.chairs)) if self.chairs[seat] is not None]
        for seat in gone:
            if self.chairs.at(seat).bot is None:
                raise Refused("seat-taken-beyond", name=self.chairs.at(seat).name, most=rules.seats)
        if rules == self.rules:
            return []
        return [*(log.Stood(seat=seat) for seat in gone), log.RulesChanged(rules=rules)]

    def allow(self, seat: Seat, multiplier: float) -> log.Allowed:
        """Set a seat's time multiplier."""
        self.chairs.at(seat)
        least, most = MULTIPLIERS
        if not least <= multiplier <= most:
            raise Refused("bad-multiplier", least=least, most=most)
        return log.Allowed(seat=seat, multiplier=multiplier)

    def pass_host(self, seat: Seat) -> log.HostPassed:
        """Pass the host role to a seat that a person owns."""
        if seat not in self.chairs.people():
            raise Refused("no-such-chair", given=seat)
        return log.HostPassed(seat=seat)

    def more_time(self, seat: Seat, decision: int) -> log.TimeGiven:
        """Give a seat that still owes a decision as much time again."""
        self._check_decision(decision)
        if seat not in self.undecided():
            raise Refused("owes-nothing", seat=seat)
        return log.TimeGiven(seat=seat, decision=decision)

    def speak(self, seat: Seat, phrase: str = "", words: str = "") -> log.Spoke:
        """Say a preset phrase or, where the host allows it, something in one's own words."""
        self.chairs.at(seat)
        if words:
            if not self.time_control.words:
                raise Refused("phrases-only")
            return log.Spoke(seat=seat, words=visible_words(words))
        if phrase not in PHRASES:
            raise Refused("unknown-phrase", phrase=phrase, known=", ".join(PHRASES))
        return log.Spoke(seat=seat, phrase=phrase)

    # Helpers

    def _company(self, at: int) -> str:
        """The bot that fills a free seat."""
        company = self.rules.kind.company
        return company[at % len(company)]

    def _check_decision(self, decision: int) -> None:
        if not self.running:
            raise Refused("no-game")
        if decision != self.decision:
            raise Refused("too-late" if decision < self.decision else "too-early", decision=decision)

    def _seat_for(self, wanted: Seat | None) -> Seat:
        if self.running:
            raise Refused("game-running")
        return self.chairs.free_seat(wanted)

    def _seed(self) -> bytes:
        """The seed of the next deal."""
        assert self.opened is not None
        if self.opened.deal is not None and self.given(self.games + 1):
            return bytes.fromhex((self.opened.deal, *self.opened.later)[self.games])
        return deal_seed(self.secret(self.games + 1), self.chairs.luck())


def open_room(
    name: str,
    rules: Rules,
    time_control: TimeControl,
    listed: bool,
    *,
    deal: str | None = None,
    frozen: bool = False,
    later: Sequence[str] = (),
    club: str = "",
) -> tuple[log.Opened, str]:
    """A new table: its first entry, and the token of its host. Refuses rules that cannot be played."""
    rules.check()
    host = secrets.token_urlsafe(24)
    entry = log.Opened(
        rules=rules,
        time_control=time_control,
        listed=listed,
        host=digest(host),
        secret=secrets.token_hex(32),
        deal=deal,
        frozen=frozen,
        later=tuple(later),
        club=club,
    )
    Room(name).settle(time_control)
    return entry, host


def commitment_of(room: Room) -> str | None:
    """The commitment to the seed of the current or latest game."""
    return None if room.play is None else commitment(room.play.seed)
