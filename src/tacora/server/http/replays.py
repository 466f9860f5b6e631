"""Replays for the pages: every step as one seat saw it, the story of the game, and the data to verify the deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec import UNSET, Struct

from tacora.chance import commitment
from tacora.game import Refused, Seat
from tacora.games.kind import Retelling
from tacora.games.records import decode, kind_of_record, retell
from tacora.narration.catalogue import Catalogue, Language, catalogue
from tacora.narration.listener import LETTERS
from tacora.narration.refusal import refused_in_full
from tacora.protocol import Plain
from tacora.record.base import BaseRecord
from tacora.record.shuffles import Shuffle
from tacora.server.http.reviews import check_reviewable

LARGEST_RECORD = 256 * 1024
LONGEST_REPLAY = 2_000
"""Steps; the longest match that anybody plays in an evening has a few hundred."""


class Player(Struct, frozen=True):
    """The occupant of a seat."""

    name: str
    letter: str
    colour: int


class ReplayStep(Struct, frozen=True, omit_defaults=True):
    """One step: its events, the view after them, and the sentences told."""

    events: tuple[Struct, ...]
    view: dict[str, object]
    say: str
    decisions: Mapping[Seat, str] | None
    """The decisions revealed in this step, by seat; `None` for the first."""
    plain: Plain | None = None
    """The situation in words, for a game that the pages have no drawings for."""


class Result(Struct, frozen=True):
    """The result of a finished game."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    ranks: tuple[int, ...]
    """From 1; equal scores share a rank unless the box breaks the tie."""
    say: str


class Check(Struct, frozen=True):
    """The data to verify the deal."""

    seed: str | None
    """`None`: the record lists the cards instead, and there is nothing to verify."""
    commitment: str | None
    shuffles: tuple[Shuffle, ...]
    promise: str | None = None
    secret: str | None = None
    luck: tuple[str, ...] = ()
    again: bool = False


class Unweighed(Struct, frozen=True):
    """Why a game cannot be weighed."""

    code: str
    say: str


class Replayed(Struct, frozen=True):
    """All that the replay page needs."""

    game: str
    edition: str
    options: dict[str, object]
    seats: tuple[Player, ...]
    seen_by: Seat | None
    over: Result | None
    steps: tuple[ReplayStep, ...]
    story: Struct
    check: Check
    table: str | None = None
    number: int | None = None
    """The number of the game at that table."""
    record: str | None = None
    """The path of its record."""
    unweighed: Unweighed | None = None
    """`None`: it can be weighed."""


class Origin(Struct, frozen=True):
    """What a table knows of a game beyond its record."""

    table: str
    number: int
    record: str
    colours: tuple[int, ...]
    promise: str
    secret: str
    luck: tuple[str, ...]
    again: bool


def replayed(text: bytes, seat: str, language: Language, origin: Origin | None = None) -> bytes:
    """Replay a record, as JSON for the page. Raises `Refused` with the place of anything wrong."""
    record = decode(text)
    if record.length() > LONGEST_REPLAY:
        raise Refused("replay-too-long", most=LONGEST_REPLAY)
    eyes = _seat(seat, len(record.seats))
    told = retell(record)
    say = catalogue(language)
    colours = origin.colours if origin else tuple(range(len(record.seats)))
    answer = Replayed(
        game=kind_of_record(record).name,
        edition=record.edition,
        options=record.chosen(),
        seats=tuple(
            Player(name, LETTERS[at], colour)
            for at, (name, colour) in enumerate(zip(record.seats, colours, strict=True))
        ),
        seen_by=eyes,
        over=_result(told, say),
        steps=tuple(_steps(told, say, eyes)),
        story=told.story(say),
        check=_check(record, told.shuffles(), origin),
        table=origin.table if origin else None,
        number=origin.number if origin else None,
        record=origin.record if origin else None,
        unweighed=_unweighed(told, say),
    )
    return msgspec.json.encode(answer)


def _seat(text: str, seats: int) -> Seat | None:
    """The seat whose view to show; `None`, the public view, for an empty text."""
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 3) or int(text) >= seats:
        raise Refused("no-such-seat", given=text, most=seats - 1)
    return int(text)


def _steps(told: Retelling, say: Catalogue, me: Seat | None) -> Iterator[ReplayStep]:
    drawn = kind_of_record(told.record).drawn
    for at, scene in enumerate(told.scenes):
        sentences, opened = scene.tell(say, me), told.decisions[at - 1] if at else None
        plain = None if drawn else Plain(lines=tuple(scene.situation(say, me)))
        yield ReplayStep(tuple(scene.events), scene.shown(me), " ".join(sentences), opened, plain)


def _result(told: Retelling, say: Catalogue) -> Result | None:
    outcome = told.outcome
    if outcome is None:
        return None
    return Result(
        scores=outcome.scores,
        winners=outcome.winners,
        ranks=outcome.ranks,
        say="\n".join(told.scenes[-1].podium(say)),
    )


def _unweighed(told: Retelling, say: Catalogue) -> Unweighed | None:
    try:
        check_reviewable(told)
    except Refused as refused:
        return Unweighed(refused.code, refused_in_full(say, refused))
    return None


# Verifying the deal


def _check(record: BaseRecord, shuffles: Sequence[Shuffle], origin: Origin | None) -> Check:
    if record.seed is UNSET:
        return Check(seed=None, commitment=None, shuffles=())
    told = record.commitment if isinstance(record.commitment, str) else None
    if origin is None:
        return Check(seed=record.seed, commitment=told, shuffles=tuple(shuffles))
    return Check(
        seed=record.seed,
        commitment=told or commitment(bytes.fromhex(record.seed)),
        shuffles=tuple(shuffles),
        promise=origin.promise,
        secret=origin.secret,
        luck=origin.luck,
        again=origin.again,
    )
