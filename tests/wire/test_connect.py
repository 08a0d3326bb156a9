"""Playing at a remote table over connections that break."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request as Asked
from websockets.http11 import Response
from websockets.sync.server import ServerConnection, serve

from byways.game import Refused, find_game
from byways.wire.connect import play_at
from byways.wire.guest import BotGuest
from byways.wire.messages import Message, Removed, Result, hello, line, request, result_message
from tests.wire.test_messages import start

TRAXX = find_game("traxx")
HELLO = hello(TRAXX, TRAXX.options(), 0, 2, 5)
REQUEST = request(TRAXX, start(TRAXX).view(0), 1, None)
GONE = Removed("You have lost your seat.")


@contextmanager
def server(*visits: Callable[[ServerConnection], None], status: int = 0) -> Iterator[str]:
    """Serve each visit with the next handler."""
    left = iter(visits)

    def deny(connection: ServerConnection, asked: Asked) -> Response | None:
        return Response(status, "No", Headers(), b"This address is for no seat.") if status else None

    with serve(lambda connection: next(left)(connection), "127.0.0.1", 0, process_request=deny) as running:
        Thread(target=running.serve_forever, daemon=True).start()
        yield f"ws://127.0.0.1:{running.socket.getsockname()[1]}/program/t/k"
        running.shutdown()


def says(*messages: Message) -> Callable[[ServerConnection], None]:
    def visit(connection: ServerConnection) -> None:
        for message in messages:
            connection.send(line(message).decode())

    return visit


def test_a_bot_answers_until_the_last_line() -> None:
    heard: list[object] = []

    def visit(connection: ServerConnection) -> None:
        says(HELLO, REQUEST)(connection)
        heard.append(connection.recv())
        says(GONE)(connection)

    with server(visit) as url:
        assert play_at(url, BotGuest("random"), pytest.fail) == GONE
    assert str(heard[0]).startswith('{"id":1,"choice":"')


def test_a_broken_connection_is_retried_with_backoff() -> None:
    told, waits = list[str](), list[float]()

    def breaks(connection: ServerConnection) -> None:
        says(HELLO)(connection)
        connection.socket.close()

    def drops(connection: ServerConnection) -> None:
        connection.socket.close()

    with server(breaks, drops, says(HELLO, GONE)) as url:
        assert play_at(url, BotGuest("random"), told.append, sleep=waits.append) == GONE
    assert [sentence.split(" (")[0] for sentence in told] == ["The connection is broken", "The connection is broken"]
    assert waits == [0.5, 1.0]


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("http://127.0.0.1/play/x", "is not the address of a seat: it looks like ws://HOST/program/TABLE/KEY."),
        ("nonsense", "is not the address of a seat"),
        ("ws://127.0.0.1:9/program/t/k", "No server answers at ws://127.0.0.1:9/program/t/k: "),
    ],
)
def test_an_address_without_a_server_is_refused(url: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        play_at(url, BotGuest("random"), pytest.fail)


def test_a_server_that_refuses_a_program_says_why() -> None:
    with server(status=404) as url, pytest.raises(Refused, match=r"^This address is for no seat.$"):
        play_at(url, BotGuest("random"), pytest.fail)


def test_a_server_that_closes_the_connection_for_good_says_why() -> None:
    def visit(connection: ServerConnection) -> None:
        says(HELLO)(connection)
        connection.close(1008, "Another program has connected with the same key.")

    with server(visit) as url, pytest.raises(Refused, match="Another program has connected"):
        play_at(url, BotGuest("random"), pytest.fail)


def test_a_result_ends_the_conversation() -> None:
    over = start(TRAXX).remove(0).remove(1)
    with server(says(HELLO, result_message(TRAXX, over.view(0)))) as url:
        assert isinstance(play_at(url, BotGuest("random"), pytest.fail), Result)
