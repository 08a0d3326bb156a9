"""What is told of turns and sales, in words and with the pieces concerned."""

from __future__ import annotations

from byways.game import Event, Move, Tell, confided, happened
from byways.games.long_road.choices import ROADS, WEAPONS
from byways.games.long_road.state import BARE, Arms, Placed, Position, Step
from byways.i18n import Message, Value

SUMS = {
    "money": "count.money",
    "boss": "count.boss",
    "end tile": "count.end-tile",
    "arrivals": "count.arrivals",
    "weapons": "count.weapons",
}


def times(counts: dict[str, int]) -> tuple[Message, ...]:
    """'dagger × 2', 'rifle': no language says how others make more of one."""
    return tuple(
        Message("table.several", {"what": key, "count": count}) if count > 1 else Message("table.one", {"what": key})
        for key, count in counts.items()
        if count
    )


def weapons(arms: Arms) -> tuple[Message, ...]:
    return times(dict(zip(WEAPONS, arms, strict=True)))


def weapons_back(name: str, pieces: tuple[str, ...], arms: Arms, **values: Value) -> Event:
    """Weapons go from a character to a reserve; programs read them as numbers."""
    said = Message(f"event.{name}", {**values, "weapons": weapons(arms)})
    return Event(name, said, pieces, {**values, "weapons": arms})


def piece_of(number: int, nth: int, placed: Placed) -> str:
    """A character that all have seen goes by its number; a hidden one by its place, even for its owner: events are told to all alike."""
    return f"who-{placed.character}" if placed.up else f"placed-{number}-{nth}"


def tell_turned(position: Position, number: int, beside: Placed, newcomer: Placed, tell: Tell) -> None:
    """Where they lay, and as they are known from now on."""
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


def discarded_drawn(seat: int, place: str) -> Event:
    mine, theirs = Message("event.draw-discard", {"place": place}), Message("event.draw-discard-unseen", {"seat": seat})
    return Event("draw", mine, values=mine.values, to=(seat,), otherwise=Event("draw", theirs, values=theirs.values))


def activated(step: Step, character: str, arms: Arms, value: int) -> Event:
    """With its value and weapons, which say why it is its turn."""
    values: dict[str, Value] = {"seat": step.seat, "character": character, "value": value}
    said = Message("event.activate-armed", {**values, "weapons": weapons(arms)}) if arms != BARE else ""
    return Event("activate", said, (f"who-{step.item}",), values)


def counted(seat: int, sums: dict[str, int]) -> Message:
    """What a seat has and where it comes from."""
    parts = tuple(Message(SUMS[name], {"worth": worth}) for name, worth in sums.items() if worth)
    if not parts:
        return Message("event.count-nothing", {"seat": seat})
    return Message("event.count", {"seat": seat, "total": sum(sums.values()), "parts": parts})
