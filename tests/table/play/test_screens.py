"""The screens of a table."""

from __future__ import annotations

import msgspec

from byways.game import Event
from byways.i18n import Sentence
from byways.record import Choose, Entry, Played, Undo
from byways.table.play.screens import Screen, Screens, is_same_choice
from tests import toy
from tests.table.tables import DEALT, stored

ANN_IS_DONE = (Choose(0, "pick 1"), Choose(0, "done"))
BOB_IS_DONE = (Choose(1, "pick 2"), Choose(1, "done"))


def shown(*entries: Entry) -> Screens:
    """The screens of a round of Tuck after some entries."""
    record = msgspec.structs.replace(stored().head, entries=(*DEALT, *entries))
    screens = Screens(record.start(toy.GAME))
    for length, step in enumerate(record.play(toy.GAME), 1):
        screens.show(step, length)
    return screens


def log(screen: Screen) -> list[Sentence]:
    return [event.wording for _, event in screen.events]


def numbers(screens: Screens) -> dict[int | None, int]:
    return {seat: screen.number for seat, screen in screens.items()}


def test_a_number_counts_the_moments_of_one_screen() -> None:
    assert numbers(shown()) == {0: 3, 1: 3, None: 3}
    assert numbers(shown(Choose(0, "pick 1"))) == {0: 4, 1: 3, None: 3}
    assert numbers(shown(Choose(0, "pick 1"), Undo(0))) == {0: 5, 1: 3, None: 3}
    assert numbers(shown(*ANN_IS_DONE)) == {0: 5, 1: 4, None: 4}


def test_a_screen_has_the_view_and_the_events_of_its_seat() -> None:
    screens = shown(*ANN_IS_DONE)
    position = msgspec.structs.replace(stored().head, entries=(*DEALT, *ANN_IS_DONE)).position(toy.GAME)
    assert {seat: screen.view for seat, screen in screens.items()} == {seat: position.view(seat) for seat in (0, 1, None)}
    assert log(screens[0]) == ["A card is burned.", "You draw a 4.", "{1} draws a card."]
    assert log(screens[None]) == ["A card is burned.", "{0} draws a card.", "{1} draws a card."]


def test_events_since_a_number_exclude_its_moment() -> None:
    screen = shown(*ANN_IS_DONE, *BOB_IS_DONE)[0]
    assert [event.sentence for event in screen.events_since(2)] == ["{1} draws a card.", "{0} shows 1.", "{1} shows 2."]
    assert screen.events_since(screen.number - 1) == screen.events_since(3)  # both seats show at the same moment
    assert screen.events_since(screen.number) == []


def test_an_entry_was_seen_by_the_seats_whose_screens_have_shown_it() -> None:
    screens = shown(Choose(0, "pick 1"), Undo(0), Choose(1, "pick 3"), *ANN_IS_DONE)
    seen = [screens.seen_by(number) for number in range(len(DEALT) + 5)]
    assert seen == [(0, 1, None)] * 3 + [(0,), (0,), (1,), (0,), (0, 1, None)]


def test_a_moment_of_one_screen_is_found_on_another() -> None:
    screens = shown(Choose(0, "pick 1"), Undo(0), *ANN_IS_DONE)
    assert [screens.same_moment(0, number, None) for number in range(8)] == [0, 1, 2, 3, 3, 3, 3, 4]
    assert [screens.same_moment(None, number, 0) for number in range(5)] == [0, 1, 2, 3, 7]


def test_a_choice_means_the_same_after_another_seat_is_done() -> None:
    screens = shown(*ANN_IS_DONE)
    assert (screens[1].number, screens[1].same_since) == (4, 3)


def test_a_choice_is_stale_after_the_turn_has_passed() -> None:
    view = shown()[0].view
    assert is_same_choice(view, msgspec.structs.replace(view, awaited=(0,)))
    assert not is_same_choice(view, msgspec.structs.replace(view, awaited=(1,)))


def test_a_choice_is_stale_after_a_step_of_the_same_seat() -> None:
    screens = shown(*ANN_IS_DONE)
    assert (screens[0].number, screens[0].same_since) == (5, 5)


def test_a_choice_is_stale_after_any_event() -> None:
    before = msgspec.structs.replace(stored().head, entries=DEALT).position(toy.GAME)
    after = before.choose(1, toy.Pick(3))
    screens, told = Screens(before), Event("cough", "{1} coughs.")
    screens.show(Played(Choose(1, "pick 3"), before, after, [told], toy.Pick(3)), 4)
    assert (screens[0].number, screens[0].same_since, log(screens[0])) == (1, 1, ["{1} coughs."])
    assert before.view(0) == after.view(0)
