"""The games in OpenSpiel pass OpenSpiel's own tests."""

from __future__ import annotations

import unittest
import warnings
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest

from byways.adapters import open_spiel
from byways.adapters.open_spiel import State, resample
from byways.game import Illegal

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from open_spiel.integration_tests import api_test
    from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr

NAMES = ("labyrinth", "long_road", "long_way", "the_way", "traxx")
SHORT = {"the_way": "byways_the_way(single=true,turns=10)"}


def load(name: str) -> Any:
    return pyspiel.load_game(SHORT.get(name, f"byways_{name}"))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_random_simulation(name: str) -> None:
    quick = name in ("labyrinth", "traxx")  # a state is stored and replayed at every step
    pyspiel.random_sim_test(load(name), num_sims=1, serialize=quick, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_the_api_on_a_part_of_the_tree(name: str) -> None:
    case = type(name, (api_test.EnforceAPIOnPartialTreeBase,), {"game": load(name), "game_name": name})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert result.errors == result.failures == []


def random_state(name: str, steps: int, seed: int) -> State:
    """A state at which a player is to act, after some random steps."""
    state, rng = load(name).new_initial_state(), Random(seed)
    while state.is_chance_node() or steps > 0:
        actions = [number for number, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(actions))
        steps -= 1
    found: State = state
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_player_cannot_tell_a_resampled_state(name: str) -> None:
    state = random_state(name, 20, 4)
    player = state.current_player()
    for seed in range(5):
        other = resample(state, player, Random(seed))
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()


def test_an_information_state_tells_the_whole_story() -> None:
    state = random_state("labyrinth", 30, 1)
    story = state.information_state_string(0)
    assert story.startswith("seat 0")
    assert story.count("0: slide") > 1
    assert story.count("1: slide") > 1


@pytest.mark.parametrize("name", NAMES)
def test_a_state_is_stored_as_its_record(name: str) -> None:
    state = random_state(name, 25, 2)
    game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert again.moment.record() == state.moment.record()
    assert again.moment.position == state.moment.position
    assert str(game) == str(state.get_game())


def test_an_illegal_action_is_refused() -> None:
    state = random_state("labyrinth", 1, 1)
    illegal = next(number for number in range(len(state.moment.table.encoder.actions)) if number not in state.legal_actions())
    with pytest.raises(Illegal):
        state.apply_action(illegal)


def test_python_ismcts_plays_with_imagined_worlds() -> None:
    state = random_state("traxx", 3, 1)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(state.get_game(), evaluator, 2.0, 5, random_state=np.random.RandomState(1), allow_inconsistent_action_sets=True)
    bot.set_resampler(resample)
    assert bot.step(state) in state.legal_actions()


def test_outcome_sampling_mccfr_runs() -> None:
    game = pyspiel.load_game("byways_labyrinth(rows=5,columns=5,rounds=3)")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(2):
        solver.iteration()
    policy = solver.average_policy()
    state = game.new_initial_state()
    state.apply_action(0)
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1)


def test_a_view_alone_makes_the_observation() -> None:
    observer = open_spiel.Observer(load("traxx").table, pyspiel.IIGObservationType(public_info=True, perfect_recall=False))
    state = random_state("traxx", 5, 1)
    observer.set_from(state, 0)
    assert observer.dict["seat"].tolist() == [1, 0]
