"""Diamant in sentences: what happens, and what lies on the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import assert_never

from msgspec import Struct

from tacora.game import Outcome, Seat
from tacora.games.diamant.camp import entrances
from tacora.games.diamant.editions import DIAMOND_WORTH, Card, Hazard, Relic, Treasure, stones
from tacora.games.diamant.odds import Odds, Situation, odds
from tacora.games.diamant.rules import (
    Began,
    Disaster,
    Event,
    ExpeditionEnded,
    GameEnded,
    HazardMet,
    RelicFound,
    Revealed,
    TreasureFound,
    Trophy,
    View,
    WentHome,
)
from tacora.narration.catalogue import MARK, Catalogue, with_room
from tacora.narration.listener import LETTERS, capital
from tacora.narration.narrator import Narrator, Telling, joined


class DiamantNarrator(Narrator[View, Event]):
    """Tells a game of Diamant."""

    def opening(self, view: View) -> str:
        """The box and its options."""
        return self.say(
            "table-edition",
            edition=self.say(f"edition-{view.edition}"),
            relics="yes" if view.with_relics else "no",
            chests=view.chests_kept,
        )

    # What happens

    def tell(self, events: Iterable[Event], view: View) -> list[str]:
        """A sentence or two for each event, in order. The view is the one after the events."""
        return [sentence for event in events for sentence in self._sentences(event, view)]

    def telling(self, events: Sequence[Event], view: View) -> Telling:
        """The same events come again and again, only with other names: their sentences are cached."""
        return _Filled(self.say, self.names, events, view)

    def _sentences(self, event: Event, view: View | _Sight) -> Iterator[str]:
        say = self.say
        match event:
            case Began():
                yield say("began", expedition=event.expedition, expeditions=view.expeditions)
                yield from self._shuffled_in(event.relics)
            case TreasureFound():
                yield self._treasure(event, view)
            case HazardMet():
                yield say("hazard-met", Hazard=capital(self.hazard(event.card)))
            case RelicFound():
                worth = next((trophy.worth for trophy in reversed(view.relics)), event.card.printed or 0)
                yield say("relic-found", worth=worth)
            case Disaster():
                hazard = capital(self.hazard(event.card))
                yield say(
                    "disaster", Hazard=hazard, lost=event.lost, gems=self.gems(event.lost), **self.who(event.victims)
                )
            case Revealed():
                yield self._revealed(event)
            case WentHome():
                yield self._brought_home(event)
                if event.trophies:
                    yield say("brought-trophies", relics=self.trophies(event.trophies), **self.who(event.seats))
                elif event.left_behind:
                    yield say("relics-stay", count=len(event.left_behind))
            case ExpeditionEnded():
                if event.removed:
                    yield say("expedition-hazard", expedition=event.expedition, hazard=self.hazard(event.removed))
                else:
                    yield say("expedition-left", expedition=event.expedition)
                if event.returned:
                    yield say("gems-returned", n=event.returned)
                if event.lost_relics:
                    yield self._lost(event.lost_relics)
            case GameEnded():
                best = event.scores[event.winners[0]]
                yield say("game-ended", score=best, **self.who(event.winners))
                if event.scores.count(best) > len(event.winners):
                    yield say("tie-broken")
            case _:
                assert_never(event)

    def _treasure(self, event: TreasureFound, view: View | _Sight) -> str:
        value = event.card.value
        if event.explorers == 1:
            return self.say("treasure-alone", value=value, who=self.listed(view.inside))
        if event.share == 0:
            return self.say("treasure-too-small", value=value)
        return self.say("treasure-shared", value=value, share=event.share, rest=event.rest)

    def _brought_home(self, event: WentHome) -> str:
        message = "home-both"
        if event.held == 0:
            message = "home-path" if event.share else "home-empty"
        elif event.share == 0:
            message = "home-held"
        return self.say(message, gems=self.gems(event.held + event.share), share=event.share, **self.who(event.seats))

    def _lost(self, relics: Sequence[Relic]) -> str:
        if any(relic.printed is None for relic in relics):
            return self.say("relics-lost-count", count=len(relics))
        return self.say("relics-lost", relics=self.say.listed(self.card(relic) for relic in relics))

    def _revealed(self, event: Revealed) -> str:
        if not event.leaving:
            return self.say("all-continue", **self.who(event.continuing))
        if not event.continuing:
            return self.say("all-leave", **self.who(event.leaving))
        others = self.who(event.continuing)
        return self.say(
            "some-leave", **self.who(event.leaving), Others=others["Who"], **{"others-kind": others["kind"]}
        )

    def _shuffled_in(self, relics: Sequence[Relic]) -> Iterator[str]:
        if len(relics) == 1 and relics[0].printed is not None:
            yield self.say("began-relic-worth", worth=relics[0].printed)
        elif relics:
            yield self.say("began-relics", count=len(relics))

    # What lies on the table

    def cave(self, view: View) -> list[str]:
        """The tunnel, who is in it and what lies there."""
        say = self.say
        if not view.inside:
            return [say("cave-none")]
        cards = [
            say("cave-card-lying", card=self.card(card), n=gems) if gems else self.card(card)
            for card, gems in zip(view.tunnel, view.lying, strict=True)
        ]
        hazards = [self.hazard(card) for card in view.tunnel if isinstance(card, Hazard)]
        lines = [
            say("cave-where", expedition=view.expedition, expeditions=view.expeditions, cards=len(view.tunnel)),
            say("cave-cards", cards=", ".join(cards)),
            say("cave-hazards", count=len(hazards), hazards=say.listed(hazards)),
            say("cave-path", n=view.path),
            say("cave-inside", gems=self.gems(view.held), **self.who(view.inside)),
        ]
        if view.relics:
            lines.append(say("cave-relics", relics=self.trophies(view.relics)))
        if view.removed:
            lines.append(say("cave-removed", hazards=say.listed(map(self.hazard, view.removed))))
        return [*lines, self._entrances(view)]

    def _entrances(self, view: View) -> str:
        marks = view.entrances
        listed = ", ".join(
            self.say(
                f"entrance-explored-{marks}" if entrance.state == "explored" else f"entrance-{entrance.state}",
                number=entrance.number,
            )
            for entrance in entrances(view)
        )
        return self.say("entrances", entrances=listed)

    def situation(self, view: View) -> list[str]:
        """How things stand, in a few words: for those who like to hear it after every step."""
        if not view.inside:
            return []
        return self.cave(view)[2:5]

    def asked(self, view: View, seats: Sequence[Seat]) -> str:
        """What is asked of the listener, or of some of those at one device."""
        if self.me is None:
            return self.say("deeper-or-camp-all", **self.who(seats))
        return _question(self.say, view.held, view.path)

    def players(self, view: View) -> list[str]:
        """A line for each player: letter, name, chest, relics, whereabouts."""
        return [
            self.say(
                "player-line",
                letter=LETTERS[seat],
                name=self.names[seat],
                chest=self._chest(chest),
                trophies="some" if owned else "none",
                relics=self.trophies(owned),
                where=self.say("where-inside" if seat in view.inside else "where-camp"),
            )
            for seat, (chest, owned) in enumerate(zip(view.chests, view.trophies, strict=True))
        ]

    def _chest(self, gems: int | None) -> str:
        return self.say("chest-hidden") if gems is None else self.say("chest-open", gems=self.gems(gems))

    def mine(self, view: View) -> list[str]:
        """What the player of the view's seat has."""
        if view.seat is None or (chest := view.chests[view.seat]) is None:
            return [self.say("mine-hidden")]
        owned = view.trophies[view.seat]
        shown = f"{self.gems(chest)} ({self.stones(chest)})" if chest >= DIAMOND_WORTH else self.gems(chest)
        inside = view.seat in view.inside
        lines = [self.say("mine-inside" if inside else "mine-camp", held=self.gems(view.held), chest=shown)]
        if owned:
            lines.append(self.say("mine-trophies", relics=self.trophies(owned)))
        return lines

    def odds(self, odds: Odds, situation: Situation) -> list[str]:
        """Odds in words and figures."""
        say = self.say
        alone = "odds-leaving-relics" if situation.relics_worth else "odds-leaving-alone"
        worths = [
            say(alone if n == 1 else "odds-leaving-many", gems=gems, n=n)
            for n, gems in enumerate(odds.leaving, start=1)
        ]
        return [
            say(
                "odds-danger",
                deadly=int(odds.danger * len(situation.unseen)),
                unseen=len(situation.unseen),
                chance=float(odds.danger),
            ),
            say("odds-share", share=float(odds.share)),
            say("odds-leaving", list=", ".join(worths)),
        ]

    def answer(self, view: View, about: str, *, odds: bool) -> list[str]:
        """What lies in the cave, what everybody has, what is one's own, and what the next card may bring."""
        match about:
            case "cave":
                return self.cave(view)
            case "mine" if self.me is not None:
                return self.mine(view)
            case "odds":
                if not odds:
                    return [self.say("odds-off")]
                return self.chances(view) if view.inside else self.cave(view)
        return self.players(view)

    def chances(self, view: View) -> list[str]:
        """The odds of the next card in what this view shows."""
        situation = Situation.seen_in(view)
        return self.odds(odds(situation), situation)

    def podium(self, view: View, outcome: Outcome) -> list[str]:
        """The final scores, best first; equal scores share a rank unless the box breaks the tie."""
        ranks = outcome.ranks
        return [
            self.say(
                "score-line",
                rank=ranks[seat],
                name=self.names[seat],
                score=outcome.scores[seat],
                trophies="some" if view.trophies[seat] else "none",
                gems=self.gems(view.chests[seat] or 0),
                relics=self.trophies(view.trophies[seat]),
            )
            for seat in sorted(range(len(ranks)), key=ranks.__getitem__)
        ]

    # Words

    def gems(self, n: int) -> str:
        """An amount of gems."""
        return self.say("gems", n=n)

    def stones(self, n: int) -> str:
        """The same amount as diamonds and rubies (D5)."""
        diamonds, rubies = stones(n)
        return self.say("stones", diamonds=diamonds, rubies=rubies)

    def hazard(self, card: Hazard) -> str:
        """The hazard's name, as it stands within a sentence."""
        return self.say(f"hazard-{card.kind}")

    def card(self, card: Card) -> str:
        """A card in words."""
        match card:
            case Treasure():
                return self.say("card-treasure", value=card.value)
            case Hazard():
                return self.hazard(card)
            case Relic():
                return self.say("card-relic", worth="none" if card.printed is None else card.printed)

    def trophies(self, trophies: Sequence[Trophy]) -> str:
        """Relics with what they count."""
        worths = self.say.listed(str(trophy.worth) for trophy in trophies)
        return self.say("relics-worth", count=len(trophies), worths=worths)


@lru_cache(maxsize=4096)
def _question(say: Catalogue, held: int, path: int) -> str:
    """What every explorer is asked, whoever it is."""
    return say("deeper-or-camp", gems=say("gems", n=held), path=path)


class _Sight(Struct, frozen=True):
    """What sentences about an event need to know of a view."""

    expeditions: int
    inside: tuple[Seat, ...]
    relics: tuple[Trophy, ...]


def _numbered(event: Event, view: View) -> tuple[Event, tuple[Seat, ...]]:
    """An event as if the seats that it names were the first ones, and which they are.

    It is without what is not told, so that few different events remain.
    """
    if type(event) is HazardMet or (type(event) is TreasureFound and event.explorers > 1):  # By far the most.
        return event, ()
    match event:
        case Revealed():
            leaving, all_inside = len(event.leaving), event.leaving + event.continuing
            return Revealed(_FIRST[leaving], _FIRST[len(all_inside)][leaving:]), all_inside
        case WentHome():
            seats = _FIRST[len(event.seats)]
            return WentHome(seats, event.held, event.share, 0, event.trophies, event.left_behind), event.seats
        case Disaster():
            return Disaster(event.card, _FIRST[len(event.victims)], event.lost), event.victims
        case TreasureFound():
            return event, view.inside
        case GameEnded():
            return event, _FIRST[len(event.scores)]
    return event, ()


_FIRST = [tuple(range(seats)) for seats in range(len(LETTERS) + 1)]


class _Filled(Telling):
    """A step in cached sentences, with names filled in."""

    __slots__ = "_parts", "named", "text"

    def __init__(self, say: Catalogue, names: Sequence[str], events: Sequence[Event], view: View) -> None:
        self._parts: list[tuple[str, dict[Seat, _Template], list[str]]] = []
        """For each event: its text for everybody, the sentences of those who hear others, and the names for them."""
        self.named: set[Seat] = set()
        for event in events:
            numbered, seats = _numbered(event, view)
            relics = view.relics if type(event) is RelicFound else ()
            template, own = _templates(say, numbered, view.expeditions, relics)
            if not seats:
                self._parts.append((template.filled(()), _NO_OTHERS, []))
                continue
            filled = [names[seat] for seat in seats]
            others = {seats[at]: other for at, other in own}
            self.named.update(others)
            self._parts.append((template.filled(filled), others, filled))
        self.text = joined([text for text, _, _ in self._parts])

    def to(self, seat: Seat) -> str:
        return joined([others[seat].filled(names) if seat in others else text for text, others, names in self._parts])


class _Template:
    """Sentences with room for names."""

    __slots__ = "_pick", "named", "text"

    def __init__(self, marked: str) -> None:
        self.text = with_room(marked, "%s")
        self.named = tuple(map(int, marked.split(MARK)[1::2]))
        """Which names are filled in, in this order."""
        self._pick = itemgetter(*self.named) if self.named else None
        if self._pick is None:
            self.text %= ()

    def filled(self, names: Sequence[str]) -> str:
        return self.text if self._pick is None else self.text % self._pick(names)


_NO_OTHERS: dict[Seat, _Template] = {}


@lru_cache(maxsize=16_384)
def _templates(
    say: Catalogue, event: Event, expeditions: int, relics: tuple[Trophy, ...]
) -> tuple[_Template, list[tuple[Seat, _Template]]]:
    """The sentences for an event as told to everybody, and to the seats that hear it in other words."""
    sight = _Sight(expeditions, _FIRST[1], relics)

    def told(me: Seat | None) -> tuple[str, set[Seat]]:
        narrator = DiamantNarrator(say, [f"{MARK}{seat}{MARK}" for seat in range(len(LETTERS))], me)
        return " ".join(narrator._sentences(event, sight)), narrator.named

    marked, named = told(None)
    own = [(seat, told(seat)[0]) for seat in sorted(named)]
    return _Template(marked), [(seat, _Template(other)) for seat, other in own if other != marked]
