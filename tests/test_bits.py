"""Bit sets."""

from byways.bits import bit_set, members


def test_members_lists_a_set_in_ascending_order() -> None:
    assert members(0) == []
    assert members(1 << 70 | 1 << 3 | 1) == [0, 3, 70]
    assert members(bit_set((29, 1, 5, 1))) == [1, 5, 29]
