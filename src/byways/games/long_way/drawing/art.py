"""Small drawings around 0, 0: the six displays, cafeterias, dice, coins and shoppers."""

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


def disc(parent: Element, looks: str, x: float, y: float, radius: float) -> Element:
    return SubElement(parent, "circle", {"class": looks, "cx": num(x), "cy": num(y), "r": num(radius)})


def rect(parent: Element, looks: str, x: float, y: float, width: float, height: float, rx: float = 0) -> Element:
    """Draw a rectangle around its centre."""
    box = {"x": num(x - width / 2), "y": num(y - height / 2), "width": num(width), "height": num(height)}
    return SubElement(parent, "rect", {"class": looks, **box, **({"rx": num(rx)} if rx else {})})


def seats(count: int, y: float) -> str:
    """A row of cushions with arms and a back, seen from above, with the back at the bottom."""
    half = 7.5 * count
    cushions = "".join(f"M{num(-half + 15 * nth)} {num(y)}h15v13h-15Z" for nth in range(count))
    arms = f"M{num(-half)} {num(y - 1)}h-5v21q0 2 2 2h{num(2 * half + 6)}q2 0 2-2v-21h-5v14h{num(-2 * half)}Z"
    return cushions + arms


def table(width: float, top: float, height: float) -> str:
    return f"M{num(-width / 2)} {num(top)}h{num(width)}v{num(height)}h{num(-width)}Z"


def furnish(parent: Element, kind: int) -> None:
    """Draw a display's furniture. A table counts 4 and a seat 1, so that the picture adds up to the display's number."""
    count, has_table = kind % 4, kind >= 4
    if has_table:
        tall = 15 if count else 28
        trace(parent, table(40, -18 if count else -12, tall), "wood")
        trace(parent, table(32, -14 if count else -8, tall - 8), "grain")
    if count:
        trace(parent, seats(count, 3 if has_table else -4), f"cloth kind-{kind}")


def display(parent: Element, kind: int, counts: bool = False, looks: str = "") -> None:
    """Draw a display with its number in a corner, golden if it counts. The gold has the classes `looks`."""
    furnish(parent, kind)
    disc(parent, "tag", 18, -17, 10)
    if counts:
        disc(parent, f"tag counts {looks}".rstrip(), 18, -17, 10)
    write(parent, str(kind), 18, -17.5, "number")


def fork(parent: Element, lying: bool) -> None:
    """Draw a cafeteria centred on its two spaces."""
    width, height = (112, 48) if lying else (48, 112)
    rect(parent, "hall", 0, 0, width, height, 14)
    trace(parent, PLATE, "slab")
    trace(parent, FORK, "prongs", "translate(-26 0)" if lying else "translate(0 -32)")
    trace(parent, KNIFE, "prongs", "translate(24 0)" if lying else "translate(0 33)")


def shopper(parent: Element, looks: str) -> None:
    """Draw a shopper with a bag, the feet at 0, 14."""
    parent.set("data-bare", "")  # marked corners would cover the number of a display behind the door
    trace(parent, "M-13 14L-12-1Q-12-6-7-6H-1Q4-6 4-1L5 14Z", looks)
    disc(parent, looks, -4, -12, 6.5)
    trace(parent, "M4 3H14L15 14H3Z", "coin")
    trace(parent, "M6 3Q6-2 9-2Q12-2 12 3", "again")


def coin(parent: Element, x: float, y: float, radius: float = 9) -> None:
    """Draw a coin with a circular arrow, because it pays for a reroll."""
    disc(parent, "coin", x, y, radius)
    trace(parent, TURN, "again", f"translate({num(x)} {num(y + 1)}) scale({num(radius / 16)})")


def die(parent: Element, pips: int, name: str) -> None:
    """Draw a die, dashed and blank before it is rolled."""
    rect(parent, f"die {name}" if pips else f"die {name} due", 0, 0, 40, 40, 8)
    for right, down in PIPS.get(pips, ()):
        disc(parent, f"pip {name}", 11 * right, 11 * down, 4)
