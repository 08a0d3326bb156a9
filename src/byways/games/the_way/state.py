"""The Way's choices, open table and position as frozen values."""

from __future__ import annotations

from collections import Counter
from itertools import chain, product
from typing import Literal, TypeAlias

import msgspec

from byways import game
from byways.game import Chance, put
from byways.games.the_way.cards import CARD, EAST, FACES, LEFT, NORTH, PLAIN, RIGHT, SOUTH, WEST, openings, shape
from byways.i18n import Message

Cards: TypeAlias = tuple[str, ...]
Phase: TypeAlias = Literal["choose", "vary", "piece", "play", "gather", "deal", "lot", "over"]
PieceName: TypeAlias = Literal["circle", "square"]

SIZE = 5
HAND = 4
PLACES = tuple(f"{column}{row}" for row in "12345" for column in "abcde")  # row by row from the top left
CELLS = {place: cell for cell, place in enumerate(PLACES)}
PIECES: tuple[PieceName, ...] = ("circle", "square")
VARIATION_NAMES = ("arrows", "clockwise", "replace")
# W10: Circle from the top left to the bottom right, Square from the bottom left to the top right
STARTS = (CELLS["a1"], CELLS["a5"])
MIDPOINTS = (CELLS["e5"], CELLS["e1"])
CORNERS = frozenset((*STARTS, *MIDPOINTS))
BESIDE = {NORTH: (-1, 0), EAST: (0, 1), SOUTH: (1, 0), WEST: (0, -1)}


def neighbours(cell: int) -> tuple[tuple[int, int], ...]:
    """Return the sides of a place that have a neighbour, each with the neighbour."""
    row, column = divmod(cell, SIZE)
    around = {side: (row + down, column + right) for side, (down, right) in BESIDE.items()}
    return tuple((side, r * SIZE + c) for side, (r, c) in around.items() if 0 <= r < SIZE and 0 <= c < SIZE)


NEIGHBOURS = tuple(map(neighbours, range(SIZE * SIZE)))


# Choices


class First(game.Choice, frozen=True):
    """Set-up 5: go first. The other player then chooses the piece."""


class Piece(game.Choice, frozen=True):
    """Set-up 5: choose the piece. A player who does so instead of going first goes second."""

    piece: PieceName


class Vary(game.Choice, frozen=True):
    """Variation 4: choose the variations of this game."""

    arrows: bool
    clockwise: bool
    replace: bool

    def __str__(self) -> str:
        return " ".join(["vary", *(self.named or ("nothing",))])

    @property
    def named(self) -> tuple[str, ...]:
        return tuple(name for name in VARIATION_NAMES if getattr(self, name))

    @property
    def sentence(self) -> Message:
        return Message("choose.vary", {"variations": self.named}) if self.named else Message("choose.vary-nothing")


class Turn(game.Choice, frozen=True):
    """Order of play 1a: turn one card by a quarter, to the right (clockwise) or to the left."""

    place: str
    way: Literal["right", "left"]


class Card(game.Choice, frozen=True):
    """Order of play 1b, first step: choose a card of the hand to cover with."""

    card: str

    @property
    def sentence(self) -> Message:
        """The sentence leaves out arrows, which only the notation names, because a choice does not know whether they count."""
        return Message("choose.card", {"card": self.card, "shape": shape(PLAIN[self.card])})


class Place(game.Choice, frozen=True):
    """Order of play 1b, second step: choose the place to cover."""

    place: str


class Lay(game.Choice, frozen=True):
    """Order of play 1b, third step: choose how the card lies, named by the resulting face."""

    face: str

    @property
    def sentence(self) -> Message:
        """The sentence leaves out arrows, as for `Card`."""
        return Message("choose.lay", {"face": self.face, "openings": openings(PLAIN[self.face])})


class Move(game.Choice, frozen=True):
    """Order of play 2: move the token to a connected card beside it."""

    place: str


class Stay(game.Choice, frozen=True):
    """Order of play 2: do not move."""


AnyChoice: TypeAlias = First | Piece | Vary | Turn | Card | Place | Lay | Move | Stay

# Every possible choice is created once.
FIRST, STAY = First(), Stay()
PIECE: tuple[Piece, ...] = tuple(map(Piece, PIECES))
VARY = tuple(Vary(*which) for which in product((False, True), repeat=3))
TURN = tuple((Turn(place, "right"), Turn(place, "left")) for place in PLACES)
CARDS = {card: Card(card) for card in FACES}
PLACE = tuple(map(Place, PLACES))
LAY = {face: Lay(face) for face in CARD}
MOVE = tuple(map(Move, PLACES))
EVERY: tuple[AnyChoice, ...] = (FIRST, *PIECE, *VARY, *chain(*TURN), *CARDS.values(), *PLACE, *LAY.values(), *MOVE, STAY)


def different_turns(cell: int, face: str, clockwise: bool) -> tuple[Turn, ...]:
    """Return the turns that change a face. If both directions give the same face, only the right turn is offered."""
    right, left = TURN[cell]
    if RIGHT[face] == face:
        return ()
    return (right,) if clockwise or RIGHT[face] == LEFT[face] else (right, left)


TURNS = {
    clockwise: tuple({face: different_turns(cell, face, clockwise) for face in CARD} for cell in range(SIZE * SIZE))
    for clockwise in (False, True)
}


# The table


class Variations(msgspec.Struct, frozen=True):
    arrows: bool = False
    clockwise: bool = False
    replace: bool = False


class OpenState(msgspec.Struct, frozen=True, dict=True):
    """The public part of a position.

    `cards` has the faces row by row, `piles` the cards beneath, and `locked` the places whose card was put there in this game. `tokens` and
    `reached` (the Midpoint) are by piece, Circle first. `known` lists the cards that a seat took into its hand openly. `turn` counts the
    turns made in this game; `turns` is the limit per player. `results` lists the winners of finished games, None for a drawn one.
    """

    cards: Cards
    piles: tuple[Cards, ...]
    phase: Phase
    chooser: int
    turns: int
    single: bool
    various: bool
    variations: Variations
    locked: tuple[int, ...] = ()
    tokens: tuple[int, int] = STARTS
    reached: tuple[bool, bool] = (False, False)
    known: tuple[Cards, Cards] = ((), ())
    circle: int | None = None
    first: int | None = None
    turn: int = 0
    results: tuple[int | None, ...] = ()

    def piece(self, seat: int) -> int:
        """Return a seat's piece: 0 is Circle, 1 is Square."""
        return 0 if seat == self.circle else 1

    def counted(self, face: str) -> str:
        """Return a face without its arrows if they do not count in this game."""
        return face if self.variations.arrows else PLAIN[face]

    @property
    def game(self) -> int:
        """The game's number in its set."""
        return len(self.results) + (self.phase not in ("gather", "over"))

    @property
    def won(self) -> tuple[int, int]:
        return self.results.count(0), self.results.count(1)


class Setup(game.Setup, frozen=True):
    """`cards` has the faces as laid, including corners. `left` is the card left over. `chooser` is the seat with first choice by lot.

    Cards have no arrows if arrows can never count, except in set-ups of version 1, which always have them.
    """

    cards: Cards
    hands: tuple[Cards, Cards]
    left: str
    chooser: int
    turns: int = 150
    single: bool = False
    various: bool = False
    variations: Variations = Variations()


class Position(game.Position[AnyChoice], frozen=True, kw_only=True):
    """The table, both hands, the card left out and, between two games, the stock still to be dealt. Hands and stock are sorted."""

    table: OpenState
    hands: tuple[Cards, Cards]
    left: Cards
    stock: Cards = ()

    @property
    def chance(self) -> Chance | None:
        phase = self.table.phase
        if phase == "deal":
            left = Counter(self.stock)
            return Chance("a card", tuple(left), tuple(left.values()), self.receiver)
        if phase == "gather":
            return Chance("the next game", ("gather",), (1,))
        return Chance("the lot for first choice", ("0", "1"), (1, 1)) if phase == "lot" else None

    @property
    def receiver(self) -> tuple[int, ...]:
        """The seat that gets the next card: both in turn, and none for the last card, which is left out."""
        return () if len(self.stock) == 1 else ((len(self.stock) + 1) % 2,)


class Altered(msgspec.Struct, frozen=True):
    """The board after a turn's alteration, the card played from the hand, and the card taken into it."""

    cards: Cards
    piles: tuple[Cards, ...]
    locked: tuple[int, ...]
    played: str = ""
    taken: str = ""


def altered(table: OpenState, act: tuple[AnyChoice, ...]) -> Altered:
    """Return the board after an act's alteration. An incomplete alteration changes nothing."""
    match act:
        case (Turn(place, way), *_):
            cell = CELLS[place]
            face = (RIGHT if way == "right" else LEFT)[table.cards[cell]]
            return Altered(put(table.cards, cell, face), table.piles, table.locked)
        case (Card(card), Place(place), Lay(face), *_):
            return covered(table, CELLS[place], card, face)
    return Altered(table.cards, table.piles, table.locked)


def covered(table: OpenState, cell: int, card: str, face: str) -> Altered:
    # A card in hand or in a pile has no orientation (W7).
    below = CARD[table.cards[cell]]
    cards, locked = put(table.cards, cell, face), tuple(sorted({*table.locked, cell}))
    if table.variations.replace:
        return Altered(cards, table.piles, locked, card, below)
    return Altered(cards, put(table.piles, cell, (*table.piles[cell], below)), locked, card)
