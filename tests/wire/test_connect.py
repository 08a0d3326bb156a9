"""Sitting down at somebody else's table, with lines that break."""

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
from byways.wire.connect import attend
from byways.wire.guest import BotGuest
from byways.wire.messages import Message, Removed, Result, ending, hello, line, request
from tests.wire.test_messages import start

TRAXX = find_game("traxx")
HELLO = hello(TRAXX, TRAXX.options(), 0, 2, 5)
REQUEST = request(TRAXX, start(TRAXX).view(0), 1, None)
GONE = Removed("You have lost your seat.")


@contextmanager
def house(*visits: Callable[[ServerConnection], None], status: int = 0) -> Iterator[str]:
    """A house that behaves in another way on each visit."""
    left = iter(visits)

    def deny(connection: ServerConnection, asked: Asked) -> Response | None:
        return Response(status, "No", Headers(), b"This address is for no seat.") if status else None

    with serve(lambda connection: next(left)(connection), "127.0.0.1", 0, process_request=deny) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"ws://127.0.0.1:{server.socket.getsockname()[1]}/program/t/k"
        server.shutdown()


def says(*messages: Message) -> Callable[[ServerConnection], None]:
    def visit(connection: ServerConnection) -> None:
        for message in messages:
            connection.send(line(message).decode())

    return visit


def test_who_is_asked_answers_until_the_last_line() -> None:
    heard: list[object] = []

    def visit(connection: ServerConnection) -> None:
        says(HELLO, REQUEST)(connection)
        heard.append(connection.recv())
        says(GONE)(connection)

    with house(visit) as url:
        assert attend(url, BotGuest("random"), pytest.fail) == GONE
    assert str(heard[0]).startswith('{"id":1,"choice":"')


def test_a_broken_line_is_tried_again() -> None:
    told: list[str] = []

    def breaks(connection: ServerConnection) -> None:
        says(HELLO)(connection)
        connection.socket.close()

    with house(breaks, says(HELLO), says(HELLO, GONE)) as url:
        assert attend(url, BotGuest("random"), told.append, first=0.01) == GONE
    assert [sentence.split(" (")[0] for sentence in told] == ["The line is broken", "The line is broken"]


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("http://127.0.0.1/play/x", "is not the address of a seat: it looks like ws://HOST/program/TABLE/KEY."),
        ("nonsense", "is not the address of a seat"),
        ("ws://127.0.0.1:9/program/t/k", "Nobody answers at ws://127.0.0.1:9/program/t/k: "),
    ],
)
def test_an_address_where_nobody_answers_is_refused(url: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        attend(url, BotGuest("random"), pytest.fail)


def test_a_house_that_does_not_let_one_in_says_why() -> None:
    with house(status=404) as url, pytest.raises(Refused, match=r"^This address is for no seat.$"):
        attend(url, BotGuest("random"), pytest.fail)


def test_a_house_that_has_closed_the_line_for_good_says_why() -> None:
    def visit(connection: ServerConnection) -> None:
        says(HELLO)(connection)
        connection.close(1008, "Another program has come with the same key.")

    with house(visit) as url, pytest.raises(Refused, match="Another program has come"):
        attend(url, BotGuest("random"), pytest.fail)


def test_a_result_ends_it_well() -> None:
    over = start(TRAXX).remove(0).remove(1)
    with house(says(HELLO, ending(TRAXX, over.view(0)))) as url:
        assert isinstance(attend(url, BotGuest("random"), pytest.fail), Result)
