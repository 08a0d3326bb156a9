"""Measure how many bytes a page receives, and the processor time to produce them."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import TypeVar

import msgspec

from byways.game import Game
from byways.i18n import ENGLISH
from byways.table.pages.board import draw_snapshot
from byways.table.pages.pictures import example
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.seats import Seat
from byways.table.sse import Snapshot
from byways.table.store.schema import Timed
from byways.table.store.store import Store, StoredTable
from byways.table.workers.pool import Workers

T = TypeVar("T")

MOMENTS, RUNS = 25, 5  # moments of a game, and timed runs at each


class Sizes(msgspec.Struct, frozen=True):
    """Medians over some moments of a game's example, for the first seat's page, in bytes and milliseconds."""

    game: str
    whole: float  # the part of a page that changes
    whole_sent: float  # the same, compressed, for a new connection
    update_sent: float  # the change since the previous message, compressed
    ms_drawn: float
    ms_packed: float  # to diff and compress an update after drawing

    def __str__(self) -> str:
        return (
            f"{self.game}: {self.whole:,.0f} bytes, sent as {self.whole_sent:,.0f}, an update as {self.update_sent:,.0f}; "
            f"drawn in {self.ms_drawn:.2f} ms, an update packed in {self.ms_packed:.2f}"
        )


def sizes(game: Game) -> Sizes:
    record, empty = example(game), Tables([game], Store("sqlite+aiosqlite://"), Workers(1))

    def after(entries: int) -> Table:
        head, log = msgspec.structs.replace(record, entries=()), tuple(Timed(entry, 0.0) for entry in record.entries[:entries])
        return Table(empty, game, StoredTable("bench", head, "", False, None, 0.0, (Seat("person"),) * len(record.players), log))

    def measured(number: int) -> tuple[float, ...]:
        before, table = draw_snapshot(after(shown[number - 1]), 0, ENGLISH, False), after(shown[number])
        now, drawn = timed(lambda: draw_snapshot(table, 0, ENGLISH, False))
        update, packed = timed(lambda: Snapshot(now.text, now.number).since(before).block)
        return len(now.whole.text), len(now.whole.block), len(update), drawn, packed

    shown = after(len(record.entries)).match.screens[0].entries
    return Sizes(game.name, *map(median, zip(*(measured(nth * (len(shown) - 1) // MOMENTS) for nth in range(1, MOMENTS + 1)), strict=True)))


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """Return the result, and the processor time of the fastest of several runs in milliseconds."""
    took = []
    for _ in range(RUNS):
        begun = time.process_time()
        made = work()
        took.append(1000 * (time.process_time() - begun))
    return made, min(took)
