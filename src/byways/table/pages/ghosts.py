"""Draw a whole act as a ghost on the board: the previews of its steps, overlaid."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeAlias
from xml.etree.ElementTree import Element, fromstring

from markupsafe import Markup

from byways.drawing import render
from byways.game import Game, View
from byways.table.pages import pictures

SHAPES = ("rect", "circle", "path")
Place: TypeAlias = tuple[float, float]
NEAR = 10.0  # a piece that moves less stays under what is drawn over it
FORECAST = "would"  # class of an act's consequences; the last step's replace the earlier ones


def ghosts(game: Game, view: View, act: Sequence[str], language: str, tall: bool, name: str = "board") -> Markup:
    """Draw one group per step of a legal act that begins at a view. The steps reveal nothing new, so any imagined world will do."""
    assert view.seat is not None
    position, steps, places = view.imagine(Random(0)), list[Element](), dict[str, Place]()
    for notation in act:
        board = game.draw(position.view(view.seat), name, language, pictures.sprite(game), tall)
        parts = [*fromstring(pictures.on_page(board)).iter()]
        here = {part.get("id", "").removeprefix(f"{name}-"): place_of(part) for part in parts}
        places = places or here
        option = next(part for part in parts if part.get("data-choice") == notation)
        steps.append(ghost_of(option, is_last=len(steps) == len(act) - 1))
        empty_displaced(steps[-1], places, here)
        position = position.choose(view.seat, game.parse(notation))
    keep_last_forecast(steps)
    return Markup("".join(map(render, steps)))


def with_ghosts(board: Markup, name: str, *groups: tuple[str, Markup]) -> Markup:
    """Insert ghosts into a drawing, each in a group with these classes: below the layer that asks for it, or else below the options."""
    drawn = "".join(f'<g class="{looks}" aria-hidden="true">{ghost}</g>' for looks, ghost in groups)
    layer = next(layer for layer in (f'<g id="{name}-pieces" data-over-ghosts=""', f'<g id="{name}-options"') if layer in board)
    return board.replace(layer, Markup(drawn + layer), 1)


def ghost_of(option: Element, is_last: bool) -> Element:
    """The preview of an option. Without one, the page outlines the option's piece (`data-on`) or, if it has none, this does.

    A last step without a preview is a button, which may not exist yet.
    """
    piece = option.get("data-on")
    step = Element("g", {"class": "step shown", **({"data-on": piece} if piece else {})})
    step.extend(previews(option) or (() if piece or is_last else outlines(option)))
    return step


def keep_last_forecast(steps: Sequence[Element]) -> None:
    forecasts = [[child for child in step if FORECAST in classes(child)] for step in steps]
    last = max((nth for nth, found in enumerate(forecasts) if found), default=0)
    for step, found in zip(steps[:last], forecasts, strict=False):
        for child in found:
            step.remove(child)


def empty_displaced(step: Element, before: Mapping[str, Place], now: Mapping[str, Place]) -> None:
    """Empty what a step draws over pieces (`data-over`) if the act has moved several. It still replaces forecasts."""
    over = {child: child.get("data-over", "") for child in step if "data-over" in child.attrib}
    if sum(piece not in before or is_far(before[piece], now[piece]) for piece in over.values()) > 1:
        for child in over:
            child[:] = []


def is_far(one: Place, other: Place) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) > NEAR


def place_of(element: Element) -> Place:
    x, y, *_ = (*map(float, re.findall(r"-?[\d.]+", element.get("transform", ""))), 0.0, 0.0)
    return x, y


def classes(element: Element) -> list[str]:
    return element.get("class", "").split()


def previews(parent: Element) -> list[Element]:
    """Copies of all previews inside an element, each within copies of its enclosing groups."""
    found = []
    for child in parent:
        if "ghost" in classes(child):
            found.append(copied(child))
        elif inside := previews(child):
            found.append(copied(child, inside))
    return found


def outlines(parent: Element) -> list[Element]:
    """The first shape inside an element, within copies of its enclosing groups."""
    for child in parent:
        if bare(child.tag) in SHAPES:
            return [copied(child, looks="goes")]
        if inside := outlines(child):
            return [copied(child, inside)]
    return []


def copied(element: Element, children: Sequence[Element] | None = None, looks: str = "") -> Element:
    """Copy an element without ids, which must be unique on a page, and without the namespace, which the page's drawing declares."""
    copy = Element(bare(element.tag), {name: value for name, value in element.items() if name != "id"})
    copy.text = element.text
    copy.extend([copied(child) for child in element] if children is None else children)
    if looks:
        copy.set("class", looks)
    return copy


def bare(tag: str) -> str:
    return tag.rpartition("}")[2]
