"""Describe the thing at a point of the drawing, and the choice that a click there would make."""

from __future__ import annotations

from byways.games.the_way.cards import LEFT, OPPOSITE, RIGHT, openings, shape
from byways.games.the_way.drawing.layout import CARD, LEFT_EDGE, PITCH, TALL, TOP, WIDE, Box, Layout
from byways.games.the_way.drawing.scene import Scene
from byways.games.the_way.state import (
    CARDS,
    CORNERS,
    MIDPOINTS,
    MOVE,
    NEIGHBOURS,
    PIECES,
    PLACE,
    PLACES,
    SIZE,
    STARTS,
    STAY,
    TURN,
    AnyChoice,
    Card,
    Place,
)
from byways.games.the_way.view import View
from byways.i18n import Message, Value
from byways.room import Touched


def touched(view: View, piece: str, x: float, y: float, tall: bool = False) -> Touched | None:
    """Find tokens and the deck by their ids; find cards, the gaps between them and the rest by position."""
    lay = TALL if tall else WIDE
    scene = Scene(view)
    if piece == "deck":
        return Touched(Message("about.deck"))
    for token, name in enumerate(PIECES):
        if piece == f"token-{name}":
            at = scene.table.tokens[token]
            return Touched(Message("about.piece", {"status": scene.status(token)}), click(scene, at, 0), MOVE[at], PLACE[at])
    (column, right), (row, down) = divmod(x - LEFT_EDGE, PITCH), divmod(y - TOP, PITCH)
    if not (0 <= row < SIZE and 0 <= column < SIZE):
        return about_panel(scene, x, y, lay)
    cell = int(row) * SIZE + int(column)
    if right < CARD and down < CARD:
        return Touched(about_card(scene, cell), click(scene, cell, right), MOVE[cell], PLACE[cell], *TURN[cell])
    return about_gap(scene, cell, right >= CARD, down >= CARD)


# Cards on the board


def click(scene: Scene, cell: int, right: float) -> AnyChoice:
    """Return the choice that a click on a card makes: a step, if turning cannot change the card. A click on one's own card never stays."""
    match scene.view.act:
        case (Card(),) | (Card(), Place()):
            return PLACE[cell]
        case ():
            return MOVE[cell] if means_step(scene, cell) else quarter(scene, cell, right)
    is_own = scene.own is not None and cell == scene.table.tokens[scene.own]
    return quarter(scene, cell, right) if is_own else MOVE[cell]


def means_step(scene: Scene, cell: int) -> bool:
    if scene.own is None or cell in scene.table.tokens or RIGHT[scene.cards[cell]] != scene.cards[cell]:
        return False
    return cell in CORNERS or cell in beside(scene.table.tokens[scene.own])


def quarter(scene: Scene, cell: int, right: float) -> AnyChoice:
    face = scene.cards[cell]
    return TURN[cell][right < CARD / 2 and RIGHT[face] != LEFT[face]]


def beside(cell: int) -> list[int]:
    return [next_to for _, next_to in NEIGHBOURS[cell]]


def about_card(scene: Scene, cell: int) -> Message:
    if cell in CORNERS:
        return about_corner(scene, cell)
    face = scene.table.counted(scene.cards[cell])
    values: dict[str, Value] = {"place": PLACES[cell], "shape": shape(face), "openings": openings(face)}
    if scene.piles[cell]:
        return Message("about.card-covering", {**values, "count": len(scene.piles[cell])})
    return Message("about.card-locked" if cell in scene.locked else "about.card", values)


def about_corner(scene: Scene, cell: int) -> Message:
    is_start = cell in STARTS
    piece = (STARTS if is_start else MIDPOINTS).index(cell)
    reached = "-reached" if scene.table.reached[piece] and not is_start else ""
    owner = scene.player(piece)
    whose = "" if owner is None else "-own" if piece == scene.own else "-of"
    values: dict[str, Value] = {"piece": PIECES[piece]} if owner is None else {"seat": owner}
    return Message(f"about.{'start' if is_start else 'midpoint'}{reached}{whose}", values)


def about_gap(scene: Scene, cell: int, east: bool, south: bool) -> Touched | None:
    """Describe the gap between two cards, where the arrow for a step would be."""
    next_to = cell + (1 if east else SIZE)
    if east == south or next_to not in beside(cell):
        return None
    return Touched(about_border(scene, cell, next_to), step_over(scene, cell, next_to))


def passes(scene: Scene, cell: int, side: int, beside: int) -> bool:
    """Whether a piece may go from a card to the next across a side."""
    leave, enter = scene.ways
    return bool(leave[cell] & side and enter[beside] & OPPOSITE[side])


def about_border(scene: Scene, one: int, other: int) -> Message:
    there, back = (
        any(beyond == to and passes(scene, at, side, to) for side, beyond in NEIGHBOURS[at]) for at, to in ((one, other), (other, one))
    )
    if there != back:
        one, other = (one, other) if there else (other, one)
    name = "about.gap-joined" if there and back else "about.gap-one-way" if there or back else "about.gap-apart"
    return Message(name, {"one": PLACES[one], "other": PLACES[other]})


def step_over(scene: Scene, one: int, other: int) -> AnyChoice | None:
    """Return the step of this seat's token across a border, if the token stands beside it."""
    at = None if scene.own is None else scene.table.tokens[scene.own]
    return MOVE[other] if at == one else MOVE[one] if at == other else None


# Around the board


def about_panel(scene: Scene, x: float, y: float, lay: Layout) -> Touched | None:
    for piece, plate in enumerate(lay.plates):
        if plate.holds(x, y):
            return Touched(Message("about.piece", {"status": scene.status(piece)}))
    if lay.heading.holds(x, y):
        return Touched(Message("about.single" if scene.table.single else "about.set", {"turns": scene.table.turns}))
    if scene.view.seat is not None and (found := about_hand(scene, x, y, lay)):
        return found
    return about_unseen(scene) if lay.unseen_box(scene.view).holds(x, y) else None


def about_hand(scene: Scene, x: float, y: float, lay: Layout) -> Touched | None:
    for card, place in zip(scene.view.hand, lay.hand, strict=False):
        if Box(*place, CARD, CARD).holds(x, y):
            about = "about.hand-replace" if scene.table.variations.replace else "about.hand"
            return Touched(Message(about, {"shape": shape(scene.table.counted(card))}), CARDS[card])
    return Touched(Message("about.stay"), STAY) if scene.own is not None and lay.stay.holds(x, y) else None


def about_unseen(scene: Scene) -> Touched | None:
    view = scene.view
    if not scene.shows_unseen:
        return None
    return Touched(Message("about.off-table") if view.seat is None else Message("about.unseen", {"other": 1 - view.seat}))
