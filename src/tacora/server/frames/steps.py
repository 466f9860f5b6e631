"""Builds the `step` frames: one for everybody, and one for each recipient who hears or sees something else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tacora.chance import commitment
from tacora.game import Seat
from tacora.games.kind import Play, Scene
from tacora.narration.catalogue import Catalogue, Language, Wording
from tacora.narration.narrator import Telling, joined
from tacora.protocol import Plain, Step
from tacora.server.domain.room import Room
from tacora.server.frames.recipient import Recipient

_ENCODER = msgspec.json.Encoder()


_GAP: Any = msgspec.Raw(b"\0")
"""Where something is filled in afterwards: encoded JSON has no such byte."""


class StepFrames:
    """The `step` frames about one moment of a game. What recipients share is made once."""

    __slots__ = (
        *("_commitment", "_decision", "_drawn", "_events", "_forms", "_game", "_pending", "_play", "_public"),
        *("_questions", "_scene", "_secretive", "_thinking", "_told", "_views", "running"),
    )

    def __init__(self, room: Room, play: Play, scene: Scene, *, dealt: bool, stale: bool) -> None:
        """`dealt`: a game begins. `stale`: it has moved on, so that these decisions can no longer be made."""
        self._play = play
        self._scene = scene
        self._game = room.games
        self.running = room.running
        """Whether the game goes on."""
        self._decision = room.decision if self.running else None
        self._thinking = room.left
        self._pending = () if stale else play.pending
        self._secretive = play.secretive
        self._drawn = play.kind.drawn
        self._commitment = commitment(play.seed) if dealt else None
        self._events = msgspec.Raw(_ENCODER.encode(play.latest))
        self._views: dict[Seat | None, msgspec.Raw] = {}
        self._told: dict[Catalogue, Telling] = {}
        self._questions: dict[Catalogue, str] = {}
        self._public: dict[tuple[Language, Wording], bytes] = {}
        self._forms: dict[tuple[Catalogue | None, Seat | None], list[bytes]] = {}

    def encoded(self, recipient: Recipient) -> bytes:
        """The frame for a recipient, encoded. All who hear and see what a watcher does share one encoding."""
        me = recipient.me
        if me is not None and me in self._pending and self._drawn:
            return self._filled_in(recipient, me, asks=True)
        if recipient.seats and not self._is_public_for(recipient):
            if me is not None and self._drawn:
                return self._filled_in(recipient, me, asks=False)
            return _ENCODER.encode(self.frame(recipient))
        manner = recipient.language, recipient.wording
        public = self._public.get(manner)
        if public is None:
            watcher = Recipient(recipient.language, (), recipient.wording)
            public = self._public[manner] = _ENCODER.encode(self.frame(watcher))
        return public

    def _filled_in(self, recipient: Recipient, me: Seat, *, asks: bool) -> bytes:
        """The frame for one seat, where there are drawings: an encoding that others share, with what is its own."""
        say = recipient.say
        view = me if self._secretive else None
        form = self._forms.get((say if asks else None, view))
        if form is None:
            frame = self._step(view, _GAP if asks else {}, _GAP, self._question(say, me, [me]) if asks else "")
            form = self._forms[say if asks else None, view] = _ENCODER.encode(frame).split(b"\0")
        text = _ENCODER.encode(self._sentences(say, me, full=recipient.wording == "full"))
        if not asks:
            before, after = form
            return b"".join((before, text, after))
        before, between, after = form
        return b"".join((before, _ENCODER.encode({str(me): self._play.legal(me)}), between, text, after))

    def _is_public_for(self, recipient: Recipient) -> bool:
        """Whether a watcher is told the same: no view of one's own, no question, no other words."""
        for seat in recipient.seats:
            if seat in self._pending:
                return False
        if self._secretive or not self._drawn or recipient.wording == "full" or not self.running:
            return False
        return recipient.me not in self._tell(recipient.say).named

    def frame(self, recipient: Recipient) -> Step:
        """The frame: the current view, and the events of the last step."""
        say, me, pending = recipient.say, recipient.me, self._pending
        asked = [seat for seat in recipient.seats if seat in pending]
        return self._step(
            me if self._secretive else None,
            {str(seat): self._play.legal(seat) for seat in asked},
            self._sentences(say, me, full=recipient.wording == "full"),
            self._question(say, me, asked) if asked else "",
            None if self._drawn else self._plain(say, me, asked),
        )

    def _step(
        self, view: Seat | None, legal: dict[str, tuple[str, ...]], say: str, asked: str, plain: Plain | None = None
    ) -> Step:
        return Step(
            seq=self._decision,
            game=self._game,
            events=self._events,
            view=self._view(view),
            legal=legal,
            decision=self._decision,
            thinking=self._thinking,
            say=say,
            asked=asked,
            commitment=self._commitment,
            plain=plain,
        )

    def _view(self, seat: Seat | None) -> msgspec.Raw:
        """The view as JSON."""
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = msgspec.Raw(_ENCODER.encode(self._scene.shown(seat)))
        return view

    def _question(self, say: Catalogue, me: Seat | None, seats: Sequence[Seat]) -> str:
        """The question to these seats. It is the same for all recipients with one seat."""
        if me is None:
            return self._scene.asked(say, None, seats)
        question = self._questions.get(say)
        if question is None:
            question = self._questions[say] = self._scene.asked(say, me, seats)
        return question

    def _plain(self, say: Catalogue, me: Seat | None, asked: Sequence[Seat]) -> Plain:
        """The table in words, for a game that the pages have no drawings for."""
        scene = self._scene
        legal = dict.fromkeys(action for seat in asked for action in self._play.legal(seat))
        return Plain(
            lines=tuple(scene.situation(say, me)), actions={action: scene.action(say, action) for action in legal}
        )

    def _tell(self, say: Catalogue) -> Telling:
        """The step in the sentences of one catalogue."""
        told = self._told.get(say)
        if told is None:
            told = self._told[say] = self._scene.telling(say)
        return told

    def _sentences(self, say: Catalogue, me: Seat | None, *, full: bool) -> str:
        """The step in sentences, and how things stand then if the recipient wants to hear it."""
        told = self._tell(say)
        text = told.to(me) if me is not None and me in told.named else told.text
        if full and self.running:
            text = joined([text, *self._scene.situation(say, me)])
        return text
