"""Players for any game."""

from collections import Counter
from math import inf
from random import Random
from types import SimpleNamespace

import pytest

from byways.bots import RandomPlayer, Slips, Thought, share_of_round
from byways.game import Choice, Player, View
from tests import toy


def test_the_random_player_picks_uniformly() -> None:
    position = toy.GAME.start(toy.GAME.deal(2, Random(1)))
    while due := position.chance:
        position = position.happen(due.what[0])
    view, player = position.view(0), RandomPlayer(Random(1))
    taken = Counter(player.choose(view, 0.0) for _ in range(3000))
    assert set(taken) == set(view.choices)
    assert min(taken.values()) > 0.8 * 3000 / len(view.choices)


def test_the_random_player_is_reproducible() -> None:
    view = toy.GAME.start(toy.Setup(1, ((1, 2), (3, 3)), (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4))).happen("1").happen("1").happen("1").view(0)
    assert [RandomPlayer(Random(5)).choose(view, 0.0) for _ in range(3)] == [RandomPlayer(Random(5)).choose(view, 0.0)] * 3


def test_a_thought_is_over_at_the_deadline_or_when_its_time_is_used_up(clock: SimpleNamespace) -> None:
    later = clock.now + 1000
    assert Thought(clock.now, 1000).is_over
    assert Thought(later, 0).is_over
    assert not Thought(later, 1000).is_over
    assert not Thought(inf, 1000).is_over
    thought = Thought(inf, 2.0)
    clock.used += 2.0
    assert thought.is_over


def test_a_thought_leaves_time_for_the_answer(clock: SimpleNamespace) -> None:
    assert Thought(clock.now + 100, 1000).deadline == clock.now + 75
    assert Thought(clock.now + 0.01, 1000).deadline < clock.now
    assert Thought(inf, 1000).deadline == inf


def test_a_thought_knows_how_much_of_its_time_is_used(clock: SimpleNamespace) -> None:
    assert Thought(clock.now, 1000).share == 1.0
    assert Thought(inf, inf).share == 0.0
    thought = Thought(clock.now + 100, 10)
    clock.now += 30
    assert thought.share == pytest.approx(30 / 75)
    clock.used += 8
    assert thought.share == pytest.approx(0.8)


def test_all_other_seats_together_think_for_one_round() -> None:
    assert [share_of_round(seats) * max(2, seats - 1) for seats in range(1, 9)] == pytest.approx([2.0] * 8)
    assert share_of_round(4, questions=5) == pytest.approx(share_of_round(4) / 5)


def test_a_thought_counted_in_worlds_ignores_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thought, "worlds", 4)
    thought = Thought(0.0, 0.0)
    shares = []
    while not thought.is_over:
        shares.append(thought.share)
        thought.imagined += 1
    assert shares == [0.0, 0.25, 0.5, 0.75]
    assert thought.share == 1.0


class Stubborn(Player):
    """Always picks the choice at the same index."""

    def __init__(self, number: int) -> None:
        self.number = number

    def choose(self, view: View, deadline: float) -> Choice:
        choice: Choice = view.choices[self.number]
        return choice


def test_slips_come_with_the_given_frequency() -> None:
    view = toy.GAME.start(toy.Setup(1, ((1, 2), (3, 3)), (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4))).happen("1").happen("1").happen("1").view(0)
    player = Slips(Random(1), Stubborn(0), Stubborn(1), often=0.25)
    taken = Counter(player.choose(view, 0.0) for _ in range(2000))
    assert 430 < taken[view.choices[1]] < 570
    assert taken[view.choices[0]] + taken[view.choices[1]] == 2000
