"""Limits that several processes keep together."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import product

import pytest

from byways.table.errors import TooMuch
from byways.table.http.shared_limits import clear, make_memory, shared_limits


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A memory for two processes, in which it is not left to chance what shares a slot."""
    monkeypatch.setattr("secrets.token_bytes", bytes)
    memory = make_memory(2)
    yield memory
    os.close(memory)


def test_what_an_address_does_at_one_process_counts_at_another(memory: int) -> None:
    here, there = (shared_limits(memory, share).tables for share in range(2))
    allowed = [pace.allows("a") for _ in range(25) for pace in (here, there)]
    assert (allowed[:40], allowed[-1], there.allows("b")) == ([True] * 40, False, True)


def test_streams_of_an_address_and_at_a_table_count_at_all_processes(memory: int) -> None:
    here, there = crowds = [shared_limits(memory, share).streams for share in range(2)]
    for number, crowd in product(range(30), crowds):
        crowd.enter("a", f"table {number}")
    for number, crowd in product(range(300), crowds):
        crowd.enter(f"address {number}", "one")
    for crowd in crowds:
        with pytest.raises(TooMuch, match="at your address"):
            crowd.enter("a", "two")
        with pytest.raises(TooMuch, match="Too many people are watching"):
            crowd.enter("b", "one")
    there.leave("address 0", "one")
    here.enter("b", "one")
    there.enter("b", "two")
    assert [crowd.tables.total() for crowd in crowds] == [331, 330]  # for what is measured, each knows its own


def test_what_one_process_has_counted_can_be_cleared(memory: int) -> None:
    here, there = (shared_limits(memory, share) for share in range(2))
    for _ in range(3):
        here.connections.add("a", 1)
        there.connections.add("a", 1)
        there.streams.enter("a", "one")
    assert (here.connections.count("a"), here.streams.tables.count("one"), here.streams.addresses.count("a")) == (6, 3, 3)
    clear(memory, 1)
    assert (here.connections.count("a"), here.streams.tables.count("one"), here.streams.addresses.count("a")) == (3, 0, 0)
    assert shared_limits(memory, 1).connections.count("a") == 3


def test_who_has_left_leaves_no_trace(memory: int) -> None:
    crowd = shared_limits(memory, 0).streams
    crowd.enter("a", "one")
    crowd.leave("a", "one")
    assert (crowd.addresses, crowd.tables, crowd.addresses.count("a"), crowd.tables.count("one")) == ({}, {}, 0, 0)
