"""What bots of each strength lose by an act, and which constants of `byways.review.verdicts` would follow from it.

`python -m tools.verdicts traxx long_way --games 10` plays games between an easy, a medium and a hard bot, reviews them, and shows for each
the chances lost: their mean, some quantiles, and what verdicts and which accuracy come of them. Then constants, each game
counting alike: a slip, a mistake and a blunder cost more than all but a fifth, a tenth and a twentieth of a medium bot's acts, and a medium
bot's accuracy is 80.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from math import log
from statistics import fmean, quantiles
from typing import NamedTuple

from byways.bots import TIERS
from byways.game import find_game, stream
from byways.referee import play
from byways.review.inquiry import FIRST, inquire
from byways.review.judging import answer, imagining, scale_for
from byways.review.pool import SPAWN
from byways.review.verdicts import accuracy, lost
from byways.roster import make_player, make_ready
from byways.weighing import curve_for

SHARES = (50, 75, 90, 95)  # the quantiles shown, in per cent
USUAL = "medium"  # whose acts set the constants,
RARE = {"slip": 80, "mistake": 90, "blunder": 95}  # by these quantiles
REACHED = 0.8  # and its accuracy


class Job(NamedTuple):
    game: str
    seats: int
    seed: int
    worlds: int


class Act(NamedTuple):
    """One that could have been another: whose it was, what it lost, and what that is called."""

    tier: str
    loss: float
    verdict: str


def reviewed(job: Job) -> list[Act]:
    game, scale = find_game(job.game), scale_for(find_game(job.game), job.seats)
    tiers = [TIERS[(seat + job.seed) % len(TIERS)] for seat in range(job.seats)]
    with imagining(max(1, job.worlds // FIRST)):
        players = [make_player(game, tier, stream(job.seed, f"seat {seat}")) for seat, tier in enumerate(tiers)]
        record = play(game, players, job.seed).record
    asking = inquire(game, record.play(game, tells=False), worlds=job.worlds)
    while batch := asking.batch():
        for question in batch:
            asking.take(question, answer(question))
    return [Act(tiers[act.seat], lost(act, scale), act.verdict) for act in asking.review.acts]


def show(about: str, acts: list[Act]) -> None:
    losses, told = [100 * act.loss for act in acts], Counter(act.verdict for act in acts)
    cuts = quantiles(losses, n=100)
    points = " | ".join(f"{cuts[share - 1]:.1f}" for share in SHARES)
    called = " | ".join(f"{told[verdict] / len(acts):.1%}" for verdict in ("slip", "mistake", "blunder"))
    reached = accuracy([act.loss for act in acts])
    print(f"| {about} | {len(acts)} | {fmean(losses):.2f} | {points} | {called} | {reached:.0f} |")


def constants(games: Sequence[Sequence[float]]) -> dict[str, float]:
    """What the chances lost by the usual player in each game make of the constants."""
    sizes = {verdict: fmean(quantiles(losses, n=100)[share - 1] for losses in games) for verdict, share in RARE.items()}
    return sizes | {"strictness": -log(REACHED) / fmean(map(fmean, games))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="+")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=10, help="of each")
    parser.add_argument("--worlds", type=int, help="as for `byways review` (default: what the curve has)")
    parser.add_argument("--seed", type=int, default=0, help="the first one")
    parser.add_argument("--workers", type=int, help="worker processes (default: one per core)")
    given = parser.parse_args()
    games = list(map(find_game, given.game))
    make_ready(games, print)
    heads = ("bot", "acts", "mean", *(f"{share} %" for share in SHARES), "slips", "mistakes", "blunders", "accuracy")
    print(f"| {' | '.join(heads)} |\n{'|---' * len(heads)}|")
    found, usual = defaultdict[str, list[Act]](list), list[list[float]]()
    with ProcessPoolExecutor(given.workers or os.cpu_count(), SPAWN) as pool:
        for game in games:
            worlds = given.worlds or curve_for(game.room, given.seats).worlds
            jobs = [Job(game.name, given.seats, seed, worlds) for seed in range(given.seed, given.seed + given.games)]
            acts = [act for one in pool.map(reviewed, jobs) for act in one]
            for tier in TIERS:
                found[tier] += (own := [act for act in acts if act.tier == tier])
                show(f"{game.name}, {tier}", own)
            usual.append([act.loss for act in acts if act.tier == USUAL])
    for tier, own in found.items():
        show(f"all, {tier}", own)
    print(", ".join(f"{name} {value:.3f}" for name, value in constants(usual).items()))


if __name__ == "__main__":
    main()
