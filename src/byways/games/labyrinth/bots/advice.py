"""Short descriptions of acts, and reasons for or against them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from msgspec.structs import replace

from byways.game import Choice, put
from byways.games.labyrinth.bots.solver import solve_plain
from byways.games.labyrinth.state import AnyChoice, Insert, Slide, Walk
from byways.games.labyrinth.view import View, board_of
from byways.i18n import Message, Sentence
from byways.phrases import chained

LOOKAHEAD = 2  # turns, searched by the plain solver, because web processes load no compiled code
STEPS = 3  # steps of a whole turn


def brief(act: Sequence[Choice]) -> Message:
    return chained([part for step in act for part in part_of(cast(AnyChoice, step), len(act) == 1)])


def part_of(step: AnyChoice, alone: bool) -> list[Message]:
    """Describe a step. An insertion without a turn is mentioned only if it is the whole act."""
    match step:
        case Slide(index, direction):
            return [Message(f"brief.{step.axis}", {"index": index, "direction": direction})]
        case Insert(degree):
            return [Message("brief.turned", {"degree": degree})] if degree else [Message("brief.insert")] * alone
        case Walk(row, column):
            return [Message("brief.walk", {"row": row, "column": column})]
    return [Message("brief.pass")]


def why(view: View, act: Sequence[Choice]) -> tuple[Sentence, ...]:
    turn = turn_of(view, act)
    if turn is None:
        return ()
    then = walked(view, *turn)
    if then.at == then.goal and then.homeward:
        return (Message("why.home"),)  # nothing matters after that
    if is_last_turn(view):
        return ()
    return tuple(reason for reason in (reaches(then), leaves(view, then)) if reason)


def turn_of(view: View, act: Sequence[Choice]) -> tuple[Slide, Insert, Walk] | None:
    """The steps of a whole turn; None for a pass or an unfinished turn."""
    turn = (*view.act, *act)
    return cast("tuple[Slide, Insert, Walk]", turn) if len(turn) == STEPS else None


def is_last_turn(view: View) -> bool:
    """Whether the game ends with this turn because the round limit is reached."""
    seats = [seat for seat in range(len(view.avatars)) if seat not in view.removed]
    return view.round >= view.rounds and view.seat == seats[-1]


def walked(view: View, slide: Slide, insert: Insert, walk: Walk) -> View:
    """The view after a turn, not counting its finds."""
    assert view.seat is not None
    carry, columns = view.maze.grid.lines[slide].carry, view.maze.columns
    avatars = tuple(replace(avatar, at=carry.get(avatar.at, avatar.at)) for avatar in view.avatars)
    mine = replace(avatars[view.seat], at=walk.row * columns + walk.column)
    maze = view.maze.push(slide, insert.degree)
    return replace(view, maze=maze, avatars=put(avatars, view.seat, mine), last=slide, act=(), choices=())


def reaches(then: View) -> Message | None:
    if then.at == then.goal:
        return Message("why.last") if then.found + 1 == then.treasures else finds(then)
    turns = turns_to_goal(then, LOOKAHEAD)
    return Message("why.near-home" if then.homeward else "why.near", {"turns": turns}) if turns else None


def finds(then: View) -> Message:
    """The viewer finds a treasure. The next one is still unknown: count the places within one turn where it may be."""
    assert then.seat is not None
    taken = then.avatars[then.seat].home, *then.hunts[then.seat]
    goals = range(then.maze.grid.size) if then.maze.classic else [cell for cell in then.maze.grid.fixed if cell not in taken]
    return Message("why.finds", {"reached": within_reach(then, then.at, goals), "all": len(goals)})


def within_reach(then: View, at: int, goals: Sequence[int]) -> int:
    """Count the goals that one turn reaches from a cell."""
    board = board_of(then)._replace(rides=then.maze.classic)
    ends = board.ends(at)
    return sum(bool(ends & board._replace(goal=goal).goals(board.ahead)) for goal in goals)


def leaves(view: View, then: View) -> Message | None:
    """Whether the turn lets the next player go home, or prevents that."""
    rival = next_seat(view)
    if rival is None or not may_go_home(view, rival):
        return None
    if can_go_home(then, rival):
        return Message("why.lets" if has_all(view, rival) else "why.may-let", {"seat": rival})
    return Message("why.shuts", {"seat": rival}) if can_go_home(view, rival) else None


def next_seat(view: View) -> int | None:
    assert view.seat is not None
    seats = len(view.avatars)
    order = ((view.seat + nth) % seats for nth in range(1, seats))
    return next((seat for seat in order if seat not in view.removed), None)


def may_go_home(view: View, seat: int) -> bool:
    """Whether a rival may have found all its treasures, as far as the viewer knows."""
    avatar = view.avatars[seat]
    stops = len(view.hunts[seat]) if view.maze.classic else len({*avatar.trail} - {avatar.home})
    return stops >= view.treasures


def has_all(view: View, seat: int) -> bool:
    """Whether a rival is known to have found all its treasures."""
    return view.maze.classic and len(view.hunts[seat]) == view.treasures


def can_go_home(view: View, seat: int) -> bool:
    """Whether a seat could get home in one turn now."""
    return turns_to_goal(replace(view, seat=seat, hunts=put(view.hunts, seat, ()), found=0, act=()), 1) is not None


def turns_to_goal(view: View, most: int) -> int | None:
    """The number of turns to the goal while all others pass; None if `most` are not enough."""
    turns = solve_plain(board_of(view), view, most, lambda: False)
    return len(turns) if turns else None
