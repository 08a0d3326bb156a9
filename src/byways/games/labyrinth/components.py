"""Labyrinth's gems and its mix of tiles."""

from typing import Annotated

from msgspec import Meta

from byways import game
from byways.components import Flaw

Weight = Annotated[int, Meta(ge=0)]
MOST_TILES = 15 * 15 + 1


class Gems(game.Part, frozen=True):
    names: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(set(self.names)) < len(self.names):
            raise Flaw("flaw.same-gem")
        if len(self.names) * (len(self.names) - 1) // 2 < MOST_TILES:
            raise Flaw("flaw.few-gems", gems=len(self.names))


class Shapes(game.Part, frozen=True):
    """The weights of the four shapes when a board is laid at random."""

    straight: Weight
    bend: Weight
    tee: Weight
    cross: Weight

    def __post_init__(self) -> None:
        if not any(self.mix.values()):
            raise Flaw("flaw.no-shape")

    @property
    def mix(self) -> dict[str, int]:
        return {"│": self.straight, "└": self.bend, "┬": self.tee, "┼": self.cross}


class Components(game.Components, frozen=True):
    gems: Gems
    shapes: Shapes
