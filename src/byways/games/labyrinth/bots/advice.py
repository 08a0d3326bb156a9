"""Acts of Labyrinth in few words, and what speaks for or against them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from msgspec.structs import replace

from byways.game import Choice, put
from byways.games.labyrinth.bots.solver import plainly
from byways.games.labyrinth.state import AnyChoice, Insert, Slide, Walk
from byways.games.labyrinth.view import View, board_of
from byways.i18n import Message, Sentence
from byways.phrases import chained

FAR = 2  # turns that are looked ahead, plainly: who serves pages has nothing compiled
STEPS = 3  # of a whole turn


def brief(act: Sequence[Choice]) -> Message:
    return chained([part for step in act for part in part_of(cast(AnyChoice, step), len(act) == 1)])


def part_of(step: AnyChoice, alone: bool) -> list[Message]:
    """Nothing for a tile that goes in as it lies, unless there is nothing else to say."""
    match step:
        case Slide(index, direction):
            return [Message(f"brief.{step.axis}", {"index": index, "direction": direction})]
        case Insert(degree):
            return [Message("brief.turned", {"degree": degree})] if degree else [Message("brief.insert")] * alone
        case Walk(row, column):
            return [Message("brief.walk", {"row": row, "column": column})]
    return [Message("brief.pass")]


def why(view: View, act: Sequence[Choice]) -> tuple[Sentence, ...]:
    turn = (*view.act, *act)
    if len(turn) < STEPS:
        return ()
    slide, insert, walk = cast("tuple[Slide, Insert, Walk]", turn)
    then = walked(view, slide, insert, walk)
    return tuple(reason for reason in (reaches(then), leaves(view, then)) if reason)


def walked(view: View, slide: Slide, insert: Insert, walk: Walk) -> View:
    """What this seat will see after its turn, except what it finds."""
    assert view.seat is not None
    carry, columns = view.maze.grid.lines[slide].carry, view.maze.columns
    avatars = tuple(replace(avatar, at=carry.get(avatar.at, avatar.at)) for avatar in view.avatars)
    mine = replace(avatars[view.seat], at=walk.row * columns + walk.column)
    maze = view.maze.push(slide, insert.degree)
    return replace(view, maze=maze, avatars=put(avatars, view.seat, mine), last=slide, act=(), choices=())


def reaches(then: View) -> Message | None:
    if then.at == then.goal:
        return Message("why.home" if then.homeward else "why.last" if then.found + 1 == then.treasures else "why.treasure")
    turns = turns_to_goal(then, FAR)
    return Message("why.near-home" if then.homeward else "why.near", {"turns": turns}) if turns else None


def leaves(view: View, then: View) -> Message | None:
    """Whether the next player can go home, if that may end the game."""
    rival = next_seat(view)
    if rival is None or not may_go_home(view, rival):
        return None
    if can_go_home(then, rival):
        return Message("why.lets", {"seat": rival})
    return Message("why.shuts", {"seat": rival}) if can_go_home(view, rival) else None


def next_seat(view: View) -> int | None:
    assert view.seat is not None
    seats = len(view.avatars)
    order = ((view.seat + nth) % seats for nth in range(1, seats))
    return next((seat for seat in order if seat not in view.removed), None)


def may_go_home(view: View, seat: int) -> bool:
    """Whether a rival may have found everything, for all that this seat knows."""
    avatar = view.avatars[seat]
    stops = len(view.hunts[seat]) if view.maze.classic else len({*avatar.trail} - {avatar.home})
    return stops >= view.treasures


def can_go_home(view: View, seat: int) -> bool:
    """In one turn, were it this seat's."""
    return turns_to_goal(replace(view, seat=seat, hunts=put(view.hunts, seat, ()), found=0, act=()), 1) is not None


def turns_to_goal(view: View, most: int) -> int | None:
    """That it takes while all others pass; None if `most` are not enough."""
    turns = plainly(board_of(view), view, most, lambda: False)
    return len(turns) if turns else None
