"""The log of a server, which contains no secret."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from byways.table.seats import hash_of
from byways.table.store.store import file_url
from tests.command import spawn
from tests.table.serving import link_in

pytestmark = pytest.mark.slow


@pytest.fixture
def server(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "byways", "serve", "labyrinth", "--port", "0", "--log-json", "--db", file_url(tmp_path / "tables.db")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.kill()


def test_start_stop_and_errors_are_json_lines_without_secrets(server: subprocess.Popen[str], tmp_path: Path) -> None:
    assert server.stderr is not None
    opened = json.loads(server.stderr.readline())
    address = re.search(r"http://\S+\d", opened["message"])
    assert address is not None
    with httpx.Client(base_url=address[0], follow_redirects=True, timeout=20) as ann:
        page = ann.post("/new", data={"game": "labyrinth", "seat-0": "me", "seat-1": "free", "name-0": "Zephyrine"})
        link, secret = link_in(page.text)[0], ann.cookies["me"]
        with closing(sqlite3.connect(tmp_path / "tables.db")) as database:
            seeds = [seed for (seed,) in database.execute("SELECT seed FROM tables")]
            database.execute("ALTER TABLE seats RENAME TO elsewhere")
        answers = [ann.post("/new", data={"game": "labyrinth", "name-0": "Zephyrine"}), ann.post(link, data={"name": "Zephyrine"})]
        assert [answer.status_code for answer in answers] == [503, 503]
        assert "byways_errors_total 1.0" in ann.get("/metrics").text
    os.kill(server.pid, signal.SIGTERM)
    out, err = server.communicate(timeout=20)
    lines = [opened, *map(json.loads, err.splitlines())]
    assert [line["level"] for line in lines] == ["info", "error", "info"]
    assert lines[1]["message"].startswith("The database")
    assert lines[1]["traceback"].startswith("Traceback")
    assert lines[-1]["message"] == "Byways is closed."
    assert all(hidden not in err for hidden in (secret, hash_of(secret), link.rsplit("/", 1)[1], "Zephyrine", *seeds, "[parameters"))
    assert out == ""


def test_a_failed_start_is_logged_too() -> None:
    done = spawn("serve", "labyrinth", "--port", "0", "--log-json", "--db", "nonsense:hush")
    line = json.loads(done.stderr)
    assert (done.returncode, line["level"], "not the address of a database" in line["message"]) == (2, "error", True)
