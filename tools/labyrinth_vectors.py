"""Runs the course's test vectors: python tools/labyrinth_vectors.py FILE.jsonl …

A line is {"id": …, "in": [values …], "out": value}; what is asked for is told by how the file's name begins. The remote kinds are played in
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
from typing import Any

import msgspec

from byways.game import Complaint, Refused
from byways.games.labyrinth import rules
from byways.games.labyrinth.bots import Strategist
from byways.games.labyrinth.course import dialect
from byways.games.labyrinth.course.conduct import Call, Program, conduct
from byways.games.labyrinth.course.dialect import PS, Board, Coordinate, RefereeState, State
from byways.games.labyrinth.course.tcp import MOST, Waits, find_referee, referee, take_part
from byways.games.labyrinth.state import Insert, Maze, Slide, members

BY_NAME: dict[str, Call] = {  # clients that show by their name what they answer wrongly
    "nonSetup": "setup",
    "nonWin": "win",
    "illTT": "take_turn",
    "invTTBadString": "take_turn",
    "invTTNat2Int": "take_turn",
}

# What each kind asks for


def board(shape: Any, start: Any) -> Any:
    """What can be reached from a coordinate."""
    read = dialect.read(Board, shape)
    maze = dialect.maze_of(read)
    return reached(maze, maze.ways, dialect.cell(read, dialect.read(Coordinate, start)))


def state(shape: Any, index: Any, direction: Any, degree: Any) -> Any:
    """What the first player can reach after a slide and an insertion, be it an undoing one or not."""
    corner = Coordinate(row=0, column=0)
    unchecked = {**shape, "last": None} if isinstance(shape, dict) else shape
    view = dialect.view_of(first_player(unchecked), corner)
    slide, insert, _ = dialect.turn_of(dialect.read_choice([index, direction, degree, dialect.write(corner)]), view.maze)
    assert isinstance(slide, Slide)
    assert isinstance(insert, Insert)
    line = view.maze.grid.lines.get(slide)
    if line is None:
        raise Refused(f"{slide.line.capitalize()} does not slide on this board.")
    return reached(view.maze, view.maze.pushed(line, insert.degree), line.carry.get(view.at, view.at))


def reached(maze: Maze, ways: int, start: int) -> list[Any]:
    return [dialect.write(dialect.coordinate(divmod(cell, maze.columns))) for cell in members(maze.grid.reach(ways, start))]


def choice(strategy: Any, shape: Any, goal: Any) -> Any:
    """What a strategy does for the first player."""
    player = Strategist(dialect.read_strategy(strategy))
    view = dialect.view_of(first_player(shape), dialect.read(Coordinate, goal))
    return dialect.write(dialect.choice_of(player.turn(view)))


def first_player(shape: Any) -> State:
    """A state with the first player only: nobody else matters where one turn is asked for, wherever they stand."""
    if isinstance(shape, dict) and isinstance(shape.get("plmt"), list):
        shape = {**shape, "plmt": shape["plmt"][:1]}
    return dialect.read(State, shape)


def games(players: Any, shape: Any) -> Any:
    """The winners' names."""
    return bad(players, shape)[0]


def bad(players: Any, shape: Any) -> Any:
    """The names of the winners and of those who misbehaved."""
    return played(dialect.read_players(players), dialect.read(RefereeState, shape), dialect.program_of)


def remote(players: Any, shape: Any) -> Any:
    """The same, for players in the order of signing up: who came last is the youngest."""
    read = dialect.read(RefereeState, shape)
    signed_up = [player for player in dialect.read_players(players) if dialect.NAME.fullmatch(player.name)]
    if len(signed_up) < 2:
        return [[], []]
    return played(signed_up[: min(MOST, len(read.plmt))][::-1], read, client_of)


def client_of(player: PS) -> Program:
    fails = BY_NAME.get(player.name)
    return Program(dialect.STRATEGIES[player.strategy], fails) if fails else dialect.program_of(player)


WAITS = Waits(name=1.0, period=2.0, call=1.5)
GAMES = 16  # at once over TCP, where most of the time nothing happens
REPLIES = {  # to the call that a client fails
    "nonSetup": b'"nothing"',
    "nonWin": b'"nothing"',
    "illTT": b'{"row#": 0, ]',
    "invTTBadString": b'"SKIP"',
    "invTTNat2Int": b'[-2, "LEFT", 0, {"row#": 0, "column#": 0}]',
}


def over_tcp(players: Any, shape: Any) -> Any:
    """The same again with a real referee and a client for each player, all of whom sign up one after the other."""
    door, said, result = socket.create_server(("127.0.0.1", 0)), Queue[str](), Queue[Any]()
    state, port = dialect.read(RefereeState, shape), door.getsockname()[1]
    Thread(target=lambda: result.put(referee(door, state, WAITS, said=said.put)), daemon=True).start()
    clients = [Thread(target=client, args=(port, player), daemon=True) for player in dialect.read_players(players)]
    signed_up, places = 0, min(MOST, len(state.plmt))
    for one in clients:
        one.start()
        if signed_up < places:
            signed_up += said.get(timeout=30).endswith("has signed up.")
    outcome = list(result.get(timeout=120))
    for one in clients:
        one.join()
    return outcome


def client(port: int, player: PS) -> None:
    """Who fails says something wrong, or nothing more, and stays until the referee hangs up."""
    with suppress(Complaint), closing(find_referee("127.0.0.1", port, 1)) as line:  # a complaint: it came too late, or was let go
        try:
            take_part(line, player.name, client_of(player))
        except TimeoutError:
            line.connection.sendall(REPLIES.get(player.name, b""))
            line.receive()


def played(players: Sequence[PS], shape: RefereeState, program_of: Callable[[PS], Program]) -> list[list[str]]:
    """A game of as many as there are, players and places."""
    seats = min(len(players), len(shape.plmt))
    setup = dialect.setup_of(msgspec.structs.replace(shape, plmt=shape.plmt[:seats]))
    result = conduct(rules.begin(setup), [program_of(player) for player in players[:seats]])
    return list(dialect.names_of(result, [player.name for player in players]))


KINDS: dict[str, Callable[..., Any]] = {
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
    given: list[Any] = msgspec.field(name="in")
    out: Any
    id: str | int = "without id"


def kind_of(path: Path) -> Callable[..., Any]:
    """The longest name of a kind with which the file's name begins."""
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
    """Whether each vector of a file passes; what does not is printed."""
    kind = kind_of(path)
    given = [(line, f"{path.name}:{number}") for number, line in enumerate(lines(path), 1) if line.strip()]
    if kind is not remote or not tcp:
        yield from (passes(kind, *vector) for vector in given)
    else:
        with ThreadPoolExecutor(GAMES) as pool:
            yield from pool.map(lambda vector: passes(over_tcp, *vector), given)


def passes(kind: Callable[..., Any], line: str, where: str) -> bool:
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


def answer(kind: Callable[..., Any], given: list[Any]) -> Any:
    """What comes out, or in words why nothing does."""
    if len(given) != ARGUMENTS[kind]:
        return f"'in' should have {ARGUMENTS[kind]} values, not {len(given)}."
    try:
        return kind(*given)
    except Complaint as complaint:
        return str(complaint)
    except Exception as error:  # one that breaks must not keep the others from running
        return f"{type(error).__name__}: {error}"


def compact(value: Any) -> str:
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
