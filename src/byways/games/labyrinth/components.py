"""The gems and the mix of tiles."""

from typing import Annotated

from msgspec import Meta

from byways import game

Weight = Annotated[int, Meta(ge=0)]
MOST_TILES = 15 * 15 + 1


class Gems(game.Part, frozen=True):
    names: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(set(self.names)) < len(self.names):
            raise ValueError("two gems have the same name")
        if len(self.names) * (len(self.names) - 1) // 2 < MOST_TILES:
            raise ValueError(f"{len(self.names)} gems are too few for a pair of its own on every tile of the largest board; it takes 22")


class Shapes(game.Part, frozen=True):
    """How often each of the four canonical shapes comes up when a board is laid."""

    straight: Weight
    bend: Weight
    tee: Weight
    cross: Weight

    def __post_init__(self) -> None:
        if not any(self.mix.values()):
            raise ValueError("at least one shape needs a weight above 0")

    @property
    def mix(self) -> dict[str, int]:
        return {"│": self.straight, "└": self.bend, "┬": self.tee, "┼": self.cross}


class Components(game.Components, frozen=True):
    gems: Gems
    shapes: Shapes
