"""What a seat does is an act: it can be taken back to where the seat last saw something new, and others see it when it is final.

The common part of a position is as it was when the act began. What the act makes of it is a position as well, `live`, in which every step
has been done; rules, views and players go by that one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial

from msgspec.structs import replace

from byways.game import Event, Tell, happened, put
from byways.games.long_road import choices as c
from byways.games.long_road.choices import ROADS, AnyChoice
from byways.games.long_road.rules.agenda import DECISIONS, settle
from byways.games.long_road.rules.events import piece_of
from byways.games.long_road.rules.turn import has_ally
from byways.games.long_road.state import Placed, Position, Step

PLACED = re.compile(r"placed-(\d)-(\d+)")
CHARACTERS = ("placed-", "who-")  # how pieces in the lines are called
JOINS = (c.Assign, c.Saloon, c.Move)  # by which a character comes to a line


def done(position: Position, seat: int, choice: AnyChoice, tell: Tell) -> Position:
    """What comes of a choice in a position where all before it is done."""
    step = position.todo[0]
    if position.turns == 1 and step == Step("open", seat) and not position.packets and not isinstance(choice, c.Change):
        happened(tell, "first", next=seat)  # the turn began with the game, when nobody could be told
    return settle(DECISIONS[step.what].does[type(choice)](position, seat, step, choice, tell), tell)


def live(position: Position) -> Position:
    """With everything done that can still be taken back."""
    return unfolded(position)[1]


def begun(position: Position) -> Position:
    """Where the act began that is not final yet."""
    return unfolded(position)[0]


def unfolded(position: Position) -> tuple[Position, Position]:
    """Where an act began, and what it has come to; made once for each position. In a draft picks wait for each other."""
    made: tuple[Position, Position] | None = position.__dict__.get("unfolded")
    if made is None:
        if not any(position.acts) or position.todo[0].what == "draft":
            return position, position
        start = replace(position, acts=((),) * len(position.acts))
        made = position.__dict__["unfolded"] = start, all_done(start, position.awaited[0], position.acts[position.awaited[0]], None)
    return made


def all_done(start: Position, seat: int, choices: Iterable[AnyChoice], told: Tell) -> Position:
    """One choice after the other. What was told before a move goes by the places of after it."""
    for choice in choices:
        if told and isinstance(choice, c.Move):
            told[:] = [with_pieces(event, partial(after_move, start, choice)) for event in told]
        start = done(start, seat, choice, told)
    return start


def final(position: Position, tell: Tell, leaving: int | None = None) -> Position:
    """Like `live`, and told, but for the characters that a seat has just played and takes along when it leaves: they are never drawn."""
    if begun(position) is position or tell is None:
        return live(position)
    told: list[Event] = []
    now = retold(position, position.awaited[0], (), told)
    seen = characters(begun(position)) | characters(now, leaving)
    tell += [with_pieces(event, lambda piece: "" if piece.startswith(CHARACTERS) and piece not in seen else piece) for event in told]
    return now


def retold(position: Position, seat: int, last: tuple[AnyChoice, ...], tell: list[Event]) -> Position:
    """With the act done and its last choice, all told in order."""
    told: list[Event] = []
    start = begun(position)
    now = start if start is position else all_done(start, seat, position.acts[seat], told)
    told = [seen_already(event, seat) for event in told]
    now = all_done(now, seat, last, told)
    tell += [with_pieces(event, partial(drawn, start, now)) for event in told]
    return now


def after(position: Position, seat: int, choice: AnyChoice, tell: Tell) -> Position:
    """R41: a step can be taken back while its seat is asked for more, in the same turn or activation, and has seen nothing new. Otherwise
    all of the act is final."""
    start, now = unfolded(position)
    then = done(now, seat, choice, None)
    goes_on = then.awaited == (seat,) and (then.sale is None or then.todo[0].what == "effect")
    if goes_on and not (isinstance(choice, JOINS) and is_test(now, seat, choice)):
        made = replace(position, acts=put(position.acts, seat, (*position.acts[seat], choice)))
        made.__dict__["unfolded"] = start, then
        return made
    return then if tell is None else retold(position, seat, (choice,), tell)


# Others see all of an act at once, and in drawings characters go by their places


def seen_already(event: Event, seat: int) -> Event:
    """Who took a step has seen it on the board."""
    return replace(event, pieces=(), moves=(), to=(seat,), otherwise=event if event.to is None else event.otherwise)


def with_pieces(event: Event, name: Callable[[str], str]) -> Event:
    """With other names of pieces, or without those that have none."""
    pieces = tuple(named for piece in event.pieces if (named := name(piece)))
    moves = tuple(replace(move, piece=named) for move in event.moves if (named := name(move.piece)))
    otherwise = with_pieces(event.otherwise, name) if event.otherwise else None
    return replace(event, pieces=pieces, moves=moves, otherwise=otherwise)


def after_move(position: Position, choice: c.Move, piece: str) -> str:
    """What a character is called after a move: the one that moved, and those behind it."""
    if not (found := PLACED.fullmatch(piece)) or found[1] != str(ROADS.index(choice.road)) or int(found[2]) < choice.place - 1:
        return piece
    if int(found[2]) >= choice.place:
        return f"placed-{found[1]}-{int(found[2]) - 1}"
    to = ROADS.index(choice.to)
    return f"placed-{to}-{len(position.roads[to].line)}"


def characters(position: Position, leaving: int | None = None) -> set[str]:
    """What those in the lines are called, without a seat's own."""
    lines = [[placed for placed in road.line if placed.seat != leaving] for road in position.roads]
    return {piece_of(number, nth, placed) for number, line in enumerate(lines) for nth, placed in enumerate(line)}


def drawn(start: Position, end: Position, piece: str) -> str:
    """Who came face down and was turned up at once is never drawn face down."""
    return "" if PLACED.fullmatch(piece) and piece not in characters(start) | characters(end) else piece


# Something new


def is_test(position: Position, seat: int, choice: c.Assign | c.Saloon | c.Move) -> bool:
    """Whether a character comes beside one that somebody else has laid face down, and all will see if that turns anybody up."""
    if isinstance(choice, c.Move):
        newcomer, line = position.roads[ROADS.index(choice.road)].line[choice.place - 1], position.roads[ROADS.index(choice.to)].line
        pair = (*line[-1:], newcomer) if line else ()
        return any(is_hidden(one, seat) for one in pair) and any(may_unmask(position, one, seat) for one in pair)
    line = position.roads[position.todo[0].road].line
    return bool(line) and is_hidden(line[-1], seat) and may_unmask(position, line[-1], seat) and not lies_open(position, seat, choice)


def is_hidden(one: Placed, seat: int) -> bool:
    return not one.up and one.seat != seat


def may_unmask(position: Position, one: Placed, seat: int) -> bool:
    """Whether it turns others up, for all that a seat knows."""
    return bool((one.could if is_hidden(one, seat) else 1 << one.character) & position.box.unmasks)


def lies_open(position: Position, seat: int, choice: c.Assign | c.Saloon) -> bool:
    return position.open or (isinstance(choice, c.Assign) and has_ally(position, seat, position.todo[0].road))
