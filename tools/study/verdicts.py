"""Measure what bots of each strength lose per act, and derive the constants of `byways.review.verdicts`.

`python -m tools.study.verdicts traxx=10 long_way=20` plays this many games between easy, medium and hard bots, reviews them, and shows
the chances lost by each: mean, quantiles, verdicts and accuracy. Then it prints the constants, with equal weight for each game: a slip, a
mistake and a blunder cost more than all but a fifth, a tenth and a twentieth of a medium bot's acts, and a medium bot's accuracy is 80. The
intervals are bootstrapped over games. Reviews are stored in a directory, so the command can be stopped and resumed.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from math import log
from pathlib import Path
from random import Random
from statistics import fmean, quantiles
from typing import NamedTuple

import msgspec

from byways.bots import TIERS
from byways.bots.roster import make_player, make_ready
from byways.bots.weighing import curve_for
from byways.bots.worker import SPAWN
from byways.game import find_game, stream
from byways.referee import play
from byways.review.inquiry import FIRST, inquire
from byways.review.judging import imagining, scale_for, weigh
from byways.review.models import Verdict
from byways.review.verdicts import accuracy, lost, verdict_on

SHARES = (50, 75, 90, 95)  # quantiles to show, in per cent
USUAL = "medium"  # the bot whose acts define the constants,
RARE: dict[Verdict, int] = {"slip": 80, "mistake": 90, "blunder": 95}  # by these quantiles
REACHED = 0.8  # and by this accuracy
DRAWS = 1000  # bootstrap samples


class Job(NamedTuple):
    game: str
    seats: int
    seed: int
    worlds: int


class Act(NamedTuple):
    """An act that had an alternative: its bot, and the chance lost."""

    tier: str
    loss: float


class Reviewed(msgspec.Struct, frozen=True):
    """One game."""

    seats: int
    seed: int
    worlds: int
    acts: tuple[Act, ...]

    def losses(self, tier: str) -> list[float]:
        return [act.loss for act in self.acts if act.tier == tier]


def reviewed(job: Job) -> Reviewed:
    game, scale = find_game(job.game), scale_for(find_game(job.game), job.seats)
    tiers = [TIERS[(seat + job.seed) % len(TIERS)] for seat in range(job.seats)]
    with imagining(max(1, job.worlds // FIRST)):
        players = [make_player(game, tier, stream(job.seed, f"seat {seat}")) for seat, tier in enumerate(tiers)]
        record = play(game, players, job.seed).record
    asking = inquire(game, record.play(game, tells=False), worlds=job.worlds)
    while batch := asking.batch():
        for question in batch:
            asking.take(question, weigh(question))
    return Reviewed(job.seats, job.seed, job.worlds, tuple(Act(tiers[act.seat], lost(act, scale)) for act in asking.review.acts))


def gather(wanted: Sequence[Job], workers: int | None, file: Path) -> list[Reviewed]:
    """Return all reviewed games, from the file if they are there."""
    known = [msgspec.json.decode(line, type=Reviewed) for line in file.read_bytes().splitlines()] if file.exists() else []
    have = {(one.seats, one.seed, one.worlds): one for one in known}
    missing = [job for job in wanted if job[1:] not in have]
    with ProcessPoolExecutor(workers or os.cpu_count(), SPAWN) as pool, file.open("ab") as sink:
        for job, one in zip(missing, pool.map(reviewed, missing), strict=True):
            have[job[1:]] = one
            sink.write(msgspec.json.encode(one) + b"\n")
            sink.flush()
    return [have[job[1:]] for job in wanted]


def show(about: str, games: Sequence[Reviewed], tier: str) -> None:
    losses = [loss for game in games for loss in game.losses(tier)]
    told = Counter(verdict_on(loss) for loss in losses)
    cuts = quantiles(losses, n=100)
    points = " | ".join(f"{100 * cuts[share - 1]:.1f}" for share in SHARES)
    called = " | ".join(f"{told[verdict] / len(losses):.1%}" for verdict in RARE)
    print(f"| {about}, {tier} | {len(losses)} | {100 * fmean(losses):.2f} | {points} | {called} | {accuracy(losses):.0f} |")


def constants(games: Sequence[Sequence[float]]) -> dict[str, float]:
    """Return the constants for the chances lost by the medium bot in each game."""
    sizes = {verdict: fmean(quantiles(losses, n=100)[share - 1] for losses in games) for verdict, share in RARE.items()}
    return sizes | {"strictness": -log(REACHED) / fmean(map(fmean, games))}


def intervals(found: Sequence[Sequence[Reviewed]]) -> dict[str, tuple[float, float, float]]:
    """Return the constants with their intervals. The bootstrap draws whole games, because acts of one game are correlated."""
    each = [[losses for game in games if (losses := game.losses(USUAL))] for games in found]
    rng, drawn = Random(0), defaultdict[str, list[float]](list)
    for _ in range(DRAWS):
        again = [rng.choices(games, k=len(games)) for games in each]
        for name, value in constants([[*chain(*games)] for games in again]).items():
            drawn[name].append(value)
    ends = {name: quantiles(values, n=40) for name, values in drawn.items()}
    known = constants([[*chain(*games)] for games in each])
    return {name: (value, ends[name][0], ends[name][-1]) for name, value in known.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="+", help="as NAME=GAMES")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--worlds", type=int, help="as for `byways review` (default: from the curve)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--workers", type=int, help="worker processes (default: one per core)")
    parser.add_argument("--keep", type=Path, default=Path("verdicts"), help="directory for the reviews")
    given = parser.parse_args()
    games = {find_game(name): int(count) for name, _, count in (one.partition("=") for one in given.game)}
    make_ready([*games], print)
    given.keep.mkdir(parents=True, exist_ok=True)
    heads = ("bot", "acts", "mean", *(f"{share} %" for share in SHARES), "slips", "mistakes", "blunders", "accuracy")
    print(f"| {' | '.join(heads)} |\n{'|---' * len(heads)}|")
    found = list[list[Reviewed]]()
    for game, count in games.items():
        worlds = given.worlds or curve_for(game.room, given.seats).worlds
        jobs = [Job(game.name, given.seats, seed, worlds) for seed in range(given.seed, given.seed + count)]
        found.append(gather(jobs, given.workers, given.keep / f"{game.name}.jsonl"))
        for tier in TIERS:
            show(game.name, found[-1], tier)
    for name, (value, low, high) in intervals(found).items():
        print(f"{name} {value:.3f} ({low:.3f}-{high:.3f})")


if __name__ == "__main__":
    main()
