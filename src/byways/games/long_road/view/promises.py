"""The foreseeable results of a choice: a card's pay, or the order of activation."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from byways.games.long_road import choices as c
from byways.games.long_road.choices import ROADS, WEAPONS, AnyChoice
from byways.games.long_road.components import Take
from byways.games.long_road.rules.common import ONE_WEAPON, add_arms, place_name, value_in
from byways.games.long_road.rules.effects import effect_as, pay_for
from byways.games.long_road.rules.sale import prices_of
from byways.games.long_road.state import UNARMED, Placed
from byways.games.long_road.view import View
from byways.i18n import Message, Sentence, Value

UNKNOWN = "?"
NBSP = "\u00a0"


class Promise(msgspec.Struct, frozen=True):
    """`brings` is a sentence, `short` a number for a button, and `narrow` one for a narrow button."""

    brings: Message
    short: Sentence
    narrow: str

    def spoken(self, choice: AnyChoice) -> Message:
        """Return the label for screen readers."""
        return Message("promise.spoken", {"choice": choice.sentence, "brings": self.brings})


def promise(view: View, choice: AnyChoice) -> Promise | None:
    match choice:
        case c.Play(code, road):
            return paying(view, "promise.sale", code, herd_pay(view, code, ROADS.index(road)))
        case c.Ford(code):
            return paying(view, "promise.sale", code, herd_pay(view, code, view.todo[0].road))
        case c.Take(code) if view.sale is not None:
            pays = pay_for(view.box, view.sale, effect_as(view.box, view.todo[0], Take), view.box.kind_of[code])
            return paying(view, "promise.take", code, pays)
        case c.Assign() | c.Saloon() | c.Arm() | c.Move():
            return in_line(view, choice)
    return None


def herd_pay(view: View, code: str, number: int) -> int:
    return view.box.pay(view.box.kind_of[code], *prices_of(view.box, view.roads[number]))


def paying(view: View, name: str, code: str, pays: int) -> Promise:
    if boss := boss_pay(view, code):
        values: dict[str, Value] = {"pays": pays, "boss": boss}
        return Promise(Message(f"{name}-boss", values), Message("promise.short-boss", values), f"+{pays} (+{boss})")
    return Promise(Message(name, {"pays": pays}), *(f"+{pays}{NBSP}$",) * 2)


def boss_pay(view: View, code: str) -> int:
    """Return what the viewer's own boss pays at the end for taking a card."""
    parts, place = view.box.components.bosses, place_name(view.box, view.box.kind_of[code])
    return parts.worth if view.seat is not None and parts.places[view.bosses[view.seat]] == place else 0


def in_line(view: View, choice: AnyChoice) -> Promise | None:
    """Promise a character's value and its place in the order, among the known characters."""
    number, nth, line = changed(view, choice)
    if line[nth].character < 0:
        return None
    value, hidden = value_in(view.box, view.roads[number].cards, line[nth]), sum(placed.character < 0 for placed in line)
    values: dict[str, Value] = {"value": value, "order": order(view, number, line)[nth]}
    brings = Message("promise.line-hidden", {**values, "hidden": hidden}) if hidden else Message("promise.line", values)
    return Promise(brings, str(value), str(value))


def queue(view: View, choice: AnyChoice) -> Iterator[tuple[int, list[str]]]:
    """Yield the road that a choice about a character concerns, and the order of activation for each place in its line."""
    if isinstance(choice, c.Assign | c.Saloon | c.Arm | c.Move):
        number, _, line = changed(view, choice)
        yield number, order(view, number, line)


def changed(view: View, choice: AnyChoice) -> tuple[int, int, tuple[Placed, ...]]:
    """Return the road, the character's index in its line, and the line after a choice about a character."""
    seat, here = view.seat if view.seat is not None else -1, view.todo[0].road
    match choice:
        case c.Assign(key) | c.Saloon(key):
            line = (*view.roads[here].line, Placed(view.box.character_of[key], seat, UNARMED, False, 0))
            return here, len(line) - 1, line
        case c.Arm(weapon, road, nth):
            number = ROADS.index(road)
            line = view.roads[number].line
            armed = replace(line[nth - 1], arms=add_arms(line[nth - 1].arms, ONE_WEAPON[WEAPONS.index(weapon)]))
            return number, nth - 1, (*line[: nth - 1], armed, *line[nth:])
        case c.Move(road, nth, to):
            line = (*view.roads[ROADS.index(to)].line, view.roads[ROADS.index(road)].line[nth - 1])
            return ROADS.index(to), len(line) - 1, line
    raise AssertionError(choice)


def order(view: View, number: int, line: tuple[Placed, ...]) -> list[str]:
    """Return each character's place in the order of activation among the known ones, with a question mark for face-down characters."""
    cards = view.roads[number].cards
    known = [nth for nth, placed in enumerate(line) if placed.character >= 0]
    known.sort(key=lambda nth: (-value_in(view.box, cards, line[nth]), nth))
    return [str(known.index(nth) + 1) if nth in known else UNKNOWN for nth in range(len(line))]
