"""`tacora odds`."""

from __future__ import annotations

import click
import msgspec

from tacora.diamant.cave import Cave
from tacora.diamant.editions import Card, Edition, Hazard, Relic, edition_named
from tacora.diamant.odds import Situation, odds
from tacora.diamant.rules import Camp, Diamant, check_written
from tacora.game import Refused
from tacora.narration import Language, Narrator
from tacora.narration.catalogue import catalogue
from tacora.terminal.plan import DEFAULT_EDITION, split


def tell(
    language: Language,
    *,
    cards: tuple[str, ...],
    edition: str | None,
    relics: bool | None,
    inside: int,
    held: int | None,
    path: int | None,
    expedition: int,
    removed: str,
    gone: str,
    taken: int,
    json: bool,
) -> int:
    """Print the odds of the situation that the flags describe."""
    box = edition_named(edition or DEFAULT_EDITION)
    game = Diamant(box, relics=relics)
    hazards = tuple(card for card in _cards(box, split(removed)) if isinstance(card, Hazard))
    earlier = tuple(card for card in _cards(box, split(gone)) if isinstance(card, Relic))
    in_play = _deck(game, expedition, hazards, earlier)
    tunnel = _cards(box, cards)
    check_written(tunnel, expedition, in_play)
    cave = Cave(tuple(range(inside)))
    for at, card in enumerate(tunnel, start=1):
        if cave.ends_with(card):
            raise Refused("impossible-tunnel", at=at)
        cave = cave.turn(card)
    unseen = list(in_play)
    for card in tunnel:
        unseen.remove(card)
    situation = Situation(
        tunnel=tunnel,
        unseen=tuple(unseen),
        inside=inside,
        held=cave.held if held is None else held,
        path=cave.path() if path is None else path,
        relics_worth=sum(game.edition.relics.worth(relic, taken + at) for at, relic in enumerate(cave.relics))
        if game.edition.relics
        else 0,
    )
    result = odds(situation)
    if json:
        figures = {"danger": str(result.danger), "share": str(result.share), "leaving": result.leaving}
        click.echo(msgspec.json.encode(figures))
    else:
        click.echo("\n".join(Narrator(catalogue(language), ()).odds(result, situation)))
    return 0


def _cards(box: Edition, texts: tuple[str, ...]) -> tuple[Card, ...]:
    cards = []
    for at, text in enumerate(texts, start=1):
        card = box.card(text)
        if card is None:
            raise Refused("unknown-card", card=at, text=text, edition=box.name)
        cards.append(card)
    return tuple(cards)


def _deck(game: Diamant, expedition: int, removed: tuple[Hazard, ...], gone: tuple[Relic, ...]) -> tuple[Card, ...]:
    """The deck of that expedition, if so many of these cards can be out of it."""
    whole = game.in_play(expedition, Camp((), ()))
    check_written(removed + gone, expedition, whole)
    return game.in_play(expedition, Camp((), (), removed, gone))
