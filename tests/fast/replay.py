"""A simulated game played once more, slowly and plainly, to hold the kernel's drivers against.

Random words are worked out here with Python's own integers, the rules are the engine's, and the bots decide from the
engine's views. Nothing of `tacora.fast` is used. How a word becomes a card or a coin is told where it is done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from tacora.game import Seat
from tacora.games.diamant import EDITIONS, LEAVE, Card, Decision, Diamant, View
from tacora.games.diamant.bots import DiamantBot, make_bot
from tacora.games.diamant.bots.tables import Tabled
from tacora.games.diamant.editions import Hazard
from tacora.games.diamant.rules import Disaster
from tests.table import Table, replay

WORD = 1 << 64


def mix(z: int) -> int:
    """The finisher of SplitMix64 as its authors give it."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB % WORD
    return z ^ z >> 31


GAMMA = 0x9E3779B97F4A7C15


def word(key: int, number: int) -> int:
    """The output of this number of a SplitMix64 that starts at the key; number 0 is the one before the first."""
    return mix((key + number * GAMMA) % WORD)


def key_of(seed: int, game: int) -> int:
    """What a game starts from: the first output for the seed, and a mixed game number, mixed once more."""
    return mix((word(seed, 1) + word(0, game)) % WORD)


class Coin(Random):
    """A source of chance that holds one coin for a bot to toss: of the 2²¹ parts of the unit, the middle of one.

    The kernel rounds probabilities to whole parts, to the nearest: the middle is below both or neither.
    """

    held = 0

    def random(self) -> float:
        return (self.held + 0.5) / (1 << 21)


class Seated(NamedTuple):
    """A bot and the coin that it tosses."""

    bot: DiamantBot
    coin: Coin


def seated(text: str, tables: Mapping[str, Sequence[float]] | None = None) -> Seated:
    """The bot that is written so; one of these tables by its name."""
    coin = Coin()
    return Seated(Tabled(tables[text], coin) if tables and text in tables else make_bot(text, coin), coin)


class Situation(NamedTuple):
    """A decision that was asked for, and the answer."""

    seat: Seat
    view: View
    decision: Decision


class Replayed(NamedTuple):
    """How a game went."""

    scores: tuple[int, ...]
    relics: tuple[int, ...]
    winners: tuple[Seat, ...]
    course: tuple[tuple[int, bool], ...]
    """For each expedition the cards turned, and whether a disaster ended it."""
    situations: tuple[Situation, ...]


def replayed(game: Diamant, party: Sequence[Seated], seed: int, number: int) -> Replayed:
    """The game of this number: each expedition is dealt before it begins, and the engine starts over with its cards."""
    key = key_of(seed, number)
    fixed = game.edition.cards()
    relics = game.edition.relics if game.with_relics and game.edition.relics else None
    cards: tuple[Card, ...] = (*fixed, *relics.cards) if relics else fixed
    in_play = set(range(len(fixed)))
    deal: list[tuple[Card, ...]] = []
    actions: list[dict[Seat, Decision]] = []
    course: list[tuple[int, bool]] = []
    situations: list[Situation] = []
    for expedition in range(game.edition.expeditions):
        if relics:
            joining = range(len(relics.added_by(expedition)), len(relics.added_by(expedition + 1)))
            in_play |= {len(fixed) + at for at in joining}
        deck, coming = set(in_play), dealt(in_play, cards, key, 64 * expedition)
        deal.append(tuple(cards[card] for card, _ in coming))
        table = replay(game, len(party), tuple(deal), actions)
        for turned, words in coming:
            deck.remove(turned)
            pending = game.pending(table.state)
            if not pending:
                assert any(isinstance(event, Disaster) for event in table.steps[-1].events)
                in_play.remove(turned)
                break
            unseen = Counter(table.view().unseen)
            assert unseen == Counter(cards[card] for card in deck)
            joint, history = {}, table.events
            for seat in pending:
                bot, coin = party[seat]
                three = word(key, words + 512 * (1 + seat // 3))
                coin.held = three >> 21 * (seat % 3) & (1 << 21) - 1
                view = table.view(seat)
                joint[seat] = bot.choose(view, history)
                situations.append(Situation(seat, view, joint[seat]))
            actions.append(joint)
            if all(decision is LEAVE for decision in joint.values()):
                break
            table = Table(game, len(party), (*table.steps, game.apply(table.state, joint)), tuple(actions))
        course.append((len(in_play | {turned}) - len(deck), turned not in in_play))
        in_play -= {card for card in in_play - deck if card >= len(fixed)}
    state = replay(game, len(party), tuple(deal), actions).state
    outcome = game.outcome(state)
    assert outcome is not None
    return Replayed(
        outcome.scores,
        tuple(map(len, state.camp.trophies)),
        outcome.winners,
        tuple(course),
        tuple(situations),
    )


def dealt(
    in_play: set[int], cards: Sequence[Card], key: int, words: int, tunnel: Sequence[Card] = ()
) -> list[tuple[int, int]]:
    """The cards of an expedition as long as it can last, each with the number of the word after those that drew it.

    It may have come some way already, and these cards lie in the tunnel.
    """
    bits = next(bits for bits in range(10) if 2**bits >= len(cards))
    deck, found = set(in_play), list[tuple[int, int]]()
    met: Counter[Card] = Counter(tunnel)
    while not any(count > 1 for card, count in met.items() if isinstance(card, Hazard)):
        drawn = False
        while not drawn:
            turned, drawn = look(deck, word(key, words), bits)
            words += 1
        deck.remove(turned)
        met[cards[turned]] += 1
        found.append((turned, words))
    return found


def look(deck: set[int], random_word: int, bits: int) -> tuple[int, bool]:
    """Four looks at places of the deck, each told by the lowest bits left: the first card that is still there."""
    for _ in range(4):
        if random_word % 2**bits in deck:
            return random_word % 2**bits, True
        random_word >>= bits
    return 0, False


def boxes(**changes: int) -> list[Diamant]:
    """Every box with every choice about relics, changed a little if asked."""
    return [
        Diamant(replace(edition, **changes), relics=relics)
        for edition in EDITIONS.values()
        for relics in ((False, True) if edition.relics else (False,))
    ]


def box_name(game: Diamant) -> str:
    """A name for a test."""
    return game.edition.name + (" with relics" if game.with_relics else "")
