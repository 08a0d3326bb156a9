"""Trials in imagined worlds: each choice is tried in the same ones, and choices that are clearly behind are dropped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import repeat
from math import sqrt
from random import Random
from typing import Generic, TypeAlias, cast

from typing_extensions import TypeVar

from byways.bots import Thought, share_of_round
from byways.bots.search import SECONDS, P, Policy
from byways.game import Choice, Player, View

C = TypeVar("C", bound=Choice, default=Choice)

Worth: TypeAlias = Callable[[P, int], float]  # what a position is worth to a seat, in any measure
Enough: TypeAlias = Callable[[P, P], bool]  # whether play has gone far enough from the first position to the second

EXPECTED = 2  # how many worlds the first guess at a choice counts for
FEWEST = 3  # worlds before a choice is dropped
DOUBT = 2.0  # standard errors by which it must be behind


class Trials(Player[View[C]], Generic[P, C]):
    """Tries every choice in the same imagined worlds and plays on by a policy until that is enough. `guess` is what a choice seems worth at
    first: the worth of what it leaves. It thinks for its share of a round with so many `questions`, for `seconds` at most, or for so many
    `worlds`, or until one choice is left."""

    def __init__(
        self,
        rng: Random,
        policy: Policy[P],
        worth: Worth[P],
        guess: Callable[[P, int, C], float],
        enough: Enough[P],
        *,
        questions: float = 1.0,
        seconds: float = SECONDS,
        worlds: int | None = None,
    ) -> None:
        self.rng, self.policy, self.worth, self.guess, self.enough = rng, policy, worth, guess, enough
        self.questions, self.seconds, self.worlds = questions, seconds, worlds

    def choose(self, view: View[C], deadline: float) -> Choice:
        assert view.seat is not None
        seat, world = view.seat, self.imagine(view)
        thought = Thought(deadline, min(self.seconds, share_of_round(len(world.acts), self.questions)))
        if len(view.choices) == 1 or thought.is_over:
            return self.policy(world, seat, self.rng)
        tried = {choice: [self.guess(world, seat, choice)] * EXPECTED for choice in view.choices}
        for _ in repeat(None) if self.worlds is None else range(self.worlds):
            results = self.rehearse(self.imagine(view), seat, list(tried), thought)
            if results is None:
                break
            thought.imagined += 1
            for choice, result in results.items():
                tried[choice].append(result)
            tried = promising(tried)
            if len(tried) == 1 or thought.is_over:
                break
        return max(tried, key=lambda choice: sum(tried[choice]))

    def imagine(self, view: View[C]) -> P:
        return cast(P, view.imagine(self.rng))

    def rehearse(self, world: P, seat: int, choices: Sequence[C], thought: Thought) -> dict[C, float] | None:
        """What each choice leads to in one world, with the same luck as far as possible; None if time runs out."""
        luck, results = self.rng.random(), {}
        for choice in choices:
            end = self.play(world.choose(seat, choice), Random(luck), thought)
            if end is None:
                return None
            results[choice] = self.worth(end, seat)
        return results

    def play(self, world: P, rng: Random, thought: Thought) -> P | None:
        first = world
        while world.outcome is None and not (world.awaited and not any(world.acts) and self.enough(first, world)):
            if thought.is_over:
                return None
            if due := world.chance:
                world = world.happen(due.draw(rng))
            else:
                world = world.choose(world.awaited[0], self.policy(world, world.awaited[0], rng))
        return world


def promising(tried: dict[C, list[float]]) -> dict[C, list[float]]:
    """Without the choices that are clearly behind the best one in the same worlds."""
    best = max(tried.values(), key=sum)
    if len(best) < EXPECTED + FEWEST:
        return tried
    return {choice: results for choice, results in tried.items() if results is best or not behind(results, best)}


def behind(results: Sequence[float], best: Sequence[float]) -> bool:
    gaps = [theirs - mine for mine, theirs in zip(results, best, strict=True)]
    mean = sum(gaps) / len(gaps)
    spread = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return mean > DOUBT * sqrt(spread / len(gaps))
