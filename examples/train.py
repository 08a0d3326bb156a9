"""Train a small network to play Traxx, on the processor and with NumPy alone: about five minutes of one core.

    pip install 'byways[pettingzoo]'
    python examples/train.py

The network has one hidden layer and sees only observations. It learns by policy gradient (REINFORCE with a baseline) from games against
itself and against `random`. Afterwards it plays against Byways' bots: it beats `random` clearly, loses to `easy` more often than not, and
has no chance against `greedy`.
"""

from __future__ import annotations

import argparse
import time
from random import Random

import numpy as np
from numpy.typing import NDArray

from byways.adapters.pettingzoo import Env, env
from byways.encoding import rewards
from byways.game import AnyPlayer, Choice, View, find_game, stream

Array = NDArray[np.float32]
Step = tuple[Array, Array, int, Array]  # observation, hidden layer, action, probabilities

HIDDEN = 96
RATE = 0.003
GAMES = 40  # between two updates


class Network:
    """Observation to probabilities of the legal actions. Adam keeps two running means for each weight."""

    def __init__(self, size: int, actions: int, rng: np.random.Generator) -> None:
        scale = 1 / np.sqrt(size)
        self.weights: list[Array] = [
            (rng.standard_normal((size, HIDDEN)) * scale).astype(np.float32),
            np.zeros((HIDDEN, actions), np.float32),
        ]
        self.means = [(np.zeros_like(one), np.zeros_like(one)) for one in self.weights]
        self.updates = 0

    def policy(self, observation: Array, mask: NDArray[np.int8]) -> tuple[Array, Array]:
        hidden = np.tanh(observation @ self.weights[0])
        scores = hidden @ self.weights[1]
        scores[mask == 0] = -np.inf
        chances = np.exp(scores - scores.max())
        return hidden, chances / chances.sum()

    def learn(self, steps: list[Step], worth: Array) -> None:
        """Make actions that were worth more than usual likelier."""
        seen, hidden = np.array([step[0] for step in steps]), np.array([step[1] for step in steps])
        push = -np.array([step[3] for step in steps])
        push[range(len(steps)), [step[2] for step in steps]] += 1
        push *= worth[:, None] / len(steps)
        back = push @ self.weights[1].T * (1 - hidden**2)
        self.updates += 1
        for number, slope in enumerate((seen.T @ back, hidden.T @ push)):
            self._step(number, slope)

    def _step(self, number: int, slope: Array) -> None:
        first, second = self.means[number]
        first += 0.1 * (slope - first)
        second += 0.001 * (slope**2 - second)
        size = np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        self.weights[number] += (RATE * size * first / (np.sqrt(second) + 1e-8)).astype(np.float32)


def play(table: Env, network: Network, rng: np.random.Generator, learners: set[str]) -> tuple[dict[str, list[Step]], dict[str, float]]:
    """Play a game in which the learners follow the network and the others choose at random."""
    table.reset(seed=int(rng.integers(2**32)))
    steps: dict[str, list[Step]] = {agent: [] for agent in table.agents}
    paid = dict[str, float]()
    for agent in table.agent_iter():
        observation, reward, over, _, info = table.last()
        if over:
            paid[agent] = reward
            table.step(None)
            continue
        mask = info["action_mask"]
        hidden, chances = network.policy(observation, mask) if agent in learners else (mask, mask / mask.sum(dtype=np.float32))
        action = int(rng.choice(len(mask), p=chances.astype(np.float64) / chances.sum(dtype=np.float64)))
        steps[agent].append((observation, hidden, action, chances))
        table.step(action)
    return steps, paid


def train(table: Env, network: Network, seconds: float, rng: np.random.Generator) -> int:
    """Learn for some seconds of processor time. Half of the games are against `random`."""
    begun, games = time.process_time(), 0
    while time.process_time() - begun < seconds:
        batch, worth = list[Step](), list[float]()
        for number in range(GAMES):
            learners = set(table.possible_agents) if number % 2 else {table.possible_agents[number // 2 % 2]}
            steps, paid = play(table, network, rng, learners)
            for agent in learners:
                batch += steps[agent]
                worth += [paid[agent]] * len(steps[agent])
        value = np.array(worth, np.float32)
        network.learn(batch, value - value.mean())
        games += GAMES
    return games


class Learned:
    """The network as a player of Byways: it receives a view, like any bot."""

    def __init__(self, table: Env, network: Network) -> None:
        self.encoder, self.network = table.table.encoder, network

    def choose(self, view: View, deadline: float) -> Choice:
        _, chances = self.network.policy(self.encoder.observe(view), self.encoder.mask(view.choices))
        return self.encoder.actions[int(chances.argmax())]


def duel(learned: Learned, bot: str, games: int) -> float:
    """The average reward of the learner against a bot, seats alternating: 1 if it wins all games, -1 if it loses all."""
    game, total = find_game("traxx"), 0.0
    for number in range(games):
        rng, seat = Random(number), number % 2
        players: list[AnyPlayer | Learned] = [game.bots[bot](rng)] * 2
        players[seat] = learned
        position = game.start(game.deal(2, stream(number // 2, "set-up")))
        while position.outcome is None:
            if due := position.chance:
                position = position.happen(due.draw(rng))
                continue
            mover = position.awaited[0]
            answer = players[mover].choose(position.view(mover), time.monotonic() + 0.1)
            for choice in [answer] if isinstance(answer, Choice) else answer:
                position = position.choose(mover, choice)
        total += rewards(position.outcome, 2)[seat]
    return total / games


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--minutes", type=float, default=3)
    arguments.add_argument("--games", type=int, default=200, help="against each bot at the end")
    given = arguments.parse_args()
    table, rng = env("traxx"), np.random.default_rng(7)
    network = Network(table.table.encoder.size, len(table.table.notations), rng)
    learned = Learned(table, network)
    games = train(table, network, given.minutes * 60, rng)
    print(f"Learned from {games} games.")
    for bot in ("random", "greedy", "easy"):
        mean = duel(learned, bot, given.games)
        print(f"Against {bot}: wins {(1 + mean) / 2:.0%} of {given.games} games, ties counted half.")


if __name__ == "__main__":
    main()
