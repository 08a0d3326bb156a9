"""Convert between the JSON of the course's programs and our own values.

Only the shape is checked here, and `conduct` plays whatever has the right shape: gem pairs, homes, colours and treasures may repeat; homes,
treasures and avatars may be anywhere, even off the board; `last` may name a line that does not slide; any number of players may take part.
`rules.start`, with which recorded games begin, refuses all that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, NoReturn, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, field

from byways.game import Complaint, Malformed, Refused
from byways.games.labyrinth import GAME, rules
from byways.games.labyrinth.course.conduct import Past, Result, Start, Turn, goal_of
from byways.games.labyrinth.course.places import FAR, CourseMaze, Place, cell_at, place_of
from byways.games.labyrinth.rules.setup import begin
from byways.games.labyrinth.state import OPENINGS, TURNED, TURNS, Avatar, Degree, Insert, Maze, Position, Setup, Slide, Walk
from byways.games.labyrinth.state import Direction as OurDirection
from byways.games.labyrinth.state import Tile as OurTile
from byways.games.labyrinth.view import View, view
from byways.i18n import Message, Sentence

T = TypeVar("T")

# Shapes


class Connector(str):
    """One of the eleven characters."""


class Gem(str):
    """One of the course's 102 gems."""


class Color(str):
    """One of nine colour names, or six upper-case hexadecimal digits."""


class Name(str):
    """The name that a player signs up with."""


CONNECTORS = {text: Connector(text) for text in OPENINGS}
GEMS = {text: Gem(text) for text in GAME.components.gems.names}

# The course's own colour pattern accepts a bar as a digit, so this one does too.
COLOR = re.compile(r"purple|orange|pink|red|blue|green|yellow|white|black|[A-F|0-9]{6}")
NAME = re.compile(r"[a-zA-Z0-9]{1,20}")

# The error message and parser for each kind of word. Connectors and gems are shared between states, which have hundreds each.
WORDS: dict[type[str], tuple[str, Callable[[str], str | None]]] = {
    Connector: ("course.not-connector", CONNECTORS.get),
    Gem: ("course.not-gem", GEMS.get),
    Color: ("course.not-colour", lambda text: Color(text) if COLOR.fullmatch(text) else None),
    Name: ("course.not-name", lambda text: Name(text) if NAME.fullmatch(text) else None),
}


def word(kind: type[str], value: object) -> str:
    """Convert a value to a word of a kind, or raise `Malformed`."""
    otherwise, find = WORDS[kind]
    if isinstance(value, str) and (found := find(value)) is not None:
        return found
    raise Malformed(Message(otherwise, {"value": shown(value)}), GAME.room)


def shown(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= 40 else text[:40] + "…"


Nat: TypeAlias = Annotated[int, Meta(ge=0, lt=FAR)]
Direction: TypeAlias = Literal["UP", "DOWN", "LEFT", "RIGHT"]
Action: TypeAlias = tuple[Nat, Direction]


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """A JSON object of the course; unknown keys are ignored."""


class Coordinate(Shape, frozen=True):
    row: Nat = field(name="row#")
    column: Nat = field(name="column#")


Choice: TypeAlias = Literal["PASS"] | tuple[Nat, Direction, Degree, Coordinate]


class Board(Shape, frozen=True):
    connectors: tuple[tuple[Connector, ...], ...]
    treasures: tuple[tuple[tuple[Gem, Gem], ...], ...]

    @property
    def rows(self) -> int:
        return len(self.connectors)

    @property
    def columns(self) -> int:
        return len(self.connectors[0]) if self.connectors else 0

    def __post_init__(self) -> None:
        if min(self.rows, self.columns) < 2:
            raise Malformed(Message("course.small-board", {"rows": self.rows, "columns": self.columns}), GAME.room)
        self._check_rows("course.row-connectors", self.connectors)
        if len(self.treasures) != self.rows:
            raise Malformed(Message("course.rows", {"connectors": self.rows, "treasures": len(self.treasures)}), GAME.room)
        self._check_rows("course.row-treasures", self.treasures)

    def _check_rows(self, otherwise: str, grid: Sequence[Sequence[object]]) -> None:
        for number, row in enumerate(grid):
            if len(row) != self.columns:
                raise Malformed(Message(otherwise, {"row": number, "count": len(row), "columns": self.columns}), GAME.room)

    def has(self, coordinate: Coordinate) -> bool:
        return coordinate.row < self.rows and coordinate.column < self.columns


class Tile(Shape, frozen=True):
    tilekey: Connector
    first: Gem = field(name="1-image")
    second: Gem = field(name="2-image")


class Player(Shape, frozen=True):
    current: Coordinate
    home: Coordinate
    color: Color


class RefereePlayer(Player, frozen=True):
    goto: Coordinate


class State(Shape, frozen=True):
    """The state as sent to a player: the players in turn order, beginning with the active or receiving one."""

    board: Board
    spare: Tile
    plmt: tuple[Player, ...]
    last: Action | None


class SoFar(Shape, frozen=True, omit_defaults=True):
    """One player's progress in a resumed game: its finds, whether it is going home, and its turn in this round."""

    found: tuple[Coordinate, ...] = ()
    homeward: bool = False
    turn: Literal["moved", "passed"] | None = None


class Progress(Shape, frozen=True):
    """The progress of a resumed game, which the course's own states lack. `players` is in the order of `plmt`."""

    round: Annotated[int, Meta(ge=1)]
    players: tuple[SoFar, ...]


class RefereeState(State, frozen=True, omit_defaults=True):
    """A state with the players' goals, and further goals to hand out.

    `byways` is our extension for resumed games; other programs ignore it.
    """

    plmt: tuple[RefereePlayer, ...]
    goals: tuple[Coordinate, ...] = ()
    byways: Progress | None = None

    def __post_init__(self) -> None:
        if self.byways is None:
            return
        players, done = len(self.plmt), len(self.byways.players)
        if players != done:
            raise Malformed(Message("course.progress", {"players": players, "done": done}), GAME.room)
        if any(player.turn for player in self.byways.players[:1]):
            raise Malformed(Message("course.first-turn"), GAME.room)

    @property
    def seating(self) -> list[int]:
        """The players in round order, beginning with those that have already had their turn."""
        had = [player.turn is not None for player in self.byways.players] if self.byways else []
        return sorted(range(len(self.plmt)), key=lambda number: not (had and had[number]))

    def of(self, seats: int) -> RefereeState:
        """The same state with only the first `seats` players."""
        progress = self.byways and Progress(round=self.byways.round, players=self.byways.players[:seats])
        return msgspec.structs.replace(self, plmt=self.plmt[:seats], byways=progress)


# Reading and writing


def no_number(text: str) -> NoReturn:
    raise Malformed(Message("course.not-number", {"text": text}), GAME.room)


DECODER = json.JSONDecoder(parse_constant=no_number)


def values(text: str) -> list[object]:
    """Parse consecutive JSON values, with or without white space between them."""
    found: list[object] = []
    at = skip(text, 0)
    while at < len(text):
        try:
            value, at = DECODER.raw_decode(text, at)
        except json.JSONDecodeError as error:
            raise Malformed(broken(len(found) + 1, error), GAME.room) from None
        except (ValueError, RecursionError) as error:
            raise Malformed(Message("course.unreadable", {"number": len(found) + 1, "reason": meaning(error)}), GAME.room) from None
        found.append(value)
        at = skip(text, at)
    return found


def broken(number: int, error: json.JSONDecodeError) -> Message:
    return Message("course.broken", {"number": number, "line": error.lineno, "column": error.colno, "reason": error.msg})


def meaning(error: Exception) -> Sentence:
    """An error's text for use in a message: our own sentence, or a library's English."""
    return error.meaning if isinstance(error, Complaint) else str(error)


def skip(text: str, at: int) -> int:
    """The end of the white space at an index. JSON has four white space characters."""
    while at < len(text) and text[at] in " \t\n\r":
        at += 1
    return at


def read(kind: type[T], value: object) -> T:
    """Convert a parsed JSON value to one of the shapes."""
    shape: T = read_as(kind, kind.__name__, value)
    return shape


def read_choice(value: object) -> Choice:
    choice: Choice = read_as(Choice, "Choice", value)
    return choice


def read_as(kind: Any, name: str, value: object) -> Any:
    """Convert a value to a type, or raise `Malformed`. Callers annotate the result, because mypy does not accept `Choice` as a type."""
    try:
        return word(kind, value) if kind in WORDS else msgspec.convert(value, kind, dec_hook=word)
    except ValueError as error:  # msgspec's errors are ValueErrors
        raise Malformed(no_shape(name, error), GAME.room) from None


def no_shape(name: str, error: ValueError) -> Message:
    """The message for a value of the wrong shape: msgspec's words, or our own message with the path that msgspec adds."""
    quoted = error.__cause__ if isinstance(error.__cause__, Malformed) else error
    if path := str(error).removeprefix(str(quoted)).removeprefix(" - at ").strip("`"):
        return Message("course.no-shape-at", {"shape": name, "reason": meaning(quoted), "path": path})
    return Message("course.no-shape", {"shape": name, "reason": meaning(quoted)})


def write(value: object) -> Any:
    """Convert a shape to plain JSON values."""
    return msgspec.json.decode(encode(value))


def encode(value: object) -> bytes:
    return msgspec.json.encode(value, enc_hook=str)


# States


def start_of(state: RefereeState) -> Start:
    """A game's start from a state. Seats are in round order (`seating`)."""
    order, so_far = state.seating, state.byways.players if state.byways else (SoFar(),) * len(state.plmt)
    plmt, progress = [state.plmt[number] for number in order], [so_far[number] for number in order]
    hunts = [one.found if one.homeward else (*one.found, player.goto) for player, one in zip(plmt, progress, strict=True)]
    setup = laid(msgspec.structs.replace(state, plmt=tuple(plmt), byways=None), hunts)
    goals = tuple(cell_at(setup.maze.grid, goal.row, goal.column) for goal in state.goals)
    return Start(setup, goals, past_of(state.byways.round, progress) if state.byways else None)


def past_of(round: int, progress: Sequence[SoFar]) -> Past:
    moved = tuple(seat for seat, player in enumerate(progress) if player.turn == "moved")
    return Past(tuple(len(player.found) for player in progress), moved, sum(player.turn is not None for player in progress), round)


def view_of(state: State, goal: Coordinate) -> View:
    """The view of the first player, who is awaited and heads for `goal`. Players off the board are left out, because they can only pass."""
    if not state.plmt:
        raise Malformed(Message("course.nobody"), GAME.room)
    first, *others = state.plmt
    present = (first, *(player for player in others if state.board.has(player.current)))
    return view(begin(laid(msgspec.structs.replace(state, plmt=present), [(goal,), *[()] * (len(present) - 1)])), 0)


def laid(state: State, goals: Sequence[tuple[Coordinate, ...]]) -> Setup:
    maze = maze_of(state.board, state.spare)

    def number(coordinate: Coordinate) -> int:
        return cell_at(maze.grid, coordinate.row, coordinate.column)

    avatars = tuple(Avatar(number(player.current), number(player.home), str(player.color)) for player in state.plmt)
    hunts = tuple(tuple(map(number, hunt)) for hunt in goals)
    return Setup(maze, avatars, hunts, last=slide_of(state.last) if state.last else None)


def maze_of(board: Board, spare: Tile) -> Maze:
    """Build a maze. Tiles are numbered row by row, the spare last."""
    connectors = [*(connector for row in board.connectors for connector in row), spare.tilekey]
    pairs = [*(pair for row in board.treasures for pair in row), (spare.first, spare.second)]
    drawn = enumerate(zip(connectors, pairs, strict=True))
    tiles = [OurTile(number, str(connector), (str(first), str(second))) for number, (connector, (first, second)) in drawn]
    return CourseMaze(board.rows, board.columns, tuple(tiles[:-1]), tiles[-1])


def state_of(view: View) -> State:
    """The state for a seat, beginning with itself, or for a spectator, beginning with the active player. Removed players are left out."""
    maze, first = view.maze, (*view.awaited, 0)[0] if view.seat is None else view.seat
    order = turn_order(first, len(view.avatars), view.removed)
    plmt = tuple(player_of(maze, view.avatars[seat]) for seat in order)
    return State(board=board_of(maze), spare=spare_of(maze), plmt=plmt, last=action_of(view.last))


def referee_state_of(position: Position, goals: Sequence[int] = ()) -> RefereeState:
    """A game's state for a referee, beginning with the active player, with the goals not yet handed out."""
    maze, first = position.maze, (*position.awaited, 0)[0]
    order = turn_order(first, len(position.acts), position.removed)
    if any(len(position.hunts[seat]) - position.found[seat] > 1 for seat in order):
        raise Refused(Message("course.several"), GAME.room)
    return RefereeState(
        board=board_of(maze),
        spare=spare_of(maze),
        plmt=tuple(sent_to(player_of(maze, position.avatars[seat]), goal_of(position, seat)) for seat in order),
        last=action_of(position.last),
        goals=tuple(coordinate(place_of(maze.grid, goal)) for goal in goals),
        byways=progress_of(position, first, order),
    )


def progress_of(position: Position, first: int, order: Sequence[int]) -> Progress | None:
    """A game's progress; None at its start."""
    players = tuple(so_far(position, seat, seat < first) for seat in order)
    fresh = position.round == 1 and all(player == SoFar() for player in players)
    return None if fresh else Progress(round=position.round, players=players)


def so_far(position: Position, seat: int, has_had_its_turn: bool) -> SoFar:
    hunt, found = position.hunts[seat], position.found[seat]
    return SoFar(
        found=tuple(coordinate(place_of(position.maze.grid, goal)) for goal in hunt[:found]),
        homeward=found == len(hunt),
        turn=("moved" if seat in position.moved else "passed") if has_had_its_turn else None,
    )


def turn_order(first: int, seats: int, removed: Sequence[int]) -> list[int]:
    return [seat for seat in (*range(first, seats), *range(first)) if seat not in removed]


def player_of(maze: Maze, avatar: Avatar) -> Player:
    current, home = (coordinate(place_of(maze.grid, cell)) for cell in (avatar.at, avatar.home))
    return Player(current=current, home=home, color=Color(avatar.color))


def sent_to(player: Player, goal: Place) -> RefereePlayer:
    return RefereePlayer(current=player.current, home=player.home, color=player.color, goto=coordinate(goal))


def board_of(maze: Maze) -> Board:
    if maze.classic:
        raise Refused(Message("course.classic"), GAME.room)
    rows = [maze.tiles[start : start + maze.columns] for start in range(0, len(maze.tiles), maze.columns)]
    return Board(
        connectors=tuple([tuple([CONNECTORS[tile.connector] for tile in row]) for row in rows]),
        treasures=tuple([tuple([(GEMS[tile.gems[0]], GEMS[tile.gems[1]]) for tile in row]) for row in rows]),
    )


def spare_of(maze: Maze) -> Tile:
    first, second = maze.spare.gems
    return Tile(tilekey=Connector(maze.spare.connector), first=Gem(first), second=Gem(second))


def coordinate(place: Place) -> Coordinate:
    return Coordinate(row=place[0], column=place[1])


# Turns

OURS: dict[Direction, OurDirection] = {"UP": "up", "DOWN": "down", "LEFT": "left", "RIGHT": "right"}
THEIRS = {ours: theirs for theirs, ours in OURS.items()}


def slide_of(action: Action) -> Slide:
    index, direction = action
    return Slide(index, OURS[direction])


def action_of(slide: Slide | None) -> Action | None:
    return (slide.index, THEIRS[slide.direction]) if slide else None


def turn_of(choice: Choice, maze: Maze) -> Turn:
    """Convert a choice to a turn, legal or not. Our rules know only the smallest of several degrees with the same result."""
    if choice == "PASS":
        return (rules.PASS,)
    index, direction, degree, to = choice
    return slide_of((index, direction)), insertion(maze, degree), Walk(to.row, to.column)


def insertion(maze: Maze, degree: Degree) -> Insert:
    openings = OPENINGS[maze.spare.connector]
    return next(insert for insert, turned in TURNS[openings] if turned == TURNED[openings, degree])


def choice_of(turn: Turn) -> Choice:
    match turn:
        case (Slide() as slide, Insert() as insert, Walk() as walk):
            return slide.index, THEIRS[slide.direction], insert.degree, Coordinate(row=walk.row, column=walk.column)
    return "PASS"


# Results


def names_of(result: Result, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The names of winners and misbehaving players, each sorted by code points."""
    return sorted(names[seat] for seat in result.winners), sorted(names[seat] for seat in result.misbehaved)
