"""Every game has an easy, a medium and a hard bot, which answer even without time to think."""

from __future__ import annotations

import time
from itertools import count
from math import inf
from random import Random

import pytest

from byways.bots import TIERS, Thought
from byways.bots.search import Search
from byways.game import Game, Position, all_games, stream
from byways.referee import steps

GAMES = all_games()


def first(game: Game, moves: int) -> Position:
    """Return a position after some random choices in which a seat is awaited."""
    rng = stream(1, game.name)
    position = game.start(game.deal(2, rng))
    while position.chance or (moves and position.outcome is None):
        if due := position.chance:
            position = position.happen(due.draw(rng))
        else:
            seat, moves = position.awaited[0], moves - 1
            position = position.choose(seat, rng.choice(position.choices(seat)))
    return position


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_tiers_come_last_in_order(game: Game) -> None:
    assert game.bot_names[-3:] == TIERS
    assert tuple(game.bots) == game.bot_names


@pytest.mark.parametrize("moves", [0, 7, 30])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_generic_search_plays_every_game(game: Game, moves: int) -> None:
    position = first(game, moves)
    seat = position.awaited[0]
    answer = list(steps(Search(Random(1), rounds=4).choose(position.view(seat), inf)))
    assert answer
    for choice in answer:
        position = position.choose(seat, choice)


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("moves", [0, 7])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_bot_answers_even_after_its_deadline(game: Game, moves: int, tier: str) -> None:
    position = first(game, moves)
    seat = position.awaited[0]
    answer = list(steps(game.bots[tier](Random(1)).choose(position.view(seat), time.monotonic())))
    assert answer
    for choice in answer:
        position = position.choose(seat, choice)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_with_a_fixed_number_of_worlds_the_answer_does_not_depend_on_the_clock(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thought, "worlds", 3)
    position = first(game, 7)
    seat, hard = position.awaited[0], game.bots["hard"]
    answer = list(steps(hard(Random(1)).choose(position.view(seat), inf)))
    monkeypatch.setattr(time, "thread_time", count().__next__)
    assert list(steps(hard(Random(1)).choose(position.view(seat), inf))) == answer
