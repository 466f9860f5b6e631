"""Games that the kernel plays out from a situation end as they do when the engine and the bots go on from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tacora.game import Outcome, Seat
from tacora.games.diamant import CONTINUE, LEAVE, Card, Decision, Diamant
from tacora.games.diamant.kernel import playouts
from tacora.games.diamant.kernel.box import box_of
from tacora.games.diamant.kernel.party import party_of
from tacora.games.diamant.kernel.playouts import Situation, play_out, situation_of
from tacora.games.diamant.kernel.searcher import weigh
from tacora.games.diamant.kernel.walk import VICTORY
from tests.fast.replay import Seated, box_name, boxes, dealt, key_of, replayed, seated, word
from tests.table import Table, cards_turned, replay

TEXTS = ("random:0.3", "ev", "gems:8", "hazards:2", "cards:4", "random:0.5", "thumb", "random:0.1")
BOXES = [
    Diamant(game.edition, relics=game.with_relics, chests=chests) for game in boxes() for chests in ("open", "hidden")
]


def begun(game: Diamant, seats: int, rng: Random) -> Table:
    """A game that came to some decision by chance."""
    table = replay(game, seats, rng.randbytes(32), [])
    caution = rng.choice((0.05, 0.2, 0.5))
    for _ in range(rng.randrange(30)):
        joint = {seat: LEAVE if rng.random() < caution else CONTINUE for seat in game.pending(table.state)}
        step = game.apply(table.state, joint)
        if not game.pending(step.state):
            break
        table = Table(game, seats, (*table.steps, step), (*table.actions, joint))
    return table


def members(of: int) -> set[int]:
    return {at for at in range(64) if of >> at & 1}


def continued(
    table: Table, party: Sequence[Seated], start: Situation, seed: int, given: Mapping[Seat, Decision]
) -> Outcome:
    """The game of the start's number, by the engine: from its cards on, with these decisions at first."""
    game, key = table.game, key_of(seed, start.game)
    fixed = len(game.edition.cards())
    relics = game.edition.relics if game.with_relics and game.edition.relics else None
    cards: tuple[Card, ...] = (*game.edition.cards(), *relics.cards) if relics else game.edition.cards()
    in_play, deck = members(start.in_play), members(start.deck)
    rows, actions = list(cards_turned(table.events)), list(table.actions)
    for expedition in range(start.expedition, game.edition.expeditions):
        at_hand = expedition == start.expedition
        if not at_hand:
            if relics:
                joining = range(len(relics.added_by(expedition)), len(relics.added_by(expedition + 1)))
                in_play |= {fixed + at for at in joining}
            deck = set(in_play)
            rows.append(())
        coming = dealt(deck, cards, key, 64 * expedition, rows[-1])
        rows[-1] += tuple(cards[card] for card, _ in coming)
        table = replay(game, len(party), tuple(rows), actions)
        for turned, words in [*([(-1, 64 * expedition)] if at_hand else []), *coming]:
            deck.discard(turned)
            pending = game.pending(table.state)
            if not pending:
                in_play.remove(turned)
                break
            joint = {}
            for seat in pending:
                bot, coin = party[seat]
                coin.held = word(key, words + 512 * (1 + seat // 3)) >> 21 * (seat % 3) & (1 << 21) - 1
                chosen = bot.choose(table.view(seat), table.events)
                joint[seat] = given.get(seat, chosen) if turned < 0 else chosen
            actions.append(joint)
            if all(decision is LEAVE for decision in joint.values()):
                break
            table = Table(game, len(party), (*table.steps, game.apply(table.state, joint)), tuple(actions))
        in_play -= {card for card in in_play - deck if card >= fixed}
    outcome = game.outcome(replay(game, len(party), tuple(rows), actions).state)
    assert outcome is not None
    return outcome


@given(st.sampled_from(BOXES), st.integers(3, 8), st.integers(0, 1 << 32), st.integers(0, (1 << 64) - 1))
@example(BOXES[0], 4, 1, 1723487)  # A coin that is hardly below 0.1.
def test_a_playout_is_the_game_of_the_engine_from_there(game: Diamant, seats: int, made: int, seed: int) -> None:
    """From random situations, with some decisions given; chests that are hidden are known from the history."""
    rng = Random(made)
    party = [seated(text) for text in rng.sample(TEXTS, seats)]
    table = begun(game, seats, rng)
    inside = table.view().inside
    seat = rng.choice(inside)
    given_ones = {other: rng.choice((LEAVE, CONTINUE)) for other in inside if rng.random() < 0.3}
    start = situation_of(game, table.view(seat), table.events).with_decisions(
        [other for other, decision in given_ones.items() if decision is LEAVE],
        [other for other, decision in given_ones.items() if decision is CONTINUE],
    )
    starts = [start._replace(game=number) for number in (0, 1, rng.randrange(1 << 62))]
    found = play_out(box_of(game), party_of(game, [bot for bot, _ in party]), starts, 1, seed, threads=1)
    for at, one in enumerate(starts):
        outcome = continued(table, party, one, seed, given_ones)
        assert tuple(found.scores[at, :seats].tolist()) == outcome.scores
        parts = [VICTORY // len(outcome.winners) * (other in outcome.winners) for other in range(seats)]
        assert found.victories[at, :seats].tolist() == parts
        assert not found.scores[at, seats:].any()


@pytest.mark.parametrize("game", boxes(), ids=box_name)
def test_before_its_first_card_a_game_is_played_out_as_a_whole(game: Diamant) -> None:
    """Everybody is inside and goes on, and nothing has been turned: the games of these numbers."""
    party = [seated(text) for text in TEXTS[:5]]
    box = box_of(game)
    everything = box.cards | int(box.added[0])
    start = Situation(0, everything, everything, 0, 0, 0, 0, 0, 31, 0, 0, 0).with_decisions(continuing=range(5))
    seats = party_of(game, [bot for bot, _ in party])
    for number in (0, 5, 1 << 40):
        found = play_out(box, seats, [start._replace(game=number)], 1, 9, threads=1)
        assert tuple(found.scores[0, :5].tolist()) == replayed(game, party, 9, number).scores


def test_threads_and_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = BOXES[0], Random(4)
    tables = [begun(game, 5, rng) for _ in range(7)]
    starts = [situation_of(game, table.view(table.view().inside[0]), table.events) for table in tables]
    box, party = box_of(game), party_of(game, [seated(text).bot for text in TEXTS[:5]])
    whole = play_out(box, party, starts, 300, 5, threads=1)
    monkeypatch.setattr(playouts, "BLOCK", 97)
    parts = play_out(box, party, np.array(starts), 300, 5, threads=3)
    assert all((mine == theirs).all() for mine, theirs in zip(whole, parts, strict=True))
    assert (whole.victories.sum(axis=1) == 300 * VICTORY).all()
    one_by_one = [play_out(box, party, [start], 300, 5, threads=1).scores[0].tolist() for start in starts]
    assert whole.scores.tolist() == one_by_one, "a situation is worth the same whatever others stand beside it"


def test_whoever_leaves_is_worth_what_goes_home_in_the_last_expedition() -> None:
    """No chance is left for a seat that leaves; the words are the same for both decisions of the seat."""
    game = BOXES[0]
    rng = Random(11)
    while True:
        table = begun(game, 3, rng)
        view = table.view(0)
        if view.expedition == view.expeditions and view.inside == (0, 1, 2) and view.held:
            break
    start = situation_of(game, view, table.events)
    box, party = box_of(game), party_of(game, [seated("never").bot] * 3)
    left, went_on = (
        play_out(box, party, [start.with_decisions(*decisions)], 50, 1).scores[0, 0]
        for decisions in (((0,), (1, 2)), ((), (0, 1, 2)))
    )
    score = game.scores(table.state)[0]
    assert left == 50 * (score + view.held + view.path)
    assert went_on == 50 * score, "who never leaves brings nothing home"


@given(st.sampled_from(BOXES), st.integers(3, 8), st.integers(0, 1 << 32), st.integers(0, (1 << 64) - 1))
def test_a_search_in_which_nobody_thinks_counts_playouts(game: Diamant, seats: int, made: int, seed: int) -> None:
    """The same games with the same words, half of them for each choice: what the tree adds is who decides."""
    rng = Random(made)
    box, party = box_of(game), party_of(game, [seated(text).bot for text in rng.sample(TEXTS, seats)])
    table = begun(game, seats, rng)
    seat = rng.choice(table.view().inside)
    start = situation_of(game, table.view(seat), table.events)
    choices = [start.with_decisions(continuing=[seat]), start.with_decisions(leaving=[seat])]
    found = play_out(box, party, choices, 20, seed, threads=1).victories[:, seat] / (20 * VICTORY)
    weighing = weigh(box, party, start, seat, 40, seed, thinking=0)
    assert (weighing.continuing, weighing.leaving) == pytest.approx(tuple(found))
