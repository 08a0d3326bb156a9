"""What is told of a game."""

from __future__ import annotations

from byways.event import Event, Move, confided, happened, places, proclaimed
from byways.i18n import Message


def test_an_event_names_its_pieces_and_tells_by_which_places_some_of_them_moved() -> None:
    told: list[Event] = []
    happened(told, "walk", Move("pawn", ("a1", "a2")), "door", seat=0)
    assert told == [Event("walk", "", ("pawn", "door"), {"seat": 0}, moves=(Move("pawn", ("a1", "a2")),))]


def test_where_nobody_listens_nothing_is_told() -> None:
    happened(None, "walk", "pawn")
    proclaimed(None, "win", "pawn")
    confided(None, 0, "draw", Message("unseen"))


def test_a_climax_has_a_banner() -> None:
    told: list[Event] = []
    proclaimed(told, "win", "pawn", seat=1)
    assert told == [Event("win", "", ("pawn",), {"seat": 1}, banner=True)]


def test_what_is_confided_to_one_seat_moves_for_all_and_says_less_to_the_others() -> None:
    told: list[Event] = []
    move = Move("card-1", ("deck", "hand-0"))
    confided(told, 0, "draw", Message("unseen", {"seat": 0}), move, seat=0, card="ace")
    assert told[0].told(0) == Event("draw", "", ("card-1",), {"seat": 0, "card": "ace"}, moves=(move,))
    assert told[0].told(1) == Event("draw", Message("unseen", {"seat": 0}), ("card-1",), {"seat": 0}, moves=(move,))


def test_what_everybody_may_know_is_the_same_event_for_all() -> None:
    told: list[Event] = []
    happened(told, "walk", "pawn", seat=0)
    assert told[0].told(0) is told[0].told(None) is told[0]


def test_places_share_ties_and_removed_seats_come_last() -> None:
    assert places([3, 5, 3, 9], removed=[3]) == (2, 1, 2, 4)
