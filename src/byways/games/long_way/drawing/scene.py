"""The store that a drawing shows large, and what counts in it."""

from __future__ import annotations

from functools import cached_property

from byways.games.long_way.rules.shoppers import walk
from byways.games.long_way.state import Doorway, Draft, PerSide, PlacedTile, Segment, TileMask, tile_mask
from byways.games.long_way.view import View


class Scene:
    """The sheet drawn large, with the seat's own act and the shoppers' way through it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.main = view.seat if view.seat is not None else best_seat(view)
        self.draft = view.draft if view.seat is not None and view.act else Draft(view.sheets[self.main], "waiting")
        self.sheet = self.draft.sheet
        self.way = walk(self.sheet) if self.sheet.entrance >= 0 and self.sheet.exit >= 0 else None
        self.fresh = sum(self.cells(nth) for nth in range(len(view.sheets[self.main].tiles), len(self.sheet.tiles)))
        # Whether way and score are those of a bonus that can be taken back. Pages of puzzles hide what has the class "outlook".
        self.outlook = "outlook" if view.act and isinstance(view.act[-1], Segment | Doorway) else ""
        self.others = [seat for seat in range(len(view.sheets)) if seat != self.main]

    def cells(self, nth: int) -> int:
        """Return the spaces of a tile."""
        tile = self.sheet.tiles[nth]
        return self.mask(tile).cells << tile.space

    def mask(self, tile: PlacedTile) -> TileMask:
        return tile_mask(self.view.chart[tile.light - 1][tile.dark - 1])

    @cached_property
    def bonuses(self) -> PerSide:
        """The wall segments that bonuses have drawn or opened. The others belong to tiles."""
        sheet, masks = self.sheet, [(self.mask(tile), tile.space) for tile in self.sheet.tiles]
        own = (sum(mask.walls[direction] << space for mask, space in masks) for direction in range(4))
        north, east, south, west = (
            walls & ~of_tiles | open for walls, of_tiles, open in zip(sheet.walls, own, sheet.doorways, strict=True)
        )
        return north, east, south, west

    @cached_property
    def passed(self) -> int:
        """The spaces on the way."""
        return sum({1 << space for leg in self.way.legs for space in leg}) if self.way else 0

    @property
    def has_toured(self) -> bool:
        """Whether shoppers have walked through the store at the end of the game."""
        return self.view.outcome is not None and self.way is not None

    def order(self, cafeteria: int) -> int:
        """Return a cafeteria's number among the shoppers' stops, or 0 if they skip it."""
        ends = [1 << leg[-1] for leg in self.way.legs[:-1]] if self.way else []
        return next((nth for nth, end in enumerate(ends, 1) if end & cafeteria), 0)


def best_seat(view: View) -> int:
    """Return the seat whose sheet a spectator sees large: the one with the dice or, at the end, the winner."""
    return view.outcome.places.index(1) if view.outcome else view.active
