"""Name the rule that an illegal choice breaks, as a message to the player."""

from __future__ import annotations

from byways.game import Choice
from byways.games.long_way.components import SIZE
from byways.games.long_way.rules.acts import draft_of
from byways.games.long_way.state import (
    ALL,
    DIRECTION,
    DISPLAYS,
    MOST_CAFETERIAS,
    NOT_LAST_COLUMN,
    SIDE_NAMES,
    AnyChoice,
    Cafeteria,
    Coins,
    Display,
    Doorway,
    Draft,
    Entrance,
    Exit,
    Fork,
    Position,
    Reroll,
    Segment,
    Side,
    Stage,
    Tile,
    Wall,
    beside,
    name_of,
)
from byways.i18n import Message, Value

KINDS: dict[Stage, tuple[type[Choice], ...]] = {
    "entrance": (Entrance,),
    "exit": (Exit,),
    "option": (Tile, Cafeteria),
    "fork": (Fork,),
    "display": (Display,),
    "bonus": (Wall, Doorway),
    "side": (Segment,),
}
BONUS = (Wall, Segment, Doorway, Coins)


def why_not(position: Position, seat: int, choice: AnyChoice) -> Message:
    if position.phase == "coins":
        return Message("refuse.coins", {"choice": str(choice)})
    draft = draft_of(position, seat)
    if not isinstance(choice, KINDS.get(draft.stage, ())):
        return why_not_now(position, seat, choice, draft.stage)
    match choice:
        case Entrance(space, side) | Exit(space, side):
            return why_no_door(space, side)
        case Tile(space):
            return why_no_tile(position, draft, space)
        case Cafeteria():
            return Message("refuse.third-cafeteria" if len(draft.sheet.cafeterias) == MOST_CAFETERIAS else "refuse.no-room")
        case Fork():
            return why_no_fork(draft, choice)
        case Display():
            return why_no_display(position, draft, choice)
        case Doorway():
            return why_no_doorway(draft, choice)
        case Wall(space):
            return Message("refuse.walled-in", {"space": name_of(space)})
    return Message("refuse.walled-side", {"space": name_of(draft.at)})


def why_not_now(position: Position, seat: int, choice: AnyChoice, stage: Stage) -> Message:
    drawing = position.phase == "draw"
    if drawing and isinstance(choice, Reroll):
        return why_no_reroll(position, seat)
    if drawing and isinstance(choice, BONUS) and stage != "side" and not any(isinstance(step, BONUS) for step in position.acts[seat]):
        return Message("refuse.no-bonus")
    return Message(f"refuse.now-{stage}", {"choice": str(choice)})


def why_no_reroll(position: Position, seat: int) -> Message:
    """L19: only the seat with the dice rerolls, for a coin, before the drawing begins."""
    if position.active != seat:
        return Message("refuse.not-your-dice", {"seat": position.active})
    return Message("refuse.kept" if position.sheets[seat].coins else "refuse.no-coin")


def why_no_door(space: int, side: Side) -> Message:
    inner = beside(space, DIRECTION[side]) is not None
    return Message("refuse.inner-side" if inner else "refuse.same-door", {"side": side, "space": name_of(space)})


def why_no_tile(position: Position, draft: Draft, space: int) -> Message:
    tile = position.roll.tile
    assert tile is not None
    if not tile.fits >> space & 1:
        return Message("refuse.tile-outside", {"space": name_of(space)})
    return Message("refuse.tile-taken", {"space": name_of(space), "taken": taken(draft, tile.cells << space)})


def taken(draft: Draft, spaces: int) -> str:
    """Name the first of some spaces that is not empty."""
    clash = spaces & draft.sheet.occupied
    return name_of((clash & -clash).bit_length() - 1)


def why_no_fork(draft: Draft, choice: Fork) -> Message:
    inside = NOT_LAST_COLUMN if choice.lie == "across" else ALL >> SIZE
    if not inside >> choice.space & 1:
        return Message("refuse.across-outside" if choice.lie == "across" else "refuse.down-outside", {"space": name_of(choice.space)})
    return Message("refuse.cafeteria-taken", {"taken": taken(draft, 1 << choice.space | 1 << choice.other)})


def why_no_display(position: Position, draft: Draft, choice: Display) -> Message:
    if not draft.at >> choice.space & 1:
        return Message("refuse.display-space", {"space": name_of(choice.space)})
    if not 1 <= choice.kind <= len(DISPLAYS):
        return Message("refuse.display-number", {"kind": choice.kind})
    light, dark = position.dice
    return Message("refuse.display-kind", {"light": light, "dark": dark, "display": DISPLAYS[choice.kind - 1], "kind": choice.kind})


def why_no_doorway(draft: Draft, choice: Doorway) -> Message:
    sheet, direction = draft.sheet, DIRECTION[choice.side]
    where: dict[str, Value] = {"side": choice.side, "space": name_of(choice.space)}
    there = beside(choice.space, direction)
    if there is None and 4 * choice.space + direction not in (sheet.entrance, sheet.exit):
        return Message("refuse.doorway-outside", where)
    if there is not None and choice.side in ("north", "west"):
        return Message("refuse.doorway-name", {"other": name_of(there), "there": SIDE_NAMES[direction ^ 2]})
    return Message("refuse.doorway-open", where)
