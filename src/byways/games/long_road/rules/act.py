"""Tentative acts: a seat can undo its steps until it sees something new, and others see them once they are final.

A tentative act leaves the shared part of the position unchanged. `with_act` returns the position with every step applied; rules, views and
players use that one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial

from msgspec.structs import replace

from byways.game import Event, Tell, happened, put
from byways.games.long_road import choices as c
from byways.games.long_road.choices import ROADS, AnyChoice
from byways.games.long_road.rules.agenda import DECISIONS, run_agenda
from byways.games.long_road.rules.events import piece_of
from byways.games.long_road.rules.turn import has_ally
from byways.games.long_road.state import Placed, Position, Task

PLACED = re.compile(r"placed-(\d)-(\d+)")
CHARACTERS = ("placed-", "who-")  # id prefixes of characters in lines
JOINS = (c.Assign, c.Saloon, c.Move)  # choices that bring a character into a line


def apply_choice(position: Position, seat: int, choice: AnyChoice, tell: Tell) -> Position:
    """Apply a legal choice to a position without a tentative act."""
    task = position.todo[0]
    if position.turns == 1 and task == Task("open", seat) and not position.packets and not isinstance(choice, c.Change):
        happened(tell, "first", next=seat)  # the first turn began in `start`, which reports no events
    return run_agenda(DECISIONS[task.what].actions[type(choice)](position, seat, task, choice, tell), tell)


def apply_choices(position: Position, seat: int, choices: Iterable[AnyChoice], told: Tell) -> Position:
    """Apply choices in order. A move renames the pieces in earlier events, because their ids are places in lines."""
    for choice in choices:
        if told and isinstance(choice, c.Move):
            told[:] = [rename_pieces(event, partial(piece_after_move, position, choice)) for event in told]
        position = apply_choice(position, seat, choice, told)
    return position


def with_act(position: Position) -> Position:
    return act_bounds(position)[1]


def before_act(position: Position) -> Position:
    return act_bounds(position)[0]


def act_bounds(position: Position) -> tuple[Position, Position]:
    """Return the positions before and after the tentative act, cached on the position. Draft picks stay in `acts`."""
    made: tuple[Position, Position] | None = position.__dict__.get("act_bounds")
    if made is None:
        if not any(position.acts) or position.todo[0].what == "draft":
            return position, position
        start, seat = replace(position, acts=((),) * len(position.acts)), position.awaited[0]
        made = position.__dict__["act_bounds"] = start, apply_choices(start, seat, position.acts[seat], None)
    return made


def finalize(position: Position, tell: Tell, leaving: int | None = None) -> Position:
    """Make a tentative act final and report it.

    Events omit characters that a leaving seat has just played, because they are never drawn.
    """
    if before_act(position) is position or tell is None:
        return with_act(position)
    told: list[Event] = []
    now = retell(position, position.awaited[0], (), told)
    seen = character_pieces(before_act(position)) | character_pieces(now, leaving)
    tell += [rename_pieces(event, lambda piece: "" if piece.startswith(CHARACTERS) and piece not in seen else piece) for event in told]
    return now


def retell(position: Position, seat: int, last: tuple[AnyChoice, ...], tell: list[Event]) -> Position:
    """Apply the whole act and its last choice again, this time reporting all events in order."""
    told: list[Event] = []
    start = before_act(position)
    now = start if start is position else apply_choices(start, seat, position.acts[seat], told)
    # The seat has already seen these steps; only the last choice is news to it.
    told = [without_pieces_for(event, seat) for event in told]
    now = apply_choices(now, seat, last, told)
    drawn = character_pieces(start) | character_pieces(now)
    # A character that came face down and was turned up in the same act was never drawn face down.
    tell += [rename_pieces(event, lambda piece: "" if PLACED.fullmatch(piece) and piece not in drawn else piece) for event in told]
    return now


def after(position: Position, seat: int, choice: AnyChoice, tell: Tell) -> Position:
    """R41: a step stays tentative while its seat chooses again in the same turn or activation and has seen nothing new."""
    start, now = act_bounds(position)
    # Apply the choice without events first, because only then is it clear whether the act becomes final and has to be reported.
    then = apply_choice(now, seat, choice, None)
    goes_on = then.awaited == (seat,) and (then.sale is None or then.todo[0].what == "effect")
    if goes_on and not (isinstance(choice, JOINS) and may_reveal(now, seat, choice)):
        made = replace(position, acts=put(position.acts, seat, (*position.acts[seat], choice)))
        made.__dict__["act_bounds"] = start, then
        return made
    return then if tell is None else retell(position, seat, (choice,), tell)


# Piece ids in events. Others see a whole act at once, so ids must be those before or after it.


def without_pieces_for(event: Event, seat: int) -> Event:
    """Report an event without pieces to the acting seat, which has already seen its steps on the board."""
    return replace(event, pieces=(), moves=(), to=(seat,), otherwise=event if event.to is None else event.otherwise)


def rename_pieces(event: Event, rename: Callable[[str], str]) -> Event:
    """Rename an event's pieces. Those renamed to an empty string are left out."""
    pieces = tuple(named for piece in event.pieces if (named := rename(piece)))
    moves = tuple(replace(move, piece=named) for move in event.moves if (named := rename(move.piece)))
    otherwise = rename_pieces(event.otherwise, rename) if event.otherwise else None
    return replace(event, pieces=pieces, moves=moves, otherwise=otherwise)


def piece_after_move(position: Position, choice: c.Move, piece: str) -> str:
    """A piece's id after a move, which changes the places, and so the ids, of the moved character and of those behind it."""
    if not (found := PLACED.fullmatch(piece)) or found[1] != str(ROADS.index(choice.road)) or int(found[2]) < choice.place - 1:
        return piece
    if int(found[2]) >= choice.place:
        return f"placed-{found[1]}-{int(found[2]) - 1}"
    to = ROADS.index(choice.to)
    return f"placed-{to}-{len(position.roads[to].line)}"


def character_pieces(position: Position, leaving: int | None = None) -> set[str]:
    """Return the ids of all characters in lines, except a leaving seat's."""
    lines = [[placed for placed in road.line if placed.seat != leaving] for road in position.roads]
    return {piece_of(number, nth, placed) for number, line in enumerate(lines) for nth, placed in enumerate(line)}


# Steps that may reveal something


def may_reveal(position: Position, seat: int, choice: c.Assign | c.Saloon | c.Move) -> bool:
    """Whether a character comes beside another seat's face-down one, and it is unknown whether either unmasks the other."""
    if isinstance(choice, c.Move):
        newcomer, line = position.roads[ROADS.index(choice.road)].line[choice.place - 1], position.roads[ROADS.index(choice.to)].line
        # R11: a Reverend who moves unmasks his new neighbour, so either of the two may reveal the other.
        pair = (*line[-1:], newcomer) if line else ()
        return any(is_hidden(one, seat) for one in pair) and any(may_unmask(position, one, seat) for one in pair)
    line = position.roads[position.todo[0].road].line
    if not line or is_played_face_up(position, seat, choice):
        return False
    return is_hidden(line[-1], seat) and may_unmask(position, line[-1], seat)


def is_hidden(one: Placed, seat: int) -> bool:
    return not one.up and one.seat != seat


def may_unmask(position: Position, one: Placed, seat: int) -> bool:
    """Whether a character may be one that unmasks, as far as a seat can know."""
    return bool((one.could if is_hidden(one, seat) else 1 << one.character) & position.box.unmasks)


def is_played_face_up(position: Position, seat: int, choice: c.Assign | c.Saloon) -> bool:
    return position.open or (isinstance(choice, c.Assign) and has_ally(position, seat, position.todo[0].road))
