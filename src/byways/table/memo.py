"""What all viewers of the same thing share: made once, until there is something newer."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from byways.table.live import Table

T = TypeVar("T")


class Memo(Generic[T]):
    """The newest of something for each table and kind of viewer, for as long as the table is open."""

    def __init__(self) -> None:
        self._made: WeakKeyDictionary[Table, dict[Hashable, tuple[Hashable, T]]] = WeakKeyDictionary()

    def get(self, table: Table, viewer: Hashable, state: Hashable, make: Callable[[], T]) -> T:
        """What is shown to such a viewer in this state of the table."""
        made = self._made.setdefault(table, {})
        if viewer not in made or made[viewer][0] != state:
            made[viewer] = (state, make())
        return made[viewer][1]
