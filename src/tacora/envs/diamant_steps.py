"""Steps of many games of Diamant at once: the rules of the kernel, with decisions that come from outside.

A game is a row of numbers. Its random words and their places are those of the kernel, so a game of a seed and a number
is dealt as the simulator deals it, and bots toss the same coins. All compiled code is in this file: Numba notices a
change of it, and `tacora.fast.compiled` one of the kernel.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tacora.envs.diamant_observation import HIDDEN, PLAYER, TABLE, DiamantObservation
from tacora.fast.arrays import Ints
from tacora.fast.bits import popcount
from tacora.fast.chance import PER_EXPEDITION, U, ahead, key_of, signed
from tacora.fast.compiled import entry, small
from tacora.games.diamant.kernel.box import CARDS, ORDERS, RECIPROCALS, Box, cards_of
from tacora.games.diamant.kernel.party import Party
from tacora.games.diamant.kernel.rules import WORTH, chest, cleared, into_chests, leave, turn
from tacora.games.diamant.kernel.walk import VICTORY, next_card, victory
from tacora.games.diamant.kernel.wants import all_wants
from tacora.games.diamant.rules import Diamant

Shorts: TypeAlias = NDArray[np.int16]

FIELDS: Final = 17
"""Numbers of a game, by the names below."""
(
    NUMBER, KEY, PLACE, EXPEDITION, IN_PLAY, TAKEN, ONE, TWO, WON_ONE, WON_TWO,
    DECK, KIN, HELD, PATH, LYING, LYING_WORTH, INSIDE,
) = range(FIELDS)  # fmt: skip

_TABLE, _PLAYER, _HIDDEN = len(TABLE), len(PLAYER), HIDDEN


class Look(NamedTuple):
    """What compiled code has to know to write observations."""

    players: int
    hazards: Ints
    """By hazard: the set of its cards."""
    kinds: Ints
    """By kind of card: the set of its cards."""
    hidden: int
    """Whether chests are."""
    gems: int
    """Whether the reward is what is brought home, and not the victory."""


class Out(NamedTuple):
    """What a step gives, a row for each agent."""

    observations: Shorts
    rewards: NDArray[np.float64]
    over: NDArray[np.bool_]
    masks: NDArray[np.int8]


def look_at(game: Diamant, layout: DiamantObservation, *, gems: bool) -> Look:
    """The numbers for a game."""
    deck = cards_of(game)
    kinds = [sum(1 << at for at, card in enumerate(deck) if card == kind) for kind in layout.kinds]
    hazards = [kinds[layout.kinds.index(hazard)] for hazard in layout.hazards]
    return Look(layout.players, np.array(hazards), np.array(kinds), int(game.chests == "hidden"), int(gems))


def empty_out(agents: int, size: int) -> Out:
    """Room for the outcome of a step."""
    return Out(
        np.empty((agents, size), np.int16), np.empty(agents), np.empty(agents, np.bool_), np.empty((agents, 2), np.int8)
    )


@small
def begin(box: Box, players: int, states: Ints, game: int, seed: np.uint64, number: int) -> None:
    """The game of this number, up to its first decision."""
    states[game, NUMBER] = number
    states[game, KEY] = signed(key_of(seed, number))
    states[game, TAKEN] = 0
    states[game, ONE] = states[game, TWO] = states[game, WON_ONE] = states[game, WON_TWO] = 0
    enter(box, players, states, game, 0, box.cards | box.added[0])


@small
def enter(box: Box, players: int, states: Ints, game: int, expedition: int, in_play: int) -> None:
    """Everyone goes into a cave, and the first card is turned; or the game is over, and the table clear (D9, D21)."""
    states[game, EXPEDITION] = expedition
    states[game, HELD] = states[game, PATH] = states[game, LYING] = states[game, LYING_WORTH] = 0
    states[game, KIN] = 0
    if expedition == box.expeditions:
        states[game, IN_PLAY] = states[game, DECK] = states[game, INSIDE] = 0
        return
    states[game, IN_PLAY] = states[game, DECK] = in_play
    states[game, INSIDE] = (1 << players) - 1
    states[game, PLACE] = signed(ahead(U(states[game, KEY]), PER_EXPEDITION * expedition))
    deeper(box, states, game, players)


@small
def deeper(box: Box, states: Ints, game: int, explorers: int) -> tuple[int, int]:
    """The next card is turned: the card, and 1 for a disaster."""
    card, place = next_card(states[game, DECK], U(states[game, PLACE]), box.bits)
    effect = box.effects[U(explorers * CARDS + card)]
    deck, kin, held, path, disaster = turn(
        card,
        1,
        box.same[U(card)],
        effect,
        states[game, DECK],
        states[game, KIN],
        states[game, HELD],
        states[game, PATH],
    )
    states[game, PLACE], states[game, DECK], states[game, KIN] = signed(place), deck, kin
    states[game, HELD], states[game, PATH] = held, path
    if box.relics:
        out = states[game, TAKEN] + states[game, LYING]
        states[game, LYING_WORTH] += box.worths[U(card * ORDERS + out)]
        states[game, LYING] += (box.relics >> card) & 1
    return card, disaster


@small
def decide(box: Box, players: int, states: Ints, game: int, leaving: int) -> int:
    """These leave and the others go on, up to the next decision of anybody; what each leaver brings home."""
    leavers, inside = popcount(leaving), states[game, INSIDE] & ~leaving
    lying, worth = states[game, LYING], states[game, LYING_WORTH]
    home, path = leave(leavers, RECIPROCALS[U(leavers)], states[game, HELD], states[game, PATH], lying, worth)
    states[game, PATH], states[game, INSIDE] = path, inside
    states[game, ONE] += into_chests(leaving & 15, home)
    states[game, TWO] += into_chests(leaving >> 4, home)
    if lying and leavers == 1:
        states[game, WON_ONE] += into_chests(leaving & 15, worth)
        states[game, WON_TWO] += into_chests(leaving >> 4, worth)
        states[game, TAKEN] += lying
        states[game, LYING] = states[game, LYING_WORTH] = 0
    card, disaster = 0, 0
    if inside:
        card, disaster = deeper(box, states, game, popcount(inside))
    if disaster or not inside:
        in_play = cleared(states[game, IN_PLAY], states[game, DECK], box.relics, card, disaster)
        expedition = states[game, EXPEDITION] + 1
        enter(box, players, states, game, expedition, in_play | box.added[U(expedition)])
    return home // WORTH


@small
def write_table(box: Box, look: Look, states: Ints, game: int, table: Shorts) -> None:
    """The part of an observation that is the same for all seats."""
    deck, kin, in_play = states[game, DECK], states[game, KIN], states[game, IN_PLAY]
    table[0] = min(states[game, EXPEDITION] + 1, box.expeditions)
    table[1] = popcount(states[game, INSIDE])
    table[2] = states[game, HELD]
    table[3] = states[game, PATH]
    table[4] = popcount(in_play & ~deck)
    table[5] = states[game, LYING]
    table[6] = states[game, LYING_WORTH]
    table[7] = states[game, TAKEN]
    table[8] = popcount(deck)
    table[9] = popcount(kin & deck)
    hazards = len(look.hazards)
    for at in range(hazards):
        table[_TABLE + at] = (look.hazards[at] & kin) != 0
    for at in range(len(look.kinds)):
        table[_TABLE + hazards + at] = popcount(look.kinds[at] & deck)


@small
def write_players(look: Look, states: Ints, game: int, players: Shorts) -> None:
    """What all seats see of each player, one after the other, twice: each seat begins with itself."""
    one, two, inside = states[game, ONE], states[game, TWO], states[game, INSIDE]
    won_one, won_two = states[game, WON_ONE], states[game, WON_TWO]
    for seat in range(look.players):
        full, worth = chest(one, two, seat), chest(won_one, won_two, seat)
        for at in (seat * _PLAYER, (look.players + seat) * _PLAYER):
            players[at] = (inside >> seat) & 1
            players[at + 1] = full // WORTH - worth
            players[at + 2] = worth
            players[at + 3] = full % WORTH


@small
def write_row(
    look: Look, states: Ints, game: int, seat: int, out: Out, row: int, table: Shorts, players: Shorts
) -> None:
    """The observation and the mask of one seat."""
    first = len(table)
    for at in range(first):
        out.observations[row, at] = table[at]
    for at in range(look.players * _PLAYER):
        out.observations[row, first + at] = players[seat * _PLAYER + at]
    inside = states[game, INSIDE]
    if look.hidden and inside:
        for other in range(1, look.players):
            out.observations[row, first + other * _PLAYER + 1] = _HIDDEN
    mine = (inside >> seat) & 1
    out.masks[row, 0] = out.masks[row, 1] = mine


@entry
def reset(box: Box, look: Look, seed: np.uint64, first: int, states: Ints, seats: Ints, out: Out) -> None:
    """Begin all games, numbered from `first` on. Each has an agent for each of these seats, row after row."""
    table, players = np.empty(_TABLE + len(look.hazards) + len(look.kinds), np.int16), np.empty(16 * _PLAYER, np.int16)
    for game in range(len(states)):
        begin(box, look.players, states, game, seed, first + game)
        write_table(box, look, states, game, table)
        write_players(look, states, game, players)
        for at in range(len(seats)):
            row = game * len(seats) + at
            out.rewards[row], out.over[row] = 0.0, False
            write_row(look, states, game, seats[at], out, row, table, players)


@entry
def step_all(box: Box, look: Look, seed: np.uint64, states: Ints, actions: NDArray[np.int8], out: Out) -> None:
    """One decision of all games, in which every seat is an agent. A game that was over begins anew instead."""
    table, players = np.empty(_TABLE + len(look.hazards) + len(look.kinds), np.int16), np.empty(16 * _PLAYER, np.int16)
    for game in range(len(states)):
        first = game * look.players
        inside = states[game, INSIDE]
        if inside:
            leaving = 0
            for seat in range(look.players):
                leaving |= (actions[first + seat] & 1) << seat
            leaving &= inside
            home = decide(box, look.players, states, game, leaving)
        else:
            leaving, home = 0, 0
            begin(box, look.players, states, game, seed, states[game, NUMBER] + len(states))
        over = states[game, INSIDE] == 0
        write_table(box, look, states, game, table)
        write_players(look, states, game, players)
        for seat in range(look.players):
            row = first + seat
            out.over[row] = over
            out.rewards[row] = home * ((leaving >> seat) & 1) * look.gems
            if over and not look.gems:
                won = victory(box, look.players, states[game, ONE], states[game, TWO], seat)
                out.rewards[row] = won / VICTORY
            write_row(look, states, game, seat, out, row, table, players)


@entry
def step_seat(
    box: Box, look: Look, party: Party, seed: np.uint64, seat: int, states: Ints, actions: NDArray[np.int8], out: Out
) -> None:
    """One decision of one seat in all games, and what bots decide until its next one. A game that was over begins."""
    table, players = np.empty(_TABLE + len(look.hazards) + len(look.kinds), np.int16), np.empty(16 * _PLAYER, np.int16)
    mine = 1 << seat
    for game in range(len(states)):
        reward = 0
        if states[game, INSIDE]:
            action = (actions[game] & 1) << seat
            while True:
                inside = states[game, INSIDE]
                leaving = all_wants(
                    box, party, U(states[game, PLACE]), states[game, EXPEDITION], states[game, IN_PLAY],
                    states[game, DECK], states[game, KIN], states[game, HELD], states[game, PATH],
                    states[game, LYING], states[game, LYING_WORTH], inside, popcount(inside),
                    states[game, ONE], states[game, TWO],
                )  # fmt: skip
                leaving = (leaving & ~mine | action) & inside
                home = decide(box, look.players, states, game, leaving)
                if leaving & mine:
                    reward += home
                inside = states[game, INSIDE]
                if not inside or inside & mine:
                    break
        else:
            begin(box, look.players, states, game, seed, states[game, NUMBER] + len(states))
        over = states[game, INSIDE] == 0
        out.over[game] = over
        out.rewards[game] = reward * look.gems
        if over and not look.gems:
            won = victory(box, look.players, states[game, ONE], states[game, TWO], seat)
            out.rewards[game] = won / VICTORY
        write_table(box, look, states, game, table)
        write_players(look, states, game, players)
        write_row(look, states, game, seat, out, game, table, players)
