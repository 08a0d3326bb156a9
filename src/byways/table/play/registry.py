"""The part of the registry that tables use."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeVar

from byways.table.play.slices import Slices
from byways.table.play.stories import StoryCache
from byways.table.store.store import Store
from byways.table.workers.pool import Workers
from byways.table.workers.preparing import Preparation

T = TypeVar("T", contravariant=True)


class Registry(Protocol[T]):
    """The services of `Tables` for each open table `T`, which must not import `Tables`.

    `opened` is when the server started. `pause` and `frame` are the seconds before a bot's act and before an automatic step. After `unseen`
    seconds without a visitor, bots wait. `worlds` overrides the effort for weighing an act.
    """

    store: Store
    workers: Workers
    preparation: Preparation
    slices: Slices
    stories: StoryCache
    worlds: int | None
    pause: float
    frame: float
    unseen: float
    opened: float
    closed: bool
    now: Callable[[], float]
    sleep: Callable[[float], Awaitable[None]]

    def leads(self, name: str) -> bool: ...
    def request_news(self, table: T) -> None: ...
    async def read_presence(self, tables: Sequence[T]) -> None: ...
