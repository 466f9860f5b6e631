"""Builds the frames about an entry: public facts, the recipient's own secrets, and sentences in its language."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tacora.game import Refused, Seat
from tacora.games.kind import Play, Scene
from tacora.narration.catalogue import Catalogue, catalogue
from tacora.narration.listener import LETTERS
from tacora.protocol import Answer, Ask, Chair, Clock, Over, Spoken, Step, Table, Thinking, encoded
from tacora.server.domain import log
from tacora.server.domain.log import AnyEntry
from tacora.server.domain.room import Room, commitment_of
from tacora.server.frames.recipient import Recipient
from tacora.server.frames.steps import StepFrames

_STEPS = (log.Dealt, log.Stepped)
COACH = "coach"
"""The question to the coach, which every game with one answers."""


class LobbyEntry(msgspec.Struct, frozen=True):
    """A table as the lobby lists it."""

    table: str
    game: str
    edition: str
    seats: int
    free: int
    players: tuple[str, ...]
    running: bool
    here: int | None = None
    """How many of the people who sit there are connected now; `None`: only the process that plays the table knows."""


def lobby_entry(room: Room) -> LobbyEntry:
    """The lobby's entry for a table."""
    players = tuple(chair.name for chair in room.chairs if chair is not None)
    free = sum(chair is None for chair in room.chairs)
    return LobbyEntry(room.name, room.rules.game, room.edition, len(room.chairs), free, players, room.running)


class Presence(msgspec.Struct, frozen=True):
    """Who is connected. Not part of the log."""

    online: frozenset[Seat] = frozenset()
    away: frozenset[Seat] = frozenset()
    late: frozenset[Seat] = frozenset()
    watchers: int = 0


def table_frame(room: Room, recipient: Recipient, presence: Presence, hosting: bool) -> Table:
    """The `table` frame for a recipient."""
    assert room.opened is not None
    rules = room.rules
    options = {"odds": rules.odds, "coach": rules.coach, **dict(rules.options)}
    return Table(
        table=room.name,
        game=rules.game,
        edition=room.edition,
        options=options,
        seats=tuple(_chair(room, seat, presence) for seat in range(len(room.chairs))),
        host=room.host_seat,
        hosting=hosting,
        yours=recipient.seats,
        games=room.games,
        totals=tuple(room.totals),
        running=room.running,
        clock=room.time_control.clock,
        absence=room.time_control.absence,
        thinking=room.time_control.thinking,
        named=room.time_control.named,
        words=room.time_control.words,
        listed=room.opened.listed,
        promise=room.promise(),
        commitment=commitment_of(room),
        again=room.given(room.games + 1),
        club=room.club,
        deals=room.deals,
        watchers=presence.watchers,
        coach=room.coached,
        memory=rules.kind.memory(rules.edition, dict(rules.options)),
    )


def _chair(room: Room, seat: Seat, presence: Presence) -> Chair | None:
    chair = room.chairs[seat]
    if chair is None:
        return None
    return Chair(
        name=chair.name,
        colour=chair.colour,
        letter=LETTERS[seat],
        bot=chair.bot,
        sitting_in=chair.sitting_in,
        online=chair.bot is not None or seat in presence.online,
        away=seat in presence.away,
        late=seat in presence.late,
        multiplier=chair.multiplier,
    )


def thinking(room: Room, recipient: Recipient) -> Thinking:
    """The `thinking` frame: how many seats owe a decision, which of them, and the recipient's own sealed ones."""
    own = {str(seat): room.sealed[seat] for seat in recipient.seats if seat in room.sealed}
    awaited = room.undecided() if room.time_control.named else ()
    return Thinking(decision=room.decision, left=room.left, awaited=awaited, sealed=own)


def link_to(table: str, game: int) -> str:
    """The permanent path of a finished game."""
    return f"/api/tables/{table}/games/{game}"


class FrameBuilder:
    """Builds the frames about one entry for any recipient, and caches what recipients share."""

    __slots__ = "_encoded", "_scene", "_stale", "_steps", "entry", "room"

    def __init__(self, room: Room, entry: AnyEntry | None, stale: bool = False) -> None:
        self.room = room
        self.entry = entry
        self._stale = stale
        """Whether the game has moved on, so that these decisions can no longer be made."""
        self._scene: Scene | None = None
        self._steps: StepFrames | None = None
        self._encoded: dict[Catalogue, bytes] = {}

    def texts(self, recipient: Recipient) -> list[bytes]:
        """The encoded frames for a recipient. A change of the table itself is sent by `table_frame`."""
        steps = self._steps
        if steps is None and isinstance(self.entry, _STEPS):
            steps = self._step_frames()
        if steps is not None:
            step = steps.encoded(recipient)
            return [step] if steps.running else [step, self._public(recipient.say)]
        match self.entry:
            case log.Sealed() | log.Withdrawn():
                return [encoded(thinking(self.room, recipient))]
            case log.Spoke():
                return [self._public(catalogue(recipient.language))]
        return []

    def step(self, recipient: Recipient) -> Step:
        """The `step` frame: the current view, and the events of the last step."""
        return self._step_frames().frame(recipient)

    def _public(self, say: Catalogue) -> bytes:
        """The `over` or `spoken` frame, encoded once for each catalogue."""
        if say not in self._encoded:
            entry = self.entry
            self._encoded[say] = encoded(self._spoken(entry, say) if isinstance(entry, log.Spoke) else self.over(say))
        return self._encoded[say]

    def _step_frames(self) -> StepFrames:
        """The `step` frames of this moment, cached."""
        if self._steps is None:
            dealt = isinstance(self.entry, log.Dealt)
            self._steps = StepFrames(self.room, self._play(), self._now(), dealt=dealt, stale=self._stale)
        return self._steps

    def _spoken(self, entry: log.Spoke, say: Catalogue) -> Spoken:
        name = self.room.chairs.at(entry.seat).name
        text = say("phrase-said", name=name, phrase=entry.words or say(f"phrase-{entry.phrase}"))
        return Spoken(seq=self.room.news, seat=entry.seat, phrase=entry.phrase, words=entry.words, say=text)

    def clock(self, recipient: Recipient, left: Mapping[Seat, float]) -> Clock:
        """The `clock` frame: the time of the recipient's seats, and the longest of all. It hides who has decided."""
        seconds = {str(seat): round(left[seat], 1) for seat in recipient.seats if seat in left}
        return Clock(decision=self.room.decision, seconds=seconds, longest=round(max(left.values(), default=0), 1))

    def over(self, say: Catalogue) -> Over:
        """The `over` frame: the result, and the data to verify the deal."""
        room, play = self.room, self._play()
        outcome = play.outcome
        assert outcome is not None
        return Over(
            seq=room.decision,
            game=room.games,
            scores=outcome.scores,
            winners=outcome.winners,
            ranks=outcome.ranks,
            totals=tuple(room.totals),
            seed=play.seed.hex(),
            secret="" if room.given(room.games) else room.secret(room.games),
            luck=() if room.given(room.games) else room.dealt_luck,
            link=link_to(room.name, room.games),
            record=f"{link_to(room.name, room.games)}/record",
            say=f"{say('scores-title')} " + "\n".join(self._now().podium(say)),
        )

    def answer(self, recipient: Recipient, ask: Ask) -> Answer:
        """The answer to a question, from what this recipient may know."""
        if ask.about == COACH:
            return self._advice(recipient, ask)
        lines = self._now().answer(recipient.say, recipient.me, ask.about, odds=self.room.rules.odds)
        return Answer(about=ask.about, say="\n".join(lines), id=ask.id)

    def _advice(self, recipient: Recipient, ask: Ask) -> Answer:
        """What the coach says: before a decision what a champion would do, and after it whether that was close."""
        room, say, me = self.room, recipient.say, recipient.me if ask.seat is None else ask.seat
        if me is not None and me not in recipient.seats:
            raise Refused("not-your-seat", given=me)
        if room.rules.kind.coach is None:
            raise Refused("unknown-question", question=ask.about, known=", ".join(room.rules.kind.questions))
        if not room.coached:
            return Answer(about=ask.about, say=say("coach-off"), id=ask.id)
        if me is None or me not in self._play().pending:
            return Answer(about=ask.about, say=say("coach-one" if me is None else "coach-nothing"), id=ask.id)
        advice = self._play().advice(say, me)
        # Where several sit at a device, whoever has it next could ask what was sealed.
        sealed = room.sealed.get(me) if len(recipient.seats) == 1 else None
        told = advice.say if sealed is None else advice.after[sealed]
        return Answer(about=ask.about, say=told, after=advice.after, id=ask.id)

    def _play(self) -> Play:
        play = self.room.play
        assert play is not None
        return play

    def _now(self) -> Scene:
        """The current scene, cached."""
        if self._scene is None:
            self._scene = self._play().scene()
        return self._scene
