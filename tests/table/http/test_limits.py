"""How much one address may do, and how many may look."""

from __future__ import annotations

import time

import pytest

from byways.table.errors import TooMuch
from byways.table.http.limits import Crowd, Pace, client_of


def test_too_much_at_once_is_told_to_wait() -> None:
    pace = Pace(3, 50)
    assert [pace.allows("a") for _ in range(4)] == [True, True, True, False]
    assert pace.allows("b")
    time.sleep(0.05)
    assert pace.allows("a")


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
    assert (crowd.addresses, crowd.tables, crowd.addresses.count("a"), crowd.tables.count("one")) == ({}, {}, 0, 0)
