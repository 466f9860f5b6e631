"""What follows from a view by the rules, for pages that know none."""

from __future__ import annotations

import operator
import random
from collections import Counter
from typing import Any, cast

import pytest

from tacora.games.diamant.kind import DiamantKind
from tacora.games.registry import GAMES

KIND = GAMES["diamant"]


@pytest.mark.parametrize("chests", ["open", "hidden"])
def test_at_the_end_relics_count_as_much_as_the_score_has_beyond_the_chest(chests: str) -> None:
    counted = 0
    for seed in range(20):
        rng = random.Random(seed)
        play = KIND.begin(
            ["Ana", "Ben", "Cleo"], rng.randbytes(32), edition="tacora-2024", options={"relics": True, "chests": chests}
        )
        while play.pending:
            assert play.scene().shown(None)["relic_worths"] == ()
            play.apply({seat: rng.choice(play.legal(seat)) for seat in play.pending})
        assert play.outcome is not None
        for seen_by in (None, 1):
            view: dict[str, Any] = play.scene().shown(seen_by)
            worths: tuple[int, ...] = view["relic_worths"]
            assert tuple(map(operator.add, view["chests"], worths)) == play.outcome.scores
        counted += sum(worths)
    assert counted


@pytest.mark.parametrize(
    ("edition", "options"),
    [("schmidt-2005", {"duplicate": True}), ("tacora-2024", {"relics": True}), ("incan-gold-2006", {})],
)
def test_unseen_cards_are_counted_in_the_order_of_the_deck(edition: str, options: dict[str, Any]) -> None:
    counted = 0
    for seed in range(20):
        rng = random.Random(seed)
        play = KIND.begin(["Ana", "Ben", "Cleo"], rng.randbytes(32), edition=edition, options=options)
        rules: Any = DiamantKind().rules(edition, options)
        while play.pending:
            view, shown = rules.observe(play.state, None), play.scene().shown(None)
            assert list(cast("dict[str, int]", shown["unseen"]).items()) == list(Counter(map(str, view.unseen)).items())
            counted += len(view.unseen)
            play.apply({seat: rng.choice(play.legal(seat)) for seat in play.pending})
        assert play.scene().shown(None)["unseen"] == {}
    assert counted
