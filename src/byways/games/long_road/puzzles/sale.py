"""Find the wealth that a seat can guarantee itself in a sale: a search of every course of the sale, all other seats playing against it.

Everything that matters in a sale is open: the characters in its line, the caravans, the weapons and the money. Its only chances are pauses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import TypeAlias

from byways.games.long_road.choices import AnyChoice
from byways.games.long_road.components import Call
from byways.games.long_road.rules.act import with_act
from byways.games.long_road.state import Position

Act: TypeAlias = tuple[AnyChoice, ...]
ENDS = ("recruit", "clear")  # tasks after the last activation


class TooManyCourses(Exception):
    """A turn or a sale has more continuations than the limit allows."""


def wealth(position: Position, seat: int) -> int:
    """Return a seat's money, plus what its boss pays for the cards it has taken and what its weapons sell for."""
    return position.money[seat] + boss_pay(position, seat) + resale(position, seat)


def boss_pay(position: Position, seat: int) -> int:
    box = position.box
    place = box.boss_places[position.bosses[seat]]
    return box.components.bosses.worth * sum(box.place[card] == place for card in position.taken[seat])


def resale(position: Position, seat: int) -> int:
    return sum(weapon.resale * count for weapon, count in zip(position.box.components.weapons, position.arms[seat], strict=True))


def is_sold(position: Position) -> bool:
    """Whether a sale is over, except for taking characters back."""
    return position.sale is None or position.todo[0].what in ENDS


def begun(position: Position) -> Position:
    """Play on from the end of a turn to the start of the sale. The cards drawn in between do not affect the sale."""
    while position.sale is None and (due := position.chance) is not None:
        position = position.happen(due.what[0])
    return position


def onward(position: Position) -> Position:
    """Play on through pauses to the next choice, or to the end of the sale."""
    while not is_sold(position) and (due := position.chance) is not None:
        position = position.happen(due.what[0])
    return position


def is_open(position: Position, seat: int) -> bool:
    """Whether a sale depends on nothing hidden from a seat: no other seat that can call characters has one lying face down."""
    callers = {placed.seat for road in position.roads for placed in road.line if calls(position, placed.character)}
    return not any(placed.seat in callers - {seat} and not placed.up for road in position.roads for placed in road.line)


def calls(position: Position, character: int) -> bool:
    return any(isinstance(effect, Call) for effect in position.box.characters[character].effects)


def acts(position: Position, seat: int, limit: int | None = None) -> dict[Hashable, tuple[Act, Position]]:
    """Return one act of a seat for each different result. The order of taking, buying and arming makes no difference to the result.

    Raise `TooManyCourses` if there are more results than `limit`.
    """
    found: dict[Hashable, tuple[Act, Position]] = {}
    waiting: list[tuple[Act, Position]] = [((), position)]
    seen: set[Hashable] = set()
    while waiting:
        act, here = waiting.pop()
        if limit is not None and len(found) > limit:
            raise TooManyCourses
        for choice in here.choices(seat):
            then = here.choose(seat, choice)
            if not then.acts[seat] or then.awaited != (seat,):
                found.setdefault(standing(then), ((*act, choice), then))
            elif (key := (standing(then), frozenset(Counter(with_act(then).acts[seat]).items()))) not in seen:
                seen.add(key)
                waiting.append(((*act, choice), then))
    return found


class Courses:
    """A search of all courses of a sale for one seat. `ends` collects their results. More than `limit` positions raise `TooManyCourses`."""

    def __init__(self, seat: int, limit: int | None = None) -> None:
        self.seat, self.limit = seat, limit
        self.found: dict[Hashable, int] = {}
        self.ends: set[Hashable] = set()

    def sure(self, position: Position) -> int:
        """Return the wealth that the seat can guarantee itself at the end of the sale."""
        position = onward(position)
        key = standing(position)
        if is_sold(position):
            self.ends.add(key)
            return wealth(position, self.seat)
        if key not in self.found:
            if self.limit is not None and len(self.found) > self.limit:
                raise TooManyCourses
            mover = position.awaited[0]
            ends = [self.sure(then) for _, then in acts(position, mover).values()]
            self.found[key] = max(ends) if mover == self.seat else min(ends)
        return self.found[key]

    def course(self, position: Position) -> Iterator[tuple[str, Position]]:
        """Yield the entries of a course in which the seat gets just the wealth that it can guarantee, and the positions they lead to."""
        while not is_sold(position):
            if (due := position.chance) is not None:
                position = position.happen(due.what[0])
                yield f"chance: {due.what[0]}", position
            else:
                mover, worth = position.awaited[0], self.sure(position)
                act = next(act for act, then in acts(position, mover).values() if self.sure(then) == worth)
                for choice in act:
                    position = position.choose(mover, choice)
                    yield f"{mover}: {choice}", position


def standing(position: Position) -> Hashable:
    """Return a key that is equal for positions from which a sale continues in the same way."""
    now = with_act(position)
    return now.money, now.arms, now.reserve, now.taken, now.discard, now.roads, now.todo, now.sale
