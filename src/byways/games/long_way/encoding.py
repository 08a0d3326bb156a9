"""Encode The Long Way's views as arrays and its choices as numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from byways.encoding import Encoder as BaseEncoder
from byways.encoding import Floats, Part, bits
from byways.game import Options
from byways.games.long_way import state as s
from byways.games.long_way.components import SIZE, Components
from byways.games.long_way.view import View

PHASE = {phase: number for number, phase in enumerate(get_args(s.Phase))}
STAGE = {stage: number for number, stage in enumerate(get_args(s.Stage))}
PLANES = 24  # planes per sheet


class Encoder(BaseEncoder[View]):
    def __init__(self, components: Components, options: Options, seats: int) -> None:
        board = (SIZE, SIZE)
        parts = (
            Part(
                "sheets",
                (seats, PLANES, *board),
                "each store, the viewer's with its act: walls and doorways (north, east, south, west), entrance and exit (likewise),"
                " spaces taken, the six displays, cafeterias",
            ),
            Part("new", board, "the tile just drawn while its display is due, or the space of a new wall while its side is due"),
            Part("purse", (seats, 2), "coins of each seat, in tenths and at most 1; whether it has stopped"),
            Part("dice", (2, 6), "the light and the dark die"),
            Part("phase", (len(PHASE),), f"one of {', '.join(PHASE)}"),
            Part("stage", (len(STAGE),), f"the viewer's next step, one of {', '.join(STAGE)}"),
            Part("active", (seats,), "the seat that has the dice"),
            Part("round", (1,), "turns of the dice, in hundredths and at most 1"),
        )
        super().__init__(seats, tuple(every_choice()), parts)

    def fill(self, found: Floats, view: View, seat: int) -> list[int]:
        at, draft = self.at, view.draft
        sheets = [draft.sheet if other == seat else view.sheets[other] for other in self.around(seat)]
        new = draft.at if draft.stage == "display" else 1 << draft.at if draft.stage == "side" else 0
        drawn = [plane for sheet in sheets for plane in planes(sheet)]
        drawn.append(new)
        found[at["sheets"] : at["purse"]] = bits(drawn, s.SPACES)
        found[at["purse"] : at["dice"]] = [value for sheet in sheets for value in (min(sheet.coins / 10, 1), sheet.stopped)]
        found[at["round"]] = min(view.round / 100, 1)
        light, dark = view.dice
        ones = [at["phase"] + PHASE[view.phase], at["stage"] + STAGE[draft.stage], at["active"] + (view.active - seat) % self.seats]
        if light:
            ones.append(at["dice"] + light - 1)
        if dark:
            ones.append(at["dice"] + 6 + dark - 1)
        return ones


def planes(sheet: s.Sheet) -> tuple[int, ...]:
    """Return a sheet's planes as bit sets."""
    return (
        *sheet.walls,
        *sheet.doorways,
        *door(sheet.entrance),
        *door(sheet.exit),
        sheet.occupied,
        *sheet.displays,
        sheet.cafeteria,
    )


def door(code: int) -> tuple[int, int, int, int]:
    return s.NO_SEGMENTS if code < 0 else s.added(s.NO_SEGMENTS, code & 3, code >> 2)


def every_choice() -> Iterator[s.AnyChoice]:
    spaces = range(s.SPACES)
    outer = [(space, side) for space in spaces for way, side in enumerate(s.SIDE_NAMES) if s.beside(space, way) is None]
    inner: list[tuple[int, s.Side]] = [(space, "east") for space in spaces if s.NOT_LAST_COLUMN >> space & 1]
    inner += [(space, "south") for space in spaces if s.NOT_LAST_ROW >> space & 1]
    yield from (s.Entrance(*where) for where in outer)
    yield from (s.Exit(*where) for where in outer)
    yield from (s.Reroll("light"), s.Reroll("dark"), s.Keep(), s.Cafeteria(), s.Stop(), s.Coins(), s.Done())
    yield from map(s.Tile, spaces)
    yield from (s.Fork(space, "across" if side == "east" else "down") for space, side in inner)
    yield from (s.Display(space, kind) for space in spaces for kind in range(1, 1 + len(s.DISPLAYS)))
    yield from map(s.Wall, spaces)
    yield from map(s.Segment, s.SIDE_NAMES)
    yield from (s.Doorway(*where) for where in outer + inner)
