"""The rules of Labyrinth: notation, legal choices, their effects, and the end."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import cast, get_args

import msgspec

from byways.game import Event, Malformed, Outcome, Tally, Tell, happened, places, put
from byways.games.labyrinth.components import Components
from byways.games.labyrinth.rules.events import found_one, hidden_finds, tell_turn
from byways.games.labyrinth.rules.legal import possible_inserts, possible_slides, possible_walks
from byways.games.labyrinth.rules.refusals import why_not
from byways.games.labyrinth.rules.setup import deal, redeal, start
from byways.games.labyrinth.state import AnyChoice, Avatar, Insert, Maze, Pass, Position, Setup, Slide, Walk
from byways.i18n import Message
from byways.notation import Notation
from byways.room import Hooks

__all__ = ["HOOKS", "after", "deal", "offer", "parse", "start", "without"]

PASS = Pass()


# Notation

NOTATION = Notation[AnyChoice](get_args(AnyChoice))


def parse(text: str) -> AnyChoice:
    """Read a choice."""
    choice = NOTATION.read(text)
    if choice is None:
        raise Malformed(Message("refuse.notation", {"text": text[:40]}), Position.room)
    return choice


# Legal choices


def offer(position: Position, seat: int) -> tuple[AnyChoice, ...]:
    maze, at, act = position.maze, position.avatars[seat].at, position.acts[seat]
    if not act:
        slides = possible_slides(maze, at, position.last)
        return tuple(slides) if maze.classic else (*slides, PASS)
    line = maze.grid.lines[cast(Slide, act[0])]
    return tuple(possible_inserts(maze, line, at) if len(act) == 1 else possible_walks(maze, line, at, cast(Insert, act[1])))


# The effects of a choice


def after(position: Position, seat: int, choice: AnyChoice, tell: Tell) -> Position:
    if isinstance(choice, Walk):
        walked = walk(position, seat, choice, tell)
        return walked if walked.outcome else advance(walked, seat, tell)
    if isinstance(choice, Pass):
        happened(tell, "pass", f"avatar-{seat}", seat=seat)
        return advance(position, seat, tell)
    return msgspec.structs.replace(position, acts=put(position.acts, seat, (*position.acts[seat], choice)))


def walk(position: Position, seat: int, choice: Walk, tell: Tell) -> Position:
    """Make the act final: move the line, the spare and the avatars. `advance` then decides whose turn is next."""
    slide, insert = cast(tuple[Slide, Insert], position.acts[seat])
    line = position.maze.grid.lines[slide]
    maze = position.maze.push(slide, insert.degree)
    cell = choice.row * maze.columns + choice.column
    here = maze.tiles[cell].number if maze.classic else cell
    if tell is not None:
        tell_turn(position, seat, slide, insert, choice, tell)
    carried = [
        msgspec.structs.replace(avatar, at=line.carry[avatar.at]) if avatar.at in line.carry else avatar for avatar in position.avatars
    ]
    carried[seat] = stop(maze, carried[seat], cell, here)
    moved = msgspec.structs.replace(
        position,
        acts=put(position.acts, seat, ()),
        maze=maze,
        avatars=tuple(carried),
        last=slide,
        moved=(*position.moved, seat),
    )
    goals, found = position.hunts[seat], position.found[seat]
    # B2, B10: only the end of the seat's own walk counts, not rides or tiles it passes.
    if found < len(goals):
        return find(moved, seat, tell) if here == goals[found] else moved
    if cell != carried[seat].home:
        return moved
    return over(moved, Message("outcome.home", {"seat": seat, "treasures": found}), seat, tell)


def stop(maze: Maze, avatar: Avatar, cell: int, here: int) -> Avatar:
    """The avatar at the end of its move. Its trail records the stop if that reveals something about its treasure."""
    telling = maze.classic or cell in maze.grid.fixed
    return Avatar(cell, avatar.home, avatar.color, (*avatar.trail, here) if telling else avatar.trail)


def find(position: Position, seat: int, tell: Tell) -> Position:
    found = put(position.found, seat, position.found[seat] + 1)
    if tell is not None:
        tell.append(found_one(position, seat, found[seat]))
    avatars = position.avatars
    if position.maze.classic:
        avatars = put(avatars, seat, msgspec.structs.replace(avatars[seat], trail=()))
    return msgspec.structs.replace(position, found=found, avatars=avatars)


def advance(position: Position, seat: int, tell: Tell) -> Position:
    """Continue with the next seat, the next round, or the end of the game."""
    seats = position.seats
    if not seats:
        return over(position, Message("outcome.nobody"), None, tell)
    for later in seats:
        if later > seat:
            return msgspec.structs.replace(position, awaited=(later,))
    # B8: a round of passes ends the game, even if a seat that moved in it has been removed since.
    if not set(seats) & set(position.moved):
        return over(position, Message("outcome.passes"), None, tell)
    if position.round >= position.rounds:
        return over(position, Message("outcome.rounds", {"rounds": position.rounds}), None, tell)
    return msgspec.structs.replace(position, awaited=(seats[0],), round=position.round + 1, moved=())


def without(position: Position, seat: int, tell: Tell) -> Position:
    """Remove a seat with its avatar, home and goal; the board stays."""
    happened(tell, "remove", f"avatar-{seat}", f"home-{seat}", seat=seat)
    return advance(position, seat, tell) if position.awaited == (seat,) else position


# The end


def over(position: Position, reason: Message, ender: int | None, tell: Tell) -> Position:
    best = winners(position, ender)
    ranks = places([seat in best for seat in range(len(position.acts))], position.removed)
    outcome = Outcome(ranks, reason, removed=position.removed, breakdown=tuple(breakdown(position)))
    if tell is not None:
        crowns = tuple(f"crown-{seat}" for seat in outcome.winners)
        tell += Event("end", reason, crowns, reason.values), *hidden_finds(position, ender)
    return msgspec.structs.replace(position, awaited=(), outcome=outcome)


def finish(position: Position, reason: Message, tell: Tell) -> Position:
    """End the game without a seat coming home."""
    return over(position, reason, None, tell)


def breakdown(position: Position) -> Iterator[Tally]:
    """The facts that decided the game: treasures and, if several seats have the most, how far each of them is from its next goal."""
    treasures = max(map(len, position.hunts))
    yield Tally(Message("tally.treasures" if treasures > 1 else "tally.treasure", {"treasures": treasures}), position.found)
    rich = richest(position)
    if len(rich) > 1:
        away = [math.sqrt(distance_to_goal(position, seat)) if seat in rich else math.inf for seat in range(len(position.acts))]
        yield Tally(Message("tally.distance"), tuple(None if far == math.inf else round(far, 1) for far in away))


def richest(position: Position) -> list[int]:
    """The seats with the most treasures."""
    most = max((position.found[seat] for seat in position.seats), default=0)
    return [seat for seat in position.seats if position.found[seat] == most]


def winners(position: Position, ender: int | None) -> list[int]:
    """Of the seats with the most treasures, the one that came home; otherwise all that are nearest to their next goal."""
    rich = richest(position)
    # Only in the course's dialect can a seat come home with fewer treasures than another.
    if ender in rich:
        return [ender]
    nearest = min((distance_to_goal(position, seat) for seat in rich), default=0)
    return [seat for seat in rich if distance_to_goal(position, seat) == nearest]


def distance_to_goal(position: Position, seat: int) -> float:
    """The squared Euclidean distance from a seat to its next goal; infinite for a treasure on the spare."""
    goals, found, avatar = position.hunts[seat], position.found[seat], position.avatars[seat]
    cell = position.maze.cell_of(goals[found]) if found < len(goals) else avatar.home
    return math.inf if cell is None else position.maze.grid.distance(avatar.at, cell)


HOOKS: Hooks[Position, AnyChoice, Setup, Components] = Hooks(redeal=redeal, why_not=why_not, finish=finish)
