"""The cache for viewers of the same thing."""

from __future__ import annotations

import gc
from itertools import count
from weakref import ref

from byways.table.pages.cache import Memo
from tests.table.tables import still, stored


class Drawing: ...


def test_a_value_is_made_once_for_each_viewer_and_state() -> None:
    newest, table, numbers = Memo[int](), still(stored()), count()
    asked = [("Ann", 1), ("Ann", 1), ("Bob", 1), ("Ann", 2), ("Bob", 1), ("Ann", 1)]
    made = [newest.get(table, viewer, state, lambda: next(numbers)) for viewer, state in asked]
    assert made == [0, 0, 1, 2, 1, 3]  # only the latest state is cached


def test_owners_share_nothing() -> None:
    newest, tables, numbers = Memo[int](), [still(stored()) for _ in range(2)], count()
    assert [newest.get(table, None, 0, lambda: next(numbers)) for table in (*tables, *tables)] == [0, 1, 0, 1]


def test_values_are_dropped_with_their_owner() -> None:
    newest, table = Memo[Drawing](), still(stored())
    drawing = ref(newest.get(table, None, 0, Drawing))
    assert drawing() is not None
    del table
    gc.collect()
    assert drawing() is None
