"""What a table needs of the registry that opened it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from byways.table.play.slices import Slices
from byways.table.play.wakeups import Pulse
from byways.table.store.store import Store
from byways.table.workers.pool import Workers
from byways.table.workers.preparing import Preparation

T = TypeVar("T", contravariant=True)


class Surroundings(Protocol[T]):
    """The part of the registry that its tables, each a `T`, use.

    `opened` is when the server opened. `pause` and `frame` are the seconds before a bot's act and before an automatic step; after `unseen`
    seconds bots wait until somebody looks. `worlds` is the effort for an act that is weighed, if not the usual one.
    """

    store: Store
    workers: Workers
    preparation: Preparation
    slices: Slices
    pulse: Pulse
    worlds: int | None
    pause: float
    frame: float
    unseen: float
    opened: float
    closed: bool

    def leads(self, name: str) -> bool: ...
    def want(self, table: T) -> None: ...
    async def hear_signs(self, tables: Sequence[T]) -> None: ...
