"""Bit sets."""

from byways.bits import bit_set, members


def test_members_are_the_numbers_of_a_set_lowest_first() -> None:
    assert members(0) == []
    assert members(1 << 70 | 1 << 3 | 1) == [0, 3, 70]
    assert members(bit_set((29, 1, 5, 1))) == [1, 5, 29]
