"""Streams of what a seat has on its screen."""

from __future__ import annotations

import httpx
import pytest

from byways.table.limits import Crowd
from byways.table.streams import message
from tests.table.serving import ServerThread, wait_for
from tests.table.tables import DEALT, still, stored


def test_a_message_has_every_line_of_its_data_and_the_number_of_its_screen() -> None:
    screen = still(stored(*DEALT)).match.screens[0]
    assert message(screen, b"one\ntwo") == b"data: one\ndata: two\nid: 3\n\n"


def test_too_many_streams_are_told_so(server: ServerThread, ann: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.limits, "streams", Crowd(1, 9))
    table = server.new(ann)
    paths = (f"/api/tables/{table.id}/stream", f"/play/{table.id}/stream")
    with ann.stream("GET", paths[0]) as first:
        lines = first.iter_lines()
        next(lines)
        for path in paths:
            with ann.stream("GET", path) as answer:  # which has no end if it is let in
                assert answer.status_code == 429
                assert "Too many games are open at your address." in answer.read().decode()
    wait_for(lambda: not server.limits.streams.addresses)
