"""An act being drawn: what its steps do to the sheet, and which are legal next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from msgspec.structs import replace

from byways.bits import members
from byways.game import Choice, put
from byways.games.long_way.components import SIZE
from byways.games.long_way.rules.shoppers import Floor
from byways.games.long_way.state import (
    ALL,
    BORDERS,
    LANE,
    MOST_CAFETERIAS,
    NOT_LAST_COLUMN,
    SIDE_NAMES,
    SPACES,
    AnyChoice,
    Cafeteria,
    Coins,
    Display,
    Done,
    Doorway,
    Draft,
    Drawn,
    Entrance,
    Exit,
    Fork,
    Keep,
    Menu,
    Position,
    Reroll,
    Roll,
    Segment,
    Sheet,
    Stage,
    Stamp,
    Stop,
    Tile,
    Wall,
    added,
    beside,
)

CAFETERIA, STOP, COINS, DONE, KEEP = Cafeteria(), Stop(), Coins(), Done(), Keep()
REROLLS = (Reroll("light"), Reroll("dark"), KEEP)
SEGMENTS = tuple(Segment(side) for side in SIDE_NAMES)
TILES, WALLS = Menu(Tile), Menu(Wall)
ACROSS, DOWN = Menu(lambda space: Fork(space, "across")), Menu(lambda space: Fork(space, "down"))
EAST, SOUTH = Menu(lambda space: Doorway(space, "east")), Menu(lambda space: Doorway(space, "south"))
OUTER = tuple((space, side) for side, border in zip(SIDE_NAMES, BORDERS, strict=True) for space in members(border))
ENTRANCES = tuple(Entrance(space, side) for space, side in OUTER)
EXITS = tuple(Exit(space, side) for space, side in OUTER)
NEAR = tuple(sum(1 << there for lane in range(4) if (there := beside(space, lane)) is not None) for space in range(SPACES))


# What a step does


def draft(position: Position, seat: int) -> Draft:
    """What a seat has drawn since the last reveal; made once for each position, mostly handed on by the step before."""
    drafts = position.drafts
    if seat not in drafts:
        drafts[seat] = drawing(position.sheets[seat], position.acts[seat], position.phase == "doors", position.roll)
    return drafts[seat]


def drawing(sheet: Sheet, act: Sequence[AnyChoice], doors: bool, roll: Roll) -> Draft:
    """A sheet with an act drawn on it."""
    made = Draft(sheet, "entrance" if doors else "option")
    for choice in act:
        made = STEPS[type(choice)](made, choice, roll)
    return made


def step_entrance(made: Draft, choice: Entrance, roll: Roll) -> Draft:
    return Draft(replace(made.sheet, entrance=4 * choice.space + LANE[choice.side]), "exit")


def step_exit(made: Draft, choice: Exit, roll: Roll) -> Draft:
    return Draft(replace(made.sheet, exit=4 * choice.space + LANE[choice.side]), "ready")


def step_tile(made: Draft, choice: Tile, roll: Roll) -> Draft:
    sheet, (light, dark, stamp), space = made.sheet, roll, choice.space
    assert stamp is not None
    (a, b, c, d), (north, east, south, west) = sheet.walls, stamp.walls
    walls = a | north << space, b | east << space, c | south << space, d | west << space
    cells = stamp.cells << space
    tiles = (*sheet.tiles, Drawn(light, dark, space))
    return Draft(replace(sheet, walls=walls, occupied=sheet.occupied | cells, tiles=tiles), "display", cells)


def step_display(made: Draft, choice: Display, roll: Roll) -> Draft:
    kind = choice.kind - 1
    earned = bonus_earned(made.sheet, choice.space, kind)
    displays = made.sheet.displays
    drawn = put(displays, kind, displays[kind] | 1 << choice.space)
    return Draft(replace(made.sheet, displays=drawn), "bonus" if earned else "ready")


def bonus_earned(sheet: Sheet, space: int, kind: int) -> bool:
    """Whether a cafeteria or a matching display lies beside a space, with nothing shut between them."""
    near = (sheet.displays[kind] | sheet.cafeteria) & NEAR[space]
    return bool(near) and bool(Floor(sheet).around(1 << space) & near)


def step_cafeteria(made: Draft, choice: Cafeteria, roll: Roll) -> Draft:
    return Draft(made.sheet, "fork")


def step_fork(made: Draft, choice: Fork, roll: Roll) -> Draft:
    spaces = (3 if choice.lie == "across" else 1 | 1 << SIZE) << choice.space
    sheet = made.sheet
    return Draft(replace(sheet, occupied=sheet.occupied | spaces, cafeterias=(*sheet.cafeterias, spaces)), "ready")


def step_stop(made: Draft, choice: Stop, roll: Roll) -> Draft:
    return Draft(replace(made.sheet, stopped=True), "ready")


def step_wall(made: Draft, choice: Wall, roll: Roll) -> Draft:
    return Draft(made.sheet, "side", choice.space)


def step_segment(made: Draft, choice: Segment, roll: Roll) -> Draft:
    sheet, space = made.sheet, made.at
    walls = added(sheet.walls, LANE[choice.side], space)
    return Draft(replace(sheet, walls=walls, occupied=sheet.occupied | 1 << space), "ready")


def step_doorway(made: Draft, choice: Doorway, roll: Roll) -> Draft:
    """L14: everything between the two is opened, one segment or both."""
    sheet, lane = made.sheet, LANE[choice.side]
    doorways, there = sheet.doorways, beside(choice.space, lane)
    if sheet.walls[lane] >> choice.space & 1:
        doorways = added(doorways, lane, choice.space)
    if there is not None and sheet.walls[lane ^ 2] >> there & 1:
        doorways = added(doorways, lane ^ 2, there)
    return Draft(replace(sheet, doorways=doorways), "ready")


def step_coins(made: Draft, choice: Coins, roll: Roll) -> Draft:
    return Draft(replace(made.sheet, coins=made.sheet.coins + 2), "ready")


def step_done(made: Draft, choice: Done, roll: Roll) -> Draft:
    return Draft(made.sheet, "waiting")


STEPS: dict[type[Choice], Callable[..., Draft]] = {
    Entrance: step_entrance,
    Exit: step_exit,
    Tile: step_tile,
    Display: step_display,
    Cafeteria: step_cafeteria,
    Fork: step_fork,
    Stop: step_stop,
    Wall: step_wall,
    Segment: step_segment,
    Doorway: step_doorway,
    Coins: step_coins,
    Done: step_done,
}


# Legal choices


def offer(position: Position, seat: int) -> tuple[AnyChoice, ...]:
    if position.phase == "coins":
        return REROLLS
    made = draft(position, seat)
    return OFFERS[made.stage](made, position.roll)


def offer_exits(made: Draft, roll: Roll) -> tuple[AnyChoice, ...]:
    """L5: another outer side than the entrance has."""
    taken = made.sheet.entrance
    return tuple(choice for choice in EXITS if 4 * choice.space + LANE[choice.side] != taken)


def offer_options(made: Draft, roll: Roll) -> tuple[AnyChoice, ...]:
    empty = ALL & ~made.sheet.occupied
    assert roll.tile is not None
    tiles = TILES(roll.tile.places(empty))
    return (*tiles, CAFETERIA, STOP) if cafeteria_fits(made.sheet) else (*tiles, STOP)


def offer_forks(made: Draft, roll: Roll) -> tuple[AnyChoice, ...]:
    """L3: lying or standing."""
    empty = ALL & ~made.sheet.occupied
    return ACROSS(empty & empty >> 1 & NOT_LAST_COLUMN) + DOWN(empty & empty >> SIZE)


def cafeteria_fits(sheet: Sheet) -> bool:
    empty = ALL & ~sheet.occupied
    return len(sheet.cafeterias) < MOST_CAFETERIAS and bool(empty & (empty >> 1 & NOT_LAST_COLUMN | empty >> SIZE))


def can_draw(sheet: Sheet, tile: Stamp) -> bool:
    """Whether a tile or a cafeteria can be drawn."""
    return bool(tile.places(ALL & ~sheet.occupied)) or cafeteria_fits(sheet)


@cache
def displays_on(spaces: int, light: int, dark: int) -> tuple[Display, ...]:
    kinds = (light,) if light == dark else (light, dark)
    return tuple(Display(space, kind) for space in members(spaces) for kind in kinds)


def offer_displays(made: Draft, roll: Roll) -> tuple[AnyChoice, ...]:
    return displays_on(made.at, roll.light, roll.dark)


def offer_bonus(made: Draft, roll: Roll) -> tuple[AnyChoice, ...]:
    """L13, L14, L22: a wall where a side has none, a doorway where it reconnects, or coins."""
    sheet = made.sheet
    north, east, south, west = sheet.walls
    blocked_east, blocked_south = sheet.blocked
    doors = tuple(Doorway(door >> 2, SIDE_NAMES[door & 3]) for door in (sheet.entrance, sheet.exit) if sheet.covered(door))
    return (*WALLS(ALL & ~(north & east & south & west)), *EAST(blocked_east), *SOUTH(blocked_south), *doors, COINS)


def offer_sides(made: Draft, roll: Roll) -> tuple[AnyChoice, ...]:
    return tuple(choice for choice, lane in zip(SEGMENTS, made.sheet.walls, strict=True) if not lane >> made.at & 1)


OFFERS: dict[Stage, Callable[[Draft, Roll], tuple[AnyChoice, ...]]] = {
    "entrance": lambda made, roll: ENTRANCES,
    "exit": offer_exits,
    "option": offer_options,
    "fork": offer_forks,
    "display": offer_displays,
    "bonus": offer_bonus,
    "side": offer_sides,
    "ready": lambda made, roll: (DONE,),
}
