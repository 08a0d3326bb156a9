"""Coming back: one's tables, one's record, the next game that waits."""

from __future__ import annotations

import re
from html import unescape

import httpx
import pytest

from byways.game import Outcome, find_game
from byways.record import Remove
from byways.table.routes.my_tables import PAGE, Against, OfGame, opponents, record, row, state
from byways.table.seats import Seat
from byways.table.store.listings import Listing
from tests.table.serving import ServerThread, await_seat, choose, link_in, wait_for

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


def test_a_day_is_written_as_in_the_viewers_language() -> None:
    one = Listing("one", GAME.name, 0.0, 1e9, (MINE, ANN))
    days = [row({}, one, ME, language).ended for language in ("en", "de", "it")]
    assert days == ["Sep 9, 2001", "09.09.2001", "9 set 2001"]


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (ended(Outcome((1, 2), ""), MINE, ANN), "You won."),
        (ended(Outcome((2, 1), "", scores=(3, 4)), MINE, ANN), "You lost to Ann."),
        (ended(Outcome((2, 1), "", removed=(0,)), MINE, ANN), "You left the game."),
        (ended(Outcome((2, 1), ""), MINE, MINE), "Fox wins."),  # two at one screen
        (ended(None, MINE, ANN), "The game was ended."),
        (ended(None, Seat("bot", bot="hard", former=ME), ANN), "The host gave your seat to a bot."),
        (Listing("one", GAME.name, 0.0, None, (MINE, ANN), awaited={0: 5.0, 1: 4.0}), "Your turn"),
        (Listing("one", GAME.name, 0.0, None, (MINE, ANN), awaited={1: 4.0}), "Waiting for Ann."),
        (Listing("one", GAME.name, 0.0, None, (MINE, Seat("free")), awaited={1: 4.0}), "Waiting for somebody to sit down."),
        (Listing("one", GAME.name, 0.0, None, (Seat("bot", "hard", holder=ME), ANN), awaited={0: 4.0}), "A bot plays for you."),
    ],
)
def test_a_table_says_whose_turn_it_is_or_how_it_ended_for_me(one: Listing, said: str) -> None:
    assert state(GAME, one, ME, "en") == said


def test_a_table_of_a_game_that_is_gone_says_so() -> None:
    assert state(None, ended(None, MINE, ANN), ME, "en") == "This game is not served here any more."


@pytest.mark.parametrize(
    ("others", "who"),
    [
        ((), "alone"),
        ((HARD, HARD), "hard"),
        ((HARD, EASY), "bots"),
        ((HARD, ANN), "people"),
        ((Seat("bot", "hard", holder=OTHER),), "people"),  # it stands in for somebody
        ((Seat("bot", "hard", former=OTHER),), "people"),
        ((Seat("program"), HARD), "programs"),
    ],
)
def test_i_play_against_people_wherever_there_is_one_else_against_bots_of_a_name(others: tuple[Seat, ...], who: str) -> None:
    assert opponents((MINE, *others), 0) == who


def test_the_record_counts_by_game_and_opponents_the_strongest_bot_first() -> None:
    won, lost, shared = Outcome((1, 2), ""), Outcome((2, 1), ""), Outcome((1, 1), "")
    finished = [
        *(ended(outcome, MINE, HARD) for outcome in (won, lost, lost, shared)),
        ended(won, MINE, EASY),
        ended(Outcome((1, 2), "", removed=(0,)), MINE, ANN),  # who left has lost
        ended(Outcome((1,), "", scores=(12.0,)), MINE),
        ended(Outcome((1,), "", scores=(30.0,)), MINE),
        Listing("two", "gone", 0.0, 1.0, (MINE, HARD), outcome=won),
    ]
    lines = [Against("people", 1, 0, 0, 1), Against("hard bot", 4, 1, 1, 2), Against("easy bot", 1, 1, 0, 0)]
    alone = "Alone: 2 games, best score 30, last 12."
    assert record({GAME.name: GAME}, finished, ME, "en") == [OfGame("Traxx", lines, alone)]


def rows(page: str) -> list[tuple[str, str]]:
    """The tables of a list, and what is said of each beside who sits there."""
    found = re.findall(r'<li><a href="/play/([^"]+)".*?</a>', page, re.DOTALL)
    said = re.findall(r'<span(?: class="state")?>([^<]+)</span>', page)
    return list(zip(found, map(unescape, said), strict=True))


def test_my_tables_are_listed_by_whose_turn_it_is_and_nobody_elses(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    over = server.new(ann, seat_0="me", seat_1="bot:random")
    server.do(over.enter(Remove(0, "resigned")))
    wait_for(lambda: over.ended)
    first, second = (server.new(ann, seat_0="me", seat_1="free") for _ in range(2))
    for table in (first, second):
        await_seat(table, 0)
    assert [name for name, _ in rows(ann.get("/mine").text)] == [first.id, second.id, over.id]
    choose(ann, first, 0)
    choose(ann, first, 0, "done")
    assert rows(ann.get("/mine").text)[:2] == [(second.id, "Your turn"), (first.id, "Waiting for somebody to sit down.")]
    assert f'href="/play/{over.id}?at=0"' in ann.get("/mine").text
    assert "You have no tables yet." in bob.get("/mine").text
    assert bob.get("/next").text.count("No game waits for you.") == 1


def test_next_leads_to_the_game_that_has_waited_longest_but_not_where_i_am(server: ServerThread, ann: httpx.Client) -> None:
    first, second = (server.new(ann, seat_0="me", seat_1="free") for _ in range(2))
    for table in (first, second):
        await_seat(table, 0)
    ways = {at: ann.get(f"/next?at={at}", follow_redirects=False).headers["location"] for at in ("", first.id, second.id)}
    assert ways == {"": f"/play/{first.id}?seat=0", first.id: f"/play/{second.id}?seat=0", second.id: f"/play/{first.id}?seat=0"}
    assert "Next game</span></a>" in ann.get(f"/next/link?at={first.id}").text
    choose(ann, second, 0)
    choose(ann, second, 0, "done")
    assert "No other game waits for you." in ann.get(f"/next/link?at={first.id}").text


def test_a_long_list_goes_on_with_older_tables(server: ServerThread, ann: httpx.Client) -> None:
    names = [server.new(ann, seat_0="me", seat_1="free").id for _ in range(PAGE + 1)]
    page = ann.get("/mine").text
    assert ('href="/mine?start=20"' in page, "Newer" in page) == (True, False)
    older = ann.get("/mine?start=20").text
    assert ("Older" in older, 'href="/mine?start=0"' in older) == (False, True)
    assert {name for name, _ in (*rows(page), *rows(older))} == {*names}


def test_whose_turn_it_is_is_known_without_opening_a_table(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="free")
    await_seat(table, 0)
    server.tables.live.pop(table.id)
    assert rows(ann.get("/mine").text) == [(table.id, "Your turn")]
    assert table.id not in server.tables.live


def test_who_was_put_out_reads_why_the_table_is_gone(server: ServerThread, ann: httpx.Client, bob: httpx.Client) -> None:
    table = server.new(ann, seat_0="me", seat_1="free")
    bob.post(link_in(ann.get(f"/play/{table.id}").text)[0], data={"name": "Bob"})
    server.do(table.change_seat(1, lambda before: Seat("bot", bot="random", former=before.holder)))
    assert rows(bob.get("/mine").text) == [(table.id, "The host gave your seat to a bot.")]
