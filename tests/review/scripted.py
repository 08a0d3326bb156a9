"""Bots that weigh acts instantly, for tests of reviews."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from byways.bots import Thought
from byways.bots.weighing import Weighed
from byways.game import Choice, Player, Position, View
from tests import toy


class Greedy(Player[View]):
    """A bot for Tuck that values high cards. Its doubt falls with the number of worlds."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View, deadline: float) -> Sequence[Choice]:
        return self.weigh(view, deadline)[0].act

    def weigh(self, view: View, deadline: float, among: Sequence[Sequence[Choice]] = ()) -> list[Weighed]:
        assert view.seat is not None
        found = {*map(tuple, among), *ways(view.imagine(self.rng), view.seat)}
        doubt = 0.1 / (Thought.worlds or 1)
        return sorted((Weighed(act, worth(act) + self.rng.gauss(0, doubt / 10), doubt) for act in found), key=lambda one: -one.value)


def ways(world: Position, seat: int) -> Iterator[tuple[Choice, ...]]:
    """Yield every way to complete the open act."""
    for choice in world.choices(seat):
        after = world.choose(seat, choice)
        is_final = not after.acts[seat] or isinstance(choice, toy.Done)
        yield from [(choice,)] if is_final else ((choice, *rest) for rest in ways(after, seat))


def worth(act: Sequence[Choice]) -> float:
    return sum(step.card if isinstance(step, toy.Pick) else -step.card for step in act if isinstance(step, toy.Pick | toy.Tuck)) / 2 - 1


class Fanciful(Player[View]):
    """A bot for any game with arbitrary values that depend only on the view."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def weigh(self, view: View, deadline: float, among: Sequence[Sequence[Choice]] = ()) -> list[Weighed]:
        fancy = Random(repr(view)).gauss(0, 0.8)
        found = {*map(tuple, among), *((choice,) for choice in view.choices[:3])}
        return [Weighed(act, fancy - abs(Random(repr(act)).gauss(0, 0.5)), 0.05) for act in sorted(found, key=str)]
