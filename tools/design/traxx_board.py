"""Design a board for Traxx, and prove that it satisfies everything known about the printed one.

    python tools/design/traxx_board.py --check          check the built-in board: every constraint, with its proof; status 1 if one fails
    python tools/design/traxx_board.py --search 0       run the seeded search that made it, and print the board
    python tools/design/traxx_board.py --measure        measure how strong its starts are for the greedy player

The printed board was never published as text. Every fact from reviews and the rule text is a constraint here. Everything else is chosen for
balance: numbers in the middle of the sides and at equal angles inside, no equal neighbours, equal colours far apart.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from math import exp
from random import Random
from statistics import mean, stdev
from typing import TypeAlias

from byways.game import Illegal, stream
from byways.games.traxx import GAME
from byways.games.traxx.bots.players import Greedy
from byways.games.traxx.components import COLOURS, Components
from byways.games.traxx.rules import board_of
from byways.games.traxx.state import DONE, FIELDS, NEIGHBOURS, PLACES, Board, Draw, Field, Position, Sheet
from byways.games.traxx.view import view
from byways.referee import play

Path: TypeAlias = tuple[Field, ...]
Payment: TypeAlias = list[tuple[str, Path]]  # for each card: the end it continues from, then the fields it pays for
Spent: TypeAlias = tuple[int, tuple[tuple[str, int, int], ...]]  # fields paid for, and from where to where for each card
Finding: TypeAlias = tuple[str, str]  # a constraint and its proof; an empty proof if it fails

MIDDLE_FIELD = "e5"
NUMBERS_AT = {2: "f7", 3: "f4", 4: "c4", 5: "g9", 6: "g3", 7: "a3", 8: "i7", 9: "c7", 10: "c1"}
STARTS = ("d5", "e4", "e6", "f5")
EXAMPLE = {"e4": "Y", "e3": "B", "d2": "G", "e2": "A", "f2": "Y"}  # the line in the example of the rule text
SWAPS, CANDIDATES, TRIALS = 40_000, 12, 30  # steps of the search for colours
ATTEMPTS, BENDS, BEAM, WARMTH = 12, 4_000, 30, 0.5  # steps of the search for covers
FRESH = range(1000, 1300)  # seeds not used by the search


def distance(one: Field, other: Field) -> int:
    down, along = (there - here for here, there in zip(PLACES[one], PLACES[other], strict=True))
    return max(abs(down), abs(along), abs(down - along))


# Search


def search(seed: int) -> Board:
    """Return, of several boards that satisfy all constraints, the one whose starts are most equal for the greedy player."""
    boards = (colour(Random(f"{seed}/{number}")) for number in range(CANDIDATES))
    good = [board for board in boards if all(why for _, why in findings(board, GAME.components.cards, quick=True))]
    best = min(good, key=unfairness)
    if failed := [what for what, why in findings(best, GAME.components.cards) if not why]:
        sys.exit(f"The search with seed {seed} ends at a board that fails: {failed[0]}. Try another seed.")
    return best


def colour(rng: Random) -> Board:
    """Colour the board with ten fields of each colour (eleven of some), swapping fields until equal colours are far apart."""
    pool = list((Counter(dict.fromkeys(COLOURS, 10)) + Counter(rng.choice(list(COLOURS))) - Counter(EXAMPLE.values())).elements())
    rng.shuffle(pool)
    loose = [field for field in FIELDS if field not in EXAMPLE]
    shade = {**EXAMPLE, **dict(zip(loose, pool, strict=True))}
    for turn in range(SWAPS):
        one, other = rng.sample(loose, 2)
        before = crowd(shade, one) + crowd(shade, other)
        shade[one], shade[other] = shade[other], shade[one]
        worse = crowd(shade, one) + crowd(shade, other) - before
        if worse > 0 and rng.random() >= exp(-worse / (3 * (1 - turn / SWAPS) + 0.01)):
            shade[one], shade[other] = shade[other], shade[one]
    return Board("".join(shade[field] for field in FIELDS), tuple(NUMBERS_AT.values()), STARTS)


@cache
def rivals(field: Field) -> tuple[tuple[Field, int], ...]:
    """Return the fields that violate the colouring, and the penalty."""
    groups = [[at for number, at in NUMBERS_AT.items() if number >= 5], list(STARTS)]
    near = {other: {1: 12, 2: 2}.get(distance(field, other), 0) for other in FIELDS if other != field}
    for group in groups:
        near.update({other: 12 for other in group if field in group and other != field})
    return tuple((other, weight) for other, weight in near.items() if weight)


def crowd(shade: dict[Field, str], field: Field) -> int:
    return sum(weight for other, weight in rivals(field) if shade[other] == shade[field])


def unfairness(board: Board) -> float:
    means = [mean(solo(board, start, seed) for seed in range(TRIALS)) for start in board.starts]
    return max(means) - min(means)


def solo(board: Board, start: Field, seed: int) -> float:
    """Return the solo score of the greedy player from a start, with a random order of the cards."""
    position, chance, player = opening(board, start), stream(seed, "chance"), Greedy(Random(0))
    while position.outcome is None:
        if due := position.chance:
            position = position.happen(due.draw(chance))
            continue
        for choice in player.choose(view(position, 0), 0.0):
            position = position.choose(0, choice)
    assert position.outcome.scores
    return position.outcome.scores[0]


def opening(board: Board, start: Field) -> Position:
    return Position(acts=((),), awaited=(), board=board, starts=(start,), sheets=(Sheet((start,)),), deck=GAME.components.cards)


# Lines and their cost


def snake() -> Path:
    """Return all fields row by row, alternating direction."""
    rows = [[field for field in FIELDS if field[0] == row] for row in "abcdefghi"]
    return tuple(field for nth, row in enumerate(rows) for field in (row if nth % 2 == 0 else row[::-1]))


def pay(board: Board, start: Field, path: Path, cards: Sequence[str]) -> tuple[int, Payment]:
    """Return the fewest unpaid fields of a line that grows from a start in both directions, and the order of the cards.

    Dynamic programming over sets of cards: the longest stretch paid by a set dominates all shorter ones.
    """
    at = path.index(start)
    out, back = path[at + 1 :], path[:at][::-1]
    shades = tuple(board.colour[field] for field in out + back)
    hands: dict[int, Spent] = {0: (0, ())}
    for _ in cards:
        longer: dict[int, Spent] = {}
        for hand, (paid, spent) in hands.items():
            for number, card in enumerate(cards):
                if not hand >> number & 1 and (end := stretch(shades, paid, card, len(out))) > longer.get(hand | 1 << number, (0,))[0]:
                    longer[hand | 1 << number] = end, (*spent, (card, paid, end))
        hands = dict(sorted(longer.items(), key=lambda item: -item[1][0])[:BEAM]) or hands
    paid, spent = max(hands.values())
    return len(shades) - paid, [
        (card, (start if begin in (0, len(out)) else (out + back)[begin - 1], *(out + back)[begin:end])) for card, begin, end in spent
    ]


def stretch(shades: tuple[str, ...], begin: int, card: str, border: int) -> int:
    """Return how far a card pays from a place. At the end of the line, the other end continues with another card."""
    end = begin
    while end < len(shades) and not (begin < border == end) and shades[end] in card:
        card = card.replace(shades[end], "", 1)
        end += 1
    return end


def cover(board: Board, start: Field, cards: Sequence[str], cut: Callable[[Path], Path] = lambda path: path) -> Payment:
    """Find a line over all fields (or those left after a cut) that the cards pay for, by random rotations of its ends."""
    for attempt in range(ATTEMPTS):
        rng, path, unpaid = Random(f"{attempt}/{start}"), snake(), len(FIELDS)
        for _ in range(BENDS):
            bent = bend(path, rng)
            kept = cut(bent)
            left, payment = pay(board, start, kept, cards) if start in kept else (len(FIELDS), [])
            if not left:
                return payment
            if left <= unpaid or rng.random() < exp((unpaid - left) / WARMTH):
                path, unpaid = bent, left
    return []


def bend(path: Path, rng: Random) -> Path:
    """Rotate a Hamiltonian path: connect an end to a neighbour and cut the resulting loop."""
    if rng.random() < 0.5:
        path = path[::-1]
    at = path.index(rng.choice(NEIGHBOURS[path[-1]]))
    return path[: at + 1] + path[:at:-1]


def all_but_the_four(board: Board) -> Callable[[Path], Path]:
    """Cut ten fields off the ends of a line, including the 4 and no other number, if possible."""
    four, others = board.numbers[2], {*board.numbers[:2], *board.numbers[3:]}

    def cut(path: Path) -> Path:
        for off in range(11):
            kept = path[off : off + len(FIELDS) - 10]
            if four not in kept and others <= set(kept):
                return kept
        return ()

    return cut


def drawn(board: Board, start: Field, payment: Payment) -> int:
    """Play the line by the rules of the game and return its number of fields."""
    position = opening(board, start)
    for card, (origin, *fields) in payment:
        position = position.happen(card)
        for to in fields:
            position = position.choose(0, Draw(to, origin))
            origin = to
        position = position.choose(0, DONE)
    return len(position.sheets[0].line)


def one_card(board: Board, fields: Path, cards: Sequence[str]) -> bool:
    """Whether one card pays for a whole line except its first field."""
    need = Counter(board.colour[field] for field in fields[1:])
    return any(not need - Counter(card) for card in cards)


def short_lines(field: Field, length: int) -> Iterator[Path]:
    """Yield all lines from a field with up to a number of further fields."""
    waiting: list[Path] = [(field,)]
    while waiting:
        path = waiting.pop()
        yield path
        if len(path) <= length:
            waiting.extend((*path, to) for to in NEIGHBOURS[path[-1]] if to not in path)


# Constraints


def findings(board: Board, cards: Sequence[str], quick: bool = False) -> Iterator[Finding]:
    """Yield all constraints with their proofs; `quick` skips slow searches."""
    yield from about_cards(cards)
    yield from about_places(board)
    yield from about_colours(board)
    yield from about_example(board, cards)
    yield from about_numbers(board, cards)
    if not quick:
        yield from about_covers(board, cards)


def about_cards(cards: Sequence[str]) -> Iterator[Finding]:
    sizes = Counter(map(len, cards))
    yield "15 cards, nine of 4 and six of 5 fields", "66 fields in all" if sizes == {4: 9, 5: 6} else ""
    yield "four different colours on each card", "one doubled on the larger" if all(len(set(card)) == 4 for card in cards) else ""
    yield "the cards that were seen are there", ", ".join(SEEN) if set(SEEN) <= set(cards) else ""
    fours = {frozenset(card) for card in cards}
    yield "every four of the six colours once", "15 sets" if fours == {frozenset(four) for four in combinations(COLOURS, 4)} else ""
    counts = Counter("".join(cards))
    yield "every colour equally often", "11 fields each" if set(counts.values()) == {11} else ""


SEEN = ("BGYA", "GYARR", "BYAAR", "BYYRW", "BGYW")


def about_places(board: Board) -> Iterator[Finding]:
    rings = {number: distance(field, MIDDLE_FIELD) for field, number in board.number.items()}
    yield "numbers from 5 to 10 on the rim", "all in ring 4" if all(rings[number] == 4 for number in range(5, 11)) else ""
    yield "2, 3 and 4 in the middle", "all in ring 2" if all(rings[number] == 2 for number in (2, 3, 4)) else ""
    ring = {distance(start, MIDDLE_FIELD) for start in board.starts}
    yield "four starts beside the middle field", " ".join(board.starts) if ring == {1} and len(set(board.starts)) == 4 else ""
    yield "no number on a start", "none" if not set(board.starts) & set(board.numbers) else ""


def about_colours(board: Board) -> Iterator[Finding]:
    counts = Counter(board.colours)
    yield "six colours, 10 or 11 fields each", said(counts) if sorted(counts.values()) == [10] * 5 + [11] else ""
    alike = [(one, other) for one, other in combinations(FIELDS, 2) if board.colour[one] == board.colour[other]]
    yield "no two neighbours alike", "156 pairs differ" if all(distance(*pair) > 1 for pair in alike) else ""
    inner, rim = ([colours_around(board, field) for field in FIELDS if (len(NEIGHBOURS[field]) == 6) is inside] for inside in (True, False))
    around = f"at least {min(inner)} inside, {min(rim)} on the rim"
    yield "different colours round every field", around if min(inner) >= 4 and min(rim) >= 3 else ""
    yield "different colours on the rim's numbers", "six" if len({board.colour[field] for field in board.numbers[3:]}) == 6 else ""
    yield "different colours on the starts", "four" if len({board.colour[field] for field in board.starts}) == 4 else ""


def colours_around(board: Board, field: Field) -> int:
    return len({board.colour[beside] for beside in NEIGHBOURS[field]})


def said(counts: Counter[str]) -> str:
    return ", ".join(f"{COLOURS[colour]} {counts[colour]}" for colour in COLOURS)


def about_example(board: Board, cards: Sequence[str]) -> Iterator[Finding]:
    """Check the worked example: from a yellow start beside the 3 over blue, green and grey to a yellow field beside the 6."""
    three, six = board.numbers[1], board.numbers[4]
    lines = [
        path
        for start in board.starts
        if three in NEIGHBOURS[start]
        for path in short_lines(start, 4)
        if "".join(board.colour[field] for field in path) == "YBGAY" and six in NEIGHBOURS[path[-1]] and not set(path) & set(board.numbers)
    ]
    yield "the worked example can be drawn", " ".join(lines[0]) if lines and "BGYA" in cards else ""


def about_numbers(board: Board, cards: Sequence[str]) -> Iterator[Finding]:
    first = {
        start: {board.number[path[-1]] for path in short_lines(start, 5) if path[-1] in board.number and one_card(board, path, cards)}
        for start in board.starts
    }
    reached = "; ".join(f"{start}: {' '.join(map(str, sorted(numbers)))}" for start, numbers in first.items())
    yield "numbers can be reached in the first round", reached if all(first.values()) else ""
    pairs = {
        tuple(sorted((board.number[path[1]], board.number[path[-1]])))
        for field in board.numbers
        for beside in NEIGHBOURS[field]
        for path in short_lines(beside, 5)
        if len(path) > 2 and path[1] == field and path[-1] in board.number and one_card(board, path, cards)
    }
    yield "one card can pay for two numbers", ", ".join(f"{one} and {other}" for one, other in sorted(pairs))


def about_covers(board: Board, cards: Sequence[str]) -> Iterator[Finding]:
    every, yellow = len(FIELDS), next(start for start in board.starts if board.colour[start] == "Y")
    for start in board.starts:
        payment = known(board, start, every) or cover(board, start, cards)
        full = drawn(board, start, payment) == every
        yield f"from {start} some order of the cards pays for all {every} fields", written(payment) if full else ""
    payment = known(board, yellow, every - 10) or cover(board, yellow, cards, all_but_the_four(board))
    fields = {field for _, fields in payment for field in fields}
    partial = drawn(board, yellow, payment) == every - 10 and set(board.numbers) - fields == {board.numbers[2]}
    yield f"from {yellow} all numbers but the 4 can be reached with {every - 10} fields", written(payment) if partial else ""


def known(board: Board, start: Field, size: int) -> Payment:
    """Return a known cover if it can be drawn on this board."""
    stretches = [stretch.split() for stretch in COVERS.get((start, size), "").split(";") if stretch]
    payment = [(card, tuple(fields.split("-"))) for card, fields in stretches]
    try:
        return payment if drawn(board, start, payment) == size else []
    except Illegal:
        return []


def written(payment: Payment) -> str:
    return "; ".join(f"{card} {'-'.join(fields)}" for card, fields in payment if len(fields) > 1)


# Strength of starts


def measure(board: Board, seeds: range) -> Iterator[str]:
    """Print mean scores of the greedy player from each start, solo and with four seats, with 95 % intervals."""
    yield f"seeds {seeds[0]} to {seeds[-1]}"
    alone = {start: [solo(board, start, seed) for seed in seeds] for start in board.starts}
    for start, scores in alone.items():
        yield f"alone from {start}: {interval(scores)}"
    every = [score for scores in alone.values() for score in scores]
    yield f"alone from any start: {interval(every)}, above 40 in {mean(score > 40 for score in every):.1%} of games"
    games = [four(seed) for seed in seeds]
    for start in board.starts:
        share = interval([100 * game[start][1] for game in games])
        yield f"with four from {start}: {interval([game[start][0] for game in games])}, wins {share} %"


def four(seed: int) -> dict[Field, tuple[float, float]]:
    """Return the score and the share of the win of each start in a game of four greedy players."""
    referee = play(GAME, [Greedy(Random(seat)) for seat in range(4)], seed)
    position, outcome = referee.position, referee.outcome
    assert isinstance(position, Position)
    assert outcome is not None
    assert outcome.scores is not None
    shares = [(seat in outcome.winners) / len(outcome.winners) for seat in range(4)]
    return {start: (outcome.scores[seat], shares[seat]) for seat, start in enumerate(position.starts)}


def interval(values: Sequence[float]) -> str:
    return f"{mean(values):.1f} ± {1.96 * stdev(values) / len(values) ** 0.5:.1f}"


# Proofs

# Covers found by `cover` for the built-in board. Playing them by the rules is the proof, so the search need not run again.
COVERS = {
    ("d5", 61): (
        "BYAW d5-e6-e5-e4-d4; BGAWW d4-d3-d2-e3-f3; BGYA f3-g4-h5-h4-i5; BBGRW i5-i6-h6-h7-i7; BYAAR i7-i8-i9-h8-h9; GARW "
        "h9-g9-g8-g7-g6; GYRW g6-g5-f4-f5-f6; BARW f6-f7-f8-e7-e8; BGYR e8-f9-e9; YARW e9-d8-c7-b6; GGYAW b6-a5-a4-a3-a2-a1; "
        "BYYRW a1-b2-c3-c2-b1-c1; GYARR c1-d1-e2-e1-f2-g3; BGAR d5-c4-b3-b4-b5; BGYW b5-c5-d6-d7-c6"
    ),
    ("e4", 61): (
        "BGYW e4-d4-c3-b3-c4; BARW c4-d5-e5-e6-e7; BGYR e7-f7-f6-f5-f4; BGAWW f4-f3-e3-e2-e1; GYARR e1-f2-g3-h4-i5-i6; BBGRW "
        "i6-i7-h6-h7; BYAW h7-g6-g5-h5-g4; BGAR e4-d3-d2-d1-c1; GYRW c1-c2-b1-b2; GGYAW b2-a1-a2-a3-a4-a5; YARW a5-b6-b5-b4-c5; "
        "BGYA c5-d6-d7-c6-c7; BYYRW c7-d8-e9-e8-f9; GARW f9-f8-g8-g9-h9; BYAAR h9-i9-i8-h8-g7"
    ),
    ("e6", 61): (
        "BBGRW e6-e7-d7-c6-b5; BGYA b5-b4-b3-c3-c4; BGAWW c4-d4-d3-c2-d2-e3; GYRW e3-e4-f5-g5-f4; BGYW f4-f3-g4-h5; GYARR "
        "h5-i6-i5-h4-g3-f2; GARW f2-e2-e1-d1; BYAAR d1-c1-b1-b2; BYYRW e6-d6-c5-d5-e5-f6; BGYR f6-f7-g7-g8-h8; BARW h8-h7-g6-h6; "
        "BGAR h6-i7-i8-i9-h9; YARW h9-g9-f9-f8-e8; BYAW e8-e9-d8-c7-b6; GGYAW b6-a5-a4-a3-a2-a1"
    ),
    ("f5", 61): (
        "BARW f5-e5-d5-c5-b4; GYRW b4-b5-b6-a5-a4; GYARR a4-a3-a2-a1-b2; BGYW b2-b3-c3-c4-d4; GGYAW d4-d3-d2-c2-b1; BGYR "
        "b1-c1-d1-e1-f2; BYAAR f2-e2-e3-e4-f4; BBGRW f4-f3-g3-h4-g4; YARW g4-g5-h5-i5-i6; BGAWW i6-i7-h6-g6-h7; BGAR h7-i8-i9-h9; "
        "BYYRW h9-h8-g7-f6-f7-e7; BGYA e7-e6-d6-d7-c6; BYAW c6-c7-d8-e9-f9; GARW f9-e8-f8-g8-g9"
    ),
    ("e4", 51): (
        "BBGRW e4-e3-f4-g5-g4; GYRW g4-f3-g3-f2-e1; BGAR e1-d1-e2-d2-c1; YARW c1-c2-b1-a1-b2; BGYW b2-a2-a3-a4; GYARR "
        "a4-a5-b6-b5-b4; BGYA e4-e5-f5-g6-f6; BARW f6-f7-e6-e7-e8; GARW e8-f8-g8-g7-h7; BGYR h7-h6-h5-h4; BYAAR h4-i5-i6; GGYAW "
        "i6-i7-i8; BYYRW i8-i9-h8-h9-g9-f9; BYAW f9-e9-d8-c7"
    ),
}


# The command


def picture(board: Board) -> str:
    """Return the rows as in components.toml."""
    rows: dict[str, list[str]] = {}
    for field in FIELDS:
        star = "*" if field in board.starts else ""
        rows.setdefault(field[0], []).append(f"{board.colour[field]}{board.number.get(field, '')}{star}")
    return "\n".join(f'    "{" ".join(row)}",' for row in rows.values())


def report(board: Board, cards: Sequence[str]) -> bool:
    holds = True
    for what, why in findings(board, cards):
        print(f"{'holds' if why else 'FAILS'}  {what}{f': {why}' if why else ''}")
        holds = holds and bool(why)
    return holds


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Make or check the board of Traxx.")
    task = parser.add_mutually_exclusive_group(required=True)
    task.add_argument("--check", action="store_true", help="check the board in the box")
    task.add_argument("--search", type=int, metavar="SEED", help="search for a board")
    task.add_argument("--measure", action="store_true", help="measure the board in the box")
    given = parser.parse_args(arguments)
    components: Components = GAME.components
    board = board_of(components) if given.search is None else search(given.search)
    print(picture(board))
    if given.measure:
        print(*measure(board, FRESH), sep="\n")
        return 0
    return 0 if report(board, components.cards) else 1


if __name__ == "__main__":
    sys.exit(main())
