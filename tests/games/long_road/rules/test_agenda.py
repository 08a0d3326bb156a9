"""Task types, the loop that runs tasks, and the chances that they ask."""

from __future__ import annotations

from typing import get_args

from msgspec.structs import replace

from byways.games.long_road.choices import AnyChoice
from byways.games.long_road.rules.agenda import CHANCES, DECISIONS, TASK_TYPES, run_agenda
from byways.games.long_road.state import Task, TaskName
from tests.games.long_road.positions import cards, table


def test_every_task_has_a_type() -> None:
    assert TASK_TYPES.keys() == {*get_args(TaskName)}


def test_a_task_runs_or_asks_a_seat_or_chance() -> None:
    assert {what for what, kind in TASK_TYPES.items() if kind.run is None} <= {*DECISIONS, *CHANCES}


def test_every_choice_belongs_to_some_task() -> None:
    assert {choice for kind in DECISIONS.values() for choice in kind.actions} == set(get_args(AnyChoice))


def test_tasks_run_until_a_seat_is_awaited() -> None:
    position = run_agenda(replace(table(2), awaited=(), todo=(Task("next", 0),)), None)
    assert ([step.what for step in position.todo], position.awaited) == (["open"], (1,))


def test_only_the_drawing_seat_sees_a_card_from_its_deck() -> None:
    position = replace(table(2), awaited=(), hands=((), ()), todo=(Task("refill", 1),))
    assert position.chance is not None
    assert (position.chance.name, position.chance.seen_by, len(position.chance.what)) == ("a caravan card", (1,), 12)


def test_a_card_from_under_the_deck_is_no_matter_of_chance() -> None:
    position = replace(table(2), awaited=(), hands=((), ()), decks=((), (), (), ()), tails=(cards("ranch-1 store-1"), (), (), ()))
    position = replace(position, todo=(Task("refill", 0),))
    assert position.chance is not None
    assert (position.chance.what, position.chance.seen_by) == (("ranch-1",), (0,))


def test_a_destination_comes_from_its_own_deck() -> None:
    position = replace(table(2), awaited=(), todo=(Task("turn up", road=1),), ahead=(3, 5, 6, 12))
    assert position.chance is not None
    assert (position.chance.what, position.chance.seen_by) == (("cactus-1", "cactus-2"), None)
