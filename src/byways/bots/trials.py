"""Flat Monte Carlo: try every act in the same imagined worlds, and drop acts that are significantly worse."""

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

__all__ = ["Trials", "won"]

C = TypeVar("C", bound=Choice, default=Choice)
K = TypeVar("K", bound=Hashable)

Worth: TypeAlias = Callable[[P, int], float]  # the worth of a position to a seat, in any unit
Enough: TypeAlias = Callable[[P, P], bool]  # whether a playout from the first position may stop at the second
Tried: TypeAlias = Mapping[tuple[C, ...], list[float]]  # the results of each act, world by world

EXPECTED = 2  # worlds that the first guess at a choice counts as
FEWEST = 3  # worlds before a choice may be dropped
DOUBT = 2.0  # standard errors by which a choice must be behind to be dropped


def won(position: Position, seat: int) -> float:
    """Return a seat's share of the win; equal shares before the outcome."""
    if position.outcome is None:
        return 1 / len(position.acts)
    winners = position.outcome.winners
    return (seat in winners) / max(1, len(winners))


class Trials(Player[View[C]], Generic[P, C]):
    """Tries every choice in the same imagined worlds, playing on by `policy` until `enough`.

    `guess` estimates a choice before any trial, in the same unit as `worth`. Thinking ends after a round's share of time for this many
    `questions`, after `seconds`, after this many `worlds`, or when one choice is left. `weigh` values an act by the seat's `chance` at the
    end of a trial.

    >>> from byways.bots.search import at_random
    >>> from byways.game import find_game, stream
    >>> labyrinth = find_game("labyrinth")
    >>> player = Trials(stream(1, "trials"), at_random, won, lambda *_: 0.5, lambda *_: False, worlds=2)
    >>> view = labyrinth.start(labyrinth.deal(2, stream(7, "set-up"))).view(0)
    >>> player.choose(view, float("inf")) in view.choices
    True
    """

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
        # The remaining acts were all tried in the same worlds, so their sums compare like means.
        return max(tried, key=lambda act: sum(tried[act]))[0]

    def weigh(self, view: View[C], deadline: float, among: Sequence[Sequence[Choice]] = ()) -> list[Weighed]:
        """Weigh an act for every choice, and those in `among`, which are never dropped. The chance before any trial counts as one world."""
        assert view.seat is not None
        asked, world = [cast("tuple[C, ...]", tuple(act)) for act in among], self.imagine(view)
        likely = self.chance(world, view.seat)
        tried: Tried[C] = {act: [likely] for act in (*(self.carried_on(world, view.seat, choice) for choice in view.choices), *asked)}
        for _ in self.contest(view, tried, self.chance, Thought(deadline, self.seconds), asked):
            pass
        return ranked(tried)

    def carried_on(self, world: P, seat: int, choice: C) -> tuple[C, ...]:
        """Return an act that begins with this choice: the policy's further steps, up to the next die or card."""
        act, world = [choice], world.choose(seat, choice)
        while world.acts[seat] and seat in world.awaited:
            act.append(cast(C, self.policy(world, seat, self.rng)))
            world = world.choose(seat, act[-1])
        return tuple(act)

    def contest(
        self, view: View[C], tried: Tried[C], worth: Worth[P], thought: Thought, asked: Collection[Hashable] = ()
    ) -> Iterator[Tried[C]]:
        """Add results world by world, and yield the acts still in the running after each world."""
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
        """Return a world that fits the view. A subclass may imagine more likely ones."""
        return cast(P, view.imagine(self.rng))

    def rehearse(
        self, world: P, seat: int, acts: Sequence[tuple[C, ...]], worth: Worth[P], thought: Thought
    ) -> dict[tuple[C, ...], float] | None:
        """Return the result of each act in one world, with the same luck as far as possible; None if time runs out."""
        # Common random numbers: every act meets the same luck, which cancels out in comparisons.
        luck, results = self.rng.random(), {}
        for act in acts:
            end = self.play(begun(world, seat, act), Random(luck), thought)
            if end is None:
                return None
            results[act] = worth(end, seat)
        return results

    def play(self, world: P, rng: Random, thought: Thought) -> P | None:
        """Play a world to its end, or until it is known well enough. Return None if the time is over before."""
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
    """Return the world after an act, or after its first legal steps. Acts reveal nothing new, so an act is legal in every world."""
    for step in act:
        if step not in world.choices(seat):
            break
        world = world.choose(seat, step)
    return world


def promising(tried: Mapping[K, list[float]], asked: Collection[Hashable] = ()) -> Mapping[K, list[float]]:
    """Drop acts that are significantly behind the best in the same worlds, except those in `asked`."""
    best = max(tried.values(), key=sum)
    if len(best) < EXPECTED + FEWEST:
        return tried
    return {one: results for one, results in tried.items() if results is best or one in asked or not behind(results, best)}


def behind(results: Sequence[float], best: Sequence[float]) -> bool:
    # A paired test: differences within a world vary much less than results between worlds.
    mean, error = estimate([theirs - mine for mine, theirs in zip(results, best, strict=True)])
    return mean > DOUBT * error


def estimate(results: Sequence[float]) -> tuple[float, float]:
    """Return the mean of results and its standard error (1 for a single result)."""
    mean = sum(results) / len(results)
    if len(results) == 1:
        return mean, 1.0
    spread = sum((result - mean) ** 2 for result in results) / (len(results) - 1)
    return mean, sqrt(spread / len(results))


def ranked(tried: Tried[C]) -> list[Weighed]:
    """Rank acts by chance, best first. Each is compared with the best one over the worlds in which both were tried."""
    # The number of worlds counts first, because an act dropped early may have been lucky in its few worlds.
    best = max(tried, key=lambda act: (len(tried[act]), sum(tried[act])))
    value = log_odds(estimate(tried[best])[0])
    weighed = [against(act, results, tried[best], value) for act, results in tried.items() if act != best]
    return [Weighed(best, value, in_odds(*estimate(tried[best]))), *sorted(weighed, key=lambda one: -one.value)]


def against(act: tuple[C, ...], results: list[float], best: list[float], value: float) -> Weighed:
    mine, theirs = estimate(results)[0], estimate(best[: len(results)])[0]
    error = estimate([there - here for here, there in zip(results, best, strict=False)])[1]
    return Weighed(act, value - max(0.0, log_odds(theirs) - log_odds(mine)), in_odds(mine, error))


def in_odds(chance: float, error: float) -> float:
    """Convert the standard error of a chance to that of its log odds."""
    # Delta method, bounded where a chance is almost 0 or 1.
    return error / max(0.001, chance * (1 - chance))
