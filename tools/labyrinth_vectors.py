"""Run the course's test vectors: python tools/labyrinth_vectors.py FILE.jsonl …

A line is {"id": …, "in": [values …], "out": value}; the beginning of the file's name determines the kind. Remote games are played in
process or, with --tcp, over real connections with short waits.
"""

from __future__ import annotations

import socket
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from byways.bits import members
from byways.game import Complaint, Malformed, Refused
from byways.games.labyrinth.bots.players import Order, Strategist
from byways.games.labyrinth.course import dialect
from byways.games.labyrinth.course.conduct import Turn, conduct
from byways.games.labyrinth.course.dialect import Action, Board, Coordinate, RefereeState, State, Tile
from byways.games.labyrinth.course.places import Place
from byways.games.labyrinth.course.tcp import MOST, Report, Waits, find_referee, referee, take_part
from byways.games.labyrinth.rules import PASS
from byways.games.labyrinth.state import OPENINGS, TURNS, Degree, Insert, Line, Maze, Slide, Walk
from byways.games.labyrinth.view import View
from byways.i18n import Message

# Players, good and bad

Call: TypeAlias = Literal["setup", "take_turn", "win"]
Cheat: TypeAlias = Literal["unreachable", "undo", "coordinate", "row", "column", "move"]
Strategy: TypeAlias = Literal["Euclid", "Riemann"]
BadFM: TypeAlias = Literal["setUp", "takeTurn", "win"]

STRATEGIES: dict[Strategy, Order] = {"Euclid": "euclid", "Riemann": "riemann"}
CALLS: dict[str, Call] = {"setUp": "setup", "takeTurn": "take_turn", "win": "win"}
BY_NAME: dict[str, Call] = {  # clients whose name announces a wrong answer
    "nonSetup": "setup",
    "nonWin": "win",
    "illTT": "take_turn",
    "invTTBadString": "take_turn",
    "invTTNat2Int": "take_turn",
}


class PS(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A player's description: PS, BadPS, BadPS2 or a cheat. The sign-up validates the name."""

    name: str
    strategy: Strategy
    bad: BadFM | Cheat | UnsetType = UNSET
    count: Annotated[int, Meta(ge=1, le=7)] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.count is not UNSET and self.bad not in CALLS:
            raise ValueError(f"'{self.bad}' takes no count")


def read_players(value: object) -> list[PS]:
    players: list[PS] = dialect.read_as(list[PS], "list of players", value)
    return players


def read_strategy(value: object) -> Order:
    return STRATEGIES[dialect.read_as(Strategy, "Strategy", value)]


def program_of(player: PS) -> Program:
    order = STRATEGIES[player.strategy]
    if player.bad is UNSET:
        return Program(order)
    if player.bad == "setUp" or player.bad == "takeTurn" or player.bad == "win":
        return Program(order, CALLS[player.bad], 1 if player.count is UNSET else player.count)
    return Cheater(order, player.bad)


def client_of(player: PS) -> Program:
    fails = BY_NAME.get(player.name)
    return Program(STRATEGIES[player.strategy], fails) if fails else program_of(player)


class Program:
    """Plays by a strategy and, if configured, fails the nth call of one kind."""

    def __init__(self, order: Order, fails: Call | None = None, at: int = 1) -> None:
        self.strategist, self.fails, self.left = Strategist(order), fails, at

    def setup(self, view: View | None, goal: Place) -> None:
        self._called("setup")

    def take_turn(self, view: View) -> Turn:
        self._called("take_turn")
        return view.choices if view.choices == (PASS,) else self.strategist.turn(view)

    def win(self, won: bool) -> None:
        self._called("win")

    def _called(self, call: Call) -> None:
        self.left -= call == self.fails
        if self.left == 0:
            raise TimeoutError(f"This program was written to fail {call}.")


class Cheater(Program):
    """Plays by a strategy until an illegal turn of one kind is available, then makes it."""

    def __init__(self, order: Order, cheat: Cheat) -> None:
        super().__init__(order)
        self.cheat = cheat

    def take_turn(self, view: View) -> Turn:
        return next(CHEATS[self.cheat](view), None) or super().take_turn(view)


Push: TypeAlias = tuple[Slide, Line, Insert]


def pushes(view: View) -> Iterator[Push]:
    """Yield every legal slide and insertion."""
    barred = view.last.undoing if view.last else None
    for slide, line in view.maze.grid.lines.items():
        for insert, _ in TURNS[OPENINGS[view.maze.spare.connector]]:
            if slide != barred:
                yield slide, line, insert


def to_unreachable(view: View) -> Iterator[Turn]:
    maze, grid = view.maze, view.maze.grid
    for slide, line, insert in pushes(view):
        reached = grid.reach(maze.pushed(line, insert.degree), line.carry.get(view.at, view.at))
        for cell in members((1 << grid.size) - 1 & ~reached):
            yield slide, insert, grid.walks[cell]


def staying(view: View) -> Iterator[Turn]:
    for slide, line, insert in pushes(view):
        yield slide, insert, view.maze.grid.walks[line.carry.get(view.at, view.at)]


def off_the_board(view: View) -> Iterator[Turn]:
    for slide, _, insert in pushes(view):
        yield slide, insert, Walk(view.maze.rows, view.maze.columns)


def with_slide(slide: Slide | None) -> Iterator[Turn]:
    if slide:
        yield slide, Insert(0), Walk(0, 0)


CHEATS: dict[Cheat, Callable[[View], Iterator[Turn]]] = {
    "unreachable": to_unreachable,
    "undo": lambda view: with_slide(view.last and view.last.undoing),
    "coordinate": off_the_board,
    "row": lambda view: with_slide(Slide(1, "left")),
    "column": lambda view: with_slide(Slide(1, "up")),
    "move": staying,
}


# The kinds of vectors

Names: TypeAlias = list[list[str]]  # names of the winners, and of players who misbehaved


def board(shape: object, start: object) -> object:
    """Return the coordinates reachable from one."""
    read, at = dialect.read(Board, shape), dialect.read(Coordinate, start)
    if not read.has(at):
        raise Malformed(f"This coordinate is wrong: row {at.row}, column {at.column} is off the board of {read.rows} by {read.columns}.")
    maze = dialect.maze_of(read, any_tile(read))
    return reached(maze, maze.ways, at.row * read.columns + at.column)


def any_tile(board: Board) -> Tile:
    """A placeholder spare, for questions without a slide."""
    first, second = board.treasures[0][0]
    return Tile(tilekey=board.connectors[0][0], first=first, second=second)


def state(shape: object, index: object, direction: object, degree: object) -> object:
    """Return what the first player can reach after a slide and an insertion, even one that undoes the last."""
    unchecked = {**shape, "last": None} if isinstance(shape, dict) else shape
    view = dialect.view_of(first_player(unchecked), Coordinate(row=0, column=0))
    slide = dialect.slide_of(dialect.read_as(Action, "Action", [index, direction]))
    insert = dialect.insertion(view.maze, dialect.read_as(Degree, "Degree", degree))
    line = view.maze.grid.lines.get(slide)
    if line is None:
        raise Refused(f"{slide.axis.capitalize()} {slide.index} does not slide on this board.")
    return reached(view.maze, view.maze.pushed(line, insert.degree), line.carry.get(view.at, view.at))


def reached(maze: Maze, ways: int, start: int) -> list[object]:
    return [dialect.write(dialect.coordinate(divmod(cell, maze.columns))) for cell in members(maze.grid.reach(ways, start))]


def choice(strategy: object, shape: object, goal: object) -> object:
    """Return the turn of a strategy for the first player."""
    player = Program(read_strategy(strategy))
    view = dialect.view_of(first_player(shape), dialect.read(Coordinate, goal))
    return dialect.write(dialect.choice_of(player.take_turn(view)))


def first_player(shape: object) -> State:
    """Return the state with only the first player: the others do not matter for a single turn."""
    if isinstance(shape, dict) and isinstance(shape.get("plmt"), list):
        shape = {**shape, "plmt": shape["plmt"][:1]}
    return dialect.read(State, shape)


def games(players: object, shape: object) -> object:
    """Return the names of the winners."""
    return bad(players, shape)[0]


def bad(players: object, shape: object) -> Names:
    """Return the names of the winners and of players who misbehaved."""
    return played(read_players(players), dialect.read(RefereeState, shape), program_of)


def remote(players: object, shape: object) -> Names:
    """Return the same for players in sign-up order: the last one is the youngest."""
    read = dialect.read(RefereeState, shape)
    signed_up = [player for player in read_players(players) if dialect.NAME.fullmatch(player.name)]
    if len(signed_up) < 2:
        return [[], []]
    return played(signed_up[: min(MOST, len(read.plmt))][::-1], read, client_of)


WAITS = Waits(name=1.0, period=2.0, call=1.5)
GAMES = 16  # in parallel over TCP, which is mostly waiting
REPLIES = {  # seconds until a failing client is dropped
    "nonSetup": b'"nothing"',
    "nonWin": b'"nothing"',
    "illTT": b'{"row#": 0, ]',
    "invTTBadString": b'"SKIP"',
    "invTTNat2Int": b'[-2, "LEFT", 0, {"row#": 0, "column#": 0}]',
}


def over_tcp(players: object, shape: object) -> Names:
    """Play with a real referee over TCP and one client per player; they sign up one after the other."""
    listener, said, result = socket.create_server(("127.0.0.1", 0)), Queue[Message](), Queue[tuple[list[str], list[str]]]()
    state, port = dialect.read(RefereeState, shape), listener.getsockname()[1]
    Thread(target=lambda: result.put(referee(listener, state, WAITS, Report(said.put))), daemon=True).start()
    clients = [Thread(target=client, args=(port, player), daemon=True) for player in read_players(players)]
    signed_up, places = 0, min(MOST, len(state.plmt))
    for one in clients:
        one.start()
        if signed_up < places:
            signed_up += said.get(timeout=30).name == "course.signed-up"
    outcome = list(result.get(timeout=120))
    for one in clients:
        one.join()
    return outcome


def client(port: int, player: PS) -> None:
    """Play as a client. A failing client answers wrongly, or not at all, and waits until the referee hangs up."""
    with suppress(Complaint), closing(find_referee("127.0.0.1", port, 1)) as connection:  # dropped by the referee
        try:
            take_part(connection, player.name, client_of(player))
        except TimeoutError:
            connection.socket.sendall(REPLIES.get(player.name, b""))
            connection.receive()


def played(players: Sequence[PS], shape: RefereeState, program_of: Callable[[PS], Program]) -> Names:
    """Return a game with as many seats as there are both players and places."""
    seats = min(len(players), len(shape.plmt))
    start = dialect.start_of(shape.of(seats))
    result = conduct(start, [program_of(player) for player in players[:seats]])
    return list(dialect.names_of(result, [player.name for player in players]))


Kind: TypeAlias = Callable[..., object]
KINDS: dict[str, Kind] = {
    "board": board,
    "state": state,
    "choice": choice,
    "games": games,
    "bad": bad,
    "bad2": bad,
    "remote": remote,
    "remote-goals": remote,
}
ARGUMENTS = {board: 2, state: 4, choice: 3, games: 2, bad: 2, remote: 2, over_tcp: 2}

# Running


class Vector(msgspec.Struct):
    given: list[object] = msgspec.field(name="in")
    out: object
    id: str | int = "without id"


def kind_of(path: Path) -> Kind:
    """Return the longest kind that the file's name begins with."""
    fitting = [kind for kind in KINDS if path.stem.startswith(kind)]
    if not fitting:
        raise Refused(f"{path}: no kind of vectors is named so; a name begins with {', '.join(KINDS)}.")
    return KINDS[max(fitting, key=len)]


def lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is not UTF-8 text'}.") from None


def run(path: Path, tcp: bool) -> Iterator[bool]:
    """Yield whether each vector of a file passes, and print failures."""
    kind = kind_of(path)
    given = [(line, f"{path.name}:{number}") for number, line in enumerate(lines(path), 1) if line.strip()]
    if kind is not remote or not tcp:
        yield from (passes(kind, *vector) for vector in given)
    else:
        with ThreadPoolExecutor(GAMES) as pool:
            yield from pool.map(lambda vector: passes(over_tcp, *vector), given)


def passes(kind: Kind, line: str, where: str) -> bool:
    try:
        vector = msgspec.json.decode(line, type=Vector)
    except (msgspec.MsgspecError, RecursionError) as error:
        print(f"{where} is no vector: {error}.")
        return False
    got = answer(kind, vector.given)
    if got == vector.out:
        return True
    print(f"{where} {vector.id}\n  expected {compact(vector.out)}\n  got      {compact(got)}")
    return False


def answer(kind: Kind, given: list[object]) -> object:
    """Return the result, or a sentence about the error."""
    if len(given) != ARGUMENTS[kind]:
        return f"'in' should have {ARGUMENTS[kind]} values, not {len(given)}."
    try:
        return kind(*given)
    except Complaint as complaint:
        return str(complaint)
    except Exception as error:  # a crash must not stop the other vectors
        return f"{type(error).__name__}: {error}"


def compact(value: object) -> str:
    return msgspec.json.encode(value).decode()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = ArgumentParser(description="Run test vectors of Labyrinth's course; the kind is how a file's name begins.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE.jsonl", help=f"begins with {', '.join(KINDS)}")
    parser.add_argument("--tcp", action="store_true", help="play the remote kinds over real connections")
    given = parser.parse_args(arguments)
    files: list[Path] = given.files
    try:
        for path in files:
            kind_of(path), lines(path)
        passed = [passed for path in files for passed in run(path, given.tcp)]
    except Refused as refusal:
        print(refusal, file=sys.stderr)
        return 2
    failed = passed.count(False)
    print(f"{len(passed) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
