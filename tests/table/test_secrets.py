"""No byte that is sent tells what a seat may not know."""

from __future__ import annotations

import time
from itertools import count
from random import Random

import httpx
import pytest

from byways.game import Game, Setup
from byways.record import opened
from byways.table.seats import Seat, hash_of
from byways.table.store import StoredTable
from tests.table.serving import ServerThread, choose, get_snapshot, wait_for
from tests.table.tables import GAMES


class Twin:
    """One of two tables that look the same to seat 0: the same people, another hidden deal."""

    def __init__(self, server: ServerThread, game: Game, setup: Setup) -> None:
        seats = range(2)
        sitting = tuple(Seat("person", holder=hash_of("s" * 40 + str(seat))) for seat in seats)
        head = opened(game, setup, game.options(), ("person",) * 2)
        number = next(NUMBERS)
        kept = StoredTable(f"twin{number}", head, "seed", False, None, time.time(), sitting)
        self.game, self.server, self.table = game, server, server.do(server.tables.add(kept))
        self.clients = [httpx.Client(base_url=server.address, headers={"authorization": f"Bearer {'s' * 40}{seat}"}) for seat in seats]
        self.watcher = httpx.Client(base_url=server.address)

    def settle(self) -> None:
        wait_for(lambda: self.table.match.position.awaited or self.table.ended)

    def looks(self) -> list[object]:
        return [(screen.view, screen.log, screen.number) for screen in map(self.table.match.screens.__getitem__, (0, None))]

    def sent(self, texts: list[str]) -> str:
        """Every byte for seat 0 and for whoever watches."""
        path, parts = f"/play/{self.table.id}", list[str]()
        for client, query in ((self.clients[0], "?seat=0"), (self.watcher, "")):
            parts += [client.get(path + query).text, get_snapshot(client, path, query), client.get(f"{path}/past/0{query}").text]
            parts += [client.get(f"{path}/record.json").text]
            api = f"/api/tables/{self.table.id}"
            parts += [client.get(f"{api}{what}{query}").text for what in ("", "/view", "/story", "/record")]
            parts += [get_snapshot(client, api, query), get_snapshot(client, api, query, {"last-event-id": "0"})]
        move = {"seen": self.table.match.screens[0].number}
        for text in texts:
            for answer in (
                self.clients[0].post(f"{path}/choose?seat=0", data={"choice": text, **move}),
                self.clients[0].post(f"/api{path.replace('play', 'tables')}/choose?seat=0", json={"choice": text, **move}),
            ):
                parts.append(f"{answer.status_code} {answer.headers.get('content-security-policy')} {answer.text}")
        return "\n".join(parts).replace(self.table.id, "ID")

    def play(self, seat: int, choice: str) -> None:
        assert choose(self.clients[seat], self.table, seat, choice).status_code == 204
        self.settle()

    def offered(self, seat: int) -> set[str]:
        return set(map(str, self.table.match.position.choices(seat)))

    def undo(self, seat: int) -> None:
        self.server.do(self.table.undo(seat, self.table.match.screens[seat].number))

    def close(self) -> None:
        for client in (*self.clients, self.watcher):
            client.close()


NUMBERS = count()


def twins(server: ServerThread, game: Game) -> list[Twin]:
    setup = game.deal(2, Random(3))
    others = (game.redeal(setup, 0, Random(seed)) for seed in range(50))
    other = next((other for other in others if other != setup), setup)
    return [Twin(server, game, dealt) for dealt in (setup, other)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.slow
def test_no_byte_depends_on_what_a_seat_may_not_know(server: ServerThread, game: Game) -> None:
    """Two games go on in step for as long as they look the same to seat 0; in one of them the other seat makes hidden steps besides."""
    one, other = pair = twins(server, game)
    compared = 0
    for _ in range(12):
        for twin in pair:
            twin.settle()
        if one.looks() != other.looks() or one.table.ended:
            break
        texts = ["fly", *illegal(one, other)]
        hidden = secret_step(other)
        assert one.sent(texts) == other.sent(texts)
        compared += 1
        if hidden:
            other.undo(1)
        seat = one.table.match.position.awaited[0]
        both = sorted(one.offered(seat) & other.offered(seat))
        if not both:
            break
        for twin in pair:
            twin.play(seat, both[len(both) // 2])
    for twin in pair:
        twin.close()
    assert compared >= 1


def illegal(one: Twin, other: Twin) -> list[str]:
    """Choices that read well and are not seat 0's now, some of them possible for the other seat."""
    mine = one.offered(0)
    return sorted((one.offered(1) | other.offered(1)) - mine)[:3]


def secret_step(twin: Twin) -> bool:
    """Let the other seat do something that only it may see, if it can."""
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
