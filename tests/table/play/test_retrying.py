"""Trying again from the start of the last act, at a new table."""

from __future__ import annotations

import httpx
import pytest

from byways.record import Choose
from byways.table.play.retrying import can_retry
from byways.table.play.table import Table
from tests.table.reviews import finished
from tests.table.serving import ServerThread, wait_for


@pytest.fixture
def table(server: ServerThread, ann: httpx.Client) -> Table:
    """A game against a bot."""
    return server.new(ann, game="labyrinth", others="bot:random")


def act(server: ServerThread, table: Table, *steps: str) -> None:
    for step in steps:
        server.do(table.choose(0, table.match.screens[0].number, step))
    wait_for(lambda: bool(table.match.screens[0].view.choices) and not table.match.screens[0].view.act)


def chosen(table: Table) -> list[str]:
    return [entry.choice for entry in table.match.entries if isinstance(entry, Choose) and entry.seat == 0]


def test_a_new_table_continues_from_the_start_of_the_last_act(server: ServerThread, table: Table, ann: httpx.Client) -> None:
    act(server, table, *whole(table))
    before = list(table.match.entries)
    act(server, table, *whole(table))
    assert 'id="retry"' in ann.get(f"/play/{table.id}").text
    again = server.table(ann.post(f"/play/{table.id}/retry").url)
    assert again.id != table.id
    assert again.match.entries == before
    assert [seat.bot for seat in again.seats] == [None, "random"]
    assert again.match.screens[0].view.choices
    assert len(chosen(table)) == 6  # the game itself stays unchanged


def whole(table: Table) -> list[str]:
    """A slide, and the walk that comes first after it."""
    position, act = table.match.position, list[str]()
    for kind in ("slide", "insert", "walk"):
        choice = next(choice for choice in position.choices(0) if str(choice).startswith(kind))
        position, act = position.choose(0, choice), [*act, str(choice)]
    return act


def test_nothing_is_offered_before_the_first_act(table: Table, ann: httpx.Client) -> None:
    assert not can_retry(table, 0)
    assert ann.post(f"/play/{table.id}/retry").status_code == 403


@pytest.mark.parametrize("fields", [{"clock": "600"}, {"seat_0": "me", "seat_1": "me"}, {"seat_0": "me", "seat_1": "program"}])
def test_nothing_is_offered_with_a_clock_or_with_people(server: ServerThread, ann: httpx.Client, fields: dict[str, str]) -> None:
    given = {"others": "bot:random"} if "clock" in fields else {}
    table = server.new(ann, game="labyrinth", **given, **fields)
    server.do(table.choose(0, table.match.screens[0].number, "pass"))
    assert not can_retry(table, 0)
    assert ann.post(f"/play/{table.id}/retry?seat=0").status_code == 403


def test_the_result_says_that_the_game_went_on_from_an_earlier_one(server: ServerThread, ann: httpx.Client) -> None:
    once, again = finished(server, "labyrinth-1")[0], finished(server, "long_road-1", begun=True)[0]
    pages = [ann.get(f"/play/{table.id}").text for table in (once, again)]
    assert ["so it does not count" in page for page in pages] == [False, True]


def test_spectators_and_strangers_cannot_try_again(server: ServerThread, table: Table, bob: httpx.Client) -> None:
    act(server, table, "pass")
    assert not can_retry(table, None)
    assert bob.post(f"/play/{table.id}/retry").status_code == 403


def test_an_act_that_was_taken_back_and_begun_again_begins_where_it_began_again(server: ServerThread, table: Table) -> None:
    screen = table.match.screens[0]
    slides = [str(choice) for choice in screen.view.choices if str(choice).startswith("slide")]
    server.do(table.choose(0, screen.number, slides[0]))
    server.do(table.undo(0, screen.number))
    number = screen.number
    act(server, table, "pass")
    assert screen.last_act == number
