"""Fuzzing a table."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.server.fuzz_table import fuzz, routes_of

from tests.table.serving import ServerThread


@pytest.mark.long
def test_no_request_breaks_the_server(tmp_path: Path) -> None:
    steps, wrong = fuzz(tmp_path, 6)
    assert wrong == ""
    assert steps > 50


@pytest.mark.slow
def test_a_failure_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.http.error_handlers.came_from", lambda _: 1 // 0)
    wrong = fuzz(tmp_path, 20)[1]
    assert "HTTP/1.1 500 " in wrong
    assert "ZeroDivisionError" in wrong


@pytest.mark.database
def test_every_route_is_tried(tmp_path: Path) -> None:
    with ServerThread(tmp_path) as server:
        routes = {*routes_of(server.app.routes)}
    assert {("GET", "/"), ("GET", "/static/{version}/{path:path}"), ("WEBSOCKET", "/program/{name}/{key}")} <= routes
    assert {("POST", "/play/{name}/choose"), ("POST", "/api/tables/{name}/choose")} <= routes
