"""A view as text for a terminal or a screen reader: the board in box characters, then in words what is where."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from byways.games.the_way.faces import EAST, EXITS, MARKS, NORTH, SOUTH, WEST, in_words, shape
from byways.games.the_way.scene import Scene, heading, rules, score, verdict
from byways.games.the_way.state import MIDPOINTS, PIECES, PLACES, SIZE, STARTS
from byways.games.the_way.view import View

Block = tuple[str, str, str]

CENTRES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the open sides as bits
ARROWS = ({"i": "v", "o": "^"}, {"i": "<", "o": ">"}, {"i": "^", "o": "v"}, {"i": ">", "o": "<"})  # at north, east, south and west
SIGNS = {
    **{cell: f"{name[0].upper()}s" for cell, name in zip(STARTS, PIECES, strict=True)},
    **{cell: f"{name[0].upper()}m" for cell, name in zip(MIDPOINTS, PIECES, strict=True)},
}


def text(view: View, language: str = "en") -> str:
    """Every card is five by three characters: tokens are C and S, Cs is Circle's Start, Cm its Midpoint, # a lock."""
    scene = Scene(view)
    head = ". ".join(filter(None, (f"The Way. {heading(view)}", score(view), rules(view) and f"With {rules(view)}")))
    return "\n".join([f"{head}.", "", *print_board(scene), "", *remarks(scene)]) + "\n"


def print_board(scene: Scene) -> list[str]:
    joined = {(cell, side) for cell, side, _ in scene.joined()}
    lines = ["   " + "".join(f"{column:^6}" for column in "abcde")]
    for row in range(SIZE):
        cells = range(row * SIZE, (row + 1) * SIZE)
        blocks = [print_card(scene, cell) for cell in cells]
        bridges = ["─" if (cell, EAST) in joined else " " for cell in cells]
        top, middle, bottom = ([block[line] for block in blocks] for line in range(3))
        lines += ["   " + " ".join(top), f" {row + 1} " + "".join(f"{m}{b}" for m, b in zip(middle, bridges, strict=True))]
        lines += ["   " + " ".join(bottom)]
        if row < SIZE - 1:
            lines.append("   " + " ".join("  │  " if (cell, SOUTH) in joined else "     " for cell in cells))
    return [line.rstrip() for line in lines]


def print_card(scene: Scene, cell: int) -> Block:
    top, middle, bottom = print_face(scene.cards[cell])
    sign, lock = SIGNS.get(cell, "  "), "#" if cell in scene.locked else " "
    if cell == scene.pending:
        bottom = f"{bottom[:4]}?"
    tokens = "".join("CS"[piece] for piece in (0, 1) if scene.table.tokens[piece] == cell)
    if tokens:
        middle = middle[:2] + tokens + middle[2 + len(tokens) :]
    return f"{sign}{top[2]} {lock}", middle, bottom


@lru_cache(maxsize=256)
def print_face(face: str) -> Block:
    exits, marks = EXITS[face], MARKS[face]
    north, east, south, west = (ARROWS[nth].get(mark, "─" if nth % 2 else "│") for nth, mark in enumerate(marks))
    top, bottom = f"  {north if exits & NORTH else ' '}  ", f"  {south if exits & SOUTH else ' '}  "
    middle = f"{west + '─' if exits & WEST else '  '}{CENTRES[exits]}{'─' + east if exits & EAST else '  '}"
    return top, middle, bottom


def remarks(scene: Scene) -> Iterator[str]:
    view, table = scene.view, scene.table
    for piece in (0, 1):
        yield f"{scene.status(piece)}, now on {PLACES[table.tokens[piece]]}."
    if view.hand:
        yield f"Your hand: {', '.join(f'{card} ({shape(card)})' for card in view.hand)}."
    if view.unseen:
        yield f"Not seen: {' '.join(view.unseen)}."
    if scene.locked:
        yield f"Locked (#): {' '.join(PLACES[cell] for cell in scene.locked)}."
    for cell, pile in enumerate(scene.piles):
        if pile:
            yield f"Under {PLACES[cell]}: {' '.join(pile)}."
    if view.act:
        yield f"So far: {', '.join(map(str, view.act))}."
    if scene.pending is not None and not scene.ghost:
        yield f"Then {PLACES[scene.pending]} (?) is {in_words(scene.cards[scene.pending])}."
    yield verdict(view)
