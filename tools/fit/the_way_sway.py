"""Fit how a lead in The Way grows into a win, the constants `SWAY` and `NEAR` of its `odds`, to games of medium players.

    python -m tools.fit.the_way_sway --games 100 --seed 72000

After each turn the tool records how far the player is ahead, in tenths of a turn, how far both had to go before, and later who won. The
log odds of a win are SWAY * ahead / (NEAR + both), fitted by maximum likelihood. All games have equal weight, because a few stalled games
have as many turns as all others together; standard errors are over games.
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
from byways.bots.worker import SPAWN
from byways.game import stream
from byways.games.the_way import GAME, TheWayOptions
from byways.games.the_way.bots.distance import rest
from byways.games.the_way.bots.odds import NEAR, SWAY, sigmoid
from byways.games.the_way.state import Position
from byways.record import Record
from byways.referee import play

Floats = NDArray[np.float64]
ROUNDS = 50  # of Newton's method
CLOSE = 1e-6
TURN = 10.0  # tenths
GAME_NUMBER, AHEAD, BOTH, WON, COUNTS = range(5)  # weight of a moment


class Moment(NamedTuple):
    """A moment of a game: the game's number, the lead, how far both had to go, the player's share of the win, and its weight."""

    game: int
    ahead: float
    both: float
    won: float
    counts: float


class Fit(NamedTuple):
    """Both constants, their standard errors, and the loss."""

    constants: Floats
    errors: Floats
    loss: float


def moments(seed: int) -> list[Moment]:
    """Return the moments of one game, except turns that end it."""
    game = play(GAME, [GAME.bots["medium"](stream(seed, f"seat {seat}")) for seat in range(2)], seed, TheWayOptions(single=True))
    found = [*turns(game.record)]
    return [Moment(seed, ahead, both, won(game.position, seat), 1 / len(found)) for seat, ahead, both in found]


def turns(record: Record) -> Iterator[tuple[int, float, float]]:
    """Yield the player of each turn, its lead afterwards, and how far both had to go before."""
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
    """Fit by Newton's method on the logarithms of the constants, which are positive."""
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
    """Return the gradient of the log likelihood, a row for each game, and its curvature."""
    odds, near = log_odds(noted, constants), constants[1]
    chances, counts = 1 / (1 + np.exp(-odds)), noted[:, COUNTS]
    slopes = np.stack([odds, -odds * near / (near + noted[:, BOTH])], axis=1)
    _, which = np.unique(noted[:, GAME_NUMBER], return_inverse=True)
    by_game = np.zeros((which.max() + 1, 2))
    np.add.at(by_game, which, (counts * (noted[:, WON] - chances))[:, None] * slopes)
    return by_game, (slopes * (counts * chances * (1 - chances))[:, None]).T @ slopes + CLOSE * np.eye(2)


def loss(noted: Floats, constants: Floats) -> float:
    """Return the mean log loss."""
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
