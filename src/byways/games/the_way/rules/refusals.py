"""Name the rule that an illegal choice breaks, as a message to the player."""

from __future__ import annotations

from byways.games.the_way.cards import EXITS, OPPOSITE, PLAIN, RIGHT, shape
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
    OpenState,
    Phase,
    Piece,
    Place,
    Position,
    Turn,
    Vary,
    altered,
)
from byways.i18n import Message, Value

EARLY: dict[Phase, Message] = {
    "choose": Message("refuse.before-choice"),
    "vary": Message("refuse.before-variations"),
    "piece": Message("refuse.before-piece"),
}


def why_not(position: Position, seat: int, choice: AnyChoice) -> Message:
    table, act = position.table, position.acts[seat]
    if table.phase != "play":
        return EARLY[table.phase]
    match act:
        case (Card(),):
            return why_no_place(choice)
        case (Card(card), Place(place)):
            return Message("refuse.lay-first", {"shape": shape(PLAIN[card]), "place": place})
    match choice:
        case First() | Piece() | Vary():
            return Message("refuse.settled")
        case Move():
            return why_no_move(table, seat, act, choice)
        case Place() | Lay():
            return Message("refuse.card-first")
    if act:
        return Message("refuse.altered")
    return why_no_turn(table, seat, choice) if isinstance(choice, Turn) else Message("refuse.no-such-card")


def why_no_place(choice: AnyChoice) -> Message:
    if not isinstance(choice, Place):
        return Message("refuse.place-first")
    return Message("refuse.cover-corner" if CELLS[choice.place] in CORNERS else "refuse.cover-other", {"place": choice.place})


def why_no_turn(table: OpenState, seat: int, turn: Turn) -> Message:
    cell = CELLS[turn.place]
    if cell == table.tokens[1 - table.piece(seat)]:
        return Message("refuse.turn-other", {"place": turn.place})
    if cell in table.locked:
        return Message("refuse.turn-locked", {"place": turn.place})
    if RIGHT[table.cards[cell]] == table.cards[cell]:
        return Message("refuse.turn-nothing", {"place": turn.place})
    if table.variations.clockwise:
        return Message("refuse.turn-left")
    return Message("refuse.turn-same", {"place": turn.place})


def why_no_move(table: OpenState, seat: int, act: tuple[AnyChoice, ...], move: Move) -> Message:
    at, to, cards = table.tokens[table.piece(seat)], CELLS[move.place], altered(table, act).cards
    side = next((side for side, cell in NEIGHBOURS[at] if cell == to), None)
    values: dict[str, Value] = {"start": PLACES[at], "place": move.place}
    if side is None:
        return Message("refuse.move-far", values)
    if EXITS[cards[at]] & side and EXITS[cards[to]] & OPPOSITE[side]:
        return Message("refuse.move-arrow", values)
    return Message("refuse.move-wall" if EXITS[cards[at]] & side else "refuse.move-closed", values)
