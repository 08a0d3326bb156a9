"""Limits for each client."""

from __future__ import annotations

import pytest

from byways.table.errors import TooMuch
from byways.table.http.limits import CLIENTS, WIDE, RateLimit, StreamLimit, client_of
from tests.table.clock import FakeClock


def allowed(limit: RateLimit, client: str, times: int) -> int:
    return sum(not limit.take(client) for _ in range(times))


def test_a_burst_is_followed_by_a_steady_rate() -> None:
    clock = FakeClock()
    limit = RateLimit(3, 50, clock)
    assert allowed(limit, "a", 5) == 3
    assert allowed(limit, "b", 1) == 1
    clock.now += 0.04
    assert allowed(limit, "a", 5) == 2


@pytest.mark.parametrize(("per_second", "seconds"), [(80, 9), (1, 59)])
def test_a_client_that_keeps_asking_gets_the_whole_rate(per_second: int, seconds: int) -> None:
    clock = FakeClock()
    limit = RateLimit(40, 0.5, clock)
    assert allowed(limit, "a", 100) == 40
    passed = 0
    for _ in range(per_second * seconds):
        clock.now += 1 / per_second
        passed += not limit.take("a")
    assert passed == seconds // 2


def test_a_client_that_waits_as_told_gets_in() -> None:
    clock = FakeClock()
    limit = RateLimit(2, 0.5, clock)
    assert allowed(limit, "a", 3) == 2
    clock.now += 0.5
    assert (limit.take("a"), TooMuch("wrong.too-much", limit.take("a")).retry_after) == (1.5, 2)
    clock.now += 1.5
    assert (limit.take("a"), limit.take("a")) == (0, 2)


def test_only_the_client_that_was_away_longest_is_forgotten() -> None:
    clock = FakeClock()
    limit = RateLimit(1, 0.001, clock)
    for number in range(CLIENTS):
        limit.take(f"client {number}")
    limit.take("client 0")  # refused, which does not count as use
    limit.take("one more")
    assert (limit.take("client 1") > 0, limit.take(f"client {CLIENTS - 1}") > 0, limit.take("client 0")) == (True, True, 0)


def test_the_networks_of_one_site_share_a_wider_budget() -> None:
    clock = FakeClock()
    limit = RateLimit(40, 0.5, clock)
    passed = sum(allowed(limit, f"2001:db8:1:{number:x}::/64", 40) for number in range(20))
    assert passed == 40 * WIDE
    assert allowed(limit, "2001:db8:2:1::/64", 50) == 40
    clock.now += 2
    assert sum(allowed(limit, f"2001:db8:1:{number:x}::/64", 40) for number in range(20)) == WIDE


def test_streams_are_limited_for_a_client_and_for_a_table() -> None:
    streams = StreamLimit(per_client=2, per_table=3)
    streams.enter("a", "one")
    streams.enter("a", "two")
    with pytest.raises(TooMuch, match="at your address"):
        streams.enter("a", "one")
    streams.enter("b", "one")
    streams.enter("c", "one")
    with pytest.raises(TooMuch, match="Too many people are watching"):
        streams.enter("d", "one")
    streams.leave("a", "one")
    streams.enter("d", "one")


def test_streams_are_limited_for_all_networks_of_a_site() -> None:
    streams = StreamLimit(per_client=2)
    for number in range(2 * WIDE):
        streams.enter(f"2001:db8:1:{number:x}::/64", "one")
    with pytest.raises(TooMuch, match="at your address"):
        streams.enter("2001:db8:1:ff::/64", "one")
    streams.enter("2001:db8:2:1::/64", "one")


def test_a_stream_that_has_ended_leaves_no_trace() -> None:
    streams = StreamLimit()
    streams.enter("2001:db8:1:1::/64", "one")
    streams.leave("2001:db8:1:1::/64", "one")
    assert (streams.clients, streams.tables) == ({}, {})


@pytest.mark.parametrize(
    ("address", "client"),
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
def test_an_ipv6_network_of_64_bits_is_one_client(address: str, client: str) -> None:
    assert client_of({"client": (address, 1)}) == client


def test_requests_without_an_address_come_from_one_client() -> None:
    assert client_of({"client": None}) == client_of({}) == ""
    assert RateLimit(1, 1).take("") == 0
