"""An exact solver: the fewest turns to a goal while all others pass."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf

from byways.bits import members
from byways.bots.compiled import is_kept
from byways.game import Choice
from byways.games.labyrinth.bots.compiled_solver import KERNEL, LARGEST, Kernel, OutOfTime, Push, Turn, solve_compiled
from byways.games.labyrinth.rules.slides import Board, NextBoards, next_boards
from byways.games.labyrinth.state import Walk
from byways.games.labyrinth.view import View, board_of

__all__ = ["OutOfTime", "Push", "Turn", "solve", "solve_plain"]

CROSS = 15  # openings of a crossing: a goal out of reach with it is out of reach with any spare


def solve(view: View, most: int = 4, stop: Callable[[], bool] = lambda: False) -> tuple[Turn, ...] | None:
    """Return the fewest turns in which the viewer can reach its goal (`view.goal`) while all others pass; None if `most` are not enough.

    Steps already made (`view.act`) belong to the first turn. Of several solutions the first is returned, in the rules' order of slides and
    turns. Raises `OutOfTime` when `stop()` returns true.
    """
    board = board_of(view)
    if board.goal is not None and board.goal >= board.grid.size:  # off the board
        return None
    kernel = compiled() if board.grid.size <= LARGEST else None
    return solve_compiled(kernel, board, view, most, stop) if kernel else solve_plain(board, view, most, stop)


def compiled() -> Kernel | None:
    """Return the kernel if it is compiled or cached on disk. Otherwise it compiles in the background, and callers use the plain search."""
    return KERNEL.module or KERNEL.ready(inf if is_kept(KERNEL.name) else 0.0)


def solve_plain(board: Board, view: View, most: int, stop: Callable[[], bool]) -> tuple[Turn, ...] | None:
    # Iterative deepening: the first plan that works is a shortest one.
    for turns in range(1, most + 1):
        for plan in plans(board, 1 << view.at, view.act, turns, stop):
            if walks := footsteps(board, view.at, plan):
                return tuple((*push, walk) for push, walk in zip(plan, walks, strict=True))
    return None


def plans(board: Board, cells: int, act: Sequence[Choice], turns: int, stop: Callable[[], bool]) -> Iterator[list[Push]]:
    """Yield plans of this many turns that reach the goal from one of the cells.

    The search tracks all cells where the avatar may stand as one set. Some are reached only by not walking, so a plan may turn out to be
    impossible (see `footsteps`), but none is missed.
    """
    if stop():
        raise OutOfTime
    ahead = board.ahead
    if turns == 1:
        yield from pushes(ahead, arrivals(ahead, board, cells, act))
        return
    boards = ahead.boards(board.ways)
    passages = east, south = ahead.passages(boards)
    reached = ahead.flood(passages, ahead.carried(cells) & ahead.allowed(board.last, act))
    if not board.grid.classic:
        reached &= east | east << 1 | south | south << board.grid.columns  # no walk ends on a cell without a passage
    if turns == 2:
        yield from two_turns(board, ahead, boards, reached)
        return
    for number, standing in enumerate(ahead.apart(reached)):
        if standing:
            for rest in plans(board.push(ahead, number), standing, (), turns - 1, stop):
                yield [ahead.pushes[number], *rest]


def two_turns(board: Board, ahead: NextBoards, boards: int, reached: int) -> Iterator[list[Push]]:
    """Yield plans of two turns. The second turn tries only lines that touch the regions of both the avatar and the goal."""
    near_goal = ahead.flood(ahead.passages(boards), board.goals(ahead))
    touched, wanted = ahead.border(boards, reached), ahead.border(boards, near_goal)
    met = reached & near_goal
    together = zip(*(ahead.apart(cells) for cells in (reached, touched, wanted, met)), strict=True)
    for number, (standing, touch, want, meet) in enumerate(together):
        if standing:
            everywhere = meet or not want  # the goal is on the spare, or must be left and re-entered
            lines = [line for line, cells in enumerate(board.grid.bands) if everywhere or (touch & cells and want & cells)]
            if lines:
                after = board.push(ahead, number)
                for line in lines:
                    # One test with the crossing rules out all turns of the spare.
                    if arrivals(next_boards(board.grid, CROSS, line), after, standing):
                        last = next_boards(board.grid, after.spare, line)
                        for rest in pushes(last, arrivals(last, after, standing)):
                            yield [ahead.pushes[number], *rest]


def pushes(ahead: NextBoards, hits: int) -> Iterator[list[Push]]:
    """The pushes of the boards with a hit."""
    for number, hit in enumerate(ahead.apart(hits)):
        if hit:
            yield [ahead.pushes[number]]


def arrivals(ahead: NextBoards, board: Board, cells: int, act: Sequence[Choice] = ()) -> int:
    """The goal, on each board where it can be reached."""
    goals = board.goals(ahead)
    starts = ahead.carried(cells) & ahead.allowed(board.last, act)
    return ahead.reach(board.ways, starts if board.grid.classic else starts & ~goals) & goals


def footsteps(board: Board, at: int, plan: Sequence[Push]) -> list[Walk]:
    """The walks after each push of a plan that lead to the goal; empty if the plan is impossible."""
    grid, boards, stands = board.grid, [], [{at}]
    for push in plan:
        ahead = board.ahead
        board = board.push(ahead, ahead.pushes.index(push))
        boards.append(board)
        stands.append({end for start in stands[-1] for end in ends(board, push, start)})
    if board.goal not in stands.pop():
        return []
    path = [board.goal]
    for push, board in zip(reversed(plan[1:]), reversed(boards[1:]), strict=True):
        path.append(next(start for start in sorted(stands.pop()) if path[-1] in ends(board, push, start)))
    return [grid.walks[cell] for cell in reversed(path)]


def ends(board: Board, push: Push, start: int) -> list[int]:
    """The cells to which an avatar can walk after a push, if it stood on `start` before."""
    standing = board.grid.lines[push[0]].carry.get(start, start)
    return [cell for cell in members(board.grid.reach(board.ways, standing)) if board.grid.classic or cell != standing]
