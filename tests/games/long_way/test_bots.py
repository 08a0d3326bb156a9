"""The players of The Long Way."""

from __future__ import annotations

from random import Random

import pytest

from byways.game import stream
from byways.games.long_way import GAME
from byways.games.long_way.bots import Greedy
from byways.games.long_way.view import View
from byways.referee import play as conduct
from tests.games.long_way.sheets import EARNED, EVERYWHERE, begin, play, ready, sheet


def asked(player: Greedy, view: object) -> list[str]:
    assert isinstance(view, View)
    answer = player.choose(view, 0.0)
    return [str(step) for step in answer] if isinstance(answer, list) else [str(answer)]


def test_random_comes_first_and_the_strongest_last() -> None:
    assert list(GAME.bots) == ["random", "greedy"]


def test_greedy_answers_a_whole_act_at_once() -> None:
    assert asked(Greedy(Random(1)), begin().view(0)) == ["entrance d1 north", "exit e1 north", "done"]
    steps = asked(Greedy(Random(1)), ready(sheet(), dice=(1, 5)).view(0))
    assert steps[-1] == "done"
    play(ready(sheet(), dice=(1, 5)), *steps)


@pytest.mark.parametrize(
    "begun",
    [("entrance a1 north",), ("entrance a1 north", "exit c1 north")],
)
def test_greedy_takes_over_while_doors_are_drawn(begun: tuple[str, ...]) -> None:
    position = play(begin(), *begun)
    assert play(position, *asked(Greedy(Random(1)), position.view(0))).phase == "roll"


@pytest.mark.parametrize("begun", [("tile a7",), EARNED, (*EARNED, "wall c3"), (*EARNED, "coins"), ("cafeteria",), ("stop",)])
def test_greedy_takes_over_in_the_middle_of_any_act(begun: tuple[str, ...]) -> None:
    position = play(ready(sheet(displays="c6=1"), dice=(1, 3)), *begun)
    assert play(position, *asked(Greedy(Random(1)), position.view(0))).phase in ("roll", "over")


def test_greedy_stops_rather_than_shut_itself_in() -> None:
    """One place is left for the tile, and its walls would cut the only way."""
    walls = " ".join(f"{column}1S" for column in "abfg") + " c2N d2N e2N"
    gap = EVERYWHERE.replace("c1 d1 e1", "")
    store = sheet("a1W", "g1E", filled=gap, walls=walls, displays="a1=1 b1=2 f1=3 g1=4", cafeterias=["a6 b6", "a7 b7"])
    assert asked(Greedy(Random(1)), ready(store, dice=(1, 5)).view(0))[0] == "stop"


def test_greedy_pays_for_another_roll_when_the_tile_does_not_fit() -> None:
    store = sheet("a1W", "g1E", filled=EVERYWHERE.replace("c1 d1 e1", ""), coins=3, cafeterias=["a6 b6", "a7 b7"], displays="b1=1")
    position = play(ready(store), "light 2", "dark 1")
    assert asked(Greedy(Random(1)), position.view(0)) in (["reroll light"], ["keep"])


def test_greedy_plays_whole_games_far_better_than_careless_play() -> None:
    scores = []
    for seed in range(3):
        outcome = conduct(GAME, [Greedy(stream(seed, "seat 0"))], seed).outcome
        assert outcome is not None
        assert outcome.removed == ()
        scores.append((outcome.scores or (0.0,))[0])
    assert sum(scores) / len(scores) > 5
