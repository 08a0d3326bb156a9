"""What dice and cards gave to a seat, by what else could have come as far as it knew."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from byways.game import Outcome, Position, View

TRIES = 2  # for each alternative that is wanted: in some worlds another seat is next, and nothing can be said of them


def alternatives(unrolled: View, count: int, rng: Random) -> list[View | Outcome]:
    """What the seat might see instead when it is to act, or how the game might be over by then."""
    found = (seen for _ in range(count * TRIES) if (seen := alternative(unrolled, rng)) is not None)
    return [seen for _, seen in zip(range(count), found, strict=False)]


def alternative(unrolled: View, rng: Random) -> View | Outcome | None:
    *_, world = rolled(unrolled.imagine(rng), rng)
    if world.outcome is not None:
        return world.outcome
    return world.view(unrolled.seat) if unrolled.seat in world.awaited else None


def rolled(world: Position, rng: Random) -> Iterator[Position]:
    """A world, and after each die or card that is due."""
    yield world
    while due := world.chance:
        yield (world := world.happen(due.draw(rng)))
