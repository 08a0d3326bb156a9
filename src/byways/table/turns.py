"""Whose question is next where many wait: nobody's waits for all of somebody else's."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count

import msgspec


class Asker(msgspec.Struct, frozen=True):
    """For whom something is asked: a table, the address it belongs to, whether somebody is there to see the answer, and whether no game
    waits for it."""

    table: str = ""
    address: str = ""
    is_watched: Callable[[], bool] = lambda: True
    can_wait: bool = False


NOBODY = Asker()


class Turns:
    """So many at once. Of those who wait, games are before all else, watched tables first, then whose address, then whose table had its
    turn longest ago."""

    def __init__(self, size: int) -> None:
        self.free = size
        self.waiting: dict[asyncio.Future[None], Asker] = {}
        self.numbers = count(1)
        self.had: dict[tuple[str, ...], int] = {}  # the number of the last turn of an address or a table

    @asynccontextmanager
    async def turn(self, asker: Asker) -> AsyncIterator[None]:
        turn = asyncio.get_running_loop().create_future()
        self.waiting[turn] = asker
        self._call()
        try:
            await turn
            yield
        finally:
            if turn.cancelled():  # it left the queue
                self.waiting.pop(turn, None)
            else:
                self.free += 1
                self._call()

    def _call(self) -> None:
        while self.free and self.waiting:
            turn = min(self.waiting, key=lambda turn: self._rank(self.waiting[turn]))
            asker = self.waiting.pop(turn)
            if not turn.cancelled():
                self._note(asker)
                self.free -= 1
                turn.set_result(None)

    def _rank(self, asker: Asker) -> tuple[bool, bool, int, int]:
        address, table = names(asker)
        return asker.can_wait, not asker.is_watched(), self.had.get(address, 0), self.had.get(table, 0)

    def _note(self, asker: Asker) -> None:
        if len(self.had) > 10_000:
            self.had.clear()
        for name in names(asker):
            self.had[name] = next(self.numbers)


def names(asker: Asker) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A table whose address nobody knows, as after a restart, is on its own."""
    return (asker.address or asker.table,), (asker.address, asker.table)
