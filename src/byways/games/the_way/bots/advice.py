"""Short descriptions of acts, and reasons for or against them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from msgspec.structs import replace

from byways.game import Choice, put
from byways.games.the_way.bots.distance import FAR, rest
from byways.games.the_way.cards import PLAIN, openings
from byways.games.the_way.state import CELLS, MIDPOINTS, STARTS, AnyChoice, Card, Lay, Move, OpenState, Place, Stay, Turn, altered
from byways.games.the_way.view import View
from byways.i18n import Message, Sentence
from byways.phrases import chained

TURN = 10  # distances are in tenths of a turn
MOST = 2  # maximum number of reasons


def brief(act: Sequence[Choice]) -> Message:
    is_laid = any(isinstance(step, Lay) for step in act)  # the openings of the laid card then identify it
    return chained([part_of(cast(AnyChoice, step)) for step in act if not (is_laid and isinstance(step, Card))])


def part_of(step: AnyChoice) -> Message:
    match step:
        case Turn(place, way):
            return Message("brief.turn", {"place": place, "way": way})
        case Place(place):
            return Message("brief.place", {"place": place})
        case Lay(face):
            return Message("brief.lay", {"openings": openings(PLAIN[face])})
        case Move(place):
            return Message("brief.move", {"place": place})
        case Stay():
            return Message("brief.stay")
    return cast(Message, step.sentence)


def why(view: View, act: Sequence[Choice]) -> tuple[Sentence, ...]:
    """Give the turns that both players need after a turn, by the bots' distances, and its effect on the other player's way."""
    table, steps = view.table, cast("tuple[AnyChoice, ...]", (*view.act, *act))
    if table.phase != "play" or not isinstance(steps[-1], Move | Stay):
        return ()
    assert view.seat is not None
    piece = table.piece(view.seat)
    then = moved(table, piece, steps)
    if table.reached[piece] and then.tokens[piece] == STARTS[piece]:
        return (Message("why.wins" if table.single else "why.wins-game", {} if table.single else {"game": table.game}),)
    midpoint = Message("why.midpoint") if then.reached[piece] > table.reached[piece] else None
    return tuple(reason for reason in (midpoint, race(view, then, piece), costs(view, then, piece)) if reason)[:MOST]


def moved(table: OpenState, piece: int, steps: tuple[AnyChoice, ...]) -> OpenState:
    board, last = altered(table, steps), steps[-1]
    at = CELLS[last.place] if isinstance(last, Move) else table.tokens[piece]
    reached = put(table.reached, piece, table.reached[piece] or at == MIDPOINTS[piece])
    return replace(table, cards=board.cards, locked=board.locked, tokens=put(table.tokens, piece, at), reached=reached)


def turns(view: View, table: OpenState, piece: int) -> float | None:
    """Estimate the turns that a piece still needs; None if nothing can open its way."""
    owner = table.circle if piece == 0 else 1 - (table.circle or 0)
    far = rest(table, piece, view.sizes[owner or 0] > 0)
    return far / TURN if far < FAR else None


def race(view: View, then: OpenState, piece: int) -> Message | None:
    mine, theirs = turns(view, then, piece), turns(view, then, 1 - piece)
    if mine is None or theirs is None:
        return None
    return Message("why.race", {"turns": round(mine), "seat": other(view), "others": round(theirs)})


def costs(view: View, then: OpenState, piece: int) -> Message | None:
    """Say how a turn changes the other player's distance, if by at least one turn."""
    before, after = turns(view, view.table, 1 - piece), turns(view, then, 1 - piece)
    if before is None or after is None:
        return None
    if (more := round(after - before)) > 0:
        return Message("why.costs", {"seat": other(view), "turns": more})
    return Message("why.helps", {"seat": other(view), "turns": -more}) if more < 0 else None


def other(view: View) -> int:
    assert view.seat is not None
    return 1 - view.seat
