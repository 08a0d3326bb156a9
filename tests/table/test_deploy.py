"""What `deploy/` has for those who run a server: it works as it stands, but for names and addresses."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from byways.table.middleware import LONGEST
from tests import toy
from tests.lacking import lack
from tests.table.serving import ServerThread, await_seat, choose, link_in, read_messages, wait_for

DEPLOY = Path(__file__).parents[2] / "deploy"
MAIN = """
daemon off;
master_process off;
pid nginx.pid;
error_log nginx.log;
events {}
http {
    access_log off;
    gzip on;
    gzip_types *;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    include site.conf;
}
"""


def tool(name: str, package: str) -> str:
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    return found or lack(f"No {name}: install it (Debian: apt-get install {package}).")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as door:
        return int(door.getsockname()[1])


def certify(folder: Path) -> ssl.SSLContext:
    command = [tool("openssl", "openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    subprocess.run([*command, *names, "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"], check=True, capture_output=True)
    return ssl.create_default_context(cafile=folder / "fullchain.pem")


class Nginx:
    """Debian's nginx in front of a server, as `deploy/nginx.conf` has it, with gzip on for everything, as many have it."""

    def __init__(self, folder: Path, server: ServerThread) -> None:
        self.program, self.trust = tool("nginx", "nginx-light"), certify(folder)
        self.port, self.plain = free_port(), free_port()
        site = (DEPLOY / "nginx.conf").read_text()
        for theirs, ours in (
            (r"listen \[::\].*", ""),
            (r"listen 80;", f"listen 127.0.0.1:{self.plain};"),
            (r"listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            (r"/etc/letsencrypt/live/play.example.org", str(folder)),
            (r"play.example.org", "localhost"),
            (r"127.0.0.1:8000", f"127.0.0.1:{server.port}"),
        ):
            site, found = re.subn(theirs, ours, site)
            assert found
        (folder / "nginx.conf").write_text(MAIN)
        (folder / "site.conf").write_text(site)
        self.process = subprocess.Popen([self.program, "-p", folder, "-c", "nginx.conf"], stderr=subprocess.DEVNULL)
        wait_for(self.answers)

    def answers(self) -> bool:
        assert self.process.poll() is None, "nginx does not start."
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", self.port)) == 0

    def client(self, **headers: str) -> httpx.Client:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return httpx.Client(base_url=f"https://localhost:{self.port}", verify=self.trust, headers=named, timeout=20)

    def close(self) -> None:
        self.process.terminate()
        self.process.wait()


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with ServerThread(tmp_path_factory.mktemp("proxied"), [toy.GAME], proxies=["127.0.0.1"]) as server:
        yield server


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory, proxied: ServerThread) -> Iterator[Nginx]:
    nginx = Nginx(tmp_path_factory.mktemp("nginx"), proxied)
    yield nginx
    nginx.close()


pytestmark = pytest.mark.database


def test_behind_nginx_visitors_come_by_https_and_from_their_own_address(nginx: Nginx, proxied: ServerThread) -> None:
    proxied.limits.posts.left.clear()
    with nginx.client(x_forwarded_for="192.0.2.7", x_forwarded_proto="http", origin=f"https://localhost:{nginx.port}") as ann:
        new = ann.post("/new", data={"game": "tuck", "seat-0": "me", "seat-1": "free"})
        assert new.headers["location"].startswith("/play/")
        assert all("; Secure" in cookie for cookie in new.headers.get_list("set-cookie"))
        page = ann.get(new.headers["location"], headers={"accept-encoding": "gzip"})
        assert link_in(page.text)[0].startswith(f"https://localhost:{nginx.port}/join/")
        assert "content-encoding" not in page.headers  # for it has keys in it
        assert ann.get("/mine/").headers["location"] == "/mine"
        assert [ann.get(path).status_code for path in ("/healthz", "/readyz", "/metrics")] == [200, 404, 404]
        feed = re.search(r'https://[^"]+\.atom', page.text)
        assert feed is not None
        assert f'href="https://localhost:{nginx.port}/"' in ann.get(feed[0]).text
        assert ann.post("/new", data={"game": "x" * LONGEST}).status_code == 413
    assert list(proxied.limits.posts.left) == ["127.0.0.1"]  # not the address that the visitor claims to have


def test_behind_nginx_streams_come_at_once(nginx: Nginx, proxied: ServerThread) -> None:
    with nginx.client() as ann:
        path = ann.post("/new", data={"game": "tuck", "seat-0": "me", "seat-1": "me"}).headers["location"]
        table = proxied.table(path)
        with ann.stream("GET", f"{path}/stream?seat=0") as stream:
            messages = read_messages(stream)
            assert stream.headers["content-encoding"] == "gzip"
            next(messages)
            await_seat(table, 0)
            assert choose(ann, table, 0).status_code == 204
            assert next(messages)[1]


def test_behind_nginx_programs_take_seats(nginx: Nginx) -> None:
    with nginx.client() as ann:
        path = ann.post("/new", data={"game": "tuck", "seat-0": "me", "seat-1": "program"}).headers["location"]
        link = re.search(r"wss://[^\"]+/program/[^\"]+", ann.get(path).text)
    assert link is not None
    with connect(link[0], ssl=nginx.trust) as line:
        assert json.loads(line.recv(timeout=20))["say"] == "hello"


def test_who_comes_by_http_is_led_to_https_at_the_name_of_the_site(nginx: Nginx) -> None:
    answer = httpx.get(f"http://127.0.0.1:{nginx.plain}/mine?x=1", headers={"host": "elsewhere.example"})
    assert (answer.status_code, answer.headers["location"]) == (301, "https://localhost/mine?x=1")


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    unit = (DEPLOY / "byways.service").read_text().replace("/opt/byways/bin/byways", f'"{sys.executable}"')
    (tmp_path / "byways.service").write_text(unit)
    checked = subprocess.run(
        [tool("systemd-analyze", "systemd"), "verify", tmp_path / "byways.service"], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stderr) == (0, "")
