"""The position: roads, lines of characters, decks and the agenda."""

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
UNARMED: Arms = (0, 0, 0)
COLORS = ("red", "black", "yellow", "green")
TaskName: TypeAlias = Literal[
    "draft", "pass",
    "turn", "open", "draw", "reward", "after", "refill", "next",
    "arrive", "sell", "activate", "effect", "leave", "recruit", "clear", "turn up",
    "resolve", "count",
]  # fmt: skip
DISCARD = 4  # numbered after the decks, as the source of last resort


class Task(msgspec.Struct, frozen=True, gc=False):
    """An item on the agenda. `what` names a type in `rules.agenda`; `item` is a character, card kind or deck, depending on the type."""

    what: TaskName
    seat: int = -1
    road: int = -1
    item: int = -1
    stage: int = 0


class Placed(msgspec.Struct, frozen=True, gc=False):
    """A character in a line; in views, -1 if unknown. `could` is the bit set of characters that it may publicly be."""

    character: int
    seat: int
    arms: Arms
    up: bool
    could: int


class Road(msgspec.Struct, frozen=True, dict=True):
    """A destination (-1: none is left) with its rewards, caravan and line, nearest character first."""

    destination: int
    coins: int
    daggers: int
    cards: Cards = ()
    line: tuple[Placed, ...] = ()
    on_the_road: bool = False

    @once
    def shares(self) -> dict[Hashable, float]:
        """A cache for `bots`: estimated earnings by circumstances. Positions share unchanged roads, and with them this cache."""
        return {}


class Trace(msgspec.Struct, frozen=True):
    """A card that `seat` put under an unused deck and another seat has drawn since.

    As far as `seat` can know, it is in one of `hands` or at one of the places (deck, index) in `under`.
    """

    seat: int
    card: int
    hands: Cards
    under: tuple[tuple[int, int], ...] = ()


class Sale(msgspec.Struct, frozen=True, gc=False):
    """A sale in progress: prices, activated characters (`done`, a bit set), hats from the bottom of the pile, and activations so far."""

    road: int
    white: int
    black: int
    done: int = 0
    hats: Cards = ()
    count: int = 0


class Packet(msgspec.Struct, frozen=True):
    """A hand passed round in a draft. `holder` is -1 once it is used up; `picks` are (seat, character) pairs in order."""

    dealt: Cards
    holder: int
    picks: tuple[tuple[int, int], ...] = ()

    @property
    def left(self) -> Cards:
        gone = [character for _, character in self.picks]
        return tuple(character for character in self.dealt if character not in gone)


class SeenPacket(msgspec.Struct, frozen=True):
    """A packet as one seat knows it: unknown picks are -1, and `contents` pairs a number of picks with the characters then left."""

    holder: int
    picks: tuple[tuple[int, int], ...]
    contents: tuple[tuple[int, Cards], ...]


class Setup(game.Setup, frozen=True):
    """Either `packs` (the numbers of the packs dealt) or `packets` (the characters dealt for a draft) is empty."""

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
    """Cards and characters are identified by the box's numbers.

    `todo` is the agenda: its first task is due, and effects push tasks in front.
    """

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
    decks: tuple[Cards, ...]  # unordered, on top of the tails
    tails: tuple[Cards, ...]  # ordered: cards put under each deck
    layers: tuple[Cards, ...] = ((),) * DECKS  # for unused decks: the seat that put each card into the tail
    traces: tuple[Trace, ...] = ()  # what these seats can know about such cards once they are drawn
    discard: Cards = ()
    boxed: Cards = ()  # removed seats' cards
    pool: Cards = ()  # the discard when it was last shuffled; each card is still there, or hidden with a player
    teams: tuple[Cards, ...]  # characters in hand
    origins: tuple[Cards, ...]  # the initial teams
    packets: tuple[Packet, ...]
    known: Cards  # a bit set per seat: characters that it publicly has, in hand or face down
    seen: int = 0  # bit set: characters that have ever been face up
    out: int = 0  # bit set: characters that have publicly left the game
    roads: tuple[Road, Road, Road]
    ahead: Cards  # destinations still in their decks
    arrivals: Cards = ()  # the seats that took the arrival tiles
    reached: Cards = ()  # roads whose last reward was taken this turn
    taken: tuple[Cards, ...]
    turns: int = 0
    ending: bool = False
    todo: tuple[Task, ...]
    sale: Sale | None = None

    @property
    def seats(self) -> list[int]:
        """The seats still in the game."""
        seats = range(len(self.acts))
        return [seat for seat in seats if seat not in self.removed] if self.removed else list(seats)

    @property
    def chance(self) -> Chance | None:
        """The chance that is due, computed once. The rules are looked up by name, because they import this module."""
        if self.awaited or not self.todo:
            return None
        due: Chance | None = self.__dict__.get("due")
        if due is None:
            due = self.__dict__["due"] = cast(Any, rules_of(self.room)).due(self)
        return due

    def remove(self, seat: int, tell: Tell = None) -> Self:
        """Remove a seat. Leaving reveals its cards, so any tentative act becomes final first."""
        now: Self = cast(Any, rules_of(self.room)).finalize(self, tell, seat)
        return super(Position, now).remove(seat, tell)


def draw_source(position: Position, seat: int) -> int | None:
    """Return the deck a seat draws from next. R5, R6: its own, then the unused deck with the most cards, then the discard."""
    decks = position.decks
    if decks[seat] or position.tails[seat]:
        return seat
    best, most = None, 0
    for number, deck in enumerate(decks):
        size = len(deck) + len(position.tails[number])
        if size > most and (number >= len(position.hands) or number in position.removed):
            best, most = number, size
    return best if best is not None else DISCARD if position.discard else None
