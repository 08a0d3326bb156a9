"""Sheets, choices and the position as frozen values.

A set of spaces is an int with one bit for each of the 49 spaces, row by row from the top left.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec.structs import asdict, astuple

from byways import game
from byways.game import Chance
from byways.games.long_way.components import SIDES, SIZE, read_layout
from byways.i18n import Message, Value

Side: TypeAlias = Literal["north", "east", "south", "west"]
Lie: TypeAlias = Literal["across", "down"]
Die: TypeAlias = Literal["light", "dark"]
Phase: TypeAlias = Literal["doors", "roll", "coins", "draw", "over"]
Stage: TypeAlias = Literal["entrance", "exit", "option", "fork", "display", "bonus", "side", "ready", "waiting"]
PerSide: TypeAlias = tuple[int, int, int, int]  # one bit set of spaces for each side: north, east, south, west
Dice: TypeAlias = tuple[int, int]  # light and dark, 0 before the die is rolled

SPACES = SIZE * SIZE
ALL = (1 << SPACES) - 1
SIDE_NAMES: tuple[Side, ...] = ("north", "east", "south", "west")
DIRECTION = {side: direction for direction, side in enumerate(SIDE_NAMES)}  # opposite directions differ in bit 1
NOT_LAST_COLUMN = sum(1 << space for space in range(SPACES) if space % SIZE < SIZE - 1)
NOT_LAST_ROW = (1 << SPACES - SIZE) - 1
BORDERS: PerSide = (
    (1 << SIZE) - 1,
    ALL & ~NOT_LAST_COLUMN,
    ALL & ~NOT_LAST_ROW,
    sum(1 << space for space in range(0, SPACES, SIZE)),
)  # the spaces that touch the exterior wall on each side
DISPLAYS = ("seat", "loveseat", "sofa", "dining table", "desk set", "den set")
MOST_CAFETERIAS = 2
WINS_ALONE = 9
NO_SEGMENTS: PerSide = (0, 0, 0, 0)


def name_of(space: int) -> str:
    """Return the name of a space, such as 'a1': columns a to g from the left, rows 1 to 7 from the top."""
    return f"{'abcdefg'[space % SIZE]}{space // SIZE + 1}"


def wall_piece(seat: int, space: int, direction: int) -> str:
    """Name a bonus wall in drawings and events."""
    return f"wall-{seat}-{name_of(space)}-{SIDE_NAMES[direction]}"


def space_of(name: str) -> int:
    return "abcdefg".index(name[0]) + SIZE * (int(name[1]) - 1)


def format_points(points: float) -> str:
    """Format points with a true minus sign."""
    return f"{points:.0f}".replace("-", "−")


def beside(space: int, direction: int) -> int | None:
    """Return the neighbour in a direction, or None outside the store."""
    return None if BORDERS[direction] >> space & 1 else space + (-SIZE, 1, SIZE, -1)[direction]


def added(segments: PerSide, direction: int, space: int) -> PerSide:
    """Return the segments or doorways with one added."""
    bit = 1 << space
    north, east, south, west = segments
    return north | bit * (direction == 0), east | bit * (direction == 1), south | bit * (direction == 2), west | bit * (direction == 3)


# Choices


class Placing(game.Choice, frozen=True):
    """A choice that draws something at a space. The notation names the space."""

    space: int

    def __str__(self) -> str:
        _, *parts = astuple(self)
        return " ".join([type(self).__name__.lower(), name_of(self.space), *map(str, parts)])

    @property
    def sentence(self) -> Message:
        return Message(f"choose.{type(self).__name__.lower()}", {**asdict(self), **self.spoken})

    @property
    def spoken(self) -> dict[str, Value]:
        """Values for the sentence that replace or extend the numbers."""
        return {"space": name_of(self.space)}


class Entrance(Placing, frozen=True):
    """The door where shoppers come in: a space and one of its outer sides."""

    side: Side


class Exit(Placing, frozen=True):
    """The door where shoppers go out."""

    side: Side


class Reroll(game.Choice, frozen=True):
    """Pay a coin to roll one die again."""

    die: Die


class Keep(game.Choice, frozen=True):
    """Keep the dice as they lie."""


class Tile(Placing, frozen=True):
    """Option 1: draw the rolled tile with its first space (row by row) here."""


class Cafeteria(game.Choice, frozen=True):
    """Option 2: draw a cafeteria. The next choice, `Fork`, says where."""


class Stop(game.Choice, frozen=True):
    """Option 3: stop playing."""


class Fork(Placing, frozen=True):
    """The cafeteria's place: its left or upper space, and whether it lies across or down."""

    lie: Lie

    @property
    def other(self) -> int:
        """The second space of the cafeteria."""
        return self.space + (1 if self.lie == "across" else SIZE)

    @property
    def spoken(self) -> dict[str, Value]:
        return {"space": name_of(self.space), "other": name_of(self.other)}


class Display(Placing, frozen=True):
    """A display on the tile just drawn, with the number of either die."""

    kind: int

    @property
    def spoken(self) -> dict[str, Value]:
        return {"space": name_of(self.space), "display": DISPLAYS[self.kind - 1]}


class Wall(Placing, frozen=True):
    """Bonus a: draw a wall segment. The next choice, `Segment`, says on which side of the space."""


class Segment(game.Choice, frozen=True):
    side: Side

    def __str__(self) -> str:
        return f"side {self.side}"


class Doorway(Placing, frozen=True):
    """Bonus b: cut through every wall between two neighbours. A border is named by its left or upper space, a door by the space inside."""

    side: Side


class Coins(game.Choice, frozen=True):
    """Bonus c: take two coins."""


class Done(game.Choice, frozen=True):
    """Finish the act. All acts are revealed together when the last player is done."""

    is_end = True


C = TypeVar("C", bound=Placing)

AnyChoice: TypeAlias = Entrance | Exit | Reroll | Keep | Tile | Cafeteria | Stop | Fork | Display | Wall | Segment | Doorway | Coins | Done


class Menu(Generic[C]):
    """Turns a bit set of spaces into choices, one per space.

    It joins seven tuples from a table of every combination in a row, which is faster than a loop over the bits.
    """

    def __init__(self, make: Callable[[int], C]) -> None:
        made = [make(space) for space in range(SPACES)]
        self.rows = [
            [tuple(made[row + column] for column in range(SIZE) if bits >> column & 1) for bits in range(1 << SIZE)]
            for row in range(0, SPACES, SIZE)
        ]

    def __call__(self, spaces: int) -> tuple[C, ...]:
        a, b, c, d, e, f, g = self.rows
        return (
            a[spaces & 127]
            + b[spaces >> 7 & 127]
            + c[spaces >> 14 & 127]
            + d[spaces >> 21 & 127]
            + e[spaces >> 28 & 127]
            + f[spaces >> 35 & 127]
            + g[spaces >> 42]
        )


# Tiles and sheets


class TileMask:
    """A tile as bit sets relative to its first space (row by row). To draw the tile at a space, shift them left by that space."""

    def __init__(self, layout: str) -> None:
        spaces = sorted(read_layout(layout).items())
        (top, left), _ = spaces[0]
        # Columns may be negative, because the first space, row by row, need not be the leftmost.
        self.spots = tuple((row - top, column - left) for (row, column), _ in spaces)
        self.offsets = tuple(row * SIZE + column for row, column in self.spots)
        self.cells = sum(1 << offset for offset in self.offsets)
        self.walls = tuple(sum(1 << o for o, (_, sides) in zip(self.offsets, spaces, strict=True) if side in sides) for side in SIDES)
        self.left, right = min(column for _, column in self.spots), max(column for _, column in self.spots)
        self.width, self.depth = 1 + right - self.left, 1 + max(row for row, _ in self.spots)
        fitting = ((row, column) for row in range(SIZE + 1 - self.depth) for column in range(-self.left, SIZE - right))
        self.fits = sum(1 << row * SIZE + column for row, column in fitting)  # L11: no tile over the edge

    def places(self, empty: int) -> int:
        """Return the spaces where the tile's first space can go."""
        places = self.fits
        for offset in self.offsets:
            # Move the emptiness of the space at this offset to the first space.
            places &= empty >> offset
        return places


@lru_cache(maxsize=1024)
def tile_mask(layout: str) -> TileMask:
    return TileMask(layout)


class Roll(NamedTuple):
    """The dice, and the tile they name once both are rolled."""

    light: int
    dark: int
    tile: TileMask | None


def read_dice(chart: tuple[tuple[str, ...], ...], dice: Dice) -> Roll:
    light, dark = dice
    return Roll(light, dark, tile_mask(chart[light - 1][dark - 1]) if light and dark else None)


class PlacedTile(msgspec.Struct, frozen=True):
    """A tile on a sheet: the dice that named it, and its first space."""

    light: int
    dark: int
    space: int


class Sheet(msgspec.Struct, frozen=True):
    """One player's store. A wall segment belongs to one side of one space, so a border can have two segments.

    `entrance` and `exit` are four times the space plus the direction, or -1 before they are drawn.
    """

    entrance: int = -1
    exit: int = -1
    walls: PerSide = NO_SEGMENTS
    doorways: PerSide = NO_SEGMENTS
    occupied: int = 0
    displays: tuple[int, int, int, int, int, int] = (0, 0, 0, 0, 0, 0)
    tiles: tuple[PlacedTile, ...] = ()
    cafeterias: tuple[int, ...] = ()
    coins: int = 0
    stopped: bool = False

    @property
    def shut(self) -> PerSide:
        """The wall segments without a doorway."""
        (north, east, south, west), (a, b, c, d) = self.walls, self.doorways
        return north & ~a, east & ~b, south & ~c, west & ~d

    @property
    def blocked(self) -> tuple[int, int]:
        """The spaces that a wall shuts off from their eastern neighbours, and those shut off from their southern ones."""
        north, east, south, west = self.shut
        # A border is named by its left or upper space, so western and northern segments count for the neighbour on the other side.
        return (east | west >> 1) & NOT_LAST_COLUMN, (south | north >> SIZE) & NOT_LAST_ROW

    @property
    def cafeteria(self) -> int:
        """The spaces of all cafeterias."""
        return sum(self.cafeterias)

    def covered(self, door: int) -> bool:
        """Whether a wall segment shuts the entrance or the exit."""
        return bool(self.shut[door & 3] >> (door >> 2) & 1)


class Draft(NamedTuple):
    """A sheet with an act's tentative steps drawn on it, and what comes next.

    `at` is the new tile's bit set while its display is due, and the new wall's space while its side is due.
    """

    sheet: Sheet
    stage: Stage
    at: int = 0


# The position


class Setup(game.Setup, frozen=True):
    """The number of players, and the seat that rolls first."""

    seats: int
    first: int


FACES: dict[Die, Chance] = {
    die: Chance(f"the {die} die", tuple(f"{die} {pips}" for pips in range(1, 7)), (1,) * 6) for die in ("light", "dark")
}


class Position(game.Position[AnyChoice], frozen=True, kw_only=True):
    """`chart` has a layout for each light and dark die. `active` is the seat that has the dice. `round` counts turns with the dice.

    The sheets are as of the last reveal. `drafts` caches what each seat has drawn since then (see `acts.draft_of`).
    """

    chart: tuple[tuple[str, ...], ...]
    sheets: tuple[Sheet, ...]
    phase: Phase = "doors"
    active: int
    dice: Dice = (0, 0)
    round: int = 0

    @property
    def chance(self) -> Chance | None:
        if self.phase != "roll":
            return None
        return FACES["dark"] if self.dice[0] else FACES["light"]

    @property
    def roll(self) -> Roll:
        return read_dice(self.chart, self.dice)

    @cached_property
    def drafts(self) -> dict[int, Draft]:
        return {}
