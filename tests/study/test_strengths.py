"""Bots whose strength is counted in worlds."""

from __future__ import annotations

from random import Random

import pytest

from byways.bots import Thought
from byways.bots.roster import load_bot
from byways.game import Choice, Player, Refused, View, find_game, stream
from byways.study.strengths import Strength, thinks


class Curious(Player[View]):
    """Notes how many worlds it may imagine."""

    def __init__(self, rng: Random) -> None:
        self.worlds: list[int | None] = []

    def choose(self, view: View, deadline: float) -> Choice:
        self.worlds.append(Thought.worlds)
        return view.choices[0]


def test_a_strength_holds_only_while_the_bot_thinks() -> None:
    game = find_game("labyrinth")
    view = game.start(game.deal(2, stream(1, "set-up"))).view(0)
    player = Strength(Random(1), Curious, 3)
    player.choose(view, 0.0)
    assert isinstance(player.player, Curious)
    assert player.player.worlds == [3]
    assert Thought.worlds is None


def test_a_strength_is_found_by_its_name() -> None:
    game = find_game("labyrinth")
    player = load_bot(game, "byways.study.strengths:labyrinth hard 4")(Random(1))
    assert isinstance(player, Strength)
    assert player.worlds == 4


def test_only_bots_that_think_need_a_number() -> None:
    long_road = find_game("long_road")
    assert thinks(long_road, "hard", long_road.bots["hard"])
    assert not thinks(long_road, "greedy", long_road.bots["greedy"])


@pytest.mark.parametrize("name", ["labyrinth hard", "labyrinth hard many", "labyrinth nobody 4"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(Refused):
        load_bot(find_game("labyrinth"), f"byways.study.strengths:{name}")
