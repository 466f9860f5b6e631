"""`tacora odds`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product

import click
import msgspec

from tacora.game import Refused
from tacora.games.diamant.cave import Cave
from tacora.games.diamant.editions import Card, Edition, Hazard, Relic, edition_named
from tacora.games.diamant.narration import DiamantNarrator
from tacora.games.diamant.odds import Situation, odds
from tacora.games.diamant.rules import Camp, Diamant, check_written
from tacora.narration import Catalogue, Language
from tacora.narration.catalogue import LANGUAGES, catalogue
from tacora.terminal.commands import bare
from tacora.terminal.plan import split

LEAST_LETTERS = 3
"""Of a hazard's name that is not typed to its end."""


def tell(
    language: Language,
    *,
    cards: tuple[str, ...],
    edition: str,
    relics: bool | None,
    chests: object,
    inside: int,
    held: int | None,
    path: int | None,
    expedition: int | None,
    removed: str,
    gone: str,
    taken: int,
    lying: int | None,
    json: bool,
) -> int:
    """Print the odds of the situation that the flags describe. They are the same whether chests are open or hidden."""
    del chests
    box = edition_named(edition)
    game = Diamant(box, relics=relics)
    say = catalogue(language)
    tunnel = _cards(say, box, cards)
    known_relics = _gone(say, box, split(gone), taken)
    _check_relics(game, (*tunnel, *known_relics))
    camp = Camp((), (), _hazards(say, box, split(removed)), known_relics)
    deck = _deck(game, camp, tunnel, expedition)
    cave = Cave(tuple(range(inside)))
    for at, card in enumerate(tunnel, start=1):
        if cave.ends_with(card):
            raise Refused("impossible-tunnel", at=at)
        cave = cave.turn(card)
    unseen = list(deck)
    for card in tunnel:
        unseen.remove(card)
    situation = Situation(
        tunnel=tunnel,
        unseen=tuple(unseen),
        inside=inside,
        held=cave.held if held is None else held,
        path=cave.path() if path is None else path,
        relics_worth=_relics_worth(box, cave, taken, lying),
    )
    result = odds(situation)
    if json:
        figures = {"danger": str(result.danger), "share": str(result.share), "leaving": result.leaving}
        click.echo(msgspec.json.encode(figures))
    else:
        click.echo("\n".join(DiamantNarrator(say, ()).odds(result, situation)))
    return 0


def _cards(say: Catalogue, box: Edition, texts: tuple[str, ...]) -> tuple[Card, ...]:
    cards = []
    for at, text in enumerate(texts, start=1):
        card = box.card(text.upper()) or _hazard(box, text)
        if card is None:
            names = [_names(say, kind) for kind in box.hazards]
            known = ", ".join(short if " " in long else long for long, short in names)  # Typed without quotes.
            raise Refused("unknown-card-typed", card=at, text=text, edition=box.name, hazards=known)
        cards.append(card)
    return tuple(cards)


def _check_relics(game: Diamant, cards: Iterable[Card]) -> None:
    """A relic needs a game with relics."""
    relic = next((card for card in cards if isinstance(card, Relic)), None)
    if relic is not None and not game.with_relics:
        raise Refused("without-relics", text=str(relic))


def _names(say: Catalogue, kind: str) -> tuple[str, str]:
    """A hazard's name, long and short."""
    return say(f"hazard-{kind}"), say(f"hazard-{kind}-short")


def _hazard(box: Edition, text: str) -> Hazard | None:
    """The hazard of a name in any language, or of its beginning, with or without accents."""
    typed = bare(" ".join(text.casefold().split()))
    meant = {
        kind
        for kind, language in product(box.hazards, LANGUAGES)
        for name in (kind, *map(bare, _names(catalogue(language), kind)))
        if name == typed or (len(typed) >= LEAST_LETTERS and name.startswith(typed))
    }
    return Hazard(meant.pop()) if len(meant) == 1 else None


def _hazards(say: Catalogue, box: Edition, texts: tuple[str, ...]) -> tuple[Hazard, ...]:
    hazards = []
    for card in _cards(say, box, texts):
        if not isinstance(card, Hazard):
            raise Refused("not-a-hazard", text=str(card))
        hazards.append(card)
    return tuple(hazards)


def _gone(say: Catalogue, box: Edition, texts: tuple[str, ...], taken: int) -> tuple[Relic, ...]:
    """Relics turned in earlier expeditions. Where all relics look alike, those taken are surely among them."""
    relics = []
    for card in _cards(say, box, texts):
        if not isinstance(card, Relic):
            raise Refused("not-a-relic", text=str(card))
        relics.append(card)
    if taken > len(relics):
        if box.relics is None or not box.relics.by_order:
            raise Refused("too-many-taken", given=taken)
        relics += [Relic()] * (taken - len(relics))
    return tuple(relics)


def _deck(game: Diamant, camp: Camp, tunnel: tuple[Card, ...], expedition: int | None) -> tuple[Card, ...]:
    """The deck of that expedition, or of the first in which all these cards can be out, or in the tunnel."""
    last = game.edition.expeditions
    if expedition is not None and expedition > last:
        raise Refused("no-such-expedition", most=last)
    # After each expedition at most one hazard is removed.
    first, removed = len(camp.removed) + 1, len(camp.removed)
    if first > (expedition or last):
        raise Refused("too-many-removed", before=expedition or last, most=(expedition or last) - 1, given=removed)
    refusals: list[Refused] = []
    for candidate in range(first, last + 1) if expedition is None else (expedition,):
        try:
            _check_out(camp.removed + camp.gone, game.in_play(candidate - 1, Camp((), ())))
            deck = game.in_play(candidate, camp)
            check_written(tunnel, candidate, deck)
        except Refused as refused:
            refusals.append(refused)
        else:
            return deck
    raise refusals[0]


def _check_out(cards: tuple[Card, ...], earlier: tuple[Card, ...]) -> None:
    """Refuse cards said to be out of the game that no earlier expedition could have turned."""
    left = Counter(earlier)
    left.subtract(cards)
    for card in cards:
        if left[card] < 0:
            raise Refused("cannot-be-out", text=str(card))


def _relics_worth(box: Edition, cave: Cave, taken: int, lying: int | None) -> int:
    """What the relics in the tunnel count for a lone leaver, after those taken earlier and in this expedition."""
    if box.relics is None:
        return 0
    turned = len(cave.relics)
    left = turned if lying is None else lying
    if left > turned:
        raise Refused("too-many-lying", given=left, turned=turned)
    before = taken + turned - left
    return sum(box.relics.worth(relic, before + at) for at, relic in enumerate(cave.relics[turned - left :]))
