"""The six displays, cafeteria, dice, coins and shoppers as small drawings of our own, around 0, 0."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from byways.drawing import TURN, num, trace, write

FORK = "M-4-13V-6Q-4-2 0-2Q4-2 4-6V-13M0-13V13"
KNIFE = "M-1 13V-13Q5-10 4 0H-1"
PLATE = "M-14 0A14 14 0 1 0 14 0A14 14 0 1 0-14 0M-8 0A8 8 0 1 0 8 0A8 8 0 1 0-8 0"
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
    half = 7.5 * count
    cushions = "".join(f"M{num(-half + 15 * nth)} {num(y)}h15v13h-15Z" for nth in range(count))
    arms = f"M{num(-half)} {num(y - 1)}h-5v21q0 2 2 2h{num(2 * half + 6)}q2 0 2-2v-21h-5v14h{num(-2 * half)}Z"
    return cushions + arms


def table(width: float, top: float, height: float) -> str:
    return f"M{num(-width / 2)} {num(top)}h{num(width)}v{num(height)}h{num(-width)}Z"


# How many seats a display has, and whether a table: together they give its number, a table being worth 4.
MADE_OF = {kind: (kind % 4, kind >= 4) for kind in range(1, 7)}


def furnish(parent: Element, kind: int) -> None:
    count, has_table = MADE_OF[kind]
    if has_table:
        tall = 15 if count else 28
        trace(parent, table(40, -18 if count else -12, tall), "wood")
        trace(parent, table(32, -14 if count else -8, tall - 8), "grain")
    if count:
        trace(parent, seats(count, 3 if has_table else -4), f"cloth kind-{kind}")


def display(parent: Element, kind: int, counts: bool = False) -> None:
    """One display, with its number in a corner because pictures of sofas are easily mistaken; golden if it counts."""
    furnish(parent, kind)
    SubElement(parent, "circle", {"class": "tag counts" if counts else "tag", "cx": "18", "cy": "-17", "r": "10"})
    write(parent, str(kind), 18, -17, "number")


def fork(parent: Element, lying: bool, order: int = 0) -> None:
    """A cafeteria on two spaces whose middle is 0, 0, laid for a meal; on its plate, as which stop the shoppers come there."""
    width, height = (112, 48) if lying else (48, 112)
    box = {"x": num(-width / 2), "y": num(-height / 2), "width": num(width), "height": num(height), "rx": "14"}
    SubElement(parent, "rect", {"class": "hall", **box})
    trace(parent, PLATE, "slab")
    trace(parent, FORK, "prongs", "translate(-26 0)" if lying else "translate(0 -32)")
    trace(parent, KNIFE, "prongs", "translate(24 0)" if lying else "translate(0 33)")
    if order:
        SubElement(parent, "circle", {"class": "step", "r": "10"})
        write(parent, str(order), 0, 0, "inside")


def shopper(parent: Element, looks: str) -> None:
    """Somebody with a bag, feet at 0, 14."""
    trace(parent, "M-13 14L-12-1Q-12-6-7-6H-1Q4-6 4-1L5 14Z", looks)
    SubElement(parent, "circle", {"class": looks, "cx": "-4", "cy": "-12", "r": "6.5"})
    trace(parent, "M4 3H14L15 14H3Z", "coin")
    trace(parent, "M6 3Q6-2 9-2Q12-2 12 3", "again")


def coin(parent: Element, x: float, y: float, radius: float = 9) -> None:
    """A coin with an arrow round: it pays for another roll."""
    SubElement(parent, "circle", {"class": "coin", "cx": num(x), "cy": num(y), "r": num(radius)})
    trace(parent, TURN, "again", f"translate({num(x)} {num(y + 1)}) scale({num(radius / 16)})")


def die(parent: Element, pips: int, name: str) -> None:
    """One that has not been rolled is dashed, and blank."""
    SubElement(
        parent,
        "rect",
        {"class": f"die {name}" if pips else f"die {name} due", "x": "-20", "y": "-20", "width": "40", "height": "40", "rx": "8"},
    )
    for right, down in PIPS.get(pips, ()):
        SubElement(parent, "circle", {"class": f"pip {name}", "cx": num(11 * right), "cy": num(11 * down), "r": "4"})
