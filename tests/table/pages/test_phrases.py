"""Sentences about a table."""

from __future__ import annotations

from typing import get_args

import httpx
import pytest

from byways.i18n import Message, catalogue, languages_of
from byways.record import Choose, Entry, Remove
from byways.table.i18n import TABLE_WORDS
from byways.table.pages.phrases import Person, advice, ending, in_a_word, in_full, listed, noted, people, prompt, stood_in
from byways.table.play.table import Table
from byways.table.seats import Notice, NoticeName, Seat, Why
from tests import toy
from tests.table.serving import ServerThread, choose
from tests.table.tables import DEALT, still, stored

ANN, BOT = Seat("person", holder="hash", name="Lee"), Seat("bot", bot="random")


def table(*entries: Entry, seats: tuple[Seat, ...] = (ANN, BOT), clock: float | None = None) -> Table:
    return still(stored(*DEALT, *entries, seats=seats, clock=clock))


# Players


def test_players_are_shown_as_awaited_as_far_as_the_view_knows() -> None:
    at = table(Choose(1, "pick 3"), Choose(1, "done"))
    view = at.match.screens[0].view
    assert people(at, view) == [
        Person(0, "Ann", "Lee", ("Ann", "you"), "person", is_me=True, is_awaited=True, deadline=None, is_here=False, typed="Lee"),
        Person(1, "Bob", "Bob", ("bot random",), "bot", is_me=False, is_awaited=False, deadline=None),
    ]


def test_awaited_people_and_programs_have_a_deadline() -> None:
    at = table(seats=(ANN, Seat("program")), clock=1e9)
    deadlines = [person.deadline for person in people(at, at.match.screens[None].view)]
    assert deadlines == [clock.deadline for clock in at.match.referee.clocks]
    assert None not in deadlines
    at.seats[0] = BOT
    assert [person.deadline for person in people(at, at.match.screens[None].view)] == [None, deadlines[1]]


@pytest.mark.parametrize(
    ("seat", "name", "about"),
    [
        (Seat("person"), "Bob", ()),
        (Seat("person", name="Max"), "Max", ("Bob",)),
        (Seat("person", name="Bob"), "Bob", ()),  # the name of the seat anyway
        (Seat("person", name="LEE"), "LEE (Bob)", ()),
        (Seat("person", name="Ann"), "Ann (Bob)", ()),  # the name of the other seat
        (Seat("free"), "Bob", ("free seat",)),
        (Seat("bot", bot="medium"), "Bob", ("medium bot",)),
        (Seat("bot", bot="random", holder="hash", name="Max"), "Max", ("Bob", "bot random plays for now")),
        (Seat("program"), "Bob", ("program, not connected",)),
        (Seat("program", name="R2"), "R2", ("Bob", "program, not connected")),
    ],
)
def test_a_seat_says_who_plays_it(seat: Seat, name: str, about: tuple[str, ...]) -> None:
    at = table(seats=(ANN, seat))
    one = people(at, at.match.screens[None].view)[1]
    assert (one.name, one.about) == (name, about)


def test_a_player_with_a_name_has_no_other_where_seats_choose_their_tokens(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, game="the_way", seat_0="me", seat_1="free", name_0="Lee")
    assert [(one.name, one.about) for one in people(table, table.match.screens[None].view)] == [("Lee", ()), ("Rowan", ("free seat",))]
    assert [in_full(table, seat) for seat in (0, 1)] == ["Lee", "Rowan"]
    assert "You are Lee." in ann.get(f"/play/{table.id}").text


@pytest.mark.parametrize(
    ("why", "about", "to_me"),
    [
        ("", "bot random plays for now", "A bot plays for you until you take your seat back."),
        ("left", "bot random plays: away", "You were away: a bot plays for you."),
        ("late", "bot random plays: out of time", "Your time ran out: a bot plays for you."),
    ],
)
def test_every_viewer_reads_why_a_bot_stands_in(why: Why, about: str, to_me: str) -> None:
    at = table(seats=(ANN, Seat("bot", bot="random", holder="hash", why=why)))
    assert people(at, at.match.screens[None].view)[1].about == (about,)
    assert [stood_in(at, seat) for seat in (0, 1, None)] == ["", to_me, ""]


def test_a_notice_names_the_player_of_that_time() -> None:
    at = table()
    assert noted(at, Notice("late", 0, "Lee", 3, 1e9)) == "Lee has run out of time: a bot plays."
    assert noted(at, Notice("back", 1, "Max", 3, 1e9)) == "Max takes the seat back."
    assert noted(at, Notice("filled", 1, "", 3, 1e9)) == "A bot plays Bob."


@pytest.mark.parametrize("language", languages_of(TABLE_WORDS))
def test_every_notice_has_a_sentence(language: str) -> None:
    words = catalogue(TABLE_WORDS, language)
    assert words is not None
    assert {name for name in words.texts if name.startswith("notice.")} == {f"notice.{name}" for name in get_args(NoticeName)}


def test_players_with_the_same_name_are_told_apart_by_colour() -> None:
    at = table(seats=(ANN, ANN))
    assert [one.name for one in people(at, at.match.screens[None].view)] == ["Lee (Ann)", "Lee (Bob)"]


def test_a_program_with_a_stream_is_connected() -> None:
    at = table(seats=(ANN, Seat("program")))
    at.seats.enter(1)
    assert people(at, at.match.screens[None].view)[1].about == ("program",)


def test_a_player_without_a_name_is_listed_by_colour_and_the_viewer_as_you() -> None:
    seats = (Seat("person", holder="hash"), BOT, Seat("free"), Seat("program"), ANN)
    others = ("bot random", "free seat", "program", "Lee")
    assert listed(toy.GAME, seats) == ("Ann", *others)
    assert listed(None, seats, "another hash") == ("Seat 0", *others)
    assert listed(toy.GAME, seats, "hash") == ("you", *others[:-1], "you")
    assert in_a_word(0, Seat("person"), None) == Message("seat.name", {"seat": 0})  # a seat without a holder is not mine


# Prompts and results


def test_the_prompt_is_for_the_viewer_and_becomes_the_result() -> None:
    at = table()
    assert prompt(at, at.match.screens[0].view) == "Pick one or two cards."
    assert prompt(at, at.match.screens[None].view).startswith("Waiting for Lee")
    over = table(Remove(1, "no answer in time"))
    assert [prompt(over, over.match.screens[seat].view) for seat in (0, 1, None)] == ["You won.", "You left the game.", "Lee wins."]


def test_the_ending_gives_the_result_and_the_reason() -> None:
    over = table(Remove(1, "no answer in time"))
    assert ending(over, over.match.screens[0].view) == "You won. All rounds are played."
    assert ending(over, over.match.screens[None].view) == "Lee wins. All rounds are played."


def test_a_hint_is_worded() -> None:
    assert advice(table(), "pick 1") == "Hint (bot random): Pick a 1."


def test_a_repeated_position_is_announced(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, game="the_way", seat_0="me", seat_1="me")
    while not table.match.referee.repeated:
        seat = table.match.position.awaited[0]
        assert "has occurred" not in prompt(table, table.match.screens[seat].view, "en")
        choices = list(map(str, table.match.screens[seat].view.choices))
        assert choose(ann, table, seat, "stay" if "stay" in choices else choices[0]).status_code == 204
    view = table.match.screens[table.match.position.awaited[0]].view
    assert prompt(table, view, "en").endswith("This position has occurred once before.")
