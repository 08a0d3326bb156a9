"""Explain why another turn was better, by the turns that both players need after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from byways.bots.mistakes import Difference, explanation
from byways.event import Explanation
from byways.game import Choice
from byways.games.the_way.bots.advice import TURN, moved, other, turns
from byways.games.the_way.bots.distance import rest
from byways.games.the_way.bots.proofs import can_come_home
from byways.games.the_way.state import STARTS, AnyChoice, Card, Move, OpenState, Stay
from byways.games.the_way.view import View
from byways.i18n import Message, Value

TELLING = 0.5  # smallest difference in turns worth mentioning


def explain(view: View, played: Sequence[Choice], best: Sequence[Choice]) -> Explanation | None:
    acts = [cast("tuple[AnyChoice, ...]", (*view.act, *act)) for act in (played, best)]
    if view.table.phase != "play":
        return explanation([arranged(view)])
    if not all(isinstance(act[-1], Move | Stay) for act in acts):
        return None
    return explanation(differences(view, acts[0], acts[1]))


def differences(view: View, played: tuple[AnyChoice, ...], best: tuple[AnyChoice, ...]) -> Iterator[Difference | None]:
    assert view.seat is not None
    piece, rival = view.table.piece(view.seat), other(view)
    mine, better = moved(view.table, piece, played), moved(view.table, piece, best)
    if is_home(mine, piece):  # no turn is better than that
        return
    if is_home(better, piece):
        yield Difference(Message("mistake.home"), Message("mistake.home-cost"), Message("mistake.home-gain"))
        return
    said: dict[str, Value] = {"seat": rival}
    if can_come_home(mine, rival) and not can_come_home(better, rival):
        yield Difference(Message("mistake.lets", said), Message("mistake.lets-cost", said), Message("mistake.lets-gain", said))
    found = [*filter(None, (rival_way(view, mine, better), own_way(view, mine, better)))]
    yield from sorted(found, key=lambda one: -weight(one))
    yield stayed(played, best)
    yield spent(played, best)
    if not found:
        yield later(view, better)


def arranged(view: View) -> Difference:
    """Before the first turn, compare the turns that each piece needs on this board."""
    circle, square = (f"{rest(view.table, piece, covers=True) / TURN:.1f}" for piece in (0, 1))
    return Difference(Message("mistake.arranged"), "", Message("mistake.pieces", {"circle": circle, "square": square}))


def is_home(table: OpenState, piece: int) -> bool:
    return table.reached[piece] and table.tokens[piece] == STARTS[piece]


def needed(view: View, table: OpenState, piece: int) -> tuple[float | None, int]:
    """The turns that a piece needs, exact and rounded for people."""
    found = turns(view, table, piece)
    return found, 0 if found is None else max(1, round(found))


def own_way(view: View, mine: OpenState, better: OpenState) -> Difference | None:
    """The viewer's own way is longer than after the best turn."""
    piece = view.table.piece(view.seat or 0)
    (long, said), (short, best) = needed(view, mine, piece), needed(view, better, piece)
    if short is None or (long is not None and (long - short < TELLING or said == best)):
        return None
    gain = Message("mistake.own-gain", {"turns": best})
    if long is None:
        return Difference(Message("mistake.own-shut"), Message("mistake.own-none"), gain)
    return Difference(Message("mistake.own", {"more": said - best}), Message("mistake.own-cost", {"turns": said}), gain)


def rival_way(view: View, mine: OpenState, better: OpenState) -> Difference | None:
    """The other player's way is shorter than after the best turn."""
    piece, rival = 1 - view.table.piece(view.seat or 0), other(view)
    (short, said), (long, best) = needed(view, mine, piece), needed(view, better, piece)
    if short is None or (long is not None and (long - short < TELLING or said == best)):
        return None
    cost = Message("mistake.rival-cost", {"seat": rival, "turns": said})
    if long is None:
        return Difference(Message("mistake.rival-open", {"seat": rival}), cost, Message("mistake.rival-none", {"seat": rival}))
    title = Message("mistake.rival", {"seat": rival, "more": best - said})
    return Difference(title, cost, Message("mistake.rival-gain", {"seat": rival, "turns": best}))


def weight(one: Difference) -> int:
    """The number of turns that a difference is about. A shut way counts most."""
    more = cast(Message, one.title).values.get("more", 99)
    return more if isinstance(more, int) else 0


def stayed(played: tuple[AnyChoice, ...], best: tuple[AnyChoice, ...]) -> Difference | None:
    if not isinstance(played[-1], Stay) or not isinstance(best[-1], Move):
        return None
    return Difference(Message("mistake.stayed"), Message("mistake.stayed-cost"), Message("mistake.moves", {"place": best[-1].place}))


def spent(played: tuple[AnyChoice, ...], best: tuple[AnyChoice, ...]) -> Difference | None:
    if not isinstance(played[0], Card) or isinstance(best[0], Card):
        return None
    return Difference(Message("mistake.spent"), Message("mistake.spent-cost"), Message("mistake.keeps"))


def later(view: View, better: OpenState) -> Difference:
    """What the best turn leads to, in tenths of a turn, if nothing else distinguishes the turns."""
    return Difference(Message("mistake.later"), "", race(view, better))


def race(view: View, table: OpenState) -> Message:
    piece = view.table.piece(view.seat or 0)
    own, theirs = turns(view, table, piece), turns(view, table, 1 - piece)
    if own is None:
        return Message("mistake.own-none")
    if theirs is None:
        return Message("mistake.rival-none", {"seat": other(view)})
    return Message("why.race", {"turns": f"{own:.1f}", "seat": other(view), "others": f"{theirs:.1f}"})
