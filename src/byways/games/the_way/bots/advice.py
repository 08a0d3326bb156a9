"""Acts of The Way in few words, and what speaks for or against them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from msgspec.structs import replace

from byways.game import Choice, put
from byways.games.the_way.bots.distance import FAR, rest
from byways.games.the_way.cards import openings
from byways.games.the_way.state import CELLS, MIDPOINTS, STARTS, AnyChoice, Card, Lay, Move, OpenState, Place, Stay, Turn, altered
from byways.games.the_way.view import View
from byways.i18n import Message, Sentence
from byways.phrases import chained

TURN = 10  # tenths of a turn, in which ways are reckoned
MOST = 2  # reasons
NO_ARROWS = str.maketrans("", "", "io")  # which seldom count, and then can be seen


def brief(act: Sequence[Choice]) -> Message:
    return chained([part_of(cast(AnyChoice, step)) for step in act if not said_later(step, act)])


def said_later(step: Choice, act: Sequence[Choice]) -> bool:
    """A card goes without saying where it is said how it lies: the way it is open tells which one it is."""
    return isinstance(step, Card) and any(isinstance(other, Lay) for other in act)


def part_of(step: AnyChoice) -> Message:
    match step:
        case Turn(place, way):
            return Message("brief.turn", {"place": place, "way": way})
        case Place(place):
            return Message("brief.place", {"place": place})
        case Lay(face):
            return Message("brief.lay", {"openings": openings(face.translate(NO_ARROWS))})
        case Move(place):
            return Message("brief.move", {"place": place})
        case Stay():
            return Message("brief.stay")
    return cast(Message, step.sentence)


def why(view: View, act: Sequence[Choice]) -> tuple[Sentence, ...]:
    """How far both are then, by the reckoning of the bots, and what it does to the other's way."""
    table, steps = view.table, cast("tuple[AnyChoice, ...]", (*view.act, *act))
    if table.phase != "play" or not isinstance(steps[-1], Move | Stay):
        return ()
    assert view.seat is not None
    piece = table.piece(view.seat)
    then = moved(table, piece, steps)
    if table.reached[piece] and then.tokens[piece] == STARTS[piece]:
        return (Message("why.wins"),)
    midpoint = Message("why.midpoint") if then.reached[piece] > table.reached[piece] else None
    return tuple(reason for reason in (midpoint, race(view, then, piece), costs(view, then, piece)) if reason)[:MOST]


def moved(table: OpenState, piece: int, steps: tuple[AnyChoice, ...]) -> OpenState:
    board, last = altered(table, steps), steps[-1]
    at = CELLS[last.place] if isinstance(last, Move) else table.tokens[piece]
    reached = put(table.reached, piece, table.reached[piece] or at == MIDPOINTS[piece])
    return replace(table, cards=board.cards, locked=board.locked, tokens=put(table.tokens, piece, at), reached=reached)


def turns(view: View, table: OpenState, piece: int) -> float | None:
    """That a piece needs, about; None if the way is shut for good."""
    owner = table.circle if piece == 0 else 1 - (table.circle or 0)
    far = rest(table, piece, view.sizes[owner or 0] > 0)
    return far / TURN if far < FAR else None


def race(view: View, then: OpenState, piece: int) -> Message | None:
    mine, theirs = turns(view, then, piece), turns(view, then, 1 - piece)
    if mine is None or theirs is None:
        return None
    return Message("why.race", {"turns": round(mine), "seat": other(view), "others": round(theirs)})


def costs(view: View, then: OpenState, piece: int) -> Message | None:
    """What it makes of the other's way, if that is a whole turn at least."""
    before, after = turns(view, view.table, 1 - piece), turns(view, then, 1 - piece)
    if before is None or after is None:
        return None
    if (more := round(after - before)) > 0:
        return Message("why.costs", {"seat": other(view), "turns": more})
    return Message("why.helps", {"seat": other(view), "turns": -more}) if more < 0 else None


def other(view: View) -> int:
    assert view.seat is not None
    return 1 - view.seat
