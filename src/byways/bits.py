"""Sets of small integers as bits of one integer."""

from __future__ import annotations

from collections.abc import Iterable


def members(bits: int) -> list[int]:
    """Return the numbers in a set, lowest first."""
    found = []
    while bits:
        # In two's complement only the lowest set bit survives.
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


def bit_set(numbers: Iterable[int]) -> int:
    """Return the set of these numbers."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits
