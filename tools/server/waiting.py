"""How long a person waits at a table full of `hard`: `python -m tools.server.waiting`, on an otherwise idle machine.

The table is a real one, with its store and its own bot processes, and one person sits at it who plays like `medium` and loses no time. A
wait is from the person's choice until they are asked again, whatever the others do in between. By default nothing stops so that people can
watch, which leaves what the bots take; `--pauses` makes the same stops as a server. An answer is late if the bot was given up.
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
from byways.table.store.store import Store, file_url
from byways.table.workers.fair_queue import NOBODY, Asker
from byways.table.workers.pool import THINKING, Question, Workers

HEADER = "| game | seats | waits | median | nine in ten | slowest answer | seats lost |\n|---|---|---|---|---|---|---|"


class Timed(Workers):
    """The table's bot processes, with a stopwatch: an answer takes from the question on, even while no process is free."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds: list[float] = []

    async def ask(self, question: Question, asker: Asker = NOBODY) -> list[str]:
        begun = time.monotonic()
        try:
            return await super().ask(question, asker)
        finally:
            self.seconds.append(time.monotonic() - begun)


class Waited(NamedTuple):
    """Seconds: of each wait, and of each answer of a bot."""

    waits: list[float]
    answers: list[float]
    lost: int


async def sit(table: Table, seed: str, rounds: int) -> list[float]:
    """Play in the first seat until the game is over, or for so many waits."""
    player, waits, since = make_player(table.game, "medium", stream(seed, "seat 0")), list[float](), None
    async for screen in table.watch(0):
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
            table = await tables.set(TablePlan(game, ("me", *["bot:hard"] * (seats - 1))), "me", "{} {}".format)
            waits = await sit(table, seed, rounds)
            return Waited(waits, workers.seconds, len(table.match.position.removed))
        finally:
            await tables.close()


def line(game: Game, seats: int, waited: Waited) -> str:
    """Of the table, in Markdown."""
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
    print(f"Bots are told that they have {THINKING:g} seconds.\n\n{HEADER}")
    for made in lines(games, chosen.rounds, chosen.pauses):
        print(made, flush=True)


if __name__ == "__main__":
    main()
