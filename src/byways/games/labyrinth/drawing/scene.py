"""A view's scene, for drawing and text: every tile, avatar and goal with its place."""

from __future__ import annotations

import math
from functools import cached_property, lru_cache

from byways.game import put
from byways.games.labyrinth.drawing.layout import TILE, Place, Shape, wide
from byways.games.labyrinth.state import STEPS, Insert, Slide, Tile
from byways.games.labyrinth.view import View
from byways.i18n import Message

LETTERS = "RBGOPKACDEFHIJLMNQSTUVWXYZ"  # K is black; the course's set-ups may have more than six players


class Scene:
    """The board after the viewer's tentative steps: after the slide there is a hole, and a tile has dropped out."""

    def __init__(self, view: View, shape: Shape = wide) -> None:
        self.view, self.maze, self.grid = view, view.maze, view.maze.grid
        self.lay = shape(self.grid.rows, self.grid.columns)
        self.seats = [seat for seat in range(len(view.avatars)) if seat not in view.removed]
        self.standing = [avatar.at for avatar in view.avatars]
        self.hole: int | None = None
        self.dropped: Tile | None = None
        self.beyond: Place = None
        self.outlet: Slide | None = None  # the slide that would push the dropped tile back
        match view.act:
            case (Slide() as slide,):
                self._slide(slide)
            case (Slide() as slide, Insert(degree)):
                self._push(slide, degree)
        self.cells: tuple[Tile | None, ...] = self.maze.tiles if self.hole is None else put(self.maze.tiles, self.hole, None)
        self.spare = view.maze.spare if self.dropped else self.maze.spare

    def _push(self, slide: Slide, degree: int) -> None:
        carry = self.grid.lines[slide].carry
        self.maze = self.maze.push(slide, degree)
        self.standing = [carry.get(at, at) for at in self.standing]

    def _slide(self, slide: Slide) -> None:
        """Slide as if the spare had been inserted, except for the hole."""
        self._push(slide, 0)
        line = self.grid.lines[slide]
        (row, column), (down, right) = self.at(line.dropped), STEPS[slide.direction]
        self.hole, self.dropped, self.beyond, self.outlet = line.hole, self.maze.spare, (row + down, column + right), slide.undoing

    def at(self, cell: int) -> tuple[int, int]:
        return self.grid.place(cell)

    def center(self, cell: int) -> tuple[int, int]:
        x, y = self.lay.corner(*self.at(cell))
        return x + TILE // 2, y + TILE // 2

    def place_of(self, seat: int) -> tuple[float, float, float]:
        """An avatar's centre and scale on its tile, which it may share with others."""
        cell = self.standing[seat]
        here = [other for other in self.seats if self.standing[other] == cell]
        (x, y), (right, down, scale) = self.center(cell), slot(len(here), here.index(seat))
        return x + right, y + down, scale * self.lay.token if len(here) == 1 else scale

    @cached_property
    def places(self) -> dict[int, tuple[Tile, Place]]:
        """Every tile with its place, by number, so that the order never changes."""
        found: dict[int, tuple[Tile, Place]] = {tile.number: (tile, self.at(cell)) for cell, tile in enumerate(self.cells) if tile}
        found[self.spare.number] = self.spare, None
        if self.dropped:
            found[self.dropped.number] = self.dropped, self.beyond
        return dict(sorted(found.items()))

    def treasure(self, goal: int) -> Place:
        """The place of a treasure, given as a cell or, in `classic`, a tile number."""
        return self.places[goal][1] if self.maze.classic else self.at(goal)

    @property
    def goal(self) -> Place:
        """The place of the viewer's treasure or home."""
        view = self.view
        assert view.seat is not None
        return self.at(view.avatars[view.seat].home) if view.homeward else self.treasure(view.hunts[view.seat][view.found])

    @property
    def gems(self) -> tuple[str, ...]:
        """The gems on the viewer's treasure tile; empty once the viewer goes home."""
        if not self.hunting or self.view.homeward:
            return ()
        goal = self.goal
        return next((tile.gems for tile, place in self.places.values() if place == goal), ())

    @property
    def hunting(self) -> bool:
        """Whether the viewer is a seat that still has a goal."""
        return self.view.outcome is None and self.view.seat in self.seats

    @property
    def treasures(self) -> list[tuple[int, int, Place]]:
        """All treasures at the end: seat, number and place."""
        if self.view.outcome is None:
            return []
        return [(seat, nth, self.treasure(goal)) for seat in self.seats for nth, goal in enumerate(self.view.hunts[seat])]


@lru_cache(maxsize=64)
def slot(count: int, nth: int) -> tuple[float, float, float]:
    """The offset and scale of the nth of several avatars on one tile."""
    if count == 1:
        return 0, 0, 1
    columns = math.ceil(math.sqrt(count))
    rows = math.ceil(count / columns)
    row, column = divmod(nth, columns)
    step = 54 / columns
    below = 9 if rows == 1 else 0  # two avatars leave the letter of a home above them visible
    return (column - (columns - 1) / 2) * step, (row - (rows - 1) / 2) * step + below, round(1.84 / columns, 2)


def seat_letter(seat: int) -> str:
    return LETTERS[seat % len(LETTERS)]


def headline(view: View) -> Message:
    return Message("draw.headline", {"round": view.round, "turn": turn(view)})


def turn(view: View) -> Message:
    """The turn or the winners in a few words."""
    if view.outcome is not None:
        winners = view.outcome.winners
        return Message("result.wins", {"winners": winners, "count": len(winners)}) if winners else Message("result.nobody")
    if view.seat in view.awaited:
        return Message(("draw.slide", "draw.insert", "draw.walk")[len(view.act)])
    return view.waiting
