"""Find the best line for known cards in a solo game: try every act with every card, and merge lines with the same fields and ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from byways.games.traxx.state import BIT, NEIGHBOURS, Board, Draw, Field, Sheet

Drawn: TypeAlias = tuple[Draw, ...]


class Line(NamedTuple):
    """The properties of a line that matter for later cards: its fields as a bit set, and its ends in alphabetical order."""

    used: int
    ends: tuple[Field, ...]

    @property
    def is_shut(self) -> bool:
        return all(self.used & BIT[field] for end in self.ends for field in NEIGHBOURS[end])


def line_of(sheet: Sheet) -> Line:
    return Line(sheet.used, tuple(sorted(sheet.ends)))


class TooManyLines(Exception):
    """There are more lines to compare than allowed."""


class Lines:
    """All lines that can be drawn with these cards, in this order. `gain` raises `TooManyLines` if there are more than `limit`."""

    def __init__(self, board: Board, cards: tuple[str, ...], limit: int | None = None) -> None:
        self.board, self.cards, self.limit = board, cards, limit
        self.gains: dict[tuple[Line, int], int] = {}
        # T7: for each number, the fields of all higher numbers. If the line has reached one of them, the number scores half.
        higher = {field: sum(BIT[other] for other, more in board.number.items() if more > number) for field, number in board.number.items()}
        self.steps = {
            field: [(draw, bit, shade, higher.get(draw.to, 0), board.number.get(draw.to, 0)) for draw, bit, shade in steps]
            for field, steps in board.steps.items()
        }

    def gain(self, line: Line, nth: int = 0) -> int:
        """Return the most points that the cards from the nth on can add to a line."""
        if nth == len(self.cards):
            return 0
        if (line, nth) not in self.gains:
            if self.limit is not None and len(self.gains) > self.limit:
                raise TooManyLines
            self.gains[line, nth] = self.most(line, nth) if nth == len(self.cards) - 1 else self.gain_by_acts(line, nth)
        return self.gains[line, nth]

    def gain_by_acts(self, line: Line, nth: int) -> int:
        return max(gained + self.gain(then, nth + 1) for then, (gained, _) in self.acts(line, nth).items())

    def best(self, line: Line, nth: int = 0) -> Iterator[tuple[Line, Drawn]]:
        """Yield the acts with the nth card that lead to the most points, each with the line it leaves."""
        most = self.gain(line, nth)
        for then, (gained, drawn) in self.acts(line, nth).items():
            if gained + self.gain(then, nth + 1) == most:
                yield then, drawn

    def acts(self, line: Line, nth: int = 0) -> dict[Line, tuple[int, Drawn]]:
        """Return every act with the nth card by the line it leaves, with the points it gains in the best drawing order."""
        found: dict[Line, tuple[int, Drawn]] = {line: (0, ())}
        for end in line.ends:
            others = [other for other in line.ends if other != end] or [end]
            for used, tip, gained, drawn in self.drawn(line.used, end, self.cards[nth]):
                then = Line(used, tuple(sorted((*others, tip))))
                if then not in found or found[then][0] < gained:
                    found[then] = gained, drawn
        return found

    def drawn(self, used: int, end: Field, card: str) -> list[tuple[int, Field, int, Drawn]]:
        """Return every extension of an end with a card: the fields then used, the new end, the points gained, and the draws."""
        found: list[tuple[int, Field, int, Drawn]] = []
        waiting: list[tuple[int, Field, int, Drawn, str]] = [(used, end, 0, (), card)]
        while waiting:
            used, tip, gained, drawn, left = waiting.pop()
            for draw, bit, shade, higher, number in self.steps[tip]:
                if shade in left and not used & bit:
                    more = gained + 1 + (-(-number // 2) if used & higher else number)
                    found.append((used | bit, draw.to, more, (*drawn, draw)))
                    waiting.append((*found[-1], left.replace(shade, "", 1)))
        return found

    def most(self, line: Line, nth: int) -> int:
        """Return the most points that the nth card alone can add."""
        return max((one[2] for end in line.ends for one in self.drawn(line.used, end, self.cards[nth])), default=0)
