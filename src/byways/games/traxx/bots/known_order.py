"""The best line that a beam search finds if the order of the cards is known."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from byways.games.traxx.bots.search import ALONE, Kernel, Tables, packed, row_of, tables_of
from byways.games.traxx.components import NUMBERS
from byways.games.traxx.state import DONE, FIELDS, AnyChoice, Board, Draw, Sheet

if TYPE_CHECKING:  # slow to import
    from byways.bots.bits64 import Floats, Ints

LATE = np.full(len(NUMBERS) + 2, ALONE, np.int64)


class Line(NamedTuple):
    """A sheet as the kernel reads it, how promising it is, and the line before the last card."""

    row: tuple[int, ...]
    value: float = 0.0
    before: Line | None = None


class BestLine(NamedTuple):
    score: int
    choices: list[AnyChoice]


def best_line(kernel: Kernel, board: Board, sheet: Sheet, cards: Sequence[str], width: int) -> BestLine:
    """Search for the best line, keeping `width` lines after each card."""
    tables, lines = tables_of(board, len(cards)), [Line(tuple(row_of(sheet).tolist()))]
    for turn, card in enumerate(cards):
        lines = grown(kernel, tables, packed(card), lines, turn, width)
    last = max(lines, key=lambda line: score_of(kernel, line.row))
    best: Line | None = last
    chain = []
    while best is not None:
        chain.append(best)
        best = best.before
    after = enumerate(zip(cards, chain[-2::-1], strict=True))
    return BestLine(
        score_of(kernel, last.row),
        [choice for turn, (card, line) in after for choice in act_between(kernel, tables, packed(card), line, turn)],
    )


def score_of(kernel: Kernel, row: Sequence[int]) -> int:
    return row[kernel.POINTS] + row[kernel.USED].bit_count() - len(FIELDS)


def grown(kernel: Kernel, tables: Tables, card: int, lines: Sequence[Line], turn: int, width: int) -> list[Line]:
    """The most promising lines after a card, each sheet once."""
    best: dict[tuple[int, ...], Line] = {}
    for line in lines:
        found, worth = acts_of(kernel, tables, card, line.row, turn)
        for value, row in zip(worth.tolist(), found[:, : kernel.LEFT].tolist(), strict=True):
            best.setdefault(tuple(row), Line(tuple(row), value, line))
    return sorted(best.values(), key=lambda line: -line.value)[:width]


def acts_of(kernel: Kernel, tables: Tables, card: int, row: Sequence[int], turn: int) -> tuple[Ints, Floats]:
    found, worth = np.empty((kernel.MOST_ACTS, 8), np.int64), np.empty(kernel.MOST_ACTS)
    size = kernel.weigh(tables.board, card, np.array(row, np.int64), LATE, turn, tables.weights, found, worth)
    return found[:size], worth[:size]


def act_between(kernel: Kernel, tables: Tables, card: int, line: Line, turn: int) -> list[AnyChoice]:
    """The act that led to a line."""
    assert line.before is not None
    found, _ = acts_of(kernel, tables, card, line.before.row, turn)
    act = next(nth for nth, row in enumerate(found[:, : kernel.LEFT].tolist()) if tuple(row) == line.row)
    drawn, side = [], found[act, kernel.SIDE]
    while act >= 0:
        drawn.append(FIELDS[found[act, side]])
        act = found[act, kernel.BEFORE]
    return [*(Draw(to, origin) for origin, to in pairwise(drawn[::-1])), DONE]
