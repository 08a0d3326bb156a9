"""Short descriptions of acts, and reasons for or against their first steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import cast

from byways.bots.trials import begun
from byways.game import Choice
from byways.games.long_road import choices as c
from byways.games.long_road.choices import ROADS, WEAPONS, AnyChoice
from byways.games.long_road.components import Rob
from byways.games.long_road.rules.common import value_in
from byways.games.long_road.rules.effects import effect_as
from byways.games.long_road.state import Cards, Placed
from byways.games.long_road.view import View
from byways.games.long_road.view.promises import changed, promise
from byways.i18n import Message, Sentence
from byways.phrases import chained

MOST_REASONS = 2
IN_LINE = (c.Assign, c.Saloon, c.Arm, c.Move)


def brief(act: Sequence[Choice]) -> Message:
    """Describe an act, leaving out the end of the turn."""
    steps = [step for step in act if not isinstance(step, c.End)] or act
    return chained([part_of(step) for step in steps])


def part_of(step: Choice) -> Message:
    return Message(f"brief.{type(step).__name__.lower()}", cast(Message, step.sentence).values)


def why(view: View, act: Sequence[Choice]) -> tuple[Sentence, ...]:
    """Give reasons for the first step, and say when a character that a later step plays, moves or arms is activated."""
    said = [*islice(reasons(view, cast(AnyChoice, act[0])), MOST_REASONS)]
    last = next((nth for nth in reversed(range(1, len(act))) if isinstance(act[nth], IN_LINE)), None)
    if last is None or not (placed := [*stands(after(view, act[:last]), cast(AnyChoice, act[last]))]):
        return tuple(said)
    sold = [one for one in said if one.name.startswith("why.arrives")]  # says more than what the herds pay
    return (*(sold or said)[:1], *placed)


def after(view: View, act: Sequence[Choice]) -> View:
    """Return the view after the first steps of an act, which reveal nothing new to the seat."""
    assert view.seat is not None
    return cast(View, begun(view.imagine(Random(0)), view.seat, act).view(view.seat))


def stands(view: View, choice: AnyChoice) -> Iterator[Message]:
    """Say where a choice puts a character in the order of activation among the known ones. One that stands alone needs no place."""
    number, nth, line = changed(view, choice)
    order = in_order(view, view.roads[number].cards, line)
    if len(line) > 1 and line[nth] in order:
        name = "why.stands" if len(order) == len(line) else "why.stands-hidden"
        place, character = order.index(line[nth]) + 1, view.box.keys[line[nth].character]
        yield Message(name, {"character": character, "road": ROADS[number], "place": place, "of": len(line)})


def reasons(view: View, choice: AnyChoice) -> Iterator[Message]:
    match choice:
        case c.Play(card, road):
            yield from pays(view, choice)
            yield from arrives(view, card, ROADS.index(road))
        case c.Ford():
            yield from pays(view, choice)
        case c.Take(card):
            yield from pays(view, choice)
            yield from boss(view, card)
        case c.Keep(card):
            yield from boss(view, card)
        case c.Assign() | c.Saloon() | c.Arm() | c.Move():
            yield from in_line(view, choice)
        case c.Rob(seat):
            yield Message("why.robs", {"amount": min(robbery(view), view.money[seat]), "seat": seat})
        case c.Buy(weapon):
            yield Message("why.price", {"price": view.box.weapons[WEAPONS.index(weapon)].price})
        case c.Bargain(weapon):
            yield Message("why.price", {"price": view.box.weapons[WEAPONS.index(weapon)].bargain})


def pays(view: View, choice: AnyChoice) -> Iterator[Message]:
    promised = promise(view, choice)
    if promised and promised.brings.values["pays"]:
        yield Message("why.pays" if view.sale else "why.herds", {"pays": promised.brings.values["pays"]})


def arrives(view: View, card: str, number: int) -> Iterator[Message]:
    """Say how many rewards are left or, if none, name the first character to be activated."""
    road = view.roads[number]
    if not view.box.signpost[view.box.kind_of[card]] or not (left := road.coins + road.daggers):
        return
    if left > 1:
        yield Message("why.rewards", {"left": left - 1})
        return
    # By then the played card is in the caravan, and raises the value of some characters.
    first = next(iter(in_order(view, (*road.cards, view.box.kind_of[card]), road.line)), None)
    is_known = first is not None and all(placed.character >= 0 for placed in road.line)
    yield sold_first(view, first) if first is not None and is_known else Message("why.arrives")


def sold_first(view: View, placed: Placed) -> Message:
    if placed.seat == view.seat:
        return Message("why.arrives-mine", {"character": view.box.keys[placed.character]})
    return Message("why.arrives-other", {"character": view.box.keys[placed.character], "seat": placed.seat})


def in_order(view: View, caravan: Cards, line: Sequence[Placed]) -> list[Placed]:
    """Return a line's known characters in order of activation, given this caravan."""
    known = [placed for placed in line if placed.character >= 0]
    return sorted(known, key=lambda placed: -value_in(view.box, caravan, placed))


def in_line(view: View, choice: AnyChoice) -> Iterator[Message]:
    """Name the known rivals that are activated just before and just after a character."""
    number, nth, line = changed(view, choice)
    mine, order = line[nth], in_order(view, view.roads[number].cards, line)
    if mine.character < 0:
        return
    place = order.index(mine)
    rivals = [placed for placed in order if placed.seat != mine.seat]
    later = next((placed for placed in order[place:] if placed in rivals), None)
    sooner = next((placed for placed in reversed(order[:place]) if placed in rivals), None)
    for name, rival in (("why.before", later), ("why.after", sooner)):
        if rival is not None:
            yield Message(name, {"character": view.box.keys[rival.character], "seat": rival.seat})
    if later is None and sooner is None:
        yield Message(
            "why.alone" if all(placed.character >= 0 for placed in line) else "why.value", {"value": value_of(view, number, mine)}
        )


def value_of(view: View, number: int, placed: Placed) -> int:
    return value_in(view.box, view.roads[number].cards, placed)


def boss(view: View, card: str) -> Iterator[Message]:
    """Say if the viewer's boss pays for a card's place."""
    parts, box = view.box.components.bosses, view.box
    mine = view.bosses[view.seat] if view.seat is not None else -1
    if mine >= 0 and parts.places[mine] == box.places[box.place[box.kind_of[card]]].name:
        yield Message("why.boss", {"worth": parts.worth})


def robbery(view: View) -> int:
    """Return the amount of a robbery, by a character at a sale or by a place."""
    task = view.todo[0]
    return effect_as(view.box, task, Rob).amount if view.sale else view.box.bonus[task.item].amount
