"""The agenda's kinds of steps, and the chances that they ask."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from byways.games.long_road import GAME
from byways.games.long_road.choices import AnyChoice
from byways.games.long_road.rules.agenda import DECISIONS, KINDS, LUCK, settle
from byways.games.long_road.state import Step, StepName
from tests.games.long_road.positions import BOX, cards, table, who


def test_every_step_is_of_a_kind_that_the_agenda_knows() -> None:
    assert KINDS.keys() == {*get_args(StepName)}


def test_a_step_runs_by_itself_or_asks_a_seat_or_chance() -> None:
    assert {what for what, kind in KINDS.items() if kind.runs is None} <= {*DECISIONS, *LUCK}


def test_every_choice_is_made_at_some_step() -> None:
    assert {choice for kind in DECISIONS.values() for choice in kind.does} == set(get_args(AnyChoice))


@pytest.mark.parametrize(
    ("step", "begun", "prompt"),
    [
        (Step("open", 0), False, "Play a caravan card, or change cards first."),
        (Step("open", 0), True, "Change another card, or draw."),
        (Step("open", 0, stage=1), False, "Play a caravan card."),
        (Step("after", 0, stage=3), False, "Play a character first, or go on to the bonus, to buying or arming."),
        (Step("after", 0, stage=3), True, "Buy, arm, or end your turn."),
        (Step("after", 0, stage=5), False, "Buy, arm, or end your turn."),
        (Step("effect", 0, item=who("mayor")), False, "Use the Mayor's ability."),
        (Step("reward", 0), False, "Take a coin or a dagger."),
    ],
)
def test_a_seat_is_told_what_it_may_do_at_a_step(step: Step, begun: bool, prompt: str) -> None:
    assert GAME.say(DECISIONS[step.what].prompt(BOX, step, begun)) == prompt


def test_what_needs_no_answer_is_done_until_a_seat_is_awaited() -> None:
    position = settle(replace(table(2), awaited=(), todo=(Step("next", 0),)), None)
    assert ([step.what for step in position.todo], position.awaited) == (["open"], (1,))


def test_a_card_from_the_own_deck_is_for_ones_own_eyes() -> None:
    position = replace(table(2), awaited=(), hands=((), ()), todo=(Step("refill", 1),))
    assert position.chance is not None
    assert (position.chance.name, position.chance.seen_by, len(position.chance.what)) == ("a caravan card", (1,), 12)


def test_the_tail_has_one_answer() -> None:
    position = replace(table(2), awaited=(), hands=((), ()), decks=((), (), (), ()), tails=(cards("ranch-1 store-1"), (), (), ()))
    position = replace(position, todo=(Step("refill", 0),))
    assert position.chance is not None
    assert (position.chance.what, position.chance.seen_by) == (("ranch-1",), (0,))


def test_a_destination_comes_from_its_own_deck() -> None:
    position = replace(table(2), awaited=(), todo=(Step("turn up", road=1),), ahead=(3, 5, 6, 12))
    assert position.chance is not None
    assert (position.chance.what, position.chance.seen_by) == (("cactus-1", "cactus-2"), None)
