"""Explain why another act was better: what its steps pay, who is activated when, and what that earns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from random import Random
from statistics import fmean
from typing import NamedTuple, cast

from byways.bots.mistakes import Difference, explanation
from byways.bots.trials import begun
from byways.event import Explanation
from byways.game import Choice
from byways.games.long_road import choices as c
from byways.games.long_road.bots.advice import IN_LINE, after, in_order, part_of, reasons
from byways.games.long_road.bots.players import greedily, two_turns_on
from byways.games.long_road.choices import ROADS, AnyChoice
from byways.games.long_road.rules.sale import prices_of
from byways.games.long_road.state import Cards, Placed, Position, Road
from byways.games.long_road.view import View
from byways.games.long_road.view.promises import changed
from byways.i18n import Message, Sentence

LEAST = 2.0  # dollars that count as a difference
LEAST_AT_END = 1.0  # the same at the end of the game, which one dollar may decide
WORLDS = 6  # imagined worlds over which money is averaged
MORE = {  # facts that can be compared, and which of their values should be high
    "why.herds": "pays",
    "why.pays": "pays",
    "why.robs": "amount",
    "why.value": "value",
    "why.alone": "value",
}
GOOD = ("why.before", "why.boss", "why.arrives-mine", "why.herds", "why.pays", "why.robs")
BAD = ("why.after", "why.arrives-other", "why.price")
TITLES = {
    c.Play: "mistake.play",
    c.Assign: "mistake.assign",
    c.Saloon: "mistake.assign",
    c.Arm: "mistake.arm",
    c.Take: "mistake.take",
    c.Rob: "mistake.rob",
    c.Pick: "mistake.pick",
}


def explain(view: View, played: Sequence[Choice], best: Sequence[Choice]) -> Explanation | None:
    same = len([*takewhile(lambda pair: pair[0] == pair[1], zip(played, best, strict=False))])
    return explanation(differences(view, played, best, same))


def differences(view: View, played: Sequence[Choice], best: Sequence[Choice], same: int) -> Iterator[Difference]:
    """Compare how both acts place the seat's characters or, if that is no better, their first steps that differ; then the money."""
    title = Message("mistake.later")
    if same < min(len(played), len(best)):
        here = after(view, best[:same])
        step, better = cast(AnyChoice, played[same]), cast(AnyChoice, best[same])
        title = titled(here, step, better)
        lost, won = activated(view, played, best) or compared(*([*islice(reasons(here, one), 2)] for one in (step, better)))
        if lost or won:
            yield Difference(title, lost, won)
    yield money(view, played, best, title)


def compared(mine: Sequence[Message], better: Sequence[Message]) -> tuple[Sentence, Sentence]:
    """Return the first fact that counts against one step, and the first that counts for the other."""
    for fact in mine:
        for other in better:
            if fact.name == other.name in MORE and number_in(other, MORE[fact.name]) > number_in(fact, MORE[fact.name]):
                return fact, other
    # A fact of the same kind about the other step would have to be compared first.
    against = next((fact for fact in mine if fact.name in BAD and fact.name not in {other.name for other in better}), "")
    return against, next((fact for fact in better if fact.name in GOOD and fact.name not in {other.name for other in mine}), "")


def number_in(fact: Message, name: str) -> float:
    value = fact.values[name]
    return value if isinstance(value, int | float) else 0.0


def titled(view: View, step: AnyChoice, better: AnyChoice) -> Message:
    said = named(view, better)
    if isinstance(step, c.End):
        return Message("mistake.left-out", {"step": said})
    name = TITLES.get(type(better), "mistake.step")
    return Message(name if type(step) is type(better) else "mistake.step", {"step": said})


def named(view: View, step: AnyChoice) -> Message:
    """Word a step in few words, with the name of the character that it arms or moves. It is the seat's own, which the seat knows."""
    if not isinstance(step, c.Arm | c.Move):
        return part_of(step)
    placed, said = view.roads[ROADS.index(step.road)].line[step.place - 1], part_of(step)
    return Message(f"{said.name}-named", {**said.values, "character": view.box.keys[placed.character]})


class Activation(NamedTuple):
    """How a seat's best-placed character on a road stands after an act, and the pay of the best card that is then left for it."""

    pays: int
    said: Message


def activated(view: View, played: Sequence[Choice], best: Sequence[Choice]) -> tuple[Sentence, Sentence] | None:
    """Compare who is activated when, and what that earns, on the road where two acts differ most; None if the better act gains nothing."""
    if view.sale is not None:
        return None
    pairs = [*zip(activations(view, played), activations(view, best), strict=True)]
    mine, other = max(pairs, key=lambda pair: abs(pair[1].pays - pair[0].pays))
    return (mine.said, other.said) if other.pays > mine.pays else None


def activations(view: View, act: Sequence[Choice]) -> Iterator[Activation]:
    """Yield the activation on each road after an act, by what the seat knew before its last step."""
    here, last = after(view, act[:-1]), cast(AnyChoice, act[-1])
    for number, road in enumerate(here.roads):
        caravan, line = road.cards, road.line
        if isinstance(last, c.Play) and ROADS.index(last.road) == number:
            caravan = (*caravan, here.box.kind_of[last.card])
        elif isinstance(last, IN_LINE) and changed(here, last)[0] == number:
            line = changed(here, last)[2]
        yield activation(here, number, caravan, line)


def activation(view: View, number: int, caravan: Cards, line: Sequence[Placed]) -> Activation:
    """Find the place of the seat's first character in the order of activation among the known ones."""
    order, road = in_order(view, caravan, line), view.roads[number]
    place = next((place for place, placed in enumerate(order) if placed.seat == view.seat), None)
    if place is None:
        return Activation(0, Message("mistake.nobody", {"road": ROADS[number]}))
    first, pays = view.box.keys[order[place].character], pay_left(view, road, caravan, place)
    name = "mistake.stands" if len(order) == len(line) else "mistake.stands-hidden"
    return Activation(pays, Message(name, {"character": first, "road": ROADS[number], "place": place + 1, "of": len(line), "pays": pays}))


def pay_left(view: View, road: Road, caravan: Cards, place: int) -> int:
    """Return the pay of a caravan's best card once others have taken the `place` best ones."""
    pays = sorted((view.box.pay(card, *prices_of(view.box, road)) for card in caravan if card >= 0), reverse=True)
    return pays[place] if place < len(pays) else 0


def money(view: View, played: Sequence[Choice], best: Sequence[Choice], title: Sentence) -> Difference:
    """Compare what this seat, or the rival who gains most, earns in two turns of every player or has at the end of the game."""
    assert view.seat is not None
    worlds = worlds_after(view, played), worlds_after(view, best)
    is_over = all(world.outcome is not None for world in (*worlds[0], *worlds[1]))
    mine, other = (Money(view.money, each, is_over) for each in worlds)
    if other.of(view.seat) - mine.of(view.seat) >= mine.least:
        return Difference(Message("mistake.less"), mine.said(view.seat), other.said(view.seat))
    rival = max((seat for seat in range(len(view.money)) if seat != view.seat), key=lambda seat: mine.of(seat) - other.of(seat))
    if mine.of(rival) - other.of(rival) >= mine.least:
        return Difference(Message("mistake.rival-more", {"seat": rival}), mine.said(rival, "rival-"), other.said(rival, "rival-"))
    return Difference(title, "", other.said(view.seat))


class Money(NamedTuple):
    """What each seat earns on average in some worlds, or has at the end of the game."""

    before: Sequence[int]
    worlds: Sequence[Position]
    is_over: bool

    @property
    def least(self) -> float:
        return LEAST_AT_END if self.is_over else LEAST

    def of(self, seat: int) -> float:
        if self.is_over:
            return fmean(world.outcome.scores[seat] for world in self.worlds if world.outcome and world.outcome.scores)
        return fmean(world.money[seat] for world in self.worlds) - self.before[seat]

    def said(self, seat: int, whose: str = "") -> Message:
        money = round(self.of(seat))
        name = "final" if self.is_over else "loss" if money < 0 else "money"
        return Message(f"mistake.{whose}{name}", {"seat": seat, "money": abs(money)})


def worlds_after(view: View, act: Sequence[Choice]) -> list[Position]:
    """Play on in some imagined worlds, the same for every act."""
    return [played_on(view, act, number) for number in range(WORLDS)]


def played_on(view: View, act: Sequence[Choice], number: int) -> Position:
    """Return one world after two more turns of every seat, as careful players would go on."""
    assert view.seat is not None
    rng = Random(number)
    first = cast(Position, view.imagine(rng))
    world = begun(first, view.seat, act)
    while world.outcome is None and not (world.awaited and not any(world.acts) and two_turns_on(first, world)):
        due = world.chance
        world = world.happen(due.draw(rng)) if due else world.choose(world.awaited[0], greedily(world, world.awaited[0], rng))
    return world
