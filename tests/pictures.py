"""Read drawings back: SVG as elements, PNG as pixels."""

from __future__ import annotations

from io import BytesIO
from typing import TypeAlias
from xml.etree import ElementTree as ET

import numpy
from PIL import Image

Pixel: TypeAlias = tuple[int, ...]

SVG = "{http://www.w3.org/2000/svg}"


def layer(svg: str, name: str) -> ET.Element:
    return next(group for group in ET.fromstring(svg) if (group.get("id") or "").endswith(f"-{name}"))


def options(svg: str) -> dict[str, ET.Element]:
    return {option.attrib["data-choice"]: option for option in layer(svg, "options")}


def with_class(parent: ET.Element, look: str) -> list[ET.Element]:
    return [element for element in parent.iter() if look in element.get("class", "").split()]


def piece(svg: str, name: str) -> ET.Element:
    return next(element for element in ET.fromstring(svg).iter() if element.get("id") == name)


def place(element: ET.Element) -> tuple[float, float]:
    x, y = element.attrib["transform"].removeprefix("translate(").split(")")[0].split()
    return float(x), float(y)


def pixels(png: bytes) -> list[list[Pixel]]:
    """Return the rows of a PNG."""
    with Image.open(BytesIO(png)) as picture:
        return [[*map(tuple, row)] for row in numpy.asarray(picture).tolist()]
