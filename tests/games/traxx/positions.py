"""Positions on a fixed test board, written as lines of fields."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from byways.game import Event, Tell
from byways.games.traxx import GAME
from byways.games.traxx.rules import board_of, parse
from byways.games.traxx.state import NO_POINTS, Draw, Position, Setup, Sheet

# A fixed board, so that tests do not change with the built-in one.
ROWS = """
            G   Y   R7  W   Y
          R   W   B   A   G   B
        Y10 B   Y   G4  W   R   A9
      W   G   A   R   A*  B   W   Y
    R   A   B   Y*  B   R*  G   B   G
      Y   W   A3  G*  Y   B2  A   R
        B6  G   R   W   A   Y   W5
          R   W   Y   B   R   G
            B   A   G8  W   A
"""
CARDS = "BGYA BGYR BGYW BGAR BYAW BARW GYRW GARW YARW GYARR BYAAR BYYRW BBGRW GGYAW BGAWW"


def components(rows: str = ROWS, cards: str = CARDS) -> str:
    """The text of a components file."""
    lines = [" ".join(row.split()) for row in rows.strip().splitlines()]
    first, *others = cards.split()
    parts = (("board", "rows", lines), ("known_card", "cards", [first]), ("further_cards", "cards", others))
    return "\n".join(f'[{part}]\nprovenance = "reconstruction"\nsource = "a test"\n{name} = {value!r}' for part, name, value in parts)


TEST_GAME = GAME.using(components())
BOARD = board_of(TEST_GAME.components)
DECK = tuple(sorted(TEST_GAME.components.cards))


def begin(*starts: str) -> Position:
    """The first position, with a board for each start."""
    position = TEST_GAME.start(Setup(starts))
    assert isinstance(position, Position)
    return position


def lay(
    *lines: str, card: str = "BGYA", deck: Sequence[str] = ("BGYR",), points: Sequence[tuple[int, ...]] = (), rows: str = ""
) -> Position:
    """A position in which these lines are inked, one per seat, and a card has just been turned up."""
    board = board_of(GAME.using(components(rows)).components) if rows else BOARD
    sheets = tuple(Sheet(tuple(line.split()), points[seat] if points else NO_POINTS) for seat, line in enumerate(lines))
    starts = tuple(sheet.line[0] for sheet in sheets)
    position = Position(acts=((),) * len(lines), awaited=(), board=board, starts=starts, sheets=sheets, deck=(*deck, card))
    return position.happen(card)


def entered(**points: int) -> tuple[int, ...]:
    """A score table: `entered(n7=4)` has 4 points for the 7."""
    table = {int(name[1:]): value for name, value in points.items()}
    return tuple(table.get(number, 0) for number in range(2, 11))


def steps(act: str) -> list[Draw]:
    """`e4 e3 d2` goes from the end e4 over e3 to d2."""
    fields = act.split()
    return [Draw(to, origin) for origin, to in pairwise(fields)]


def dot(position: Position, seat: int, act: str) -> Position:
    """Make the steps of an act without `done`."""
    for step in steps(act):
        position = position.choose(seat, step)
    return position


def draw(position: Position, *acts: str, tell: Tell = None) -> Position:
    """Let all seats draw, each from the end named first, and finish. An empty act is a pass."""
    for seat, act in enumerate(acts):
        position = dot(position, seat, act).choose(seat, parse("done"), tell)
    return position


def turn(position: Position, card: str, *acts: str, tell: Tell = None) -> Position:
    """Turn up a card and let all seats draw."""
    return draw(position.happen(card, tell), *acts, tell=tell)


def offered(position: Position, seat: int = 0) -> set[str]:
    return {str(choice) for choice in position.choices(seat)}


def line(position: Position, seat: int = 0) -> str:
    return " ".join(position.sheets[seat].line)


def score(position: Position, seat: int = 0) -> int:
    return position.sheets[seat].score


def sentences(events: list[Event]) -> list[str]:
    return [GAME.say(event.wording) for event in events]
