"""Programs' websockets: connecting with a key, playing by the line protocol, and reconnecting."""

from __future__ import annotations

import asyncio
import shutil
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any, cast

import httpx
import msgspec
import pytest
from fastapi import WebSocket
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from byways.game import Choice, Game, all_games
from byways.record import Choose, new_record
from byways.table.api.websocket import Connection, lose_program, seat_program
from byways.table.errors import Away
from byways.table.play.table import Table
from byways.table.seats import Seat, hash_of
from byways.table.store.store import StoredTable
from byways.wire.connect import play_at
from byways.wire.conversation import MISTAKES
from byways.wire.guest import BotGuest, ProgramGuest
from byways.wire.messages import Result
from byways.wire.process import Process
from tests import toy
from tests.table.conftest import emptied
from tests.table.serving import ServerThread, wait_for
from tests.table.tables import GAMES, LABYRINTH, OpenTables, key, pick, set_table, until

EXAMPLES = Path(__file__).parents[3] / "examples"


def link(client: httpx.Client, table: Table) -> str:
    """The address shown on the table's page."""
    page = client.get(f"/play/{table.id}").text
    return "ws://" + page.split('value="ws://')[1].split('"')[0]


class Player:
    """A program controlled by a test."""

    def __init__(self, url: str, **headers: str) -> None:
        self.door = connect(url, additional_headers=headers)
        self.socket: ClientConnection = self.door.__enter__()

    def hears(self, say: str = "") -> dict[str, Any]:
        """Return the next line, or the next of a kind."""
        while True:
            message: dict[str, Any] = msgspec.json.decode(self.socket.recv(timeout=20))
            if not say or message["say"] == say:
                return message

    def answers(self, request: dict[str, Any], choice: str | list[str] | None = None) -> None:
        chosen = choice or request["choices"][0]["notation"]
        self.socket.send(msgspec.json.encode({"id": request["id"], "choice": chosen}).decode())


@pytest.fixture
def players() -> Iterator[list[Player]]:
    players: list[Player] = []
    yield players
    for player in players:
        player.door.__exit__(None, None, None)


def seated(server: ServerThread, ann: httpx.Client, players: list[Player], **fields: str) -> tuple[Table, str, Player]:
    table = server.new(ann, **{"seat_0": "program", "seat_1": "bot:random", **fields})
    wait_for(lambda: table.match.position.awaited)  # events before that are not sent
    url = link(ann, table)
    players.append(Player(url))
    return table, url, players[0]


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
@pytest.mark.slow
def test_our_bots_play_a_whole_game_of_every_kind(server: ServerThread, ann: httpx.Client, game: Game) -> None:
    short = {"the_way": {"option_single": "true", "option_turns": "20"}}
    table = server.new(ann, game=game.name, seat_0="program", seat_1="program", **short.get(game.name, {}))
    urls = [f"ws://127.0.0.1:{server.port}/program/{table.id}/{key}" for key in keys(ann, table)]
    thread = Thread(target=play_at, args=(urls[1], BotGuest("random"), pytest.fail))
    thread.start()
    last = play_at(urls[0], BotGuest("random"), pytest.fail)
    thread.join(20)
    assert isinstance(last, Result)
    outcome = table.match.position.outcome
    assert outcome is not None
    assert (last.outcome.places, outcome.removed) == (outcome.places, ())


def keys(client: httpx.Client, table: Table) -> list[str]:
    page = client.get(f"/play/{table.id}").text
    return [piece.split('"')[0].rsplit("/", 1)[1] for piece in page.split('value="ws://')[1:]]


@pytest.mark.parametrize("language", ["player.py", "player.js"])
def test_an_external_program_plays_through_a_bridge(server: ServerThread, ann: httpx.Client, language: str) -> None:
    program = sys.executable if language == "player.py" else shutil.which("node", path=Path(sys.executable).parent) or shutil.which("node")
    if program is None:
        pytest.skip("There is no Node here.")
    table = server.new(ann, game="traxx", seat_0="program", seat_1="bot:random")
    guest = ProgramGuest(Process((program, str(EXAMPLES / language))))
    assert isinstance(play_at(link(ann, table), guest, pytest.fail), Result)
    guest.close()
    assert guest.process.stderr_lines == ()


def test_only_the_host_sees_the_address_for_a_program(server: ServerThread, ann: httpx.Client, players: list[Player]) -> None:
    table = server.new(ann, seat_0="program", seat_1="me")
    assert f"ws://127.0.0.1:{server.port}/program/{table.id}/" in ann.get(f"/play/{table.id}").text
    assert "program, not connected" in ann.get(f"/play/{table.id}").text
    with server.client() as somebody:
        assert "/program/" not in somebody.get(f"/play/{table.id}").text
    players.append(Player(link(ann, table)))
    players[0].hears("hello")
    assert "not connected" not in ann.get(f"/play/{table.id}").text


def test_a_program_gets_a_greeting_requests_and_events(server: ServerThread, ann: httpx.Client, players: list[Player]) -> None:
    table, _, player = seated(server, ann, players)
    hello, request = player.hears(), player.hears()
    assert (hello["say"], hello["seat"], hello["seats"], hello["game"]["name"]) == ("hello", 0, 2, "tuck")
    assert (request["say"], request["seconds"]) == ("request", None)
    player.answers(request)
    after = player.hears("request")
    assert after["id"] > request["id"]
    assert list(map(str, table.match.position.acts[0])) == [request["choices"][0]["notation"]]


class Slow:
    """A slow program's socket, while another seat acts."""

    def __init__(self, meanwhile: Callable[[], Awaitable[None]]) -> None:
        self.lines: list[dict[str, Any]] = []
        self.meanwhile = meanwhile

    async def send_text(self, text: str) -> None:
        self.lines.append(msgspec.json.decode(text))
        if self.lines[-1].get("values") == {"seat": 1}:
            await self.meanwhile()

    async def close(self, *_: object) -> None:
        pass


@pytest.mark.parametrize(("first", "last"), [("pass", "result"), ("slide", "request")])
async def test_a_slow_program_gets_events_before_the_request_or_result_they_led_to(open_tables: OpenTables, first: str, last: str) -> None:
    tables = await open_tables(LABYRINTH)
    table = await set_table(tables, "program", "me", "me", game=LABYRINTH)
    slow = Slow(lambda: pick(table, 2, "pass"))
    connection = Connection(cast("WebSocket", slow), table, 0, key(table.id, 0))
    await seat_program(table, 0, connection.key, connection.line)
    connection.player = table.seats[0].player
    showing = asyncio.create_task(connection.show())
    await pick(table, 0, *([first] if first == "pass" else [first, "insert", "walk"]))
    await until(lambda: any(line["say"] == "event" for line in slow.lines))
    await pick(table, 1, "pass")
    await until(lambda: slow.lines[-1]["say"] == last)
    told = [event.name for _, event in table.match.screens[0].events]
    assert [line["name"] for line in slow.lines if line["say"] == "event"] == told
    showing.cancel()


async def test_a_slow_program_that_loses_its_seat_gets_no_later_events(open_tables: OpenTables) -> None:
    tables = await open_tables(LABYRINTH)
    table = await set_table(tables, "program", "me", "me", game=LABYRINTH)

    async def meanwhile() -> None:
        await lose_program(table, 0, connection.key)
        await pick(table, 2, "pass")

    slow = Slow(meanwhile)
    connection = Connection(cast("WebSocket", slow), table, 0, key(table.id, 0))
    await seat_program(table, 0, connection.key, connection.line)
    connection.player = table.seats[0].player
    showing = asyncio.create_task(connection.show())
    await pick(table, 0, "slide", "insert", "walk")
    await pick(table, 1, "pass")
    await asyncio.wait_for(showing, 20)
    assert slow.lines[-1]["say"] == "removed"
    assert {"seat": 2} not in [line.get("values") for line in slow.lines]


class Afar:
    """A program's socket at one of several servers."""

    def __init__(self, table: Table) -> None:
        self.heard: list[dict[str, Any]] = []
        self.says: asyncio.Queue[str] = asyncio.Queue()
        self.closed = ""
        self.running = asyncio.create_task(Connection(cast("WebSocket", self), table, 0, key(table.id, 0)).run())

    async def send_text(self, text: str) -> None:
        self.heard.append(msgspec.json.decode(text))

    async def receive(self) -> dict[str, str]:
        return {"type": "websocket.receive", "text": await self.says.get()}

    async def close(self, _: int, reason: str) -> None:
        self.closed = reason

    async def errs(self) -> int:
        """Make a mistake, and return how many are left."""
        await until(lambda: any(line["say"] == "request" for line in self.heard))
        self.says.put_nowait("?")
        await until(lambda: any(line["say"] == "error" for line in self.heard))
        left: int = next(line for line in self.heard if line["say"] == "error")["mistakes_left"]
        return left


async def test_a_program_that_connects_to_another_server_keeps_its_mistakes_and_is_disconnected_here(
    postgres: str, open_tables: OpenTables
) -> None:
    await emptied(postgres)
    here, there = [await open_tables(at=postgres) for _ in range(2)]
    table = await set_table(here, "program", "me")
    first = Afar(table)
    assert await first.errs() == MISTAKES - 1
    twin = await there.find(table.id)
    assert twin is not None
    second = Afar(twin)
    assert await second.errs() == MISTAKES - 2
    await until(lambda: "Another program has connected with the same key" in first.closed)
    assert (second.closed, second.running.done()) == ("", False)
    second.running.cancel()


def test_a_whole_act_is_one_answer_without_requests_in_between(server: ServerThread, ann: httpx.Client, players: list[Player]) -> None:
    _, _, player = seated(server, ann, players, game="labyrinth")
    table, request = server.table(f"/play/{players[0].socket.request.path.split('/')[2]}"), player.hears("request")  # type: ignore[union-attr]
    position, act = table.match.position, list[Choice]()
    while 0 in position.awaited:
        act.append(position.choices(0)[0])
        position = position.choose(0, act[-1])
    player.answers(request, [str(choice) for choice in act])
    says = [player.hears() for _ in range(3)]
    assert "request" not in [message["say"] for message in says[:2]]
    assert [str(entry) for entry in table.match.entries[:3]] == [f"0: {choice}" for choice in act]


def test_mistakes_are_explained_and_the_request_is_repeated(server: ServerThread, ann: httpx.Client, players: list[Player]) -> None:
    _, _, player = seated(server, ann, players, seat_1="me")  # a bot's act would replace the request
    request = player.hears("request")
    player.socket.send("nonsense")
    assert player.hears()["sentence"].startswith("Nothing was played. This line is not JSON: 'nonsense'.")
    assert player.hears()["id"] == request["id"]
    player.answers({**request, "id": 999})
    assert "request 999 is not open" in player.hears()["sentence"]


def test_a_program_that_reconnects_gets_its_view_and_its_mistakes(server: ServerThread, ann: httpx.Client, players: list[Player]) -> None:
    _, url, player = seated(server, ann, players, seat_1="me")  # does nothing meanwhile
    player.answers(player.hears("request"))
    before = player.hears("request")
    player.socket.send("?")
    assert player.hears("error")["mistakes_left"] == MISTAKES - 1
    player.socket.socket.close()
    players.append(Player(url))
    assert players[1].hears()["say"] == "hello"
    again = players[1].hears()
    assert (again["id"], again["view"], again["choices"]) == (before["id"], before["view"], before["choices"])
    players[1].socket.send("?")
    assert players[1].hears("error")["mistakes_left"] == MISTAKES - 2


def test_too_many_mistakes_give_the_seat_to_a_bot_for_good(server: ServerThread, ann: httpx.Client, players: list[Player]) -> None:
    table, url, player = seated(server, ann, players)
    player.hears("request")
    for _ in range(MISTAKES + 1):
        player.socket.send("?")
    assert player.hears("removed")["sentence"].startswith("You have lost your seat. One mistake too many. This line is not JSON")
    assert table.seats[0].kind == "bot"
    with pytest.raises(InvalidStatus) as denied:
        Player(url)
    assert denied.value.response.status_code == 404


def test_a_bot_stands_in_when_time_runs_out_until_the_program_reconnects(
    server: ServerThread, ann: httpx.Client, players: list[Player]
) -> None:
    table, url, player = seated(server, ann, players, clock="30")
    seconds, deadline = player.hears("request")["seconds"], table.deadline(0)
    assert deadline is not None
    assert deadline - time.time() <= seconds <= 30

    async def hurry() -> None:
        table.match.referee.clocks[0].left = 0.05

    server.do(hurry())
    assert "plays for you; reconnect to take your seat back." in player.hears("removed")["sentence"]
    players.append(Player(url))
    assert players[1].hears()["say"] in ("hello", "result")


def test_others_can_let_a_bot_play_only_for_a_disconnected_program(
    server: ServerThread, ann: httpx.Client, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _, player = seated(server, ann, players, seat_1="me")
    player.hears("request")
    assert ann.post(f"/play/{table.id}/stand-in", data={"other": "0"}).status_code == 403
    player.socket.close()
    wait_for(lambda: not table.seats.looking[0])
    monkeypatch.setattr(table.seats, "clock", lambda: time.monotonic() + 100)
    assert ann.post(f"/play/{table.id}/stand-in", data={"other": "0"}).status_code == 204
    assert (table.seats[0].kind, table.seats[0].key is not None) == ("bot", True)


def test_a_second_program_with_the_same_key_replaces_the_first(server: ServerThread, ann: httpx.Client, players: list[Player]) -> None:
    _, url, player = seated(server, ann, players)
    player.hears("request")
    players.append(Player(url))
    players[1].hears("request")
    with pytest.raises(ConnectionClosed, match="Another program has connected with the same key"):
        player.hears("never")


def test_the_last_of_many_programs_with_one_key_stays(
    server: ServerThread, ann: httpx.Client, players: list[Player], complaints: list[str]
) -> None:
    url = link(ann, server.new(ann, seat_0="program", seat_1="bot:random"))
    with ThreadPoolExecutor(8) as threads:
        players += threads.map(lambda _: Player(url), range(8))
        ended = list(threads.map(is_disconnected, players))
    assert sorted(ended) == [False] + [True] * 7
    assert complaints == []


def is_disconnected(player: Player) -> bool:
    try:
        player.hears("request")
        player.socket.recv(timeout=2)
    except TimeoutError:
        return False
    except ConnectionClosed as closed:
        return "Another program" in str(closed)
    return False


def test_other_sites_and_wrong_keys_are_refused(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="program", seat_1="me")
    url = link(ann, table)
    for address, headers, status in (
        (url, {"Origin": "https://evil.example"}, 403),
        (url + "x", {}, 404),
        (url.replace(table.id, "%00"), {}, 404),
    ):
        with pytest.raises(InvalidStatus) as denied:
            Player(address, **headers)
        assert denied.value.response.status_code == status
        assert (denied.value.response.body or b"").decode().endswith((".", "no longer."))


def test_a_line_that_is_too_long_ends_the_connection_but_not_the_seat(
    server: ServerThread, ann: httpx.Client, players: list[Player]
) -> None:
    table, url, player = seated(server, ann, players)
    player.hears("request")
    player.socket.send("x" * 100_000)
    with pytest.raises(ConnectionClosed):
        player.hears("never")
    players.append(Player(url))
    players[1].hears("request")
    assert table.seats[0].kind == "program"


def test_a_program_can_take_a_free_seat_by_its_key(server: ServerThread, ann: httpx.Client, players: list[Player]) -> None:
    table = server.new(ann, seat_0="free", seat_1="me")
    page = ann.get(f"/play/{table.id}").text
    key = page.split(f"/join/{table.id}/")[1].split('"')[0]
    players.append(Player(f"ws://127.0.0.1:{server.port}/program/{table.id}/{key}"))
    players[0].hears("request")
    assert table.seats[0].kind == "program"


def test_a_person_can_take_the_seat_of_a_program_by_its_key(server: ServerThread, ann: httpx.Client, players: list[Player]) -> None:
    _, url, player = seated(server, ann, players)
    player.hears("request")
    ann.post("/".join(["/join", *url.split("/")[-2:]]), data={"name": "Ann"})
    assert player.hears("removed")["sentence"] == "You have lost your seat: another player has taken it."


@pytest.mark.database
def test_a_key_that_is_void_at_one_server_is_void_at_another(tmp_path: Path) -> None:
    with ServerThread(tmp_path, [toy.GAME]) as one, ServerThread(tmp_path, [toy.GAME]) as other, one.client() as ann, one.client() as bob:
        table = one.new(ann, seat_0="program", seat_1="me")
        url = link(ann, table)
        assert other.table(f"/play/{table.id}").seats[0].kind == "program"
        bob.post("/".join(["/join", *url.split("/")[-2:]]), data={"name": "Bob"})
        with pytest.raises(InvalidStatus) as denied:
            Player(url.replace(str(one.port), str(other.port)))
        assert denied.value.response.status_code == 404
        kept = other.do(other.tables.store.update_of(table.id))
        assert kept is not None
        assert (kept.seats[0].kind, kept.seats[0].name) == ("person", "Bob")


@pytest.mark.database
def test_a_program_whose_seat_is_taken_at_another_server_is_disconnected(tmp_path: Path, players: list[Player]) -> None:
    with ServerThread(tmp_path, [toy.GAME]) as one, ServerThread(tmp_path, [toy.GAME]) as other, one.client() as ann, one.client() as bob:
        table, url, player = seated(one, ann, players, seat_1="me")
        request = player.hears("request")
        bob.post(f"{other.address}/join/{'/'.join(url.split('/')[-2:])}")
        with suppress(ConnectionClosed):  # it may be disconnected before it answers
            player.answers(request)
        says = [player.hears()]
        while says[-1]["say"] == "error":
            says.append(player.hears())
        assert says[-1]["sentence"] == "You have lost your seat: another player has taken it."
        assert table.match.position.acts[0] == ()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_line_depends_on_hidden_information(server: ServerThread, players: list[Player], game: Game) -> None:
    """Two tables with different hidden cards and the same seed send the same bytes."""
    setup = game.deal(2, Random(3))
    others = (game.redeal(setup, 0, Random(seed)) for seed in range(50))
    other = next((dealt for dealt in others if dealt != setup), setup)
    said = []
    for dealt in (setup, other):
        head, name = new_record(game, dealt, game.options(), ("program", "person")), f"{game.name}{len(players)}"
        sitting = (Seat("program", key=hash_of("key")), Seat("person", holder=hash_of("somebody")))
        server.do(server.tables.add(StoredTable(name, head, "seed", False, None, time.time(), sitting)))
        table = server.table(f"/play/{name}")
        wait_for_the_start(table)  # a program that connects earlier gets more events
        players.append(Player(f"ws://127.0.0.1:{server.port}/program/{name}/key"))
        said.append(first_lines(table, players[-1]))
    assert said[0] == said[1]


def wait_for_the_start(table: Table) -> None:
    wait_for(lambda: table.match.position.awaited)


def first_lines(table: Table, player: Player) -> list[str | bytes]:
    """The lines up to the first request or the end, and the reply to a mistake."""
    lines = [player.socket.recv(timeout=20)]
    while 0 in table.match.position.awaited and '"say":"request"' not in str(lines[-1]):
        lines.append(player.socket.recv(timeout=20))
    player.socket.send("fly")
    return [*lines, player.socket.recv(timeout=20)]


@pytest.mark.database
def test_the_seat_of_a_program_survives_a_restart(tmp_path: Path, players: list[Player]) -> None:
    with closing(ServerThread(tmp_path, [toy.GAME])) as server, server.client() as ann:
        table, url, player = seated(server, ann, players, seat_1="me")
        player.answers(player.hears("request"))
        before = player.hears("request")
        server.close()
        with pytest.raises(ConnectionClosed, match=r"1012 \(service restart\)"):
            player.hears("never")
        server.open()
        players.append(Player(url))
        again = players[1].hears("request")
        assert (again["view"], again["choices"]) == (before["view"], before["choices"])
        wait_for(lambda: server.table(f"/play/{table.id}").seats[0].kind == "program")


def test_without_a_database_a_program_is_told_to_come_later_and_can_repeat_its_choice(
    server: ServerThread, ann: httpx.Client, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise Away("wrong.database-away")

    table, url, player = seated(server, ann, players)
    request = player.hears("request")
    with monkeypatch.context() as away:
        for what in ("append", "seat"):
            away.setattr(server.tables.store, what, fail)
        player.answers(request)
        assert "does not answer at the moment" in player.hears("error")["sentence"]
        request = player.hears("request")
        players.append(Player(url))
        with pytest.raises(ConnectionClosed) as closed:
            players[1].hears("request")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013
    players.append(Player(url))
    players[2].answers(players[2].hears("request"))
    wait_for(lambda: any(isinstance(entry, Choose) and entry.seat == 0 for entry in table.match.entries))
