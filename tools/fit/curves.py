"""Fits the curves that turn a bot's values into chances, or checks them.

`python -m tools.fit.curves traxx` plays games between bots of different strength for every number of seats, asks the strongest what some
acts are worth to who is to act, compares that with how those games ended, and writes `curves.json` of the game's room. With `--check` it
plays on other seeds and shows how often those won who were told that they would, as a table and as a picture in `docs`. What was sampled
is kept in a directory, game by game: stop it whenever you like, and the same command goes on from there.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import resources
from math import pi, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from byways.bots.roster import make_player, make_ready
from byways.bots.weighing import Curve, curve_for, curves_of
from byways.game import Game, find_game, stream
from byways.record import Record
from byways.referee import play
from byways.review.inquiry import FIRST, inquire
from byways.review.judging import answer, imagining, result, scale_for
from byways.review.pool import SPAWN

FITTED, CHECKED = 0, 100_000  # the first seeds
BOTS = ("hard", "hard", "medium", "medium", "easy")  # who plays, each as likely; so chances spread, and the best often win
SAMPLES = 3  # acts of each seat in a game
TENTHS = 10
SURE = 1.96  # standard errors of an interval that holds the true share in 95 of 100 cases
ROUNDS = 50  # of Newton's method
PRIOR = 1.0  # how much few samples are trusted less than values at their word
CLOSE = 1e-6

Floats = NDArray[np.float64]


class Job(NamedTuple):
    game: str
    seats: int
    seed: int
    worlds: int


class Sample(msgspec.Struct, frozen=True):
    """What the best act was said to be worth, and what the seat had in the end."""

    seat: int
    value: float
    result: float


class Sampled(msgspec.Struct, frozen=True):
    """One game. `seconds` is how long a review of it would take on one core, at most."""

    seats: int
    seed: int
    worlds: int
    samples: tuple[Sample, ...]
    seconds: float


def sampled(job: Job) -> Sampled:
    game = find_game(job.game)
    asking = inquire(game, played(game, job).play(game, tells=False), worlds=job.worlds)
    firsts = {question.stream: question for question in asking.batch()}
    rng, begun, found, worlds = stream(job.seed, "samples"), time.thread_time(), list[Sample](), 0
    for seat in range(job.seats):
        own = [case for case in asking.cases if case.moment.seat == seat]
        for case in rng.sample(own, min(SAMPLES, len(own))):
            question = firsts[case.first]
            value = max(one.value for one in answer(question))
            found.append(Sample(seat, value, result(asking.outcome, seat)))
            worlds += question.worlds
    each = (time.thread_time() - begun) / max(1, worlds)
    return Sampled(job.seats, job.seed, job.worlds, tuple(found), each * asking.ahead)


def played(game: Game, job: Job) -> Record:
    """A game between bots of different strength, with as little effort as in a first look."""
    rng = stream(job.seed, "who")
    players = [make_player(game, rng.choice(BOTS), stream(job.seed, f"seat {seat}")) for seat in range(job.seats)]
    with imagining(max(1, job.worlds // FIRST)):
        return play(game, players, job.seed).record


def gather(game: Game, seats: Sequence[int], seeds: range, worlds: dict[int, int], workers: int | None, kept: Path) -> list[Sampled]:
    """All games, from the file as far as they are there."""
    kept.mkdir(parents=True, exist_ok=True)
    file = kept / f"{game.name}.jsonl"
    known = [msgspec.json.decode(line, type=Sampled) for line in file.read_bytes().splitlines()] if file.exists() else []
    wanted = [Job(game.name, number, seed, worlds[number]) for seed in seeds for number in seats]
    have = {Job(game.name, one.seats, one.seed, one.worlds): one for one in known}
    missing = [job for job in wanted if job not in have]
    with ProcessPoolExecutor(workers or os.cpu_count(), SPAWN) as pool, file.open("ab") as sink:
        for job, one in zip(missing, pool.map(sampled, missing), strict=True):
            have[job] = one
            sink.write(msgspec.json.encode(one) + b"\n")
            sink.flush()
    return [have[job] for job in wanted]


def fit(values: Sequence[float], results: Sequence[float], worlds: int) -> Curve:
    """By logistic regression; a tie is a part of a win."""
    won, at_their_word = np.array(results), np.array([0.0, 1.0])
    inputs: Floats = np.stack([np.ones(len(values)), np.array(values)], axis=1)

    def loss(weights: Floats) -> float:
        odds = inputs @ weights
        return float(np.logaddexp(0, odds).sum() - won @ odds + PRIOR / 2 * ((weights - at_their_word) ** 2).sum())

    weights = at_their_word
    for _ in range(ROUNDS):
        chances = 1 / (1 + np.exp(-np.clip(inputs @ weights, -30, 30)))
        gradient = inputs.T @ (won - chances) - PRIOR * (weights - at_their_word)
        curvature = (inputs * (chances * (1 - chances))[:, None]).T @ inputs + PRIOR * np.eye(2)
        step = np.linalg.solve(curvature, gradient)
        while loss(weights + step) > loss(weights) and np.abs(step).max() > CLOSE:  # it overshoots where values tell nearly all
            step = step / 2
        weights = weights + step
    return Curve(round(float(weights[0]), 3), round(float(weights[1]), 3), worlds)


def spread(scores: Sequence[float], worlds: int) -> Curve:
    """Alone: the share of bots' games that a score beats, by a logistic distribution with their mean and standard deviation."""
    slope = pi / sqrt(3) / max(1e-9, stdev(scores))
    return Curve(round(-slope * fmean(scores), 3), round(slope, 4), worlds)


def fitted(games: Sequence[Sampled]) -> Curve:
    samples, worlds = [sample for one in games for sample in one.samples], games[0].worlds
    if games[0].seats == 1:
        return spread([one.samples[0].result for one in games if one.samples], worlds)
    return fit([sample.value for sample in samples], [sample.result for sample in samples], worlds)


class Told(NamedTuple):
    """A chance that was told to a seat, what came of it, and in which game."""

    chance: float
    result: float
    game: tuple[int, int]


class Bin(NamedTuple):
    """Where a chance of about this much was told: how often, the mean chance told, and the share won with its interval."""

    acts: int
    told: float
    won: float
    low: float
    high: float


def reliability(told: Sequence[Told]) -> Iterator[Bin]:
    """By chances to the nearest tenth: what is told as 70 % is between 65 and 75 %."""
    for tenth in range(TENTHS + 1):
        if inside := [one for one in told if round(one.chance * TENTHS) == tenth]:
            share = fmean(one.result for one in inside)
            yield Bin(len(inside), fmean(one.chance for one in inside), share, *interval(share, independent(inside, share)))


def independent(told: Sequence[Told], share: float) -> float:
    """How many acts would tell as much if all were of different games: acts of one game mostly end alike."""
    off = defaultdict[tuple[int, int], float](float)
    for one in told:
        off[one.game] += one.result - share
    apart = sum(gap**2 for gap in off.values())
    return min(len(told), share * (1 - share) * len(told) ** 2 / apart) if apart else len(off)


def interval(share: float, count: float) -> tuple[float, float]:
    """Wilson's."""
    middle, wide = share + SURE**2 / (2 * count), SURE * sqrt(share * (1 - share) / count + (SURE / (2 * count)) ** 2)
    scale = 1 + SURE**2 / count
    return min(share, (middle - wide) / scale), max(share, (middle + wide) / scale)  # at 0 and 1 all but for rounding


def told_in(game: Game, found: Sequence[Sampled]) -> list[Told]:
    worths = {one.seats: scale_for(game, one.seats).worth for one in found}
    return [Told(worths[one.seats](sample.value), sample.result, (one.seats, one.seed)) for one in found for sample in one.samples]


def show_scores(found: Sequence[Sampled]) -> None:
    """Alone: how far the end lay from what was told, in points."""
    gaps = [sample.result - sample.value for one in found for sample in one.samples]
    print(
        f"alone, {len(gaps)} acts of {len(found)} games: {fmean(gaps):+.2f} points beyond those told, standard deviation {stdev(gaps):.1f}"
    )


def show_chances(game: Game, found: Sequence[Sampled], docs: Path) -> None:
    """The table in Markdown, over all numbers of seats, and the picture."""
    told = told_in(game, found)
    bins = list(reliability(told))
    print(f"{len(found)} games\n\n| told | acts | mean told | won | in 95 of 100 cases between |\n|---|---|---|---|---|")
    for one in bins:
        print(f"| {round(one.told, 1):.0%} | {one.acts} | {one.told:.0%} | {one.won:.0%} | {one.low:.0%} and {one.high:.0%} |")
    for seats, same in by_seats(found).items():
        acts = told_in(game, same)
        print(f"{seats} seats: {fmean(one.chance for one in acts):.1%} told and {fmean(one.result for one in acts):.1%} won")
    draw(game, bins, docs / f"chances-{game.name}.png")


def draw(game: Game, bins: Sequence[Bin], path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4.2, 4.2), layout="constrained")
    axes = figure.add_subplot(xlabel="chance told", ylabel="share won", title=game.title, xlim=(-0.02, 1.02), ylim=(-0.02, 1.02))
    axes.plot((0, 1), (0, 1), color="#6d6557", linewidth=1, linestyle="--")
    errors = [[one.won - one.low for one in bins], [one.high - one.won for one in bins]]
    told, won = [one.told for one in bins], [one.won for one in bins]
    axes.errorbar(told, won, errors, color="#1f6f6b", marker="o", markersize=5, linewidth=1, capsize=2)
    figure.savefig(path, dpi=100)


def check(game: Game, found: Sequence[Sampled], docs: Path) -> None:
    alone, others = [one for one in found if one.seats == 1], [one for one in found if one.seats > 1]
    if alone:
        show_scores(alone)
    if others:
        show_chances(game, others, docs)


def by_seats(found: Sequence[Sampled]) -> dict[int, list[Sampled]]:
    return {seats: [one for one in found if one.seats == seats] for seats in sorted({one.seats for one in found})}


def write(game: Game, found: Sequence[Sampled]) -> None:
    curves = dict(curves_of(game.room)) | {seats: fitted(same) for seats, same in by_seats(found).items()}
    file = Path(str(resources.files(game.room).joinpath("bots", "curves.json")))
    file.write_text(msgspec.json.format(msgspec.json.encode({str(seats): curves[seats] for seats in sorted(curves)}).decode()) + "\n")
    for seats, same in by_seats(found).items():
        seconds = fmean(one.seconds for one in same)
        print(f"{game.name}, {seats} seats: {curves[seats]}; on two cores a review takes {seconds / 2:.0f} seconds at most")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, nargs="+", help="numbers of seats (default: all)")
    parser.add_argument("--games", type=int, default=200, help="games for each number of seats")
    parser.add_argument("--worlds", type=int, help="as for `byways review` (default: what the curve has)")
    parser.add_argument("--seed", type=int, help="the first one")
    parser.add_argument("--workers", type=int, help="worker processes (default: one per core)")
    parser.add_argument("--keep", type=Path, default=Path("curves"), help="the directory of what was sampled")
    parser.add_argument("--check", action="store_true", help="check the curves on other seeds")
    given = parser.parse_args()
    game = find_game(given.game)
    seats = given.seats or range(game.seats[0], game.seats[1] + 1)
    first = given.seed if given.seed is not None else CHECKED if given.check else FITTED
    worlds = {number: given.worlds or curve_for(game.room, number).worlds for number in seats}
    make_ready([game], print)
    found = gather(game, seats, range(first, first + given.games), worlds, given.workers, given.keep)
    check(game, found, Path(__file__).parents[2] / "docs") if given.check else write(game, found)


if __name__ == "__main__":
    main()
