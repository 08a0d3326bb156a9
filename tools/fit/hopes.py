"""Fit a linear evaluation to games played by that evaluation; shared by the tools that fit weights.

The weights start at zero. Each round plays games in which every act maximises the evaluation, finds the weights that best predict the
results by least squares, and moves half of the way there. A full step would oscillate, because the games depend on the weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Weights: TypeAlias = tuple[tuple[float, ...], ...]  # a row of weights for each feature
CLOSE = 1e-10  # relative cutoff of small singular values
SURE = 1.96  # standard errors of a 95 % interval


class Course(NamedTuple):
    """A game played by the weights: for each position its features, the factors by which weights vary during the game, and the value that
    would have been right; and the final score."""

    features: Floats
    factors: Floats
    right: Floats
    score: float

    @property
    def inputs(self) -> Floats:
        return (self.features[:, :, None] * self.factors[:, None, :]).reshape(len(self.features), -1)


Playing: TypeAlias = Callable[[int, Weights], Course]


class Fit(NamedTuple):
    """Weights and their standard errors, flattened."""

    weights: Floats
    errors: Floats


def fit(courses: Sequence[Course]) -> Fit:
    """Fit by least squares. The standard errors treat a game as one observation."""
    inputs, right = np.concatenate([one.inputs for one in courses]), np.concatenate([one.right for one in courses])
    bend = np.linalg.pinv(inputs.T @ inputs, rcond=CLOSE, hermitian=True)  # features may be linearly dependent
    weights = bend @ (inputs.T @ right)
    slopes = np.array([one.inputs.T @ (one.right - one.inputs @ weights) for one in courses])
    return Fit(weights, np.sqrt(((slopes @ bend) ** 2).sum(axis=0)))


def learn(play: Playing, seeds: range, rounds: int, used: Weights) -> Fit:
    """Fit round by round, each with its part of the seeds."""
    weights = errors = np.zeros(np.array(used).size)
    for nth in range(rounds):
        courses = [play(seed, shaped(weights, used)) for seed in seeds[nth::rounds]]
        found, errors = fit(courses)
        weights = (weights + found) / 2 if nth else found
        print(f"round {nth + 1}: games by the previous weights scored {mean([one.score for one in courses])}", flush=True)
    return Fit(weights, errors)


def shaped(weights: Floats, like: Weights) -> Weights:
    return tuple(tuple(round(weight, 2) for weight in row) for row in weights.reshape(len(like), -1).tolist())


def mean(values: Sequence[float]) -> str:
    """Format a mean with its interval."""
    return f"{np.mean(values):.2f} ± {SURE * np.std(values, ddof=1) / len(values) ** 0.5:.2f}"


def compare(play: Playing, seeds: range, found: Weights, used: Weights) -> str:
    new, old = ([play(seed, weights).score for seed in seeds] for weights in (found, used))
    gained = [mine - its for mine, its in zip(new, old, strict=True)]
    return f"on {len(seeds)} other games they score {mean(new)}, those in use {mean(old)}: {mean(gained)} more"


def run(play: Playing, used: Weights, about: str, argv: Sequence[str] | None) -> None:
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3000, help="games in each round, and to compare with the weights in use")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game")
    given = parser.parse_args(argv)
    last = given.seed + given.rounds * given.games
    weights, errors = learn(play, range(given.seed, last), given.rounds, used)
    found, doubts = shaped(weights, used), shaped(errors, used)
    for nth, (mine, doubt, its) in enumerate(zip(found, doubts, used, strict=True), 1):
        print(f"feature {nth}: {', '.join(f'{one} ± {error}' for one, error in zip(mine, doubt, strict=True))}; in use {its}")
    print(compare(play, range(last, last + given.games), found, used))
    print(f"bots.search.WEIGHTS={found}".replace(" ", ""))
