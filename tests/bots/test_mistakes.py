"""Explanations of mistakes, in positions of all games."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from byways.bots.mistakes import Difference, explanation
from byways.bots.proofs import result
from byways.event import Explanation
from byways.i18n import Message
from byways.room import find_room
from tests.bots.played import GAMES, LATER, PlayedGame, acts, ends_game, play_game


@pytest.fixture(params=[pytest.param(given, id=f"{given[0]} {given[1]}", marks=pytest.mark.slow) for given in GAMES], scope="module")
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
            if result(moment.view, first) == result(moment.view, other) or ends_game(moment, first):
                continue
            assert why is not None, (first, other)
            assert why.costs or why.gains
            assert not set(why.costs) & set(why.gains)
            assert all(game.say(one, language) for one in (why.title, *why.costs, *why.gains) for language in game.languages)
            assert msgspec.json.decode(msgspec.json.encode(why), type=Explanation) == why


def compared(why: Explanation | None) -> set[tuple[Message, Message]]:
    """The facts of the same kind that speak against one act and for another."""
    if why is None:
        return set()
    costs, gains = ([said for said in told if isinstance(said, Message)] for told in (why.costs, why.gains))
    return {(cost, gain) for cost in costs for gain in gains if cost.name == gain.name}


def test_a_reason_for_an_act_is_never_a_reason_against_it(played: PlayedGame) -> None:
    game, found, _ = played
    mistakes = find_room(game.room).mistakes
    assert mistakes is not None
    for moment in found[::2]:
        for one, other in pairwise(acts(moment, 3)):
            here, there = mistakes.explain(moment.view, one, other), mistakes.explain(moment.view, other, one)
            assert not compared(here) & {(gain, cost) for cost, gain in compared(there)}, (one, other)


def test_an_explanation_of_an_act_that_ends_the_game_says_nothing_about_later(played: PlayedGame) -> None:
    game, found, _ = played
    mistakes = find_room(game.room).mistakes
    assert mistakes is not None
    for moment in found:
        for one, other in pairwise(act for act in acts(moment, 3) if ends_game(moment, act)):
            why = mistakes.explain(moment.view, one, other)
            if why and result(moment.view, one) != result(moment.view, other):
                assert not {said.name for said in (why.title, *why.costs, *why.gains) if isinstance(said, Message)} & LATER, (one, other)


def test_an_explanation_begins_with_the_first_difference_and_repeats_nothing() -> None:
    one, two, three = Difference("one", "cost", "gain"), Difference("two", "cost", "more"), Difference("three", "other")
    assert explanation([None, one, two, three]) == Explanation("one", ("cost",), ("gain", "more"))
    assert explanation([None]) is None
