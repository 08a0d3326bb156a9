"""Fits how a lead in The Way grows into a victory, the constants `SWAY` and `NEAR` of its `odds`, to games of medium players.

    python -m tools.fit.the_way_sway --games 100 --seed 72000

After each turn it is noted how far the player is ahead then, in tenths of a turn, how far both had to go before, and later who won. The
log odds of a victory are taken to be SWAY * ahead / (NEAR + both): the constants are those that make what happened likeliest. All games
count the same, for a few that stand still have as many turns as all the others; so standard errors are over games.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from byways.bots.trials import won
from byways.game import stream
from byways.games.the_way import GAME, TheWayOptions
from byways.games.the_way.bots.distance import rest
from byways.games.the_way.bots.odds import NEAR, SWAY, sigmoid
from byways.games.the_way.state import Position
from byways.record import Record
from byways.referee import play
from byways.review.pool import SPAWN

Floats = NDArray[np.float64]
ROUNDS = 50  # of Newton's method
CLOSE = 1e-6
TURN = 10.0  # tenths
GAME_NUMBER, AHEAD, BOTH, WON, COUNTS = range(5)  # of a moment


class Moment(NamedTuple):
    """Of a game, by its number: how far a player is ahead, how far both had to go, the part that the player had in the victory, and how
    much the moment counts."""

    game: int
    ahead: float
    both: float
    won: float
    counts: float


class Fit(NamedTuple):
    """Both constants, their standard errors, and how surprising what happened is to them."""

    constants: Floats
    errors: Floats
    loss: float


def moments(seed: int) -> list[Moment]:
    """All of one game, but for turns that end it."""
    game = play(GAME, [GAME.bots["medium"](stream(seed, f"seat {seat}")) for seat in range(2)], seed, TheWayOptions(single=True))
    found = [*turns(game.record)]
    return [Moment(seed, ahead, both, won(game.position, seat), 1 / len(found)) for seat, ahead, both in found]


def turns(record: Record) -> Iterator[tuple[int, float, float]]:
    """Who made each turn, how far ahead it is then, and how far both had to go before."""
    for step in record.play(GAME, tells=False):
        before, after = step.before, step.after
        assert isinstance(before, Position)
        assert isinstance(after, Position)
        if before.table.phase == after.table.phase == "play" and step.finished:
            [seat] = step.finished
            yield seat, to_go(after, 1 - seat) - to_go(after, seat), to_go(before, seat) + to_go(before, 1 - seat)


def to_go(position: Position, seat: int) -> float:
    return rest(position.table, position.table.piece(seat), bool(position.hands[seat]))


def fit(moments: Sequence[Moment]) -> Fit:
    """Newton's method on the logarithms of the constants, for both are positive."""
    noted, logs = np.array(moments), np.log([SWAY, NEAR])
    for _ in range(ROUNDS):
        slopes, bend = likelihood(noted, np.exp(logs))
        step = np.clip(np.linalg.solve(bend, slopes.sum(axis=0)), -1, 1)
        while loss(noted, np.exp(logs + step)) > loss(noted, np.exp(logs)) and np.abs(step).max() > CLOSE:
            step = step / 2
        logs = logs + step
    slopes, bend = likelihood(noted, np.exp(logs))
    errors = np.sqrt(((slopes @ np.linalg.inv(bend)) ** 2).sum(axis=0))
    return Fit(np.exp(logs), np.exp(logs) * errors, loss(noted, np.exp(logs)))


def likelihood(noted: Floats, constants: Floats) -> tuple[Floats, Floats]:
    """How its logarithm grows with those of the constants, a row for each game, and how fast that growth shrinks."""
    odds, near = log_odds(noted, constants), constants[1]
    chances, counts = 1 / (1 + np.exp(-odds)), noted[:, COUNTS]
    slopes = np.stack([odds, -odds * near / (near + noted[:, BOTH])], axis=1)
    _, which = np.unique(noted[:, GAME_NUMBER], return_inverse=True)
    by_game = np.zeros((which.max() + 1, 2))
    np.add.at(by_game, which, (counts * (noted[:, WON] - chances))[:, None] * slopes)
    return by_game, (slopes * (counts * chances * (1 - chances))[:, None]).T @ slopes + CLOSE * np.eye(2)


def loss(noted: Floats, constants: Floats) -> float:
    """How surprising what happened is: the mean in natural logarithms."""
    odds = log_odds(noted, constants)
    return float(np.average(np.logaddexp(0, odds) - noted[:, WON] * odds, weights=noted[:, COUNTS]))


def log_odds(noted: Floats, constants: Floats) -> Floats:
    sway, near = constants
    return np.asarray(np.clip(sway * noted[:, AHEAD] / (near + noted[:, BOTH]), -30, 30))


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--workers", type=int, help="worker processes (default: one per core)")
    given = parser.parse_args(argv)
    with ProcessPoolExecutor(given.workers or os.cpu_count(), SPAWN) as pool:
        found = [one for game in pool.map(moments, range(given.seed, given.seed + given.games)) for one in game]
    (sway, near), (doubt, other), surprise = fit(found)
    print(f"{len(found)} turns of {given.games} games")
    print(f"SWAY {sway:.1f} ± {doubt:.1f}, NEAR {near:.0f} ± {other:.0f}: a loss of {surprise:.4f} for each turn")
    print(f"the bots use {SWAY} and {NEAR}: {loss(np.array(found), np.array([SWAY, NEAR])):.4f}")
    for both in (50, 100, 200, 300):
        fitted, used = (sigmoid(first * TURN / (second + both)) for first, second in ((sway, near), (SWAY, NEAR)))
        print(f"one turn ahead, both {both / TURN:.0f} turns from their ends together: {fitted:.0%}; the bots say {used:.0%}")


if __name__ == "__main__":
    main()
