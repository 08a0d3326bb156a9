"""A value that is made when first asked for, and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801  (named like the decorators of the standard library)
    """Like `functools.cached_property`, which until Python 3.12 takes a lock: positions are made by the thousand, and none is shared by
    threads."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self.make, self.name, self.__doc__ = make, make.__name__, make.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> Self: ...
    @overload
    def __get__(self, owner: object, kind: type) -> T: ...
    def __get__(self, owner: object | None, kind: type) -> Self | T:
        if owner is None:
            return self
        made = owner.__dict__[self.name] = self.make(owner)
        return made
