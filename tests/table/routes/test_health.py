"""What those who run a server can ask it, and who may."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from fastapi import Request
from prometheus_client.parser import text_string_to_metric_families

from byways.table.app import make_app
from byways.table.metrics import ErrorCounter
from byways.table.play.tables import Tables
from byways.table.routes.health import may_monitor
from tests.table.serving import ServerThread, await_seat, choose, wait_for


@pytest.mark.parametrize(
    ("address", "headers", "may"),
    [
        ("127.0.0.1", {}, True),
        ("::1", {}, True),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}, False),  # a proxy that nobody has named
        ("127.0.0.1", {"via": "1.1 proxy"}, False),
        ("192.0.2.7", {}, False),
        ("10.1.2.3", {}, True),
        ("10.1.2.3", {"x-forwarded-for": "10.1.2.3"}, True),
        ("2001:db8::1", {}, False),
        ("somebody", {}, False),
    ],
)
def test_only_this_machine_and_named_monitors_may_look_inside(address: str, headers: Mapping[str, str], may: bool) -> None:
    sent = [(name.encode(), value.encode()) for name, value in headers.items()]
    assert may_monitor(Request({"type": "http", "client": (address, 1), "headers": sent}), ["10.0.0.0/8"]) is may


def test_strangers_hear_that_it_answers_and_no_more(server: ServerThread) -> None:
    with server.client(x_forwarded_for="192.0.2.7") as stranger:
        answers = {path: stranger.get(path).status_code for path in ("/healthz", "/readyz", "/metrics")}
    assert answers == {"/healthz": 200, "/readyz": 404, "/metrics": 404}


def measured(client: httpx.Client) -> dict[str, float]:
    """The sum of each measure over its labels."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(client.get("/metrics").text):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0.0) + sample.value
    return found


def test_what_goes_on_is_counted_and_nobody_is_named(server: ServerThread, ann: httpx.Client) -> None:
    before = measured(ann)
    table = server.new(ann, game="labyrinth", others="bot:random", name_0="Zephyrine")
    with ann.stream("GET", f"/play/{table.id}/stream") as stream:
        lines = stream.iter_lines()  # which would close the stream if nobody kept it
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


async def test_it_is_ready_while_the_database_answers_and_is_of_this_version(tables: Tables) -> None:
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


@pytest.mark.slow
def test_one_process_tells_of_all(tmp_path: Path) -> None:
    counting = "from byways.table import metrics; metrics.CHOICES.inc(); metrics.TABLES.set(2)"
    telling = "from byways.table import metrics; print(metrics.text().decode())"
    together = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    first = subprocess.Popen([sys.executable, "-c", f"{counting}; input()"], env=together, stdin=subprocess.PIPE)
    wait_for(lambda: len([*tmp_path.iterdir()]) >= 2)
    told = subprocess.run([sys.executable, "-c", f"{counting}; {telling}"], env=together, capture_output=True, text=True, check=True).stdout
    first.communicate(b"\n")
    assert "byways_choices_total 2.0" in told
    assert "byways_tables 4.0" in told
