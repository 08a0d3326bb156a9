"""Learns what positions promise from games that are played by what is learned: shared by the tools that fit `HOPES`.

At first nothing is hoped for. In each round games are played in which every act is the one that leaves most to hope for. The weights that
would have come closest to how they ended are found by least squares, and the hopes go half of the way there: if they went all of it, they
would swing to and fro, for each choice of acts has its own weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Weights: TypeAlias = tuple[tuple[float, ...], ...]  # for each sign, in the shape of `HOPES`
CLOSE = 1e-10  # to nothing
SURE = 1.96  # standard errors of an interval that holds the true value in 95 of 100 cases


class Course(NamedTuple):
    """A game that was played by hopes: for each position its signs, the factors by which weights change as the game goes on, and what the
    hopes should have been; and the score in the end."""

    signs: Floats
    factors: Floats
    right: Floats
    score: float

    @property
    def inputs(self) -> Floats:
        return (self.signs[:, :, None] * self.factors[:, None, :]).reshape(len(self.signs), -1)


Playing: TypeAlias = Callable[[int, Weights], Course]


class Fit(NamedTuple):
    """Weights and their standard errors, flat."""

    weights: Floats
    errors: Floats


def fit(courses: Sequence[Course]) -> Fit:
    """The weights that come closest. The standard errors treat a game as one observation."""
    inputs, right = np.concatenate([one.inputs for one in courses]), np.concatenate([one.right for one in courses])
    bend = np.linalg.pinv(inputs.T @ inputs, rcond=CLOSE, hermitian=True)  # some signs may always add up to the same
    weights = bend @ (inputs.T @ right)
    slopes = np.array([one.inputs.T @ (one.right - one.inputs @ weights) for one in courses])
    return Fit(weights, np.sqrt(((slopes @ bend) ** 2).sum(axis=0)))


def learn(play: Playing, seeds: range, rounds: int, used: Weights) -> Fit:
    """Round by round, each with its part of the seeds."""
    weights = errors = np.zeros(np.array(used).size)
    for nth in range(rounds):
        courses = [play(seed, shaped(weights, used)) for seed in seeds[nth::rounds]]
        found, errors = fit(courses)
        weights = (weights + found) / 2 if nth else found
        print(f"round {nth + 1}: games by the hopes of before scored {mean([one.score for one in courses])}", flush=True)
    return Fit(weights, errors)


def shaped(weights: Floats, like: Weights) -> Weights:
    return tuple(tuple(round(weight, 2) for weight in row) for row in weights.reshape(len(like), -1).tolist())


def mean(values: Sequence[float]) -> str:
    """With its interval."""
    return f"{np.mean(values):.2f} ± {SURE * np.std(values, ddof=1) / len(values) ** 0.5:.2f}"


def compare(play: Playing, seeds: range, found: Weights, used: Weights) -> str:
    new, old = ([play(seed, weights).score for seed in seeds] for weights in (found, used))
    gained = [mine - its for mine, its in zip(new, old, strict=True)]
    return f"on {len(seeds)} other games they score {mean(new)}, those in use {mean(old)}: {mean(gained)} more"


def run(play: Playing, used: Weights, about: str, argv: Sequence[str] | None) -> None:
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3000, help="in each round, and to compare with what is in use")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    given = parser.parse_args(argv)
    last = given.seed + given.rounds * given.games
    weights, errors = learn(play, range(given.seed, last), given.rounds, used)
    found, doubts = shaped(weights, used), shaped(errors, used)
    for nth, (mine, doubt, its) in enumerate(zip(found, doubts, used, strict=True), 1):
        print(f"sign {nth}: {', '.join(f'{one} ± {error}' for one, error in zip(mine, doubt, strict=True))}; in use {its}")
    print(compare(play, range(last, last + given.games), found, used))
    print(f"HOPES={found}".replace(" ", ""))
