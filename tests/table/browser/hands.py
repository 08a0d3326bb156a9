"""A finger or a mouse on the board, and positions to touch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise, product
from typing import Any

import msgspec
import pytest
from playwright.sync_api import CDPSession, Locator, Page

from byways.game import find_game
from byways.record import Choose, Record
from byways.room import find_room
from byways.table.play.new_table import TablePlan
from byways.table.play.table import Table
from tests.table.browser.visitor import PHONE, Visitor
from tests.table.tables import key

TO_WINDOW = """([x, y]) => {
  const at = new DOMPoint(x, y).matrixTransform(document.querySelector('#stage > svg').getScreenCTM());
  return [at.x, at.y];
}"""
COLOURS = "([part, name]) => [...document.querySelectorAll(part)].map(one => getComputedStyle(one)[name].match(/[\\d.]+/g).map(Number))"
SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])
SMALL_PHONE: dict[str, Any] = {**PHONE, "viewport": {"width": 360, "height": 740}}


class Finger:
    """Touch events by the browser's own protocol: a press, a path, a second finger."""

    def __init__(self, visitor: Visitor) -> None:
        self.session: CDPSession = visitor.session()
        self.page = visitor.page

    def _send(self, kind: str, *points: tuple[float, float]) -> None:
        given = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": given})

    def tap(self, at: tuple[float, float]) -> None:
        self.drag(at)

    def drag(self, *path: tuple[float, float]) -> None:
        self._send("touchStart", path[0])
        for point in path[1:]:
            self._send("touchMove", point)
        self._send("touchEnd")

    def break_off(self, path: list[tuple[float, float]], how: str) -> None:
        self._send("touchStart", path[0])
        for point in path[1:]:
            self._send("touchMove", point)
        if how == "cancel":
            self._send("touchCancel")
        else:
            self._send("touchStart", path[-1], (path[-1][0] + 60, path[-1][1] + 60))
            self._send("touchEnd")

    def pinch(self, x: float, y: float) -> None:
        """Two fingers move apart."""
        self._send("touchStart", (x, y - 20), (x, y + 20))
        for far in range(30, 110, 10):
            self._send("touchMove", (x, y - far), (x, y + far))
        self._send("touchEnd")

    def press(self, at: tuple[float, float], milliseconds: int = 700) -> None:
        self._send("touchStart", at)
        self.page.wait_for_timeout(milliseconds)
        self._send("touchEnd")

    @contextmanager
    def holding(self, *path: tuple[float, float]) -> Iterator[None]:
        """A finger at the end of a path, before it is lifted."""
        self._send("touchStart", path[0])
        for point in path[1:]:
            self._send("touchMove", point)
        yield
        self._send("touchEnd")


def middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def in_window(visitor: Visitor, point: Sequence[float]) -> tuple[float, float]:
    """A point of the board, in pixels of the window."""
    x, y = visitor.page.evaluate(TO_WINDOW, point)
    return x, y


def strokes_of(visitor: Visitor) -> Any:
    """The places of strokes, their reach, the trees of steps and the line so far."""
    return visitor.page.locator("[data-strokes]").evaluate("layer => JSON.parse(layer.dataset.strokes)")


def line_of(visitor: Visitor, length: int) -> list[tuple[float, float]]:
    """Points in the window along the first line of this length that the card allows."""
    places, _, starts, _ = strokes_of(visitor)

    def found(steps: dict[str, Any], left: int) -> list[str] | None:
        if not left:
            return []
        for place, (_, _, then) in steps.items():
            if (rest := found(then, left - 1)) is not None:
                return [place, *rest]
        return None

    start, line = next((start, line) for start, steps in starts.items() if (line := found(steps, length)) is not None)
    return [in_window(visitor, places[place]) for place in (start, *line)]


def between(path: list[tuple[float, float]], parts: int = 6) -> list[tuple[float, float]]:
    """Closely spaced points, as a finger passes them."""
    steps = [nth / parts for nth in range(1, parts + 1)]
    along = [(x + (to_x - x) * part, y + (to_y - y) * part) for (x, y), (to_x, to_y) in pairwise(path) for part in steps]
    return [path[0], *along]


def contrast(page: Page, part: str, colour: str, ground: str, shade: str) -> float:
    """The least contrast (WCAG 2.2, such as 4.5 for text) between these colours of the parts and of what they lie on."""
    found = ([luminance(*rgb[:3]) for rgb in page.evaluate(COLOURS, [what, name])] for what, name in ((part, colour), (ground, shade)))
    return min(max(pair) / min(pair) for pair in product(*found))


def luminance(*rgb: float) -> float:
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in (part / 255 for part in rgb)]
    return sum(weight * one for weight, one in zip((0.2126, 0.7152, 0.0722), linear, strict=True)) + 0.05


def act_of(visitor: Visitor) -> list[str]:
    return [*map(str, visitor.table.match.screens[0].view.act)]


def swing(visitor: Visitor, path: list[tuple[float, float]], by_finger: bool) -> None:
    if by_finger:
        Finger(visitor).drag(*path)
        return
    visitor.page.mouse.move(*path[0])
    visitor.page.mouse.down()
    for point in path[1:]:
        visitor.page.mouse.move(*point)
    visitor.page.mouse.up()


def touch(visitor: Visitor, looks: dict[str, Any], at: tuple[float, float]) -> None:
    if looks is PHONE:
        Finger(visitor).tap(at)
    else:
        visitor.page.mouse.move(*at)
        visitor.page.mouse.click(*at)


def example(visitor: Visitor, game: str, record: str, at: int) -> Table:
    """A table part-way through a game that the how-to-play pages show."""
    visitor.post("labyrinth")  # so that the visitor has a secret
    found = find_game(game)
    file = find_room(found.room).file("teaching", "how_to_play", f"{record}.json")
    assert file is not None
    begun = msgspec.json.decode(file.read_bytes(), type=Record).until(at)
    plan = TablePlan(found, ("me", "free"), begun.options, begun=begun)
    table = visitor.open.do(visitor.open.tables.create(plan, visitor.cookie("me"), key))
    visitor.page.goto(f"/play/{table.id}")
    visitor.table = table
    visitor.settle()
    return table


def done(visitor: Visitor, since: int) -> list[str]:
    return [str(entry.choice) for entry in visitor.table.match.record.entries[since:] if isinstance(entry, Choose)]
