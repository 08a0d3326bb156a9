"""Labyrinth's benchmarks, and plain versions of its searches: the baseline here, the oracle in tests."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from itertools import count, pairwise
from math import inf

from byways.game import find_game, stream
from byways.games.labyrinth import LabyrinthOptions
from byways.games.labyrinth.bots.compiled_solver import KERNEL
from byways.games.labyrinth.bots.players import Strategist
from byways.games.labyrinth.bots.solver import solve, solve_plain
from byways.games.labyrinth.rules import PASS
from byways.games.labyrinth.state import OPENINGS, AnyChoice, Insert, Maze, Slide, Walk
from byways.games.labyrinth.view import View, board_of
from byways.yardstick import Comparison, Work, chess_play

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


def decisions(decide: Callable[[View], object]) -> Work:
    """Decisions on 7 by 7 boards, at the start of games and later."""
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


def solutions(size: int, turns: int, goals: int, how: Callable[[View, int], object] = solve) -> Work:
    """Goals that take exactly this many turns, at the start of games on square boards."""
    game, options, views = find_game("labyrinth"), LabyrinthOptions(rows=size, columns=size), []
    for seed in count():
        view = game.start(game.deal(2, stream(seed, "set-up"), options)).view(0)
        if solve(view, turns - 1) is None and solve(view, turns):  # type: ignore[arg-type]
            views.append(view)
        if len(views) == goals:
            break

    def work() -> int:
        for view in views:
            how(view, turns)  # type: ignore[arg-type]
        return len(views)

    return work


def comparisons() -> Iterator[Comparison]:
    euclid = Strategist("euclid").turn
    yield Comparison("a whole euclid decision", decisions(euclid), "by plain breadth-first search", decisions(plain_euclid))
    exhaustive = solutions(7, 2, 2, plain_solve)
    yield Comparison("the fewest turns, two on 7 by 7", solutions(7, 2, 20), "by exhaustive search", exhaustive)
    KERNEL.ready(inf)
    for size, turns, goals in ((7, 3, 10), (9, 4, 3), (11, 4, 3)):
        ours, theirs = solutions(size, turns, goals), solutions(size, turns, goals, by_the_plain_search)
        yield Comparison(f"the fewest turns, {turns} on {size} by {size}, compiled", ours, "by the plain search", theirs)
    yield Comparison("the fewest turns, 4 on 13 by 13", solutions(13, 4, 3), "python-chess moves", chess_play())


def by_the_plain_search(view: View, most: int) -> object:
    return solve_plain(board_of(view), view, most, lambda: False)
