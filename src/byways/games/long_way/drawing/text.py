"""Print a view of The Long Way as text for a terminal or a screen reader."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from byways.bits import members
from byways.games.long_way import GAME
from byways.games.long_way.components import SIZE
from byways.games.long_way.rules.shoppers import walk
from byways.games.long_way.state import DISPLAYS, SIDE_NAMES, Sheet, TileMask, format_points, name_of
from byways.games.long_way.view import View
from byways.i18n import ENGLISH, Message

LETTERS = "AB"  # the cafeterias, in the order they were drawn
ARROWS = (("v", "^"), ("<", ">"), ("^", "v"), (">", "<"))  # in and out, for a door in each of the four walls


def text(view: View, language: str = ENGLISH) -> str:
    """Return the seat's own store with its act drawn on it, or all stores for a spectator. Other stores get one line each."""
    say = partial(GAME.say, language=language)
    lines = [" ".join(map(say, head(view)))]
    if view.roll.tile:
        lines += [say(Message("terminal.tile")), *tile_lines(view.roll.tile)]
    for seat, sheet in enumerate(view.sheets):
        own = view.draft.sheet if seat == view.seat else sheet
        lines.append(say(summary(view, seat, own)))
        if view.seat in (seat, None):
            lines += store_lines(own)
        elif holds := contents(sheet):
            lines.append(say(Message("terminal.holds", {"things": holds})))
    return "\n".join([*lines, say(Message("terminal.legend"))])


def contents(sheet: Sheet) -> tuple[Message, ...]:
    """List another store's doors, cafeterias and displays."""
    doors = (("entrance", sheet.entrance), ("exit", sheet.exit))
    signs = [Message(f"terminal.{name}", {"space": name_of(at >> 2), "side": SIDE_NAMES[at & 3]}) for name, at in doors if at >= 0]
    cafeterias = [
        Message("terminal.cafeteria", {"letter": letter, "spaces": named(cafeteria)})
        for letter, cafeteria in zip(LETTERS, sheet.cafeterias, strict=False)
    ]
    shown = [Message("terminal.display", {"kind": kind, "spaces": named(bits)}) for kind, bits in enumerate(sheet.displays, 1) if bits]
    return (*signs, *cafeterias, *shown)


def named(spaces: int) -> str:
    return " ".join(map(name_of, members(spaces)))


def head(view: View) -> Iterator[Message]:
    if view.phase == "doors":
        yield Message("terminal.doors")
        return
    yield Message("terminal.turn", {"round": view.round, "seat": view.active})
    for die, pips in zip(("light", "dark"), view.dice, strict=True):
        yield Message("terminal.die" if pips else "terminal.die-due", {"die": die, "pips": pips})


def summary(view: View, seat: int, sheet: Sheet) -> Message:
    state = "gone" if seat in view.removed else "stopped" if sheet.stopped else "playing"
    counts = {"tiles": len(sheet.tiles), "cafeterias": len(sheet.cafeterias), "coins": sheet.coins}
    name = "terminal.own" if seat == view.seat else "terminal.other"
    return Message(name, {"seat": seat, "state": state, **counts, "way": way_of(sheet)})


def way_of(sheet: Sheet) -> Message:
    if sheet.entrance < 0 or sheet.exit < 0:
        return Message("terminal.no-doors")
    way = walk(sheet)
    if way is None:
        return Message("terminal.no-way")
    legs = "; ".join(" ".join(map(name_of, leg)) for leg in way.legs)
    return Message("terminal.way", {"score": format_points(way.score), "displays": way.displays, "empties": way.empties, "legs": legs})


def content(sheet: Sheet, space: int) -> str:
    for kind in range(len(DISPLAYS)):
        if sheet.displays[kind] >> space & 1:
            return str(kind + 1)
    for cafeteria, letter in zip(sheet.cafeterias, LETTERS, strict=False):
        if cafeteria >> space & 1:
            return letter
    return "." if sheet.occupied >> space & 1 else " "


def edge(walls: int, doorways: int, space: int, whole: str, cut: str, none: str) -> str:
    if not walls >> space & 1:
        return none
    return cut if doorways >> space & 1 else whole


def space_lines(sheet: Sheet, space: int) -> tuple[str, str, str]:
    north, east, south, west = (
        edge(sheet.walls[direction], sheet.doorways[direction], space, *(("---", "- -", "   ") if direction % 2 == 0 else ("|", ":", " ")))
        for direction in range(4)
    )
    return f" {north} ", f"{west} {content(sheet, space)} {east}", f" {south} "


def store_lines(sheet: Sheet) -> Iterator[str]:
    yield "      " + "".join(f"  {column}  " for column in "abcdefg")
    yield f"    #{wall_line(sheet, range(SIZE), 0)}#"
    for row in range(SIZE):
        first, last = row * SIZE, row * SIZE + SIZE - 1
        parts = [space_lines(sheet, space) for space in range(first, last + 1)]
        for nth in range(3):
            left, right = door(sheet, first, 3), door(sheet, last, 1)
            number = f"  {row + 1} " if nth == 1 else "    "
            yield number + (left if nth == 1 else "#") + "".join(part[nth] for part in parts) + (right if nth == 1 else "#")
    yield f"    #{wall_line(sheet, range(SIZE * SIZE - SIZE, SIZE * SIZE), 2)}#"


def wall_line(sheet: Sheet, spaces: range, direction: int) -> str:
    return "".join(f"##{door(sheet, space, direction)}##" for space in spaces)


def door(sheet: Sheet, space: int, direction: int) -> str:
    """Return the exterior wall's character beside a space, or a door's arrow in or out."""
    if sheet.entrance == 4 * space + direction:
        return ARROWS[direction][0]
    return ARROWS[direction][1] if sheet.exit == 4 * space + direction else "#"


def tile_lines(mask: TileMask) -> Iterator[str]:
    """Print the rolled tile like an otherwise empty store."""
    north, east, south, west = (side << -mask.left for side in mask.walls)
    alone = Sheet(walls=(north, east, south, west), occupied=mask.cells << -mask.left)
    for row in range(mask.depth):
        parts = [space_lines(alone, row * SIZE + column) for column in range(SIZE)]
        for nth in range(3):
            yield "     " + "".join(part[nth] for part in parts).rstrip()
