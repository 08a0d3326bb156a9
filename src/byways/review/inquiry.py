"""A review in progress: hands out tasks for bots, takes their answers, and shows the review so far.

Callers decide how to run the tasks: the command uses all cores, the table runs them one by one. The first pass weighs every act, and the
dice and cards that could have come instead, with little effort. The second pass weighs possible mistakes again, with full effort and fresh
luck, against the acts that came out best, because the best of many estimates is biased upwards. All tasks about a seat derive from what
that seat saw, so a review reveals nothing to it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from random import Random
from statistics import fmean

import msgspec

from byways.errors import Refused
from byways.game import Game, Outcome, View
from byways.i18n import Message
from byways.record import Played
from byways.review.judging import MOST, Scale, Valued, WeighTask, judged, result, scale_for
from byways.review.luck import alternatives
from byways.review.models import Judged, Review
from byways.review.moments import Moment, moments
from byways.review.verdicts import NOISE, SLIP, account, with_verdict

__all__ = ["Inquiry", "inquire"]

FIRST = 4  # the first pass uses this many times fewer worlds
OTHERS = 5  # alternatives to the dice or cards that came
MATTER = 0.5  # share of a seat's acts that the second pass may weigh


class Case:
    """One act and all answers about it so far."""

    def __init__(self, moment: Moment, name: str) -> None:
        self.moment, self.first, self.again = moment, f"{name}/first", f"{name}/again"  # names of streams
        others = [] if moment.unrolled is None else alternatives(moment.unrolled, OTHERS, Random(f"{name}/others"))
        self.others: dict[str, View | Outcome] = {f"{name}/other {number}": other for number, other in enumerate(others)}
        self.weighed: dict[str, Sequence[Valued]] = {}  # by the task's stream

    @property
    def compared(self) -> tuple[tuple[str, ...], ...]:
        """The act played and, after the first pass, the acts that came out best."""
        ranked = sorted(self.weighed.get(self.first, ()), key=lambda one: -one.value)
        return tuple(dict.fromkeys((tuple(map(str, self.moment.act)), *(one.act for one in ranked[:MOST]))))

    def judged(self, scale: Scale) -> Judged | None:
        """Judge by the latest answer; for luck, compare only answers of equal effort."""
        again = [one for one in self.weighed.get(self.again, ()) if one.act in self.compared]
        valued = again or self.weighed.get(self.first)
        act = judged(self.moment, valued, scale) if valued else None
        return act and with_verdict(msgspec.structs.replace(act, luck=self._luck(scale)), scale)

    def _luck(self, scale: Scale) -> float | None:
        worths = [self._worth(name, other, scale) for name, other in self.others.items()]
        known = [worth for worth in worths if worth is not None]
        # Wait for all alternatives: the mean over some of them would be biased.
        if not known or len(known) < len(worths) or not self.weighed.get(self.first):
            return None
        return scale.worth(best(self.weighed[self.first])) - fmean(known)

    def _worth(self, name: str, other: View | Outcome, scale: Scale) -> float | None:
        if isinstance(other, Outcome):
            return result(other, self.moment.seat)
        return scale.worth(best(self.weighed[name])) if self.weighed.get(name) else None


def best(valued: Sequence[Valued]) -> float:
    return max(one.value for one in valued)


class Inquiry:
    """A review as a sequence of tasks. Call `batch` until it returns none, and `take` every answer, in any order."""

    def __init__(
        self, game: Game, outcome: Outcome, found: Iterable[Moment], entries: int, bot: str | None = None, worlds: int | None = None
    ) -> None:
        self.scale, self.entries = scale_for(game, len(outcome.places)), entries
        self.game, self.outcome, self.bot, self.worlds = game, outcome, bot or game.bot_names[-1], worlds or self.scale.curve.worlds
        self.cases = numbered(found)
        self.passes = [self._first, self._again]
        self.asked: dict[str, Case] = {}  # by stream
        self.open: dict[str, WeighTask] = {}  # by stream
        self.worked = 0  # worlds

    def __repr__(self) -> str:
        return f"<Inquiry into {self.game.title} by {self.bot}: {len(self.cases)} cases, {len(self.open)} open tasks>"

    def batch(self) -> list[WeighTask]:
        """Return the open tasks; once all are answered, those of the next pass."""
        while not self.open and self.passes:
            self.open = {task.stream: task for task in self.passes.pop(0)()}
        return list(self.open.values())

    def take(self, task: WeighTask, valued: Sequence[Valued]) -> None:
        """Take an answer. An empty one means that the bot failed; the review goes on without it."""
        del self.open[task.stream]
        self.worked += task.worlds
        self.asked[task.stream].weighed[task.stream] = list(valued)

    @property
    def review(self) -> Review:
        """The review as far as it is known."""
        acts = tuple(act for case in self.cases if (act := case.judged(self.scale)))
        seats = len(self.outcome.places)
        return Review(
            game=self.game.name,
            seats=seats,
            bot=self.bot,
            worlds=self.worlds,
            total=len(self.cases),
            acts=acts,
            accounts=tuple(account(seat, acts, self.outcome, self.scale) for seat in range(seats)),
            is_score=self.scale.is_score,
            entries=self.entries,
            progress=self.progress,
        )

    @property
    def ahead(self) -> float:
        """The number of worlds still to imagine; before the second pass, an upper bound."""
        expected = self.worlds * MATTER * len(self.cases) if self.passes else 0
        return sum(task.worlds for task in self.open.values()) + expected

    @property
    def progress(self) -> float:
        """The share of the work that is done, from 0 to 1."""
        return self.worked / (self.worked + self.ahead) if self.ahead else 1.0

    def _first(self) -> list[WeighTask]:
        worlds, tasks = max(1, self.worlds // FIRST), list[WeighTask]()
        for case in self.cases:
            tasks.append(self._task(case, case.first, worlds, case.moment.view, case.compared))
            tasks += [self._task(case, stream, worlds, other) for stream, other in case.others.items() if isinstance(other, View)]
        return tasks

    def _again(self) -> list[WeighTask]:
        matter = (case for seat in range(len(self.outcome.places)) for case in self._matter(seat))
        return [self._task(case, case.again, self.worlds, case.moment.view, case.compared) for case in matter]

    def _matter(self, seat: int) -> list[Case]:
        """Return a seat's possible mistakes, worst first, up to a share of all its acts."""
        own = [case for case in self.cases if case.moment.seat == seat]
        losses = sorted(((self._largest_loss(case), case) for case in own), key=lambda one: -one[0])
        return [case for loss, case in losses[: round(MATTER * len(own) + 0.5)] if loss >= SLIP]

    def _largest_loss(self, case: Case) -> float:
        """Return an upper bound for the chance lost by an act; 0 if the act came out best."""
        act = case.judged(self.scale)
        if act is None or not act.cost:
            return 0.0
        return self.scale.chance(act.chance) - self.scale.chance(act.left - NOISE * act.doubt)

    def _task(self, case: Case, stream: str, worlds: int, view: View, among: tuple[tuple[str, ...], ...] = ()) -> WeighTask:
        self.asked[stream] = case
        return WeighTask(self.game, self.bot, stream, view, among, worlds)


def numbered(found: Iterable[Moment]) -> list[Case]:
    """Name cases by seat and number, so that streams depend on nothing that the seat cannot see."""
    counted: dict[int, int] = {}
    cases = []
    for moment in found:
        number = counted[moment.seat] = counted.get(moment.seat, 0) + 1
        cases.append(Case(moment, f"review/{moment.seat}/{number}"))
    return cases


def inquire(
    game: Game, played: Iterable[Played], seats: Collection[int] | None = None, bot: str | None = None, worlds: int | None = None
) -> Inquiry:
    """Begin an inquiry into a finished game, for all seats or some."""
    steps = list(played)
    outcome = steps[-1].after.outcome if steps else None
    if outcome is None:
        raise Refused(Message("refuse.review-unfinished", {"title": game.title}))
    found = [moment for moment in moments(steps) if seats is None or moment.seat in seats]
    return Inquiry(game, outcome, found, len(steps), bot, worlds)
