"""Fit the curves that turn a bot's values into chances, or check them.

`python -m tools.fit.curves traxx` plays games between bots of different strength for every number of seats, lets the strongest evaluate
some acts, compares the values with the results, and writes `curves.json` of the game. With `--check` it plays other seeds and shows how
often predictions came true, as a table and as a plot in `docs`. Samples are stored, so the command can be stopped and
resumed.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib import resources
from itertools import chain, pairwise
from math import log, pi, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, median, quantiles, stdev
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from byways.bots.roster import make_player, make_ready
from byways.bots.weighing import LOST, WON, Curve, curve_for, curves_of
from byways.bots.worker import SPAWN
from byways.game import Game, find_game, stream
from byways.record import Record
from byways.referee import play
from byways.review.inquiry import FIRST, Case, inquire
from byways.review.judging import imagining, result, scale_for, weigh

FITTED, CHECKED = 0, 100_000  # the first seeds
BOTS = ("hard", "hard", "medium", "medium", "easy")  # drawn at random, so that chances spread and the best often win
PHASES = ("early", "middle", "late")  # thirds of the usual number of a seat's acts
SAMPLES = 3  # acts of each seat in a game, one of each third of its acts
TENTHS = 10
BOUNDS = (0.05, 0.25, 0.5, 0.75, 0.95)  # of the columns of the printed table
SURE = 1.96  # standard errors of a 95 % interval
ROUNDS = 50  # of Newton's method
DRAWS = 400  # of games, for the interval of a slope
PRIOR = 1.0  # strength of the prior that values are log odds
CLOSE = 1e-6

Floats = NDArray[np.float64]


class Job(NamedTuple):
    game: str
    seats: int
    seed: int
    worlds: int
    playing: int  # worlds of the bots that play


class Sample(msgspec.Struct, frozen=True):
    """The value of the best act, the result of the seat, the number of the act among its own, and how many acts it stands for."""

    seat: int
    value: float
    result: float
    number: int = 0
    weight: float = 1.0


class Sampled(msgspec.Struct, frozen=True):
    """One game. `seconds` is an upper bound for a review of it on one core."""

    seats: int
    seed: int
    worlds: int
    playing: int
    samples: tuple[Sample, ...]
    seconds: float


def sampled(job: Job) -> Sampled:
    game = find_game(job.game)
    asking = inquire(game, played(game, job).play(game, tells=False), worlds=job.worlds)
    firsts = {question.stream: question for question in asking.batch()}
    rng, begun, found, worlds = stream(job.seed, "samples"), time.thread_time(), list[Sample](), 0
    for seat in range(job.seats):
        own = [case for case in asking.cases if case.moment.seat == seat]
        for number, weight, case in sampled_cases(own, rng):
            question = firsts[case.first]
            value = max(one.value for one in weigh(question))
            found.append(Sample(seat, value, result(asking.outcome, seat), number, weight))
            worlds += question.worlds
    each = (time.thread_time() - begun) / max(1, worlds)
    return Sampled(job.seats, job.seed, job.worlds, job.playing, tuple(found), each * asking.ahead)


def sampled_cases(own: Sequence[Case], rng: Random) -> Iterator[tuple[int, int, Case]]:
    """Yield one act of each third, with its number and the number of acts it stands for.

    Without that weight, acts of short games would count more: the chance would depend on how the game went on.
    """
    for third in range(SAMPLES):
        if part := range(len(own) * third // SAMPLES, len(own) * (third + 1) // SAMPLES):
            number = rng.choice(part)
            yield number, len(part), own[number]


def played(game: Game, job: Job) -> Record:
    """Play a game between bots of different strength."""
    rng = stream(job.seed, "who")
    players = [make_player(game, rng.choice(BOTS), stream(job.seed, f"seat {seat}")) for seat in range(job.seats)]
    with imagining(job.playing):
        return play(game, players, job.seed).record


def gather(game: Game, wanted: Sequence[Job], workers: int | None, kept: Path) -> list[Sampled]:
    """Return all sampled games, from the file if they are there."""
    kept.mkdir(parents=True, exist_ok=True)
    file = kept / f"{game.name}.jsonl"
    known = [msgspec.json.decode(line, type=Sampled) for line in file.read_bytes().splitlines()] if file.exists() else []
    have = {Job(game.name, one.seats, one.seed, one.worlds, one.playing): one for one in known}
    missing = [job for job in wanted if job not in have]
    with ProcessPoolExecutor(workers or os.cpu_count(), SPAWN) as pool, file.open("ab") as sink:
        for job, one in zip(missing, pool.map(sampled, missing), strict=True):
            have[job] = one
            sink.write(msgspec.json.encode(one) + b"\n")
            sink.flush()
    return [have[job] for job in wanted]


def fit(values: Sequence[float], results: Sequence[float], worlds: int, weights: Sequence[float] | None = None) -> Curve:
    """Fit by logistic regression; a tie is a fraction of a win."""
    won, at_their_word, counts = np.array(results), np.array([0.0, 1.0]), np.array(weights or [1.0] * len(values))
    inputs: Floats = np.stack([np.ones(len(values)), np.array(values)], axis=1)

    def loss(curve: Floats) -> float:
        odds = inputs @ curve
        return float(counts @ (np.logaddexp(0, odds) - won * odds) + PRIOR / 2 * ((curve - at_their_word) ** 2).sum())

    curve = at_their_word
    for _ in range(ROUNDS):
        chances = 1 / (1 + np.exp(-np.clip(inputs @ curve, -30, 30)))
        gradient = inputs.T @ (counts * (won - chances)) - PRIOR * (curve - at_their_word)
        curvature = (inputs * (counts * chances * (1 - chances))[:, None]).T @ inputs + PRIOR * np.eye(2)
        step = np.linalg.solve(curvature, gradient)
        while loss(curve + step) > loss(curve) and np.abs(step).max() > CLOSE:  # damp an overshooting step
            step = step / 2
        curve = curve + step
        if np.abs(step).max() < CLOSE:
            break
    return Curve(round(float(curve[0]), 3), round(float(curve[1]), 3), worlds)


def spread(scores: Sequence[float], worlds: int) -> Curve:
    """For solo games: the share of bots' games that a score beats, as a logistic distribution with their mean and deviation."""
    slope = pi / sqrt(3) / max(1e-9, stdev(scores))
    return Curve(round(-slope * fmean(scores), 3), round(slope, 4), worlds)


def fitted(games: Sequence[Sampled]) -> Curve:
    samples, worlds = [sample for one in games for sample in one.samples], games[0].worlds
    if games[0].seats == 1:
        return spread([one.samples[0].result for one in games if one.samples], worlds)
    open_ones = [sample for sample in samples if sample.value not in (LOST, WON)]  # a proved result needs no curve
    return fit([sample.value for sample in open_ones], [sample.result for sample in open_ones], worlds)


class Prediction(NamedTuple):
    """A predicted chance, the result, the game it comes from, the number of the phase, and a weight."""

    chance: float
    result: float
    game: tuple[int, int]
    phase: int = 0
    weight: float = 1.0


class Bin(NamedTuple):
    """A range of predictions: their number, their mean, and the share won with its interval."""

    acts: int
    predicted: float
    won: float
    low: float
    high: float


def reliability(predictions: Sequence[Prediction]) -> Iterator[Bin]:
    """Group predictions to the nearest tenth: 70 % is anything between 65 and 75 %."""
    for tenth in range(TENTHS + 1):
        if inside := [one for one in predictions if round(one.chance * TENTHS) == tenth]:
            yield summed(inside)


def summed(inside: Sequence[Prediction]) -> Bin:
    weights = [one.weight for one in inside]
    share = fmean((one.result for one in inside), weights)
    return Bin(len(inside), fmean((one.chance for one in inside), weights), share, *interval(share, independent(inside, share)))


def independent(predictions: Sequence[Prediction], share: float) -> float:
    """Return the effective sample size: acts of one game mostly end alike."""
    off, total = defaultdict[tuple[int, int], float](float), sum(one.weight for one in predictions)
    for one in predictions:
        off[one.game] += one.weight * (one.result - share)
    apart = sum(gap**2 for gap in off.values())
    return min(len(predictions), share * (1 - share) * total**2 / apart) if apart else len(off)


def interval(share: float, count: float) -> tuple[float, float]:
    """Return Wilson's interval."""
    middle, wide = share + SURE**2 / (2 * count), SURE * sqrt(share * (1 - share) / count + (SURE / (2 * count)) ** 2)
    scale = 1 + SURE**2 / count
    return min(share, (middle - wide) / scale), max(share, (middle + wide) / scale)  # the bounds only matter for rounding at 0 and 1


def predictions_in(game: Game, found: Sequence[Sampled]) -> list[Prediction]:
    """Predict each sampled act. Phases go by the usual length of a game: its own length is known only at the end."""
    told = list[Prediction]()
    for seats, same in by_seats(found).items():
        worth, usual = scale_for(game, seats).worth, usual_acts(same)
        for one in same:
            for sample in one.samples:
                phase = min(len(PHASES) - 1, int(len(PHASES) * sample.number / usual))
                told.append(Prediction(worth(sample.value), sample.result, (seats, one.seed), phase, sample.weight))
    return told


def slope(predictions: Sequence[Prediction]) -> float:
    """Return the steepness of the log odds of the results over those predicted: below 1, the predictions are too sure.

    Only chances in the columns of the table count: proved results have no finite odds.
    """
    unsure = [one for one in predictions if BOUNDS[0] <= one.chance < BOUNDS[-1]]
    odds = [log(one.chance / (1 - one.chance)) for one in unsure]
    return fit(odds, [one.result for one in unsure], 0, [one.weight for one in unsure]).slope


def slopes(predictions: Sequence[Prediction]) -> tuple[float, float]:
    """Return the 95 % interval of the slope, by drawing games again and again."""
    games, rng = defaultdict[tuple[int, int], list[Prediction]](list), Random(0)
    for one in predictions:
        games[one.game].append(one)
    acts = list(games.values())
    low, *_, high = quantiles((slope(list(chain.from_iterable(rng.choices(acts, k=len(acts))))) for _ in range(DRAWS)), n=40)
    return low, high


def usual_acts(found: Sequence[Sampled]) -> float:
    """Return the median number of acts of a seat."""
    acts = [sum(sample.weight for sample in one.samples if sample.seat == seat) for one in found for seat in range(one.seats)]
    return max(1.0, median(acts))


def show_scores(found: Sequence[Sampled]) -> None:
    """For solo games: print the difference between results and predictions, in points."""
    gaps = [sample.result - sample.value for one in found for sample in one.samples]
    print(f"alone, {len(gaps)} acts of {len(found)} games: {fmean(gaps):+.2f} points above predictions, deviation {stdev(gaps):.1f}")


def show_chances(game: Game, found: Sequence[Sampled], docs: Path) -> None:
    """Print the table in Markdown, over all numbers of seats, and save the plot."""
    told, first = predictions_in(game, found), f"{game.title}, {len(found)} games"
    phases = {name: [one for one in told if one.phase == number] for number, name in enumerate(PHASES)}
    heads = [f"{low * 100:.0f} to {high * 100:.0f} %" for low, high in pairwise(BOUNDS)]
    print(f"| game | phase | {' | '.join(heads)} |\n{'|---' * (2 + len(heads))}|")
    for name, inside in phases.items():
        print(f"| {first if name == PHASES[0] else ''} | {name} | {' | '.join(cells(inside))} |")
    for seats, same in by_seats(found).items():
        acts = predictions_in(game, same)
        print(f"{seats} seats: {fmean(one.chance for one in acts):.1%} predicted and {fmean(one.result for one in acts):.1%} won")
    for name, inside in ({"all phases": told} | phases).items():
        print("{}: slope {:.2f} ({:.2f} to {:.2f})".format(name, slope(inside), *slopes(inside)))
    draw(game, {name: list(reliability(inside)) for name, inside in phases.items()}, docs / f"chances-{game.name}.png")


def cells(predictions: Sequence[Prediction]) -> Iterator[str]:
    """Yield the mean prediction, the share won, its interval and the number of acts of each column; bold if the interval misses."""
    for low, high in pairwise(BOUNDS):
        inside = [one for one in predictions if low <= one.chance < high]
        yield cell(summed(inside)) if inside else "none"


def cell(one: Bin) -> str:
    shown = f"{100 * one.predicted:.0f}: {100 * one.won:.0f} % ({100 * one.low:.0f}–{100 * one.high:.0f}; {one.acts})"
    return shown if one.low <= one.predicted <= one.high else f"**{shown}**"


def draw(game: Game, phases: Mapping[str, Sequence[Bin]], path: Path) -> None:
    """Draw the phases side by side; the area of a point grows with the number of acts."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.0, 3.4), layout="constrained")
    figure.suptitle(game.title)
    for nth, (name, bins) in enumerate(phases.items(), 1):
        axes = figure.add_subplot(1, len(phases), nth, xlabel="predicted chance", title=name, xlim=(-0.03, 1.03), ylim=(-0.03, 1.03))
        axes.plot((0, 1), (0, 1), color="#6d6557", linewidth=1, linestyle="--")
        errors = [[one.won - one.low for one in bins], [one.high - one.won for one in bins]]
        told, won = [one.predicted for one in bins], [one.won for one in bins]
        axes.errorbar(told, won, errors, color="#1f6f6b", linestyle="none", linewidth=1, capsize=2)
        axes.scatter(told, won, [8 + one.acts / 4 for one in bins], color="#1f6f6b")
        axes.set_ylabel("share won" if nth == 1 else "")
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
    parser.add_argument("--worlds", type=int, help="as for `byways review` (default: from the curve)")
    parser.add_argument("--playing", type=int, help="worlds of the bots that play (default: those of a first pass)")
    parser.add_argument("--seed", type=int, help="the first seed")
    parser.add_argument("--workers", type=int, help="worker processes (default: one per core)")
    parser.add_argument("--keep", type=Path, default=Path("curves"), help="directory for the samples")
    parser.add_argument("--check", action="store_true", help="check the curves on other seeds")
    given = parser.parse_args()
    game = find_game(given.game)
    seats = given.seats or range(game.seats[0], game.seats[1] + 1)
    first = given.seed if given.seed is not None else CHECKED if given.check else FITTED
    worlds = {number: given.worlds or curve_for(game.room, number).worlds for number in seats}
    make_ready([game], print)
    wanted = [
        Job(game.name, number, seed, worlds[number], given.playing or max(1, worlds[number] // FIRST))
        for seed in range(first, first + given.games)
        for number in seats
    ]
    found = gather(game, wanted, given.workers, given.keep)
    check(game, found, Path(__file__).parents[2] / "docs") if given.check else write(game, found)


if __name__ == "__main__":
    main()
