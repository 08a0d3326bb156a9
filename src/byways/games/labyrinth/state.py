"""Labyrinth's mazes, avatars and positions as frozen values, with bit sets for reachability."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Literal, TypeAlias

import msgspec

from byways import game
from byways.i18n import Message

NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
OPENINGS = {"│": 5, "─": 10, "┐": 12, "└": 3, "┌": 6, "┘": 9, "┬": 14, "├": 7, "┴": 11, "┤": 13, "┼": 15}
CONNECTORS = {openings: connector for connector, openings in OPENINGS.items()}

Direction: TypeAlias = Literal["left", "right", "up", "down"]
Degree: TypeAlias = Literal[0, 90, 180, 270]
DEGREES: tuple[Degree, ...] = (0, 90, 180, 270)
SPARE = "spare"  # the place beside the board
STEPS: dict[Direction, tuple[int, int]] = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}  # down, right
OPPOSITE: dict[Direction, Direction] = {"left": "right", "right": "left", "up": "down", "down": "up"}


def turned(openings: int, degree: int) -> int:
    """Rotate openings counter-clockwise."""
    for _ in range(degree // 90):
        # Openings are numbered clockwise, with north in the low bit, so a counter-clockwise turn shifts towards the low bit.
        openings = openings >> 1 | (openings & 1) << 3
    return openings


TURNED: dict[tuple[int, int], int] = {(openings, degree): turned(openings, degree) for openings in range(16) for degree in DEGREES}


class Slide(game.Choice, frozen=True):
    """Step 1: slide a row left or right, or a column up or down."""

    index: int
    direction: Direction

    @property
    def axis(self) -> Literal["row", "column"]:
        return "row" if self.direction in ("left", "right") else "column"

    @property
    def sentence(self) -> Message:
        return Message(f"choose.slide-{self.axis}", {"index": self.index, "direction": self.direction})

    @property
    def undoing(self) -> Slide:
        return Slide(self.index, OPPOSITE[self.direction])


class Insert(game.Choice, frozen=True):
    """Step 2: turn the spare counter-clockwise and put it into the hole."""

    degree: Degree

    @property
    def sentence(self) -> Message:
        return Message("choose.insert-turned", {"degree": self.degree}) if self.degree else Message("choose.insert")


class Walk(game.Choice, frozen=True):
    """Step 3: move the avatar to a tile."""

    separator = ","

    row: int
    column: int


class Pass(game.Choice, frozen=True): ...


def different_turns(openings: int) -> tuple[tuple[Insert, int], ...]:
    """A spare's insertions with different results, each with the resulting openings."""
    different: dict[int, Insert] = {}
    for degree in DEGREES:
        different.setdefault(TURNED[openings, degree], Insert(degree))
    return tuple((insert, turned) for turned, insert in different.items())


TURNS = {openings: different_turns(openings) for openings in OPENINGS.values()}

AnyChoice: TypeAlias = Slide | Insert | Walk | Pass


class Tile(msgspec.Struct, frozen=True):
    """A tile, which keeps its number throughout the game. Its gems are an unordered pair."""

    number: int
    connector: str
    gems: tuple[str, str]

    def turn(self, degree: int) -> Tile:
        return Tile(self.number, CONNECTORS[TURNED[OPENINGS[self.connector], degree]], self.gems)


class Line:
    """One slide on one board shape: the cells that move, and the hole, as slices and as bits of four lanes."""

    def __init__(self, grid: Grid, slide: Slide) -> None:
        size, columns = grid.rows * grid.columns, grid.columns
        if slide.direction in ("left", "right"):
            start, length, self.step = slide.index * columns, columns, 1
        else:
            start, length, self.step = slide.index, grid.rows, columns
        self.cells = tuple(range(start, start + length * self.step, self.step))
        self.slice = slice(start, start + (length - 1) * self.step + 1, self.step)
        self.back = slide.direction in ("left", "up")
        self.dropped, self.hole = (self.cells[0], self.cells[-1]) if self.back else (self.cells[-1], self.cells[0])
        lanes = sum(1 << lane * size for lane in range(4))
        # Without the dropped cell, no bit leaves its line when the kept ones shift, not even into the next lane.
        self.kept = sum(lanes << cell for cell in self.cells if cell != self.dropped)
        self.others = (1 << 4 * size) - 1 - sum(lanes << cell for cell in self.cells)
        # B7: an avatar on the tile that drops out rides to the other end.
        round_trip = (*self.cells[1:], self.cells[0]) if not self.back else (self.cells[-1], *self.cells[:-1])
        self.carry = dict(zip(self.cells, round_trip, strict=True))
        self.spread = tuple(sum((openings >> lane & 1) << lane * size for lane in range(4)) << self.hole for openings in range(16))

    def shift(self, ways: int) -> int:
        """The ways after the slide, while the hole is still empty."""
        moved = ways & self.kept
        return ways & self.others | (moved >> self.step if self.back else moved << self.step)


class Grid:
    """Everything that boards of one shape share. Cells are numbered row by row.

    A board's ways are one integer with four lanes (north, east, south, west) of one bit per cell, set if the tile opens that way.
    """

    def __init__(self, rows: int, columns: int, classic: bool) -> None:
        self.rows, self.columns, self.size, self.classic = rows, columns, rows * columns, classic
        movable = 1 if classic else 0
        # Lines of the other parity slide, so tiles where two of these lines cross never move.
        self.fixed = tuple(row * columns + column for row in range(1 - movable, rows, 2) for column in range(1 - movable, columns, 2))
        self.corners = (0, columns - 1, self.size - columns, self.size - 1)
        self.lines = {slide: Line(self, slide) for slide in self._slides(movable)}
        self.slides = tuple(self.lines)
        self.bands = tuple(sum(1 << cell for cell in self.lines[slide].cells) for slide in self.slides[::2])  # the cells of each line
        self.walks = tuple(Walk(*divmod(cell, columns)) for cell in range(self.size))
        self.not_last_column = sum(1 << cell for cell in range(self.size) if (cell + 1) % columns)
        self.not_last_row = (1 << self.size - columns) - 1
        self.beside = tuple(self._beside(cell) for cell in range(self.size))
        self.doors = tuple(tuple(door for _, door in beside) for beside in self.beside)
        self.around = {cell: self._around(cell) for cell in range(self.size)}

    def _slides(self, movable: int) -> list[Slide]:
        rows = [Slide(row, way) for row in range(movable, self.rows, 2) for way in ("left", "right")]
        return rows + [Slide(column, way) for column in range(movable, self.columns, 2) for way in ("up", "down")]

    def _beside(self, cell: int) -> tuple[tuple[int, int], ...]:
        """Each neighbour with its door: the two facing openings that are both needed to pass."""
        row, column = divmod(cell, self.columns)
        around = (self.cell(row - 1, column), self.cell(row, column + 1), self.cell(row + 1, column), self.cell(row, column - 1))
        doors = ((near, 1 << lane * self.size + cell, (lane + 2) % 4 * self.size) for lane, near in enumerate(around) if near is not None)
        return tuple((near, opening | 1 << facing + near) for near, opening, facing in doors)

    def _around(self, cell: int) -> tuple[tuple[Slide, Line, bool], ...]:
        """All slides, each with whether it moves the cell or a neighbour. Other slides cannot change the first step from the cell."""
        near = {cell, *(beside for beside, _ in self.beside[cell])}
        return tuple((slide, line, not near.isdisjoint(line.cells)) for slide, line in self.lines.items())

    def cell(self, row: int, column: int) -> int | None:
        return row * self.columns + column if 0 <= row < self.rows and 0 <= column < self.columns else None

    def place(self, cell: int) -> tuple[int, int]:
        """The row and column of a cell."""
        return divmod(cell, self.columns)

    def leaves(self, ways: int, cell: int) -> bool:
        """Whether a passage leads out of a cell."""
        for door in self.doors[cell]:  # noqa: SIM110  (hot in random play, and a plain loop takes half the time of any())
            if ways & door == door:
                return True
        return False

    def reach(self, ways: int, cell: int) -> int:
        """The cells connected to a cell, including itself, as a bit set."""
        size, columns = self.size, self.columns
        east = ways >> size & ways >> 3 * size + 1 & self.not_last_column
        south = ways >> 2 * size & ways >> columns & self.not_last_row
        reached = front = 1 << cell
        while front:
            front = ((front & east) << 1 | front >> 1 & east | (front & south) << columns | front >> columns & south) & ~reached
            reached |= front
        return reached

    def came_from(self, ways: int, start: int) -> dict[int, int]:
        """The cells connected to a start, nearest first, each with its predecessor on a shortest path. The start is its own predecessor."""
        came, queue = {start: start}, [start]
        for cell in queue:
            for beside, door in self.beside[cell]:
                if ways & door == door and beside not in came:
                    came[beside] = cell
                    queue.append(beside)
        return came

    def distance(self, cell: int, other: int) -> int:
        """The squared Euclidean distance."""
        (row, column), (row2, column2) = divmod(cell, self.columns), divmod(other, self.columns)
        return (row - row2) ** 2 + (column - column2) ** 2


@lru_cache(maxsize=64)
def grid_of(rows: int, columns: int, classic: bool) -> Grid:
    return Grid(rows, columns, classic)


class Maze(msgspec.Struct, frozen=True, dict=True):
    """The board's tiles, row by row, and the spare."""

    rows: int
    columns: int
    tiles: tuple[Tile, ...]
    spare: Tile
    classic: bool = False

    @cached_property
    def grid(self) -> Grid:
        return grid_of(self.rows, self.columns, self.classic)

    @cached_property
    def ways(self) -> int:
        """The openings of all tiles as one integer (see `Grid`). `push` precomputes it for the next maze."""
        size = len(self.tiles)
        spread = {connector: sum((ways >> lane & 1) << lane * size for lane in range(4)) for connector, ways in OPENINGS.items()}
        return sum(spread[tile.connector] << cell for cell, tile in enumerate(self.tiles))

    def pushed(self, line: Line, degree: int) -> int:
        """The ways after a slide and an insertion of the spare."""
        return line.shift(self.ways) | line.spread[TURNED[OPENINGS[self.spare.connector], degree]]

    def push(self, slide: Slide, degree: int) -> Maze:
        line = self.grid.lines[slide]
        moving = self.tiles[line.slice]
        inserted = self.spare.turn(degree)
        tiles = list(self.tiles)
        tiles[line.slice] = (*moving[1:], inserted) if line.back else (inserted, *moving[:-1])
        maze = type(self)(self.rows, self.columns, tuple(tiles), self.tiles[line.dropped], self.classic)
        # Fill the caches: shifting the bits is much cheaper than reading all tiles again.
        maze.__dict__.update(grid=self.grid, ways=self.pushed(line, degree))
        return maze

    def cell_of(self, goal: int) -> int | None:
        """A goal's cell. Goals are cells or, in `classic`, tile numbers; None if that tile is the spare."""
        if not self.classic:
            return goal
        return next((cell for cell, tile in enumerate(self.tiles) if tile.number == goal), None)


class Avatar(msgspec.Struct, frozen=True):
    """A player's public part.

    `trail` lists where its moves ended, if that reveals something about its treasure: cells of fixed tiles or, in `classic`, the numbers of
    tiles since its last find.
    """

    at: int
    home: int
    color: str
    trail: tuple[int, ...] = ()


class Setup(game.Setup, frozen=True):
    """What is dealt. `hunts` has each seat's treasures in order: cells or, in `classic`, tile numbers.

    `last` is a slide before the first turn, which must not be undone. `near` has, for each seat, the places that never hold its first
    treasure; it is empty if any place may.
    """

    maze: Maze
    avatars: tuple[Avatar, ...]
    hunts: tuple[tuple[int, ...], ...]
    rounds: int = 1000
    queue: tuple[()] = ()  # always empty, but stored records of version 1 have it
    last: Slide | None = None
    near: tuple[tuple[int, ...], ...] = ()


class Position(game.Position[AnyChoice], frozen=True, kw_only=True):
    """`found` counts each seat's treasures; its next goal is `hunts[seat][found[seat]]`, then its home.

    `moved` lists the seats that have moved in this round; `near` is as in `Setup`.
    """

    maze: Maze
    avatars: tuple[Avatar, ...]
    hunts: tuple[tuple[int, ...], ...]
    found: tuple[int, ...]
    treasures: int
    rounds: int
    last: Slide | None = None
    round: int = 1
    moved: tuple[int, ...] = ()
    near: tuple[tuple[int, ...], ...] = ()

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats still in the game, youngest first."""
        return tuple(seat for seat in range(len(self.acts)) if seat not in self.removed)
