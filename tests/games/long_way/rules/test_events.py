"""The events of the shoppers' tours at the end."""

from __future__ import annotations

from byways.event import Event, Move
from byways.games.long_way import GAME
from byways.games.long_way.state import Sheet
from tests.games.long_way.positions import EVERYWHERE, begin, play, ready, sheet

LONG = sheet("a1W", "c1N", filled=EVERYWHERE.replace("b1", ""), displays="a1=1 b3=2", cafeterias=["a3 a4"])
ROW = sheet("a1W", "b1N", filled=EVERYWHERE, displays="a1=1")
SHUT = sheet("a1W", "g1E", walls="a1ES", filled=EVERYWHERE)


def ending(*stores: Sheet) -> list[Event]:
    events: list[Event] = []
    play(ready(*stores), "light 1", "dark 1", tell=events)
    return [event for event in events if event.name in ("walk", "score", "tour")]


def seen(events: list[Event], seat: int | None) -> list[Event]:
    return [told for event in events if (told := event.for_seat(seat))]


def said(events: list[Event], seat: int | None) -> list[str]:
    return [GAME.say(event.wording) for event in seen(events, seat)]


def test_a_seat_sees_its_own_shoppers_leg_by_leg_and_then_the_whole_tours_of_the_others() -> None:
    assert said(ending(LONG, ROW), 0) == [
        "Red's shoppers walk to a cafeteria, past 1 display.",
        "Red's shoppers walk to the exit, past 1 display.",
        "Blue's shoppers pass 1 display: 1 point.",
        "Red scores 2 points.",
    ]


def test_a_walk_goes_by_the_spaces_of_its_way_from_door_to_door() -> None:
    events = ending(LONG, ROW)
    assert [event.moves for event in seen(events, 0)] == [
        (Move("shopper-0", ("entrance", "a1", "a2", "a3")),),
        (Move("shopper-0", ("a3", "b3", "c3", "c2", "c1", "exit")),),
        (Move("shopper-1", ("entrance", "a1", "b1", "exit")),),
        (),
    ]
    whole = Move("shopper-0", ("entrance", "a1", "a2", "a3", "a3", "b3", "c3", "c2", "c1", "exit"))
    assert seen(events, 1)[-1].moves == (whole,)


def test_stores_are_told_from_the_lowest_score_up_and_the_best_and_the_own_have_a_banner() -> None:
    events = ending(LONG, SHUT, ROW)
    assert said(events, None) == [
        "There is no way through Blue's store: 0 points.",
        "Green's shoppers pass 1 display: 1 point.",
        "Red's shoppers pass 2 displays: 2 points.",
    ]
    assert [event.banner for event in seen(events, None)] == [False, False, True]
    assert [event.banner for event in seen(events, 2) if event.name != "walk"] == [False, True, True]


def test_a_space_passed_twice_counts_on_the_first_leg_only_and_empty_spaces_cost() -> None:
    back = sheet("a1W", "a1N", filled=EVERYWHERE.replace("a2", ""), displays="a1=1", cafeterias=["a3 a4"])
    assert said(ending(back), 0) == [
        "Red's shoppers walk to a cafeteria, past 1 display and 1 empty space.",
        "Red's shoppers walk to the exit and pass nothing new.",
        "Red scores 0 points.",
    ]


def test_a_store_without_doors_has_no_walk() -> None:
    events: list[Event] = []
    begin().remove(0, events)
    assert [event.name for event in events] == ["leave", "end", "score"]
