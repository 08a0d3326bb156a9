"""The shoppers' tours at the end, as they are told: one's own leg by leg, then all stores in rising order of their scores."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count

from byways.event import Event, Move, named
from byways.games.long_way.rules.shoppers import Floor, Walk, walk
from byways.games.long_way.state import Sheet, minus, name_of
from byways.i18n import Message, Value

ENTRANCE, EXIT = "entrance", "exit"  # the places outside the doors, where a tour begins and ends


def tell_tours(sheets: tuple[Sheet, ...], scores: list[int], tell: list[Event]) -> None:
    ways = [walk(sheet) if sheet.entrance >= 0 and sheet.exit >= 0 else None for sheet in sheets]
    for seat, (sheet, way) in enumerate(zip(sheets, ways, strict=True)):
        if way:
            tell.extend(legs_of(seat, sheet, way))
    *others, best = sorted(range(len(sheets)), key=lambda seat: scores[seat])
    for seat in (*others, best):
        tell.append(total_of(seat, sheets[seat], ways[seat], scores[seat], seat == best))


def legs_of(seat: int, sheet: Sheet, way: Walk) -> Iterator[Event]:
    """A walk from stop to stop, for the owner of the store only. What was passed before counts no more (L1)."""
    floor, seen = Floor(sheet), 0
    for nth, leg in zip(count(1), way.legs):
        spaces = sum(1 << space for space in leg) & ~seen
        seen |= spaces
        passed = passing((spaces & floor.displays).bit_count(), (spaces & floor.empty).bit_count())
        name = "event.walk-exit" if nth == len(way.legs) else "event.walk-cafeteria"
        move = Move(f"shopper-{seat}", places_of(way)[nth - 1])
        yield Event("walk", Message(name, {"seat": seat, "passed": passed}), (move.piece,), {"seat": seat}, (seat,), None, (move,))


def total_of(seat: int, sheet: Sheet, way: Walk | None, points: int, is_best: bool) -> Event:
    """What a store scores. Its owner has seen the shoppers walk; the others see them now, all the way at once."""
    told: dict[str, Value] = {"seat": seat, "score": points, "points": minus(points)}
    said, moves = Message("event.tour-shut", {"seat": seat}), tuple[Move, ...]()
    if way:
        worth = Message("tour.points", {"score": points, "points": minus(points)})
        said = Message("event.tour", {"seat": seat, "passed": passing(way.displays, way.empties), "points": worth})
        moves = (Move(f"shopper-{seat}", tuple(chain(*places_of(way)))),)
    others = Event("tour", said, (f"sheet-{seat}", *named(moves)), told, moves=moves, banner=is_best)
    return Event("score", "", ("score",) if sheet.exit >= 0 else (), told, (seat,), others, banner=True)


def places_of(way: Walk) -> list[tuple[str, ...]]:
    """The legs by the names of their spaces, from outside the entrance to outside the exit."""
    legs = [tuple(map(name_of, leg)) for leg in way.legs]
    legs[0] = (ENTRANCE, *legs[0])
    legs[-1] = (*legs[-1], EXIT)
    return legs


def passing(displays: int, empties: int) -> Message:
    counted = Message("aim.displays", {"displays": displays})
    return Message("tour.passing", {"displays": counted, "empties": Message("tour.empties", {"empties": empties})}) if empties else counted
