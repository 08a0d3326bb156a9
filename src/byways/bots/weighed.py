"""Weigh acts by a race, turning mean scores into values."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import chain
from math import sqrt
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from byways.bots import Thought
from byways.bots.race import Estimate, Finish, Heat, estimates, run, variance
from byways.bots.weighing import SURE, Weighed
from byways.game import Choice

R = TypeVar("R")

Act: TypeAlias = tuple[Choice, ...]

STEEP = 1.7  # log odds per standard deviation: the logistic approximation of the normal distribution


class Field(NamedTuple, Generic[R]):
    """A race's contenders without duplicates. `asked` maps each requested act to the numbers of the runners that represent it."""

    runners: list[R]
    asked: Mapping[Act, Sequence[int]]

    @property
    def kept(self) -> set[int]:
        return {0, *chain(*self.asked.values())}

    def run(self, heat: Callable[[], Heat], thought: Thought, heats: int, guess: Callable[[R], float]) -> Finish:
        """Race all runners; if no heat is complete, fall back to guesses."""
        finish = run(len(self.runners), heat, thought, heats, self.kept)
        return finish if finish.scores[0] else Finish(0, [[guess(runner)] for runner in self.runners])

    def weighed(self, names: Callable[[R], Act], values: Sequence[Estimate]) -> list[Weighed]:
        """Return the runners by name, and the requested acts with the values of their best runners, best first."""
        found = {names(runner): value for runner, value in zip(self.runners, values, strict=True)}
        found |= {act: max((*begun_by(act, found), *(values[number] for number in numbers))) for act, numbers in self.asked.items()}
        return sorted((Weighed(act, *value) for act, value in found.items()), key=lambda one: -one.value)


def begun_by(act: Act, found: Mapping[Act, Estimate]) -> list[Estimate]:
    """Return the estimates of acts that begin with this one."""
    return [value for name, value in found.items() if name[: len(act)] == act]


def line_up(likely: Sequence[R], asked: Mapping[Act, Sequence[R]], result: Callable[[R], Hashable]) -> Field[R]:
    """Build a field, merging runners that have the same result."""
    places, runners = dict[Hashable, int](), list[R]()
    for runner in (*likely, *chain(*asked.values())):
        if places.setdefault(result(runner), len(runners)) == len(runners):
            runners.append(runner)
    return Field(runners, {act: [places[result(runner)] for runner in found] for act, found in asked.items()})


def in_points(finish: Finish, expected: float, more: float) -> list[Estimate]:
    """Return expected scores. `more` corrects for playouts that play worse than the bot itself."""
    return [Estimate(score + more, doubt) for score, doubt in estimates(finish, expected)]


def in_odds(finish: Finish, expected: float, unforeseen: float) -> list[Estimate]:
    """Return the log odds that a lead is above zero at the end. `unforeseen` is the variance that the heats do not show."""
    slope = STEEP / sqrt(variance(finish.scores[finish.best], expected) + unforeseen)
    return [Estimate(max(-SURE, min(SURE, slope * lead)), slope * doubt) for lead, doubt in estimates(finish, expected)]
