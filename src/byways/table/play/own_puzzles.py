"""Puzzles from the players' own games. They are found while a game is reviewed."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from hashlib import sha256

from byways.daily import PRACTICE
from byways.puzzle import Puzzle
from byways.puzzles.collection import StoredPuzzle
from byways.puzzles.missed import Moment, has_miner, moments
from byways.puzzles.tasks import MissedTask
from byways.record import Played
from byways.table.play.table import Table
from byways.table.store import puzzles
from byways.table.store.puzzles import OwnPuzzle
from byways.table.store.store import Store
from byways.table.workers.fair_queue import Requester
from byways.table.workers.pool import BotFailed, Workers

MOST = 5  # puzzles for a player from one game

log = logging.getLogger(__name__)


async def find_puzzles(store: Store, workers: Workers, table: Table, steps: Sequence[Played]) -> None:
    """Look for puzzles in a finished game and store them for the people who played it. A second call finds the same ones.

    A deal of the day gives none, because playing on from one would show the deal to those who can still try it.
    """
    if not has_miner(table.game) or table.puzzle or table.daily not in ("", PRACTICE):
        return
    for seat, player in enumerate(table.seats):
        if player.kind == "person" and player.holder:
            looked_at = await table.registry.slices.run(moments(table.game, steps, seat))
            await _find_for(store, workers, table, seat, looked_at)


async def _find_for(store: Store, workers: Workers, table: Table, seat: int, looked_at: Sequence[Moment]) -> None:
    found = 0
    for moment in looked_at:
        for puzzle in (await _missed(workers, table, moment))[:1]:
            record, made = table.match.record.until(moment.entries), table.registry.now()
            name = sha256(f"{table.id} {moment.entries} {puzzle.seat}".encode()).hexdigest()[:12]
            own = OwnPuzzle(table.game.name, name, table.id, made, StoredPuzzle(puzzle, record))
            await store.transaction(partial(puzzles.add_missed, seat=seat, puzzle=own))
            found += 1
        if found == MOST:
            break


async def _missed(workers: Workers, table: Table, moment: Moment) -> tuple[Puzzle, ...]:
    """Return the puzzles of a moment, none if the search fails."""
    task = MissedTask(table.game, moment.view, moment.act, f"{table.id} {moment.entries}")
    try:
        return (await workers.do(task, Requester(table.id, table.address, can_wait=True))).puzzles
    except BotFailed:
        log.warning("No puzzles were found in table %s after %s entries, because the search failed.", table.id, moment.entries)
        return ()
