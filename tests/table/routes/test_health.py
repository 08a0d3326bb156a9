"""Health, readiness and metrics."""

from __future__ import annotations

import logging
import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
import sqlalchemy as sa
from fastapi import Request
from prometheus_client.parser import text_string_to_metric_families

from byways.record import Happen
from byways.table.app import make_app
from byways.table.errors import Unavailable
from byways.table.metrics import ErrorCounter
from byways.table.play.tables import Tables
from byways.table.routes.health import may_monitor
from byways.table.store import sqlite
from byways.table.store import store as store_module
from tests.table.conftest import emptied
from tests.table.serving import ServerThread, await_seat, choose, wait_for
from tests.table.store.test_database import FULL as FULL_DISK
from tests.table.store.test_database import READ_ONLY as READ_ONLY_DATABASE
from tests.table.store.test_sqlite import limit_pages
from tests.table.tables import OpenTables, stored


@pytest.mark.parametrize(
    ("address", "headers", "may"),
    [
        ("127.0.0.1", {}, True),
        ("::1", {}, True),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, False),  # an unnamed proxy
        ("127.0.0.1", {"via": "1.1 proxy"}, False),
        ("192.0.2.7", {}, False),
        ("10.1.2.3", {}, True),
        ("10.1.2.3", {"x-forwarded-for": "10.1.2.3"}, True),
        ("2001:db8::1", {}, False),
        ("somebody", {}, False),
    ],
)
def test_only_this_machine_and_named_monitors_may_read_metrics(address: str, headers: Mapping[str, str], may: bool) -> None:
    sent = [(name.encode(), value.encode()) for name, value in headers.items()]
    assert may_monitor(Request({"type": "http", "client": (address, 1), "headers": sent}), ["10.0.0.0/8"]) is may


def test_strangers_get_only_the_health_check(server: ServerThread) -> None:
    with server.client(x_forwarded_for="192.0.2.7") as stranger:
        answers = {path: stranger.get(path).status_code for path in ("/healthz", "/readyz", "/metrics")}
    assert answers == {"/healthz": 200, "/readyz": 404, "/metrics": 404}


def measured(client: httpx.Client) -> dict[str, float]:
    """The sum of each metric over its labels."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(client.get("/metrics").text):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0.0) + sample.value
    return found


def test_metrics_count_activity_and_name_no_one(server: ServerThread, ann: httpx.Client) -> None:
    before = measured(ann)
    table = server.new(ann, game="labyrinth", others="bot:random", name_0="Zephyrine")
    with ann.stream("GET", f"/play/{table.id}/stream") as stream:
        lines = stream.iter_lines()  # kept, because it closes the stream when it is collected
        next(lines)
        await_seat(table, 0)
        assert choose(ann, table, 0, "pass").status_code == 204
        wait_for(lambda: measured(ann).get("byways_bot_seconds_count", 0) > before.get("byways_bot_seconds_count", 0))
        ErrorCounter(logging.ERROR).handle(logging.makeLogRecord({}))
        after = measured(ann)
    assert (after["byways_tables"], after["byways_streams"], after["byways_bots_waiting"]) == (1, 1, 0)
    for name in ("byways_choices_total", "byways_append_seconds_count", "byways_errors_total"):
        assert after[name] > before[name]
    assert not re.search(f"{table.id}|Zephyrine", ann.get("/metrics").text)


async def test_a_server_is_ready_while_its_database_answers_and_has_this_version(tables: Tables) -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(make_app(tables)), base_url="http://here") as monitor:

        async def asked() -> tuple[int, str]:
            answer = await monitor.get("/readyz")
            return answer.status_code, answer.text

        assert await asked() == (200, "ready\n")
        async with tables.store.engine.begin() as connection:
            await connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
        status, said = await asked()
        assert (status, "was used by a later version" in said) == (503, True)
        tables.closed = True
        assert await asked() == (503, "stopping\n")


async def readiness(tables: Tables) -> tuple[int, str]:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(make_app(tables)), base_url="http://here") as monitor:
        answer = await monitor.get("/readyz")
        return answer.status_code, answer.text


READY, FULL, READ_ONLY = (200, "ready\n"), (503, f"{FULL_DISK}\n"), (503, f"{READ_ONLY_DATABASE}\n")


async def test_a_server_is_unready_after_a_write_that_found_the_disk_full(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tables.store
    await store.add(stored())
    limit_pages(store, 1)  # no page more than there are
    with pytest.raises(Unavailable):
        await store.append("one", 0, [Happen("1" * 100_000)], 6.0)
    assert await readiness(tables) == FULL
    limit_pages(store, 100_000)
    assert await readiness(tables) == FULL
    await store.append("one", 0, [Happen("1")], 6.0)
    assert await readiness(tables) == READY


async def test_a_server_without_requests_is_ready_again_once_its_own_write_succeeds(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "SUSPICION", 0.0)
    tables.store.diagnose(no_room := full())
    monkeypatch.setattr(store_module, "touch", raising(no_room))
    assert await readiness(tables) == FULL
    monkeypatch.undo()
    monkeypatch.setattr(store_module, "SUSPICION", 0.0)
    assert [await readiness(tables) for _ in range(2)] == [READY] * 2


def full() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    return error


def raising(error: Exception) -> Callable[[object], None]:
    def work(_: object) -> None:
        raise error

    return work


async def test_a_server_with_too_little_room_on_its_disk_is_unready(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "disk_usage", lambda folder: SimpleNamespace(free=sqlite.MIN_FREE - 1))
    assert await readiness(tables) == FULL
    monkeypatch.setattr(sqlite, "disk_usage", lambda folder: SimpleNamespace(free=sqlite.MIN_FREE))
    assert await readiness(tables) == READY


async def test_a_server_whose_file_can_only_be_read_is_unready(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: not mode & os.W_OK)
    assert await readiness(tables) == READ_ONLY


async def test_readiness_writes_nothing_while_writes_succeed(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "touch", raising(AssertionError("It has written.")))
    assert [await readiness(tables) for _ in range(3)] == [READY] * 3


async def test_a_server_on_a_postgresql_that_refuses_writes_is_unready(postgres: str, open_tables: OpenTables) -> None:
    await emptied(postgres)
    tables = await open_tables(at=postgres)
    assert await readiness(tables) == READY
    async with tables.store.engine.begin() as connection:
        await connection.execute(sa.text("ALTER ROLE postgres SET default_transaction_read_only = on"))
    tables.store.driver.close()  # the setting applies to new connections
    try:
        assert await readiness(tables) == READ_ONLY
    finally:
        async with tables.store.engine.begin() as connection:
            await connection.execute(sa.text("SET TRANSACTION READ WRITE"))
            await connection.execute(sa.text("ALTER ROLE postgres RESET default_transaction_read_only"))
    tables.store.driver.close()
    assert await readiness(tables) == READY


@pytest.mark.slow
def test_one_process_reports_the_metrics_of_all(tmp_path: Path) -> None:
    counting = "from byways.table import metrics; metrics.CHOICES.inc(); metrics.TABLES.set(2)"
    telling = "from byways.table import metrics; print(metrics.text().decode())"
    together = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    first = subprocess.Popen([sys.executable, "-c", f"{counting}; input()"], env=together, stdin=subprocess.PIPE)
    wait_for(lambda: len([*tmp_path.iterdir()]) >= 2)
    told = subprocess.run([sys.executable, "-c", f"{counting}; {telling}"], env=together, capture_output=True, text=True, check=True).stdout
    first.communicate(b"\n")
    assert "byways_choices_total 2.0" in told
    assert "byways_tables 4.0" in told
