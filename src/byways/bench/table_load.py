"""The table under load on loopback: tables of bots at a set pace, each with one spectator.

The server runs in a process of its own, or several, and saves every choice before showing it; the spectators are in this process. Where
there are several processes, spectators come to all of them, whoever leads their table. The latency of an update is the time from the
choice, as logged, to the arrival of the last byte of its message. Pages come as to a browser, compressed.
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
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import cycle
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import msgspec
import sqlalchemy as sa

from byways.bench.sampling import Sampling
from byways.game import JsonObject, find_game
from byways.record import Choose
from byways.table.app import make_app
from byways.table.http.limits import Crowd, Limits, Pace
from byways.table.play.match import Match
from byways.table.play.new_table import TablePlan
from byways.table.play.tables import Tables
from byways.table.server.process import Server
from byways.table.server.serve import collect_seldom, listen
from byways.table.store.admin import kept
from byways.table.store.store import Store, StoredTable, file_url
from byways.table.workers.pool import Workers

FIRST, WARM, MEASURED = 60.0, 4.0, 12.0  # seconds at most until all have seen something, then before and during the measurement
CLICKING = 0.25  # seconds between the clicks of one person at another table
NUMBER = re.compile(rb"^id: (\d+)\n\n$", re.MULTILINE)
BENT = 1.0  # stop adding tables when the 99th percentile is above this many seconds
STREAMS = {"json": "/api/tables/{}/stream", "page": "/play/{}/stream"}
ACCEPTED = {"json": "identity", "page": "gzip"}


class Servers(msgspec.Struct, frozen=True):
    """So many processes, on an empty database or, where none is given, on a file."""

    processes: int = 1
    database: str | None = None


class Load(msgspec.Struct, frozen=True):
    """So many tables of bots, so many choices a second at each, read as JSON or as pages with drawings."""

    game: str
    act: int  # choices in an act of this game
    stream: str
    tables: int
    pace: float


class Loaded(msgspec.Struct, frozen=True):
    """The result; times in milliseconds, memory in KiB."""

    database: str
    processes: int
    stream: str
    tables: int
    pace: float
    choices_a_second: float
    median: float
    p99: float
    click_median: float
    click_p99: float
    bytes_an_update: float  # in the median, as they were sent
    busy: float  # cores that the server used
    ms_a_choice: float  # of the server's processor time
    parts: dict[str, float]  # of that time, in milliseconds
    kib_a_table: float  # with its stream
    kib_a_stream: float  # at most: the game has grown as well since its stream was opened
    rows_an_entry: float  # in the database
    bytes_an_entry: float  # in the database, without what it adds
    load_busy: float  # cores that the spectators used

    def __str__(self) -> str:
        return (
            f"{self.stream}, {self.tables} tables at {self.pace:g} choices a second, on {self.database} by {self.processes}: "
            f"{self.choices_a_second:,.0f} choices a second; "
            f"seen after {self.median:.1f} ms in the median, {self.p99:.1f} at the 99th percentile; "
            f"a click answered after {self.click_median:.1f} and {self.click_p99:.1f} ms; "
            f"{self.bytes_an_update:,.0f} bytes an update in the median; "
            f"the server took {self.busy:.2f} of a core, {self.ms_a_choice:.2f} ms a choice "
            f"({', '.join(f'{part} {took:.2f}' for part, took in self.parts.items())}), {self.kib_a_table:.0f} KiB a table, "
            f"of these {self.kib_a_stream:.0f} for its stream; "
            f"{self.rows_an_entry:.2f} rows and {self.bytes_an_entry:,.0f} bytes an entry are kept; "
            f"spectators took {self.load_busy:.2f} of a core"
        )


def loads(game: str, act: int, *servers: Servers) -> Iterator[Loaded]:
    """More and more tables, until a server saturates; each load is put on all servers in turn."""
    for stream, pace, numbers in (("json", 3.0, (50, 100, 200, 300, 400)), ("page", 1.0, (50, 100, 200, 300))):
        for tables in numbers:
            both = [measure(Load(game, act, stream, tables, pace), one) for one in servers]
            yield from both
            if any(loaded.p99 > BENT * 1000 for loaded in both):
                break


def measure(load: Load, servers: Servers) -> Loaded:
    with TemporaryDirectory() as folder:
        url = servers.database or file_url(Path(folder) / "load.db")
        with ExitStack() as opened:
            share = msgspec.structs.replace(load, tables=load.tables // servers.processes)
            doors = [opened.enter_context(served(share, url)) for _ in range(servers.processes)]
            watched = asyncio.run(look(load, doors))
            used = [door.line.recv() for door in doors]
        return asyncio.run(judge(load, url, doors, watched, used))


# The server


class Used(NamedTuple):
    """What a server used: seconds of processor time, and by part; and memory."""

    seconds: float
    parts: dict[str, float]
    kib: float
    kib_of_streams: float


class ServerProcess(NamedTuple):
    """A server process: the line to it, its address, and the tables that were set there."""

    line: Connection
    address: str
    names: list[str]


@contextmanager
def served(load: Load, url: str) -> Iterator[ServerProcess]:
    line, other = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(other, load, url))
    process.start()
    other.close()  # so that the waiting process notices if the server dies
    try:
        yield ServerProcess(line, *line.recv())
    finally:
        line.close()
        process.join(20)
        process.kill()


def serve(line: Connection, load: Load, url: str) -> None:
    """Tables whose bots act at the set pace; the process ends on any input."""
    game, door = find_game(load.game), listen("127.0.0.1", 0)
    tables = Tables([game], Store(url), Workers(), pause=load.act / load.pace)
    limits = Limits(Pace(1e9, 1e9), Pace(1e9, 1e9), Pace(1e9, 1e9), Crowd(10**9, 10**9))
    collect_seldom()

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
            sampling, worked = Sampling(), time.process_time()
            sampling.begin()
            await asyncio.to_thread(line.recv)
            parts, seconds = sampling.end(), time.process_time() - worked
            line.send(Used(seconds, {part: share * seconds for part, share in parts.items()}, memory() - before, memory() - filled))
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
    """What the spectators of each table saw, and how long one person's clicks took, from a given moment on; and the processor time of
    all that."""

    begun: float
    seen: dict[str, Seen]
    clicks: list[float]
    seconds: float


async def look(load: Load, doors: Sequence[ServerProcess]) -> Watched:
    """Of the tables of each process, spectators come to all processes."""
    names = [name for door in doors for name in door.names]
    seen: dict[str, Seen] = {name: [] for name in names}
    clicks: list[tuple[float, float]] = []
    watching = [
        asyncio.create_task(watch(door.address, STREAMS[load.stream].format(name), ACCEPTED[load.stream], seen[name]))
        for name, door in zip(names, cycle(doors), strict=False)
    ]
    clicking = asyncio.create_task(click(doors[0].address, load.game, clicks))
    async with asyncio.timeout(FIRST):
        while not all(seen.values()):
            await asyncio.sleep(0.1)
    await asyncio.sleep(WARM)
    begun, worked = time.time(), time.process_time()
    for door in doors:
        door.line.send("begin")
    await asyncio.sleep(MEASURED)
    for door in doors:
        door.line.send("end")
    worked = time.process_time() - worked
    for task in (*watching, clicking):
        task.cancel()
    await asyncio.gather(*watching, clicking, return_exceptions=True)
    return Watched(begun, seen, [took for at, took in clicks if at > begun], worked)


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


def ask(address: str, body: object, secret: str = "") -> JsonObject:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {secret}"} if secret else {})}
    with urlopen(Request(address, json.dumps(body).encode() if body else None, headers)) as answer:
        found: JsonObject = json.load(answer)
        return found


# Results


async def judge(load: Load, url: str, doors: Sequence[ServerProcess], watched: Watched, used: Sequence[Used]) -> Loaded:
    store, begun, end = Store(url), watched.begun, watched.begun + MEASURED
    made, took = 0, list[float]()
    for name, messages in watched.seen.items():
        found = await store.find(name)
        assert found is not None
        made += sum(isinstance(timed.entry, Choose) and begun <= timed.at < end for timed in found.entries)
        took += [late for at, late in updates(load, found, messages) if begun <= at < end - BENT]
    stored = [one for one in await kept(store, sa.true()) if one.id in watched.seen]
    await store.close()
    choices, entries = max(1, made), sum(one.entries for one in stored)
    return Loaded(
        store.engine.dialect.name,
        len(doors),
        load.stream,
        load.tables,
        load.pace,
        made / MEASURED,
        *milliseconds(took),
        *milliseconds(watched.clicks),
        median(message.size for messages in watched.seen.values() for message in messages[1:]),  # the first has everything
        sum(one.seconds for one in used) / MEASURED,
        1000 * sum(one.seconds for one in used) / choices,
        {part: 1000 * seconds / choices for part, seconds in sum((Counter(one.parts) for one in used), Counter[str]()).most_common()},
        sum(one.kib for one in used) / load.tables,
        sum(one.kib_of_streams for one in used) / load.tables,
        sum(one.rows for one in stored) / entries,
        sum(one.bytes for one in stored) / entries,
        watched.seconds / MEASURED,
    )


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
