"""The six displays, the cafeteria's fork and the dice as small drawings of our own, around 0, 0."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from byways.drawing import num, trace, write

FORK = "M-7-18V-8Q-7-2 0-2Q7-2 7-8V-18M0-18V18"
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def seats(count: int, y: float) -> str:
    """So many cushions side by side with arms and a back, seen from above, the back at the bottom."""
    half = 6.5 * count
    cushions = "".join(f"M{num(-half + 13 * nth)} {num(y)}h13v11h-13Z" for nth in range(count))
    arms = f"M{num(-half)} {num(y - 1)}h-4v17q0 2 2 2h{num(2 * half + 4)}q2 0 2-2v-17h-4v12h{num(-2 * half)}Z"
    return cushions + arms


def table(width: float, top: float, height: float) -> str:
    return f"M{num(-width / 2)} {num(top)}h{num(width)}v{num(height)}h{num(-width)}Z"


# How many seats a display has, and whether a table: together they give its number, a table being worth 4.
MADE_OF = {kind: (kind % 4, kind >= 4) for kind in range(1, 7)}


def display(parent: Element, kind: int) -> None:
    """One display, with its number in a corner because pictures of sofas are easily mistaken."""
    count, has_table = MADE_OF[kind]
    if has_table:
        tall = 13 if count else 24
        trace(parent, table(34, -18 if count else -13, tall), "wood")
        trace(parent, table(26, -14 if count else -9, tall - 8), "grain")
    if count:
        trace(parent, seats(count, 0 if has_table else -7), "cloth")
    SubElement(parent, "circle", {"class": "tag", "cx": "18", "cy": "-17", "r": "10"})
    write(parent, str(kind), 18, -17, "number")


def fork(parent: Element, lying: bool) -> None:
    """A cafeteria on two spaces whose middle is 0, 0."""
    width, height = (112, 48) if lying else (48, 112)
    box = {"x": num(-width / 2), "y": num(-height / 2), "width": num(width), "height": num(height), "rx": "14"}
    SubElement(parent, "rect", {"class": "hall", **box})
    trace(parent, FORK, "prongs")


def die(parent: Element, pips: int, name: str) -> None:
    SubElement(parent, "rect", {"class": f"die {name}", "x": "-20", "y": "-20", "width": "40", "height": "40", "rx": "8"})
    for right, down in PIPS.get(pips, ()):
        SubElement(parent, "circle", {"class": f"pip {name}", "cx": num(11 * right), "cy": num(11 * down), "r": "4"})
    if not pips:
        write(parent, "?", 0, 0, "title onlight" if name == "light" else "title pale")
