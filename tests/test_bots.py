"""Players for any game."""

import time
from collections import Counter
from random import Random

from byways.bots import RandomPlayer, Thought
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
