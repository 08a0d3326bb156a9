"""Positions on boards that are drawn as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from random import Random
from typing import TypeAlias

from hypothesis import strategies as st

from byways.game import Choice, Event, Tally, Tell, stream
from byways.games.labyrinth import GAME, LabyrinthOptions, rules
from byways.games.labyrinth.components import Components
from byways.games.labyrinth.rules.setup import COLORS, begin
from byways.games.labyrinth.state import OPENINGS, Avatar, Maze, Position, Setup, Slide, Tile
from byways.i18n import Message

Place: TypeAlias = tuple[int, int]  # row, column

COMPONENTS: Components = GAME.components
GEMS = COMPONENTS.gems.names
CONNECTORS = "│─┐└┌┘┬├┴┤┼"

OPEN3 = "┼┼┼ " * 3
OPEN5 = "┼┼┼┼┼ " * 5
OPEN7 = "┼┼┼┼┼┼┼ " * 7

# An avatar on (1, 1) or (1, 3) can never leave: its tile opens up and down, and the rows above and below run across.
SEALED = """
    ─────
    ─│─│─
    ─────
"""


def board(drawn: str, spare: str = "┼", classic: bool = False) -> Maze:
    """A maze from its rows. Tiles are numbered row by row, the spare last, and have different gems."""
    rows = drawn.split()
    pairs = islice(combinations(GEMS, 2), len("".join(rows)) + 1)
    tiles = [Tile(number, connector, gems) for number, (connector, gems) in enumerate(zip("".join(rows) + spare, pairs, strict=True))]
    return Maze(len(rows), len(rows[0]), tuple(tiles[:-1]), tiles[-1], classic)


def setup(
    drawn: str,
    homes: Sequence[Place],
    goals: Sequence[Place | list[Place | None] | None],
    *,
    spare: str = "┼",
    at: Sequence[Place] | None = None,
    last: str | None = None,
    rounds: int = 1000,
    classic: bool = False,
) -> Setup:
    """A set-up on a drawn board. A seat's goals are a place or a list of places; in `classic`, the tiles there, or None for the spare."""
    maze = board(drawn, spare, classic)

    def cell(place: Place | None) -> int:
        return maze.rows * maze.columns if place is None else place[0] * maze.columns + place[1]

    avatars = [Avatar(cell(where), cell(home), color) for where, home, color in zip(at or homes, homes, COLORS, strict=False)]
    hunts = [tuple(map(cell, goal if isinstance(goal, list) else [goal])) for goal in goals]
    before = rules.parse(last) if last else None
    assert before is None or isinstance(before, Slide)
    return Setup(maze, tuple(avatars), tuple(hunts), rounds, last=before)


def position(
    drawn: str,
    homes: Sequence[Place],
    goals: Sequence[Place | list[Place | None] | None],
    *,
    spare: str = "┼",
    at: Sequence[Place] | None = None,
    last: str | None = None,
    rounds: int = 1000,
    classic: bool = False,
) -> Position:
    """The first position of a drawn set-up, audited or not."""
    return begin(setup(drawn, homes, goals, spare=spare, at=at, last=last, rounds=rounds, classic=classic))


def play(start: Position, *turns: str, tell: Tell = None) -> Position:
    """Play turns of the awaited seats, each written 'slide 0 left; insert 90; walk 1,3' or 'pass'."""
    for turn in turns:
        for text in turn.split("; "):
            start = start.choose(start.awaited[0], GAME.parse(text), tell)
    return start


def told(start: Position, seat: int | None, *turns: str) -> list[str]:
    """The names of the events for a seat."""
    tell: list[Event] = []
    play(start, *turns, tell=tell)
    return [mine.name for event in tell if (mine := event.for_seat(seat))]


def offered(position: Position) -> list[str]:
    return [str(choice) for choice in position.choices(position.awaited[0])]


def draw(maze: Maze) -> list[str]:
    connectors = "".join(tile.connector for tile in maze.tiles)
    return [connectors[start : start + maze.columns] for start in range(0, len(connectors), maze.columns)]


def places(position: Position) -> list[Place]:
    """The places of the avatars."""
    return [divmod(avatar.at, position.maze.columns) for avatar in position.avatars]


@st.composite
def mazes(draw: st.DrawFn, classic: bool = False) -> Maze:
    """Random boards of any rectangular size."""
    rows, columns, seed = draw(st.integers(2, 15)), draw(st.integers(2, 15)), draw(st.integers(0, 2**32))
    return random_maze(Random(seed), rows, columns, classic)


def random_maze(rng: Random, rows: int, columns: int, classic: bool = False) -> Maze:
    drawn = ["".join(rng.choices(list(OPENINGS), k=columns)) for _ in range(rows)]
    return board(" ".join(drawn), rng.choice(list(OPENINGS)), classic)


def to(row: int, column: int) -> str:
    """A turn on an open board that ends at a place; its slide does not matter."""
    return f"slide 0 left; insert 0; walk {row},{column}"


def played(options: LabyrinthOptions, seed: int, *names: str) -> Iterator[Position]:
    """The positions after every step of a game between bots that have no time to think."""
    current = GAME.start(GAME.deal(len(names), stream(seed, "set-up"), options))
    players = [GAME.bots[name](stream(seed, f"seat {seat}")) for seat, name in enumerate(names)]
    while current.outcome is None:
        assert isinstance(current, Position)
        yield current
        (seat,) = current.awaited
        answer = players[seat].choose(current.view(seat), 0.0)
        current = current.choose(seat, answer if isinstance(answer, Choice) else answer[0])


def facts(found: tuple[int, ...], away: tuple[float | None, ...] = (), treasures: int = 1) -> tuple[Tally, ...]:
    """The breakdown of a result: treasures, and distances if they decided."""
    first = Tally(Message("tally.treasures" if treasures > 1 else "tally.treasure", {"treasures": treasures}), found)
    return (first, Tally(Message("tally.distance"), away)) if away else (first,)
