"""Views that a seat might have had after other dice or cards, to measure its luck."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from byways.game import Outcome, Position, View

TRIES = 2  # worlds to imagine per alternative, because one in which another seat is next is useless


def alternatives(unrolled: View, count: int, rng: Random) -> list[View | Outcome]:
    """Return up to `count` views that the seat might have had at its next act, or outcomes if the game would have ended before."""
    found = (seen for _ in range(count * TRIES) if (seen := alternative(unrolled, rng)) is not None)
    # `range` comes first: zip stops at its end without imagining another world.
    return [seen for _, seen in zip(range(count), found, strict=False)]


def alternative(unrolled: View, rng: Random) -> View | Outcome | None:
    *_, world = rolled(unrolled.imagine(rng), rng)
    if world.outcome is not None:
        return world.outcome
    return world.view(unrolled.seat) if unrolled.seat in world.awaited else None


def rolled(world: Position, rng: Random) -> Iterator[Position]:
    """Yield a world, then the world after each die or card that is due."""
    yield world
    while due := world.chance:
        yield (world := world.happen(due.draw(rng)))
