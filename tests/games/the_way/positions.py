"""Boards drawn as text, and positions to play from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from byways.game import Event
from byways.games.the_way import GAME
from byways.games.the_way.cards import CARD, PLAIN
from byways.games.the_way.rules import EMPTY, in_order
from byways.games.the_way.state import CELLS, CORNERS, Cards, OpenState, Position, Variations

DRAWN = {
    **{"│": "NS", "─": "EW", "└": "NE", "┌": "ES", "┐": "SW", "┘": "NW", "├": "NES", "┬": "ESW", "┤": "NSW", "┴": "NEW"},
    **{"┼": "NESW", "╵": "N", "╶": "E", "╷": "S", "╴": "W"},
}

DECK: Cards = GAME.components.cards.all
PLAIN_DECK: Cards = in_order([PLAIN[card] for card in DECK])

# Circle's way runs along the top and down the right, Square's along the bottom and up the right; the rest is straights.
ROUND = """
┼───┼
│││││
│││││
│││││
┼───┼
"""
OPEN = "┼┼┼┼┼ " * 5
SHUT = """
┼│││┼
─────
│││││
─────
┼│││┼
"""


def faces(board: str, **printed: str) -> Cards:
    """The faces of a drawn board, with cards that have arrows given by place."""
    rows = board.split()
    assert [len(row) for row in rows] == [5] * 5
    laid = [DRAWN[sign] for row in rows for sign in row]
    for place, face in printed.items():
        laid[CELLS[place]] = face
    return tuple(laid)


def position(
    board: str = ROUND,
    tokens: tuple[str, str] = ("a1", "a5"),
    hands: tuple[str, str] = ("N NE NES NS", "N NE NES NS"),
    left: str = "NESW",
    variations: Variations = Variations(),  # noqa: B008  (it is frozen)
    printed: Mapping[str, str] = {},
    seat: int = 0,
    **table: Any,
) -> Position:
    """A position in play: seat 0 is Circle, seat 1 is Square, and `seat` is awaited and went first."""
    given: dict[str, Any] = {
        **{
            "cards": faces(board, **printed),
            "piles": EMPTY,
            "phase": "play",
            "chooser": 1,
            "turns": 150,
            "single": False,
            "various": False,
        },
        **{"variations": variations, "tokens": (CELLS[tokens[0]], CELLS[tokens[1]]), "circle": 0, "first": seat, **table},
    }
    cards = (in_order(hands[0].split()), in_order(hands[1].split()))
    return Position(acts=((), ()), awaited=(seat,), table=OpenState(**given), hands=cards, left=(left,))


def play(position: Position, *texts: str, tell: list[Event] | None = None) -> Position:
    """Play choices, each by the awaited seat, and results of chance, marked with a star: `*gather`."""
    for text in texts:
        position = step(position, text, tell)
    return position


def step(position: Position, text: str, tell: list[Event] | None) -> Position:
    if text.startswith("*"):
        return position.happen(text[1:], tell)
    return position.choose(position.awaited[0], GAME.parse(text), tell)


def texts(position: Position, kind: str = "") -> list[str]:
    """The notations of the awaited seat's choices, optionally of one kind."""
    return [str(choice) for choice in position.choices(position.awaited[0]) if str(choice).startswith(kind)]


def nine(position: Position) -> Counter[str]:
    """The cards that are not on top of the board: buried, in hand, left out or in the stock."""
    buried = [card for pile in position.table.piles for card in pile]
    return Counter([*buried, *position.hands[0], *position.hands[1], *position.left, *position.stock])


def on_top(position: Position) -> Counter[str]:
    return Counter(CARD[face] for cell, face in enumerate(position.table.cards) if cell not in CORNERS)


def next_game(position: Position, cards: Sequence[str] | None = None) -> Position:
    """Gather, then deal the cards in the given order, or in the stock's."""
    position = position.happen("gather")
    for card in cards or position.stock:
        position = position.happen(card)
    return position
