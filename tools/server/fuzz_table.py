"""Fuzz a table: every route with odd paths, headers and bodies, truncated requests, websockets with odd handshakes and lines. No answer may
be a 5xx, and the server may not log an error.

    python -m tools.server.fuzz_table --minutes 10

Every step is derived from its number: `--first` starts with another one, to reproduce a failure.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote, urlencode

from fastapi.routing import APIRoute, APIWebSocketRoute
from starlette.routing import BaseRoute, Mount

from tests import toy
from tests.table.serving import ServerThread, complaints_of, wait_for
from tests.table.tables import LABYRINTH

ODD = (
    *("", " ", "\0", "\ud800", "é", "😀", "\u202e", "１２", "\xff", "x" * 300, "x" * 5000, "../../app.py", "%", "%s", "{}", "{0.a}", "//"),
    *("[", "http://[", "<b>", "'\"", "-1", "0", "1", "00", "1e9", "1e999", "NaN", "9" * 30, "null", "true", "\r\n", "a=b&c;d"),
)
USUAL = (
    *("tuck", "labyrinth", "random", "bot:random", "me", "free", "program", "start", "regular", "table.css", "rounds", "friends", "2"),
    *("pick 1", "pick 2", "pick 3", "done", "tuck 3", "pass", "https://elsewhere.example/", "bytes=0-1,5-2", "websocket", "cross-site"),
)
HEADERS = (
    *("Host", "Origin", "Referer", "Cookie", "Authorization", "Sec-Fetch-Site", "HX-Request", "Last-Event-ID", "Accept", "Accept-Language"),
    *("Range", "If-None-Match", "If-Modified-Since", "Expect", "Content-Type", "X-Forwarded-For", "X-Forwarded-Proto", "Accept-Encoding"),
    *("Connection", "Upgrade", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Sec-WebSocket-Extensions", "Sec-WebSocket-Protocol"),
)
NAMES = ("game", "seats", "options", "names", "public", "clock", "key", "name", "choice", "seen")
FORM = (*NAMES, "other", "language", "players", "others", "seat-0", "seat-1", "name-0", "option-rounds", "option-x", "seat", "at")
SECRETS = ("a" * 40, "b" * 40)
AFRESH = 200  # steps between new tables: programs soon lose their seats
KEY = "dGhlIHNhbXBsZSBub25jZQ=="


def routes_of(routes: Sequence[BaseRoute], before: str = "") -> Iterator[tuple[str, str]]:
    """Yield method and path of every route."""
    for route in routes:
        if isinstance(route, APIRoute):
            yield from ((method, before + route.path) for method in sorted(route.methods or ()))
        elif isinstance(route, APIWebSocketRoute):
            yield from [("WEBSOCKET", before + route.path)] * 5  # it is the one with most to say
        elif isinstance(route, Mount):
            yield "GET", f"{before}{route.path}/{{file}}"
            yield from routes_of(route.routes or (), before + route.path)


class Attack:
    """The request of one step, derived from its number; `known` are tables with the keys of their seats."""

    def __init__(self, number: int, routes: Sequence[tuple[str, str]], known: Sequence[tuple[str, list[str]]]) -> None:
        self.rng = Random(number)
        self.table, self.keys = self.rng.choice(known)
        method, path = self.rng.choice(routes)
        self.is_socket = method == "WEBSOCKET" or self.rng.random() < 0.02
        self.method = "GET" if self.is_socket else self.rng.choice([*[method] * 30, "POST", "HEAD", "PUT", "OPTIONS", "X"])
        self.path = re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: self.part(found[1]), path)
        self.query = f"?{self.form()}" if self.rng.random() < 0.2 else ""

    def part(self, name: str) -> str:
        """Return a path segment, valid or not."""
        right = {"name": self.table, "key": self.rng.choice([*self.keys, "none"]), "game": "tuck", "number": str(self.rng.randint(0, 9))}
        word = right[name] if name in right and self.rng.random() < 0.85 else self.word()
        return quote(word, safe=self.rng.choice(["", "/%"]), errors="replace")

    def word(self) -> str:
        return self.rng.choice([*USUAL, self.table, *self.keys] if self.rng.random() < 0.7 else ODD)

    def value(self) -> Any:
        """Return any JSON value."""
        simple = [self.word(), self.rng.randint(-1, 20), 10**30, 0.5, True, None]
        deep = [[self.word()], [self.word(), self.word()], {self.word(): self.word()}, []]
        return self.rng.choice([*simple, *deep])

    def form(self) -> str:
        names = self.rng.choices(FORM, k=self.rng.randint(0, 5))
        return urlencode({name: self.word() for name in names}, errors="replace")

    def body(self) -> bytes:
        """Return a form, JSON or nothing, intact or mutilated."""
        said = {name: self.value() for name in self.rng.choices(NAMES, k=self.rng.randint(0, 6))}
        usual = {"game": "tuck", "choice": self.word(), "seen": self.rng.randint(0, 6), "key": self.word()}
        whole = self.rng.choice([b"", self.form().encode(), json.dumps(said).encode(), json.dumps({**usual, **said}).encode()])
        return self.mutilated(whole) if self.rng.random() < 0.2 else whole

    def mutilated(self, data: bytes) -> bytes:
        at = self.rng.randint(0, len(data))
        return data[:at] + self.rng.choice([b"", b"\xff", b"\0", b"[" * 2000, self.rng.randbytes(9), data]) + data[at + 1 :]

    def headers(self) -> list[str]:
        told = {"Host": "127.0.0.1", "Authorization": f"Bearer {self.rng.choice(SECRETS)}"}
        if self.is_socket:
            told |= {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": KEY, "Sec-WebSocket-Version": "13"}
        for name in self.rng.choices(HEADERS, k=self.rng.choice([0, 0, 0, 1, 1, 2, 5])):
            told[name] = self.rng.choice([self.word(), f"me={self.word()}"])
        return [f"{name}: {value.strip()}" for name, value in told.items() if "\0" not in value and self.rng.random() < 0.95]

    def request(self) -> bytes:
        body = b"" if self.is_socket else self.body()
        kind = self.rng.choice(["application/json", "application/x-www-form-urlencoded"])
        rest = [f"Content-Type: {kind}", f"Content-Length: {len(body)}"] if body else []
        head = "\r\n".join([f"{self.method} {self.path}{self.query} HTTP/1.1", *self.headers(), *rest, "", ""])
        sent = head.encode("latin-1", errors="replace") + body
        return self.mutilated(sent) if self.rng.random() < 0.05 else sent

    def frame(self) -> bytes:
        """Return a websocket frame with a line of a program, or something similar."""
        choice = self.rng.choice([self.word(), [self.word()], self.value()])
        line = json.dumps(self.rng.choice([{"id": self.rng.randint(0, 9), "choice": choice}, self.value()])).encode()
        said = self.mutilated(line) if self.rng.random() < 0.3 else line
        first, mask = self.rng.choice([0x81] * 6 + [0x82, 0x80, 0x01, 0x88, 0x89, 0x8A, 0x83, 0xF1]), self.rng.randbytes(4)
        size = bytes([0x80 | len(said)]) if len(said) < 126 else bytes([0xFE]) + len(said).to_bytes(2, "big")
        return bytes([first]) + size + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(said))


def strike(port: int, attack: Attack) -> bytes:
    """Send a request and return the beginning of the answer; some attacks disconnect at once."""
    sent = attack.request()
    with socket.create_connection(("127.0.0.1", port), timeout=0.3) as line, suppress(TimeoutError, ConnectionError):
        if attack.rng.random() < 0.05:
            line.sendall(sent[: attack.rng.randint(0, len(sent))])
            return b""
        line.sendall(sent)
        answer = line.recv(65536)
        if answer.startswith(b"HTTP/1.1 101 "):
            for _ in range(attack.rng.randint(0, 12)):
                line.sendall(attack.frame())
        return answer
    return b""


def known_to(server: ServerThread) -> list[tuple[str, list[str]]]:
    """Set up tables of every kind and return them with the keys of their seats."""
    known = []
    with server.client(authorization=f"Bearer {SECRETS[0]}") as ann:
        for seats in (
            ["me", "free"],
            ["program", "me"],
            ["program", "program"],
            ["program", "bot:random"],
            ["me", "me"],
            ["bot:random"] * 2,
        ):
            table = ann.post("/api/tables", json={"game": "tuck", "seats": seats, "public": True}).json()
            known.append((table["table"], [seat["key"] for seat in table["seats"] if seat["key"]]))
    return known


def fuzz(folder: Path, seconds: float, first: int = 0) -> tuple[int, str]:
    """Return the number of steps, and what was wrong in the last one (empty if nothing)."""
    with ServerThread(folder, [toy.GAME, LABYRINTH], pause=0.0) as server, complaints_of(server) as complaints:
        routes, end = [*routes_of(server.app.routes)], time.monotonic() + seconds
        for number in count(first):
            if (number - first) % AFRESH == 0:
                known = known_to(server)
            attack = Attack(number, routes, known)
            answer = strike(server.port, attack)
            if answer.startswith(b"HTTP/1.1 5") or complaints:
                time.sleep(0.2)  # errors are logged after the answer
                return number - first, f"{Attack(number, routes, known).request()!r}\n{answer[:200]!r}\n" + "\n".join(complaints)
            if time.monotonic() > end:
                break
        with server.client() as ann:
            assert ann.get("/").status_code == 200
        wait_for(lambda: not server.limits.streams.clients)  # no client is counted as connected
        return number - first, "\n".join(complaints)


def main() -> None:
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    asked.add_argument("--minutes", type=float, default=10)
    asked.add_argument("--first", type=int, default=int.from_bytes(os.urandom(4), "big"))
    given = asked.parse_args()
    with TemporaryDirectory() as folder:
        steps, wrong = fuzz(Path(folder), given.minutes * 60, given.first)
    print(f"{steps} steps from {given.first}")
    sys.exit(wrong or None)


if __name__ == "__main__":
    main()
