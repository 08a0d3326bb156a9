"""Reads drawings back: SVG as elements, PNG as pixels."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import TypeAlias
from xml.etree import ElementTree as ET

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
    """The rows of a PNG with 8 bits a channel."""
    chunks = dict(split(png))
    width, height, _, kind = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    size = 4 if kind == 6 else 3
    raw, above, rows = zlib.decompress(chunks[b"IDAT"]), bytearray(width * size), []
    for start in range(0, height * (width * size + 1), width * size + 1):
        above = unfilter(raw[start], bytearray(raw[start + 1 : start + 1 + width * size]), above, size)
        rows.append([tuple(above[x : x + size]) for x in range(0, width * size, size)])
    return rows


def split(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a PNG, those of one name joined."""
    found: dict[bytes, bytes] = {}
    at = 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        found[png[at + 4 : at + 8]] = found.get(png[at + 4 : at + 8], b"") + png[at + 8 : at + 8 + length]
        at += length + 12
    yield from found.items()


def unfilter(kind: int, line: bytearray, above: bytearray, size: int) -> bytearray:
    for x in range(len(line)):
        left, corner = (line[x - size], above[x - size]) if x >= size else (0, 0)
        line[x] = (line[x] + (0, left, above[x], (left + above[x]) // 2, paeth(left, above[x], corner))[kind]) & 255
    return line


def paeth(left: int, above: int, corner: int) -> int:
    guess = left + above - corner
    return min((left, above, corner), key=lambda value: abs(guess - value))
