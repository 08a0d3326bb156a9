"""What a seat may do: the slides, insertions and walks that the rules allow."""

from __future__ import annotations

from byways.bits import members
from byways.games.labyrinth.state import OPENINGS, TURNS, Insert, Line, Maze, Slide, Walk


def possible_slides(maze: Maze, at: int, last: Slide | None) -> list[Slide]:
    """Every movable line both ways, unless it undoes the previous slide or leaves the avatar nowhere to go whatever the insertion."""
    barred = last.undoing if last else None
    if maze.classic:
        return [slide for slide in maze.grid.slides if slide != barred]
    loose = maze.grid.leaves(maze.ways, at)
    return [slide for slide, line, near in maze.grid.around[at] if (turn_completes(maze, line, at) if near else loose) and slide != barred]


def turn_completes(maze: Maze, line: Line, at: int) -> bool:
    """Whether some insertion after this slide lets the avatar leave its tile."""
    leaves, ways, standing = maze.grid.leaves, line.shift(maze.ways), line.carry.get(at, at)
    if leaves(ways, standing):
        return True
    return any(leaves(ways | line.spread[openings], standing) for _, openings in TURNS[OPENINGS[maze.spare.connector]])


def turn_possible(maze: Maze, at: int) -> bool:
    return bool(possible_slides(maze, at, None))


def possible_inserts(maze: Maze, line: Line, at: int) -> list[Insert]:
    turns = TURNS[OPENINGS[maze.spare.connector]]
    leaves, ways, standing = maze.grid.leaves, line.shift(maze.ways), line.carry.get(at, at)
    return [insert for insert, openings in turns if maze.classic or leaves(ways | line.spread[openings], standing)]


def possible_walks(maze: Maze, line: Line, at: int, insert: Insert) -> list[Walk]:
    grid, standing = maze.grid, line.carry.get(at, at)
    reached = grid.reach(maze.pushed(line, insert.degree), standing)
    if not maze.classic:
        reached ^= 1 << standing  # Playing a turn 3: it may not remain where it is
    return [grid.walks[cell] for cell in members(reached)]
