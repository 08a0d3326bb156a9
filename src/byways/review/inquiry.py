"""A review in the making: gives questions for bots, takes their answers, and shows what has come of them so far.

Who asks them is no matter: a command on all cores, or a table one by one. First every act is weighed with little effort, and so is what
dice and cards could have brought instead; then acts that may have been mistakes once more, with all effort and fresh luck, against those
that the first look found best: the best of many is so partly by luck, and what it owes to that is gone in a second look. What is asked
about a seat follows from what that seat saw alone, so a review tells nobody more.
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
from byways.review.judging import MOST, Question, Scale, Valued, judged, result, scale_for
from byways.review.luck import alternatives
from byways.review.models import Judged, Review
from byways.review.moments import Moment, moments
from byways.review.verdicts import NOISE, SLIP, account, with_verdict

FIRST = 4  # a first look takes so many times less
OTHERS = 5  # alternatives to what dice or cards brought
MATTER = 0.5  # of a seat's acts that are looked at again, at most


class Case:
    """All that is known of one act so far."""

    def __init__(self, moment: Moment, name: str) -> None:
        self.moment, self.name = moment, name
        others = [] if moment.unrolled is None else alternatives(moment.unrolled, OTHERS, Random(f"{name}/others"))
        self.others: dict[str, View | Outcome] = {f"{name}/other {number}": other for number, other in enumerate(others)}
        self.weighed: dict[str, Sequence[Valued]] = {}  # by the question's stream

    @property
    def first(self) -> str:
        return f"{self.name}/first"

    @property
    def again(self) -> str:
        return f"{self.name}/again"

    @property
    def compared(self) -> tuple[tuple[str, ...], ...]:
        """What was played, and after a first look what seemed best."""
        ranked = sorted(self.weighed.get(self.first, ()), key=lambda one: -one.value)
        return tuple(dict.fromkeys((tuple(map(str, self.moment.act)), *(one.act for one in ranked[:MOST]))))

    def judged(self, scale: Scale) -> Judged | None:
        """By the latest answer; what dice or cards gave, only by answers of equal effort."""
        again = [one for one in self.weighed.get(self.again, ()) if one.act in self.compared]
        valued = again or self.weighed.get(self.first)
        act = judged(self.moment, valued, scale) if valued else None
        return act and with_verdict(msgspec.structs.replace(act, luck=self._luck(scale)), scale)

    def _luck(self, scale: Scale) -> float | None:
        worths = [self._worth(name, other, scale) for name, other in self.others.items()]
        known = [worth for worth in worths if worth is not None]
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
    """Call `batch` for questions until there are none, and `take` every answer, in any order."""

    def __init__(
        self, game: Game, outcome: Outcome, found: Iterable[Moment], entries: int, bot: str | None = None, worlds: int | None = None
    ) -> None:
        self.scale, self.entries = scale_for(game, len(outcome.places)), entries
        self.game, self.outcome, self.bot, self.worlds = game, outcome, bot or game.bot_names[-1], worlds or self.scale.curve.worlds
        self.cases = named(found)
        self.passes = [self._first, self._again]
        self.asked: dict[str, Case] = {}
        self.open: dict[str, Question] = {}
        self.worked = 0  # worlds

    def batch(self) -> list[Question]:
        """What can be asked now: once all answers are in, the questions that follow from them."""
        while not self.open and self.passes:
            self.open = {question.stream: question for question in self.passes.pop(0)()}
        return list(self.open.values())

    def take(self, question: Question, valued: Sequence[Valued]) -> None:
        """An answer; nothing if the bot has none, and then the review does without it."""
        del self.open[question.stream]
        self.worked += question.worlds
        self.asked[question.stream].weighed[question.stream] = list(valued)

    @property
    def review(self) -> Review:
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
        """The worlds still to be imagined; until it is known which acts are looked at again, as many are expected as may be."""
        expected = self.worlds * MATTER * len(self.cases) if self.passes else 0
        return sum(question.worlds for question in self.open.values()) + expected

    @property
    def progress(self) -> float:
        return self.worked / (self.worked + self.ahead) if self.ahead else 1.0

    def effort(self, stream: str) -> int:
        return self.worlds if stream.endswith("/again") else max(1, self.worlds // FIRST)

    def _first(self) -> list[Question]:
        return [question for case in self.cases for question in self._look(case)]

    def _look(self, case: Case) -> list[Question]:
        others = ((stream, other) for stream, other in case.others.items() if isinstance(other, View))
        return [self._question(case, case.first), *(self._question(case, stream, other) for stream, other in others)]

    def _again(self) -> list[Question]:
        return [self._question(case, case.again) for seat in range(len(self.outcome.places)) for case in self._matter(seat)]

    def _matter(self, seat: int) -> list[Case]:
        """Acts of a seat that may have been mistakes, the likeliest first, but not more than a part of all."""
        own = [case for case in self.cases if case.moment.seat == seat]
        worst = sorted(((self._worst(case), number) for number, case in enumerate(own)), key=lambda one: (-one[0], one[1]))
        return [own[number] for loss, number in worst[: round(MATTER * len(own) + 0.5)] if loss >= SLIP]

    def _worst(self, case: Case) -> float:
        """The chance that an act may have lost at most; nothing if it came out best."""
        act = case.judged(self.scale)
        if act is None or not act.cost:
            return 0.0
        return self.scale.chance(act.chance) - self.scale.chance(act.left - NOISE * act.doubt)

    def _question(self, case: Case, stream: str, other: View | None = None) -> Question:
        self.asked[stream] = case
        among = () if other else case.compared
        return Question(self.game, self.bot, stream, other or case.moment.view, among, self.effort(stream))


def named(found: Iterable[Moment]) -> list[Case]:
    """Streams are named by seat and number, which depend on nothing that the seat cannot see."""
    counted: dict[int, int] = {}
    cases = []
    for moment in found:
        number = counted[moment.seat] = counted.get(moment.seat, 0) + 1
        cases.append(Case(moment, f"review/{moment.seat}/{number}"))
    return cases


def inquire(
    game: Game, played: Iterable[Played], seats: Collection[int] | None = None, bot: str | None = None, worlds: int | None = None
) -> Inquiry:
    """An inquiry into a game that is over, into all its seats or some."""
    steps = list(played)
    outcome = steps[-1].after.outcome if steps else None
    if outcome is None:
        raise Refused(Message("refuse.review-unfinished", {"title": game.title}))
    found = [moment for moment in moments(steps) if seats is None or moment.seat in seats]
    return Inquiry(game, outcome, found, len(steps), bot, worlds)
