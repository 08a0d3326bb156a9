"""Trials in imagined worlds: what comes of a choice counts, not what it looks like; nothing hidden is known; time is kept."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from byways.bots import RandomPlayer
from byways.bots.search import at_random, shares
from byways.bots.trials import Trials, behind, promising
from byways.game import Choice, Player, Position, stream
from byways.referee import play
from tests import toy


def score(position: Any, seat: int) -> float:
    points: tuple[int, ...] = position.score
    return points[seat] - max(points[:seat] + points[seat + 1 :])


def trials(
    rng: Random, enough: Callable[[Any, Any], bool] = lambda first, now: False, worlds: int | None = 12, seconds: float = 600
) -> Trials:
    return Trials(rng, at_random, score, lambda world, seat, choice: 0.0, enough, worlds=worlds, seconds=seconds)


def picking(seed: int) -> Position:
    position, rng = toy.GAME.start(toy.GAME.deal(2, Random(seed))), Random(seed)
    while due := position.chance:
        position = position.happen(due.draw(rng))
    return position


def test_a_higher_card_comes_out_ahead() -> None:
    position = toy.GAME.start(toy.Setup(1, ((2, 4), (3, 3)), (1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4)))
    while due := position.chance:
        position = position.happen(due.what[0])
    after = position.choose(0, toy.Pick(1))
    assert str(trials(Random(1), worlds=40).choose(after.view(0), float("inf"))) == "pick 4"


@pytest.mark.slow
def test_it_beats_chance_clearly() -> None:
    won = 0.0
    for seed in range(60):
        players: list[Player] = [RandomPlayer(stream(seed, "a")), trials(stream(seed, "b"), worlds=6)]
        won += shares(play(toy.GAME, players[:: 1 if seed % 2 else -1], seed // 2).position)[seed % 2]
    assert won > 37  # two standard errors above half


def test_the_same_view_and_stream_give_the_same_answer_whatever_is_hidden() -> None:
    view = picking(1).view(0)
    hidden = {view.imagine(Random(seed)) for seed in range(6)}
    assert len(hidden) > 1
    assert len({trials(Random(3)).choose(world.view(0), float("inf")) for world in hidden}) == 1


def test_play_goes_on_until_that_is_enough_and_no_act_is_open() -> None:
    asked: list[Position] = []

    def enough(first: Position, now: Position) -> bool:
        asked.append(now)
        return True

    trials(Random(1), enough, worlds=3).choose(picking(1).view(0), float("inf"))
    assert asked
    assert all(now.awaited and not any(now.acts) for now in asked)


def test_it_answers_when_there_is_no_time_at_all_and_by_the_deadline() -> None:
    view, start = picking(1).view(0), time.monotonic()
    assert trials(Random(1), worlds=None).choose(view, start - 1) in view.choices
    assert trials(Random(1), worlds=None).choose(view, start + 0.1) in view.choices
    assert time.monotonic() < start + 60


def test_what_is_clearly_behind_in_the_same_worlds_is_dropped() -> None:
    best, close, worse = [3.0, 9.0, 1.0, 7.0, 5.0], [4.0, 7.0, 2.0, 6.0, 5.0], [1.0, 6.5, -1.0, 5.0, 3.0]
    assert behind(worse, best)
    assert not behind(close, best)
    choices = toy.Pick(1), toy.Pick(2), toy.Pick(3)
    assert set(promising(dict(zip(choices, (best, close, worse), strict=True)))) == {toy.Pick(1), toy.Pick(2)}


def test_nothing_is_dropped_too_early() -> None:
    tried: dict[Choice, list[float]] = {toy.Pick(1): [9.0, 9.0, 9.0, 9.0], toy.Pick(2): [1.0, 1.0, 1.0, 1.0]}
    assert promising(tried) == tried
