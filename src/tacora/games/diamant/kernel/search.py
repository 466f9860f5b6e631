"""A search for one decision: Monte Carlo tree search with simultaneous moves.

Each playout draws a world (an order of the unseen cards, and coins) and plays the game to its end. Below the decision
at hand stands a tree of what all can see in this expedition: its nodes are the situations that playouts came to. Where
a node has been visited often enough, every explorer inside chooses for itself, at the same time as the others, by UCB1
on what its own choices won there; elsewhere all follow the strategies of the party. A playout adds one node at most.

Two playouts share each world: whoever searches goes on in the first and leaves in the second, so that luck is the same
for both choices.
"""

from __future__ import annotations

from math import log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tacora.fast.arrays import SEATS, Ints
from tacora.fast.bits import popcount
from tacora.fast.chance import DECISIONS, PER_EXPEDITION, U, ahead, key_of, mix, signed
from tacora.fast.compiled import entry, inlined, small
from tacora.games.diamant.kernel.box import CARDS, ORDERS, RECIPROCALS, Box
from tacora.games.diamant.kernel.party import Party
from tacora.games.diamant.kernel.rules import cleared, into_chests, leave, turn
from tacora.games.diamant.kernel.walk import VICTORY, finish_game, next_card, victory
from tacora.games.diamant.kernel.wants import all_wants, tossed

TRUST = 8
"""Visits after which the choices at a node are made by what they won there."""
EXPLORE = 0.5
"""How much UCB1 adds for choices that were tried seldom, in victories."""
NODES = 1 << 17
"""In a tree at most: 35 megabytes. From then on playouts only learn more about these."""
DEPTH = 32
"""Decisions in one expedition at most."""

_HELD, _PATH, _LYING = 8, 20, 32  # Bits, in the name of a node.
_HALF = U(1 << 20)


class Tree(NamedTuple):
    """The nodes of a search. The first is the decision at hand."""

    slots: Ints
    """By hash: the number of a node, or 0."""
    names: NDArray[np.uint64]
    """By node: what tells it apart from the others."""
    visits: Ints
    """By node, seat and choice (0 to go on, 1 to leave): how often it was made."""
    victories: Ints
    """Likewise: what it won, in parts of `walk.VICTORY`."""
    way: Ints
    """The nodes that a playout came through: their numbers, and the seats inside and leaving."""


def tree_for(playouts: int) -> Tree:
    """A tree with room for so many playouts."""
    nodes = min(playouts, NODES) + 1
    return Tree(
        np.zeros(1 << (2 * nodes).bit_length(), np.int64),
        np.zeros(nodes, np.uint64),
        np.zeros((nodes, SEATS, 2), np.int64),
        np.zeros((nodes, SEATS, 2), np.int64),
        np.zeros((DEPTH, 3), np.int64),
    )


@entry
def search(
    box: Box, party: Party, situation: Ints, seat: int, thinking: int, playouts: int, seed: np.uint64, tree: Tree
) -> int:
    """Play games out from a situation to weigh the decision of a seat. Gives the number of nodes.

    `thinking` are the seats that choose by the tree; the others follow their strategies everywhere.
    """
    nodes = 1
    for playout in range(playouts):
        expedition, in_play, deck, kin = situation[0], situation[1], situation[2], situation[3]
        held, path, lying, worth = situation[4], situation[5], situation[6], situation[7]
        inside, taken, one, two = situation[8], situation[9], situation[10], situation[11]
        place = U(ahead(key_of(seed, playout // 2), PER_EXPEDITION * expedition))
        after = U(ahead(place, PER_EXPEDITION))
        node, decisions, card, disaster, turned = 0, 0, 0, 0, U(0)
        may_grow = nodes < len(tree.names)
        while True:
            explorers = popcount(inside)
            leaving = all_wants(
                box, party, place, expedition, in_play, deck, kin, held, path, lying, worth, inside, explorers, one, two
            )
            if node >= 0:
                leaving = chosen(tree, node, inside, thinking, leaving, place)
                if node == 0:
                    leaving = leaving & ~(1 << seat) | (playout & 1) << seat
                tree.way[decisions, 0], tree.way[decisions, 1], tree.way[decisions, 2] = node, inside, leaving
                decisions += 1
            leavers = popcount(leaving)
            home, path = leave(leavers, RECIPROCALS[U(leavers)], held, path, lying, worth)
            one += into_chests(leaving & 15, home)
            two += into_chests(leaving >> 4, home)
            inside &= ~leaving
            if leavers == 1:
                taken, lying, worth = taken + lying, 0, 0
            if not inside:
                break
            card, place = next_card(deck, place, box.bits)
            effect = box.effects[U(popcount(inside) * CARDS + card)]
            deck, kin, held, path, disaster = turn(card, 1, box.same[U(card)], effect, deck, kin, held, path)
            if disaster:
                break
            worth += box.worths[U(card * ORDERS + taken + lying)]
            lying += (box.relics >> card) & 1
            if node >= 0:
                turned += mix(U(likeness(box, card)))
                name = name_of(turned, one, two, inside, held, path, lying)
                slot = slot_of(tree, name)
                node = tree.slots[U(slot)]
                if node == 0:
                    node = -1
                    if may_grow:
                        tree.slots[U(slot)], tree.names[U(nodes)], node = nodes, name, nodes
                        nodes += 1
                        may_grow = False
        in_play = cleared(in_play, deck, box.relics, card, disaster) | box.added[U(expedition + 1)]
        one, two, _ = finish_game(box, party, expedition + 1, after, in_play, taken, one, two)
        for player in range(party.seats):
            learn(tree, decisions, player, victory(box, party.seats, one, two, player))
    return nodes


@inlined
def chosen(tree: Tree, node: int, inside: int, thinking: int, wants: int, place: np.uint64) -> int:
    """The explorers who leave: at a node that is known well those whose statistics say so, elsewhere who wants to."""
    leaving, rest, seat = wants, inside & thinking, 0
    while rest:
        if rest & 1 and tree.visits[node, seat, 0] + tree.visits[node, seat, 1] >= TRUST:
            heads = int(tossed(U(ahead(place, 3 * DECISIONS)), seat) < _HALF)
            leaving = leaving & ~(1 << seat) | prefers_to_leave(tree, node, seat, heads) << seat
        rest >>= 1
        seat += 1
    return leaving


@small
def prefers_to_leave(tree: Tree, node: int, seat: int, heads: int) -> int:
    """The choice of UCB1, or a coin where both are alike."""
    stayed, left = tree.visits[node, seat, 0], tree.visits[node, seat, 1]
    if stayed == 0 or left == 0:
        return int(left == 0)
    wide = EXPLORE * VICTORY * sqrt(log(stayed + left))
    staying = tree.victories[node, seat, 0] / stayed + wide / sqrt(stayed)
    leaving = tree.victories[node, seat, 1] / left + wide / sqrt(left)
    return heads if staying == leaving else int(leaving > staying)


@inlined
def learn(tree: Tree, decisions: int, seat: int, won: int) -> None:
    """Add what a seat won to the choices that it made on the way."""
    for decision in range(decisions):
        node, inside, leaving = tree.way[decision, 0], tree.way[decision, 1], tree.way[decision, 2]
        if (inside >> seat) & 1:
            tree.visits[node, seat, (leaving >> seat) & 1] += 1
            tree.victories[node, seat, (leaving >> seat) & 1] += won


@inlined
def likeness(box: Box, card: int) -> int:
    """A number that cards have in common if it does not matter which of them is turned: value, hazard, or relic."""
    relic = ((box.relics >> card) & 1) * (card + 1)
    return box.effects[U(CARDS + card)] | box.same[U(card)] << 8 | relic << 48


@inlined
def name_of(turned: np.uint64, one: int, two: int, inside: int, held: int, path: int, lying: int) -> np.uint64:
    """The name of a situation: `turned` is a sum over the cards turned, so their order does not matter."""
    cave = inside | held << _HELD | path << _PATH | lying << _LYING
    return mix(turned + mix(U(one) + mix(U(two) + mix(U(cave)))))


@inlined
def slot_of(tree: Tree, name: np.uint64) -> int:
    """Where the node of this name stands, or would stand."""
    last = len(tree.slots) - 1
    slot = signed(name & U(last))
    while tree.slots[U(slot)] != 0 and tree.names[U(tree.slots[U(slot)])] != name:
        slot = (slot + 1) & last
    return slot
