"""Sets of cells for the judge: where an avatar must stand to be at a goal within some turns, whatever the rival slides."""

from __future__ import annotations

from collections.abc import Iterator

from byways.games.labyrinth.rules.slides import Board, NextBoards
from byways.games.labyrinth.state import Grid, Line


def pushes(board: Board, at: int) -> Iterator[tuple[int, int, Board]]:
    """Yield the pushes with which an avatar can move: their numbers, the ends of its walks, and the boards after them."""
    ahead = board.ahead
    for number, ends in enumerate(ahead.apart(board.ends(at))):
        if ends:
            yield number, ends, board.push(ahead, number)


def line_of(board: Board, ahead: NextBoards, number: int) -> Line:
    return board.grid.lines[ahead.pushes[number][0]]


def carried(line: Line, cell: int) -> int:
    return line.carry.get(cell, cell)


def before(line: Line, cells: int) -> int:
    """The cells that a slide carries to these."""
    stay = cells & ~sum(1 << cell for cell in line.cells)
    return stay | sum(1 << cell for cell, then in line.carry.items() if cells >> then & 1)


def starts(grid: Grid, ways: int, ends: int) -> int:
    """The cells from which a walk, which may not end where it starts, can end on one of these."""
    found, left = 0, ends
    while left:
        first = (left & -left).bit_length() - 1
        region = grid.reach(ways, first)
        here = region & ends
        found |= region if here & (here - 1) else region & ~here
        left &= ~region
    return found


def within(board: Board, turns: int) -> int:
    """The cells from which an avatar that moves every turn reaches the goal with its last one, while the rival passes."""
    if turns == 1:
        return board.near()
    ahead, found = board.ahead, 0
    for number, (slide, _) in enumerate(ahead.pushes):
        if board.last is None or slide != board.last.undoing:
            then = board.push(ahead, number)
            found |= before(board.grid.lines[slide], starts(board.grid, then.ways, within(then, turns - 1)))
    return found


def sure(board: Board, rival: int) -> int:
    """The cells from which an avatar reaches the goal next turn whatever turn the rival makes first, or none."""
    found = board.near()
    for number, _, then in pushes(board, rival):
        if not found:
            break
        found &= before(line_of(board, board.ahead, number), then.near())
    return found


def can_reach(board: Board, at: int, goal: int) -> bool:
    """Whether an avatar can reach a cell with the next turn."""
    return bool(board._replace(goal=goal).near() >> at & 1)
