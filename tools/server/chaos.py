"""Kill a server and cut off its database at random moments during play, then look for choices that are lost or stored twice and for
tables that do not continue.

    python -m tools.server.chaos --disturbances 200 --players 8 --seed 3 --db postgresql+asyncpg://me@host/empty
    python -m tools.server.chaos --processes 3 --players 200 --disturbances 60 --db postgresql+asyncpg://me@host/empty

With several processes, one of them is killed at a time, and single connections to the database are terminated as well. Every other
player plays against a bot, so that its table only continues if a process leads it.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from ipaddress import IPv4Address
from itertools import chain
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from byways.game import find_game
from byways.record import Choose
from byways.table.play.match import Match
from byways.table.store.store import Store, StoredTable, file_url

GAME = "labyrinth"
PATIENCE = 60.0  # seconds in which every table continues after the last disturbance
ENTRY, STORED = rb'"{\"entry\":', b"SELECT 1\x00"  # part of a message with entries, and of the answer that they are stored
FATAL = b"SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0"
TERMINATION = b"E" + (len(FATAL) + 4).to_bytes(4, "big") + FATAL
DROPS = (None, ENTRY, STORED)  # a connection is cut at once, or instead of delivering one of these


class Attempt(NamedTuple):
    """A choice that a player has sent, and whether the server said that it is stored; None if it did not say."""

    seat: int
    choice: str
    is_stored: bool | None


def explains(attempts: Sequence[Attempt], log: Sequence[tuple[int, str]]) -> bool:
    """Return whether a log has exactly the accepted attempts, and any of those in doubt."""
    lengths = {0}  # possible lengths of the log after the attempts so far
    for seat, choice, is_stored in attempts:
        grown = {length + 1 for length in lengths if log[length : length + 1] == [(seat, choice)]}
        lengths = grown if is_stored else lengths if is_stored is False else grown | lengths
    return len(log) in lengths


class FaultyProxy:
    """A proxy in front of a PostgreSQL that can cut or terminate connections, also in the middle of a commit, or go silent."""

    def __init__(self, url: str) -> None:
        self.url = sa.make_url(url)
        self.drop: bytes | None = None  # the next message with this is not delivered, and its connection is cut
        self.terminate: bytes | None = None  # the next message with this is followed by PostgreSQL's own that it ends the connection
        self.is_silent = self.is_cut = False
        self.forwarding: set[asyncio.Task[None]] = set()

    async def open(self) -> str:
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self.server.sockets[0].getsockname()[1]
        return self.url.set(host="127.0.0.1", port=port, query={}).render_as_string(hide_password=False)

    async def close(self) -> None:
        self.server.close()
        self.cut()
        await asyncio.gather(*self.forwarding, return_exceptions=True)

    def cut(self) -> None:
        for task in self.forwarding:
            task.cancel()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        port = self.url.port or 5432
        if folder := self.url.query.get("host"):
            return await asyncio.open_unix_connection(f"{folder}/.s.PGSQL.{port}")
        return await asyncio.open_connection(self.url.host, port)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self.is_cut:
            server, to_server = await self._connect()
            both = {asyncio.create_task(self._forward(reader, to_server)), asyncio.create_task(self._forward(server, writer))}
            self.forwarding |= both
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            self.forwarding -= both
            for task in both:
                task.cancel()
            to_server.close()
        writer.close()

    async def _forward(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        while data := await source.read(65536):
            if self.drop is not None and self.drop in data:
                self.drop = None
                return
            if self.terminate is not None and self.terminate in data:
                self.terminate, data = None, data + TERMINATION
            if not self.is_silent:
                sink.write(data)
                await sink.drain()


class Served:
    """A server of one or several processes, at the same address after every restart."""

    def __init__(self, url: str, processes: int = 1) -> None:
        self.url, self.port, self.processes = url, "0", processes

    def start(self) -> None:
        options = {"--port": self.port, "--db": self.url, "--proxy": "127.0.0.1", "--processes": str(self.processes)}
        command = [sys.executable, "-m", "byways", "serve", GAME, *chain(*options.items())]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)", self.process.stdout.readline())
        if found is None:
            raise RuntimeError("The server did not start.")
        self.address, self.port = found[0], found[1]

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def stop(self) -> int:
        """Stop all processes and return the exit status."""
        self.process.terminate()
        self.process.communicate()
        return self.process.returncode

    @property
    def serving(self) -> list[int]:
        """The ids of its child processes (Linux only)."""
        return [*map(int, Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split())]


class Player:
    """Plays all seats of a table, or one against a bot, and then the rematch."""

    def __init__(self, address: str, rng: Random, rival: str = "me") -> None:
        address_of_its_own = str(IPv4Address(rng.getrandbits(32)))  # each player has its own rate limit
        headers = {"Authorization": f"Bearer {rng.getrandbits(160):040x}", "X-Forwarded-For": address_of_its_own}
        self.client = httpx.AsyncClient(base_url=address, headers=headers, timeout=30)
        self.rng, self.rival, self.name, self.accepted = rng, rival, "", 0
        self.attempts: defaultdict[str, list[Attempt]] = defaultdict(list)

    async def play(self) -> None:
        while True:
            try:
                await self._step()
            except (httpx.HTTPError, httpx.StreamError, LookupError, ValueError):  # no answer, or an error
                await asyncio.sleep(0.1)

    async def _step(self) -> None:
        if not self.name:
            self.name = (await self.client.post("/api/tables", json={"game": GAME, "seats": ["me", self.rival]})).json()["table"]
        state = (await self.client.get(f"/api/tables/{self.name}")).json()
        if state["outcome"]:
            again = await self.client.post(f"/play/{self.name}/rematch")
            self.name = again.headers["location"].split("/play/")[1]
            return
        for seat in state["seats"]:
            if seat["awaited"] and seat["mine"]:
                await self._choose(seat["seat"])
                return
        await asyncio.sleep(0.1)  # the bot's turn

    async def _choose(self, seat: int) -> None:
        shown = (await self.client.get(f"/api/tables/{self.name}/view", params={"seat": seat})).json()
        choice = self.rng.choice(shown["choices"])["choice"]
        body, is_stored = {"choice": choice, "seen": shown["number"]}, None
        try:
            answer = await self.client.post(f"/api/tables/{self.name}/choose", params={"seat": seat}, json=body)
            is_stored = True if answer.is_success else None if "may or may not" in answer.text else False
        finally:
            self.attempts[self.name].append(Attempt(seat, choice, is_stored))
        self.accepted += is_stored is True
        answer.raise_for_status()


class Chaos:
    """A server, its database, and its players."""

    def __init__(self, url: str, players: int, seed: int, processes: int = 1) -> None:
        self.url, self.rng, self.seats, self.processes = url, Random(seed), players, processes
        self.proxy = FaultyProxy(url) if url.startswith("postgresql") else None
        self.players: list[Player] = []

    @asynccontextmanager
    async def going(self) -> AsyncIterator[None]:
        self.served = Served(await self.proxy.open() if self.proxy else self.url, self.processes)
        await asyncio.to_thread(self.served.start)
        rivals = ["me", "bot:random" if self.processes > 1 else "me"]
        self.players = [Player(self.served.address, Random(self.rng.random()), rivals[number % 2]) for number in range(self.seats)]
        playing = [asyncio.create_task(player.play()) for player in self.players]
        try:
            yield
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, *(player.client.aclose() for player in self.players), return_exceptions=True)
            await asyncio.to_thread(self.served.kill if self.processes == 1 else self.served.stop)
            if self.proxy:
                await self.proxy.close()

    @property
    def disturbances(self) -> list[Callable[[], Awaitable[None]]]:
        if self.proxy is None:
            return [self.kill, self.lock]
        return [self.kill, self.cut] if self.processes == 1 else [self.kill_one, self.end_connection, self.cut]

    async def run(self, disturbances: int) -> list[str]:
        """Return what is wrong in the end."""
        async with self.going():
            await self.stuck()
            for _ in range(disturbances):
                await asyncio.sleep(self.rng.expovariate(1.0))
                await self.rng.choice(self.disturbances)()
            stuck = await self.stuck()
        return [*stuck, *await self.wrong()]

    async def kill(self) -> None:
        self.served.kill()
        await asyncio.to_thread(self.served.start)

    async def kill_one(self) -> None:
        os.kill(self.rng.choice(self.served.serving), signal.SIGKILL)

    async def end_connection(self) -> None:
        """Terminate a random connection, perhaps the one for notifications."""
        ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid != pg_backend_pid()"
        engine = create_async_engine(self.url, poolclass=sa.NullPool)
        async with engine.connect() as connection:
            await connection.execute(sa.text(f"{ended} ORDER BY random() LIMIT 1"))

    async def lock(self) -> None:
        """Lock the file for a while, as another program might."""
        with closing(sqlite3.connect(sa.make_url(self.url).database or "", isolation_level=None, timeout=10)) as file:
            file.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(self.rng.uniform(0.1, 2.0))

    async def cut(self) -> None:
        assert self.proxy is not None
        self.proxy.drop = self.rng.choice(DROPS)
        await asyncio.sleep(self.rng.uniform(0.0, 1.0) if self.proxy.drop else 0.0)
        self.proxy.is_cut = True
        self.proxy.cut()
        await asyncio.sleep(self.rng.uniform(0.1, 5.0))
        self.proxy.is_cut, self.proxy.drop = False, None

    async def stuck(self) -> list[str]:
        """Return the tables that do not continue although nothing disturbs them now."""
        end, before = time.monotonic() + PATIENCE, [player.accepted for player in self.players]
        while time.monotonic() < end and any(player.accepted == count for player, count in zip(self.players, before, strict=True)):
            await asyncio.sleep(0.1)
        pairs = zip(self.players, before, strict=True)
        return [f"Table {player.name} does not continue." for player, count in pairs if player.accepted == count]

    async def wrong(self) -> list[str]:
        store = Store(self.url)
        await store.open()
        attempts = {name: made for player in self.players for name, made in player.attempts.items()}
        bots = {name for player in self.players if player.rival != "me" for name in player.attempts}
        found = {name: await store.find(name) for name in attempts}
        rematches = {table.rematch for table in found.values() if table and table.rematch}
        lost = [f"Table {name} is gone." for name in rematches if await store.find(name) is None]
        await store.close()
        return lost + [wrong for name, table in found.items() if (wrong := fault_of(name, attempts[name], table, name in bots))]


def fault_of(name: str, attempts: Sequence[Attempt], table: StoredTable | None, against_bot: bool = False) -> str:
    """Return what is wrong with a table, or an empty string."""
    if table is None:
        return f"Table {name} is gone."
    played = [timed.entry for timed in table.entries if isinstance(timed.entry, Choose)]
    log = [(entry.seat, entry.choice) for entry in played if not against_bot or table.seats[entry.seat].kind == "person"]
    Match(find_game(GAME), table)  # replays the log, or raises
    return "" if explains(attempts, log) else f"Table {name}: {[*attempts]} was sent, {log} is stored."


def summary(chaos: Chaos) -> str:
    made = [attempt.is_stored for player in chaos.players for attempts in player.attempts.values() for attempt in attempts]
    return f"{made.count(True)} choices accepted, {made.count(False)} refused, {made.count(None)} in doubt"


async def study(url: str | None, disturbances: int, players: int, seed: int, processes: int) -> tuple[Chaos, list[str]]:
    async with AsyncExitStack() as after:
        folder = TemporaryDirectory()
        after.callback(folder.cleanup)
        chaos = Chaos(url or file_url(Path(folder.name) / "tables.db"), players, seed, processes)
        return chaos, await chaos.run(disturbances)


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--db", help="URL of an empty PostgreSQL (default: SQLite in a temporary folder)")
    parser.add_argument("--disturbances", type=int, default=20)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--processes", type=int, default=1, help="server processes (more than one requires PostgreSQL and Linux)")
    parser.add_argument("--seed", type=int, default=0)
    options: Any = parser.parse_args(given)
    chaos, wrong = asyncio.run(study(options.db, options.disturbances, options.players, options.seed, options.processes))
    print(f"{options.disturbances} disturbances: {summary(chaos)}")
    print("\n".join(wrong) or "Nothing was lost or stored twice, and every table continued.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
