"""The rule that an illegal choice breaks, in words for whoever made it."""

from __future__ import annotations

from byways.game import Choice
from byways.games.long_way.acts import cafeteria_fits, draft
from byways.games.long_way.components import SIZE
from byways.games.long_way.state import (
    ALL,
    DISPLAYS,
    LANE,
    NOT_LAST_COLUMN,
    SIDE_NAMES,
    AnyChoice,
    Cafeteria,
    Display,
    Doorway,
    Draft,
    Entrance,
    Exit,
    Fork,
    Position,
    Segment,
    Stage,
    Tile,
    Wall,
    beside,
    name_of,
)

EXPECTED: dict[Stage, str] = {
    "entrance": "draw the entrance",
    "exit": "draw the exit",
    "option": "draw the tile, or a cafeteria, or stop",
    "fork": "say where the cafeteria goes",
    "display": "put a display on the new tile",
    "bonus": "take a bonus: a wall, a doorway or coins",
    "side": "say on which side of the space the wall goes",
    "ready": "say 'done', or take the last step back",
}
KINDS: dict[Stage, tuple[type[Choice], ...]] = {
    "entrance": (Entrance,),
    "exit": (Exit,),
    "option": (Tile, Cafeteria),
    "fork": (Fork,),
    "display": (Display,),
    "bonus": (Wall, Doorway),
    "side": (Segment,),
}


def why_not(position: Position, seat: int, choice: AnyChoice) -> str:
    if position.phase == "coins":
        return f"'{choice}' comes later: first say whether to reroll a die or to keep the dice."
    made = draft(position, seat)
    if not isinstance(choice, KINDS.get(made.stage, ())):
        return f"'{choice}' is not possible at this step; now {EXPECTED[made.stage]}."
    match choice:
        case Entrance(space, side) | Exit(space, side):
            return why_no_door(space, side)
        case Tile(space):
            return why_no_tile(position, made, space)
        case Cafeteria():
            return why_no_cafeteria(made)
        case Fork():
            return why_no_fork(made, choice)
        case Display():
            return why_no_display(position, made, choice)
        case Doorway():
            return why_no_doorway(made, choice)
        case Wall(space):
            return f"{name_of(space)} has a wall on every side already."
    return f"{name_of(made.at)} has a wall on that side already: one segment a side."


def why_no_door(space: int, side: str) -> str:
    if beside(space, LANE[side]) is not None:  # type: ignore[index]
        return f"The {side} side of {name_of(space)} is not an outer side: a door goes through the exterior wall."
    return f"The entrance is at the {side} side of {name_of(space)} already; the exit needs an outer side of its own."


def why_no_tile(position: Position, made: Draft, space: int) -> str:
    tile = position.roll.tile
    assert tile is not None
    if not tile.fits >> space & 1:
        return f"With its first space at {name_of(space)} the tile sticks out of the store; tiles are not turned."
    return f"With its first space at {name_of(space)} the tile would lie on {taken(made, tile.cells << space)}, which is not empty."


def taken(made: Draft, spaces: int) -> str:
    """The first of some spaces that is not empty."""
    clash = spaces & made.sheet.occupied
    return name_of((clash & -clash).bit_length() - 1)


def why_no_cafeteria(made: Draft) -> str:
    assert not cafeteria_fits(made.sheet)
    if len(made.sheet.cafeterias) > 1:
        return "A third cafeteria is not allowed: two over the whole game."
    return "No two neighbouring spaces are empty, so no cafeteria fits."


def why_no_fork(made: Draft, choice: Fork) -> str:
    inside = NOT_LAST_COLUMN if choice.lie == "across" else ALL >> SIZE
    if not inside >> choice.space & 1:
        return f"A cafeteria {choice.lie} from {name_of(choice.space)} sticks out of the store."
    spaces = (3 if choice.lie == "across" else 1 | 1 << SIZE) << choice.space
    return f"That cafeteria would lie on {taken(made, spaces)}, which is not empty."


def why_no_display(position: Position, made: Draft, choice: Display) -> str:
    if not made.at >> choice.space & 1:
        return f"{name_of(choice.space)} is not on the tile just drawn; its display goes on one of its own spaces."
    if not 1 <= choice.kind <= len(DISPLAYS):
        return f"There is no display {choice.kind}; they are numbered 1 to 6."
    light, dark = position.dice
    return f"The dice show {light} and {dark}, so a {DISPLAYS[choice.kind - 1]} ({choice.kind}) cannot be displayed now."


def why_no_doorway(made: Draft, choice: Doorway) -> str:
    sheet, lane = made.sheet, LANE[choice.side]
    where = f"the {choice.side} side of {name_of(choice.space)}"
    if beside(choice.space, lane) is None:
        if 4 * choice.space + lane not in (sheet.entrance, sheet.exit):
            return f"No doorway leads outside through {where}: only at the entrance and the exit."
        return f"Nothing shuts {where}, so a doorway there reconnects nothing."
    if lane in (LANE["north"], LANE["west"]):
        return f"Name that border by its other space: {SIDE_NAMES[lane ^ 2]} of {name_of(beside(choice.space, lane) or 0)}."
    return f"No wall shuts {where}, so a doorway there reconnects nothing."
