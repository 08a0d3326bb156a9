"""A cache for values that several viewers share."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

T = TypeVar("T")


class Memo(Generic[T]):
    """The latest value per owner, such as a table, and kind of viewer. Values are dropped with their owner."""

    def __init__(self) -> None:
        self._made: WeakKeyDictionary[object, dict[Hashable, tuple[Hashable, T]]] = WeakKeyDictionary()

    def get(self, owner: object, viewer: Hashable, state: Hashable, make: Callable[[], T]) -> T:
        """The cached value if it was made for this state; otherwise a new one."""
        made = self._made.get(owner)
        if made is None:
            made = self._made[owner] = {}
        known = made.get(viewer)
        if known is None or known[0] != state:
            known = made[viewer] = (state, make())
        return known[1]
