"""A visitor's tables and results, and the next game that waits."""

from __future__ import annotations

import re
from html import unescape

import httpx
import pytest

from byways.game import Outcome, find_game
from byways.record import Remove
from byways.table.play.progress import opponents
from byways.table.routes.my_tables import PAGE, Against, GameRecord, record, row, state
from byways.table.seats import Seat
from byways.table.store.listings import Listing
from tests.table.serving import ServerThread, await_seat, choose, link_in, wait_for
from tests.table.tables import enter

ME, OTHER = "m" * 64, "o" * 64
MINE, ANN, HARD, EASY = (
    Seat("person", holder=ME),
    Seat("person", holder=OTHER, name="Ann"),
    Seat("bot", bot="hard"),
    Seat("bot", bot="easy"),
)
GAME = find_game("traxx")


def ended(outcome: Outcome | None, *seats: Seat) -> Listing:
    return Listing("one", GAME.name, 0.0, 1.0, seats, outcome=outcome)


def test_dates_are_written_in_the_viewers_language() -> None:
    one = Listing("one", GAME.name, 0.0, 1e9, (MINE, ANN))
    days = [row({}, one, ME, language).ended for language in ("en", "de", "it")]
    assert days == ["Sep 9, 2001", "09.09.2001", "9 set 2001"]


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (ended(Outcome((1, 2), ""), MINE, ANN), "You won."),
        (ended(Outcome((2, 1), "", scores=(3, 4)), MINE, ANN), "You lost to Ann."),
        (ended(Outcome((2, 1), "", removed=(0,)), MINE, ANN), "You left the game."),
        (ended(Outcome((2, 1), ""), MINE, MINE), "Fox wins."),  # two players at one screen
        (ended(None, MINE, ANN), "The game was ended."),
        (ended(None, Seat("bot", bot="hard", former=ME), ANN), "The host gave your seat to a bot."),
        (Listing("one", GAME.name, 0.0, None, (MINE, ANN), awaited={0: 5.0, 1: 4.0}), "Your turn"),
        (Listing("one", GAME.name, 0.0, None, (MINE, ANN), awaited={1: 4.0}), "Waiting for Ann."),
        (Listing("one", GAME.name, 0.0, None, (MINE, Seat("free")), awaited={1: 4.0}), "Waiting for a player to sit down."),
        (Listing("one", GAME.name, 0.0, None, (Seat("bot", "hard", holder=ME), ANN), awaited={0: 4.0}), "A bot plays for you."),
    ],
)
def test_a_row_shows_whose_turn_it_is_or_how_the_game_ended_for_me(one: Listing, said: str) -> None:
    assert state(GAME, one, ME, "en") == said


def test_a_table_of_a_game_that_is_not_served_is_listed_as_such() -> None:
    assert state(None, ended(None, MINE, ANN), ME, "en") == "This game is no longer available here."


@pytest.mark.parametrize(
    ("others", "who"),
    [
        ((), "alone"),
        ((HARD, HARD), "hard"),
        ((HARD, EASY), "bots"),
        ((HARD, ANN), "people"),
        ((Seat("bot", "hard", holder=OTHER),), "people"),  # it stands in for a person
        ((Seat("bot", "hard", former=OTHER),), "people"),
        ((Seat("program"), HARD), "programs"),
    ],
)
def test_opponents_are_people_if_there_is_one_and_otherwise_bots_by_name(others: tuple[Seat, ...], who: str) -> None:
    assert opponents((MINE, *others), 0) == who


def test_the_record_counts_by_game_and_opponents_with_the_strongest_bot_first() -> None:
    won, lost, shared = Outcome((1, 2), ""), Outcome((2, 1), ""), Outcome((1, 1), "")
    finished = [
        *(ended(outcome, MINE, HARD) for outcome in (won, lost, lost, shared)),
        ended(won, MINE, EASY),
        ended(Outcome((1, 2), "", removed=(0,)), MINE, ANN),  # a player who left has lost
        ended(Outcome((1,), "", scores=(12.0,)), MINE),
        ended(Outcome((1,), "", scores=(30.0,)), MINE),
        Listing("two", "gone", 0.0, 1.0, (MINE, HARD), outcome=won),
    ]
    lines = [Against("people", 1, 0, 0, 1), Against("hard bot", 4, 1, 1, 2), Against("easy bot", 1, 1, 0, 0)]
    alone = "Alone: 2 games, best score 30, last 12."
    assert record({GAME.name: GAME}, finished, ME, "en") == [GameRecord("Traxx", lines, alone)]


def rows(page: str) -> list[tuple[str, str]]:
    """The tables of a list with their states."""
    found = re.findall(r'<li><a href="/play/([^"]+)".*?</a>', page, re.DOTALL)
    said = re.findall(r'<span(?: class="state")?>([^<]+)</span>', page)
    return list(zip(found, map(unescape, said), strict=True))


def test_my_tables_are_listed_with_my_turns_first_and_without_those_of_others(
    server: ServerThread, ann: httpx.Client, bob: httpx.Client
) -> None:
    over = server.new(ann, seat_0="me", seat_1="bot:random")
    server.do(enter(over, Remove(0, "resigned")))
    wait_for(lambda: over.ended)
    first, second = (server.new(ann, seat_0="me", seat_1="program") for _ in range(2))
    for table in (first, second):
        await_seat(table, 0)
    assert [name for name, _ in rows(ann.get("/mine").text)] == [first.id, second.id, over.id]
    choose(ann, first, 0)
    choose(ann, first, 0, "done")
    assert rows(ann.get("/mine").text)[:2] == [(second.id, "Your turn"), (first.id, "Waiting for Bob.")]
    assert f'href="/play/{over.id}?at=0"' in ann.get("/mine").text
    assert "Your list is empty." in bob.get("/mine").text
    assert bob.get("/next").text.count("No game is waiting for you.") == 1


def test_next_leads_to_the_game_that_has_waited_longest_except_the_present_one(server: ServerThread, ann: httpx.Client) -> None:
    first, second = (server.new(ann, seat_0="me", seat_1="program") for _ in range(2))
    for table in (first, second):
        await_seat(table, 0)
    ways = {at: ann.get(f"/next?at={at}", follow_redirects=False).headers["location"] for at in ("", first.id, second.id)}
    assert ways == {"": f"/play/{first.id}?seat=0", first.id: f"/play/{second.id}?seat=0", second.id: f"/play/{first.id}?seat=0"}
    assert "Next game</span></a>" in ann.get(f"/next/link?at={first.id}").text
    choose(ann, second, 0)
    choose(ann, second, 0, "done")
    assert "No other game is waiting for you." in ann.get(f"/next/link?at={first.id}").text


def test_a_long_list_continues_on_another_page(server: ServerThread, ann: httpx.Client) -> None:
    names = [server.new(ann, seat_0="me", seat_1="free").id for _ in range(PAGE + 1)]
    page = ann.get("/mine").text
    assert ('href="/mine?start=20"' in page, "Newer" in page) == (True, False)
    older = ann.get("/mine?start=20").text
    assert ("Older" in older, 'href="/mine?start=0"' in older) == (False, True)
    assert {name for name, _ in (*rows(page), *rows(older))} == {*names}


def test_turns_are_known_without_opening_a_table(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="program")
    await_seat(table, 0)
    server.tables.live.pop(table.id)
    assert rows(ann.get("/mine").text) == [(table.id, "Your turn")]
    assert table.id not in server.tables.live


def test_a_player_who_was_put_out_reads_why_the_table_is_gone(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="free")
    bob.post(link_in(ann.get(f"/play/{table.id}").text)[0], data={"name": "Bob"})
    server.do(table.change_seat(1, lambda before: Seat("bot", bot="random", former=before.holder)))
    assert rows(bob.get("/mine").text) == [(table.id, "The host gave your seat to a bot.")]


def test_tables_are_cleared_one_by_one_or_together_and_come_back_by_undo(
    server: ServerThread, ann: httpx.Client, bob: httpx.Client
) -> None:
    shared, other = (server.new(ann, seat_0="me", seat_1=who) for who in ("free", "program"))
    bob.post(link_in(ann.get(f"/play/{shared.id}").text)[0], data={"name": "Bob"})
    for table in (shared, other):
        await_seat(table, 0)
    over = server.new(ann, seat_0="me", seat_1="bot:random")
    server.do(enter(over, Remove(0, "resigned")))
    wait_for(lambda: over.ended)
    page = ann.post("/mine/clear", data={"table": shared.id})
    assert "1 table is no longer in your list." in page.text
    assert [name for name, _ in rows(page.text)] == [other.id, over.id]
    assert shared.id not in ann.get("/next", follow_redirects=False).headers["location"]
    assert [name for name, _ in rows(bob.get("/mine").text)] == [shared.id]
    undo = re.search(r'name="cleared" value="([^"]+)"', page.text)
    assert undo is not None
    assert [name for name, _ in rows(bob.post("/mine/restore", data={"cleared": undo[1]}).text)] == [shared.id]
    assert shared.id not in ann.get("/mine").text  # only its owner can undo
    assert shared.id in ann.post("/mine/restore", data={"cleared": undo[1]}).text
    assert [name for name, _ in rows(ann.post("/mine/clear", data={"group": "playing"}).text)] == [over.id]
    assert "My results" in ann.post("/mine/clear", data={"group": "over"}).text


@pytest.mark.parametrize("fields", [{}, {"group": "none"}, {"table": "' OR 1"}, {"cleared": "nan"}])
def test_clearing_nothing_in_particular_clears_nothing(server: ServerThread, ann: httpx.Client, fields: dict[str, str]) -> None:
    table = server.new(ann, seat_0="me", seat_1="program")
    await_seat(table, 0)
    for path in ("/mine/clear", "/mine/restore"):
        assert table.id in ann.post(path, data=fields).text


def test_a_lesson_is_listed_as_one_and_does_not_wait(ann: httpx.Client, bob: httpx.Client) -> None:
    bob.post("/name", data={"name": "Nora"})
    for client, seat in ((ann, "You are Otter"), (bob, "You are Nora")):
        assert seat in client.post("/learn/traxx/line").text
        client.post("/learn/traxx/line")  # an earlier attempt leaves the list
        page = client.get("/mine").text
        assert page.count('<strong>Traxx</strong> <span class="faint">') == 1
        assert "Begun" in page
        assert "Your turn" not in page
        assert "No game is waiting for you." in client.get("/next").text
        assert "Your turn" not in client.get("/").text
