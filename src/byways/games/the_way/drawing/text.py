"""Print a view as text for a terminal or a screen reader: the board in box characters, then remarks in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from byways.games.the_way import GAME
from byways.games.the_way.cards import EAST, EXITS, MARKS, NORTH, PLAIN, SOUTH, WEST, openings, shape
from byways.games.the_way.drawing.scene import Scene, heading, in_force, verdict
from byways.games.the_way.rules.aim import score
from byways.games.the_way.state import MIDPOINTS, PIECES, PLACES, SIZE, STARTS, Card, Lay, Place, Turn
from byways.games.the_way.view import View
from byways.i18n import Message

Block = tuple[str, str, str]

CENTRES = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the open sides as bits
ARROWS = ({"i": "v", "o": "^"}, {"i": "<", "o": ">"}, {"i": "^", "o": "v"}, {"i": ">", "o": "<"})  # at north, east, south and west
SIGNS = {
    **{cell: f"{name[0].upper()}s" for cell, name in zip(STARTS, PIECES, strict=True)},
    **{cell: f"{name[0].upper()}m" for cell, name in zip(MIDPOINTS, PIECES, strict=True)},
}


def text(view: View, language: str = "en") -> str:
    """Return the view as text. Every card is five by three characters."""
    scene, say = Scene(view), partial(GAME.say, language=language)
    rules = Message("terminal.rules", {"variations": in_force(view)}) if in_force(view) else ""
    head = (Message("heading.whole", {"heading": heading(view)}), score(view.table), rules)
    title = ". ".join(say(words) for words in head if words) + "."
    return "\n".join([title, "", *print_board(scene), "", *map(say, remarks(scene)), verdict(view, say), ""])


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
    face = scene.cards[cell]
    top, middle, bottom = print_face(PLAIN[face] if scene.arrows == "hidden" else face)
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


def remarks(scene: Scene) -> Iterator[Message]:
    view, table = scene.view, scene.table
    yield Message("terminal.legend")
    if scene.arrows != "hidden":
        yield Message(f"terminal.arrows-{scene.arrows}")
    for piece in (0, 1):
        yield Message("terminal.piece", {"status": scene.status(piece), "place": PLACES[table.tokens[piece]]})
    if scene.own is not None and (reach := set(scene.reach()) - {table.tokens[scene.own]}):
        yield Message("terminal.reach", {"places": " ".join(PLACES[cell] for cell in sorted(reach))})
    if view.hand:
        cards = tuple(Message("terminal.card", {"card": card, "shape": shape(table.counted(card))}) for card in view.hand)
        yield Message("terminal.hand", {"cards": cards})
    if view.unseen:
        yield Message("terminal.unseen", {"cards": " ".join(view.unseen)})
    if scene.locked:
        yield Message("terminal.locked", {"places": " ".join(PLACES[cell] for cell in scene.locked)})
    for cell, pile in enumerate(scene.piles):
        if pile:
            yield Message("terminal.under", {"place": PLACES[cell], "cards": " ".join(pile)})
    yield from begun(view)
    if scene.pending is not None and not scene.ghost:
        yield Message("terminal.then", {"place": PLACES[scene.pending], "openings": openings(table.counted(scene.cards[scene.pending]))})


def begun(view: View) -> Iterator[Message]:
    """Yield what this seat has done in its turn so far."""
    counted = view.table.counted
    match view.act:
        case (Turn(place, way),):
            yield Message("terminal.turned", {"place": place, "way": way})
        case (Card(card),):
            yield Message("terminal.covering", {"card": card, "shape": shape(counted(card))})
        case (Card(card), Place(place)):
            yield Message("terminal.covering-place", {"card": card, "shape": shape(counted(card)), "place": place})
        case (Card(card), Place(place), Lay(face)):
            name = "terminal.replaced" if view.table.variations.replace else "terminal.covered"
            yield Message(name, {"shape": shape(counted(card)), "place": place, "face": face})
