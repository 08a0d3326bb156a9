"""Labyrinth on paper: the frame, the tiles with their gems, treasure cards, avatars and homes."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement

from byways.drawing import num, picture, tent, token, trace, transform, write
from byways.game import Game
from byways.games.labyrinth import LabyrinthOptions
from byways.games.labyrinth.components import Components
from byways.games.labyrinth.drawing.art import ARROW, HOUSE, badge, show_gem, tile_art
from byways.games.labyrinth.drawing.layout import TILE
from byways.games.labyrinth.drawing.scene import seat_letter
from byways.games.labyrinth.drawing.style import STYLE
from byways.i18n import Message
from byways.sheets import Board, Form, Order, Piece, Pieces, Prints

SIDE = 24.0  # of a tile, in millimetres, so that the frame for 7 by 7 tiles fits on a sheet
UNIT = SIDE / TILE
RIM = 30  # the width of the frame around the tiles, in units of the drawing
CARD, AVATAR, HOME = (28, 40), (20, 48), (20, 32)
LEGEND = ("avatar", "home", "loose", "fixed")
GAMES = 8  # on a score sheet


def prints(game: Game[Components], order: Order) -> Prints:
    options: LabyrinthOptions = order.options
    rows, columns = options.rows, options.columns
    fixed = -(-rows // 2) * -(-columns // 2) if options.classic else (rows // 2) * (columns // 2)
    tiles = list(zip(connectors(game.components.shapes.mix, rows * columns + 1), pairs(game.components.gems.names), strict=False))
    faces = [tile(connector, gems, nth < fixed, nth + 1) for nth, (connector, gems) in enumerate(tiles)]
    hidden = [gems for _, gems in (tiles if options.classic else tiles[:fixed])]
    seats = range(order.players)
    sheets = (
        Board(
            Message("print.frame"),
            ((columns * TILE + 2 * RIM) * UNIT, (rows * TILE + 2 * RIM) * UNIT),
            frame(rows, columns, options.classic),
        ),
        Pieces(Message("print.fixed"), (SIDE, SIDE), tuple(map(Piece, faces[:fixed])), ("gems", "shapes"), Message("print.fixed-hint")),
        Pieces(Message("print.loose"), (SIDE, SIDE), tuple(map(Piece, faces[fixed:])), ("gems", "shapes"), Message("print.loose-hint")),
        Pieces(Message("print.avatars"), AVATAR, tuple(Piece(avatar(seat)) for seat in seats), hint=Message("print.tent-hint")),
        Pieces(Message("print.homes"), HOME, tuple(Piece(home(seat)) for seat in seats), hint=Message("print.tent-hint")),
        Pieces(
            Message("print.treasures"),
            CARD,
            tuple(Piece(treasure(gems, nth + 1), back()) for nth, gems in enumerate(hidden)),
            ("gems",),
            Message("print.treasures-hint"),
        ),
        Form(Message("print.wins"), tuple(map(str, range(1, GAMES + 1))), tuple(Message("seat.name", {"seat": seat}) for seat in seats)),
    )
    return Prints(sheets, LEGEND)


def connectors(mix: dict[str, int], count: int) -> list[str]:
    """Return the shapes of this many tiles, in the proportions of the mix. They are spread evenly, so fixed tiles have all shapes too."""
    weight = sum(mix.values())
    given = dict.fromkeys(mix, 0)
    found = []
    for nth in range(1, count + 1):
        shape = max(mix, key=lambda one: mix[one] * nth / weight - given[one])
        given[shape] += 1
        found.append(shape)
    return found


def pairs(gems: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield different pairs of gems. The first pairs, up to half the number of gems, share no gem, so tiles differ even without colour."""
    for apart in range(1, len(gems)):
        for nth in range(len(gems) - apart):
            if nth // apart % 2 == 0:
                yield gems[nth], gems[nth + apart]


def tile(connector: str, gems: tuple[str, str], fixed: bool, number: int) -> str:
    def paint(root: Element) -> None:
        root.append(tile_art(connector, gems, fixed))
        write(root, str(number), 12, 55.5, "fine")

    return picture((TILE, TILE), paint, PAPER_STYLE)


PAPER_STYLE = STYLE + ".byways text.fine{font-size:8px;fill:#2e2a25}\n"


def frame(rows: int, columns: int, classic: bool) -> str:
    wide, high = columns * TILE, rows * TILE

    def paint(root: Element) -> None:
        box = {"x": "1", "y": "1", "width": num(wide + 2 * RIM - 2), "height": num(high + 2 * RIM - 2), "rx": "8"}
        SubElement(root, "rect", {"fill": "#efe6d2", "stroke": "#2e2a25", "stroke-width": "2", **box})
        cells = SubElement(root, "g", {"transform": transform(RIM, RIM)})
        SubElement(cells, "rect", {"fill": "#ffffff", "stroke": "#2e2a25", "stroke-width": "1", "width": num(wide), "height": num(high)})
        for row in range(rows):
            for column in range(columns):
                cell(cells, row, column, (row % 2 == column % 2) and row % 2 == (0 if classic else 1))
        for line in range(1 if classic else 0, columns, 2):
            for y, angle in ((-RIM / 2, 90), (high + RIM / 2, 270)):
                arrow(cells, line, TILE * (line + 0.5), y, angle)
        for line in range(1 if classic else 0, rows, 2):
            for x, angle in ((-RIM / 2, 0), (wide + RIM / 2, 180)):
                arrow(cells, line, x, TILE * (line + 0.5), angle)

    return picture((wide + 2 * RIM, high + 2 * RIM), paint, PAPER_STYLE)


def cell(parent: Element, row: int, column: int, fixed: bool) -> None:
    x, y = TILE * column, TILE * row
    box = {"x": num(x), "y": num(y), "width": num(TILE), "height": num(TILE)}
    looks = {"fill": "#d5dfcc" if fixed else "none", "stroke": "#8f8674", "stroke-width": ".6"}
    SubElement(parent, "rect", {**looks, **box})
    if fixed:
        trace(parent, f"M{x + 49} {y + 9}h4v4h-4ZM{x + 7} {y + 47}h4v4h-4Z", "stud")


def arrow(parent: Element, line: int, x: float, y: float, angle: int) -> None:
    trace(parent, ARROW, "rest", f"translate({num(x)} {num(y)}) rotate({angle}) translate(4 0) scale(.8)")
    back = {0: (-9, 0), 180: (9, 0), 90: (-13, 0), 270: (-13, 0)}[angle]
    write(parent, str(line + 1), x + back[0], y + back[1], "fine")


def avatar(seat: int) -> str:
    def paint(root: Element) -> None:
        SubElement(root, "rect", {"class": "errand", "stroke": "none", "width": "40", "height": "48"})
        token(SubElement(root, "g", {"transform": transform(20, 24, 1.15)}), seat, seat_letter(seat))

    return tent((40, 48), paint, PAPER_STYLE)


def home(seat: int) -> str:
    def paint(root: Element) -> None:
        badge(root, HOUSE, seat, 20, 17, 1.1)

    return tent((40, 32), paint, PAPER_STYLE)


def treasure(gems: tuple[str, str], number: int) -> str:
    def paint(root: Element) -> None:
        SubElement(root, "rect", {"fill": "#fffdf6", "stroke": "#6f8468", "stroke-width": "1.5", **EDGE})
        for gem, y in zip(gems, (24, 54), strict=True):
            show_gem(root, gem, transform(28, y, 1.7))
        write(root, str(number), 44, 71, "fine")

    return picture((56, 80), paint, PAPER_STYLE)


def back() -> str:
    def paint(root: Element) -> None:
        SubElement(root, "rect", {"fill": "#869d81", "stroke": "#4f5f4a", "stroke-width": "1.5", **EDGE})
        trace(root, "M12 40V16H44V64H20V28H36V52H28V40", "maze")

    return picture((56, 80), paint, PAPER_STYLE + ".byways .maze{fill:none;stroke:#fbf6e6;stroke-width:3}\n")


EDGE = {"x": "1", "y": "1", "width": "54", "height": "78", "rx": "5"}
