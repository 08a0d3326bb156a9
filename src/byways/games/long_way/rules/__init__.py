"""The rules of The Long Way: set-up, notation, the effects of choices, the end and the score."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random

from msgspec.structs import replace

from byways.game import Event, Grade, Malformed, Options, Outcome, Refused, Tally, Tell, happened, places, put
from byways.games.long_way.components import Components
from byways.games.long_way.rules.acts import APPLY, CAFETERIA, COINS, DONE, REROLLS, SEGMENTS, STOP, can_draw, draft_of, offer
from byways.games.long_way.rules.events import tell_end
from byways.games.long_way.rules.refusals import why_not
from byways.games.long_way.rules.shoppers import Walk, walk
from byways.games.long_way.state import (
    DIRECTION,
    DISPLAYS,
    SIDE_NAMES,
    SPACES,
    WINS_ALONE,
    AnyChoice,
    Cafeteria,
    Display,
    Doorway,
    Entrance,
    Exit,
    Fork,
    Keep,
    Position,
    Reroll,
    Segment,
    Setup,
    Sheet,
    Tile,
    Wall,
    beside,
    name_of,
    wall_piece,
)
from byways.i18n import Message, Value
from byways.room import Hooks

__all__ = ["HOOKS", "after", "deal", "offer", "parse", "start", "without"]


# Set-up


def deal(components: Components, options: Options, seats: int, rng: Random) -> Setup:
    return Setup(seats, rng.randrange(seats))


def start(components: Components, setup: Setup) -> Position:
    if not 1 <= setup.seats <= 8:
        raise Refused(Message("refuse.players", {"players": setup.seats}), Position.room)
    if not 0 <= setup.first < setup.seats:
        raise Refused(Message("refuse.first", {"first": setup.first, "last": setup.seats - 1}), Position.room)
    return Position(
        acts=((),) * setup.seats,
        awaited=tuple(range(setup.seats)),
        chart=tuple(shape.layouts for shape in components.chart.shapes),
        sheets=(Sheet(),) * setup.seats,
        active=setup.first,
    )


# Notation


def placings(space: int) -> Iterator[AnyChoice]:
    """Yield everything that can be drawn at a space."""
    yield from (Tile(space), Wall(space), Fork(space, "across"), Fork(space, "down"))
    yield from (Display(space, kind) for kind in range(1, len(DISPLAYS) + 1))
    for side in SIDE_NAMES:
        yield from (Entrance(space, side), Exit(space, side), Doorway(space, side))


def border(choice: AnyChoice) -> AnyChoice:
    """Name a doorway between two neighbours by the left or upper space."""
    if isinstance(choice, Doorway) and choice.side in ("north", "west"):
        there = beside(choice.space, DIRECTION[choice.side])
        return choice if there is None else Doorway(there, "south" if choice.side == "north" else "east")
    return choice


PLAIN: tuple[AnyChoice, ...] = (*REROLLS, CAFETERIA, STOP, COINS, DONE, *SEGMENTS)
READ = {str(choice): border(choice) for choice in (*PLAIN, *chain(*map(placings, range(SPACES))))}


def parse(text: str) -> AnyChoice:
    if text in READ:
        return READ[text]
    raise Malformed(Message("refuse.notation", {"text": text[:40]}), Position.room)


# The effect of a choice


def after(position: Position, seat: int, choice: AnyChoice, tell: Tell) -> Position:
    if isinstance(choice, Keep):
        happened(tell, "keep", "rolled", seat=seat)
        return begin_drawing(position, tell)
    if isinstance(choice, Reroll):
        return reroll(position, seat, choice, tell)
    return step(position, seat, choice, tell)


def step(position: Position, seat: int, choice: AnyChoice, tell: Tell) -> Position:
    """Take one tentative step. The last `done` reveals all acts."""
    draft = APPLY[type(choice)](draft_of(position, seat), choice, position.roll)
    acts, awaited = put(position.acts, seat, (*position.acts[seat], choice)), position.awaited
    if draft.stage == "waiting":
        awaited = tuple(other for other in awaited if other != seat)
    stepped = replace(position, acts=acts, awaited=awaited)
    # Pass on the draft, so that the next step does not replay the act.
    stepped.__dict__["drafts"] = {**position.drafts, seat: draft}
    return stepped if awaited else reveal(stepped, tell)


def reroll(position: Position, seat: int, choice: Reroll, tell: Tell) -> Position:
    """L19: pay a coin; the die has to be rolled again."""
    happened(tell, "reroll", f"die-{choice.die}", f"badge-{seat}", seat=seat, die=choice.die)
    sheet, (light, dark) = position.sheets[seat], position.dice
    sheets = put(position.sheets, seat, replace(sheet, coins=sheet.coins - 1))
    dice = (0, dark) if choice.die == "light" else (light, 0)
    return replace(position, awaited=(), phase="roll", dice=dice, sheets=sheets)


def came(position: Position, what: str, tell: Tell) -> Position:
    """Put a rolled die on the table."""
    die, pips = what.split()
    light, dark = position.dice
    dice = (int(pips), dark) if die == "light" else (light, int(pips))
    if tell is not None:
        happened(tell, "roll", f"die-{die}", *(("rolled",) if all(dice) else ()), seat=position.active, die=die, pips=int(pips))
    rolled = replace(position, dice=dice)
    if not all(dice):
        return rolled
    seat = position.active
    # Without coins there is nothing to decide. The others draw a removed seat's roll.
    if seat in position.removed or not position.sheets[seat].coins:
        return begin_drawing(rolled, tell)
    return replace(rolled, phase="coins", awaited=(seat,))


def begin_drawing(position: Position, tell: Tell) -> Position:
    """Let all players draw. L20: a player who can draw neither the tile nor a cafeteria stops."""
    tile, sheets = position.roll.tile, list(position.sheets)
    assert tile is not None
    for seat in playing(position):
        if not can_draw(sheets[seat], tile):
            happened(tell, "stop", f"badge-{seat}", seat=seat)
            sheets[seat] = replace(sheets[seat], stopped=True)
    position = replace(position, phase="draw", sheets=tuple(sheets))
    awaited = tuple(playing(position))
    return replace(position, awaited=awaited) if awaited else over(position, stopped(position), tell)


def playing(position: Position) -> list[int]:
    """Return the seats that still play."""
    return [seat for seat, sheet in enumerate(position.sheets) if not sheet.stopped and seat not in position.removed]


def reveal(position: Position, tell: Tell) -> Position:
    """Make all acts final together."""
    if tell is not None:
        for seat, act in enumerate(position.acts):
            if act:
                tell_act(position, seat, tell)
    sheets = tuple(draft_of(position, seat).sheet for seat in range(len(position.acts)))
    position = replace(position, acts=((),) * len(sheets), sheets=sheets)
    return next_turn(position, tell)


def tell_act(position: Position, seat: int, tell: list[Event]) -> None:
    """Report what a seat has drawn, and its bonus. The seat's own event names the new pieces, the others' only the whole store."""
    act = position.acts[seat]
    said, store = drawn(seat, act), (f"sheet-{seat}",)
    values: dict[str, Value] = {"seat": seat, "act": ", ".join(map(str, act[:-1]))}
    pieces = (*store, *pieces_drawn(position.sheets[seat], seat, act))
    tell.append(Event("draw", said, pieces, values, (seat,), Event("draw", said, store, values)))
    if isinstance(act[0], Tile) and len(act) > len(UNEARNED):
        tell.append(spent(draft_of(position, seat).sheet, seat, act[2:]))


UNEARNED = ("tile", "display", "done")  # the steps of a tile act without a bonus


def pieces_drawn(sheet: Sheet, seat: int, act: tuple[AnyChoice, ...]) -> tuple[str, ...]:
    match act[0]:
        case Tile():
            number = len(sheet.tiles) + 1
            return f"tile-{seat}-{number}", f"display-{seat}-{number}"
        case Cafeteria():
            return (f"cafeteria-{seat}-{len(sheet.cafeterias) + 1}",)
        case Entrance():
            return f"entrance-{seat}", f"exit-{seat}"
    return ()


def spent(sheet: Sheet, seat: int, steps: tuple[AnyChoice, ...]) -> Event:
    """Report a bonus. The seat's own event names the new wall or doorway."""
    said, store = bonus_of(seat, steps), (f"sheet-{seat}",)
    values: dict[str, Value] = {"seat": seat}
    match steps:
        case (Wall(space), Segment(side), *_):
            pieces = [wall_piece(seat, space, DIRECTION[side])]
        case (Doorway(space, side), *_):
            pieces = [wall_piece(seat, *at) for at in both_sides(space, DIRECTION[side]) if sheet.doorways[at[1]] >> at[0] & 1]
        case _:
            return Event("bonus", said, (f"badge-{seat}",), values)
    return Event("bonus", said, (*store, *pieces), values, (seat,), Event("bonus", said, store, values))


def both_sides(space: int, direction: int) -> list[tuple[int, int]]:
    """Name a border from both of its spaces, or from the only one at the exterior wall: space and direction."""
    there = beside(space, direction)
    return [(space, direction)] if there is None else [(space, direction), (there, direction ^ 2)]


def drawn(seat: int, act: tuple[AnyChoice, ...]) -> Message:
    """Describe what a seat has drawn since the last reveal."""
    match act:
        case (Entrance(space, side), Exit(out, out_side), *_):
            doors = {"entrance": name_of(space), "entrance_side": side, "exit": name_of(out), "exit_side": out_side}
            return Message("event.draw-doors", {"seat": seat, **doors})
        case (Tile(space), Display(at, kind), *_):
            return Message("event.draw-tile", {"seat": seat, "space": name_of(space), "display": DISPLAYS[kind - 1], "at": name_of(at)})
        case (Cafeteria(), Fork() as fork, *_):
            return Message("event.draw-cafeteria", {"seat": seat, "space": name_of(fork.space), "other": name_of(fork.other)})
    return Message("event.draw-stop", {"seat": seat})


def bonus_of(seat: int, steps: tuple[AnyChoice, ...]) -> Message:
    match steps:
        case (Wall(space), Segment(side), *_):
            return Message("event.bonus-wall", {"seat": seat, "wall": name_of(space), "side": side})
        case (Doorway(space, side), *_):
            return Message("event.bonus-doorway", {"seat": seat, "doorway": name_of(space), "side": side})
    return Message("event.bonus-coins", {"seat": seat})


def next_turn(position: Position, tell: Tell) -> Position:
    """L6: pass the dice to the next seat that still plays."""
    seats = playing(position)
    if not seats:
        return over(position, stopped(position), tell)
    # The seat chosen by lot rolls first, once the doors are drawn.
    first = position.active if position.phase == "doors" else position.active + 1
    active = min(seats, key=lambda seat: (seat - first) % len(position.acts))
    happened(tell, "turn", next=active)
    return replace(position, awaited=(), phase="roll", dice=(0, 0), active=active, round=position.round + 1)


def without(position: Position, seat: int, tell: Tell) -> Position:
    """Take a player out of the game. Their sheet is scored unchanged, and ranks behind all that stayed."""
    happened(tell, "leave", f"badge-{seat}", seat=seat)
    if not playing(position):
        return over(position, stopped(position), tell)
    # Chance rolls the dice, not the seat, so the turn continues.
    if position.phase == "roll":
        return position
    awaited = tuple(other for other in position.awaited if other != seat)
    position = replace(position, awaited=awaited)
    if awaited:
        return position
    # The others draw the roll of a seat that has left.
    return begin_drawing(position, tell) if position.phase == "coins" else reveal(position, tell)


# The end

GRADES = (
    Grade(Message("title.magnificent"), 12),
    Grade(Message("title.long"), WINS_ALONE),
    Grade(Message("title.fair"), 6),
    Grade(Message("title.short")),
)
PASSED, EMPTY = Message("tally.displays"), Message("tally.empties")


def stopped(position: Position) -> Message:
    """The reason why a game ends when no seat draws any more."""
    return Message("outcome.stopped" if len(position.removed) < len(position.sheets) else "outcome.nobody")


def over(position: Position, reason: Message, tell: Tell) -> Position:
    ways = [walk(sheet) for sheet in position.sheets]
    scores = [way.score if way else 0 for way in ways]
    grades = GRADES if len(scores) == 1 else ()
    title = next((grade.title for grade in grades if grade.least is None or scores[0] >= grade.least), "")
    if tell is not None:
        tell_end(position.sheets, scores, reason, tell)
    totals, ranks = tuple(map(float, scores)), places(scores, position.removed)
    outcome = Outcome(ranks, reason, title, totals, position.removed, breakdown(ways), grades)
    return replace(position, acts=((),) * len(scores), awaited=(), phase="over", outcome=outcome)


def breakdown(ways: list[Walk | None]) -> tuple[Tally, ...]:
    """Count what the shoppers pass; nothing if there is no way."""
    displays, empties = (way.displays if way else 0 for way in ways), (-way.empties if way else 0 for way in ways)
    return Tally(PASSED, tuple(displays)), Tally(EMPTY, tuple(empties))


HOOKS: Hooks[Position, AnyChoice, Setup, Components] = Hooks(came=came, why_not=why_not, finish=over)
