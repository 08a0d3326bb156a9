"""Events of the shoppers' tours at the end: each player's own, leg by leg, then all stores from the lowest score to the highest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from byways.event import Event, Move, named
from byways.games.long_way.rules.shoppers import Floor, Walk, walk
from byways.games.long_way.state import Sheet, format_points, name_of
from byways.i18n import Message, Value

ENTRANCE, EXIT = "entrance", "exit"  # names of the places outside the doors, where a tour begins and ends


class Leg(NamedTuple):
    """A leg of a way: the places along it, and the displays and empty spaces that count on it, as sets of spaces."""

    path: tuple[str, ...]
    displays: int
    empties: int
    is_last: bool

    def told(self, seat: int) -> Message:
        name = "event.walk-exit" if self.is_last else "event.walk-cafeteria"
        if not self.displays | self.empties:
            return Message(f"{name}-nothing", {"seat": seat})
        return Message(name, {"seat": seat, "passed": passing(self.displays.bit_count(), self.empties.bit_count())})


def tell_end(sheets: tuple[Sheet, ...], scores: list[int], reason: Message, tell: list[Event]) -> None:
    """Announce the end, then the tours. They form one show, if shoppers can walk through any store at all."""
    ways = [walk(sheet) for sheet in sheets]
    tell.append(Event("end", reason, show="begins" if any(ways) else ""))
    for seat, (sheet, way) in enumerate(zip(sheets, ways, strict=True)):
        for leg in legs_of(sheet, way) if way else ():
            move = Move(f"shopper-{seat}", leg.path)
            tell.append(Event("walk", leg.told(seat), (move.piece,), {"seat": seat}, (seat,), None, (move,)))
    order = by_score(scores)
    for seat in order:
        ends: Literal["", "ends"] = "ends" if seat == order[-1] and any(ways) else ""
        tell.append(total_of(seat, sheets[seat], ways[seat], scores[seat], ends))


def by_score(scores: Sequence[float]) -> list[int]:
    """Return the seats in the order of the tours: from the lowest score to the highest."""
    return sorted(range(len(scores)), key=lambda seat: scores[seat])


def legs_of(sheet: Sheet, way: Walk) -> Iterator[Leg]:
    """Yield a way's legs. A space counts only the first time it is passed (L1)."""
    floor, seen = Floor(sheet), 0
    for nth, (leg, path) in enumerate(zip(way.legs, places_of(way), strict=True), 1):
        spaces = sum(1 << space for space in leg) & ~seen
        seen |= spaces
        yield Leg(path, spaces & floor.displays, spaces & floor.empty, nth == len(way.legs))


def total_of(seat: int, sheet: Sheet, way: Walk | None, points: int, ends: Literal["", "ends"]) -> Event:
    """The score of a store. Its owner has already seen the shoppers walk; the other players now see the whole tour."""
    values: dict[str, Value] = {"seat": seat, "score": points, "points": format_points(points)}
    moves = (Move(f"shopper-{seat}", tuple(chain(*places_of(way)))),) if way else ()
    others = Event("tour", toured(seat, way), (f"sheet-{seat}", *named(moves)), values, moves=moves, banner=bool(ends), show=ends)
    return Event("score", "", ("score",) if sheet.exit >= 0 else (), values, (seat,), others, banner=True, show=ends)


def toured(seat: int, way: Walk | None) -> Message:
    """Sum up a store's tour."""
    if way is None:
        return Message("event.tour-shut", {"seat": seat})
    worth = Message("tour.points", {"score": way.score, "points": format_points(way.score)})
    return Message("event.tour", {"seat": seat, "passed": passing(way.displays, way.empties), "points": worth})


def places_of(way: Walk) -> list[tuple[str, ...]]:
    """The legs as names of spaces, from outside the entrance to outside the exit."""
    legs = [tuple(map(name_of, leg)) for leg in way.legs]
    legs[0] = (ENTRANCE, *legs[0])
    legs[-1] = (*legs[-1], EXIT)
    return legs


def passing(displays: int, empties: int) -> Message:
    counted = Message("aim.displays", {"displays": displays})
    return Message("tour.passing", {"displays": counted, "empties": Message("tour.empties", {"empties": empties})}) if empties else counted
