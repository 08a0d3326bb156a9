"""A lock-free cached property."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Self, TypeVar, overload

O_contra = TypeVar("O_contra", contravariant=True)
T_co = TypeVar("T_co", covariant=True)


class once(Generic[O_contra, T_co]):  # noqa: N801  (named like the decorators of the standard library)
    """Like `functools.cached_property`, without the lock that it takes before Python 3.12: threads do not share positions.

    The value is not a field: `msgspec.structs.replace` and pickle drop it, so a copy never inherits a stale value.
    """

    def __init__(self, make: Callable[[O_contra], T_co]) -> None:
        self.make, self.name, self.__doc__ = make, make.__name__, make.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> Self: ...
    @overload
    def __get__(self, owner: O_contra, kind: type) -> T_co: ...
    def __get__(self, owner: O_contra | None, kind: type) -> Self | T_co:
        if owner is None:
            return self
        made = owner.__dict__[self.name] = self.make(owner)
        return made
