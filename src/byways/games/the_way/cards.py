"""Card faces as text: the open sides in the order N E S W, each followed by its arrow if it has one.

`NE` is a corner that opens to north and east. `NiEo` is the same with a one-way arrow: in from the north (`i`), out to the east (`o`). All
open sides of a card are connected: a piece on it may leave by any of them unless an arrow forbids it.
"""

from __future__ import annotations

from itertools import product

from byways.i18n import Message

NORTH, EAST, SOUTH, WEST = SIDES = 1, 2, 4, 8
LETTERS = {NORTH: "N", EAST: "E", SOUTH: "S", WEST: "W"}
WORDS = ("north", "east", "south", "west")
OPPOSITE = {NORTH: SOUTH, EAST: WEST, SOUTH: NORTH, WEST: EAST}
SHAPES = {1: "dead-end", 3: "corner", 5: "straight", 7: "tee", 15: "cross"}


def spell(marks: tuple[str, ...]) -> str:
    """Spell a face from the mark on each side: "" if closed, " " if open, or an arrow's letter."""
    return "".join(letter + mark.strip() for letter, mark in zip(LETTERS.values(), marks, strict=True) if mark)


MARKS = {spell(marks): marks for marks in product(("", " ", "i", "o"), repeat=4) if any(marks)}
EXITS = {face: sum(side for side, mark in zip(SIDES, marks, strict=True) if mark) for face, marks in MARKS.items()}
LEAVE = {face: sum(side for side, mark in zip(SIDES, marks, strict=True) if mark in (" ", "o")) for face, marks in MARKS.items()}
ENTER = {face: sum(side for side, mark in zip(SIDES, marks, strict=True) if mark in (" ", "i")) for face, marks in MARKS.items()}
# A right turn brings the western mark to the north.
RIGHT = {face: spell((*marks[-1:], *marks[:-1])) for face, marks in MARKS.items()}
LEFT = {turned: face for face, turned in RIGHT.items()}
PLAIN = {face: spell(tuple(mark and " " for mark in marks)) for face, marks in MARKS.items()}  # without arrows


def turns(face: str) -> tuple[str, ...]:
    """Return a card's different faces under right turns, starting with this one."""
    found = [face]
    while RIGHT[found[-1]] != face:
        found.append(RIGHT[found[-1]])
    return tuple(found)


# A card in hand has no orientation. Its name is the first of its faces.
CARD = {face: min(turns(face), key=lambda turned: (EXITS[turned], turned)) for face in MARKS}
FACES = {card: turns(card) for card in dict.fromkeys(CARD.values())}


def has_arrows(face: str) -> bool:
    return PLAIN[face] != face


def shape(face: str) -> str:
    """Return the message key of a card's name: its shape, and whether it has an arrow."""
    return SHAPES[EXITS[CARD[face]]] + ("-arrow" if has_arrows(face) else "")


def openings(face: str) -> Message:
    """Describe a face: 'open to the north and east, in from the north, out to the east'."""
    marked = tuple(zip(WORDS, MARKS[face], strict=True))
    sides, ins, outs = (tuple(side for side, mark in marked if mark and mark in which) for which in (" io", "i", "o"))
    if ins and outs:
        return Message("face.in-out", {"sides": sides, "ins": ins, "outs": outs})
    if ins:
        return Message("face.in", {"sides": sides, "ins": ins})
    return Message("face.out", {"sides": sides, "outs": outs}) if outs else Message("face.open", {"sides": sides})
