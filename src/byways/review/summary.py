"""A review in a few sentences, as a person would put it: who led until when, and what mistakes cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from byways.i18n import Message, Sentence, Value
from byways.review.models import Judged, Review
from byways.review.verdicts import SLIP, course

LISTED = 3  # mistakes that a summary names


class Listed(NamedTuple):
    """A mistake in a list: where it was, its title, and the act."""

    when: Sentence
    title: Sentence
    act: Judged


def mistakes(review: Review, seat: int, count: int = LISTED) -> list[Listed]:
    """Return the worst mistakes of a seat in the order of play."""
    own = [act for act in review.acts if act.seat == seat and act.verdict]
    worst = sorted(own, key=lambda act: -act.cost)[:count]
    return [Listed(when(review, act), title(act), act) for act in own if act in worst]


def when(review: Review, act: Judged) -> Sentence:
    return act.when or Message("when.act", {"number": review.acts.index(act) + 1})


def title(act: Judged) -> Sentence:
    return act.why.title if act.why else Message(f"review.verdict-{act.verdict}") if act.verdict else ""


def leads(review: Review, seat: int) -> list[bool]:
    """Return before a seat's first act and after each whether its chance was the highest. The last value is whether it won.

    Chances are compared as the chart draws them: on straight lines between the points of each seat's course.
    """
    own = [act for act in review.acts if act.seat == seat]
    points = [*((act.begin, act.chance) for act in own[:1]), *((act.end, act.left) for act in own)]
    courses = [found for other in range(review.seats) if other != seat and (found := [*course(review, other)])]
    return [*(all(chance > height(other, entry) for other in courses) for entry, chance in points), review.accounts[seat].last > 0]


def height(points: Sequence[tuple[int, float]], entry: int) -> float:
    """Return the height of a course at an entry; where it jumps, the height before the jump."""
    for (begin, low), (end, high) in pairwise(points):
        if begin < entry <= end:
            return low + (high - low) * (entry - begin) / (end - begin)
    return points[0][1] if entry <= points[0][0] else points[-1][1]


class Summary:
    """Puts a seat's game into sentences, addressed to its player or about it."""

    def __init__(self, review: Review, seat: int, is_mine: bool) -> None:
        self.review, self.seat, self.who = review, seat, "you" if is_mine else "they"
        self.own = [act for act in review.acts if act.seat == seat]

    def say(self, name: str, **values: Value) -> Message:
        return Message(f"summary.{self.who}-{name}", {"seat": self.seat, **values})

    def sentences(self, worth: Callable[[float], str]) -> Iterator[Sentence]:
        """Yield at most three sentences. `worth` formats a chance or a score."""
        if not self.own or not self.review.accounts:
            return
        account = self.review.accounts[self.seat]
        if self.review.is_score:
            yield self.say("score", first=worth(account.first), last=worth(account.last))
        elif self.review.reaches_end:
            yield self.course()
        yield from self.costs(worth)

    def course(self) -> Message:
        """Say who led: until when, from when on, all the time or never."""
        led = leads(self.review, self.seat)
        if all(led[1:]) or not any(led):
            return self.say("led-all" if led[-1] else "never-led")
        # Report only the last change of the lead, not what was lost and won back before.
        changed = max(number for number in range(1, len(led)) if led[number] != led[number - 1])
        name = "took-lead" if led[-1] else "led-until" if all(led[:changed]) else "last-led"
        turn = self.own[changed - 2 if name == "last-led" else min(changed, len(self.own)) - 1]
        return self.say(name, when=as_message(when(self.review, turn)))

    def costs(self, worth: Callable[[float], str]) -> Iterator[Message]:
        """Say what mistakes cost, and which they were."""
        made = [act for act in self.own if act.verdict]
        if made:
            cost = sum(act.cost for act in made)
            yield self.say(self.cost_name(cost, len(made)), acts=len(made), cost=worth(cost), list=self.listed())
        elif self.review.is_done:
            yield self.say("no-mistake", least=f"{SLIP:.0%}")

    def cost_name(self, cost: float, count: int) -> str:
        if self.review.is_score or not self.review.reaches_end or not self.review.accounts[self.seat].last:
            return "cost-much" if cost > 1 and not self.review.is_score else "cost-worst" if count > LISTED else "cost"
        return "won-anyway"

    def listed(self) -> tuple[Message, ...]:
        """Name the worst mistakes, those with the same title together. A turn with several of them is named once."""
        worst = mistakes(self.review, self.seat)
        titles = different([as_message(one.title) for one in worst])
        alike = [(title, different([as_message(one.when) for one in worst if as_message(one.title) == title])) for title in titles]
        return tuple(Message("summary.act", {"when": when, "title": title}) for title, when in alike)


def different(messages: Sequence[Message]) -> tuple[Message, ...]:
    return tuple(one for nth, one in enumerate(messages) if one not in messages[:nth])


def as_message(sentence: Sentence) -> Message:
    return sentence if isinstance(sentence, Message) else Message("summary.plain", {"text": sentence})
