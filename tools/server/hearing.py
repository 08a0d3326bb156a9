"""Measure how long a choice takes to appear in a stream at another server on the same PostgreSQL, and at the same server.

python -m tools.server.hearing --db postgresql+asyncpg://me@host/empty --tables 20 --seconds 20
"""

from __future__ import annotations

import argparse
import asyncio
import re
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from random import Random
from statistics import median
from typing import Any

import httpx
from tools.server.chaos import GAME, Served

NUMBER = re.compile(r"id: (\d+)")
PACE = 0.5  # seconds between the choices of a table


class Pair:
    """Plays both seats of a table at one server, and watches the first seat at another."""

    def __init__(self, here: str, there: str, rng: Random) -> None:
        headers = {"Authorization": f"Bearer {rng.getrandbits(160):040x}", "X-Forwarded-For": f"10.0.0.{rng.randrange(256)}"}
        self.here, self.there = (httpx.AsyncClient(base_url=one, headers=headers, timeout=30) for one in (here, there))
        self.rng, self.seen, self.shown = rng, -1, asyncio.Event()
        self.took: list[float] = []

    async def watch(self, name: str) -> None:
        with suppress(httpx.HTTPError):  # connections are closed at the end
            await self._watch(name)

    async def _watch(self, name: str) -> None:
        async with self.there.stream("GET", f"/api/tables/{name}/stream", params={"seat": 0}) as stream:
            async for line in stream.aiter_lines():
                if found := NUMBER.match(line):
                    self.seen = int(found[1])
                    self.shown.set()

    async def play(self) -> None:
        while True:
            name = (await self.here.post("/api/tables", json={"game": GAME, "seats": ["me", "me"]})).json()["table"]
            watching = asyncio.create_task(self.watch(name))
            await self.shown.wait()
            while await self._choose(name):
                await asyncio.sleep(PACE * self.rng.uniform(0.5, 1.5))
            watching.cancel()
            self.seen = -1
            self.shown.clear()

    async def _choose(self, name: str) -> bool:
        """Make a choice; return whether the game goes on."""
        state = (await self.here.get(f"/api/tables/{name}")).json()
        if state["outcome"]:
            return False
        seat = next(one["seat"] for one in state["seats"] if one["awaited"])
        view = (await self.here.get(f"/api/tables/{name}/view", params={"seat": seat})).json()
        body = {"choice": self.rng.choice(view["choices"])["choice"], "seen": view["number"]}
        begun = time.monotonic()
        (await self.here.post(f"/api/tables/{name}/choose", params={"seat": seat}, json=body)).raise_for_status()
        if seat == 0:  # its own screen shows every tentative step
            await self._see(view["number"] + 1)
            self.took.append(1000 * (time.monotonic() - begun))
        return True

    async def _see(self, number: int) -> None:
        while self.seen < number:
            self.shown.clear()
            await asyncio.wait_for(self.shown.wait(), 30)

    async def close(self) -> None:
        await self.here.aclose()
        await self.there.aclose()


async def measure(url: str, tables: int, seconds: float) -> tuple[list[float], list[float]]:
    """Return milliseconds from sending a choice to seeing it at another server, and at the same server."""
    async with AsyncExitStack() as after:
        servers = [Served(url) for _ in range(2)]
        for server in servers:
            await asyncio.to_thread(server.start)
            after.callback(server.stop)
        here, there = (server.address for server in servers)
        pairs = [Pair(here, here if number % 2 else there, Random(number)) for number in range(tables)]
        playing = [asyncio.create_task(pair.play()) for pair in pairs]
        await asyncio.sleep(5)  # warm up
        for pair in pairs:
            pair.took.clear()
        await asyncio.wait(playing, timeout=seconds)
        failed = [task.exception() for task in playing if task.done()]
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, *(pair.close() for pair in pairs), return_exceptions=True)
        for error in filter(None, failed):
            raise error
        elsewhere, same = (sorted(took for pair in some for took in pair.took) for some in (pairs[::2], pairs[1::2]))
        return elsewhere, same


def main(given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--db", required=True, help="an empty PostgreSQL")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20.0)
    options: Any = parser.parse_args(given)
    measured = asyncio.run(measure(options.db, options.tables, options.seconds))
    for where, took in zip(("another server", "the same"), measured, strict=True):
        print(f"{len(took)} choices were seen at {where} after {median(took):.1f} ms in the median,", end=" ")
        print(f"{took[int(0.99 * len(took))]:.1f} at the 99th percentile, {took[-1]:.1f} at most")


if __name__ == "__main__":
    main()
