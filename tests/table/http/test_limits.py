"""How much one address may do, and how many may look."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from itertools import product

import pytest

from byways.table.errors import TooMuch
from byways.table.http.limits import Crowd, Pace, clear, client_of, make_memory, shared_limits


def test_too_much_at_once_is_told_to_wait() -> None:
    pace = Pace(3, 50)
    assert [pace.allows("a") for _ in range(4)] == [True, True, True, False]
    assert pace.allows("b")
    time.sleep(0.05)
    assert pace.allows("a")


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


def test_streams_are_limited_for_an_address_and_for_a_table() -> None:
    crowd = Crowd(from_one_address=2, at_one_table=3)
    crowd.enter("a", "one")
    crowd.enter("a", "two")
    with pytest.raises(TooMuch, match="at your address"):
        crowd.enter("a", "one")
    crowd.enter("b", "one")
    crowd.enter("c", "one")
    with pytest.raises(TooMuch, match="Too many people are watching"):
        crowd.enter("d", "one")
    crowd.leave("a", "one")
    crowd.enter("d", "one")


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("unknown", "unknown"),
    ],
)
def test_an_ipv6_network_counts_as_one_address(address: str, counts_as: str) -> None:
    assert client_of({"client": (address, 1)}) == counts_as


def test_who_has_left_leaves_no_trace(memory: int) -> None:
    for crowd in (Crowd(), shared_limits(memory, 0).streams):
        crowd.enter("a", "one")
        crowd.leave("a", "one")
        assert (crowd.addresses, crowd.tables, crowd.addresses.count("a"), crowd.tables.count("one")) == ({}, {}, 0, 0)
