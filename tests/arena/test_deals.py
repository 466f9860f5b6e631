"""The deals of a match as numbered work, which is done on whatever machine is free."""

from __future__ import annotations

import pickle
from functools import partial

import pytest

from tacora.arena.deals import Deals
from tacora.arena.guests import source_digest
from tacora.arena.match import Arena, Match, Played
from tacora.game import Refused
from tests.arena.guests import BOTS, Folder, folder

__all__ = ["folder"]

match_of = partial(Match, edition="tiny", players=3, deals=6, seed=7)


def sent(match: Match) -> Deals:
    """As a worker has it."""
    work = Deals(match, tuple(source_digest(match.kind, bot) for bot in match.bots))
    copy: Deals = pickle.loads(pickle.dumps(work))
    return copy


def played(work: Deals, *ranges: tuple[int, int]) -> list[Played]:
    found = work.empty()
    for first, last in ranges:
        work.add(first, last, found)
    return found


def test_deals_are_those_of_the_match_in_whatever_pieces_they_are_played() -> None:
    match = match_of(bots=("ev", "never", "random:0.5"))
    work = sent(match)
    work.prepare()
    work.prepare()
    assert played(work, (0, 6)) == played(work, (0, 1), (1, 4), (4, 6)) == [*map(Arena(match).play, range(6))]


def test_a_bot_of_a_module_plays_where_its_file_is_the_same_and_nowhere_else(folder: Folder) -> None:
    owl = f"{folder.module(BOTS)}:Owl"
    match = match_of(bots=(owl, "ev", "never"))
    work = sent(match)
    work.prepare()
    assert played(work, (0, 2)) == [*map(Arena(match).play, range(2))]
    other = Deals(match, ("another file", "", ""))
    with pytest.raises(Refused) as caught:
        other.prepare()
    assert (caught.value.code, caught.value.facts) == ("cluster-bot", {"bot": owl})
