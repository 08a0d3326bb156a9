"""The judge of Labyrinth's puzzles for two players. It searches all turns and all replies, and knows only the view.

`two` and `three`: reach the goal in that many turns while the rival passes. `safe`: make a turn after which the viewer can reach its goal
with its next turn, whatever the rival does. `forced`: the same with the viewer's home as the goal; in addition, the rival must not be able
to get home with its reply, even if it has found all its treasures. `block`: make a turn after which the rival cannot get home with its next
turn. Passing is always wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from msgspec.structs import replace

from byways.bits import members
from byways.game import put
from byways.games.labyrinth.bots.solver import solve_plain
from byways.games.labyrinth.puzzles.reach import can_reach, carried, line_of, pushes, sure, within
from byways.games.labyrinth.rules import PASS
from byways.games.labyrinth.rules.setup import allowed
from byways.games.labyrinth.rules.slides import Board
from byways.games.labyrinth.state import AnyChoice, Insert, Slide, Walk
from byways.games.labyrinth.view import View, board_of, known
from byways.i18n import Message, Value
from byways.position import Position
from byways.puzzle import Hint, Puzzle, Solution, Verdict

KINDS = ("two", "three", "safe", "forced", "block")


def rival_of(view: View) -> int:
    assert view.seat in (0, 1)
    return 1 - view.seat


def after(view: View, act: Sequence[AnyChoice]) -> View:
    """Return the view after the viewer's turn, as if the rival then passed and the viewer were to move again."""
    match act:
        case (Slide() as slide, Insert(degree), Walk(row, column)):
            line, seat = view.maze.grid.lines[slide], view.seat
            at = [carried(line, avatar.at) for avatar in view.avatars]
            assert seat is not None
            at[seat] = row * view.maze.columns + column
            avatars = tuple(replace(avatar, at=cell) for avatar, cell in zip(view.avatars, at, strict=True))
            return replace(view, maze=view.maze.push(slide, degree), avatars=avatars, last=slide, act=())
    return view


def good_ends(puzzle: Puzzle, board: Board, rival: int, homes: tuple[int, int]) -> int:
    """Return the cells on which a right turn can end, on the board after the viewer's push.

    `rival` is the rival's cell; `homes` are the viewer's home and the rival's.
    """
    everywhere = (1 << board.grid.size) - 1
    if puzzle.kind == "block":
        return 0 if can_reach(board, rival, homes[1]) else everywhere
    if puzzle.turns == 1:
        assert board.goal is not None
        return 1 << board.goal
    if puzzle.kind == "safe":
        return sure(board, rival)
    if puzzle.kind == "forced":
        return 0 if can_reach(board, rival, homes[1]) else sure(board, rival)
    return within(board, puzzle.turns - 1)


def solve(puzzle: Puzzle, view: View) -> Solution:
    board, ahead, found, count = board_of(view), board_of(view).ahead, list[tuple[AnyChoice, ...]](), 1
    for number, ends, then in pushes(board, view.at):
        rival = carried(line_of(board, ahead, number), view.avatars[rival_of(view)].at)
        count += ends.bit_count()
        found += [(*ahead.pushes[number], board.grid.walks[cell]) for cell in members(ends & good_ends(puzzle, then, rival, homes(view)))]
    return Solution(tuple(found), count)


def homes(view: View) -> tuple[int, int]:
    rival = rival_of(view)
    return view.avatars[1 - rival].home, view.avatars[rival].home


def right(puzzle: Puzzle, view: View, act: tuple[AnyChoice, ...]) -> bool:
    then = after(view, act)
    return act != (PASS,) and bool(good_ends(puzzle, board_of(then), then.avatars[rival_of(view)].at, homes(view)) >> then.at & 1)


def judge(puzzle: Puzzle, view: View, act: tuple[AnyChoice, ...]) -> Verdict:
    then = after(view, act)
    if right(puzzle, view, act):
        return praise(puzzle, then)
    if is_race(puzzle) and can_reach(board_of(then), then.avatars[rival_of(view)].at, homes(view)[1]) and not ends_game(view, act):
        name = "puzzle.rival-home" if puzzle.kind == "block" else "puzzle.rival-first"
        return Verdict(False, Message(name, values(puzzle)), line=way_home(then), world=world(view))
    if act == (PASS,):
        return Verdict(False, Message("puzzle.pass", values(puzzle)))
    if puzzle.turns == 1:
        return Verdict(False, Message("puzzle.not-there", values(puzzle)))
    return slow(puzzle, then) if puzzle.kind in ("two", "three") else refuted(puzzle, then)


def is_race(puzzle: Puzzle) -> bool:
    """Whether the rival must not come home with its next turn."""
    return puzzle.kind == "block" or (puzzle.kind == "forced" and puzzle.turns > 1)


def ends_game(view: View, act: tuple[AnyChoice, ...]) -> bool:
    """Whether the act is the last pass of a round in which everybody has passed."""
    return act == (PASS,) and view.seat == 1 and not view.moved


def possible_finds(view: View) -> tuple[int, ...] | None:
    """Return treasures that the rival may have found on its trail if they can be all that it has to find, otherwise None."""
    rival, mine = rival_of(view), set(view.hunts[1 - rival_of(view)])
    home, trail = view.avatars[rival].home, view.avatars[rival].trail
    deals = (goals for goals in combinations(trail, view.treasures) if len({*goals} - mine) == view.treasures)
    return next((goals for goals in deals if allowed(view.maze, home, known(view, rival), goals)), None)


def world(view: View) -> Position | None:
    """Return a position in which the rival has found all its treasures, or None if no such position fits the view."""
    finds = possible_finds(view)
    return None if finds is None else replace(view, hunts=put(view.hunts, rival_of(view), finds)).imagine(Random(0))


def values(puzzle: Puzzle) -> dict[str, Value]:
    return {**puzzle.values, "turns": puzzle.turns}


def praise(puzzle: Puzzle, then: View) -> Verdict:
    if puzzle.kind == "block":
        return Verdict(True, Message("puzzle.block.right", values(puzzle)))
    if puzzle.turns == 1:
        return Verdict(True, Message("puzzle.there.right", values(puzzle)), 1, 1)
    if puzzle.kind in ("safe", "forced"):
        return Verdict(True, Message(f"puzzle.{puzzle.kind}.right", values(puzzle)), 2, 2, hardest(then))
    nearer = Message("puzzle.nearer", {**values(puzzle), "more": puzzle.turns - 1})
    return Verdict(True, nearer, puzzle.turns, puzzle.turns, (f"{rival_of(then)}: pass",))


def slow(puzzle: Puzzle, then: View) -> Verdict:
    """Return the verdict on a turn after which the goal takes too long. A line to the goal would show the solver its next turns."""
    # Loading the compiled solver would take longer than the plain one takes to answer.
    turns = solve_plain(board_of(then), then, puzzle.turns, lambda: False)
    if turns is None:
        return Verdict(False, Message("puzzle.slower", values(puzzle)), None, puzzle.turns)
    return Verdict(False, Message("puzzle.slow", {**values(puzzle), "more": len(turns)}), 1 + len(turns), puzzle.turns)


def refuted(puzzle: Puzzle, then: View) -> Verdict:
    """Return the verdict on a turn after which the rival can keep the viewer from its goal."""
    board = board_of(then)
    if not board.near() >> then.at & 1:
        return Verdict(False, Message("puzzle.far", values(puzzle)), line=(f"{rival_of(then)}: pass",))
    slide, line = next((slide, line) for ways, slide, line in replies(then) if not ways)
    return Verdict(False, Message("puzzle.refuted", {**values(puzzle), "slide": slide.sentence}), line=line)


def replies(then: View) -> Iterator[tuple[int, Slide, tuple[str, ...]]]:
    """Yield each push of the rival: the number of the viewer's pushes that then lead to its goal, the slide, and the rival's whole turn."""
    board, rival = board_of(then), rival_of(then)
    for number, ends, next_board in pushes(board, then.avatars[rival].at):
        slide, insert = board.ahead.pushes[number]
        at = carried(board.grid.lines[slide], then.at)
        ahead = next_board.ahead
        ways = (next_board.ends(at) & next_board.goals(ahead)).bit_count()
        yield ways, slide, (f"{rival}: {slide}", f"{rival}: {insert}", f"{rival}: {board.grid.walks[members(ends)[0]]}")


def hardest(then: View) -> tuple[str, ...]:
    """Return the rival's turn after which the fewest of the viewer's pushes lead to the goal."""
    return min(replies(then), default=(0, None, (f"{rival_of(then)}: pass",)), key=lambda reply: reply[0])[2]


def way_home(then: View) -> tuple[str, ...]:
    """Return a turn that brings the rival home."""
    board, rival = board_of(then), rival_of(then)
    home = then.avatars[rival].home
    number = next(number for number, ends, _ in pushes(board, then.avatars[rival].at) if ends >> home & 1)
    return tuple(f"{rival}: {step}" for step in (*board.ahead.pushes[number], board.grid.walks[home]))


def hints(puzzle: Puzzle, view: View, act: tuple[AnyChoice, ...]) -> tuple[Hint, Hint]:
    match act:
        case (Slide() as slide, _, Walk() as walk):
            options = tuple(str(choice) for choice in view.choices if isinstance(choice, Slide) and slide in (choice, choice.undoing))
            first = Message(f"puzzle.hint-{slide.axis}", {"index": slide.index})
            second = Message("puzzle.hint-walk", {"slide": slide.sentence, "row": walk.row, "column": walk.column})
            return Hint(first, options), Hint(second, (str(slide),))
    raise ValueError(f"{act} is not a turn with a slide")
