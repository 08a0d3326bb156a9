"""The steps of an act: their effects on the sheet, and which are legal next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from msgspec.structs import replace

from byways.bits import members
from byways.game import Choice, put
from byways.games.long_way.components import SIZE
from byways.games.long_way.rules.shoppers import Floor
from byways.games.long_way.state import (
    ALL,
    BORDERS,
    DIRECTION,
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
    Entrance,
    Exit,
    Fork,
    Keep,
    Menu,
    PlacedTile,
    Position,
    Reroll,
    Roll,
    Segment,
    Sheet,
    Stage,
    Stop,
    Tile,
    TileMask,
    Wall,
    added,
    beside,
    tile_mask,
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
NEIGHBOURS = tuple(sum(1 << there for direction in range(4) if (there := beside(space, direction)) is not None) for space in range(SPACES))


# Applying steps


def draft_of(position: Position, seat: int) -> Draft:
    """Return what a seat has drawn since the last reveal. Each step passes its draft on to the next position, so this rarely replays."""
    drafts = position.drafts
    if seat not in drafts:
        drafts[seat] = apply_act(position.sheets[seat], position.acts[seat], position.phase == "doors", position.roll)
    return drafts[seat]


def apply_act(sheet: Sheet, act: Sequence[AnyChoice], doors: bool, roll: Roll) -> Draft:
    """Draw an act on a sheet. `doors` means that the act begins with the entrance."""
    draft = Draft(sheet, "entrance" if doors else "option")
    for choice in act:
        draft = APPLY[type(choice)](draft, choice, roll)
    return draft


def step_entrance(draft: Draft, choice: Entrance, roll: Roll) -> Draft:
    return Draft(replace(draft.sheet, entrance=4 * choice.space + DIRECTION[choice.side]), "exit")


def step_exit(draft: Draft, choice: Exit, roll: Roll) -> Draft:
    return Draft(replace(draft.sheet, exit=4 * choice.space + DIRECTION[choice.side]), "ready")


def step_tile(draft: Draft, choice: Tile, roll: Roll) -> Draft:
    sheet, (light, dark, mask), space = draft.sheet, roll, choice.space
    assert mask is not None
    (a, b, c, d), (north, east, south, west) = sheet.walls, mask.walls
    walls = a | north << space, b | east << space, c | south << space, d | west << space
    cells = mask.cells << space
    tiles = (*sheet.tiles, PlacedTile(light, dark, space))
    return Draft(replace(sheet, walls=walls, occupied=sheet.occupied | cells, tiles=tiles), "display", cells)


def step_display(draft: Draft, choice: Display, roll: Roll) -> Draft:
    kind = choice.kind - 1
    # The tile is already drawn, so its own walls can shut off the neighbour.
    earned = bonus_earned(draft.sheet, choice.space, kind)
    displays = draft.sheet.displays
    drawn = put(displays, kind, displays[kind] | 1 << choice.space)
    return Draft(replace(draft.sheet, displays=drawn), "bonus" if earned else "ready")


def bonus_earned(sheet: Sheet, space: int, kind: int) -> bool:
    """Whether a cafeteria or a matching display is beside a space, and every wall between them has a doorway."""
    near = (sheet.displays[kind] | sheet.cafeteria) & NEIGHBOURS[space]
    return bool(near) and bool(Floor(sheet).around(1 << space) & near)


def step_cafeteria(draft: Draft, choice: Cafeteria, roll: Roll) -> Draft:
    return Draft(draft.sheet, "fork")


def step_fork(draft: Draft, choice: Fork, roll: Roll) -> Draft:
    spaces = (3 if choice.lie == "across" else 1 | 1 << SIZE) << choice.space
    sheet = draft.sheet
    return Draft(replace(sheet, occupied=sheet.occupied | spaces, cafeterias=(*sheet.cafeterias, spaces)), "ready")


def step_stop(draft: Draft, choice: Stop, roll: Roll) -> Draft:
    return Draft(replace(draft.sheet, stopped=True), "ready")


def step_wall(draft: Draft, choice: Wall, roll: Roll) -> Draft:
    return Draft(draft.sheet, "side", choice.space)


def step_segment(draft: Draft, choice: Segment, roll: Roll) -> Draft:
    sheet, space = draft.sheet, draft.at
    walls = added(sheet.walls, DIRECTION[choice.side], space)
    return Draft(replace(sheet, walls=walls, occupied=sheet.occupied | 1 << space), "ready")


def step_doorway(draft: Draft, choice: Doorway, roll: Roll) -> Draft:
    """L14: the doorway goes through every segment between the two spaces, whether one or two."""
    sheet, direction = draft.sheet, DIRECTION[choice.side]
    doorways, there = sheet.doorways, beside(choice.space, direction)
    # `direction ^ 2` is the opposite side: both spaces may have a segment on their border.
    if sheet.walls[direction] >> choice.space & 1:
        doorways = added(doorways, direction, choice.space)
    if there is not None and sheet.walls[direction ^ 2] >> there & 1:
        doorways = added(doorways, direction ^ 2, there)
    return Draft(replace(sheet, doorways=doorways), "ready")


def step_coins(draft: Draft, choice: Coins, roll: Roll) -> Draft:
    return Draft(replace(draft.sheet, coins=draft.sheet.coins + 2), "ready")


def step_done(draft: Draft, choice: Done, roll: Roll) -> Draft:
    return Draft(draft.sheet, "waiting")


APPLY: dict[type[Choice], Callable[..., Draft]] = {
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
    draft = draft_of(position, seat)
    return OFFERS[draft.stage](draft, position.roll)


def offer_exits(draft: Draft, roll: Roll) -> tuple[AnyChoice, ...]:
    """L5: the exit may be anywhere except at the entrance itself."""
    taken = draft.sheet.entrance
    return tuple(choice for choice in EXITS if 4 * choice.space + DIRECTION[choice.side] != taken)


def offer_options(draft: Draft, roll: Roll) -> tuple[AnyChoice, ...]:
    empty = ALL & ~draft.sheet.occupied
    assert roll.tile is not None
    tiles = TILES(roll.tile.places(empty))
    return (*tiles, CAFETERIA, STOP) if cafeteria_fits(draft.sheet) else (*tiles, STOP)


def offer_forks(draft: Draft, roll: Roll) -> tuple[AnyChoice, ...]:
    """L3: a cafeteria lies across or down."""
    empty = ALL & ~draft.sheet.occupied
    return ACROSS(empty & empty >> 1 & NOT_LAST_COLUMN) + DOWN(empty & empty >> SIZE)


def cafeteria_fits(sheet: Sheet) -> bool:
    empty = ALL & ~sheet.occupied
    return len(sheet.cafeterias) < MOST_CAFETERIAS and bool(empty & (empty >> 1 & NOT_LAST_COLUMN | empty >> SIZE))


def can_draw(sheet: Sheet, tile: TileMask) -> bool:
    """Whether a tile or a cafeteria can be drawn."""
    return bool(tile.places(ALL & ~sheet.occupied)) or cafeteria_fits(sheet)


ROLLS = 36


def rolls_that_fit(chart: tuple[tuple[str, ...], ...], sheet: Sheet) -> int:
    """Return how many of the 36 rolls let a player draw something. After any other roll the player has to stop."""
    return ROLLS if cafeteria_fits(sheet) else tiles_that_fit(chart, ALL & ~sheet.occupied)


@lru_cache(1024)  # every drawing asks for this
def tiles_that_fit(chart: tuple[tuple[str, ...], ...], empty: int) -> int:
    return sum(bool(tile_mask(layout).places(empty)) for row in chart for layout in row)


@cache
def displays_on(spaces: int, light: int, dark: int) -> tuple[Display, ...]:
    kinds = (light,) if light == dark else (light, dark)
    return tuple(Display(space, kind) for space in members(spaces) for kind in kinds)


def offer_displays(draft: Draft, roll: Roll) -> tuple[AnyChoice, ...]:
    return displays_on(draft.at, roll.light, roll.dark)


def offer_bonus(draft: Draft, roll: Roll) -> tuple[AnyChoice, ...]:
    """L13, L14, L22: a wall on a side that has none, a doorway that reconnects two spaces, or coins."""
    sheet = draft.sheet
    north, east, south, west = sheet.walls
    blocked_east, blocked_south = sheet.blocked
    # L8: a doorway to the outside only where a wall covers a door.
    doors = tuple(Doorway(door >> 2, SIDE_NAMES[door & 3]) for door in (sheet.entrance, sheet.exit) if sheet.covered(door))
    return (*WALLS(ALL & ~(north & east & south & west)), *EAST(blocked_east), *SOUTH(blocked_south), *doors, COINS)


def offer_sides(draft: Draft, roll: Roll) -> tuple[AnyChoice, ...]:
    return tuple(choice for choice, walls in zip(SEGMENTS, draft.sheet.walls, strict=True) if not walls >> draft.at & 1)


OFFERS: dict[Stage, Callable[[Draft, Roll], tuple[AnyChoice, ...]]] = {
    "entrance": lambda draft, roll: ENTRANCES,
    "exit": offer_exits,
    "option": offer_options,
    "fork": offer_forks,
    "display": offer_displays,
    "bonus": offer_bonus,
    "side": offer_sides,
    "ready": lambda draft, roll: (DONE,),
}
