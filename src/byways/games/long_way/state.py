"""Sheets, choices and the position as frozen values; what lies where as bit sets of the 49 spaces."""

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
Lanes: TypeAlias = tuple[int, int, int, int]  # for each side, the spaces that have something there
Dice: TypeAlias = tuple[int, int]  # light and dark, 0 for one that is still to be rolled

SPACES = SIZE * SIZE
ALL = (1 << SPACES) - 1
SIDE_NAMES: tuple[Side, ...] = ("north", "east", "south", "west")
LANE = {side: lane for lane, side in enumerate(SIDE_NAMES)}
NOT_LAST_COLUMN = sum(1 << space for space in range(SPACES) if space % SIZE < SIZE - 1)
NOT_LAST_ROW = (1 << SPACES - SIZE) - 1
BORDERS: Lanes = (
    (1 << SIZE) - 1,
    ALL & ~NOT_LAST_COLUMN,
    ALL & ~NOT_LAST_ROW,
    sum(1 << space for space in range(0, SPACES, SIZE)),
)  # for each side, the spaces whose side of that name is the exterior wall
DISPLAYS = ("seat", "loveseat", "sofa", "dining table", "desk set", "den set")
MOST_CAFETERIAS = 2
WINS_ALONE = 9
NO_LANES: Lanes = (0, 0, 0, 0)


def name_of(space: int) -> str:
    """A space as people call it: column a to g from the left, row 1 to 7 from the top."""
    return f"{'abcdefg'[space % SIZE]}{space // SIZE + 1}"


def space_of(name: str) -> int:
    return "abcdefg".index(name[0]) + SIZE * (int(name[1]) - 1)


def minus(points: float) -> str:
    """Points as people write them."""
    return f"{points:.0f}".replace("-", "−")


def beside(space: int, lane: int) -> int | None:
    """The neighbour on one side, None outside the store."""
    return None if BORDERS[lane] >> space & 1 else space + (-SIZE, 1, SIZE, -1)[lane]


def added(lanes: Lanes, lane: int, space: int) -> Lanes:
    """Lanes with one more segment or doorway."""
    bit = 1 << space
    north, east, south, west = lanes
    return north | bit * (lane == 0), east | bit * (lane == 1), south | bit * (lane == 2), west | bit * (lane == 3)


# Choices


class Placing(game.Choice, frozen=True):
    """Something is drawn at a space, which is written by its name."""

    space: int

    def __str__(self) -> str:
        _, *parts = astuple(self)
        return " ".join([type(self).__name__.lower(), name_of(self.space), *map(str, parts)])

    @property
    def sentence(self) -> Message:
        return Message(f"choose.{type(self).__name__.lower()}", {**asdict(self), **self.spoken})

    @property
    def spoken(self) -> dict[str, Value]:
        """What people are told instead of a number, or besides."""
        return {"space": name_of(self.space)}


class Entrance(Placing, frozen=True):
    """Where shoppers come in: a space and the outer side of it."""

    side: Side


class Exit(Placing, frozen=True):
    """Where shoppers go out."""

    side: Side


class Reroll(game.Choice, frozen=True):
    """A coin for another roll of one die."""

    die: Die


class Keep(game.Choice, frozen=True):
    """The dice stay as they lie."""


class Tile(Placing, frozen=True):
    """Option 1: the rolled tile, its first space (row by row) on this one."""


class Cafeteria(game.Choice, frozen=True):
    """Option 2: a cafeteria; where it goes is the next choice."""


class Stop(game.Choice, frozen=True):
    """Option 3."""


class Fork(Placing, frozen=True):
    """Where the cafeteria goes: its left or upper space, and which way it lies."""

    lie: Lie

    @property
    def other(self) -> int:
        """The second space of the cafeteria."""
        return self.space + (1 if self.lie == "across" else SIZE)

    @property
    def spoken(self) -> dict[str, Value]:
        return {"space": name_of(self.space), "other": name_of(self.other)}


class Display(Placing, frozen=True):
    """A display on the tile just drawn, of the kind that one of the dice shows."""

    kind: int

    @property
    def spoken(self) -> dict[str, Value]:
        return {"space": name_of(self.space), "display": DISPLAYS[self.kind - 1]}


class Wall(Placing, frozen=True):
    """Bonus a: a wall segment; which side of the space is the next choice."""


class Segment(game.Choice, frozen=True):
    side: Side

    def __str__(self) -> str:
        return f"side {self.side}"


class Doorway(Placing, frozen=True):
    """Bonus b: everything between two neighbours is opened. A border is named by its left or upper space; at a door, by the space there."""

    side: Side


class Coins(game.Choice, frozen=True):
    """Bonus c."""


class Done(game.Choice, frozen=True):
    """The act is finished; it is revealed when everybody is done."""


C = TypeVar("C", bound=Placing)

AnyChoice: TypeAlias = Entrance | Exit | Reroll | Keep | Tile | Cafeteria | Stop | Fork | Display | Wall | Segment | Doorway | Coins | Done


class Menu(Generic[C]):
    """The choices that a bit set of spaces stands for, put together row by row from tuples made once."""

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


class Stamp:
    """A tile as bit sets whose lowest bit is its first space, row by row: shift them to where it is drawn."""

    def __init__(self, layout: str) -> None:
        spaces = sorted(read_layout(layout).items())
        (top, left), _ = spaces[0]
        self.spots = tuple((row - top, column - left) for (row, column), _ in spaces)
        self.offsets = tuple(row * SIZE + column for row, column in self.spots)
        self.cells = sum(1 << offset for offset in self.offsets)
        self.walls = tuple(sum(1 << o for o, (_, sides) in zip(self.offsets, spaces, strict=True) if side in sides) for side in SIDES)
        self.left, right = min(column for _, column in self.spots), max(column for _, column in self.spots)
        self.depth = 1 + max(row for row, _ in self.spots)
        fitting = ((row, column) for row in range(SIZE + 1 - self.depth) for column in range(-self.left, SIZE - right))
        self.fits = sum(1 << row * SIZE + column for row, column in fitting)  # L11: no tile over the edge

    def places(self, empty: int) -> int:
        """Where its first space can go."""
        places = self.fits
        for offset in self.offsets:
            places &= empty >> offset
        return places


@lru_cache(maxsize=1024)
def stamp_of(layout: str) -> Stamp:
    return Stamp(layout)


class Roll(NamedTuple):
    """The dice, 0 for one that is still to be rolled, and the tile they stand for when both lie."""

    light: int
    dark: int
    tile: Stamp | None


def read_dice(chart: tuple[tuple[str, ...], ...], dice: Dice) -> Roll:
    light, dark = dice
    return Roll(light, dark, stamp_of(chart[light - 1][dark - 1]) if light and dark else None)


class Drawn(msgspec.Struct, frozen=True):
    """A tile on a sheet: the dice that gave it, and its first space."""

    light: int
    dark: int
    space: int


class Sheet(msgspec.Struct, frozen=True):
    """One player's store. Bit sets have a bit for each space, row by row from the top left; a segment belongs to a side of a space.

    `entrance` and `exit` are four times the space plus 0 to 3 for north, east, south, west; -1 before they are drawn.
    """

    entrance: int = -1
    exit: int = -1
    walls: Lanes = NO_LANES
    doorways: Lanes = NO_LANES
    occupied: int = 0
    displays: tuple[int, int, int, int, int, int] = (0, 0, 0, 0, 0, 0)
    tiles: tuple[Drawn, ...] = ()
    cafeterias: tuple[int, ...] = ()
    coins: int = 0
    stopped: bool = False

    @property
    def shut(self) -> Lanes:
        """The segments without a doorway."""
        (north, east, south, west), (a, b, c, d) = self.walls, self.doorways
        return north & ~a, east & ~b, south & ~c, west & ~d

    @property
    def blocked(self) -> tuple[int, int]:
        """The spaces that are separated from their neighbour to the east, and to the south."""
        north, east, south, west = self.shut
        return (east | west >> 1) & NOT_LAST_COLUMN, (south | north >> SIZE) & NOT_LAST_ROW

    @property
    def cafeteria(self) -> int:
        """The spaces of all cafeterias."""
        return sum(self.cafeterias)

    def covered(self, door: int) -> bool:
        """Whether an own segment of the space shuts the entrance or the exit."""
        return bool(self.shut[door & 3] >> (door >> 2) & 1)


class Draft(NamedTuple):
    """A sheet with the tentative steps of an act drawn, what comes next, and where: the spaces of the new tile, or the space of a wall."""

    sheet: Sheet
    stage: Stage
    at: int = 0


# The position


class Setup(game.Setup, frozen=True):
    """How many play, and who has the dice first."""

    seats: int
    first: int


FACES: dict[Die, Chance] = {
    die: Chance(f"the {die} die", tuple(f"{die} {pips}" for pips in range(1, 7)), (1,) * 6) for die in ("light", "dark")
}


class Position(game.Position[AnyChoice], frozen=True, kw_only=True):
    """`chart` has a layout for each light and dark die. `active` is the seat that has the dice; `round` counts the turns.

    The sheets are as of the last reveal: what each seat has drawn since then is in `drafts`, see `acts.draft`.
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
