"""Compute sets of cells for the judge: where an avatar must stand to reach its goal in a number of turns."""

from __future__ import annotations

from collections.abc import Iterator

from byways.games.labyrinth.rules.slides import Board, NextBoards
from byways.games.labyrinth.state import Grid, Line


def pushes(board: Board, at: int) -> Iterator[tuple[int, int, Board]]:
    """Yield each push after which an avatar can walk: its number, the cells where the walk can end, and the board after it."""
    ahead = board.ahead
    for number, ends in enumerate(ahead.apart(board.ends(at))):
        if ends:
            yield number, ends, board.push(ahead, number)


def line_of(board: Board, ahead: NextBoards, number: int) -> Line:
    return board.grid.lines[ahead.pushes[number][0]]


def carried(line: Line, cell: int) -> int:
    return line.carry.get(cell, cell)


def before(line: Line, cells: int) -> int:
    """Return where an avatar must stand before a slide to be on one of these cells after it."""
    stay = cells & ~sum(1 << cell for cell in line.cells)
    return stay | sum(1 << cell for cell, then in line.carry.items() if cells >> then & 1)


def starts(grid: Grid, ways: int, ends: int) -> int:
    """Return the cells from which a walk can end on one of these. A walk may not end where it starts."""
    found, left = 0, ends
    while left:
        first = (left & -left).bit_length() - 1
        region = grid.reach(ways, first)
        here = region & ends
        found |= region if here & (here - 1) else region & ~here
        left &= ~region
    return found


def within(board: Board, turns: int) -> int:
    """Return the cells from which an avatar that moves every turn can reach the goal with its last turn, while the rival passes."""
    if turns == 1:
        return board.near()
    ahead, found = board.ahead, 0
    for number, (slide, _) in enumerate(ahead.pushes):
        if board.last is None or slide != board.last.undoing:
            then = board.push(ahead, number)
            found |= before(board.grid.lines[slide], starts(board.grid, then.ways, within(then, turns - 1)))
    return found


def sure(board: Board, rival: int) -> int:
    """Return the cells from which an avatar can reach the goal with its next turn, whether the rival passes first or makes any turn."""
    found = board.near()
    for number, _, then in pushes(board, rival):
        if not found:
            break
        found &= before(line_of(board, board.ahead, number), then.near())
    return found


def can_reach(board: Board, at: int, goal: int) -> bool:
    """Whether an avatar can reach a cell with its next turn."""
    return bool(board._replace(goal=goal).near() >> at & 1)
