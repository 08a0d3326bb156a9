"""What a choice promises, as far as its seat may know: what a card pays where, and who will be activated when."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from byways.games.long_road import choices as c
from byways.games.long_road.choices import ROADS, WEAPONS, AnyChoice
from byways.games.long_road.components import Take
from byways.games.long_road.rules.common import add_arms, one_of, value_in
from byways.games.long_road.rules.effects import ability, pay_for
from byways.games.long_road.rules.sale import prices_of
from byways.games.long_road.state import BARE, Placed
from byways.games.long_road.view import View
from byways.i18n import Message, Value

UNKNOWN = "?"
FIXED = "\u00a0"  # a space at which no line ends


class Promise(msgspec.Struct, frozen=True):
    """In a figure for a button, and as a message for those who listen, which begins with the choice."""

    short: str
    spoken: Message


def promise(view: View, choice: AnyChoice) -> Promise | None:
    match choice:
        case c.Play(code, road):
            pays = view.box.pay(view.box.kind_of[code], *prices_of(view.box, view.roads[ROADS.index(road)]))
            return paying("promise.play", choice, pays)
        case c.Ford(code):
            pays = view.box.pay(view.box.kind_of[code], *prices_of(view.box, view.roads[view.todo[0].road]))
            return paying("promise.ford", choice, pays)
        case c.Take(code) if view.sale is not None:
            pays = pay_for(view.box, view.sale, ability(view.box, view.todo[0], Take), view.box.kind_of[code])
            return paying("promise.take", choice, pays)
        case c.Assign() | c.Saloon() | c.Arm() | c.Move():
            return in_line(view, choice)
    return None


def paying(name: str, choice: AnyChoice, pays: int) -> Promise:
    return Promise(f"+{pays}{FIXED}$", Message(name, {"choice": choice.sentence, "pays": pays}))


def in_line(view: View, choice: AnyChoice) -> Promise | None:
    """The value that a character will have, and its place among those that are known."""
    number, nth, line = changed(view, choice)
    if line[nth].character < 0:
        return None
    value, hidden = value_in(view.box, view.roads[number].cards, line[nth]), sum(placed.character < 0 for placed in line)
    values: dict[str, Value] = {"choice": choice.sentence, "value": value, "order": order(view, number, line)[nth]}
    if hidden:
        return Promise(str(value), Message("promise.line-hidden", {**values, "hidden": hidden}))
    return Promise(str(value), Message("promise.line", values))


def queue(view: View, choice: AnyChoice) -> Iterator[tuple[int, list[str]]]:
    """The road that a choice about a character concerns, and for each place of its line when it will be activated."""
    if isinstance(choice, c.Assign | c.Saloon | c.Arm | c.Move):
        number, _, line = changed(view, choice)
        yield number, order(view, number, line)


def changed(view: View, choice: AnyChoice) -> tuple[int, int, tuple[Placed, ...]]:
    """The road, the place and the line as they would be after a choice about a character."""
    seat, here = view.seat if view.seat is not None else -1, view.todo[0].road
    match choice:
        case c.Assign(key) | c.Saloon(key):
            line = (*view.roads[here].line, Placed(view.box.character_of[key], seat, BARE, False, 0))
            return here, len(line) - 1, line
        case c.Arm(weapon, road, nth):
            number = ROADS.index(road)
            line = view.roads[number].line
            armed = replace(line[nth - 1], arms=add_arms(line[nth - 1].arms, one_of(WEAPONS.index(weapon))))
            return number, nth - 1, (*line[: nth - 1], armed, *line[nth:])
        case c.Move(road, nth, to):
            line = (*view.roads[ROADS.index(to)].line, view.roads[ROADS.index(road)].line[nth - 1])
            return ROADS.index(to), len(line) - 1, line
    raise AssertionError(choice)


def order(view: View, number: int, line: tuple[Placed, ...]) -> list[str]:
    """When each of a line will be activated among those whose value is known; the others may come at any time."""
    cards = view.roads[number].cards
    known = [nth for nth, placed in enumerate(line) if placed.character >= 0]
    known.sort(key=lambda nth: (-value_in(view.box, cards, line[nth]), nth))
    return [str(known.index(nth) + 1) if nth in known else UNKNOWN for nth in range(len(line))]
