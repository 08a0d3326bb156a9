"""What a study of The Way counts."""

from __future__ import annotations

from collections.abc import Sequence

from byways.games.the_way.cards import PLAIN, shape
from byways.games.the_way.state import MIDPOINTS, SIZE, STARTS, AnyChoice, Card, OpenState, Position

GAME, MIDPOINT = 1000.0, 100.0  # more than any distance


def leads(position: Position) -> list[float]:
    """Rank the seats by games won, then by whether they have reached the Midpoint, then by nearness to the goal."""
    table = position.table
    return [GAME * table.won[seat] + (nearness(table, table.piece(seat)) if table.circle is not None else 0) for seat in (0, 1)]


def nearness(table: OpenState, piece: int) -> float:
    reached = table.reached[piece]
    (row, column), (down, right) = divmod(table.tokens[piece], SIZE), divmod((STARTS if reached else MIDPOINTS)[piece], SIZE)
    return MIDPOINT * reached - abs(row - down) - abs(column - right)


def used(position: Position, chosen: Sequence[tuple[int, AnyChoice, Position]]) -> list[tuple[int, str, str]]:
    """Return the kinds of cards put down, each once per seat."""
    return sorted({(seat, "card", shape(PLAIN[choice.card])) for seat, choice, _ in chosen if isinstance(choice, Card)})
