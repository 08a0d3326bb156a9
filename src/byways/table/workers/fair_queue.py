"""Whose question is next where many wait: nobody's waits for all of somebody else's."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from heapq import heappop, heappush, heapreplace
from itertools import count
from typing import TypeAlias

import msgspec

SORTED = 0.1  # seconds after which all who wait are sorted anew: somebody may have come to watch


class Asker(msgspec.Struct, frozen=True):
    """For whom something is asked: a table, the address it belongs to, whether somebody is there to see the answer, and whether no game
    waits for it."""

    table: str = ""
    address: str = ""
    is_watched: Callable[[], bool] = lambda: True
    can_wait: bool = False


NOBODY = Asker()

Turn: TypeAlias = asyncio.Future[None]
Name: TypeAlias = tuple[str, ...]  # of an address or a table
Group: TypeAlias = tuple[bool, bool, Name]  # whether it can wait, whether nobody watches, and the address


class Turns:
    """So many at once. Of those who wait, games are before all else, watched tables first, then whose address, then whose table had its
    turn longest ago."""

    def __init__(self, size: int) -> None:
        self.free = size
        self.waiting: dict[Turn, Asker] = {}
        self.queues: dict[Group, list[tuple[int, int, Turn]]] = {}  # heaps, by when a table had its turn and who came first; some have left
        self.sorted = 0.0
        self.numbers = count(1)
        self.had: dict[Name, int] = {}  # the number of the last turn of an address or a table

    def turn(self, asker: Asker) -> Having:
        return Having(self, asker)

    async def begin(self, asker: Asker) -> None:
        """Wait for a turn, and have it until `end`."""
        if self.free and not self.waiting:
            self._give(asker)
            return
        turn: Turn = asyncio.get_running_loop().create_future()
        self.waiting[turn] = asker
        self._queue(turn)
        self._call()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():  # it left the queue
                self.waiting.pop(turn, None)
            else:
                self.end()
            raise

    def end(self) -> None:
        self.free += 1
        self._call()

    def _call(self) -> None:
        while self.free and self.waiting:
            turn = self._next()
            asker = self.waiting.pop(turn)
            if not turn.cancelled():
                self._give(asker)
                turn.set_result(None)

    def _give(self, asker: Asker) -> None:
        self._note(asker)
        self.free -= 1

    def _next(self) -> Turn:
        if time.monotonic() > self.sorted + SORTED:
            self.sorted, self.queues = time.monotonic(), {}
            for turn in self.waiting:
                self._queue(turn)
        while True:
            group = min(self.queues, key=lambda group: (*group[:2], self.had.get(group[2], 0)))
            if first := self._first(self.queues[group]):
                return first
            del self.queues[group]

    def _queue(self, turn: Turn) -> None:
        asker = self.waiting[turn]
        address, table = names(asker)
        queue = self.queues.setdefault((asker.can_wait, not asker.is_watched(), address), [])
        heappush(queue, (self.had.get(table, 0), next(self.numbers), turn))

    def _first(self, queue: list[tuple[int, int, Turn]]) -> Turn | None:
        """Who is first by now: a table may have had its turn since it was put here."""
        while queue:
            had, number, turn = queue[0]
            if turn not in self.waiting:
                heappop(queue)
            elif (now := self.had.get(names(self.waiting[turn])[1], 0)) > had:
                heapreplace(queue, (now, number, turn))
            else:
                return heappop(queue)[2]
        return None

    def _note(self, asker: Asker) -> None:
        if len(self.had) > 10_000:
            self.had.clear()
        for name in names(asker):
            self.had[name] = next(self.numbers)


class Having:
    """A turn while it lasts. A context manager made of a generator would take longer than all else here."""

    def __init__(self, turns: Turns, asker: Asker) -> None:
        self.turns, self.asker = turns, asker

    async def __aenter__(self) -> None:
        await self.turns.begin(self.asker)

    async def __aexit__(self, *_: object) -> None:
        self.turns.end()


def names(asker: Asker) -> tuple[Name, Name]:
    """A table whose address nobody knows, as after a restart, is on its own."""
    return (asker.address or asker.table,), (asker.address, asker.table)
