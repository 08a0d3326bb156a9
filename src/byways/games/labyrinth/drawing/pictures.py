"""Pictures for the how-to-play page: components, and the legend's symbols."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import CROWN, TURN, Sheet, token, trace, transform
from byways.game import Game
from byways.games.labyrinth.drawing.art import ARROW, BARRED, COUNTER, FLAG, HOUSE, badge, box, fence, goal_mark, tile_art, way
from byways.games.labyrinth.drawing.scene import seat_letter
from byways.games.labyrinth.drawing.style import STYLE
from byways.games.labyrinth.state import OPENINGS
from byways.i18n import Message

GEMS = ("emerald", "ruby")
SHAPES = {"figure.straight": "│", "figure.bend": "└", "figure.tee": "┬", "figure.cross": "┼"}
AT_CORNER, AT_MIDDLE = transform(4, 4), transform(34, 34, 1.5)


def shapes(game: Game, language: str) -> str:
    """The four tile shapes."""
    sheet = Sheet("figure-shapes", (92 * len(SHAPES), 104), "", STYLE)
    for nth, (name, connector) in enumerate(SHAPES.items()):
        left = 16 + 92 * nth
        put_tile(sheet.layers["pieces"], connector, False, transform(left, 12))
        sheet.label(game.say(Message(name), language), left + 30, 88)
    return str(sheet)


def players(game: Game, language: str) -> str:
    """Every seat's avatar and home."""
    sheet = Sheet("figure-players", (78 * len(game.seat_names), 100), "", STYLE)
    for seat in range(len(game.seat_names)):
        left = 78 * seat
        token(SubElement(sheet.layers["pieces"], "g", {"transform": transform(left + 24, 36, 1.2)}), seat, seat_letter(seat))
        badge(sheet.layers["pieces"], HOUSE, seat, left + 56, 36, 1)
        sheet.label(game.say(Message("seat.name", {"seat": seat}), language), left + 39, 80)
    return str(sheet)


def symbol(name: str, paint: Callable[[Element], object], game: Game, language: str) -> str:
    """A symbol in the legend."""
    sheet = Sheet(f"figure-{name}", (68, 68), "", STYLE)
    paint(sheet.layers["pieces"])
    return str(sheet)


def put_tile(parent: Element, connector: str, fixed: bool, at: str = AT_CORNER) -> Element:
    placed = SubElement(parent, "g", {"transform": at})
    placed.append(tile_art(connector, GEMS, fixed))
    return placed


def fixed_tile(parent: Element) -> None:
    put_tile(parent, "┴", True)


def loose_tile(parent: Element) -> None:
    put_tile(parent, "└", False)


def reach(parent: Element) -> None:
    tile = put_tile(parent, "─", False)
    trace(tile, way(OPENINGS["─"]), "lit")
    SubElement(tile, "circle", {"class": "dot", "cx": "30", "cy": "30", "r": "3.5"})


def treasure(parent: Element) -> None:
    tile = put_tile(parent, "┐", True)
    goal_mark(tile, 0, cross=True)


def home(parent: Element) -> Element:
    tile = put_tile(parent, "─", True)
    fence(tile, 0)
    badge(tile, HOUSE, 0, 48, 12, 1)
    return tile


def way_home(parent: Element) -> None:
    goal_mark(home(parent), 0, cross=False)


def avatar(parent: Element, at: str = AT_MIDDLE) -> Element:
    placed = SubElement(parent, "g", {"transform": at})
    token(placed, 0, seat_letter(0))
    return placed


def at_turn(parent: Element) -> None:
    SubElement(avatar(parent), "circle", {"class": "halo", "r": "19"})


def winner(parent: Element) -> None:
    trace(avatar(parent, transform(34, 46, 1.5)), CROWN, "crown")


def flag(parent: Element) -> None:
    trace(parent, "M-9-10V12", "ink", AT_MIDDLE)
    badge(parent, FLAG, 0, 34, 34, 1.5)


def arrow(parent: Element) -> None:
    SubElement(parent, "rect", {"class": "spot", **box(34, 34, 40, 60), "rx": "20"})
    trace(parent, ARROW, "sign", AT_MIDDLE)


def resting_arrow(parent: Element) -> None:
    trace(parent, ARROW, "rest", AT_MIDDLE)


def barred_arrow(parent: Element) -> None:
    resting_arrow(parent)
    trace(parent, BARRED, "barred", AT_MIDDLE)


def turner(parent: Element) -> None:
    trace(parent, TURN, "round-arrow", f"{AT_MIDDLE} {COUNTER}")


SYMBOLS: dict[str, Callable[[Element], object]] = {
    "avatar": avatar,
    "at-turn": at_turn,
    "home": home,
    "treasure": treasure,
    "way-home": way_home,
    "loose": loose_tile,
    "fixed": fixed_tile,
    "reach": reach,
    "arrow": arrow,
    "resting-arrow": resting_arrow,
    "barred-arrow": barred_arrow,
    "turner": turner,
    "winner": winner,
    "flag": flag,
}
PICTURES: dict[str, Callable[[Game, str], str]] = {
    "shapes": shapes,
    "players": players,
    **{name: partial(symbol, name, paint) for name, paint in SYMBOLS.items()},
}
