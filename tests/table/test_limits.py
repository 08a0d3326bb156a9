"""How much one address may do, and how many may look."""

from __future__ import annotations

import os
import sys
import time
from subprocess import PIPE, Popen

import pytest

from byways.table.complaints import TooMuch
from byways.table.limits import Crowd, Pace, client_of, make_memory, shared_limits


def test_too_much_at_once_is_told_to_wait() -> None:
    pace = Pace(3, 50)
    assert [pace.allows("a") for _ in range(4)] == [True, True, True, False]
    assert pace.allows("b")
    time.sleep(0.05)
    assert pace.allows("a")


def test_what_an_address_does_at_one_process_counts_at_another() -> None:
    memory = make_memory()
    here, there = shared_limits(memory).tables, shared_limits(memory).tables
    allowed = [pace.allows("a") for _ in range(25) for pace in (here, there)]
    assert (allowed[:40], allowed[-1], there.allows("b")) == ([True] * 40, False, True)
    os.close(memory)


OTHER = """
import sys
from byways.table.limits import shared_limits
crowd = shared_limits(int(sys.argv[1])).streams
for number in range(59):
    crowd.enter("a", f"table {number}")
print(flush=True)
sys.stdin.read()
"""


def test_streams_of_an_address_count_at_all_processes_as_long_as_they_live() -> None:
    memory = make_memory()
    command = [sys.executable, "-c", OTHER, str(memory)]
    with Popen(command, pass_fds=[memory], stdin=PIPE, stdout=PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        here = shared_limits(memory).streams
        here.enter("a", "one")
        with pytest.raises(TooMuch, match="at your address"):
            here.enter("a", "two")
        here.enter("b", "two")
        other.kill()
    shared_limits(memory).streams.enter("a", "two")
    os.close(memory)


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


def test_who_has_left_leaves_no_trace() -> None:
    crowd = Crowd()
    crowd.enter("a", "one")
    crowd.leave("a", "one")
    assert (crowd.addresses, crowd.tables) == ({}, {})
