"""Fields, sheets and the position as frozen values."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TypeAlias

import msgspec

from byways import game
from byways.game import Chance
from byways.games.traxx.components import NUMBERS, SIZES

Field: TypeAlias = str  # its name: the letter of its row and the number of its slanting line

MIDDLE = len(SIZES) // 2
PLACES: dict[Field, tuple[int, int]] = {
    f"{'abcdefghi'[row]}{line + 1}": (row, line)
    for row, size in enumerate(SIZES)
    for line in range(max(0, row - MIDDLE), max(0, row - MIDDLE) + size)
}
FIELDS: tuple[Field, ...] = tuple(PLACES)
WIDTH = 10  # of a row of bits: one more than a row of fields, so that nothing spreads round the edge
BIT: dict[Field, int] = {field: 1 << row * WIDTH + line for field, (row, line) in PLACES.items()}
ALL = sum(BIT.values())
SIDES = ((-1, -1), (-1, 0), (0, 1), (1, 1), (1, 0), (0, -1))  # clockwise, from the upper left


def beside(field: Field) -> tuple[Field, ...]:
    (row, line), at = PLACES[field], {place: name for name, place in PLACES.items()}
    return tuple(at[row + down, line + along] for down, along in SIDES if (row + down, line + along) in at)


NEIGHBOURS: dict[Field, tuple[Field, ...]] = {field: beside(field) for field in FIELDS}


class Draw(game.Choice, frozen=True):
    """The line grows by one field, from one of its ends."""

    separator = " from "

    to: Field
    origin: Field


class Done(game.Choice, frozen=True):
    """Done with this card; with nothing drawn, this is a pass."""


AnyChoice: TypeAlias = Draw | Done
DONE = Done()
DRAWS: dict[Field, tuple[Draw, ...]] = {field: tuple(Draw(to, field) for to in NEIGHBOURS[field]) for field in FIELDS}

Step: TypeAlias = tuple[Draw, int, str]  # a draw, the bit of its field, its colour


class Board(msgspec.Struct, frozen=True, dict=True):
    """What is printed on every sheet: the colours of all fields row by row, the fields of the numbers from 2 to 10, the four starts."""

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
        """From each field the draws to all its neighbours."""
        return {field: tuple((draw, BIT[draw.to], self.colour[draw.to]) for draw in DRAWS[field]) for field in FIELDS}


NOTHING = (0,) * len(NUMBERS)


class Sheet(msgspec.Struct, frozen=True, dict=True):
    """A player's ink: the fields of the line from one end to the other, and the points entered for the numbers 2 to 10 (0: not reached).

    `fresh` is how many fields the last round added: at the end of the line, or, below 0, at its beginning.
    """

    line: tuple[Field, ...]
    points: tuple[int, ...] = NOTHING
    fresh: int = 0

    @cached_property
    def used(self) -> int:
        """The line's fields as a bit set."""
        return sum(BIT[field] for field in self.line)

    @property
    def ends(self) -> tuple[Field, ...]:
        """A line of one field has one end only."""
        return (self.line[0], self.line[-1]) if len(self.line) > 1 else self.line

    @property
    def stretch(self) -> tuple[Field, ...]:
        """What the last round added, in the order of drawing, with the field where it began."""
        if self.fresh < 0:
            return self.line[: 1 - self.fresh][::-1]
        return self.line[-self.fresh - 1 :] if self.fresh else ()

    @property
    def older(self) -> tuple[Field, ...]:
        """The line without what the last round added."""
        return self.line[-self.fresh :] if self.fresh < 0 else self.line[: len(self.line) - self.fresh]

    @property
    def shut(self) -> bool:
        """Whether no field is free beside either end."""
        return all(self.used & BIT[field] for end in self.ends for field in NEIGHBOURS[end])

    @property
    def empty(self) -> int:
        return len(FIELDS) - len(self.line)

    @property
    def score(self) -> int:
        return sum(self.points) - self.empty


class Setup(game.Setup, frozen=True):
    """The start on each seat's board."""

    starts: tuple[Field, ...]


class Position(game.Position[AnyChoice], frozen=True, kw_only=True):
    """`starts` are the start on each seat's board; `turned` are the cards turned up so far, the card of this
    round last; `deck` are those to come, in no order."""

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
