"""Where things lie in a drawing: the own store with all that belongs to it, and the others below, or beside it on wide screens.

A drawing is laid out for a phone. On a wide screen its style enlarges the own store and moves the others to its right, each with
all that is drawn on it by the same shift and scale, so that pieces still move there as they do below.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from byways.drawing import num
from byways.games.long_way.store import STORE

WIDTH, LEFT, TOP = 520, 36, 92
HEAD = 30  # the middle of the line with dice, coins and score
STRIP = TOP + STORE + 54  # the middle of the buttons
CORE = STRIP + 24  # where the own part ends
OTHERS, HIGH = CORE + 2, 108  # the other stores: their top, and how high they are
RIM = 36  # how far outside a store its doors reach
WHOLE = STORE + 2 * RIM
MOST_IN_A_ROW = 4  # of other stores with their names at the side; if there are more, names are below
DICE = {"light": 66, "dark": 114}
KEEP, COINS, POINTS = 236, 286, 388  # where in the line things are
SIDE = 350  # how wide the others are on a wide screen, in units of the drawing
WIDE = "@media (min-aspect-ratio:7/4)"
SIZES = {1: 296, 2: 296, 3: 200, 4: 148, 5: 166, 6: 166, 7: 120}  # of a store there, by how many there are
MOST_NUMBERED = 2  # stores there whose numbers can be read


def height(others: int) -> int:
    return OTHERS + HIGH if others else CORE


class Berth(NamedTuple):
    """Where another store lies: the corner of all it takes, and its scale."""

    x: float
    y: float
    scale: float

    @property
    def corner(self) -> tuple[float, float]:
        """The corner of its first space."""
        return self.x + RIM * self.scale, self.y + RIM * self.scale

    @property
    def size(self) -> float:
        return WHOLE * self.scale


@cache
def berth(count: int, nth: int) -> Berth:
    if count <= MOST_IN_A_ROW:
        return Berth(128 * nth + 2, OTHERS, 0.19)
    return Berth(72 * nth + 4, OTHERS, 0.13)


def name_place(count: int, nth: int) -> tuple[float, float]:
    """Where the name of another store is: its upper left corner."""
    place = berth(count, nth)
    return (place.x + place.size, place.y) if count <= MOST_IN_A_ROW else (place.x, place.y + place.size)


# Wide screens


def wide_berth(count: int) -> Berth:
    """Of the first store."""
    return Berth(WIDTH + 4, 4, SIZES[count] / WHOLE)


def wide_rules() -> str:
    """The style of a wide screen; not of figures on a page, which are as wide as the page lets them. Enlarged, all numbers can be read."""
    tall, shift = num(100 * height(1) / CORE), num(-50 * SIDE / WIDTH)
    whole = f":is(#stage,.then) .beside{{width:auto;height:{tall}%;margin-inline:auto;overflow:visible;translate:{shift}% 0}}"
    rules = "\n".join(f":is(#stage,.then,#zoom) {rule}" for rule in every_wide_rule())
    return f"{WIDE}{{\n{whole}\n{rules}\n}}\n#zoom .rival :is(.tag,.number){{display:inline}}\n"


def every_wide_rule() -> Iterator[str]:
    for nth in range(len(SIZES)):
        yield f".rival-{nth}{{--one:{nth};--row:{nth // 2};--column:{nth % 2}}}"
    for count in SIZES:
        ratio = wide_berth(count).scale / berth(count, 0).scale
        yield f".beside-{count} .rival{{scale:{num(ratio)};translate:{wide_shift(count, ratio)}}}"
        yield f".beside-{count} .mini{{scale:{num(1.15 / ratio)}}}"
    numbered = ",".join(f".beside-{count}" for count in range(1, MOST_NUMBERED + 1))
    yield f":is({numbered}) .rival :is(.tag,.number){{display:inline;font-size:18px}}"
    named = ",".join(f".beside-{count}" for count in range(MOST_NUMBERED + 1, MOST_IN_A_ROW + 1))
    yield f":is({named}) .plate-name{{display:inline}}"


def wide_shift(count: int, ratio: float) -> str:
    """From where a store is below to where it is beside: its first one's way, and what each further one adds."""
    first, there = berth(count, 0), wide_berth(count)
    along = (berth(count, 1).x - first.x) * ratio
    right, down = there.x - ratio * first.x, there.y - ratio * first.y
    if count <= MOST_IN_A_ROW:
        return f"calc({num(right)}px - {num(along)}px*var(--one)) calc({num(down)}px + {num(CORE / count)}px*var(--one))"
    across, below = SIDE / 2, CORE / -(-count // 2)
    return (
        f"calc({num(right)}px - {num(along)}px*var(--one) + {num(across)}px*var(--column)) calc({num(down)}px + {num(below)}px*var(--row))"
    )
