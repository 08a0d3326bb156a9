"""Serving from the command line."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest

from byways.cli.serve import PORT
from byways.table.server.serve import listen
from tests.command import run


def serve(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "byways", "serve", *arguments, "--db", f"sqlite+aiosqlite:///{folder}/tables.db"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8")


@pytest.mark.slow
def test_serve_prints_its_address_and_stops_on_ctrl_c(tmp_path: Path) -> None:
    with serve(tmp_path, "labyrinth", "--port", "0") as server:
        assert server.stdout is not None
        address = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())
        assert address is not None
        assert "Labyrinth" in httpx.get(address[0]).text
        httpx.post(f"{address[0]}/new", data={"game": "labyrinth"})
        server.send_signal(signal.SIGINT)
        assert (server.wait(10), server.communicate()[1]) == (0, "")


@pytest.mark.slow
def test_an_invalid_proxy_address_is_refused_at_the_start(tmp_path: Path) -> None:
    with serve(tmp_path, "labyrinth", "--port", "0", "--proxy", "proxy.example") as server:
        said = server.communicate(timeout=20)[1]
        assert (server.returncode, "'proxy.example' is not an address" in said) == (2, True)


@pytest.mark.slow
def test_byways_without_arguments_serves_a_database_in_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with subprocess.Popen([sys.executable, "-m", "byways"], stdout=subprocess.PIPE, text=True, encoding="utf-8") as server:
        assert server.stdout is not None
        assert re.match(r"Byways is open at http://127\.0\.0\.1:\d+ \(Ctrl-C closes it\)\.", server.stdout.readline())
        server.send_signal(signal.SIGINT)
        assert server.wait(10) == 0
    assert (tmp_path / "byways" / "tables.db").exists()


@pytest.mark.slow
def test_byways_without_arguments_uses_another_port_if_the_usual_one_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with ExitStack() as taken:
        with suppress(OSError):  # another program has it already
            taken.enter_context(socket.create_server(("127.0.0.1", PORT)))
        with subprocess.Popen([sys.executable, "-m", "byways"], stdout=subprocess.PIPE, text=True, encoding="utf-8") as server:
            assert server.stdout is not None
            address = re.search(r"http://127\.0\.0\.1:(\d+)", server.stdout.readline())
            assert address is not None
            assert int(address[1]) != PORT
            assert httpx.get(address[0]).status_code == 200
            server.send_signal(signal.SIGINT)
            assert server.wait(10) == 0


@pytest.mark.slow
def test_a_database_that_cannot_be_opened_is_explained_in_one_sentence_with_status_2(tmp_path: Path) -> None:
    done = run("serve", "--port", "0", "--db", f"sqlite+aiosqlite:///{tmp_path}/nowhere/tables.db")
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be opened: unable to open database file." in done.stderr.replace("\n", " ")


def test_a_taken_port_is_explained_in_one_sentence_with_status_2() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = run("serve", "--port", str(port))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.replace("\n", " ").strip() == f"Port {port} on 127.0.0.1 is taken by another program; choose another with --port."


def test_accepted_connections_send_without_delay() -> None:
    with listen("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


ALONE = """
import sys
from byways.table.play.tables import Tables
from byways.table.server import serve
from byways.table.server.process import Server
from byways.table.store.store import Store
from byways.table.workers.pool import Workers
Server(Tables([], Store("sqlite+aiosqlite://"), Workers(1)), lambda: None)
print(*sys.modules)
"""


@pytest.mark.slow
def test_a_single_server_does_not_load_modules_for_several() -> None:
    loaded = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True).stdout.split()
    assert "byways.table.server.process" in loaded
    several = ("byways.table.cluster", "byways.table.server.supervisor", "byways.table.http.shared_limits")
    assert [name for name in loaded if name.startswith(several)] == []
