"""How much is sent to a page, and the table under load on loopback: tables of bots at a set pace, each with one spectator.

The server runs in a separate process and saves every choice to a file before showing it; the spectators are in this process. The latency
of an update is the time from the choice, as logged, to the arrival of the last byte of its message. Pages come as to a browser,
compressed.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import re
import resource
import time
import zlib
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec

from byways.game import Game, find_game
from byways.record import Choose
from byways.speech import ENGLISH
from byways.table import listen
from byways.table.events import Snapshot
from byways.table.limits import Crowd, Limits, Pace
from byways.table.live import Table
from byways.table.match import Match
from byways.table.pages import draw_snapshot
from byways.table.pictures import example
from byways.table.plan import TablePlan
from byways.table.seats import Seat
from byways.table.server import Server
from byways.table.store import Store, StoredTable, Timed, file_url
from byways.table.tables import Tables
from byways.table.web import make_app
from byways.table.workers import Workers

T = TypeVar("T")

FIRST, WARM, MEASURED = 60.0, 4.0, 12.0  # seconds at most until all have seen something, then before and during the measurement
MOMENTS, RUNS = 25, 5  # of a game, and of what is timed at each
CLICKING = 0.25  # seconds between the clicks of one person at another table
NUMBER = re.compile(rb"^id: (\d+)\n\n$", re.MULTILINE)
BENT = 1.0  # stop adding tables when the 99th percentile is above this many seconds
STREAMS = {"json": "/api/tables/{}/stream", "page": "/play/{}/stream"}
ACCEPTED = {"json": "identity", "page": "gzip"}


class Sizes(msgspec.Struct, frozen=True):
    """What a page of the first seat is sent in the example of a game, in the median of some moments: bytes, and milliseconds for them."""

    game: str
    whole: float  # all that changes on a page
    whole_sent: float  # as it is sent to who connects
    update_sent: float  # what has changed since the message before, as it is sent to all others
    ms_drawn: float
    ms_packed: float  # an update, after it was drawn

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
    """The result, and the processor time of the quickest of some runs in milliseconds."""
    took = []
    for _ in range(RUNS):
        begun = time.process_time()
        made = work()
        took.append(1000 * (time.process_time() - begun))
    return made, min(took)


class Load(msgspec.Struct, frozen=True):
    """So many tables of bots, so many choices a second at each, read as JSON or as pages with drawings."""

    game: str
    act: int  # choices in an act of this game
    stream: str
    tables: int
    pace: float


class Loaded(msgspec.Struct, frozen=True):
    """The result; times in milliseconds, memory in KiB."""

    stream: str
    tables: int
    pace: float
    choices_a_second: float
    median: float
    p99: float
    click_median: float
    click_p99: float
    bytes_an_update: float  # in the median, as they were sent
    busy: float  # the share of a core that the server used
    ms_a_choice: float  # of the server's processor time
    kib_a_table: float  # with its stream
    kib_a_stream: float  # at most: the game has grown as well since its stream was opened

    def __str__(self) -> str:
        return (
            f"{self.stream}, {self.tables} tables at {self.pace:g} choices a second: {self.choices_a_second:,.0f} choices a second; "
            f"seen after {self.median:.1f} ms in the median, {self.p99:.1f} at the 99th percentile; "
            f"a click answered after {self.click_median:.1f} and {self.click_p99:.1f} ms; "
            f"{self.bytes_an_update:,.0f} bytes an update in the median; "
            f"the server took {self.busy:.2f} of a core, {self.ms_a_choice:.2f} ms a choice, {self.kib_a_table:.0f} KiB a table, "
            f"of these {self.kib_a_stream:.0f} for its stream"
        )


def loads(game: str, act: int) -> Iterator[Loaded]:
    """More and more tables, until the server saturates."""
    for stream, pace, numbers in (("json", 3.0, (50, 100, 200, 300, 400)), ("page", 1.0, (50, 100, 200, 300))):
        for tables in numbers:
            yield (loaded := measure(Load(game, act, stream, tables, pace)))
            if loaded.p99 > BENT * 1000:
                break


def measure(load: Load) -> Loaded:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        with served(load, file) as (line, address, names):
            watched = asyncio.run(look(load, address, names, line))
            used = line.recv()
        return asyncio.run(judge(load, file, names, watched, used))


# The server


class Used(NamedTuple):
    """What the server used: the share of a core, and memory."""

    busy: float
    kib_a_table: float
    kib_a_stream: float


@contextmanager
def served(load: Load, file: Path) -> Iterator[tuple[Connection, str, list[str]]]:
    line, other = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(other, load, file))
    process.start()
    other.close()  # so that the waiting process notices if the server dies
    try:
        yield line, *line.recv()
    finally:
        line.close()
        process.join(20)
        process.kill()


def serve(line: Connection, load: Load, file: Path) -> None:
    """Tables whose bots act at the set pace; the process ends on any input."""
    game, door = find_game(load.game), listen("127.0.0.1", 0)
    tables = Tables([game], Store(file_url(file)), Workers(), pause=load.act / load.pace)
    limits = Limits(Pace(1e9, 1e9), Pace(1e9, 1e9), Pace(1e9, 1e9), Crowd(10**9, 10**9))

    async def fill() -> None:
        before = memory()
        names = []
        for _ in range(load.tables):
            names.append((await tables.set(TablePlan(game, ("bot:random",) * 2), "me", "{} {}".format)).id)
            await asyncio.sleep(tables.pause / load.tables)  # otherwise all bots would keep acting at the same instant
        filled = memory()
        line.send((f"http://127.0.0.1:{door.getsockname()[1]}", names))
        try:
            await asyncio.to_thread(line.recv)
            worked, begun = time.process_time(), time.monotonic()
            await asyncio.to_thread(line.recv)
            busy = (time.process_time() - worked) / (time.monotonic() - begun)
            line.send(Used(busy, (memory() - before) / load.tables, (memory() - filled) / load.tables))
        finally:
            server.should_exit = True

    tasks = []
    server = Server(tables, lambda: tasks.append(asyncio.create_task(fill())), make_app(tables, limits), ["127.0.0.1"])
    server.run([door])


def memory() -> float:
    """KiB that the process has now or, on systems that do not tell, has had at most."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1024
    except FileNotFoundError:
        return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


# Spectators, and one player


class Message(NamedTuple):
    """A message that came: its number, when, and of how many bytes."""

    number: int
    at: float
    size: int


Seen = list[Message]


class Watched(msgspec.Struct):
    """What the spectators saw, and how long one person's clicks took, from a given moment on."""

    begun: float
    seen: list[Seen]
    clicks: list[float]


async def look(load: Load, address: str, names: list[str], line: Connection) -> Watched:
    seen: list[Seen] = [[] for _ in names]
    clicks: list[tuple[float, float]] = []
    watching = [
        asyncio.create_task(watch(address, STREAMS[load.stream].format(name), ACCEPTED[load.stream], mine))
        for name, mine in zip(names, seen, strict=True)
    ]
    clicking = asyncio.create_task(click(address, load.game, clicks))
    async with asyncio.timeout(FIRST):
        while not all(seen):
            await asyncio.sleep(0.1)
    await asyncio.sleep(WARM)
    begun = time.time()
    line.send("begin")
    await asyncio.sleep(MEASURED)
    line.send("end")
    for task in (*watching, clicking):
        task.cancel()
    await asyncio.gather(*watching, clicking, return_exceptions=True)
    return Watched(begun, seen, [took for at, took in clicks if at > begun])


async def watch(address: str, path: str, accepted: str, seen: Seen) -> None:
    """Each message comes in a chunk of its own and ends with its number."""
    at = urlsplit(address)
    reader, writer = await asyncio.open_connection(at.hostname, at.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {at.netloc}\r\nAccept-Encoding: {accepted}\r\n\r\n".encode())
    unpack = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress if accepted == "gzip" else bytes
    try:
        await reader.readuntil(b"\r\n\r\n")
        while size := int(await reader.readline(), 16):
            text = unpack((await reader.readexactly(size + 2))[:-2])
            if number := NUMBER.search(text):
                seen.append(Message(int(number[1]), time.time(), size))
    finally:
        writer.close()


async def click(address: str, game: str, clicks: list[tuple[float, float]]) -> None:
    """One person plays both seats of a table. Returns when each choice was sent and how long its answer took."""
    table = await asyncio.to_thread(ask, f"{address}/api/tables", {"game": game, "seats": ["me", "me"]})
    secret, path = table["secret"], f"{address}/api/tables/{table['table']}"
    while True:
        shown = await asyncio.to_thread(ask, f"{path}/view", None, secret)
        move = {"choice": shown["choices"][0]["choice"], "seen": shown["number"]}
        begun = time.time()
        await asyncio.to_thread(ask, f"{path}/choose", move, secret)
        clicks.append((begun, time.time() - begun))
        await asyncio.sleep(CLICKING)


def ask(address: str, body: object, secret: str = "") -> Any:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {secret}"} if secret else {})}
    with urlopen(Request(address, json.dumps(body).encode() if body else None, headers)) as answer:
        return json.load(answer)


# Results


async def judge(load: Load, file: Path, names: list[str], watched: Watched, used: Used) -> Loaded:
    store, begun, end = Store(file_url(file)), watched.begun, watched.begun + MEASURED
    made, took = 0, list[float]()
    for name, messages in zip(names, watched.seen, strict=True):
        kept = await store.find(name)
        assert kept is not None
        made += sum(isinstance(timed.entry, Choose) and begun <= timed.at < end for timed in kept.entries)
        took += [late for at, late in updates(load, kept, messages) if begun <= at < end - BENT]
    await store.close()
    times = (*milliseconds(took), *milliseconds(watched.clicks))
    size = median(message.size for messages in watched.seen for message in messages[1:])  # the first has everything
    cost = 1000 * used.busy * MEASURED / max(1, made)
    rate = made / MEASURED
    return Loaded(load.stream, load.tables, load.pace, rate, *times, size, used.busy, cost, used.kib_a_table, used.kib_a_stream)


def updates(load: Load, kept: StoredTable, messages: Seen) -> Iterator[tuple[float, float]]:
    """For everything that spectators could see: when it was chosen, and how long it took to reach them."""
    numbers = [message.number for message in messages]
    for number, entries in enumerate(Match(find_game(load.game), kept).screens[None].entries):
        first = bisect_left(numbers, number)
        if entries and numbers and number > numbers[0]:
            at = kept.entries[entries - 1].at
            yield at, (messages[first].at if first < len(messages) else float("inf")) - at


def milliseconds(seconds: list[float]) -> tuple[float, float]:
    """The median and the 99th percentile."""
    ordered = sorted(1000 * one for one in seconds)
    return median(ordered), ordered[int(0.99 * (len(ordered) - 1))]
