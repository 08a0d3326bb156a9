"""What is measured of Labyrinth, and the strategies as plainly as they can be written: the yardstick here, the oracle of the tests."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import pairwise

from byways.game import find_game, stream
from byways.games.labyrinth.bots import Strategist
from byways.games.labyrinth.rules import PASS
from byways.games.labyrinth.state import OPENINGS, AnyChoice, Insert, Maze, Slide, Walk
from byways.games.labyrinth.view import View
from byways.yardstick import Comparison, Work

STEPS = ((-1, 0, 1, 4), (0, 1, 2, 8), (1, 0, 4, 1), (0, -1, 8, 2))  # down, right, the opening to leave by, the opening to enter by


def plain_reach(maze: Maze, start: int) -> set[int]:
    """Breadth first, tile by tile."""
    seen, waiting = {start}, deque([start])
    while waiting:
        cell = waiting.popleft()
        row, column = divmod(cell, maze.columns)
        for down, right, leave, enter in STEPS:
            if 0 <= row + down < maze.rows and 0 <= column + right < maze.columns:
                beside = cell + down * maze.columns + right
                both = OPENINGS[maze.tiles[cell].connector] & leave and OPENINGS[maze.tiles[beside].connector] & enter
                if both and beside not in seen:
                    seen.add(beside)
                    waiting.append(beside)
    return seen


def plain_push(maze: Maze, slide: Slide, degree: int) -> tuple[Maze, dict[int, int]]:
    """The maze after a slide and an insertion, and where each cell's tile has gone."""
    across = slide.direction in ("left", "right")
    line = (
        [slide.index * maze.columns + i for i in range(maze.columns)]
        if across
        else [i * maze.columns + slide.index for i in range(maze.rows)]
    )
    if slide.direction in ("left", "up"):
        line.reverse()
    tiles = list(maze.tiles)
    for source, target in pairwise(line):
        tiles[target] = maze.tiles[source]
    tiles[line[0]] = maze.spare.turn(degree)
    return Maze(maze.rows, maze.columns, tuple(tiles), maze.tiles[line[-1]]), dict(zip(line, [*line[1:], line[0]], strict=True))


def plain_slides(maze: Maze) -> list[Slide]:
    rows = [Slide(index, way) for index in range(0, maze.rows, 2) for way in ("left", "right")]
    return rows + [Slide(index, way) for index in range(0, maze.columns, 2) for way in ("up", "down")]


def plain_euclid(view: View) -> tuple[AnyChoice, ...]:
    """The Euclid strategy by one breadth-first search for each slide and turn."""
    maze, goal, best = view.maze, divmod(view.goal or 0, view.maze.columns), None
    for slide in plain_slides(maze):
        if view.last is not None and slide == view.last.undoing:
            continue
        for degree in (0, 90, 180, 270):
            pushed, carried = plain_push(maze, slide, degree)
            standing = carried.get(view.at, view.at)
            for cell in plain_reach(pushed, standing) - {standing}:
                row, column = divmod(cell, maze.columns)
                rank = ((row - goal[0]) ** 2 + (column - goal[1]) ** 2, cell)
                if best is None or rank < best[0]:
                    best = rank, (slide, Insert(degree), Walk(row, column))
    return best[1] if best else (PASS,)


def decisions(decide: Callable[[View], object]) -> Work:
    """Whole decisions on boards of 7 by 7, from the start and from the middle of games."""
    game = find_game("labyrinth")
    views = []
    for seed in range(30):
        position = game.start(game.deal(4, stream(seed, "set-up")))
        rng = stream(seed, "seat 0")
        for _ in range(3 * (seed % 10)):
            if position.outcome is None:
                position = position.choose(position.awaited[0], rng.choice(position.choices(position.awaited[0])))
        if position.outcome is None:
            views.append(position.view(position.awaited[0]))

    def work() -> int:
        for view in views:
            decide(view)  # type: ignore[arg-type]
        return len(views)

    return work


def comparisons() -> Iterator[Comparison]:
    euclid = Strategist("euclid").turn
    yield Comparison("a whole euclid decision", decisions(euclid), "by plain breadth-first search", decisions(plain_euclid))
