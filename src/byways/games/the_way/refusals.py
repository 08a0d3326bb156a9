"""Why a choice of The Way is illegal: the rule that it breaks."""

from __future__ import annotations

from byways.games.the_way.faces import EXITS, OPPOSITE, RIGHT, shape
from byways.games.the_way.state import (
    CELLS,
    CORNERS,
    NEIGHBOURS,
    PLACES,
    AnyChoice,
    Card,
    First,
    Lay,
    Move,
    Piece,
    Place,
    Position,
    Table,
    Turn,
    Vary,
    altered,
)

SETTLE = {"choose": "choose to go first or choose your piece", "vary": "name the variations of this game", "piece": "choose your piece"}


def why_not(position: Position, seat: int, choice: AnyChoice) -> str:
    table, act = position.table, position.acts[seat]
    if table.phase != "play":
        return f"'{choice}' is not possible yet: first {SETTLE[table.phase]}."
    match act:
        case (Card(),):
            return why_no_place(choice)
        case (Card(card), Place(place)):
            return f"'{choice}' is not possible: first lay the {shape(card)} on {place}, in one of its own orientations."
    match choice:
        case First() | Piece() | Vary():
            return f"'{choice}' is not possible now: who plays what is settled for this game."
        case Move():
            return why_no_move(table, seat, act, choice)
        case Place() | Lay():
            return f"'{choice}' is not possible before a card of your hand is chosen to cover with."
    if act:
        return f"'{choice}' is not possible: one card a turn is altered, then you move or stay."
    return why_no_turn(table, seat, choice) if isinstance(choice, Turn) else f"'{choice}' is not possible: it is not in your hand."


def why_no_place(choice: AnyChoice) -> str:
    if not isinstance(choice, Place):
        return f"'{choice}' is not possible: first choose the place to cover."
    if CELLS[choice.place] in CORNERS:
        return f"The card on {choice.place} is a Start or Midpoint, which is never covered."
    return f"The other player is on {choice.place}, so that card may not be covered."


def why_no_turn(table: Table, seat: int, turn: Turn) -> str:
    cell = CELLS[turn.place]
    if cell == table.tokens[1 - table.piece(seat)]:
        return f"The other player is on {turn.place}, so that card may not be turned."
    if cell in table.locked:
        return f"The card on {turn.place} is locked: it was put there in this game and may only be covered again."
    if RIGHT[table.cards[cell]] == table.cards[cell]:
        return f"Turning the card on {turn.place} changes nothing."
    if table.variations.clockwise:
        return "In this game cards turn to the right only."
    return f"The card on {turn.place} looks the same turned to the right: choose that."


def why_no_move(table: Table, seat: int, act: tuple[AnyChoice, ...], move: Move) -> str:
    at, to, cards = table.tokens[table.piece(seat)], CELLS[move.place], altered(table, act).cards
    side = next((side for side, cell in NEIGHBOURS[at] if cell == to), None)
    if side is None:
        return f"{move.place} is not beside {PLACES[at]}: a move is one step."
    if EXITS[cards[at]] & side and EXITS[cards[to]] & OPPOSITE[side]:
        return f"A one-way arrow forbids to move from {PLACES[at]} to {move.place}."
    return f"The cards on {PLACES[at]} and {move.place} are not connected."
