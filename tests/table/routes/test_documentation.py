"""The documentation at /docs/, where it is installed."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient

from byways.table.routes.documentation import POLICY, add_documentation
from tests.table.serving import ServerThread


def client_of(folder: Path | None) -> AsyncClient:
    app = FastAPI(docs_url=None)
    add_documentation(app, folder)
    return AsyncClient(transport=ASGITransport(app), base_url="http://byways")


async def test_pages_come_with_a_policy_that_allows_inline_scripts_and_nothing_foreign(tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "index.html").write_text("Bots")
    answer = await client_of(tmp_path).get("/docs/bots/")
    assert (answer.text, answer.headers["Content-Security-Policy"]) == ("Bots", POLICY)
    assert "http" not in POLICY
    assert (await client_of(tmp_path).get("/docs/nothing/")).status_code == 404


async def test_without_a_site_there_is_no_documentation() -> None:
    assert (await client_of(None).get("/docs/")).status_code == 404


@pytest.mark.parametrize("is_installed", [True, False])
def test_the_lobby_links_to_the_documentation_where_it_is_installed(
    is_installed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("byways.table.app.site_folder", lambda: tmp_path if is_installed else None)
    with ServerThread(tmp_path) as server, server.client() as ann:
        first = ann.get("/").text
        server.new(ann)
        assert ['<a href="/docs/" hreflang="en">' in page for page in (first, ann.get("/").text)] == [is_installed] * 2
