"""The games as PettingZoo environments pass PettingZoo's own tests."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from byways.adapters.pettingzoo import Parallel, env, parallel_env
from byways.game import Illegal, Refused

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # PettingZoo's tests import one of its own environments in a way that it calls deprecated
    from pettingzoo.test import api_test, parallel_api_test, seed_test

NAMES = ("labyrinth", "long_road", "long_way", "the_way", "traxx")
SHORT: dict[str, Any] = {"the_way": {"single": True, "turns": 20}}


@pytest.mark.parametrize("name", NAMES)
def test_the_api_of_a_sequential_environment(name: str) -> None:
    api_test(env(name), num_cycles=100)


@pytest.mark.parametrize("name", NAMES)
def test_seeds_repeat_games(name: str) -> None:
    seed_test(lambda: env(name), num_cycles=50)


@pytest.mark.parametrize("name", NAMES)
def test_the_api_of_a_parallel_environment(name: str) -> None:
    parallel_api_test(parallel_env(name, mask_in_observation=True, **SHORT.get(name, {})), num_cycles=300)


@pytest.mark.parametrize("name", NAMES)
def test_a_random_game_ends_with_rewards_that_add_up_to_nothing(name: str) -> None:
    table = env(name, mask_in_observation=True, **SHORT.get(name, {}))
    table.reset(seed=3)
    rng, paid = np.random.default_rng(3), dict.fromkeys(table.agents, 0.0)
    for agent in table.agent_iter():
        observation, reward, over, _, info = table.last()
        paid[agent] += reward
        if not over:
            assert (observation["action_mask"] == info["action_mask"]).all()
        table.step(None if over else rng.choice(np.flatnonzero(info["action_mask"])))
    assert table.agents == []
    assert sum(paid.values()) == 0


def play(table: Parallel, seed: int) -> dict[str, float]:
    """Play a random game, and return the last rewards."""
    rng = np.random.default_rng(seed)
    _, infos = table.reset(seed=seed)
    rewards = dict[str, float]()
    while table.agents:
        actions = {agent: rng.choice(np.flatnonzero(infos[agent]["action_mask"])) for agent in table.agents}
        _, rewards, _, _, infos = table.step(actions)
    return rewards


def test_seats_act_at_once_and_wait_when_they_are_done() -> None:
    table = parallel_env("traxx", players=3)
    assert table.table.notations[-1] == "wait"
    assert sum(play(table, 1).values()) == 0


def test_a_parallel_step_with_an_illegal_action_changes_nothing() -> None:
    table = parallel_env("traxx")
    _, infos = table.reset(seed=1)
    legal = int(np.flatnonzero(infos["player_0"]["action_mask"])[0])
    before = table.table.position
    with pytest.raises(Illegal, match="Seat 1 cannot wait: it is to act"):
        table.step({"player_0": legal, "player_1": len(table.table.notations) - 1})
    assert table.table.position == before


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    table = env("labyrinth")
    table.reset(seed=1)
    before = table.table.position
    with pytest.raises(Illegal):
        table.step(table.table.notations.index("pass") - 1)
    with pytest.raises(Illegal, match="no action 999"):
        table.step(999)
    assert table.table.position == before


def test_options_are_checked() -> None:
    with pytest.raises(Refused, match="rows"):
        env("labyrinth", rows=99)
    with pytest.raises(Refused, match="no render mode 'human'"):
        env("labyrinth", render_mode="human")


def test_rendering() -> None:
    drawn = env("labyrinth", render_mode="svg")
    drawn.reset(seed=1)
    assert drawn.render().startswith("<svg")
    pixels = env("labyrinth", render_mode="rgb_array")
    pixels.reset(seed=1)
    picture = pixels.render()
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3
