"""The guard wraps the whole application."""

from __future__ import annotations

import httpx
import pytest


def test_every_response_has_the_same_headers_even_after_an_error(ann: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("byways.table.routes.lobby.lobby_page", lambda *_: 1 // 0)
    monkeypatch.setattr("byways.table.api.routes.state", lambda *_: 1 // 0)
    ways = [("GET", "/set/tuck", 200), ("GET", "/fly", 404), ("GET", "/", 500), ("GET", "/api/fly", 404), ("POST", "/api/tables", 500)]
    for method, path, status in ways:
        answer = ann.request(method, path, json={"game": "tuck"} if method == "POST" else None)
        assert answer.status_code == status
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        named = ("x-content-type-options", "referrer-policy", "cache-control")
        assert [answer.headers[name] for name in named] == ["nosniff", "same-origin", "no-store"]
