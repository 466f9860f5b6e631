"""Answers to questions that change nothing: what lies on the table, in sentences."""

from __future__ import annotations

from typing import Any

from tacora.game import Refused, Seat
from tacora.games.diamant.narration import Narrator
from tacora.games.diamant.odds import Situation, odds
from tacora.games.mister_diamond.editions import RingCard
from tacora.games.mister_diamond.narration import MisterNarrator
from tacora.server.domain.play import Play

QUESTIONS = ("cave", "players", "mine", "odds")


def answer(play: Play, narrator: Any, me: Seat | None, about: str, odds_allowed: bool) -> list[str]:
    """What somebody on this seat is told; whoever has several seats, or none, hears what everybody may."""
    if about not in QUESTIONS:
        raise Refused("unknown-question", question=about, known=", ".join(QUESTIONS))
    if isinstance(narrator, Narrator):
        return _diamant(play, narrator, me, about, odds_allowed)
    return _mister_diamond(play, narrator, me, about)


def _diamant(play: Play, narrator: Narrator, me: Seat | None, about: str, odds_allowed: bool) -> list[str]:
    view = play.view(me)
    match about:
        case "cave":
            return narrator.cave(view)
        case "mine" if me is not None:
            return narrator.mine(view)
        case "odds":
            if not odds_allowed:
                return [narrator.say("odds-off")]
            if not view.inside:
                return narrator.cave(view)
            situation = Situation.seen_in(view)
            return narrator.odds(odds(situation), situation)
    return narrator.players(view)


def _mister_diamond(play: Play, narrator: MisterNarrator, me: Seat | None, about: str) -> list[str]:
    view = play.view(me)
    match about:
        case "players":
            return [narrator.rings(view, seat) for seat in range(len(play.names))]
        case "mine" if me is not None:
            drawn = isinstance(view.card, RingCard) and view.turn == me
            return [narrator.rings(view, me), *([narrator.drawn(view.card)] if drawn else [])]
    return [*narrator.board(view), *narrator.totals(view)]
