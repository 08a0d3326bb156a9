"""What a seat does is an act: it can be taken back to where the seat last saw something new, and others see it when it is final.

The common part of a position is as it was when the act began. What the act makes of it is a position as well, `live`, in which every step
has been done; rules, views and players go by that one.
"""

from __future__ import annotations

from msgspec.structs import replace

from byways.game import Tell, happened, put
from byways.games.long_road import choices as c
from byways.games.long_road.agenda import DECISIONS, settle
from byways.games.long_road.choices import ROADS, AnyChoice
from byways.games.long_road.state import Placed, Position, Step
from byways.games.long_road.turn import has_ally

JOINS = (c.Assign, c.Saloon, c.Move)  # by which a character comes to a line


def done(position: Position, seat: int, choice: AnyChoice, tell: Tell) -> Position:
    """What comes of a choice in a position where all before it is done."""
    step = position.todo[0]
    if position.turns == 1 and step == Step("open", seat) and not position.packets and not isinstance(choice, c.Change):
        happened(tell, "first", seat=seat)  # the turn began with the game, when nobody could be told
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
        made = position.__dict__["unfolded"] = start, replayed(start, position, None)
    return made


def replayed(start: Position, position: Position, tell: Tell) -> Position:
    """The act of a position, done from where it began."""
    (seat,) = position.awaited
    for choice in position.acts[seat]:
        start = done(start, seat, choice, tell)
    return start


def final(position: Position, tell: Tell) -> Position:
    """Like `live`, and told."""
    start = begun(position)
    return position if start is position else replayed(start, position, tell)


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
    return then if tell is None else done(final(position, tell), seat, choice, tell)


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
