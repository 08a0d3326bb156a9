"""The position as a frozen value: roads, lines of characters, decks, the agenda."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Literal, Self, TypeAlias, cast

import msgspec

from byways import game
from byways.game import Chance, Tell
from byways.games.long_road.box import DECKS, Box
from byways.games.long_road.choices import AnyChoice
from byways.once import once
from byways.room import rules_of

Cards: TypeAlias = tuple[int, ...]
Arms: TypeAlias = tuple[int, int, int]  # daggers, pistols, rifles
BARE: Arms = (0, 0, 0)
COLORS = ("red", "black", "yellow", "green")
StepName: TypeAlias = Literal[
    "draft", "pass",
    "turn", "open", "draw", "reward", "after", "refill", "next",
    "arrive", "sell", "activate", "effect", "leave", "recruit", "clear", "turn up",
    "resolve", "count",
]  # fmt: skip
DISCARD = 4  # where a card is drawn from when no deck has any


class Step(msgspec.Struct, frozen=True, gc=False):
    """Something still to do: of a kind that `agenda` knows, by a seat, on a road, about a character or a card, and how far it has come."""

    what: StepName
    seat: int = -1
    road: int = -1
    item: int = -1
    stage: int = 0


class Placed(msgspec.Struct, frozen=True, gc=False):
    """A character in a line with its hat and its weapons; -1 is one that a viewer does not know, `could` what all may take it for."""

    character: int
    seat: int
    arms: Arms
    up: bool
    could: int


class Road(msgspec.Struct, frozen=True, dict=True):
    """A destination (-1: none is left) with its rewards, the caravan to its right and the line of characters to its left."""

    destination: int
    coins: int
    daggers: int
    cards: Cards = ()
    line: tuple[Placed, ...] = ()
    on_the_road: bool = False

    @once
    def shares(self) -> dict[Hashable, float]:
        """What a seat may earn here, in the circumstances of the key: `bots` fill this in. A road lasts from one position to the next while
        nothing happens on it, and with it what was made of it."""
        return {}


class Trace(msgspec.Struct, frozen=True):
    """A card that a seat put under a deck of nobody and another drew: for all that the seat has seen it is in one of these hands, or lies
    at one of these places under decks."""

    seat: int
    card: int
    hands: Cards
    under: tuple[tuple[int, int], ...] = ()


class Sale(msgspec.Struct, frozen=True, gc=False):
    """What herds pay, who is activated already (a bit set), the pile of hats from below, and how many were activated."""

    road: int
    white: int
    black: int
    done: int = 0
    hats: Cards = ()
    count: int = 0


class Packet(msgspec.Struct, frozen=True):
    """Characters that go round in a draft: those dealt, who has them now (-1: nobody any more), and who took which, in order."""

    dealt: Cards
    holder: int
    picks: tuple[tuple[int, int], ...] = ()

    @property
    def left(self) -> Cards:
        gone = [character for _, character in self.picks]
        return tuple(character for character in self.dealt if character not in gone)


class SeenPacket(msgspec.Struct, frozen=True):
    """What a seat knows of a packet: who took somebody (-1: unknown), and what was in it after so many picks."""

    holder: int
    picks: tuple[tuple[int, int], ...]
    contents: tuple[tuple[int, Cards], ...]


class Setup(game.Setup, frozen=True):
    """`packs` are the numbers of the packs dealt, `packets` the characters dealt for a draft; one of the two is empty."""

    open: bool
    companeros: bool
    star: int
    hands: tuple[Cards, ...]
    destinations: tuple[int, int, int]
    bosses: Cards
    end: int
    packs: Cards = ()
    packets: tuple[Cards, ...] = ()


class Position(game.Position[AnyChoice], frozen=True, kw_only=True):
    """Cards and characters go by the numbers of the box. `todo` is the agenda; effects and bonuses put steps in front."""

    box: Box
    open: bool
    companeros: bool
    star: int
    end: int
    bosses: Cards
    money: Cards
    arms: tuple[Arms, ...]
    reserve: Arms
    hands: tuple[Cards, ...]
    decks: tuple[Cards, ...]  # in no order, on top of the tails
    tails: tuple[Cards, ...]  # in order, what was put under each deck
    layers: tuple[Cards, ...] = ((),) * DECKS  # who put it there, where a deck is nobody's own
    traces: tuple[Trace, ...] = ()  # what became of it, for who put it there
    discard: Cards = ()
    boxed: Cards = ()  # cards of seats that have gone
    pool: Cards = ()  # cards of the discard when it was last shuffled and drawn from: each lies there still, or hidden with who drew it
    teams: tuple[Cards, ...]  # characters in hand
    origins: tuple[Cards, ...]  # the teams of the beginning
    packets: tuple[Packet, ...]
    known: Cards  # bit sets: whom all know a seat to have, in hand or face down
    seen: int = 0  # whom all have seen
    out: int = 0  # who has left the game for all to see
    roads: tuple[Road, Road, Road]
    ahead: Cards  # destinations still in their decks
    arrivals: Cards = ()  # who took the tiles
    reached: Cards = ()  # roads whose last reward was taken in this turn
    taken: tuple[Cards, ...]
    turns: int = 0
    ending: bool = False
    todo: tuple[Step, ...]
    sale: Sale | None = None

    @property
    def seats(self) -> list[int]:
        """Who is still in the game."""
        seats = range(len(self.acts))
        return [seat for seat in seats if seat not in self.removed] if self.removed else list(seats)

    @property
    def chance(self) -> Chance | None:
        """Made once for each position, by the rules: kinds of steps are functions of positions, so they lie above this module."""
        if self.awaited or not self.todo:
            return None
        due: Chance | None = self.__dict__.get("due")
        if due is None:
            due = self.__dict__["due"] = cast(Any, rules_of(self.room)).due(self)
        return due

    def remove(self, seat: int, tell: Tell = None) -> Self:
        """Who goes lays everything open, so what was done until then is final; the rest of an unfinished step goes with its seat."""
        now: Self = cast(Any, rules_of(self.room)).final(self, tell, seat)
        return super(Position, now).remove(seat, tell)


def source(position: Position, seat: int) -> int | None:
    """Where a seat draws next: its own deck, then the unused deck with most cards, then the discard."""
    decks = position.decks
    if decks[seat] or position.tails[seat]:
        return seat
    best, most = None, 0
    for number, deck in enumerate(decks):
        size = len(deck) + len(position.tails[number])
        if size > most and (number >= len(position.hands) or number in position.removed):
            best, most = number, size
    return best if best is not None else DISCARD if position.discard else None
