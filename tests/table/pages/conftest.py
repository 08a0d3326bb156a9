"""A fast server, a finished game, and a pseudo language for the tests of pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import httpx
import pytest

from byways.table.play.table import Table
from tests.pseudo import pseudo_language
from tests.table.serving import ServerThread, await_seat, choose, wait_for
from tests.table.tables import stand_in


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with closing(ServerThread(tmp_path_factory.mktemp("server"), pause=0)) as server:
        yield server


@pytest.fixture
def over(server: ServerThread, ann: httpx.Client) -> Table:
    """A finished game of two players at one screen, with an undo."""
    table = server.new(ann, seat_0="me", seat_1="me")
    await_seat(table, 0)
    choose(ann, table, 0)
    ann.post(f"/play/{table.id}/undo?seat=0", data={"seen": str(table.match.screens[0].number)})
    for seat in (0, 1):
        server.do(stand_in(table, seat, "random"))
    wait_for(lambda: table.ended)
    return table


@pytest.fixture
def pseudo() -> Iterator[None]:
    with pseudo_language():
        yield
