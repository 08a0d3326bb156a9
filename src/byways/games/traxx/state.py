"""Traxx's fields, sheets and positions as frozen values."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TypeAlias

import msgspec

from byways import game
from byways.game import Chance
from byways.games.traxx.components import NUMBERS, SIZES

Field: TypeAlias = str  # the letter of a row and the number of a slanting line, such as "e4"

MIDDLE = len(SIZES) // 2
PLACES: dict[Field, tuple[int, int]] = {
    f"{'abcdefghi'[row]}{line + 1}": (row, line)
    for row, size in enumerate(SIZES)
    for line in range(max(0, row - MIDDLE), max(0, row - MIDDLE) + size)
}
FIELDS: tuple[Field, ...] = tuple(PLACES)
AT = {place: field for field, place in PLACES.items()}
SIDES = ((-1, -1), (-1, 0), (0, 1), (1, 1), (1, 0), (0, -1))  # clockwise, from the upper left
NEIGHBOURS: dict[Field, tuple[Field, ...]] = {
    field: tuple(AT[row + down, line + along] for down, along in SIDES if (row + down, line + along) in AT)
    for field, (row, line) in PLACES.items()
}

# A bit row is one wider than the longest field row, so that a shift never reaches a field in another row.
WIDTH = 10
BIT: dict[Field, int] = {field: 1 << row * WIDTH + line for field, (row, line) in PLACES.items()}
ALL = sum(BIT.values())


class Draw(game.Choice, frozen=True):
    """Extend the line by one field from one of its ends."""

    separator = " from "

    to: Field
    origin: Field


class Done(game.Choice, frozen=True):
    """Finish the round. Without a draw before it, this is a pass."""

    is_end = True


AnyChoice: TypeAlias = Draw | Done
DONE = Done()
DRAWS: dict[Field, tuple[Draw, ...]] = {field: tuple(Draw(to, field) for to in NEIGHBOURS[field]) for field in FIELDS}

Step: TypeAlias = tuple[Draw, int, str]  # a draw, the bit of its field, its colour


class Board(msgspec.Struct, frozen=True, dict=True):
    """The print on every sheet: all fields' colours row by row, the fields of the numbers 2 to 10, and the four starts."""

    colours: str
    numbers: tuple[Field, ...]
    starts: tuple[Field, ...]

    @cached_property
    def colour(self) -> dict[Field, str]:
        return dict(zip(FIELDS, self.colours, strict=True))

    @cached_property
    def number(self) -> dict[Field, int]:
        return dict(zip(self.numbers, NUMBERS, strict=True))

    @cached_property
    def steps(self) -> dict[Field, tuple[Step, ...]]:
        """The draws from each field to its neighbours."""
        return {field: tuple((draw, BIT[draw.to], self.colour[draw.to]) for draw in DRAWS[field]) for field in FIELDS}


NO_POINTS = (0,) * len(NUMBERS)


class Sheet(msgspec.Struct, frozen=True, dict=True):
    """A player's ink: the line's fields from end to end, and the points entered for the numbers 2 to 10 (0: not reached).

    `fresh` counts the fields added in the last round: at the end of the line or, if negative, at its beginning.
    """

    line: tuple[Field, ...]
    points: tuple[int, ...] = NO_POINTS
    fresh: int = 0

    @cached_property
    def used(self) -> int:
        """The line's fields as a bit set."""
        return sum(BIT[field] for field in self.line)

    @property
    def ends(self) -> tuple[Field, ...]:
        """The line's ends. A line of one field has only one."""
        return (self.line[0], self.line[-1]) if len(self.line) > 1 else self.line

    @property
    def stretch(self) -> tuple[Field, ...]:
        """The last round's fields in drawing order, after the end from which they were drawn."""
        if self.fresh < 0:
            return self.line[: 1 - self.fresh][::-1]
        return self.line[-self.fresh - 1 :] if self.fresh else ()

    @property
    def older(self) -> tuple[Field, ...]:
        """The line without the last round's fields."""
        return self.line[-self.fresh :] if self.fresh < 0 else self.line[: len(self.line) - self.fresh]

    @property
    def shut(self) -> bool:
        """Whether no field beside either end is free."""
        return all(self.used & BIT[field] for end in self.ends for field in NEIGHBOURS[end])

    def is_stuck(self, board: Board, cards: tuple[str, ...]) -> bool:
        """Whether none of these cards has a colour beside an end. A shut-in line is stuck with all cards."""
        colours = {board.colour[field] for end in self.ends for field in NEIGHBOURS[end] if not self.used & BIT[field]}
        return colours.isdisjoint("".join(cards))

    def reached(self, board: Board) -> list[int]:
        """The numbers reached in the last round, in drawing order."""
        return [board.number[field] for field in self.stretch[1:] if field in board.number]

    @property
    def empty(self) -> int:
        return len(FIELDS) - len(self.line)

    @property
    def score(self) -> int:
        return sum(self.points) - self.empty

    def scoring(self, number: int, points: int) -> Sheet:
        """The sheet with points entered for a number."""
        return Sheet(self.line, game.put(self.points, number - 2, points), self.fresh)


class Setup(game.Setup, frozen=True):
    """The start on each seat's board."""

    starts: tuple[Field, ...]


class Position(game.Position[AnyChoice], frozen=True, kw_only=True):
    """`turned` holds the cards turned up so far, this round's card last; `deck` holds the cards to come, in no order."""

    board: Board
    starts: tuple[Field, ...]
    sheets: tuple[Sheet, ...]
    deck: tuple[str, ...]
    turned: tuple[str, ...] = ()

    @property
    def chance(self) -> Chance | None:
        return None if self.awaited or self.outcome is not None else next_card(self.deck)


@lru_cache(maxsize=4096)
def next_card(deck: tuple[str, ...]) -> Chance:
    cards = tuple(dict.fromkeys(deck))
    return Chance("the next card", cards, tuple(map(deck.count, cards)))
