"""Traxx's board and cards."""

from __future__ import annotations

import re
from collections.abc import Iterable

from byways import game
from byways.components import Flaw

COLOURS = {"B": "blue", "G": "green", "Y": "yellow", "A": "grey", "R": "red", "W": "white"}
SIZES = (5, 6, 7, 8, 9, 8, 7, 6, 5)
NUMBERS = range(2, 11)
SYMBOL = re.compile(r"([BGYARW])([0-9]*)(\*?)")


class Board(game.Part, frozen=True):
    """The fields row by row: a colour, an optional number, and a star for a start."""

    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        if tuple(len(row.split()) for row in self.rows) != SIZES:
            raise Flaw("flaw.rows", sizes=SIZES)
        for symbol in self.symbols:
            if not SYMBOL.fullmatch(symbol):
                raise Flaw("flaw.field", symbol=symbol, colours=tuple(COLOURS))
        if sorted(int(number) for _, number, _ in self.fields if number) != [*NUMBERS]:
            raise Flaw("flaw.numbers", first=NUMBERS[0], last=NUMBERS[-1])
        starts = [number for _, number, start in self.fields if start]
        if len(starts) != 4:
            raise Flaw("flaw.starts", starts=len(starts))
        if any(starts):  # T4
            raise Flaw("flaw.start-number")

    @property
    def symbols(self) -> list[str]:
        return " ".join(self.rows).split()

    @property
    def fields(self) -> list[tuple[str, str, str]]:
        """Each field's colour, number and star. The last two may be empty."""
        return [(match[1], match[2], match[3]) for symbol in self.symbols if (match := SYMBOL.fullmatch(symbol))]


class Cards(game.Part, frozen=True):
    """The cards, each given by the letters of its colours."""

    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        for card in self.cards:
            if len(card) not in (4, 5) or set(card) - set(COLOURS):
                raise Flaw("flaw.card", card=card, colours=tuple(COLOURS))


class Components(game.Components, frozen=True):
    board: Board
    known_card: Cards
    further_cards: Cards

    def __post_init__(self) -> None:
        if len(self.cards) != 15:
            raise Flaw("flaw.cards", cards=len(self.cards))

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards, each with its colours in the order of `COLOURS`."""
        return tuple(map(in_order, (*self.known_card.cards, *self.further_cards.cards)))


def colours_of(card: str) -> tuple[str, ...]:
    return tuple(COLOURS[shade] for shade in card)


def in_order(colours: Iterable[str]) -> str:
    return "".join(sorted(colours, key="".join(COLOURS).index))
