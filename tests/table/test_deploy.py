"""The files in `deploy/` work unchanged, except for names and addresses."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from byways.table.http.middleware import LONGEST
from tests import toy
from tests.lacking import tool
from tests.table.proxies import DEPLOY, Caddy, Nginx, Proxy
from tests.table.serving import ServerThread, await_seat, choose, link_in, read_messages


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with ServerThread(tmp_path_factory.mktemp("proxied"), [toy.GAME], proxies=["127.0.0.1"]) as server:
        yield server


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory, proxied: ServerThread) -> Iterator[Nginx]:
    nginx = Nginx(tmp_path_factory.mktemp("nginx"), proxied.port)
    yield nginx
    nginx.close()


@pytest.fixture(scope="module")
def caddy(tmp_path_factory: pytest.TempPathFactory, proxied: ServerThread) -> Iterator[Caddy]:
    caddy = Caddy(tmp_path_factory.mktemp("caddy"), proxied.port)
    yield caddy
    caddy.close()


@pytest.fixture(params=["nginx", "caddy"])
def proxy(request: pytest.FixtureRequest) -> Proxy:
    found: Proxy = request.getfixturevalue(request.param)
    return found


pytestmark = pytest.mark.database


def test_behind_a_proxy_visitors_have_https_and_their_own_address(proxy: Proxy, proxied: ServerThread) -> None:
    proxied.limits.posts.full_at.clear()
    with proxy.client(x_forwarded_for="192.0.2.7", x_forwarded_proto="http", origin=f"https://localhost:{proxy.port}") as ann:
        new = ann.post("/new", data={"game": "tuck", "seat-0": "me", "seat-1": "free"})
        assert new.headers["location"].startswith("/play/")
        assert all("; Secure" in cookie for cookie in new.headers.get_list("set-cookie"))
        page = ann.get(new.headers["location"], headers={"accept-encoding": "gzip"})
        assert link_in(page.text)[0].startswith(f"https://localhost:{proxy.port}/join/")
        assert "content-encoding" not in page.headers  # it contains seat links
        assert ann.get("/mine/").headers["location"] == "/mine"
        assert [ann.get(path).status_code for path in ("/healthz", "/readyz", "/metrics")] == [200, 404, 404]
        feed = re.search(r'https://[^"]+\.atom', page.text)
        assert feed is not None
        assert f'href="https://localhost:{proxy.port}/"' in ann.get(feed[0]).text
        assert ann.post("/new", data={"game": "x" * LONGEST}).status_code == 413
    assert list(proxied.limits.posts.full_at) == ["127.0.0.1"]  # not the forged address


def test_behind_a_proxy_streams_are_not_delayed(proxy: Proxy, proxied: ServerThread) -> None:
    with proxy.client() as ann:
        path = ann.post("/new", data={"game": "tuck", "seat-0": "me", "seat-1": "me"}).headers["location"]
        table = proxied.table(path)
        with ann.stream("GET", f"{path}/stream?seat=0") as stream:
            messages = read_messages(stream)
            assert stream.headers["content-encoding"] == "gzip"
            next(messages)
            await_seat(table, 0)
            assert choose(ann, table, 0).status_code == 204
            assert next(messages)[1]


def test_behind_a_proxy_programs_take_seats(proxy: Proxy) -> None:
    with proxy.client() as ann:
        path = ann.post("/new", data={"game": "tuck", "seat-0": "me", "seat-1": "program"}).headers["location"]
        link = re.search(r"wss://[^\"]+/program/[^\"]+", ann.get(path).text)
    assert link is not None
    with connect(link[0], ssl=proxy.trust) as line:
        assert json.loads(line.recv(timeout=20))["say"] == "hello"


def test_http_is_redirected_to_https_at_the_name_of_the_site(nginx: Nginx) -> None:
    answer = httpx.get(f"http://127.0.0.1:{nginx.plain}/mine?x=1", headers={"host": "elsewhere.example"})
    assert (answer.status_code, answer.headers["location"]) == (301, "https://localhost/mine?x=1")


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    unit = (DEPLOY / "byways.service").read_text().replace("/opt/byways/bin/byways", f'"{sys.executable}"')
    (tmp_path / "byways.service").write_text(unit)
    checked = subprocess.run(
        [tool("systemd-analyze", "systemd"), "verify", tmp_path / "byways.service"], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stderr) == (0, "")
