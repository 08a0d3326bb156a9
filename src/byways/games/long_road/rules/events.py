"""Events of turns and sales: what happened, in words and with the pieces concerned."""

from __future__ import annotations

from typing import Literal

from byways.game import Event, Move, Tell, confided, happened
from byways.games.long_road.choices import ROADS, WEAPONS
from byways.games.long_road.state import DISCARD, UNARMED, Arms, Placed, Position, Task
from byways.i18n import Message, Value


def times(counts: dict[str, int]) -> tuple[Message, ...]:
    """List counted things as 'dagger × 2', 'rifle', which needs no plural in any language."""
    return tuple(
        Message("table.several", {"what": key, "count": count}) if count > 1 else Message("table.one", {"what": key})
        for key, count in counts.items()
        if count
    )


def weapons(arms: Arms) -> tuple[Message, ...]:
    return times(dict(zip(WEAPONS, arms, strict=True)))


def weapons_returned(name: Literal["return", "recover"], pieces: tuple[str, ...], arms: Arms, **values: Value) -> Event:
    """Report weapons going from a character to a reserve. The event's values hold them as numbers, for programs."""
    said = Message(f"event.{name}", {**values, "weapons": weapons(arms)})
    return Event(name, said, pieces, {**values, "weapons": arms})


def piece_of(number: int, nth: int, placed: Placed) -> str:
    """Return a character's drawing id: its number once it has been face up, and its place before, so that the id reveals nothing."""
    return f"who-{placed.character}" if placed.up else f"placed-{number}-{nth}"


def tell_unmasked(position: Position, number: int, beside: Placed, newcomer: Placed, tell: Tell) -> None:
    """Report an unmasking. Both characters are named by their face-down ids and by those they have from now on."""
    if tell is not None:
        keys, last = position.box.keys, len(position.roads[number].line) - 1
        pieces = [piece_of(number, nth, placed) for nth, placed in ((last - 1, beside), (last, newcomer))]
        pieces += [f"who-{placed.character}" for placed in (beside, newcomer)]
        happened(tell, "unmask", *dict.fromkeys(pieces), beside=keys[beside.character], newcomer=keys[newcomer.character])


def tell_under(seat: int, deck: int, place: str, tell: Tell) -> None:
    if deck == seat:
        confided(tell, seat, "under", Message("event.under-unseen", {"seat": seat}), place=place)
    else:
        confided(tell, seat, "under other", Message("event.under-other-unseen", {"seat": seat, "deck": deck}), place=place, deck=deck)


def tell_character(position: Position, seat: int, road: int, character: int, up: bool, tell: Tell) -> None:
    piece = f"who-{character}" if up else f"placed-{road}-{len(position.roads[road].line)}"
    place, key = Move(piece, (f"hand-{seat}", f"line-{road}")), position.box.keys[character]
    if up:
        happened(tell, "character", place, seat=seat, character=key, road=ROADS[road])
    else:
        unseen = Message("event.character-unseen", {"seat": seat, "road": ROADS[road]})
        confided(tell, seat, "character", unseen, place, seat=seat, character=key, road=ROADS[road])


def drawn(seat: int, deck: int, place: str) -> Event:
    """Report a drawn card. Only the drawing seat learns the card; everyone sees which deck it comes from."""
    origin = "" if deck == seat else "-discard" if deck == DISCARD else "-unused"
    unused: dict[str, Value] = {"deck": deck} if origin == "-unused" else {}
    mine, theirs = (
        Message(f"event.draw{origin}", {"place": place, **unused}),
        Message(f"event.draw{origin}-unseen", {"seat": seat, **unused}),
    )
    return Event("draw", mine, values=mine.values, to=(seat,), otherwise=Event("draw", theirs, values=theirs.values))


def activated(task: Task, character: str, arms: Arms, value: int) -> Event:
    """Report an activation with the value and weapons that explain the order."""
    values: dict[str, Value] = {"seat": task.seat, "character": character, "value": value}
    said = Message("event.activate-armed", {**values, "weapons": weapons(arms)}) if arms != UNARMED else ""
    return Event("activate", said, (f"who-{task.item}",), values)


def counted(seat: int, sums: dict[str, int]) -> Event:
    """Report a seat's final money by source."""
    parts = tuple(Message(f"count.{name.replace(' ', '-')}", {"worth": worth}) for name, worth in sums.items() if worth)
    total = Message("event.count", {"seat": seat, "total": sum(sums.values()), "parts": parts})
    return Event("count", total if parts else Message("event.count-nothing", {"seat": seat}), values={"seat": seat, **sums})
