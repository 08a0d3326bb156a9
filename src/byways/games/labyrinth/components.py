"""Loads and checks the gems and the mix of tiles."""

from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta

from byways.game import Components as Base
from byways.game import Part, Refused, read_components

Weight = Annotated[int, Meta(ge=0)]


class Gems(Part, frozen=True):
    names: tuple[str, ...]


class Shapes(Part, frozen=True):
    """How often each of the four canonical shapes comes up when a board is laid."""

    straight: Weight
    bend: Weight
    tee: Weight
    cross: Weight


class Components(Base, frozen=True):
    gems: Gems
    shapes: Shapes

    @property
    def mix(self) -> dict[str, int]:
        shapes = self.shapes
        return {"│": shapes.straight, "└": shapes.bend, "┬": shapes.tee, "┼": shapes.cross}


def load(path: Path | None = None) -> Components:
    return checked(read_components(Components, __package__, path))


def check(data: dict[str, Any]) -> Components:
    return checked(read_components(Components, __package__, data))


def checked(components: Components) -> Components:
    names = components.gems.names
    if len(set(names)) < len(names) or len(names) * (len(names) - 1) // 2 < 15 * 15 + 1:
        raise Refused("Labyrinth's components: the gems must be different, and enough for a pair of its own on every tile (22 at least).")
    if not any(components.mix.values()):
        raise Refused("Labyrinth's components: at least one shape of tile must have a weight above 0.")
    return components
