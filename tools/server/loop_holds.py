"""Measure the longest time that one GET request blocks the event loop: every route on a long game, then first requests and shows.

    python -m tools.server.loop_holds

The application runs in this process without a network. A task that ticks in each iteration of the loop measures each iteration's processor
time, so other programs on the machine do not matter.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import httpx
import msgspec
from fastapi import FastAPI
from starlette.routing import BaseRoute, Mount, Route

from byways.bots import RandomPlayer
from byways.game import Game, all_games, find_game
from byways.record import Choose, Played, Record, Remove, new_record
from byways.referee import Referee, play
from byways.review.judging import Valued, WeighTask
from byways.review.models import Review
from byways.room import find_room
from byways.table.app import make_app
from byways.table.http.limits import Limits, RateLimit
from byways.table.pages import pictures
from byways.table.pages.assets import VERSION
from byways.table.pages.shows import begins_show
from byways.table.play.dailies import current_day
from byways.table.play.new_table import TablePlan
from byways.table.play.table import Table
from byways.table.play.tables import Tables
from byways.table.play.visits import Me
from byways.table.routes.feed import key_of
from byways.table.server.warming import warm
from byways.table.store.store import Store, file_url
from byways.table.workers.fair_queue import SERVER, Requester
from byways.table.workers.pool import Workers

GAME = "labyrinth"
ENTRIES = 2000
REQUESTS = 3  # requests per address, of which the first fills the table's caches
ME = Me("s" * 43, False)
STREAM = "/stream"  # how the routes that stay open end


class Hold(msgspec.Struct, frozen=True):
    """A request's longest hold of the event loop in milliseconds, and its response size in kilobytes."""

    address: str
    status: int
    milliseconds: float
    kilobytes: float
    note: str = ""

    def __str__(self) -> str:
        return f"{self.milliseconds:6.1f} ms {self.kilobytes:7.1f} kB  {self.status} {self.address} {self.note}".rstrip()


class QuickWorkers(Workers):
    """Weighs acts at once and at random, so that a long game has a review."""

    async def weigh(self, request: WeighTask, requester: Requester = SERVER) -> list[Valued]:
        rng = Random(request.stream)
        return [Valued(act, rng.gauss(0, 1), 0.1) for act in (*request.among, *((str(choice),) for choice in request.view.choices))]


def holds(entries: int = ENTRIES) -> list[Hold]:
    """The longest holds of all GET routes except streams, of the first requests in this process, and of shows, worst first."""
    return sorted(asyncio.run(measure(find_game(GAME), entries)), key=lambda hold: -hold.milliseconds)


async def measure(game: Game, entries: int) -> list[Hold]:
    with TemporaryDirectory() as folder:
        games = all_games()
        warm(games)  # as a server does when it starts
        tables = Tables(games, Store(file_url(Path(folder) / "holds.db")), QuickWorkers(1), pause=600.0)
        await tables.open()
        app = make_app(tables, Limits(RateLimit(1e9, 1e9), RateLimit(1e9, 1e9), RateLimit(1e9, 1e9)), ["127.0.0.1"])
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 1))
        try:
            async with httpx.AsyncClient(
                transport=transport, base_url="http://byways", headers={"Authorization": f"Bearer {ME.secret}"}
            ) as client:
                firsts = [await hold(client, address, 1, note) for address, note in await first_addresses(tables)]
                shows = [await hold(client, await show_address(tables, one), REQUESTS, one.title) for one in games if has_shows(one)]
                long = [await hold(client, address) for address in addresses(app, tables, *await set_up(tables, game, entries))]
                return [*firsts, *shows, *long]
        finally:
            await tables.close()


async def first_addresses(tables: Tables) -> list[tuple[str, str]]:
    """Addresses of pages that are made once or load something, each with a note: of each game, among them a host's table with all seats."""
    found = [("/", "first")]
    for game in tables.games.values():
        plan = TablePlan(game, ("me", *["free"] * (game.seats[1] - 1)), {})
        table = await tables.create(plan, ME.secret, ME.key)
        found.append((f"/play/{table.id}", f"first, {game.title}, {len(plan.seats)} seats"))
        found += [(path.format(game.name), "first") for path in ("/rules/{}", "/rules/{}/fine-print", "/learn/{}", "/set/{}")]
    return found


def has_shows(game: Game) -> bool:
    return find_room(game.room).shows is not None


async def show_address(tables: Tables, game: Game) -> str:
    """The address of the longest show in a finished game between random players with all seats."""
    seats = game.seats[1]
    record = play(game, [RandomPlayer(Random(seat)) for seat in range(seats)], 1).record
    plan = TablePlan(game, ("me", *["free"] * (seats - 1)), record.options, begun=record)
    table = await tables.create(plan, ME.secret, ME.key)
    begins = [number for number, step in enumerate((await table.story(0)).steps) if begins_show(step)]
    ends = [*begins[1:], len((await table.story(0)).steps)]
    _, longest = max((end - begin, begin) for begin, end in zip(begins, ends, strict=True))
    return f"/play/{table.id}/show/{longest}"


async def set_up(tables: Tables, game: Game, entries: int) -> tuple[Table, Table, Review]:
    """A game in progress and a finished one, both of this length, and the review of the latter."""
    record = long_game(game, entries)
    finished = msgspec.structs.replace(
        record, entries=(*record.entries, *(Remove(seat, "resigned") for seat in range(len(record.players))))
    )
    seats = ("me", *["free"] * (len(record.players) - 1))
    plans = [TablePlan(game, seats, record.options, public=True, begun=begun) for begun in (record, finished)]
    going, over = [await tables.create(plan, ME.secret, ME.key) for plan in plans]
    while not (review := await tables.reviews.find(over)).is_done:
        await asyncio.sleep(0.01)
    return going, over, review


def long_game(game: Game, entries: int) -> Record:
    """A game of this length between random players who avoid all progress, so that it does not end."""
    rng, seats = Random(1), max(2, game.seats[0])
    record = new_record(game, game.deal(seats, rng), game.options(), ("bot:random",) * seats)
    referee = Referee(game, record, lambda due, *_: due.draw(rng), listen=lambda _: None)
    referee.apply(referee.preview())
    while len(referee.entries) < entries and referee.outcome is None:
        seat = referee.position.awaited[0]
        choices = rng.sample(found := referee.position.choices(seat), len(found))
        referee.apply(min((referee.preview(Choose(seat, str(choice)), choice) for choice in choices), key=event_count))
    return referee.record


def event_count(steps: Sequence[Played]) -> int:
    return sum(len(step.events) for step in steps)


async def hold(client: httpx.AsyncClient, address: str, requests: int | None = None, note: str = "") -> Hold:
    longest, size, status = 0.0, 0, 0
    for _ in range(requests or REQUESTS):
        async with ticking() as ticks:
            response = await client.get(address)
        longest, size, status = max(longest, *ticks), len(response.content), response.status_code
    return Hold(address, status, 1000 * longest, size / 1000, note)


@asynccontextmanager
async def ticking() -> AsyncIterator[list[float]]:
    """The processor time of each loop iteration in this thread, without garbage collection."""
    ticks = list[float]()

    async def tick() -> None:
        before = time.thread_time()
        while True:
            await asyncio.sleep(0)
            now = time.thread_time()
            ticks.append(now - before)
            before = now

    gc.collect()
    gc.disable()
    task = asyncio.create_task(tick())
    await asyncio.sleep(0)
    try:
        yield ticks
    finally:
        await asyncio.sleep(0)  # one more tick for the last work
        task.cancel()
        gc.enable()


# Addresses


def get_routes(routes: list[BaseRoute], prefix: str = "") -> Iterator[str]:
    """The paths of all GET routes except streams."""
    for route in routes:
        if isinstance(route, Mount):
            yield from get_routes(route.routes, prefix + route.path)
        elif isinstance(route, Route) and "GET" in (route.methods or ()) and not route.path.endswith(STREAM):
            yield prefix + route.path


def addresses(app: FastAPI, tables: Tables, going: Table, table: Table, review: Review) -> list[str]:
    """The addresses to measure: each GET route, with the most expensive parameters."""
    last, act, game = table.match.screens[0].number, review.acts[-1].begin, table.game.name
    values = {
        "name": table.id,
        "game": game,
        "number": last,
        "begin": act,
        "board": "best",
        "key": ME.key(table.id, 0),
        "version": VERSION,
        "path": "follow.js",
        "face": "regular",
        "moment": "end",
        "day": current_day(tables, table.game).isoformat(),
    }
    special = {
        "/picture/icon-{name}.png": ["/picture/icon-512.png"],
        "/art/{game}-{digest}.svg": [*filter(None, [pictures.sprite(table.game)])],
        "/style/{game}-{digest}.css": [*filter(None, [pictures.style_address(table.game)])],
        "/daily/{game}/{day}/result.png": [],  # nobody has finished a deal
        "/puzzles/{game}/{name}": [f"/puzzles/{game}/1"],
        "/puzzles/{game}/{name}/board.svg": [f"/puzzles/{game}/1/board.svg"],
        "/feed/{key}.atom": [f"/feed/{key_of(tables.server_key, ME)}.atom"],
        "/play/{name}/leave": [f"/play/{going.id}/leave"],
        "/play/{name}/missed/{number}": [f"/play/{table.id}/missed/0"],
        "/play/{name}/on/{number}": [f"/play/{table.id}/on/{last - 1}"],
        "/play/{name}/show/{number}": [],  # Labyrinth has none; `show_address` is another game's
        "/play/{name}/qr/{number}.svg": [f"/play/{going.id}/qr/1.svg"],
        "/play/{name}/past/{number}": [f"/play/{table.id}/past/{last}{query}" for query in ("", "?since=0")],
        "/play/{name}/review": [f"/play/{table.id}/review", f"/play/{table.id}/review?act={act}"],
        "/play/{name}": [f"/play/{table.id}", f"/play/{table.id}?at={table.match.screens[None].number}"],
    }
    plain = {path: [path.replace(":path", "").format(**values)] for path in get_routes(app.routes) if path not in special}
    return [address for path in get_routes(app.routes) for address in (special | plain)[path]]


def main() -> None:
    print("\n".join(map(str, holds())))


if __name__ == "__main__":
    main()
