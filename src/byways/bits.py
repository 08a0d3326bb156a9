"""Sets of small numbers, each number a bit of one integer."""

from __future__ import annotations

from collections.abc import Iterable


def members(bits: int) -> list[int]:
    """The numbers in a set, lowest first."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


def bit_set(numbers: Iterable[int]) -> int:
    """The set of these numbers."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits
