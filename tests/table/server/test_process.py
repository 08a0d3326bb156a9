"""A server process that is stopped or killed loses nothing."""

from __future__ import annotations

import logging
import re
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from byways.record import Choose
from byways.table.server.process import WarningDigest
from byways.table.store.store import Store, file_url
from tests import toy
from tests.table.clock import FakeClock
from tests.table.serving import ServerProcess, ServerThread, send_raw, wait_for
from tests.table.tables import log_of


@pytest.mark.database
def test_a_server_that_is_stopped_ends_its_streams_before_it_waits_for_requests(tmp_path: Path) -> None:
    server = ServerThread(tmp_path, [toy.GAME])
    with server.client() as ann, ann.stream("GET", f"/play/{server.new(ann).id}/stream") as response:
        lines = response.iter_lines()
        next(lines)
        server.close()
        assert list(lines)[-1] == ""  # a whole event, because a stream cut off after the grace period ends inside a chunk


def seen_by(page: str) -> tuple[str, list[str]]:
    number = re.search(r'id="seen"[^>]* value="(\d+)"', page)
    assert number is not None
    return number[1], re.findall(r'data-choice="([^"]+)"', page)


def wait_for_offer(client: httpx.Client, path: str) -> tuple[str, list[str]]:
    """The choices of seat 0; none if the game is over, which random play may soon bring about."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        page = client.get(path).text
        number, offered = seen_by(page)
        if offered or 'id="places"' in page:
            return number, [choice for choice in offered if choice != "pass"]
        time.sleep(0.1)  # for the bot in the other process
    raise AssertionError("The bot does not play on.")


@pytest.mark.long
async def test_a_server_killed_at_any_moment_loses_no_accepted_choice_and_plays_on(tmp_path: Path) -> None:
    rng, accepted = Random(5), list[str]()
    with ServerProcess(tmp_path) as served, httpx.Client(follow_redirects=True, timeout=20) as client:
        path = str(client.post(f"{served.address}/new", data={"game": "labyrinth", "others": "bot:random"}).url)
        for _ in range(4):
            for _ in range(rng.randint(2, 5)):
                number, offered = wait_for_offer(client, path)
                if not offered:
                    break
                answer = client.post(f"{path}/choose", data={"choice": (choice := rng.choice(offered)), "seen": number})
                assert answer.status_code == 204, answer.text
                accepted.append(choice)
            served.kill()
            served.start()
    entries = await read_log(served.file, path.rsplit("/", 1)[1])
    assert [entry.choice for entry in entries if isinstance(entry, Choose) and entry.seat == 0] == accepted
    turns = [entry.seat for entry in entries if isinstance(entry, Choose) and (entry.choice == "pass" or entry.choice.startswith("walk"))]
    assert turns == [number % 2 for number in range(len(turns))]  # no turn of the bot is lost or repeated
    assert turns.count(0) == sum(choice.startswith("walk") for choice in accepted)


async def read_log(file: Path, name: str) -> list[Any]:
    store = Store(file_url(file))
    entries = [timed.entry for timed in await log_of(store, name)]
    await store.close()
    return entries


def test_warnings_of_uvicorn_are_reported_once_a_minute_with_a_count(caplog: pytest.LogCaptureFixture) -> None:
    clock, logger = FakeClock(), logging.Logger("uvicorn.error")
    digest = WarningDigest(clock)
    logger.addFilter(digest)
    logger.addHandler(caplog.handler)
    for minute in range(3):
        for _ in range(100):
            logger.warning("Invalid HTTP request received.")
            clock.now += 0.5
            digest.report()
        logger.error("An error of minute %d.", minute)
        clock.now += 10
        digest.report()
    assert [record.getMessage() for record in caplog.records] == [
        "Invalid HTTP request received. (1 since the last report)",
        "An error of minute 0.",
        "Invalid HTTP request received. (100 since the last report)",
        "An error of minute 1.",
        "Invalid HTTP request received. (100 since the last report)",
        "An error of minute 2.",
    ]


def test_invalid_requests_are_counted_instead_of_logged(server: ServerThread, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(20):
        assert send_raw(server, b"nonsense\r\n\r\n").startswith(b"HTTP/1.1 400 ")
    wait_for(lambda: not server.connections.connections)
    assert len([record for record in caplog.records if record.getMessage().startswith("Invalid HTTP")]) <= 1


@pytest.mark.database
@pytest.mark.skipif(sys.platform != "linux", reason="Only Linux has several loopback addresses.")
def test_forwarded_addresses_count_from_trusted_proxies_only(tmp_path: Path) -> None:
    said = {"x_forwarded_for": "192.0.2.7", "x_forwarded_proto": "https"}
    for proxies, believed in ((("127.0.0.2",), True), (("127.0.0.0/30",), True), (("127.0.0.3",), False), ((), False)):
        with ServerThread(tmp_path, [toy.GAME], proxies=proxies) as server, server.client("127.0.0.2", **said) as ann:
            answer = ann.post("/new", data={"game": "tuck"}, follow_redirects=False)
            assert ("Secure" in answer.headers["set-cookie"]) is believed
            assert list(server.limits.posts.full_at) == ["192.0.2.7" if believed else "127.0.0.2"]


def test_a_client_on_this_machine_cannot_forge_its_address(server: ServerThread) -> None:
    with server.client(x_forwarded_for="192.0.2.7") as ann:
        ann.get("/")
    assert "192.0.2.7" not in server.limits.gets.full_at
