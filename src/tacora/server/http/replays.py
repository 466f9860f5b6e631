"""A game as a page replays it: every step as one seat saw it, the course of it, and what it takes to check the deal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from tacora.chance import commitment
from tacora.game import Refused, Seat, Step
from tacora.games.diamant.narration import Narrator
from tacora.games.diamant.record import DiamantRecord, Replay
from tacora.games.diamant.rules import Began
from tacora.games.mister_diamond.narration import MisterNarrator
from tacora.games.mister_diamond.record import MisterReplay, WrittenGame
from tacora.games.mister_diamond.rules import GameBegan, Lifted, Stuck
from tacora.games.records import Record, decode, replay
from tacora.narration.catalogue import Catalogue, Language, catalogue
from tacora.narration.listener import LETTERS
from tacora.protocol import shown
from tacora.server.http.stories import MisterStory, Story, mister_story, story

LARGEST_RECORD = 256 * 1024
LONGEST_REPLAY = 2_000
"""Steps; the longest match that anybody plays in an evening has a few hundred."""


class Player(Struct, frozen=True):
    """Who sat where."""

    name: str
    letter: str
    colour: int


class ReplayStep(Struct, frozen=True):
    """What happened, what lay on the table then, and the sentence that was said."""

    events: tuple[Any, ...]
    view: dict[str, Any]
    say: str
    decisions: dict[Seat, str] | None
    """What was opened in this step, by seat; nothing for the first."""


class Result(Struct, frozen=True):
    """How a finished game came out."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    ranks: tuple[int, ...]
    """From 1; equal scores share a rank unless the box breaks the tie."""
    say: str


class Shuffle(Struct, frozen=True, omit_defaults=True):
    """What was shuffled, as it lay before, and what came of it. docs/record-format.md specifies how."""

    label: str
    items: tuple[str, ...]
    kind: str
    """`cave` or `deck`: what came are the first cards, in order. `fixed`: what came is among the first `count`, and
    what did not is not. `first`: what came is the first."""
    number: int
    """Of the expedition, or of the game."""
    came: tuple[str, ...]
    not_came: tuple[str, ...] = ()
    count: int | None = None


class Check(Struct, frozen=True):
    """What it takes to check the deal."""

    seed: str | None
    """`None`: the record has the cards written down, and there is nothing to check."""
    commitment: str | None
    shuffles: tuple[Shuffle, ...]
    promise: str | None = None
    secret: str | None = None
    luck: tuple[str, ...] = ()
    again: bool = False


class Replayed(Struct, frozen=True):
    """All that a page needs to show a game again."""

    game: str
    edition: str
    options: dict[str, Any]
    seats: tuple[Player, ...]
    seen_by: Seat | None
    over: Result | None
    steps: tuple[ReplayStep, ...]
    story: Story | MisterStory
    check: Check
    table: str | None = None
    number: int | None = None
    """The table's game, where it was played at one."""
    record: str | None = None
    """Where its record is."""


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
    """A record as JSON for a page. Raises `Refused` with the place of anything wrong."""
    record = decode(text)
    if len(record.decisions) > LONGEST_REPLAY:
        raise Refused("replay-too-long", most=LONGEST_REPLAY)
    eyes = _seat(seat, len(record.seats))
    played = replay(record)
    say = catalogue(language)
    if isinstance(played, Replay):
        told: Story | MisterStory = story(played, say)
        shuffles = _caves(played)
    else:
        told, shuffles = mister_story(played, say), _games(played)
    colours = origin.colours if origin else tuple(range(len(record.seats)))
    options = msgspec.to_builtins(record.options)
    answer = Replayed(
        game="diamant" if isinstance(record, DiamantRecord) else "mister-diamond",
        edition=record.edition,
        options=options,
        seats=tuple(
            Player(name, LETTERS[at], colour)
            for at, (name, colour) in enumerate(zip(record.seats, colours, strict=True))
        ),
        seen_by=eyes,
        over=_result(played, say, eyes),
        steps=tuple(_steps(played, say, eyes)),
        story=told,
        check=_check(record, shuffles, origin),
        table=origin.table if origin else None,
        number=origin.number if origin else None,
        record=origin.record if origin else None,
    )
    return msgspec.json.encode(answer)


def _seat(text: str, seats: int) -> Seat | None:
    """Whose eyes: a number, or nothing for what everybody saw."""
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 3) or int(text) >= seats:
        raise Refused("no-such-seat", given=text, most=seats - 1)
    return int(text)


def _narrator(played: Replay | MisterReplay, say: Catalogue, me: Seat | None) -> Narrator | MisterNarrator:
    names = played.record.seats
    return Narrator(say, names, me) if isinstance(played, Replay) else MisterNarrator(say, names, me)


def _steps(played: Replay | MisterReplay, say: Catalogue, me: Seat | None) -> list[ReplayStep]:
    game: Any = played.game
    narrator: Any = _narrator(played, say, me)
    opened = _opened(played)
    found = []
    steps: Sequence[Step[Any, Any]] = played.steps
    for at, step in enumerate(steps):
        view = game.observe(step.state, me)
        sentences = narrator.tell(step.events, view)
        found.append(ReplayStep(step.events, shown(view), " ".join(sentences), opened[at - 1] if at else None))
    return found


def _opened(played: Replay | MisterReplay) -> list[dict[Seat, str]]:
    """The decisions of each step but the first, by seat."""
    if isinstance(played, Replay):
        words = [word for row in played.record.decisions for word in row]
        return [{seat: letter for seat, letter in enumerate(word) if letter != "-"} for word in words]
    return [{step.state.turn: text} for step, text in zip(played.steps[:-1], played.record.decisions, strict=True)]


def _result(played: Replay | MisterReplay, say: Catalogue, me: Seat | None) -> Result | None:
    game: Any = played.game
    outcome = game.outcome(played.state)
    if outcome is None:
        return None
    places = [(score, seat in outcome.winners) for seat, score in enumerate(outcome.scores)]
    narrator = _narrator(played, say, me)
    if isinstance(narrator, Narrator):
        lines = narrator.podium(game.observe(played.state, me), outcome)
    else:
        lines = narrator.podium(outcome)
    return Result(
        scores=outcome.scores,
        winners=outcome.winners,
        ranks=tuple(1 + sum(other > place for other in places) for place in places),
        say="\n".join(lines),
    )


# What the seed dealt


def _check(record: Record, shuffles: Sequence[Shuffle], origin: Origin | None) -> Check:
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


def _caves(played: Replay) -> list[Shuffle]:
    """The deck of each expedition as it lay before shuffling, and the cards turned from it."""
    turned = played.turned()
    if isinstance(played.record.turned, tuple):  # What the players saw, as it was written down.
        came = played.record.turned
    else:
        came = tuple(tuple(map(str, row)) for row in turned)
    camps = [
        (event.expedition, step.state.camp)
        for step in played.steps
        for event in step.events
        if isinstance(event, Began)
    ]
    return [
        Shuffle(
            label=f"diamant cave {number}",
            items=tuple(map(str, played.game.in_play(number, camp))),
            kind="cave",
            number=number,
            came=came[number - 1] if number <= len(came) else (),
        )
        for number, camp in camps
    ]


def _games(played: MisterReplay) -> list[Shuffle]:
    """What was shuffled for each game of a match: who begins, the fixed places, the deck."""
    edition, seats = played.game.edition, len(played.record.seats)
    found: list[Shuffle] = []
    if played.game.first is None:
        order = tuple(map(str, range(seats)))
        first = next((str(e.first) for e in played.steps[0].events if isinstance(e, GameBegan)), "0")
        found.append(Shuffle("mister diamond first", order, "first", 1, (first,), count=1))
    if not isinstance(written := played.record.turned, WrittenGame | tuple):
        written = played.turned()
    games = (written,) if isinstance(written, WrittenGame) else written
    tried: dict[tuple[int, type[Stuck] | type[Lifted]], set[int]] = {}
    number = 0
    for step in played.steps:
        for event in step.events:
            if isinstance(event, GameBegan):
                number = event.game
            elif isinstance(event, Stuck | Lifted):
                tried.setdefault((number, type(event)), set()).add(event.place)
    for at, one in enumerate(games, start=1):
        places = tuple(map(str, range(1, edition.places + 1)))
        came = tuple(map(str, sorted(tried.get((at, Stuck), ()))))
        loose = tuple(map(str, sorted(tried.get((at, Lifted), ()))))
        found.append(Shuffle(f"mister diamond {at} fixed", places, "fixed", at, came, loose, edition.fixed))
        cards = tuple(map(str, edition.cards()))
        found.append(Shuffle(f"mister diamond {at} deck", cards, "deck", at, one.deck))
    return found
