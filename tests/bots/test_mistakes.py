"""Explanations of mistakes, in positions of all games."""

from __future__ import annotations

import msgspec
import pytest

from byways.bots.mistakes import Difference, explanation
from byways.bots.proofs import result
from byways.event import Explanation
from byways.room import find_room
from tests.bots.played import GAMES, PlayedGame, acts, play_game


@pytest.fixture(params=GAMES, ids=lambda given: f"{given[0]} {given[1]}", scope="module")
def played(request: pytest.FixtureRequest) -> PlayedGame:
    return play_game(*request.param)


def test_every_act_that_differs_from_a_better_one_is_explained_in_every_language(played: PlayedGame) -> None:
    game, found, _ = played
    mistakes = find_room(game.room).mistakes
    assert mistakes is not None
    for moment in found[::2]:
        first, *others = acts(moment, 2)
        for other in others:
            why = mistakes.explain(moment.view, first, other)
            if result(moment.view, first) == result(moment.view, other):
                continue
            assert why is not None, (first, other)
            assert why.costs or why.gains
            assert not set(why.costs) & set(why.gains)
            assert all(game.say(one, language) for one in (why.title, *why.costs, *why.gains) for language in game.languages)
            assert msgspec.json.decode(msgspec.json.encode(why), type=Explanation) == why


def test_an_explanation_begins_with_the_first_difference_and_repeats_nothing() -> None:
    one, two, three = Difference("one", "cost", "gain"), Difference("two", "cost", "more"), Difference("three", "other")
    assert explanation([None, one, two, three]) == Explanation("one", ("cost",), ("gain", "more"))
    assert explanation([None]) is None
