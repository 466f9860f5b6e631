"""Builds the frames about an entry: public facts, the recipient's own secrets, and sentences in its language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from tacora.chance import commitment
from tacora.game import Seat
from tacora.games.kind import Play, Scene
from tacora.narration.catalogue import Catalogue, Language, Wording, catalogue
from tacora.narration.listener import LETTERS
from tacora.protocol import Answer, Ask, Chair, Clock, Frame, Over, Plain, Spoken, Step, Table, Thinking
from tacora.server.domain import log
from tacora.server.domain.log import AnyEntry
from tacora.server.domain.room import Room, commitment_of

_ENCODER = msgspec.json.Encoder()


class Recipient(msgspec.Struct, frozen=True):
    """Everything that a frame depends on besides the table: sessions with equal recipients get the same frames."""

    language: Language
    seats: tuple[Seat, ...]
    wording: Wording = "normal"

    @property
    def say(self) -> Catalogue:
        """The message catalogue for this recipient."""
        return catalogue(self.language, self.wording == "short")

    @property
    def me(self) -> Seat | None:
        """The seat whose view is sent; `None`, the public view, for several seats at one device and for a screen."""
        return self.seats[0] if len(self.seats) == 1 else None


class LobbyEntry(msgspec.Struct, frozen=True):
    """A table as the lobby lists it."""

    table: str
    game: str
    edition: str
    seats: int
    free: int
    players: tuple[str, ...]
    running: bool


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
    options = {"odds": rules.odds, **dict(rules.options)}
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
        listed=room.opened.listed,
        promise=room.promise(),
        commitment=commitment_of(room),
        again=room.opened.deal is not None and not room.games,
        watchers=presence.watchers,
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
    """The `thinking` frame: how many seats owe a decision, and the recipient's own sealed ones."""
    own = {str(seat): room.sealed[seat] for seat in recipient.seats if seat in room.sealed}
    return Thinking(decision=room.decision, left=room.left, sealed=own)


def link_to(table: str, game: int) -> str:
    """The permanent path of a finished game."""
    return f"/api/tables/{table}/games/{game}"


class _Shared(msgspec.Struct, frozen=True):
    """The fields of a `step` frame that are the same for every recipient."""

    game: int
    events: msgspec.Raw
    decision: int | None
    thinking: int
    commitment: str | None


class FrameBuilder:
    """Builds the frames about one entry for any recipient, and caches what recipients share."""

    __slots__ = "_questions", "_scene", "_shared", "_stale", "_texts", "_told", "_views", "entry", "room"

    def __init__(self, room: Room, entry: AnyEntry | None, stale: bool = False) -> None:
        self.room = room
        self.entry = entry
        self._stale = stale
        """Whether the game has moved on, so that these decisions can no longer be made."""
        self._scene: Scene | None = None
        self._views: dict[Seat | None, msgspec.Raw] = {}
        self._shared: _Shared | None = None
        self._texts: dict[Recipient, list[bytes]] = {}
        self._questions: dict[Catalogue, str] = {}
        self._told: dict[Catalogue, list[tuple[str, set[Seat]]]] = {}

    def texts(self, recipient: Recipient) -> list[bytes]:
        """The encoded frames for a recipient."""
        if recipient not in self._texts:
            self._texts[recipient] = [_ENCODER.encode(frame) for frame in self.frames(recipient)]
        return self._texts[recipient]

    def frames(self, recipient: Recipient) -> Iterator[Frame]:
        """The frames for a recipient. A change of the table itself is sent by `table_frame`."""
        match self.entry:
            case log.Dealt() | log.Stepped():
                yield self.step(recipient)
                if not self.room.running:
                    yield self.over(recipient)
            case log.Sealed() | log.Withdrawn():
                yield self.thinking(recipient)
            case log.Spoke():
                say = catalogue(recipient.language)
                name = self.room.chairs.at(self.entry.seat).name
                text = say("phrase-said", name=name, phrase=say(f"phrase-{self.entry.phrase}"))
                yield Spoken(seq=self.room.news, seat=self.entry.seat, phrase=self.entry.phrase, say=text)

    def step(self, recipient: Recipient) -> Step:
        """The `step` frame: the current view, and the events of the last step."""
        play = self._play()
        if self._shared is None:
            self._shared = self._for_all()
        asked = () if self._stale else tuple(seat for seat in recipient.seats if seat in play.pending)
        shared = self._shared
        return Step(
            seq=shared.decision,
            game=shared.game,
            events=shared.events,
            decision=shared.decision,
            thinking=shared.thinking,
            commitment=shared.commitment,
            view=self._view(recipient.me),
            legal={str(seat): play.legal(seat) for seat in asked},
            say=self._sentences(recipient),
            asked=self._asked(recipient, asked) if asked else "",
            plain=None if play.kind.drawn else self._plain(recipient, asked),
        )

    def _asked(self, recipient: Recipient, seats: tuple[Seat, ...]) -> str:
        """The question to these seats. It is the same for all recipients with one seat, so it is cached."""
        if recipient.me is None:
            return self._now().asked(recipient.say, None, seats)
        if recipient.say not in self._questions:
            self._questions[recipient.say] = self._now().asked(recipient.say, recipient.me, seats)
        return self._questions[recipient.say]

    def _plain(self, recipient: Recipient, asked: tuple[Seat, ...]) -> Plain:
        """The table in words, for a game that the pages have no drawings for."""
        scene, say = self._now(), recipient.say
        legal = dict.fromkeys(action for seat in asked for action in self._play().legal(seat))
        lines = tuple(scene.situation(say, recipient.me))
        return Plain(lines=lines, actions={action: scene.action(say, action) for action in legal})

    def _for_all(self) -> _Shared:
        """The fields of a `step` frame that are the same for every recipient."""
        room, play = self.room, self._play()
        asked = room.decision if room.running else None
        return _Shared(
            game=room.games,
            events=msgspec.Raw(_ENCODER.encode(play.latest)),
            decision=asked,
            thinking=room.left,
            commitment=commitment(play.seed) if isinstance(self.entry, log.Dealt) else None,
        )

    def thinking(self, recipient: Recipient) -> Thinking:
        """The `thinking` frame: how many seats owe a decision, and the recipient's own sealed ones."""
        return thinking(self.room, recipient)

    def clock(self, recipient: Recipient, left: Mapping[Seat, float]) -> Clock:
        """The `clock` frame: the time of the recipient's seats, and the longest of all. It hides who has decided."""
        seconds = {str(seat): round(left[seat], 1) for seat in recipient.seats if seat in left}
        return Clock(decision=self.room.decision, seconds=seconds, longest=round(max(left.values(), default=0), 1))

    def over(self, recipient: Recipient) -> Over:
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
            secret=room.secret(room.games),
            luck=room.dealt_luck,
            link=link_to(room.name, room.games),
            record=f"{link_to(room.name, room.games)}/record",
            say="\n".join(self._now().podium(recipient.say, recipient.me)),
        )

    def answer(self, recipient: Recipient, ask: Ask) -> Answer:
        """The answer to a question, from what this recipient may know."""
        lines = self._now().answer(recipient.say, recipient.me, ask.about, odds=self.room.rules.odds)
        return Answer(about=ask.about, say="\n".join(lines), id=ask.id)

    def _play(self) -> Play:
        play = self.room.play
        assert play is not None
        return play

    def _view(self, seat: Seat | None) -> msgspec.Raw:
        """The view as JSON, cached; one for all seats where nothing is hidden."""
        if not self._play().secretive:
            seat = None
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = msgspec.Raw(_ENCODER.encode(self._now().shown(seat)))
        return view

    def _now(self) -> Scene:
        """The current scene, cached."""
        if self._scene is None:
            self._scene = self._play().scene()
        return self._scene

    def _sentences(self, recipient: Recipient) -> str:
        """The step in sentences. Those that do not name the recipient are the same for everybody, and are cached."""
        scene, me, say = self._now(), recipient.me, recipient.say
        told = self._told.get(say)
        if told is None:
            told = self._told[say] = scene.told_to_all(say)
        if me is None or not any(me in named for _, named in told):
            texts = [text for text, _ in told]
        else:
            texts = [scene.sentence(say, me, at) if me in named else text for at, (text, named) in enumerate(told)]
        if recipient.wording == "full" and self.room.running:
            texts += scene.situation(say, me)
        return " ".join(filter(None, texts))
