"""Compiled inner loops of the hard player: every way to use a card, what the sheets promise that it leaves, and lines drawn to the end.

A sheet is a row of numbers: the fields of the line as a bit set in the order of `FIELDS`, its two ends, the numbers reached as a bit set,
the points entered. A card has four bits for each colour: how many fields it pays for. A board is twelve rows: for each field its
neighbours, its colour and its number, for each number its field, and for each set of the first eight fields its neighbours, then of the
next eight and so on. `late` says for each number in which round somebody else is first to reach it; alone, its item 0 is negative.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from byways.bots.bits64 import Floats, Ints, count, first

FIELDS = 61
ALL = (1 << FIELDS) - 1
USED, ONE, OTHER, REACHED, POINTS = range(5)
LEFT, SIDE, BEFORE = range(5, 8)  # of an act: what is left of the card, the end it grows from, the act that is one step shorter
EIGHTS = 4  # the row of a board with the neighbours of the first eight fields
MOST_ACTS = 8192
SIGNS = 27  # what a sheet is judged by


@njit(cache=True)
def spread(board: Ints, fields: int) -> int:
    """All neighbours of a set of fields, by eight at once."""
    near = 0
    for eight in range(8):
        near |= board[EIGHTS + eight, fields >> 8 * eight & 255]
    return near


@njit(cache=True)
def flood(board: Ints, fields: int, free: int) -> int:
    """All free fields that hang together with these."""
    while True:
        wider = (fields | spread(board, fields)) & free
        if wider == fields:
            return fields
        fields = wider


@njit(cache=True)
def pay(number: int, reached: int, late: Ints, turn: int) -> int:
    """Half of a number that comes too late: after a higher one if alone, else after somebody else."""
    is_late = reached >> (number + 1) != 0 if late[0] < 0 else turn > late[number]
    return (number + 1) // 2 if is_late else number


@njit(cache=True)
def acts(board: Ints, card: int, sheet: Ints, late: Ints, turn: int, found: Ints) -> int:
    """All ways to use a card, the pass first, each with the sheet that it leaves; how many there are."""
    for item in range(5):
        found[0, item] = sheet[item]
    found[0, LEFT], found[0, SIDE], found[0, BEFORE] = card, ONE, -1
    size = grow(board, 0, ONE, late, turn, found, 1)
    if sheet[ONE] != sheet[OTHER]:
        size = grow(board, 0, OTHER, late, turn, found, size)
    nth = 1
    while nth < size:
        size = grow(board, nth, found[nth, SIDE], late, turn, found, size)
        nth += 1
    return size


@njit(cache=True)
def grow(board: Ints, nth: int, side: int, late: Ints, turn: int, found: Ints, size: int) -> int:
    """An act made longer by one step, in every way."""
    free = board[0, found[nth, side]] & ~found[nth, USED]
    while free and size < found.shape[0]:
        field = first(free)
        free &= free - 1
        paid, number = 1 << 4 * board[1, field], board[2, field]
        if not found[nth, LEFT] & 15 * paid:
            continue
        for item in range(5):
            found[size, item] = found[nth, item]
        found[size, USED] |= 1 << field
        found[size, side] = field
        if number:
            found[size, POINTS] += pay(number, found[nth, REACHED], late, turn)
            found[size, REACHED] |= 1 << number
        found[size, LEFT], found[size, SIDE], found[size, BEFORE] = found[nth, LEFT] - paid, side, nth
        size += 1
    return size


@njit(cache=True)
def within_reach(board: Ints, free: int, one: int, other: int) -> tuple[int, int]:
    """The free fields that the line can still get to, where each end goes into one region only, and how many regions there are."""
    near_one, near_other = board[0, one] & free, board[0, other] & free
    left, best, size, regions = near_one | near_other, 0, 0, np.zeros(12, np.int64)
    while left:
        regions[size] = flood(board, left & -left, free)
        left &= ~regions[size]
        size += 1
    for mine in regions[:size]:
        for its in regions[:size]:
            both = (mine if mine & near_one else 0) | (its if its & near_other else 0)
            if count(both) > count(best):
                best = both
    return best, size


@njit(cache=True)
def look(board: Ints, sheet: Ints, late: Ints, turn: int, signs: Floats) -> None:
    """What a sheet is judged by; see `search.HOPES`."""
    signs[:] = 0.0
    free = ALL & ~sheet[USED]
    region, regions = within_reach(board, free, sheet[ONE], sheet[OTHER])
    signs[0] = 1.0
    signs[1], signs[2] = count(region), count(free & ~region)
    for end in sheet[ONE : OTHER + 1]:
        look_round(board, end, region, signs)
    ends = 1 << sheet[ONE] | 1 << sheet[OTHER]
    fields = region
    while fields:
        ways = count(board[0, first(fields)] & (region | ends))
        fields &= fields - 1
        if ways <= 3:
            signs[10 + max(ways - 1, 0)] += 1
    look_for_numbers(board, sheet, late, turn, region, ends, signs)
    signs[24] = signs[1] * signs[1] / FIELDS
    signs[25] = regions > 1
    signs[26] = board[0, sheet[ONE]] >> sheet[OTHER] & 1


@njit(cache=True)
def look_round(board: Ints, end: int, region: int, signs: Floats) -> None:
    """How many colours lie beside an end, and how many fields up to three steps away."""
    near, colours = board[0, end] & region, 0
    fields = near
    while fields:
        colours |= 1 << board[1, first(fields)]
        fields &= fields - 1
    signs[3 + min(count(colours), 4)] += 1
    near = (near | spread(board, near)) & region
    signs[8] += count(near)
    signs[9] += count((near | spread(board, near)) & region)


@njit(cache=True)
def look_for_numbers(board: Ints, sheet: Ints, late: Ints, turn: int, region: int, ends: int, signs: Floats) -> None:
    """What the numbers would bring that can still be reached, by their distance."""
    front, unseen, steps, numbered = ends, region, 0, 0
    for number in range(2, 11):
        numbered |= 1 << board[3, number]
    while unseen & numbered and front:
        front = spread(board, front) & unseen
        unseen &= ~front
        for number in range(2, 11) if front & numbered else range(0):
            if front >> board[3, number] & 1:
                worth = pay(number, sheet[REACHED], late, turn + 1)
                signs[13 + (steps if steps < 4 else 4 if steps < 6 else 5 if steps < 9 else 6)] += worth
                signs[20] += 1
                signs[21] += worth == number
        steps += 1
    if late[0] < 0 and sheet[REACHED]:
        signs[22] = sheet[REACHED] >> 10
        signs[23] = count(flatten(sheet[REACHED])) - 1


@njit(cache=True)
def flatten(bits: int) -> int:
    """All bits up to the highest one."""
    for width in (1, 2, 4, 8):
        bits |= bits >> width
    return bits


@njit(cache=True)
def weigh(board: Ints, card: int, sheet: Ints, late: Ints, turn: int, hopes: Floats, found: Ints, worth: Floats) -> int:
    """All ways to use a card, with the score that can be hoped for after each; how many there are."""
    size, signs = acts(board, card, sheet, late, turn, found), np.empty(SIGNS)
    for nth in range(size):
        worth[nth] = found[nth, POINTS] + count(found[nth, USED]) - FIELDS
        if turn < hopes.shape[0]:
            look(board, found[nth], late, turn, signs)
            for sign in range(SIGNS):
                worth[nth] += hopes[turn, sign] * signs[sign]
    return size


@njit(cache=True)
def play_on(board: Ints, cards: Ints, sheet: Ints, late: Ints, turn: int, hopes: Floats, when: Ints) -> int:
    """The score if these are the cards to come, the first of them in this round, and each is used as seems best then.

    `when` gets the round in which each number is reached.
    """
    sheet, found, worth = sheet.copy(), np.empty((MOST_ACTS, 8), np.int64), np.empty(MOST_ACTS)
    for card in cards:
        size = weigh(board, card, sheet, late, turn, hopes, found, worth)
        best = found[np.argmax(worth[:size])]
        for number in range(2, 11):
            if (best[REACHED] & ~sheet[REACHED]) >> number & 1:
                when[number] = turn
        sheet[:] = best[:LEFT]
        turn += 1
    return int(sheet[POINTS]) + count(sheet[USED]) - FIELDS


def warm() -> None:
    """Have everything compiled, or loaded from the disk."""
    board, sheet, hopes = np.zeros((12, 256), np.int64), np.ones(5, np.int64), np.zeros((14, SIGNS))
    late = np.zeros(11, np.int64)
    play_on(board, np.zeros(1, np.int64), sheet, late, 0, hopes, late.copy())
    weigh(board, 0, sheet, late, 0, hopes, np.empty((MOST_ACTS, 8), np.int64), np.empty(MOST_ACTS))
