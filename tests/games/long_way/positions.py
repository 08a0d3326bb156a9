"""Sheets and positions from short texts, for the tests of The Long Way."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from hypothesis import strategies as st

from byways.bits import members
from byways.game import Event, Outcome, Tell
from byways.games.long_way import GAME
from byways.games.long_way.components import SIZE, Components
from byways.games.long_way.state import (
    BORDERS,
    DIRECTION,
    NO_SEGMENTS,
    SIDE_NAMES,
    SPACES,
    PerSide,
    Position,
    Setup,
    Sheet,
    added,
    name_of,
    space_of,
)

COMPONENTS: Components = GAME.components
LETTERS = dict(zip("NESW", SIDE_NAMES, strict=True))
ROWS = [" ".join(f"{column}{row}" for column in "abcdefg") for row in range(1, 8)]
EVERYWHERE = " ".join(ROWS)


def spaces(names: str) -> int:
    return sum(1 << space_of(name) for name in names.split())


def segments(words: str) -> PerSide:
    """'c4N d5ES': the north side of c4, the east and south sides of d5."""
    found = NO_SEGMENTS
    for word in words.split():
        for letter in word[2:]:
            found = added(found, DIRECTION[LETTERS[letter]], space_of(word))
    return found


def door(word: str) -> int:
    return 4 * space_of(word) + DIRECTION[LETTERS[word[2]]]


def sheet(
    entrance: str = "a1W",
    exit: str = "g1E",
    *,
    walls: str = "",
    doorways: str = "",
    displays: str = "",
    cafeterias: Iterable[str] = (),
    filled: str = "",
    coins: int = 0,
    stopped: bool = False,
) -> Sheet:
    """A store from short texts: displays such as 'c4=5', a cafeteria as two spaces. Spaces with anything on them are occupied."""
    kinds = [0] * 6
    for word in displays.split():
        kinds[int(word[3]) - 1] |= 1 << space_of(word)
    halls = tuple(spaces(words) for words in cafeterias)
    found = segments(walls)
    occupied = spaces(filled)
    for bits in (*kinds, *halls, *found):
        occupied |= bits
    a, b, c, d, e, f = kinds
    return Sheet(door(entrance), door(exit), found, segments(doorways), occupied, (a, b, c, d, e, f), (), halls, coins, stopped)


def all_walls(*but: str) -> str:
    """Walls around every space, except across open borders such as 'a1-b1' or along rows such as 'a1-g1'."""
    opened = {pair for path in but for pair in steps(path)}
    words = []
    for space in range(SPACES):
        for letter, step in (("E", 1), ("S", SIZE)):
            inside = not BORDERS[DIRECTION[LETTERS[letter]]] >> space & 1
            if inside and (space, space + step) not in opened:
                words.append(name_of(space) + letter)
    return " ".join(words)


def steps(path: str) -> Iterable[tuple[int, int]]:
    """The pairs of neighbours along a path of straight runs, smaller space first."""
    corners = [divmod(space_of(name), SIZE) for name in path.split("-")]
    for (row, column), (to_row, to_column) in pairwise(corners):
        down, right = (to_row > row) - (to_row < row), (to_column > column) - (to_column < column)
        while (row, column) != (to_row, to_column):
            here, row, column = row * SIZE + column, row + down, column + right
            there = row * SIZE + column
            yield min(here, there), max(here, there)


def names(bits: int) -> str:
    return " ".join(map(name_of, members(bits)))


def begin(seats: int = 1, first: int = 0) -> Position:
    position = GAME.start(Setup(seats, first))
    assert isinstance(position, Position)
    return position


def play(position: Position, *words: str, tell: Tell = None) -> Position:
    """Play choices such as '0: tile c4' (seat 0 by default) and results of chance such as 'light 3'."""
    for word in words:
        seat, _, choice = word.rpartition(": ")
        due = position.chance is not None
        position = position.happen(word, tell) if due else position.choose(int(seat or 0), GAME.parse(choice), tell)
    return position


DOORS = ("entrance a1 west", "exit g7 east", "done")


def ready(*sheets: Sheet, dice: tuple[int, int] = (0, 0), active: int = 0) -> Position:
    """A position with these sheets at the start of a turn. With dice, they have been rolled and kept."""
    position = begin(len(sheets), active)
    position = Position(acts=position.acts, awaited=(), chart=position.chart, sheets=tuple(sheets), phase="roll", active=active, round=1)
    if not any(dice):
        return position
    position = play(position, f"light {dice[0]}", f"dark {dice[1]}")
    return play(position, f"{active}: keep") if position.phase == "coins" else position


def ended(position: Position) -> Outcome:
    assert position.outcome is not None
    return position.outcome


def offered(position: Position, seat: int = 0) -> list[str]:
    return [str(choice) for choice in position.choices(seat)]


def told(position: Position, *words: str) -> list[str]:
    events: list[Event] = []
    play(position, *words, tell=events)
    return [GAME.say(event.wording) for event in events]


EARNED = ("tile a7", "display c7 1")


def earned(store: Sheet) -> Position:
    """The position after a display at the bottom left has earned a bonus."""
    position = play(ready(store, dice=(1, 3)), *EARNED)
    assert "coins" in offered(position)
    return position


segment_sets = st.tuples(*[st.integers(0, (1 << SPACES) - 1)] * 4)


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """Any store, dense or sparse, with or without cafeterias, reachable by the rules or not."""
    sparse = draw(st.integers(1, 3))
    walls, doorways = NO_SEGMENTS, NO_SEGMENTS
    for _ in range(sparse):
        one = draw(segment_sets)
        walls = one if walls == NO_SEGMENTS else tuple(a & b for a, b in zip(walls, one, strict=True))
    doorways = tuple(a & b for a, b in zip(walls, draw(segment_sets), strict=True))
    halls: list[int] = []
    for _ in range(draw(st.integers(0, 2))):
        space, down = draw(st.integers(0, SPACES - 1)), draw(st.booleans())
        fits = space < SPACES - SIZE if down else space % SIZE < SIZE - 1
        hall = (1 | 1 << SIZE if down else 3) << space
        if fits and not any(hall & other for other in halls):
            halls.append(hall)
    shown = draw(st.integers(0, (1 << SPACES) - 1)) & ~sum(halls)
    occupied = draw(st.integers(0, (1 << SPACES) - 1)) | shown | sum(halls)
    for bits in walls:
        occupied |= bits
    outer = [4 * space + lane for lane, border in enumerate(BORDERS) for space in members(border)]
    entrance, out = draw(st.lists(st.sampled_from(outer), min_size=2, max_size=2, unique=True))
    kind = draw(st.integers(0, 5))
    kinds = tuple(shown if nth == kind else 0 for nth in range(6))
    return Sheet(entrance, out, walls, doorways, occupied, kinds, (), tuple(halls))  # type: ignore[arg-type]
