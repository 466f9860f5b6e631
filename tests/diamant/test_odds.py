"""Odds are nothing but counting: every unseen card is tried as the next one."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given

from tacora.games.diamant import LEAVE, Card
from tacora.games.diamant.cave import Cave, danger
from tacora.games.diamant.editions import Hazard, Relic, Treasure
from tacora.games.diamant.odds import Situation, odds
from tests.strategies import whole_games
from tests.table import SCHMIDT, WITH_RELICS, Table, play


@given(whole_games())
def test_odds_are_what_trying_every_unseen_card_gives(table: Table) -> None:
    for step in table.steps[:-1]:
        view, cave = table.game.observe(step.state, None), step.state.cave
        found = odds(Situation.seen_in(view))
        n = len(view.unseen)
        assert found.danger == Fraction(sum(cave.ends_with(card) for card in view.unseen), n)
        assert found.share == Fraction(sum(cave.turn(card).held - cave.held for card in view.unseen), n)
        for leavers in range(1, len(cave.inside) + 1):
            share, relics, _ = cave.leave(leavers, cave.inside[leavers:])
            worth = sum(trophy.worth for trophy in view.relics) if relics else 0
            assert found.leaving[leavers - 1] == cave.held + share + worth
        assert len(found.leaving) == len(cave.inside)


@given(whole_games())
def test_what_leaving_is_said_to_be_worth_is_what_it_brings(table: Table) -> None:
    game = table.game
    for step, joint, after in zip(table.steps, table.actions, table.steps[1:], strict=False):
        leaving = odds(Situation.seen_in(game.observe(step.state, None))).leaving
        leavers = [seat for seat, decision in joint.items() if decision is LEAVE]
        gained = {game.scores(after.state)[seat] - game.scores(step.state)[seat] for seat in leavers}
        assert gained == ({leaving[len(leavers) - 1]} if leavers else set())


def test_relics_count_for_a_lone_leaver_only() -> None:
    situation = Situation.seen_in(play(WITH_RELICS, 3, "11 CCC R5").view())
    assert situation.relics_worth == 5
    assert odds(situation).leaving == (3 + 2 + 5, 3 + 1, 3)


def test_two_kinds_met() -> None:
    found = odds(Situation.seen_in(play(SCHMIDT, 3, "gas CCC snakes CCC 4").view()))
    assert found.danger == Fraction(4, 27)
    assert found.share == Fraction(sum(v // 3 for v in (1, 2, 3, 5, 5, 7, 7, 9, 11, 11, 13, 14, 15, 17)), 27)


def test_nothing_is_at_stake_in_the_camp_or_without_cards() -> None:
    for situation in (
        Situation.seen_in(play(SCHMIDT, 3, "4 LLL").view()),
        Situation((Hazard("gas"),), (), inside=2, held=3, path=1),
    ):
        found = odds(situation)
        assert found.danger == found.share == 0
        assert len(found.leaving) == situation.inside


def test_danger_counts_cards_and_not_kinds() -> None:
    tunnel: list[Card] = [Hazard("gas"), Treasure(4), Relic(5)]
    assert danger(tunnel, [Hazard("gas"), Hazard("gas"), Hazard("lava"), Treasure(4), Relic(5)]) == Fraction(2, 5)
    assert danger([], [Hazard("gas")]) == 0


def test_a_cave_knows_what_would_end_it() -> None:
    cave = Cave((0, 1, 2)).turn(Hazard("gas")).turn(Treasure(4)).turn(Relic(5))
    assert cave.ends_with(Hazard("gas"))
    assert not any(cave.ends_with(card) for card in (Hazard("lava"), Treasure(4), Relic(5)))
