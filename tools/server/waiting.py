"""Measure how long a person waits at a table of `hard` bots: `python -m tools.server.waiting`, on an otherwise idle machine.

The table is real, with a store and bot processes. One simulated person plays like `medium` without delay. A wait lasts from the person's
choice until their next turn. By default there are no pauses for watching, only the time of the bots; `--pauses` pauses like a server.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from byways.bots.roster import make_player, make_ready
from byways.game import Game, all_games, find_game, stream
from byways.referee import steps
from byways.table.play.new_table import TablePlan
from byways.table.play.table import Table
from byways.table.play.tables import FRAME, PAUSE, Tables
from byways.table.play.watching import watch
from byways.table.store.store import Store, file_url
from byways.table.workers.fair_queue import SERVER, Requester
from byways.table.workers.pool import THINKING, BotRequest, Workers

HEADER = "| game | seats | waits | median | 90th percentile | slowest answer | seats lost |\n|---|---|---|---|---|---|---|"


class Timed(Workers):
    """Bot processes that time each answer, including the time in the queue."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds: list[float] = []

    async def ask(self, request: BotRequest, requester: Requester = SERVER) -> list[str]:
        begun = time.monotonic()
        try:
            return await super().ask(request, requester)
        finally:
            self.seconds.append(time.monotonic() - begun)


class Waited(NamedTuple):
    """The seconds of each wait and of each bot answer."""

    waits: list[float]
    answers: list[float]
    lost: int


async def sit(table: Table, seed: str, rounds: int) -> list[float]:
    """Play in the first seat until the game is over or there were `rounds` waits."""
    player, waits, since = make_player(table.game, "medium", stream(seed, "seat 0")), list[float](), None
    async for screen in watch(table, 0):
        if screen is None:
            continue
        asked = 0 in screen.view.awaited
        if since is not None and (asked or screen.view.outcome):
            waits.append(time.monotonic() - since)
            since = None
        if screen.view.outcome or len(waits) == rounds:
            break
        if asked:
            await table.choose(0, screen.number, str(steps(player.choose(screen.view, float("inf")))[0]))
            since = None if 0 in table.match.position.awaited else time.monotonic()
    return waits


async def wait(game: Game, seats: int, rounds: int, pauses: bool) -> Waited:
    pause, frame = (PAUSE, FRAME) if pauses else (0.0, 0.0)
    with TemporaryDirectory() as folder:
        workers, seed = Timed(), f"waiting {seats}"
        tables = Tables([game], Store(file_url(Path(folder) / "tables.db")), workers, pause=pause, frame=frame, seeds=lambda: seed)
        await tables.open()
        try:
            table = await tables.create(TablePlan(game, ("me", *["bot:hard"] * (seats - 1))), "me", "{} {}".format)
            waits = await sit(table, seed, rounds)
            return Waited(waits, workers.seconds, len(table.match.position.removed))
        finally:
            await tables.close()


def line(game: Game, seats: int, waited: Waited) -> str:
    """Return a row of the table in Markdown."""
    waits = sorted(waited.waits)
    middle, high = median(waits), waits[int(0.9 * len(waits))]
    return f"| {game.title} | {seats} | {len(waits)} | {middle:.2f} s | {high:.2f} | {max(waited.answers):.2f} | {waited.lost} |"


def lines(games: Sequence[Game], rounds: int, pauses: bool) -> Iterator[str]:
    for game in games:
        for seats in sorted({2, game.seats[1]}):
            yield line(game, seats, asyncio.run(wait(game, seats, rounds, pauses)))


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", type=find_game, help="all by default")
    parser.add_argument("--rounds", type=int, default=15, help="waits at each table")
    parser.add_argument("--pauses", action="store_true", help="stop between acts, as a server does")
    chosen = parser.parse_args(argv)
    games = chosen.games or all_games()
    make_ready(games, print)
    print(f"Bots have {THINKING:g} seconds per answer.\n\n{HEADER}")
    for made in lines(games, chosen.rounds, chosen.pauses):
        print(made, flush=True)


if __name__ == "__main__":
    main()
