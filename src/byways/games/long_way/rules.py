"""Set-up, notation, what a choice does, the end and the score of The Long Way."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random

from msgspec.structs import replace

from byways.game import Malformed, Options, Outcome, Refused, Tell, places, put, say
from byways.games.long_way.acts import CAFETERIA, COINS, DONE, REROLLS, SEGMENTS, STEPS, STOP, can_draw, draft, offer
from byways.games.long_way.components import Components
from byways.games.long_way.refusals import why_not
from byways.games.long_way.shoppers import score
from byways.games.long_way.state import (
    DISPLAYS,
    LANE,
    SIDE_NAMES,
    SPACES,
    AnyChoice,
    Display,
    Doorway,
    Entrance,
    Exit,
    Fork,
    Keep,
    Position,
    Reroll,
    Setup,
    Sheet,
    Tile,
    Wall,
    beside,
    name_of,
)
from byways.room import Hooks

__all__ = ["HOOKS", "after", "deal", "offer", "parse", "start", "without"]


# Set-up


def deal(components: Components, options: Options, seats: int, rng: Random) -> Setup:
    return Setup(seats, rng.randrange(seats))


def start(components: Components, setup: Setup) -> Position:
    if not 1 <= setup.seats <= 8 or not 0 <= setup.first < setup.seats:
        raise Refused(f"This set-up of The Long Way is refused: {setup.seats} players, of whom player {setup.first} begins.")
    return Position(
        acts=((),) * setup.seats,
        awaited=tuple(range(setup.seats)),
        chart=tuple(shape.layouts for shape in components.chart.shapes),
        sheets=(Sheet(),) * setup.seats,
        active=setup.first,
    )


# Notation


def placings(space: int) -> Iterator[AnyChoice]:
    """All that can be drawn at a space."""
    yield from (Tile(space), Wall(space), Fork(space, "across"), Fork(space, "down"))
    yield from (Display(space, kind) for kind in range(1, len(DISPLAYS) + 1))
    for side in SIDE_NAMES:
        yield from (Entrance(space, side), Exit(space, side), Doorway(space, side))


def border(choice: AnyChoice) -> AnyChoice:
    """A doorway between two neighbours is named by the left or upper one, whichever is given."""
    if isinstance(choice, Doorway) and choice.side in ("north", "west"):
        there = beside(choice.space, LANE[choice.side])
        return choice if there is None else Doorway(there, "south" if choice.side == "north" else "east")
    return choice


PLAIN: tuple[AnyChoice, ...] = (*REROLLS, CAFETERIA, STOP, COINS, DONE, *SEGMENTS)
READ = {str(choice): border(choice) for choice in (*PLAIN, *chain(*map(placings, range(SPACES))))}


def parse(text: str) -> AnyChoice:
    """The choice of a notation."""
    if text in READ:
        return READ[text]
    raise Malformed(
        f"'{text[:40]}' is no choice of The Long Way: write 'entrance a1 west', 'exit g7 south', 'reroll light', 'keep', 'tile c4', "
        "'cafeteria', 'fork c4 across', 'stop', 'display c4 5', 'wall c4', 'side north', 'doorway c4 east', 'coins' or 'done'."
    )


# What a choice does


def after(position: Position, seat: int, choice: AnyChoice, tell: Tell) -> Position:
    if isinstance(choice, Keep):
        say(tell, "keep", f"{{{seat}}} keeps the dice.", seat=seat)
        return begin_drawing(position, tell)
    if isinstance(choice, Reroll):
        return reroll(position, seat, choice, tell)
    return step(position, seat, choice, tell)


def step(position: Position, seat: int, choice: AnyChoice, tell: Tell) -> Position:
    """One tentative step; the last `done` reveals everything."""
    made = STEPS[type(choice)](draft(position, seat), choice, position.roll)
    acts, awaited = put(position.acts, seat, (*position.acts[seat], choice)), position.awaited
    if made.stage == "waiting":
        awaited = tuple(other for other in awaited if other != seat)
    stepped = replace(position, acts=acts, awaited=awaited)
    stepped.__dict__["drafts"] = {**position.drafts, seat: made}
    return stepped if awaited else reveal(stepped, tell)


def reroll(position: Position, seat: int, choice: Reroll, tell: Tell) -> Position:
    """L19: a coin, and the die is due again."""
    say(tell, "reroll", f"{{{seat}}} pays a coin to roll the {choice.die} die again.", seat=seat, die=choice.die)
    sheet, (light, dark) = position.sheets[seat], position.dice
    sheets = put(position.sheets, seat, replace(sheet, coins=sheet.coins - 1))
    dice = (0, dark) if choice.die == "light" else (light, 0)
    return replace(position, awaited=(), phase="roll", dice=dice, sheets=sheets)


def came(position: Position, what: str, tell: Tell) -> Position:
    """A die has been rolled."""
    die, pips = what.split()
    light, dark = position.dice
    dice = (int(pips), dark) if die == "light" else (light, int(pips))
    if tell is not None:
        say(tell, "roll", f"The {die} die shows {pips}.", die=die, pips=int(pips))
    rolled = replace(position, dice=dice)
    return settle_dice(rolled, tell) if all(dice) else rolled


def settle_dice(position: Position, tell: Tell) -> Position:
    """The dice lie: the active seat is asked if it can pay for another roll, then all draw."""
    seat = position.active
    if seat in position.removed or not position.sheets[seat].coins:
        return begin_drawing(position, tell)
    return replace(position, phase="coins", awaited=(seat,))


def begin_drawing(position: Position, tell: Tell) -> Position:
    """L20: who can draw neither the tile nor a cafeteria stops."""
    tile, sheets = position.roll.tile, list(position.sheets)
    assert tile is not None
    for seat in playing(position):
        if not can_draw(sheets[seat], tile):
            say(tell, "stop", f"{{{seat}}} can draw neither the tile nor a cafeteria and stops.", seat=seat)
            sheets[seat] = replace(sheets[seat], stopped=True)
    position = replace(position, phase="draw", sheets=tuple(sheets))
    awaited = tuple(playing(position))
    return replace(position, awaited=awaited) if awaited else over(position, tell)


def playing(position: Position) -> list[int]:
    """The seats that still play."""
    return [seat for seat, sheet in enumerate(position.sheets) if not sheet.stopped and seat not in position.removed]


def reveal(position: Position, tell: Tell) -> Position:
    """All acts become final together."""
    drafts = [draft(position, seat) for seat in range(len(position.acts))]
    if tell is not None:
        for seat, act in enumerate(position.acts):
            if act:
                tell_act(position, seat, tell)
    sheets = tuple(made.sheet for made in drafts)
    position = replace(position, acts=((),) * len(sheets), sheets=sheets)
    return next_turn(position, tell)


def tell_act(position: Position, seat: int, tell: Tell) -> None:
    """What a seat has drawn since the last reveal, in a sentence."""
    act = position.acts[seat]
    first, *rest = act
    if isinstance(first, Tile):
        number = len(position.sheets[seat].tiles) + 1
        sentence = f"draws the tile at {name_of(first.space)} with {', '.join(map(drawn, rest[:-1]))}"
        pieces: tuple[str, ...] = (f"tile-{seat}-{number}", f"display-{seat}-{number}")
    elif isinstance(first, Entrance):
        sentence, pieces = f"has its {first} and its {rest[0]}", ()
    elif rest[:-1]:
        sentence, pieces = f"draws a {drawn(rest[0])}", (f"cafeteria-{seat}-{len(position.sheets[seat].cafeterias) + 1}",)
    else:
        sentence, pieces = "stops", ()
    say(tell, "draw", f"{{{seat}}} {sentence}.", f"sheet-{seat}", *pieces, seat=seat, act=", ".join(map(str, act[:-1])))


def drawn(choice: AnyChoice) -> str:
    """A step in the words of the log."""
    match choice:
        case Display(space, kind):
            return f"a {DISPLAYS[kind - 1]} at {name_of(space)}"
        case Wall(space):
            return f"a wall at {name_of(space)}"
        case Doorway(space, side):
            return f"a doorway at {name_of(space)} {side}"
        case Fork():
            return choice.sentence.removesuffix(".").replace("Cafeteria", "cafeteria")
    return "two coins" if choice == COINS else str(choice)


def next_turn(position: Position, tell: Tell) -> Position:
    """L6: the dice go to the next seat that still plays."""
    seats = playing(position)
    if not seats:
        return over(position, tell)
    first = position.active if position.phase == "doors" else position.active + 1
    active = min(seats, key=lambda seat: (seat - first) % len(position.acts))
    if tell is not None:
        say(tell, "turn", f"{{{active}}} has the dice.", seat=active)
    return replace(position, awaited=(), phase="roll", dice=(0, 0), active=active, round=position.round + 1)


def without(position: Position, seat: int, tell: Tell) -> Position:
    """Whoever goes draws no more; the sheet stays as it lies and is scored behind everybody who stayed."""
    say(tell, "leave", f"{{{seat}}} leaves; the sheet stays as it is.", seat=seat)
    if not playing(position):
        return over(position, tell)
    if position.phase == "roll":
        return position
    awaited = tuple(other for other in position.awaited if other != seat)
    position = replace(position, awaited=awaited)
    if awaited:
        return position
    return begin_drawing(position, tell) if position.phase == "coins" else reveal(position, tell)


# The end

GRADES = (  # solo: the least score, and what it is called
    (12, "Magnificent: nobody ever gets out of here"),
    (9, "A long way: you win"),
    (6, "A fair store, no maze yet"),
)
FAILURE = "The shoppers slip through: plan it anew"


def over(position: Position, tell: Tell) -> Position:
    scores = [score(sheet) for sheet in position.sheets]
    solo = len(scores) == 1
    title = next((name for least, name in GRADES if scores[0] >= least), FAILURE) if solo else ""
    reason = "Nobody plays on: the shoppers come." if len(position.removed) < len(scores) else "Nobody is left."
    for seat, points in enumerate(scores):
        say(tell, "score", f"{{{seat}}} scores {points}.", seat=seat, score=points)
    say(tell, "end", reason)
    outcome = Outcome(places(scores, position.removed), reason, title, tuple(map(float, scores)), position.removed)
    return replace(position, acts=((),) * len(scores), awaited=(), phase="over", outcome=outcome)


HOOKS: Hooks[Position, AnyChoice, Setup, Components] = Hooks(came=came, why_not=why_not)
