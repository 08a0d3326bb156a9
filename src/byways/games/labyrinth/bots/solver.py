"""The fewest turns to a goal, found exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import inf

from byways.bits import members
from byways.bots.compiled import is_kept
from byways.game import Choice
from byways.games.labyrinth.bots.compiled_solver import KERNEL, LARGEST, Kernel, OutOfTime, Push, Turn, quickly
from byways.games.labyrinth.rules.slides import Board, NextBoards, next_boards
from byways.games.labyrinth.state import Walk
from byways.games.labyrinth.view import View, board_of

__all__ = ["OutOfTime", "Push", "Turn", "plainly", "solve"]

CROSS = 15  # the openings of a spare that lets everything pass: what is out of reach with it is out of reach with any other


def solve(view: View, most: int = 4, stop: Callable[[], bool] = lambda: False) -> tuple[Turn, ...] | None:
    """The fewest turns of its own in which a seat can reach its present goal, while all others pass: None if `most` are not enough.

    The goal is the seat's next treasure, or its home once it has found everything (`view.goal`), as the rules count it: its own walk ends
    there, from another tile but in `classic`. Steps already made (`view.act`) belong to the first turn. To pass gains nothing, so every
    turn slides. Of several ways the first is given, slides and turns in the order of the rules. `stop` ends the search with `OutOfTime`.
    """
    board = board_of(view)
    if board.goal is not None and board.goal >= board.grid.size:  # off the board
        return None
    kernel = compiled() if board.grid.size <= LARGEST else None
    return quickly(kernel, board, view, most, stop) if kernel else plainly(board, view, most, stop)


def compiled() -> Kernel | None:
    """Return the compiled search. Until it is compiled, which happens in the background, the plain one serves."""
    return KERNEL.module or KERNEL.ready(inf if is_kept(KERNEL.name) else 0.0)


def plainly(board: Board, view: View, most: int, stop: Callable[[], bool]) -> tuple[Turn, ...] | None:
    for turns in range(1, most + 1):
        for plan in plans(board, 1 << view.at, view.act, turns, stop):
            if walks := footsteps(board, view.at, plan):
                return tuple((*push, walk) for push, walk in zip(plan, walks, strict=True))
    return None


def plans(board: Board, cells: int, act: Sequence[Choice], turns: int, stop: Callable[[], bool]) -> Iterator[list[Push]]:
    """Slides and insertions of so many turns after which the goal is reached from one of the cells.

    All cells where the avatar may stand are followed together. Among them are some where it could only stand by not walking at all, so a
    plan may turn out not to be possible; no plan is left out.
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
        reached &= east | east << 1 | south | south << board.grid.columns  # no walk ends where none begins
    if turns == 2:
        yield from two_turns(board, ahead, boards, reached)
        return
    for number, standing in enumerate(ahead.apart(reached)):
        if standing:
            for rest in plans(board.push(ahead, number), standing, (), turns - 1, stop):
                yield [ahead.pushes[number], *rest]


def two_turns(board: Board, ahead: NextBoards, boards: int, reached: int) -> Iterator[list[Push]]:
    """The last turn can help only by a line that both the avatar and the goal have access to, and there are few of them, often none."""
    near_goal = ahead.flood(ahead.passages(boards), board.goals(ahead))
    touched, wanted = ahead.border(boards, reached), ahead.border(boards, near_goal)
    met = reached & near_goal
    together = zip(*(ahead.apart(cells) for cells in (reached, touched, wanted, met)), strict=True)
    for number, (standing, touch, want, meet) in enumerate(together):
        if standing:
            everywhere = meet or not want  # the goal lies on the spare, or it must be left and come back to
            lines = [line for line, cells in enumerate(board.grid.bands) if everywhere or (touch & cells and want & cells)]
            if lines:
                after = board.push(ahead, number)
                for line in lines:
                    if arrivals(next_boards(board.grid, CROSS, line), after, standing):
                        last = next_boards(board.grid, after.spare, line)
                        for rest in pushes(last, arrivals(last, after, standing)):
                            yield [ahead.pushes[number], *rest]


def pushes(ahead: NextBoards, hits: int) -> Iterator[list[Push]]:
    """The pushes of the boards on which there is a hit."""
    for number, hit in enumerate(ahead.apart(hits)):
        if hit:
            yield [ahead.pushes[number]]


def arrivals(ahead: NextBoards, board: Board, cells: int, act: Sequence[Choice] = ()) -> int:
    """The goal on each board where it is reached."""
    goals = board.goals(ahead)
    starts = ahead.carried(cells) & ahead.allowed(board.last, act)
    return ahead.reach(board.ways, starts if board.grid.classic else starts & ~goals) & goals


def footsteps(board: Board, at: int, plan: Sequence[Push]) -> list[Walk]:
    """Where to walk after each of these pushes so as to end on the goal; nothing if there is no way to do it."""
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
    """Where an avatar that stood on a cell before the push can walk after it."""
    standing = board.grid.lines[push[0]].carry.get(start, start)
    return [cell for cell in members(board.grid.reach(board.ways, standing)) if board.grid.classic or cell != standing]
