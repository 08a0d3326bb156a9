"""Compiled inner loops of the hard player: list all acts of a card, evaluate sheets, and play games out.

- A sheet is a row of integers: the fields of the line as a bit set in the order of `FIELDS`, its two ends, the numbers reached as a bit
  set, and the points entered.
- A card has four bits for each colour: the number of fields it pays for.
- A board is an array of twelve rows. Rows 0 to 2 hold the neighbours, colour and number of each field, row 3 the field of each number.
  Row 4 holds the neighbours of every set of the first eight fields, row 5 those of the next eight, and so on.
- `late` holds the round in which another player first reaches each number. In the 1-player game `late[0]` is negative.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from byways.bots.bits64 import Floats, Ints, count, first

FIELDS = 61
ALL = (1 << FIELDS) - 1
USED, ONE, OTHER, REACHED, POINTS = range(5)
LEFT, SIDE, BEFORE = range(5, 8)  # further columns of an act: the rest of the card, the end that grows, the act one step shorter
EIGHTS = 4  # the first row with the neighbours of eight fields
MOST_ACTS = 8192
FEATURES = 27  # of a sheet; `search.WEIGHTS` lists them


@njit(cache=True)
def spread(board: Ints, fields: int) -> int:
    """The neighbours of a set of fields, looked up by eight fields at a time."""
    near = 0
    for eight in range(8):
        near |= board[EIGHTS + eight, fields >> 8 * eight & 255]
    return near


@njit(cache=True)
def flood(board: Ints, fields: int, free: int) -> int:
    """The free fields connected to these."""
    while True:
        wider = (fields | spread(board, fields)) & free
        if wider == fields:
            return fields
        fields = wider


@njit(cache=True)
def pay(number: int, reached: int, late: Ints, turn: int) -> int:
    """The points for a number: half if another player was there in an earlier round, or, alone, if a higher number was reached before."""
    is_late = reached >> (number + 1) != 0 if late[0] < 0 else turn > late[number]
    return (number + 1) // 2 if is_late else number


@njit(cache=True)
def acts(board: Ints, card: int, sheet: Ints, late: Ints, turn: int, found: Ints) -> int:
    """Fill `found` with every act of a card, the pass first, each with the sheet after it; return how many there are."""
    for item in range(5):
        found[0, item] = sheet[item]
    found[0, LEFT], found[0, SIDE], found[0, BEFORE] = card, ONE, -1
    size = grow(board, 0, ONE, late, turn, found, 1)
    # A line that is only its start has one end.
    if sheet[ONE] != sheet[OTHER]:
        size = grow(board, 0, OTHER, late, turn, found, size)
    nth = 1
    # Breadth first: `found` is the queue too. Longer acts go on at the end where the first step was made.
    while nth < size:
        size = grow(board, nth, found[nth, SIDE], late, turn, found, size)
        nth += 1
    return size


@njit(cache=True)
def grow(board: Ints, nth: int, side: int, late: Ints, turn: int, found: Ints, size: int) -> int:
    """Append every act that is one step longer than the nth."""
    free = board[0, found[nth, side]] & ~found[nth, USED]
    while free and size < found.shape[0]:
        field = first(free)
        free &= free - 1
        paid, number = 1 << 4 * board[1, field], board[2, field]
        # `paid` is 1 in the four bits of the colour: times 15 it selects them, subtracted it uses up one field.
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
    """The free fields that the line can still reach, each end entering one region only, and the number of regions."""
    near_one, near_other = board[0, one] & free, board[0, other] & free
    # Two ends with six neighbours each: at most twelve regions.
    left, best, size, regions = near_one | near_other, 0, 0, np.zeros(12, np.int64)
    while left:
        # `left & -left` is the lowest bit of the set.
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
def read_features(board: Ints, sheet: Ints, late: Ints, turn: int, features: Floats) -> None:
    """Fill in the features of a sheet, in the order of `search.WEIGHTS`."""
    features[:] = 0.0
    free = ALL & ~sheet[USED]
    region, regions = within_reach(board, free, sheet[ONE], sheet[OTHER])
    features[0] = 1.0
    features[1], features[2] = count(region), count(free & ~region)
    for end in sheet[ONE : OTHER + 1]:
        read_end(board, end, region, features)
    ends = 1 << sheet[ONE] | 1 << sheet[OTHER]
    fields = region
    while fields:
        ways = count(board[0, first(fields)] & (region | ends))
        fields &= fields - 1
        if ways <= 3:
            features[10 + max(ways - 1, 0)] += 1
    read_numbers(board, sheet, late, turn, region, ends, features)
    features[24] = features[1] * features[1] / FIELDS
    features[25] = regions > 1
    features[26] = board[0, sheet[ONE]] >> sheet[OTHER] & 1


@njit(cache=True)
def read_end(board: Ints, end: int, region: int, features: Floats) -> None:
    """The number of colours beside an end, and of fields up to three steps away."""
    near, colours = board[0, end] & region, 0
    fields = near
    while fields:
        colours |= 1 << board[1, first(fields)]
        fields &= fields - 1
    features[3 + min(count(colours), 4)] += 1
    near = (near | spread(board, near)) & region
    features[8] += count(near)
    features[9] += count((near | spread(board, near)) & region)


@njit(cache=True)
def read_numbers(board: Ints, sheet: Ints, late: Ints, turn: int, region: int, ends: int, features: Floats) -> None:
    """The points of the numbers that can still be reached, by distance."""
    front, unseen, steps, numbered = ends, region, 0, 0
    for number in range(2, 11):
        numbered |= 1 << board[3, number]
    while unseen & numbered and front:
        front = spread(board, front) & unseen
        unseen &= ~front
        for number in range(2, 11) if front & numbered else range(0):
            if front >> board[3, number] & 1:
                # The next round at the earliest.
                worth = pay(number, sheet[REACHED], late, turn + 1)
                features[13 + (steps if steps < 4 else 4 if steps < 6 else 5 if steps < 9 else 6)] += worth
                features[20] += 1
                features[21] += worth == number
        steps += 1
    if late[0] < 0 and sheet[REACHED]:
        features[22] = sheet[REACHED] >> 10
        features[23] = count(flatten(sheet[REACHED])) - 1


@njit(cache=True)
def flatten(bits: int) -> int:
    """Set all bits below the highest one."""
    # Numbers go up to ten, so sixteen bits are enough.
    for width in (1, 2, 4, 8):
        bits |= bits >> width
    return bits


@njit(cache=True)
def weigh(board: Ints, card: int, sheet: Ints, late: Ints, turn: int, weights: Floats, found: Ints, worth: Floats) -> int:
    """Fill `found` with every act of a card and `worth` with the expected final score after each; return how many there are."""
    size, features = acts(board, card, sheet, late, turn, found), np.empty(FEATURES)
    for nth in range(size):
        # T8: every field that is not reached costs a point, numbers included.
        worth[nth] = found[nth, POINTS] + count(found[nth, USED]) - FIELDS
        if turn < weights.shape[0]:
            read_features(board, found[nth], late, turn, features)
            for feature in range(FEATURES):
                worth[nth] += weights[turn, feature] * features[feature]
    return size


@njit(cache=True)
def play_on(board: Ints, cards: Ints, sheet: Ints, late: Ints, turn: int, weights: Floats, when: Ints) -> int:
    """The final score if these cards come in this order and the most promising act is taken each time.

    `when` receives the round in which each number is reached.
    """
    sheet, found, worth = sheet.copy(), np.empty((MOST_ACTS, 8), np.int64), np.empty(MOST_ACTS)
    for card in cards:
        size = weigh(board, card, sheet, late, turn, weights, found, worth)
        best = found[np.argmax(worth[:size])]
        for number in range(2, 11):
            if (best[REACHED] & ~sheet[REACHED]) >> number & 1:
                when[number] = turn
        sheet[:] = best[:LEFT]
        turn += 1
    return int(sheet[POINTS]) + count(sheet[USED]) - FIELDS


def warm() -> None:
    """Compile everything, or load it from the cache."""
    board, sheet, weights = np.zeros((12, 256), np.int64), np.ones(5, np.int64), np.zeros((14, FEATURES))
    late = np.zeros(11, np.int64)
    play_on(board, np.zeros(1, np.int64), sheet, late, 0, weights, late.copy())
    weigh(board, 0, sheet, late, 0, weights, np.empty((MOST_ACTS, 8), np.int64), np.empty(MOST_ACTS))
