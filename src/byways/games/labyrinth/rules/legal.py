"""The slides, insertions and walks allowed by the rules."""

from __future__ import annotations

from byways.bits import members
from byways.games.labyrinth.state import OPENINGS, TURNS, Insert, Line, Maze, Slide, Walk


def possible_slides(maze: Maze, at: int, last: Slide | None) -> list[Slide]:
    """All slides except the one that undoes the previous slide, and those after which no insertion lets the avatar leave its tile."""
    barred = last.undoing if last else None
    if maze.classic:
        return [slide for slide in maze.grid.slides if slide != barred]
    free = maze.grid.leaves(maze.ways, at)  # for slides that change nothing near the avatar
    return [slide for slide, line, near in maze.grid.around[at] if (turn_completes(maze, line, at) if near else free) and slide != barred]


def turn_completes(maze: Maze, line: Line, at: int) -> bool:
    """Whether some insertion after this slide lets the avatar leave its tile."""
    leaves, ways, standing = maze.grid.leaves, line.shift(maze.ways), line.carry.get(at, at)
    # The hole is still empty, so a passage that is already open does not depend on the insertion.
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
        reached ^= 1 << standing  # Playing a turn, step 3: the avatar may not remain on its tile
    return [grid.walks[cell] for cell in members(reached)]
