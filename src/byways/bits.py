"""Sets of small numbers, each number a bit of one integer."""

from __future__ import annotations


def members(bits: int) -> list[int]:
    """The numbers in a set, lowest first."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found
