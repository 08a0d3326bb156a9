"""Players for any game."""

import time
from collections import Counter
from math import inf
from random import Random

import pytest

from byways.bots import RandomPlayer, Slips, Thought, share_of_round
from byways.game import Choice, Player, View
from tests import toy


def test_the_random_player_takes_every_choice_about_as_often() -> None:
    position = toy.GAME.start(toy.GAME.deal(2, Random(1)))
    while due := position.chance:
        position = position.happen(due.what[0])
    view, player = position.view(0), RandomPlayer(Random(1))
    taken = Counter(player.choose(view, 0.0) for _ in range(3000))
    assert set(taken) == set(view.choices)
    assert min(taken.values()) > 0.8 * 3000 / len(view.choices)


def test_the_random_player_repeats_itself_with_the_same_stream() -> None:
    view = toy.GAME.start(toy.Setup(1, ((1, 2), (3, 3)), (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4))).happen("1").happen("1").happen("1").view(0)
    assert [RandomPlayer(Random(5)).choose(view, 0.0) for _ in range(3)] == [RandomPlayer(Random(5)).choose(view, 0.0)] * 3


def test_a_thought_is_over_at_the_deadline_or_when_its_time_is_used_up() -> None:
    later = time.monotonic() + 1000
    assert Thought(time.monotonic(), 1000).is_over
    assert Thought(later, 0).is_over
    assert not Thought(later, 1000).is_over
    assert not Thought(float("inf"), 1000).is_over


def test_a_thought_leaves_time_for_the_answer() -> None:
    now = time.monotonic()
    assert now + 70 < Thought(now + 100, 1000).deadline < now + 90
    assert Thought(now + 0.01, 1000).deadline < now
    assert Thought(float("inf"), 1000).deadline == float("inf")


def test_a_thought_knows_how_much_of_its_time_is_used() -> None:
    assert Thought(time.monotonic(), 1000).share == 1.0
    assert Thought(inf, inf).share == 0.0
    thought = Thought(time.monotonic() + 1000, 1000)
    thought.begun = time.monotonic() - 3000, thought.begun[1]
    assert 0.7 < thought.share < 0.9
    thought.begun = time.monotonic(), thought.end - 4000
    assert 0.7 < thought.share < 0.9


def test_nobody_waits_longer_than_a_round_for_all_others() -> None:
    assert [share_of_round(seats) * max(2, seats - 1) for seats in range(1, 9)] == pytest.approx([2.0] * 8)
    assert share_of_round(4, questions=5) == pytest.approx(share_of_round(4) / 5)


def test_a_thought_counted_in_worlds_takes_no_notice_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Thought, "worlds", 4)
    thought = Thought(0.0, 0.0)
    shares = []
    while not thought.is_over:
        shares.append(thought.share)
        thought.imagined += 1
    assert shares == [0.0, 0.25, 0.5, 0.75]
    assert thought.share == 1.0


class Stubborn(Player):
    """Takes the same choice of its list always."""

    def __init__(self, number: int) -> None:
        self.number = number

    def choose(self, view: View, deadline: float) -> Choice:
        choice: Choice = view.choices[self.number]
        return choice


def test_slips_come_as_often_as_said() -> None:
    view = toy.GAME.start(toy.Setup(1, ((1, 2), (3, 3)), (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4))).happen("1").happen("1").happen("1").view(0)
    player = Slips(Random(1), Stubborn(0), Stubborn(1), often=0.25)
    taken = Counter(player.choose(view, 0.0) for _ in range(2000))
    assert 430 < taken[view.choices[1]] < 570
    assert taken[view.choices[0]] + taken[view.choices[1]] == 2000
