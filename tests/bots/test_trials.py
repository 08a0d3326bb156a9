"""Trials in imagined worlds: results count, hidden information stays hidden, deadlines hold."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from byways.bots import RandomPlayer, Thought
from byways.bots.search import at_random, shares
from byways.bots.trials import Trials, behind, promising, ranked, won
from byways.bots.weighing import Weigher
from byways.game import Choice, Outcome, Player, Position, stream
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


def second_pick() -> Position:
    """Return a position in which seat 0 has picked a 1 and may pick 2 or 4."""
    position = toy.GAME.start(toy.Setup(1, ((2, 4), (3, 3)), (1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4)))
    while due := position.chance:
        position = position.happen(due.what[0])
    return position.choose(0, toy.Pick(1))


def test_a_higher_card_comes_out_ahead() -> None:
    assert str(trials(Random(1), worlds=40).choose(second_pick().view(0), float("inf"))) == "pick 4"


def test_requested_acts_are_weighed_with_a_whole_act_for_every_choice_best_first() -> None:
    view, asked = second_pick().view(0), [(toy.Pick(4), toy.Done()), (toy.Done(),), (toy.Pick(4),)]
    weighed = trials(Random(1), worlds=60).weigh(view, float("inf"), asked)
    others = [one.act for one in weighed if one.act not in asked]
    assert {one.act[0] for one in weighed} == {*view.choices}
    for act in others:
        world = second_pick()
        for step in act:
            world = world.choose(0, step)
        assert not (world.acts[0] and 0 in world.awaited)
    assert [one.value for one in weighed] == sorted((one.value for one in weighed), reverse=True)
    by_act = {one.act: one for one in weighed}
    best, worst = weighed[0], by_act[toy.Done(),]
    assert best.act[0] == toy.Pick(4)
    assert best.value - worst.value > 2 * worst.doubt > 0


def test_illegal_steps_are_left_out() -> None:
    view, strange = second_pick().view(0), (toy.Pick(4), toy.Trade())
    weighed = {one.act: one.value for one in trials(Random(1)).weigh(view, float("inf"), [strange, strange[:1]])}
    assert weighed[strange] == weighed[toy.Pick(4),]


def test_weighing_with_a_number_of_worlds_is_reproducible(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thought, "worlds", 7)
    view = second_pick().view(0)
    first, second = (trials(Random(2), worlds=None).weigh(view, float("inf")) for _ in range(2))
    assert first == second
    assert isinstance(trials(Random(2)), Weigher)


def test_without_time_all_acts_are_equal() -> None:
    view = second_pick().view(0)
    weighed = trials(Random(1), worlds=None).weigh(view, time.monotonic() - 1)
    assert {(one.value, one.doubt) for one in weighed} == {(0.0, 4.0)}


def test_a_dropped_act_is_compared_in_the_worlds_it_shared_with_the_best() -> None:
    kept, dropped = [0.5, 0.6, 0.4, 0.9, 0.9], [0.5, 0.4, 0.2]
    best, other = ranked({(toy.Pick(1),): dropped, (toy.Pick(2),): kept})
    assert (best.act, other.act) == ((toy.Pick(2),), (toy.Pick(1),))
    assert best.value - other.value == pytest.approx(math.log(0.5 / 0.5) - math.log((1.1 / 3) / (1.9 / 3)))


def test_a_tie_shares_the_win() -> None:
    tied = replace(picking(1), outcome=Outcome((1, 1), "It is over."))
    assert (won(picking(1), 0), won(tied, 1), won(replace(tied, outcome=Outcome((1, 2), "It is over.")), 1)) == (0.5, 0.5, 0.0)


@pytest.mark.slow
def test_it_beats_the_random_player() -> None:
    won = 0.0
    for seed in range(60):
        players: list[Player] = [RandomPlayer(stream(seed, "a")), trials(stream(seed, "b"), worlds=6)]
        won += shares(play(toy.GAME, players[:: 1 if seed % 2 else -1], seed // 2).position)[seed % 2]
    assert won > 37  # two standard errors above half


def test_the_answer_depends_only_on_the_view_and_the_stream() -> None:
    view = picking(1).view(0)
    hidden = {view.imagine(Random(seed)) for seed in range(6)}
    assert len(hidden) > 1
    assert len({trials(Random(3)).choose(world.view(0), float("inf")) for world in hidden}) == 1


def test_a_playout_stops_only_when_no_act_is_open() -> None:
    asked: list[Position] = []

    def enough(first: Position, now: Position) -> bool:
        asked.append(now)
        return True

    trials(Random(1), enough, worlds=3).choose(picking(1).view(0), float("inf"))
    assert asked
    assert all(now.awaited and not any(now.acts) for now in asked)


def test_it_answers_without_any_time_and_by_the_deadline(clock: SimpleNamespace) -> None:
    def slow(position: Any, seat: int, rng: Random) -> Choice:
        clock.now += 0.01
        return at_random(position, seat, rng)

    view, player = picking(1).view(0), Trials(Random(1), slow, score, lambda *_: 0.0, lambda *_: False)
    assert player.choose(view, clock.now - 1) in view.choices
    deadline = clock.now + 0.1
    assert player.choose(view, deadline) in view.choices
    assert clock.now <= deadline


def test_a_choice_that_is_significantly_behind_is_dropped() -> None:
    best, close, worse = [3.0, 9.0, 1.0, 7.0, 5.0], [4.0, 7.0, 2.0, 6.0, 5.0], [1.0, 6.5, -1.0, 5.0, 3.0]
    assert behind(worse, best)
    assert not behind(close, best)
    choices = toy.Pick(1), toy.Pick(2), toy.Pick(3)
    assert set(promising(dict(zip(choices, (best, close, worse), strict=True)))) == {toy.Pick(1), toy.Pick(2)}


def test_no_choice_is_dropped_after_too_few_worlds() -> None:
    tried: dict[Choice, list[float]] = {toy.Pick(1): [9.0, 9.0, 9.0, 9.0], toy.Pick(2): [1.0, 1.0, 1.0, 1.0]}
    assert promising(tried) == tried
