"""Chances, events and outcomes."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from byways.event import Chance, Event, Grade, Move, Outcome, confided, happened, places, proclaimed, say
from byways.i18n import Message


def test_an_event_names_its_pieces_and_their_moves() -> None:
    told: list[Event] = []
    happened(told, "walk", Move("pawn", ("a1", "a2")), "door", seat=0)
    assert told == [Event("walk", "", ("pawn", "door"), {"seat": 0}, moves=(Move("pawn", ("a1", "a2")),))]


def test_without_a_list_no_event_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    monkeypatch.setattr("byways.event.Event", lambda name, *given, **named: made.append(name))
    say(None, "roll", "The die shows 3.")
    happened(None, "walk", "pawn")
    proclaimed(None, "win", "pawn")
    confided(None, 0, "draw", Message("unseen"))
    assert made == []


def test_a_climax_has_a_banner() -> None:
    told: list[Event] = []
    proclaimed(told, "win", "pawn", seat=1)
    assert told == [Event("win", "", ("pawn",), {"seat": 1}, banner=True)]


def test_a_confided_event_moves_pieces_for_all_and_shows_values_to_one_seat() -> None:
    told: list[Event] = []
    move = Move("card-1", ("deck", "hand-0"))
    confided(told, 0, "draw", Message("unseen", {"seat": 0}), move, seat=0, card="ace")
    assert told[0].for_seat(0) == Event("draw", "", ("card-1",), {"seat": 0, "card": "ace"}, moves=(move,))
    assert told[0].for_seat(1) == Event("draw", Message("unseen", {"seat": 0}), ("card-1",), {"seat": 0}, moves=(move,))


def test_a_public_event_is_the_same_object_for_all_seats() -> None:
    told: list[Event] = []
    happened(told, "walk", "pawn", seat=0)
    assert told[0].for_seat(0) is told[0].for_seat(None) is told[0]


def test_an_event_has_another_form_for_seats_it_is_not_addressed_to() -> None:
    event = Event("draw", "You draw a 3.", to=(1,), otherwise=Event("draw", "{1} draws a card."))
    assert event.for_seat(1) == Event("draw", "You draw a 3.")
    assert event.for_seat(0) == event.for_seat(None) == Event("draw", "{1} draws a card.")
    assert Event("find", "Found.", to=(1,)).for_seat(0) is None


def test_say_makes_an_event_with_pieces_and_values() -> None:
    told: list[Event] = []
    say(told, "roll", "The die shows 3.", "die", "sheet-1", seat=1, pips=3)
    say(told, "draw", "You draw a 3.", "deck", to=(1,), otherwise="{1} draws a card.", card=3)
    assert told == [
        Event("roll", "The die shows 3.", ("die", "sheet-1"), {"seat": 1, "pips": 3}),
        Event("draw", "You draw a 3.", ("deck",), {"card": 3}, (1,), Event("draw", "{1} draws a card.", ("deck",))),
    ]


def test_a_chance_says_who_sees_it() -> None:
    chance = Chance("a card", ("1", "2"), (3, 1), (0,))
    assert [chance.seen(seat) for seat in (0, 1, None)] == [True, False, False]
    assert Chance("a die", ("1",), (1,)).seen(None)


def test_a_chance_draws_by_its_weights() -> None:
    rng = Random(1)
    drawn = [Chance("a card", ("1", "2"), (3, 1)).draw(rng) for _ in range(4000)]
    assert 2880 < drawn.count("1") < 3120


def test_winners_are_first_and_were_not_removed() -> None:
    assert Outcome((1, 2, 1, 1), "", removed=(3,)).winners == (0, 2)


def test_an_outcome_stored_without_a_breakdown_is_read() -> None:
    kept = b'{"places":[2,1],"reason":{"name":"outcome.counted","values":{}},"title":"Victory","scores":[48.0,95.0],"removed":[]}'
    assert msgspec.json.decode(kept, type=Outcome) == Outcome((2, 1), Message("outcome.counted"), "Victory", (48.0, 95.0))


def test_places_follow_scores_with_removed_seats_last() -> None:
    assert places((3, 7, 7, -1)) == (3, 1, 1, 4)
    assert places((3.5, 9.0, 0.0), removed=(1,)) == (1, 3, 2)
    assert places((False, True, False)) == (2, 1, 2)


@pytest.mark.parametrize(
    ("outcome", "glad"),
    [
        (Outcome((2, 1, 1), ""), [False, True, True]),
        (Outcome((1, 1), ""), [False, False]),
        (Outcome((1, 2), "", removed=(0,)), [False, False]),
        (Outcome((1,), "", "Good", (9.0,), grades=(Grade("Good", 5), Grade("Poor"))), [True]),
        (Outcome((1,), "", "Poor", (1.0,), grades=(Grade("Good", 5), Grade("Poor"))), [False]),
        (Outcome((1,), ""), [False]),
    ],
)
def test_a_victory_is_a_win_over_another_seat_or_a_grade(outcome: Outcome, glad: list[bool]) -> None:
    assert [outcome.is_victory_of(seat) for seat in range(len(outcome.places))] == glad
    assert not outcome.is_victory_of(None)
