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
from byways.games.long_road.bots.advice import in_order, part_of, reasons
from byways.games.long_road.bots.players import greedily, two_turns_on
from byways.games.long_road.choices import ROADS, AnyChoice
from byways.games.long_road.rules.sale import prices_of
from byways.games.long_road.state import Cards, Placed, Position, Road
from byways.games.long_road.view import View
from byways.games.long_road.view.promises import changed
from byways.i18n import Message, Sentence

LEAST = 2.0  # dollars that count as a difference
WORLDS = 6  # imagined worlds over which money is averaged
MORE = {  # facts that can be compared, and which of their values should be high
    "mistake.activated": "pays",
    "mistake.activated-hidden": "pays",
    "why.herds": "pays",
    "why.pays": "pays",
    "why.robs": "amount",
    "why.value": "value",
    "why.alone": "value",
}
GOOD = ("why.before", "why.boss", "why.arrives-mine", "mistake.activated", "mistake.activated-hidden", "why.herds", "why.pays", "why.robs")
BAD = ("why.after", "why.arrives-other", "why.price")
IN_LINE = (c.Assign, c.Saloon, c.Arm, c.Move)
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
    """Compare the first steps that differ, then the money that both acts lead to."""
    title = Message("mistake.later")
    if same < min(len(played), len(best)):
        here = after(view, best[:same])
        step, better = cast(AnyChoice, played[same]), cast(AnyChoice, best[same])
        title = titled(step, better)
        lost, won = compared(told(here, step), told(here, better))
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


def after(view: View, act: Sequence[Choice]) -> View:
    """Return the view after the first steps of an act, which reveal nothing new to the seat."""
    assert view.seat is not None
    return cast(View, begun(view.imagine(Random(0)), view.seat, act).view(view.seat))


def titled(step: AnyChoice, better: AnyChoice) -> Message:
    if isinstance(step, c.End):
        return Message("mistake.left-out", {"step": part_of(better)})
    name = TITLES.get(type(better), "mistake.step")
    return Message(name if type(step) is type(better) else "mistake.step", {"step": part_of(better)})


def told(view: View, step: AnyChoice) -> list[Message]:
    """Say what a step does: who is activated when and what that earns, then what it pays and how near the sale is."""
    return [*activated(view, step), *islice(reasons(view, step), 2)]


def activated(view: View, step: AnyChoice) -> Iterator[Message]:
    """Say when the viewer's best-placed character on a road is activated, and what it can currently take."""
    if isinstance(step, IN_LINE):
        number, nth, line = changed(view, step)
        yield from place_of(view, number, view.roads[number].cards, line, line[nth])
    elif isinstance(step, c.Play):
        number = ROADS.index(step.road)
        road, caravan = view.roads[number], (*view.roads[number].cards, view.box.kind_of[step.card])
        mine = next((placed for placed in in_order(view, caravan, road.line) if placed.seat == view.seat), None)
        if mine is not None:
            yield from place_of(view, number, caravan, road.line, mine)


def place_of(view: View, number: int, caravan: Cards, line: Sequence[Placed], mine: Placed) -> Iterator[Message]:
    """Say a character's place in the order of activation among the known ones, and the pay of the best card left for it."""
    order = in_order(view, caravan, line)
    if mine not in order:
        return
    place = order.index(mine)
    pays = pay_left(view, view.roads[number], caravan, place)
    name = "mistake.activated" if all(placed.character >= 0 for placed in line) else "mistake.activated-hidden"
    yield Message(name, {"character": view.box.keys[mine.character], "place": place + 1, "of": len(line), "pays": pays})


def pay_left(view: View, road: Road, caravan: Cards, place: int) -> int:
    """Return the pay of a caravan's best card once others have taken the `place` best ones."""
    pays = sorted((view.box.pay(card, *prices_of(view.box, road)) for card in caravan if card >= 0), reverse=True)
    return pays[place] if place < len(pays) else 0


def money(view: View, played: Sequence[Choice], best: Sequence[Choice], title: Sentence) -> Difference:
    """Compare the money of this seat, or of the rival who gains most, over two turns of every player."""
    assert view.seat is not None
    mine, other = earned(view, played), earned(view, best)
    less, more = mine.said(view.seat), other.said(view.seat)
    if other.money[view.seat] - mine.money[view.seat] >= LEAST:
        return Difference(Message("mistake.less"), less, more)
    rival = max((seat for seat in range(len(view.money)) if seat != view.seat), key=lambda seat: mine.money[seat] - other.money[seat])
    if mine.money[rival] - other.money[rival] >= LEAST:
        return Difference(Message("mistake.rival-more", {"seat": rival}), mine.said(rival, "rival-"), other.said(rival, "rival-"))
    return Difference(title, "", more)


class Earned(NamedTuple):
    """The mean money that each seat gains, and whether the game is over by then."""

    money: list[float]
    is_over: bool

    def said(self, seat: int, whose: str = "") -> Message:
        money = round(self.money[seat])
        return Message(f"mistake.{whose}{'loss' if money < 0 else 'money'}{'-end' * self.is_over}", {"seat": seat, "money": abs(money)})


def earned(view: View, act: Sequence[Choice]) -> Earned:
    """Count the money in some imagined worlds, the same for every act."""
    worlds = [played_on(view, act, number) for number in range(WORLDS)]
    money = zip(*(world.money for world in worlds), strict=True)
    means = [fmean(each) - before for each, before in zip(money, view.money, strict=True)]
    return Earned(means, all(world.outcome is not None for world in worlds))


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
