"""What is said at a table."""

from __future__ import annotations

from typing import get_args

import httpx
import pytest

from byways.i18n import Message, catalogue
from byways.record import Choose, Entry, Remove
from byways.table.i18n import TABLE_WORDS
from byways.table.pages.phrases import Person, advice, ending, in_a_word, listed, noted, people, prompt, stood_in
from byways.table.play.table import Table
from byways.table.seats import Notice, Seat, Told, Why
from tests import toy
from tests.table.serving import ServerThread, choose
from tests.table.tables import DEALT, still, stored

ANN, BOT = Seat("person", holder="hash", name="Lee"), Seat("bot", bot="random")


def table(*entries: Entry, seats: tuple[Seat, ...] = (ANN, BOT), clock: float | None = None) -> Table:
    return still(stored(*DEALT, *entries, seats=seats, clock=clock))


# Who sits where


def test_who_sits_where_is_told_as_far_as_a_view_goes() -> None:
    at = table(Choose(1, "pick 3"), Choose(1, "done"))
    view = at.match.screens[0].view
    assert people(at, view) == [
        Person(0, "Ann", "Lee", ("Ann", "you"), "person", is_me=True, is_awaited=True, deadline=None, is_here=False),
        Person(1, "Bob", "Bob", ("bot random",), "bot", is_me=False, is_awaited=False, deadline=None),
    ]


def test_a_clock_is_told_of_people_and_programs_that_are_awaited() -> None:
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
        (Seat("person", name="Bob"), "Bob", ()),  # as the seat is called anyway
        (Seat("person", name="LEE"), "LEE (Bob)", ()),
        (Seat("person", name="Ann"), "Ann (Bob)", ()),  # which is what the other seat is called
        (Seat("free"), "Bob", ("free seat",)),
        (Seat("bot", bot="medium"), "Bob", ("medium bot",)),
        (Seat("bot", bot="random", holder="hash", name="Max"), "Max", ("Bob", "bot random plays for now")),
        (Seat("program"), "Bob", ("program, not connected",)),
        (Seat("program", name="R2"), "R2", ("Bob", "program, not connected")),
    ],
)
def test_who_plays_a_seat_is_said_at_its_table(seat: Seat, name: str, about: tuple[str, ...]) -> None:
    at = table(seats=(ANN, seat))
    one = people(at, at.match.screens[None].view)[1]
    assert (one.name, one.about) == (name, about)


@pytest.mark.parametrize(
    ("why", "about", "to_me"),
    [
        ("", "bot random plays for now", "A bot plays for you."),
        ("left", "bot random plays: away", "You were away: a bot plays for you."),
        ("late", "bot random plays: out of time", "Your time ran out: a bot plays for you."),
    ],
)
def test_why_a_bot_stands_in_is_said_to_all(why: Why, about: str, to_me: str) -> None:
    at = table(seats=(ANN, Seat("bot", bot="random", holder="hash", why=why)))
    assert people(at, at.match.screens[None].view)[1].about == (about,)
    assert [stood_in(at, seat) for seat in (0, 1, None)] == ["", to_me, ""]


def test_what_happened_to_a_seat_is_told_of_who_sat_there_then() -> None:
    at = table()
    assert noted(at, Notice("late", 0, "Lee", 3, 1e9)) == "Lee has run out of time: a bot plays."
    assert noted(at, Notice("back", 1, "Max", 3, 1e9)) == "Max takes the seat back."
    assert noted(at, Notice("filled", 1, "", 3, 1e9)) == "Bob is played by a bot."


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_all_that_can_be_told_of_a_seat_has_a_sentence(language: str) -> None:
    words = catalogue(TABLE_WORDS, language)
    assert words is not None
    assert {name for name in words.texts if name.startswith("notice.")} == {f"notice.{name}" for name in get_args(Told)}


def test_two_people_with_one_name_are_told_apart_by_colour() -> None:
    at = table(seats=(ANN, ANN))
    assert [one.name for one in people(at, at.match.screens[None].view)] == ["Lee (Ann)", "Lee (Bob)"]


def test_a_program_that_looks_is_connected() -> None:
    at = table(seats=(ANN, Seat("program")))
    at.seats.enter(1)
    assert people(at, at.match.screens[None].view)[1].about == ("program",)


def test_who_has_no_name_goes_by_the_colour_and_is_you_to_oneself() -> None:
    seats = (Seat("person", holder="hash"), BOT, Seat("free"), Seat("program"), ANN)
    others = ("bot random", "free seat", "program", "Lee")
    assert listed(toy.GAME, seats) == ("Ann", *others)
    assert listed(None, seats, "another hash") == ("Seat 0", *others)
    assert listed(toy.GAME, seats, "hash") == ("you", *others[:-1], "you")
    assert in_a_word(0, Seat("person"), None) == Message("seat.name", {"seat": 0})  # nobody holds it, which is not me


# What is expected, and how it ended


def test_the_prompt_is_what_is_expected_of_who_looks_and_at_the_end_the_result() -> None:
    at = table()
    assert prompt(at, at.match.screens[0].view) == "Pick one or two cards."
    assert prompt(at, at.match.screens[None].view).startswith("Waiting for Lee")
    over = table(Remove(1, "no answer in time"))
    assert [prompt(over, over.match.screens[seat].view) for seat in (0, 1, None)] == ["You won.", "You left the game.", "Lee wins."]


def test_the_end_is_told_to_each_viewer_with_its_reason() -> None:
    over = table(Remove(1, "no answer in time"))
    assert ending(over, over.match.screens[0].view) == "You won. All rounds are played."
    assert ending(over, over.match.screens[None].view) == "Lee wins. All rounds are played."


def test_a_hint_is_said_in_words_and_in_notation() -> None:
    assert advice(table(), "pick 1") == "Hint (bot random): Pick a 1."


def test_a_repetition_is_told_at_the_table(server: ServerThread, ann: httpx.Client) -> None:
    table = server.new(ann, game="the_way", seat_0="me", seat_1="me")
    while not table.match.referee.repeated:
        seat = table.match.position.awaited[0]
        assert "stood like this" not in prompt(table, table.match.screens[seat].view, "en")
        choices = list(map(str, table.match.screens[seat].view.choices))
        assert choose(ann, table, seat, "stay" if "stay" in choices else choices[0]).status_code == 204
    view = table.match.screens[table.match.position.awaited[0]].view
    assert prompt(table, view, "en").endswith("The game has stood like this once before.")
