"""Trials in imagined worlds: each act is tried in the same ones, and acts that are clearly behind are dropped."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from itertools import repeat
from math import sqrt
from random import Random
from typing import Generic, TypeAlias, cast

from typing_extensions import TypeVar

from byways.bots import Thought, share_of_round
from byways.bots.search import SECONDS, P, Policy
from byways.bots.weighing import Weighed, log_odds
from byways.game import Choice, Player, Position, View

C = TypeVar("C", bound=Choice, default=Choice)
K = TypeVar("K", bound=Hashable)

Worth: TypeAlias = Callable[[P, int], float]  # what a position is worth to a seat, in any measure
Enough: TypeAlias = Callable[[P, P], bool]  # whether play has gone far enough from the first position to the second
Tried: TypeAlias = Mapping[tuple[C, ...], list[float]]  # what came of each act, world by world

EXPECTED = 2  # how many worlds the first guess at a choice counts for
FEWEST = 3  # worlds before a choice is dropped
DOUBT = 2.0  # standard errors by which it must be behind


def won(position: Position, seat: int) -> float:
    """The part that a seat has in a victory; while nothing is decided, all have equal parts."""
    if position.outcome is None:
        return 1 / len(position.acts)
    winners = position.outcome.winners
    return (seat in winners) / max(1, len(winners))


class Trials(Player[View[C]], Generic[P, C]):
    """Tries every choice in the same imagined worlds and plays on by a policy until that is enough. `guess` is what a choice seems worth at
    first: the worth of what it leaves. It thinks for its share of a round with so many `questions`, for `seconds` at most, or for so many
    `worlds`, or until one choice is left. It weighs acts by a seat's `chance` to win where a trial ends."""

    def __init__(
        self,
        rng: Random,
        policy: Policy[P],
        worth: Worth[P],
        guess: Callable[[P, int, C], float],
        enough: Enough[P],
        *,
        chance: Worth[P] = won,
        questions: float = 1.0,
        seconds: float = SECONDS,
        worlds: int | None = None,
    ) -> None:
        self.rng, self.policy, self.worth, self.guess, self.enough = rng, policy, worth, guess, enough
        self.chance, self.questions, self.seconds, self.worlds = chance, questions, seconds, worlds

    def choose(self, view: View[C], deadline: float) -> Choice:
        assert view.seat is not None
        seat, world = view.seat, self.imagine(view)
        thought = Thought(deadline, min(self.seconds, share_of_round(len(world.acts), self.questions)))
        if len(view.choices) == 1 or thought.is_over:
            return self.policy(world, seat, self.rng)
        tried: Tried[C] = {(choice,): [self.guess(world, seat, choice)] * EXPECTED for choice in view.choices}
        for running in self.contest(view, tried, self.worth, thought):
            if len(tried := running) == 1:
                break
        return max(tried, key=lambda act: sum(tried[act]))[0]

    def weigh(self, view: View[C], deadline: float, among: Sequence[Sequence[Choice]] = ()) -> list[Weighed]:
        """Every choice, with what the policy makes of it, and the acts asked for, which are never dropped. What seems likely before any
        trial counts for one world."""
        assert view.seat is not None
        asked = [cast("tuple[C, ...]", tuple(act)) for act in among]
        likely = self.chance(self.imagine(view), view.seat)
        tried: Tried[C] = {act: [likely] for act in (*((choice,) for choice in view.choices), *asked)}
        for _ in self.contest(view, tried, self.chance, Thought(deadline, self.seconds), asked):
            pass
        return ranked(tried)

    def contest(
        self, view: View[C], tried: Tried[C], worth: Worth[P], thought: Thought, asked: Collection[Hashable] = ()
    ) -> Iterator[Tried[C]]:
        """Adds what acts come to in one world after the other, each time without those that are clearly behind."""
        assert view.seat is not None
        for _ in repeat(None) if self.worlds is None else range(self.worlds):
            results = self.rehearse(self.imagine(view), view.seat, list(tried), worth, thought)
            if results is None:
                break
            thought.imagined += 1
            for act, result in results.items():
                tried[act].append(result)
            tried = promising(tried, asked)
            yield tried
            if thought.is_over:
                break

    def imagine(self, view: View[C]) -> P:
        return cast(P, view.imagine(self.rng))

    def rehearse(
        self, world: P, seat: int, acts: Sequence[tuple[C, ...]], worth: Worth[P], thought: Thought
    ) -> dict[tuple[C, ...], float] | None:
        """What each act leads to in one world, with the same luck as far as possible; None if time runs out."""
        luck, results = self.rng.random(), {}
        for act in acts:
            end = self.play(begun(world, seat, act), Random(luck), thought)
            if end is None:
                return None
            results[act] = worth(end, seat)
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


def begun(world: P, seat: int, act: Sequence[Choice]) -> P:
    """The world after an act. Nothing new is shown within one, so it is possible in every world; of anything else, the steps that are."""
    for step in act:
        if step not in world.choices(seat):
            break
        world = world.choose(seat, step)
    return world


def promising(tried: Mapping[K, list[float]], asked: Collection[Hashable] = ()) -> Mapping[K, list[float]]:
    """Without what is clearly behind the best one in the same worlds, unless it was asked for."""
    best = max(tried.values(), key=sum)
    if len(best) < EXPECTED + FEWEST:
        return tried
    return {one: results for one, results in tried.items() if results is best or one in asked or not behind(results, best)}


def behind(results: Sequence[float], best: Sequence[float]) -> bool:
    mean, error = estimate([theirs - mine for mine, theirs in zip(results, best, strict=True)])
    return mean > DOUBT * error


def estimate(results: Sequence[float]) -> tuple[float, float]:
    """The mean of results and its standard error, which a single one leaves open."""
    mean = sum(results) / len(results)
    if len(results) == 1:
        return mean, 1.0
    spread = sum((result - mean) ** 2 for result in results) / (len(results) - 1)
    return mean, sqrt(spread / len(results))


def ranked(tried: Tried[C]) -> list[Weighed]:
    """Acts by the chances that they left in worlds, best first; each against the best one in the worlds that both were tried in."""
    best = max(tried, key=lambda act: (len(tried[act]), sum(tried[act])))
    value = log_odds(estimate(tried[best])[0])
    weighed = [against(act, results, tried[best], value) for act, results in tried.items() if act != best]
    return [Weighed(best, value, in_odds(*estimate(tried[best]))), *sorted(weighed, key=lambda one: -one.value)]


def against(act: tuple[C, ...], results: list[float], best: list[float], value: float) -> Weighed:
    mine, theirs = estimate(results)[0], estimate(best[: len(results)])[0]
    error = estimate([there - here for here, there in zip(results, best, strict=False)])[1]
    return Weighed(act, value - max(0.0, log_odds(theirs) - log_odds(mine)), in_odds(mine, error))


def in_odds(chance: float, error: float) -> float:
    """The standard error of log odds, from that of the chance."""
    return error / max(0.001, chance * (1 - chance))
