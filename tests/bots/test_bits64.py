"""Sets of places as 64-bit words."""

from hypothesis import given
from hypothesis import strategies as st

from byways.bots.bits64 import count, first


@given(st.sets(st.integers(0, 62)))
def test_sets_have_a_size_and_a_first_place(places: set[int]) -> None:
    word = sum(1 << place for place in places)
    assert count(word) == len(places)
    assert not places or first(word) == min(places)
