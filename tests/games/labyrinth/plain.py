"""Plain versions of Labyrinth's searches, which enumerate everything: the oracle of the tests, and what `tools.study.plain` compares."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import pairwise

from byways.games.labyrinth.rules import PASS
from byways.games.labyrinth.state import OPENINGS, AnyChoice, Insert, Maze, Slide, Walk
from byways.games.labyrinth.view import View

STEPS = ((-1, 0, 1, 4), (0, 1, 2, 8), (1, 0, 4, 1), (0, -1, 8, 2))  # down, right, the opening to leave by, the opening to enter by


def plain_reach(maze: Maze, start: int) -> set[int]:
    """Breadth-first search, tile by tile."""
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
    """The maze after a slide and an insertion, and the new cell of each tile on the line."""
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
    pushed = Maze(maze.rows, maze.columns, tuple(tiles), maze.tiles[line[-1]], maze.classic)
    return pushed, dict(zip(line, [*line[1:], line[0]], strict=True))


def plain_slides(maze: Maze) -> list[Slide]:
    rows = [Slide(index, way) for index in range(maze.classic, maze.rows, 2) for way in ("left", "right")]
    return rows + [Slide(index, way) for index in range(maze.classic, maze.columns, 2) for way in ("up", "down")]


def plain_euclid(view: View) -> tuple[AnyChoice, ...]:
    """The Euclid strategy with a breadth-first search for each slide and turn."""
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


def plain_turns(maze: Maze, at: int, last: Slide | None) -> Iterator[tuple[Maze, int, Slide]]:
    """Every board, cell and slide with which a turn can end."""
    for slide in plain_slides(maze):
        for degree in (0, 90, 180, 270):
            if last is None or slide != last.undoing:
                pushed, carried = plain_push(maze, slide, degree)
                standing = carried.get(at, at)
                for cell in plain_reach(pushed, standing):
                    if maze.classic or cell != standing:
                        yield pushed, cell, slide


def plain_solve(view: View, most: int) -> int | None:
    """The fewest turns to the goal by exhaustive search."""
    goal = None if view.homeward or not view.maze.classic else view.hunts[view.seat or 0][view.found]
    now = {(view.maze, view.at, view.last)}
    for turns in range(1, most + 1):
        then = set()
        for state in now:
            for maze, cell, slide in plain_turns(*state):
                if cell == (view.goal if goal is None else maze.cell_of(goal)):
                    return turns
                then.add((maze, cell, slide))
        now = then  # type: ignore[assignment]
    return None
