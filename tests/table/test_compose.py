"""`deploy/compose.yaml` is valid, and its services work together as processes with the same commands and settings."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from compose_spec import PyCompose

from tests.table.postgres import Postgres
from tests.table.proxies import DEPLOY, Caddy
from tests.table.serving import UNSEALED, ask, choices_of, free_port, play_on, wait_for

TEXT = (DEPLOY / "compose.yaml").read_text()
SERVICES: dict[str, dict[str, Any]] = PyCompose.from_yaml(TEXT).to_dict()["services"]
SOCKET = "/run/postgresql"
ANN = {"authorization": f"Bearer {'a' * 32}"}


def test_the_file_is_valid() -> None:
    PyCompose.from_yaml(TEXT).validate()
    with pytest.raises(ValueError, match="readonly"):
        PyCompose.from_yaml(TEXT.replace("read_only:", "readonly:"))
    with pytest.raises(ValueError, match="volume `socket`"):
        PyCompose.from_yaml(TEXT.replace("  socket:\n", "")).validate()


def test_byways_can_write_only_to_volumes() -> None:
    byways = SERVICES["byways"]
    assert (byways["read_only"], byways["tmpfs"], byways["user"], byways["cap_drop"]) == (True, "/tmp", "10001:10001", ["ALL"])
    user = re.search(r"^USER (.*)$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    assert user is not None
    assert user[1] == byways["user"]


def test_only_caddy_is_reachable_from_outside() -> None:
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["caddy"]
    assert SERVICES["database"]["network_mode"] == "none"


class Database(Postgres):
    """The service `database`."""

    def __init__(self) -> None:
        super().__init__()
        self.user = SERVICES["database"]["environment"]["POSTGRES_USER"]
        for command in (["createuser", "--superuser"], ["createdb", f"--owner={self.user}"]):
            self.run(*command, "--host", self.socket, "--username", "postgres", self.user)

    def run(self, program: str, *arguments: str) -> None:
        subprocess.run([self.tool(program), *arguments], check=True, capture_output=True)

    def restore(self, backup: Path) -> None:
        """Back up and restore, as described in `docs/run-a-server.md`."""
        known = ["--host", self.socket, f"--username={self.user}"]
        self.run("pg_dump", *known, "--format=custom", f"--file={backup}", self.user)
        self.run("pg_restore", *known, f"--dbname={self.user}", "--clean", "--if-exists", str(backup))

    def is_healthy(self) -> bool:
        how, program, *arguments = SERVICES["database"]["healthcheck"]["test"]
        assert how == "CMD"
        here = [self.socket if argument == "127.0.0.1" else argument for argument in arguments]
        return subprocess.run([self.tool(program), *here], capture_output=True).returncode == 0


@contextmanager
def byways(database: Database, port: int) -> Iterator[None]:
    """The service `byways` on this machine, until it is stopped."""
    moved = {"0.0.0.0": "127.0.0.1"}
    command = [moved.get(part, part).replace(SOCKET, database.socket) for part in SERVICES["byways"]["command"]]
    process = subprocess.Popen([sys.executable, "-m", "byways", *command, "--port", str(port)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert any(f"http://127.0.0.1:{port}" in line for line in process.stdout)  # the output ends if it does not start
    try:
        yield
    finally:
        process.terminate()
        process.communicate()


@pytest.fixture
def database() -> Iterator[Database]:
    database = Database()
    yield database
    database.close()


@pytest.fixture
def caddy(tmp_path: Path) -> Iterator[tuple[Caddy, int]]:
    """The service `caddy` at its default site, and the port where it expects Byways."""
    site = re.fullmatch(r"\$\{BYWAYS_SITE:-(.*)\}", SERVICES["caddy"]["environment"]["BYWAYS_SITE"])
    assert site is not None
    port = free_port()
    caddy = Caddy(tmp_path, port, site[1])
    yield caddy, port
    caddy.close()


@pytest.mark.long
@pytest.mark.database
def test_the_services_play_a_game_together_and_store_it(database: Database, caddy: tuple[Caddy, int], tmp_path: Path) -> None:
    proxy, port = caddy
    wait_for(database.is_healthy)
    with httpx.Client(base_url=f"http://localhost:{proxy.port}", headers=ANN, timeout=20, verify=UNSEALED) as ann:
        assert ann.get("/").status_code == 502
        with byways(database, port):
            assert ann.get("/readyz").status_code == 404  # not for visitors
            table = f"/api/tables/{ask(ann, '/api/tables', game='traxx', seats=['me', 'bot:easy'])['table']}"
            assert play_on(ann, table, choices=3) == 3
            chosen = choices_of(ann, table, seat=0)
        database.restore(tmp_path / "byways.dump")
        with byways(database, port):
            assert len(chosen) == 3
            assert choices_of(ann, table, seat=0) == chosen
            assert play_on(ann, table, choices=200) < 200
    database.stop()
    assert not database.is_healthy()
