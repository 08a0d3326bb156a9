"""Limits that several processes enforce together."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import product

import pytest

from byways.table.errors import TooMuch
from byways.table.http.limits import WIDE
from byways.table.http.shared_limits import clear, make_memory, shared_limits
from tests.table.clock import FakeClock


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """Memory for two processes, with a fixed hash key so that collisions do not depend on chance."""
    monkeypatch.setattr("secrets.token_bytes", bytes)
    memory = make_memory(2)
    yield memory
    os.close(memory)


def test_a_rate_limit_counts_requests_at_all_processes(memory: int) -> None:
    here, there = (shared_limits(memory, share).tables for share in range(2))
    allowed = [not limit.take("a") for _ in range(25) for limit in (here, there)]
    assert (allowed, there.take("b")) == ([True] * 40 + [False] * 10, 0)


def test_a_refused_request_costs_nothing_at_any_process(memory: int) -> None:
    clock = FakeClock()
    here, there = (shared_limits(memory, share).tables for share in range(2))
    here.clock = there.clock = clock
    allowed = [not limit.take("a") for _ in range(25) for limit in (here, there)]
    waits = here.take("a"), there.take("a")
    clock.now += 2
    assert (allowed.count(True), waits, here.take("a"), there.take("a")) == (40, (2, 2), 0, 2)


def test_the_networks_of_one_site_share_a_wider_budget_at_all_processes(memory: int) -> None:
    here, there = (shared_limits(memory, share).tables for share in range(2))
    clients = [f"2001:db8:1:{number:x}::/64" for number in range(10)]
    allowed = [not limit.take(client) for client in clients for _ in range(20) for limit in (here, there)]
    assert allowed == [True] * 40 * WIDE + [False] * 40 * (len(clients) - WIDE)


def test_streams_of_a_client_and_at_a_table_count_at_all_processes(memory: int) -> None:
    here, there = limits = [shared_limits(memory, share).streams for share in range(2)]
    for number, streams in product(range(30), limits):
        streams.enter("a", f"table {number}")
    for number, streams in product(range(300), limits):
        streams.enter(f"client {number}", "one")
    for streams in limits:
        with pytest.raises(TooMuch, match="at your address"):
            streams.enter("a", "two")
        with pytest.raises(TooMuch, match="Too many people are watching"):
            streams.enter("b", "one")
    there.leave("client 0", "one")
    here.enter("b", "one")
    there.enter("b", "two")
    assert [streams.tables.total() for streams in limits] == [331, 330]  # metrics add up what each process has open


def test_the_counts_of_a_process_that_has_ended_can_be_cleared(memory: int) -> None:
    here, there = (shared_limits(memory, share) for share in range(2))
    for _ in range(3):
        here.connections.add("a", 1)
        there.connections.add("a", 1)
        there.streams.enter("a", "one")
    assert (here.connections.count("a"), here.streams.tables.count("one"), here.streams.clients.count("a")) == (6, 3, 3)
    clear(memory, 1)
    assert (here.connections.count("a"), here.streams.tables.count("one"), here.streams.clients.count("a")) == (3, 0, 0)
    assert shared_limits(memory, 1).connections.count("a") == 3


def test_a_stream_that_has_ended_leaves_no_trace(memory: int) -> None:
    streams = shared_limits(memory, 0).streams
    streams.enter("a", "one")
    streams.leave("a", "one")
    assert (streams.clients, streams.tables, streams.clients.count("a"), streams.tables.count("one")) == ({}, {}, 0, 0)
