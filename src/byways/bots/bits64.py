"""Sets of places as 64-bit words, for compiled code."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[np.float64]


@njit(cache=True)
def count(places: int) -> int:
    """Return the size of a set (the classic parallel bit count: pairs, nibbles, bytes, then their sum)."""
    bits = np.uint64(places)
    bits = bits - ((bits >> np.uint64(1)) & np.uint64(0x5555555555555555))
    bits = (bits & np.uint64(0x3333333333333333)) + ((bits >> np.uint64(2)) & np.uint64(0x3333333333333333))
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    bits = (bits * np.uint64(0x0101010101010101)) >> np.uint64(56)
    return np.int64(bits)  # type: ignore[return-value]  # signed: sums of signed and unsigned words are floats


@njit(cache=True)
def first(places: int) -> int:
    """Return the number of the first place of a set."""
    # `places & -places` is the lowest bit. One less is as many ones as there are places below it.
    return count((places & -places) - 1)
