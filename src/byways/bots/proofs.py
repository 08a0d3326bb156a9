"""Results that the rules prove for acts, and acts that have the same result."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from random import Random

import msgspec

from byways.bots.trials import begun
from byways.bots.weighing import LOST, WON, Weighed
from byways.event import Proof
from byways.game import Choice, Position, View
from byways.i18n import Message
from byways.room import find_room

WORLDS = 16  # imagined worlds that must agree on a result if anything is hidden

WINS = Proof(won=True, why=Message("why.won"))
LOSES = Proof(won=False, why=Message("why.lost"))


def proof(view: View, act: Sequence[Choice]) -> Proof | None:
    """Return the proved result of an act; None if the act is unfinished, the game is solo, or the result is open."""
    after = imagined(view, act)
    if len(after.acts) == 1 or not is_whole(after, view.seat):
        return None
    own = find_room(view.room).proofs
    return own.proof(view, act) if own else ended(view, act)


def ended(view: View, act: Sequence[Choice]) -> Proof | None:
    """Return the result of an act that ends the game, if the seat wins alone or loses in every imagined world."""
    first = won_alone(imagined(view, act), view.seat)
    if first is None or any(won_alone(imagined(view, act, number), view.seat) != first for number in range(1, WORLDS)):
        return None
    return WINS if first else LOSES


def won_alone(world: Position, seat: int | None) -> bool | None:
    """Whether a seat has won alone; None if the game goes on or the win is shared."""
    if world.outcome is None or (seat in world.outcome.winners and len(world.outcome.winners) > 1):
        return None
    return seat in world.outcome.winners


def result(view: View, act: Sequence[Choice]) -> Hashable:
    """Return a value that acts with the same result share: by default the position after the act."""
    own, after = find_room(view.room).proofs, imagined(view, act)
    return own.result(view, act) if own and is_whole(after, view.seat) else after


def imagined(view: View, act: Sequence[Choice], number: int = 0) -> Position:
    """Return an imagined world after an act. Equal numbers give equal worlds."""
    assert view.seat is not None
    world = begun(view.imagine(Random(number)), view.seat, act)
    while (due := world.chance) and len(due.what) == 1:
        world = world.happen(due.what[0])
    return world


def is_whole(world: Position, seat: int | None) -> bool:
    return seat is not None and (seat not in world.awaited or not world.acts[seat])


def settled(view: View, weighed: Iterable[Weighed], among: Sequence[Sequence[Choice]] = ()) -> list[Weighed]:
    """Return weighed acts, best first, with proved results instead of estimates and acts with the same result merged.

    Acts in `among` remain even if another act has the same result.
    """
    asked, best = {*map(tuple, among)}, dict[Hashable, Weighed]()
    for one in sorted(weighed, key=lambda one: (-one.value, one.act not in asked)):
        same = best.setdefault(result(view, one.act), one)
        if one is not same and one.act in asked:
            best[one.act] = msgspec.structs.replace(same, act=one.act)
    return sorted((proved(view, one) for one in best.values()), key=lambda one: -one.value)


def proved(view: View, one: Weighed) -> Weighed:
    found = proof(view, one.act)
    return one if found is None else Weighed(one.act, WON if found.won else LOST, 0.0)
