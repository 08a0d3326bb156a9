"""The compiled kernel agrees with the rules and with plain Python."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from byways.games.traxx.bots import kernel
from byways.games.traxx.bots.players import acts, within_reach
from byways.games.traxx.bots.search import ALONE, LONG_AGO, NEVER, PLACE, packed, row_of, tables_of
from byways.games.traxx.components import NUMBERS
from byways.games.traxx.rules import extended, reveal
from byways.games.traxx.state import ALL, BIT, DONE, FIELDS, NEIGHBOURS, Draw, Field, Sheet
from tests.games.traxx.positions import BOARD, DECK, lay

TABLES = tables_of(BOARD, len(DECK))
ROWS = TABLES.board


def bits(fields: set[Field]) -> int:
    return sum(1 << PLACE[field] for field in fields)


def sheet_of(row: Any) -> tuple[int, frozenset[int], int]:
    """A line reads the same from either end."""
    return row[kernel.USED], frozenset(row[kernel.ONE : kernel.OTHER + 1].tolist()), row[kernel.REACHED]


def late(seats: int, gone: int = 0) -> Any:
    times = np.full(11, NEVER if seats > 1 else ALONE, np.int64)
    for number in NUMBERS:
        times[number] = LONG_AGO if gone >> number & 1 else NEVER
    return times


@st.composite
def lines(draw: st.DrawFn) -> tuple[Field, ...]:
    """A random line, grown at either end."""
    rng, line = Random(draw(st.integers(0, 10**6))), [draw(st.sampled_from(BOARD.starts))]
    for _ in range(draw(st.integers(0, 45))):
        line = line[:: rng.choice((1, -1))]
        if free := [field for field in NEIGHBOURS[line[-1]] if field not in line]:
            line.append(rng.choice(free))
    return tuple(line)


@given(st.sets(st.sampled_from(FIELDS)))
def test_a_set_spreads_to_all_neighbours(fields: set[Field]) -> None:
    assert kernel.spread(ROWS, bits(fields)) == bits({near for field in fields for near in NEIGHBOURS[field]})


@given(lines())
def test_the_kernel_and_plain_python_agree_on_fields_within_reach(line: tuple[Field, ...]) -> None:
    sheet, free = Sheet(line), bits(set(FIELDS) - set(line))
    found, _ = kernel.within_reach(ROWS, free, PLACE[line[0]], PLACE[line[-1]])
    plain = within_reach(ALL & ~sheet.used, [BIT[line[0]], BIT[line[-1]]])
    assert int(found).bit_count() == plain.bit_count()


@settings(max_examples=40)
@given(lines(), st.sampled_from(DECK))
def test_the_kernel_finds_exactly_the_legal_acts(line: tuple[Field, ...], card: str) -> None:
    sheet, found = Sheet(line), np.empty((kernel.MOST_ACTS, 8), np.int64)
    size = kernel.acts(ROWS, packed(card), row_of(sheet), late(2), 0, found)
    plain = {lines_of(extended(sheet, act)) for act in acts(BOARD, sheet, (), card)}
    assert {(used, ends) for used, ends, _ in map(sheet_of, found[:size])} == plain


def lines_of(sheet: Sheet) -> tuple[int, frozenset[int]]:
    used, ends, _ = sheet_of(row_of(sheet))
    return used, ends


@pytest.mark.parametrize("seats", [1, 2])
@settings(max_examples=40)
@given(lines(), st.sampled_from(DECK), st.integers(0, 2**11 - 1), st.integers(0, 10**6))
def test_the_kernel_scores_acts_by_the_rules(seats: int, line: tuple[Field, ...], card: str, gone: int, pick: int) -> None:
    mine = tuple(number if BOARD.numbers[number - 2] in line else 0 for number in NUMBERS)
    others = tuple(number if gone >> number & 1 else 0 for number in NUMBERS)
    position = lay(*[" ".join(line), "a1 b1"][:seats], card=card, points=[mine, others][:seats])
    found = np.empty((kernel.MOST_ACTS, 8), np.int64)
    size = kernel.acts(ROWS, packed(card), row_of(position.sheets[0]), late(seats, gone), 0, found)
    act = pick % size
    steps = steps_of(found, act)
    if not position.awaited or 0 not in position.awaited:
        assert size == 1
        return
    for step in (*steps, DONE):
        position = position.choose(0, step)
    sheet = (position if seats == 1 else reveal(position, None)).sheets[0]
    assert sum(sheet.points) == found[act, kernel.POINTS]
    assert sheet_of(row_of(sheet)) == sheet_of(found[act])


def steps_of(found: Any, act: int) -> list[Draw]:
    side, fields = found[act, kernel.SIDE], list[Field]()
    while act >= 0:
        fields.insert(0, FIELDS[found[act, side]])
        act = found[act, kernel.BEFORE]
    return [Draw(to, origin) for origin, to in pairwise(fields)]


def test_the_last_card_is_played_for_points_and_fields() -> None:
    sheet, when = row_of(Sheet(("e2", "d1"))), np.full(11, NEVER, np.int64)
    score = kernel.play_on(ROWS, np.array([packed("YBAR")]), sheet, late(1), len(DECK) - 1, TABLES.weights, when)
    assert score == 10 + 2 + 4 - len(FIELDS)
    assert when[10] == len(DECK) - 1
    assert sorted(when)[1:] == [NEVER] * 10
    assert tuple(sheet) == tuple(row_of(Sheet(("e2", "d1"))))


def test_a_number_that_another_player_reaches_earlier_pays_half() -> None:
    times = late(2)
    for turn, points in ((3, 10), (4, 5)):
        times[10] = 3
        assert kernel.pay(10, 0, times, turn) == points
    assert kernel.pay(7, 1 << 8, late(1), 0) == 4
    assert kernel.pay(7, 1 << 6, late(1), 0) == 7
