"""A load test of the table on loopback: bot tables at a set pace, each with one spectator.

One or more server processes save every choice before showing it. The spectators run in this process and connect to the servers in turn. An
update's latency is the time from the choice, as logged, to the arrival of its message's last byte. Pages are compressed, as for a browser.
"""

from __future__ import annotations

import asyncio
import json
import re
import resource
import time
import zlib
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle
from math import inf
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple, TypeAlias
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec
import sqlalchemy as sa

from byways.bots.worker import SPAWN
from byways.game import JsonObject, find_game
from byways.record import Choose
from byways.table.app import make_app
from byways.table.http.limits import Limits, RateLimit, StreamLimit
from byways.table.play.match import Match
from byways.table.play.new_table import TablePlan
from byways.table.play.tables import Tables
from byways.table.server.process import Server
from byways.table.server.serve import listen, tune_gc
from byways.table.store.admin import sizes
from byways.table.store.store import Store, StoredTable, file_url
from byways.table.workers.pool import Workers

FIRST, WARM, MEASURED = 60.0, 4.0, 12.0  # seconds: maximum until every stream has begun, warm-up, and minimum measured
CLICKING = 0.25  # seconds between one player's clicks at a separate table
NUMBER = re.compile(rb"^id: (\d+)\n\n$", re.MULTILINE)
SATURATED = 1.0  # seconds of latency, at the 99th percentile, above which no tables are added
StreamKind: TypeAlias = Literal["json", "page"]
STREAMS: dict[StreamKind, str] = {"json": "/api/tables/{}/stream", "page": "/play/{}/stream"}
ACCEPTED: dict[StreamKind, str] = {"json": "identity", "page": "gzip"}


class Servers(msgspec.Struct, frozen=True):
    """Server processes on an empty database, by default a file."""

    processes: int = 1
    database: str | None = None


class Load(msgspec.Struct, frozen=True):
    """Bot tables at a pace in choices per second, watched as JSON or as pages with drawings."""

    game: str
    act: int  # choices per act in this game
    stream: StreamKind
    tables: int
    pace: float


class LoadResult(msgspec.Struct, frozen=True):
    """What was measured. Times are in milliseconds, memory in KiB."""

    database: str
    processes: int
    stream: StreamKind
    tables: int
    pace: float
    choices_a_second: float
    median: float
    p99: float
    click_median: float
    click_p99: float
    bytes_an_update: float  # median, as sent
    busy: float  # cores used by the servers
    ms_a_choice: float  # the servers' processor time
    kib_a_table: float  # including its stream
    kib_a_stream: float  # an upper bound, because the game has grown since its stream was opened
    rows_an_entry: float  # in the database
    bytes_an_entry: float  # in the database, without overhead
    load_busy: float  # cores used by the spectators

    def __str__(self) -> str:
        return (
            f"{self.stream}, {self.tables} tables at {self.pace:g} choices a second, on {self.database} by {self.processes}: "
            f"{self.choices_a_second:,.0f} choices a second; "
            f"seen after {self.median:.1f} ms in the median, {self.p99:.1f} at the 99th percentile; "
            f"a click answered after {self.click_median:.1f} and {self.click_p99:.1f} ms; "
            f"{self.bytes_an_update:,.0f} bytes an update in the median; "
            f"the server took {self.busy:.2f} of a core, {self.ms_a_choice:.2f} ms a choice, {self.kib_a_table:.0f} KiB a table, "
            f"of these {self.kib_a_stream:.0f} for its stream; "
            f"{self.rows_an_entry:.2f} rows and {self.bytes_an_entry:,.0f} bytes an entry are kept; "
            f"spectators took {self.load_busy:.2f} of a core"
        )


def loads(game: str, act: int, *servers: Servers) -> Iterator[LoadResult]:
    """Measure increasing numbers of tables until a server is saturated."""
    series: dict[StreamKind, tuple[float, Sequence[int]]] = {"json": (3.0, (50, 100, 200, 300, 400)), "page": (1.0, (50, 100, 200, 300))}
    for stream, (pace, numbers) in series.items():
        for tables in numbers:
            results = [measure(Load(game, act, stream, tables, pace), one) for one in servers]
            yield from results
            if any(result.p99 > SATURATED * 1000 for result in results):
                break


def measure(load: Load, servers: Servers) -> LoadResult:
    with TemporaryDirectory() as folder:
        url = servers.database or file_url(Path(folder) / "load.db")
        with ExitStack() as running:
            share = msgspec.structs.replace(load, tables=load.tables // servers.processes)
            processes = [running.enter_context(started(share, url)) for _ in range(servers.processes)]
            observed = asyncio.run(observe(load, processes))
            used = [process.pipe.recv() for process in processes]
        return asyncio.run(evaluate(load, url, observed, used))


# The server


class Used(NamedTuple):
    """A server's processor seconds and its memory."""

    seconds: float
    kib: float
    kib_of_streams: float


class ServerProcess(NamedTuple):
    """A server process: the pipe to it, its address, and the ids of its tables."""

    pipe: Connection
    address: str
    tables: list[str]


@contextmanager
def started(load: Load, url: str) -> Iterator[ServerProcess]:
    pipe, theirs = SPAWN.Pipe()
    process = SPAWN.Process(target=serve, args=(theirs, load, url))
    process.start()
    theirs.close()  # makes `recv` fail if the server dies
    try:
        yield ServerProcess(pipe, *pipe.recv())
    finally:
        pipe.close()
        process.join(20)
        process.kill()


def serve(pipe: Connection, load: Load, url: str) -> None:
    """Run a server whose bots act at the set pace. The first message starts the measurement, the second ends it."""
    game, door = find_game(load.game), listen("127.0.0.1", 0)
    tables = Tables([game], Store(url), Workers(), pause=load.act / load.pace)
    limits = Limits(RateLimit(1e9, 1e9), RateLimit(1e9, 1e9), RateLimit(1e9, 1e9), StreamLimit(10**9, 10**9))
    tune_gc()

    async def fill() -> None:
        before = memory()
        names = []
        for _ in range(load.tables):
            names.append((await tables.create(TablePlan(game, ("bot:random",) * 2), "me", "{} {}".format)).id)
            await asyncio.sleep(tables.pause / load.tables)  # otherwise all bots would act at the same instants
        filled = memory()
        pipe.send((f"http://127.0.0.1:{door.getsockname()[1]}", names))
        try:
            await asyncio.to_thread(pipe.recv)
            worked = time.process_time()
            await asyncio.to_thread(pipe.recv)
            pipe.send(Used(time.process_time() - worked, memory() - before, memory() - filled))
        finally:
            server.should_exit = True

    tasks = []
    server = Server(tables, lambda: tasks.append(asyncio.create_task(fill())), make_app(tables, limits), ["127.0.0.1"])
    server.run([door])


def memory() -> float:
    """Return this process's private memory in KiB or, without /proc, its largest resident size.

    Shared pages do not count, because on a busy machine the kernel may evict those of libraries at any time.
    """
    try:
        _, resident, shared, *_ = map(int, Path("/proc/self/statm").read_text().split())
    except FileNotFoundError:
        return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return (resident - shared) * resource.getpagesize() / 1024


# Spectators, and one player


class Received(NamedTuple):
    """A message: its number, arrival time and size in bytes."""

    number: int
    at: float
    size: int


Stream: TypeAlias = list[Received]


class Observed(msgspec.Struct):
    """The streams of all tables, the times of one player's clicks, and the spectators' processor time in the measured interval."""

    begun: float
    ended: float
    streams: dict[str, Stream]
    clicks: list[float]
    worked: float

    @property
    def seconds(self) -> float:
        return self.ended - self.begun


async def observe(load: Load, servers: Sequence[ServerProcess]) -> Observed:
    """Watch every table, and click at another one."""
    tables = [table for server in servers for table in server.tables]
    streams: dict[str, Stream] = {table: [] for table in tables}
    clicks: list[tuple[float, float]] = []
    tasks = [
        asyncio.create_task(watch(server.address, STREAMS[load.stream].format(table), ACCEPTED[load.stream], streams[table]))
        for table, server in zip(tables, cycle(servers), strict=False)
    ]
    tasks.append(asyncio.create_task(click(servers[0].address, load.game, clicks)))
    async with asyncio.timeout(FIRST):
        while not all(streams.values()):
            await asyncio.sleep(0.1)
    await asyncio.sleep(WARM)
    begun, worked = time.time(), time.process_time()
    for server in servers:
        server.pipe.send("begin")
    await asyncio.sleep(MEASURED)
    async with asyncio.timeout(FIRST):
        while not has_data(begun, streams, clicks):
            await asyncio.sleep(0.1)
    for server in servers:
        server.pipe.send("end")
    ended, worked = time.time(), time.process_time() - worked
    await asyncio.sleep(SATURATED)  # lets the last updates arrive
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return Observed(begun, ended, streams, [took for at, took in clicks if begun < at < ended], worked)


def has_data(begun: float, streams: dict[str, Stream], clicks: list[tuple[float, float]]) -> bool:
    """Return whether anything has been measured yet. On a very busy machine, all updates may still be under way."""
    seen = (message.at > begun + SATURATED for stream in streams.values() for message in stream)
    return any(seen) and any(at > begun for at, _ in clicks)


async def watch(address: str, path: str, accepted: str, stream: Stream) -> None:
    """Read a stream. Each message arrives in one chunk and ends with its number."""
    at = urlsplit(address)
    reader, writer = await asyncio.open_connection(at.hostname, at.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: {at.netloc}\r\nAccept-Encoding: {accepted}\r\n\r\n".encode())
    unpack = zlib.decompressobj(16 + zlib.MAX_WBITS).decompress if accepted == "gzip" else bytes
    try:
        await reader.readuntil(b"\r\n\r\n")
        while size := int(await reader.readline(), 16):
            text = unpack((await reader.readexactly(size + 2))[:-2])
            if number := NUMBER.search(text):
                stream.append(Received(int(number[1]), time.time(), size))
    finally:
        writer.close()


async def click(address: str, game: str, clicks: list[tuple[float, float]]) -> None:
    """Play both seats of a table, recording when each choice was sent and how long its answer took."""
    table = await asyncio.to_thread(ask, f"{address}/api/tables", {"game": game, "seats": ["me", "me"]})
    secret, path = table["secret"], f"{address}/api/tables/{table['table']}"
    while True:
        shown = await asyncio.to_thread(ask, f"{path}/view", None, secret)
        move = {"choice": shown["choices"][0]["choice"], "seen": shown["number"]}
        begun = time.time()
        await asyncio.to_thread(ask, f"{path}/choose", move, secret)
        clicks.append((begun, time.time() - begun))
        await asyncio.sleep(CLICKING)


def ask(address: str, body: object, secret: str = "") -> JsonObject:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {secret}"} if secret else {})}
    with urlopen(Request(address, json.dumps(body).encode() if body else None, headers)) as answer:
        found: JsonObject = json.load(answer)
        return found


# Results


async def evaluate(load: Load, url: str, observed: Observed, used: Sequence[Used]) -> LoadResult:
    store, begun, ended = Store(url), observed.begun, observed.ended
    made, took = 0, list[float]()
    for table, stream in observed.streams.items():
        found = await store.find(table)
        assert found is not None
        made += sum(isinstance(timed.entry, Choose) and begun <= timed.at < ended for timed in found.entries)
        took += [latency for at, latency in updates(load, found, stream) if begun <= at < ended]
    stored = [one for one in await sizes(store, sa.true()) if one.id in observed.streams]
    await store.close()
    choices, entries = max(1, made), sum(one.entries for one in stored)
    return LoadResult(
        store.engine.dialect.name,
        len(used),
        load.stream,
        load.tables,
        load.pace,
        made / observed.seconds,
        *milliseconds(took),
        *milliseconds(observed.clicks),
        median(message.size for stream in observed.streams.values() for message in stream[1:]),  # the first message is the whole table
        sum(one.seconds for one in used) / observed.seconds,
        1000 * sum(one.seconds for one in used) / choices,
        sum(one.kib for one in used) / load.tables,
        sum(one.kib_of_streams for one in used) / load.tables,
        sum(one.rows for one in stored) / entries,
        sum(one.bytes for one in stored) / entries,
        observed.worked / observed.seconds,
    )


def updates(load: Load, stored: StoredTable, stream: Stream) -> Iterator[tuple[float, float]]:
    """Yield the time of each choice visible to spectators, and its latency."""
    numbers = [message.number for message in stream]
    for number, entries in enumerate(Match(find_game(load.game), stored).screens[None].entries):
        first = bisect_left(numbers, number)
        if entries and numbers and number > numbers[0]:
            at = stored.entries[entries - 1].at
            yield at, (stream[first].at if first < len(stream) else inf) - at


def milliseconds(seconds: list[float]) -> tuple[float, float]:
    """Return the median and the 99th percentile; infinite if nothing arrived."""
    ordered = sorted(1000 * one for one in seconds) or [inf]
    return median(ordered), ordered[int(0.99 * (len(ordered) - 1))]
