"""Twin worlds: two tables of a game that differ only in what seat 0 may not know, played in step. Every byte they send is compared."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from difflib import unified_diff
from itertools import count
from random import Random

import httpx
import msgspec
from websockets.sync.client import connect

from byways.game import Complaint, Game, Options, Setup
from byways.record import Entry, new_record
from byways.table.pages.lobby import fields
from byways.table.play import dailies
from byways.table.seats import Seat, hash_of
from byways.table.store.schema import Timed
from byways.table.store.store import StoredTable
from byways.wire.conversation import MISTAKES
from tests.table.serving import UNSEALED, ServerThread, choose, get_snapshot, wait_for
from tests.table.tables import GAMES

NUMBERS = count()
SECRET = "s" * 40
# A hint comes from the last bot. These are quick and give the same answer to the same question; those that are not random weigh acts.
QUICK = {"traxx": "greedy", "long_way": "greedy"}
HINTING = tuple(replace(game, bot_names=(QUICK.get(game.name, "random"),)) for game in GAMES)


class Twin:
    """One of two tables that look the same to seat 0: the same people, but a different hidden deal."""

    def __init__(self, server: ServerThread, game: Game, options: Options, setup: Setup, entries: Iterable[Entry] = ()) -> None:
        head, now = new_record(game, setup, options, ("person",) * 2), time.time()
        log = tuple(Timed(entry, now) for entry in entries)
        kept = StoredTable(f"twin{next(NUMBERS):06}", head, "seed", False, None, now, self.sitting(), log)
        self.game, self.server, self.table = game, server, server.do(server.tables.add(kept))
        *self.clients, self.watcher = (
            httpx.Client(base_url=server.address, headers=headers, timeout=20, verify=UNSEALED)
            for headers in (*({"authorization": f"Bearer {SECRET}{seat}"} for seat in range(2)), {})
        )

    def sitting(self) -> tuple[Seat, ...]:
        """The seats, with keys that no visitor made: a visitor's own keys would be shown in links, which name the table."""
        return tuple(Seat("person", key=hash_of("key"), holder=hash_of(f"{SECRET}{seat}")) for seat in range(2))

    def settle(self) -> None:
        wait_for(lambda: self.table.match.position.awaited or self.table.ended)

    def looks(self) -> list[object]:
        return [(screen.view, screen.events, screen.number) for screen in map(self.table.match.screens.__getitem__, (0, None))]

    def sent(self, texts: list[str]) -> list[str]:
        """Every byte for seat 0 and for spectators. The other seat shows that it is present, which is no secret."""
        self.clients[1].get(f"/play/{self.table.id}?seat=1")
        parts = [*self._looks_of(self.clients[0], "?seat=0"), *self._looks_of(self.watcher, ""), *self._answers(texts)]
        # A notice says when seat 0 took its hint, and the twins get their requests one after the other.
        return [re.sub(r"(notice-\d+-)[\d.]+", r"\1", part.replace(self.table.id, "ID")) for part in parts]

    def _looks_of(self, client: httpx.Client, query: str) -> Iterator[str]:
        page, api = f"/play/{self.table.id}", f"/api/tables/{self.table.id}"
        screen = self.table.match.screens[0 if query else None]
        newest, shows = screen.number, [number for number, event in screen.events if event.show == "begins"]
        for path in (
            *(f"/show/{number}" for number in shows),
            "/show/1",
            "",
            f"/past/{newest}",
            "/past/0",
            "/past/9999",
            "/on/0",
            "/record.json",
        ):
            yield told(client.get(f"{page}{path}{query}"))
        for path in ("", "/view", "/story", "/record"):
            yield told(client.get(f"{api}{path}{query}"))
        yield get_snapshot(client, page, query)
        yield get_snapshot(client, api, query)
        yield get_snapshot(client, api, query, {"last-event-id": "0"})

    def _answers(self, texts: list[str]) -> Iterator[str]:
        """The responses when seat 0 asks for what it may not have, and for advice."""
        page, api, me = f"/play/{self.table.id}", f"/api/tables/{self.table.id}", self.clients[0]
        seen = self.table.match.screens[0].number
        for text in texts:
            yield told(me.post(f"{page}/choose?seat=0", data={"choice": text, "seen": seen}))
            yield told(me.post(f"{api}/choose?seat=0", json={"choice": text, "seen": seen}))
        for what in ("undo", "rematch", "stand-in", "hint") if not self.table.match.position.acts[0] else ("hint",):
            yield told(me.post(f"{page}/{what}?seat=0", data={"seen": seen, "other": 1}))
            yield told(me.post(f"{api}/{what}?seat=0", json={"seen": seen, "other": 1}))
        for path in (f"{page}/undo", f"{page}/hint", f"{api}/undo", f"{api}/hint"):
            yield told(self.watcher.post(path, json={"seen": seen}))

    def play(self, seat: int, choice: str) -> None:
        answer = choose(self.clients[seat], self.table, seat, choice)
        assert answer.status_code == 204, answer.text

    def offered(self, seat: int) -> set[str]:
        return set(map(str, self.table.match.position.choices(seat)))

    def undo(self, seat: int) -> None:
        self.server.do(self.table.undo(seat, self.table.match.screens[seat].number))

    def close(self) -> None:
        for client in (*self.clients, self.watcher):
            client.close()


class ProgramTwin(Twin):
    """A program in seat 0, over a websocket. Every line sent to it is compared."""

    def __init__(self, server: ServerThread, game: Game, options: Options, setup: Setup) -> None:
        super().__init__(server, game, options, setup)
        self.settle()  # a program that connects later does not hear about earlier chances
        self.door = ExitStack()
        self.line = self.door.enter_context(connect(f"ws://127.0.0.1:{server.port}/program/{self.table.id}/key", max_size=None))
        self.asked: int | None = None  # the open request
        self.mistakes = 0

    def sitting(self) -> tuple[Seat, ...]:
        return Seat("program", key=hash_of("key")), super().sitting()[1]

    def sent(self, texts: list[str]) -> list[str]:
        """All lines up to the next request, and the reply when the program sends an illegal answer."""
        if 0 not in self.table.match.position.awaited:
            return []
        lines = [] if self.asked is not None else self._lines()
        for text in texts[: MISTAKES - 1 - self.mistakes]:
            self.mistakes += 1
            self._answer(text)
            lines += self._lines()
        return lines

    def _lines(self) -> list[str]:
        lines = [str(self.line.recv(timeout=20))]
        while (said := msgspec.json.decode(lines[-1]))["say"] != "request":
            lines.append(str(self.line.recv(timeout=20)))
        self.asked = said["id"]
        return lines

    def _answer(self, choice: str) -> None:
        self.line.send(msgspec.json.encode({"id": self.asked, "choice": choice}).decode())

    def play(self, seat: int, choice: str) -> None:
        if seat:
            super().play(seat, choice)
            return
        before = self.table.match.length
        self._answer(choice)
        self.asked = None
        wait_for(lambda: self.table.match.length > before)

    def close(self) -> None:
        self.door.close()
        super().close()


class DealTwin:
    """A table of today's deal, dealt by one of two seeds. Another visitor, who has not tried it, asks for everything."""

    def __init__(self, server: ServerThread, game: Game, seed: str) -> None:
        player = Seat("person", key=hash_of("key"), holder=hash_of(f"{SECRET}0"))
        day = dailies.current_day(server.tables, game).isoformat()
        kept = dailies.new_table(server.tables, game, seed, day, player, f"deal{next(NUMBERS):06}")
        self.server, self.table = server, server.do(server.tables.add(kept))
        self.player, self.visitor = (
            httpx.Client(base_url=server.address, headers={"authorization": f"Bearer {SECRET}{who}"}, timeout=20, verify=UNSEALED)
            for who in "01"
        )
        wait_for(lambda: self.table.match.position.awaited)

    def sent_to_others(self) -> list[str]:
        page, api = f"/play/{self.table.id}", f"/api/tables/{self.table.id}"
        looks = (
            "",
            "/stream",
            "/past/0",
            "/past/1",
            "/acts",
            "/missed/0",
            "/show/1",
            "/on/0",
            "/review",
            "/review/summary",
            "/record.json",
        )
        asked = [self.visitor.get(f"{page}{path}") for path in (*looks, "/leave", "/about?piece=line", "?at=0")]
        asked += [self.visitor.get(f"{api}{path}") for path in ("", "/view", "/story", "/stream", "/record", "/review")]
        asked += [
            self.visitor.post(f"{page}/{what}", data={"seen": "0"}) for what in ("choose", "hint", "rematch", "on/0", "retry", "undo")
        ]
        asked += [self.visitor.post(f"{api}/{what}", json={"seen": 0}) for what in ("hint", "rematch", "undo")]
        return [told(answer).replace(self.table.id, "ID") for answer in asked]

    def give_up(self) -> None:
        self.player.post(f"/play/{self.table.id}/resign?seat=0")
        wait_for(lambda: self.table.ended)

    def close(self) -> None:
        self.player.close()
        self.visitor.close()


def told(answer: httpx.Response) -> str:
    headers = {name: value for name, value in answer.headers.items() if name != "date"}
    return f"{answer.status_code} {headers} {answer.text}"


def variants(game: Game) -> Iterator[Options]:
    """The usual options, then each option changed on its own."""
    yield game.options()
    for field in fields(game):
        for value in sorted({*field.values, str(field.least), str(field.most)} - {str(field.default), "None"}):
            with suppress(Complaint):  # some values require others, or more players
                game.deal(2, Random(0), options := game.read_options({field.name: value}))
                yield options


def compare(server: ServerThread, game: Game, options: Options, seed: int, steps: int, kind: type[Twin] = Twin) -> int:
    """Play two games in step for as long as they look the same to seat 0. In one of them, the other seat also makes hidden steps.

    Returns how often all bytes were compared.
    """
    setup = game.deal(2, Random(seed), options)
    others = (game.redeal(setup, 0, Random(other)) for other in range(50))
    other = next((other for other in others if other != setup), setup)
    with closing(kind(server, game, options, setup)) as one, closing(kind(server, game, options, other)) as two:
        return sum(1 for _ in in_step(one, two, Random(seed), steps))


def in_step(one: Twin, other: Twin, rng: Random, steps: int) -> Iterator[None]:
    for _ in range(steps):
        one.settle()
        other.settle()
        if one.looks() != other.looks() or one.table.ended:
            return
        texts = ["fly", *illegal(one, other)]
        hidden = secret_step(other)
        for here, there in zip(one.sent(texts), other.sent(texts), strict=True):
            assert here == there, "\n".join(unified_diff(here.splitlines(), there.splitlines(), lineterm="", n=0))
        yield
        if hidden:
            other.undo(1)
        seat = one.table.match.position.awaited[0]
        both = sorted(one.offered(seat) & other.offered(seat))
        if not both:
            return
        choice = rng.choice(both)
        for twin in (one, other):
            twin.play(seat, choice)


def illegal(one: Twin, other: Twin) -> list[str]:
    """Well-formed choices that seat 0 cannot make now, some of them possible for the other seat."""
    mine = one.offered(0)
    return sorted((one.offered(1) | other.offered(1)) - mine)[:3]


def secret_step(twin: Twin) -> bool:
    """Let the other seat do something that only it may see, if possible."""
    position, before = twin.table.match.position, twin.looks()
    if 1 not in position.awaited:
        return False
    for choice in position.choices(1):
        after = position.choose(1, choice)
        if after.acts[1] and after.view(0) == position.view(0):
            twin.play(1, str(choice))
            assert twin.looks() == before
            return True
    return False
