"""Labyrinth with the programs of its course, over TCP: a referee for those who sign up, and a player who does.

Either side sends JSON values back to back, with white space between them or not. A player sends its name; then the referee calls
`["setup", [State or false, Coordinate]]`, `["take-turn", [State]]` and `["win", [Boolean]]`, and is answered "void", a Choice, and "void".
"""

from __future__ import annotations

import select
import socket
import time
from codecs import getincrementaldecoder
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random

import msgspec

from byways.game import AnyPlayer, Choice, Complaint, Malformed, Refused
from byways.games.labyrinth import GAME, LabyrinthOptions, rules
from byways.games.labyrinth.course import conduct, dialect
from byways.games.labyrinth.course.conduct import Observe, Participant, Start, Turn, unobserved
from byways.games.labyrinth.course.dialect import Coordinate, Name, RefereeState, State
from byways.games.labyrinth.course.places import Place
from byways.games.labyrinth.state import Pass, Walk
from byways.games.labyrinth.view import View, imagine, view
from byways.referee import steps

FEWEST, MOST = 2, 6
PERIODS = 2  # of signing up: the second only if too few have come in the first
LONGEST = 1 << 20  # characters of one JSON value
THINKING = 1.5  # seconds for a turn of ours: other referees wait for 2 to 4
PATIENCE = 60.0  # seconds in which a player tries to find its referee


class Waits(msgspec.Struct, frozen=True):
    """Seconds: for the name of who has connected, for a period of signing up, and for the answer to a call."""

    name: float = 2.0
    period: float = 20.0
    call: float = 4.0


class Dropped(Complaint):
    """The other side has gone, is late, or sends what nobody can read."""


class Connection:
    """JSON values from and to the other side of a socket."""

    def __init__(self, connected: socket.socket) -> None:
        self.socket = connected
        self.decoder, self.text = getincrementaldecoder("utf-8")(), ""
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def fileno(self) -> int:
        return self.socket.fileno()

    def send(self, value: object, deadline: float | None = None) -> None:
        try:
            self.socket.settimeout(left(deadline))
            self.socket.sendall(dialect.encode(value) + b"\n")  # which those need who read lines
        except OSError as error:
            raise Dropped(f"Nothing can be sent: {error}.") from None

    def receive(self, deadline: float | None = None) -> object:
        """The next value. What is no JSON could still become some, so it is waited for until the deadline."""
        while (found := self.take()) is None:
            self.socket.settimeout(left(deadline))
            self.hear()
        return found[0]

    def take(self) -> tuple[object] | None:
        """A value that is already here."""
        text = self.text.lstrip(" \t\n\r")
        try:
            value, end = dialect.DECODER.raw_decode(text)
        except (ValueError, RecursionError):
            return None
        self.text = text[end:]
        return (value,)

    def hear(self) -> None:
        """What has been sent so far."""
        try:
            data = self.socket.recv(1 << 16)
            self.text += self.decoder.decode(data)
        except (OSError, UnicodeDecodeError) as error:
            raise Dropped(f"Nothing can be heard: {error}.") from None
        if not data or len(self.text) > LONGEST:
            raise Dropped("The other side has gone." if not data else "The other side sends too much.")

    def close(self) -> None:
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


def left(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.001, deadline - time.monotonic())


# The referee


class SignUp:
    """Whoever connects sends a name in time, or is dropped; `said` is told in sentences what happens."""

    def __init__(self, listener: socket.socket, waits: Waits, places: int, said: Callable[[str], object]) -> None:
        self.listener, self.waits, self.places, self.said = listener, waits, places, said
        self.unnamed: dict[Connection, float] = {}  # until when each may send its name
        self.players: list[tuple[str, Connection]] = []

    def hold(self) -> list[tuple[str, Connection]]:
        """Everybody who has signed up, in that order."""
        for _ in range(PERIODS):
            self._wait(time.monotonic() + self.waits.period)
            if len(self.players) >= FEWEST:
                break
        for connection in self.unnamed:
            connection.close()
        return self.players

    def _wait(self, end: float) -> None:
        """Who has connected before the end still has its time to send a name."""
        while len(self.players) < self.places and (time.monotonic() < end or self.unnamed):
            listening = [self.listener] if time.monotonic() < end else []
            until = min([*self.unnamed.values(), *([end] if listening else [])])
            waiting: list[socket.socket | Connection] = [*listening, *self.unnamed]
            for ready in select.select(waiting, [], [], left(until))[0]:
                if isinstance(ready, Connection):
                    self._listen(ready)
                else:
                    self._welcome()
            self._drop_the_late()

    def _welcome(self) -> None:
        with suppress(OSError):  # gone again
            self.unnamed[Connection(self.listener.accept()[0])] = time.monotonic() + self.waits.name

    def _listen(self, connection: Connection) -> None:
        try:
            connection.hear()
            if found := connection.take():
                self._sign(str(dialect.read(Name, found[0])), connection)
        except Complaint as complaint:
            self._drop(connection, str(complaint))

    def _sign(self, name: str, connection: Connection) -> None:
        if len(self.players) < self.places:
            del self.unnamed[connection]
            self.players.append((name, connection))
            self.said(f"{name} has signed up.")

    def _drop_the_late(self) -> None:
        for connection in [connection for connection, until in self.unnamed.items() if until <= time.monotonic()]:
            self._drop(connection, "No name came in time.")

    def _drop(self, connection: Connection, why: str) -> None:
        del self.unnamed[connection]
        connection.close()
        self.said(f"Somebody was turned away. {why}")


class Remote:
    """A player far away, for the referee of the course to call."""

    def __init__(self, connection: Connection, limit: float) -> None:
        self.connection, self.limit = connection, limit

    def setup(self, view: View | None, goal: Place) -> None:
        self._void("setup", [dialect.state_of(view) if view else False, dialect.coordinate(goal)])

    def take_turn(self, view: View) -> Turn:
        return dialect.turn_of(dialect.read_choice(self._call("take-turn", [dialect.state_of(view)])), view.maze)

    def win(self, won: bool) -> None:
        self._void("win", [won])

    def _void(self, name: str, arguments: list[object]) -> None:
        if (reply := self._call(name, arguments)) != "void":
            raise Malformed(f'"void" was expected in reply to {name}, not {dialect.shown(reply)}.')

    def _call(self, name: str, arguments: list[object]) -> object:
        deadline = time.monotonic() + self.limit
        self.connection.send([name, arguments], deadline)
        return self.connection.receive(deadline)


def referee(
    listener: socket.socket,
    state: RefereeState | None = None,
    waits: Waits | None = None,
    *,
    said: Callable[[str], object] = str,
    begins: Callable[[Start, Sequence[str]], Observe] | None = None,
) -> tuple[list[str], list[str]]:
    """Signs players up and conducts their game: the names of the winners and of those who misbehaved.

    `begins` is told how it begins and the names, youngest first, and gives whom to tell what happens.
    """
    waits = waits or Waits()
    signed_up = SignUp(listener, waits, min(MOST, len(state.plmt)) if state else MOST, said).hold()
    listener.close()
    names, connections = [name for name, _ in signed_up][::-1], [connection for _, connection in signed_up][::-1]
    try:
        if len(signed_up) < FEWEST:
            return [], []
        start = start_for(len(names), state)
        observe = closing(connections, begins(start, names) if begins else unobserved)
        result = conduct.conduct(start, [Remote(connection, waits.call) for connection in connections], observe)
        return dialect.names_of(result, names)
    finally:
        for connection in connections:
            connection.close()


def start_for(seats: int, state: RefereeState | None) -> Start:
    """The given state with as many players as have come, or a new deal."""
    if state is None:
        return Start(rules.deal(GAME.components, LabyrinthOptions(), seats, Random()))
    return dialect.start_of(msgspec.structs.replace(state, plmt=state.plmt[:seats]))


def closing(connections: Sequence[Connection], observe: Observe) -> Observe:
    """Whoever is out of the game is let go at once."""

    def observed(seat: int, turn: Turn) -> None:
        if not turn:
            connections[seat].close()
        observe(seat, turn)

    return observed


# A player


class OurPlayer:
    """One of our bots as a player of the course."""

    def __init__(self, player: AnyPlayer) -> None:
        self.player, self.won = player, False

    def setup(self, view: View | None, goal: Place) -> None: ...

    def take_turn(self, view: View) -> Turn:
        """A bot may answer step by step."""
        deadline, seen, turn = time.monotonic() + THINKING, view, list[Choice]()
        while True:
            turn += steps(self.player.choose(seen, deadline))
            if isinstance(turn[-1], Walk | Pass):
                return tuple(turn)
            seen = after(view, turn)

    def win(self, won: bool) -> None:
        self.won = won


def after(seen: View, turn: Sequence[Choice]) -> View:
    """What the first player sees after some steps of its turn."""
    position = imagine(seen, Random(0))
    for step in turn:
        position = position.choose(0, step)
    return view(position, 0)


def find_referee(host: str, port: int, patience: float = PATIENCE) -> Connection:
    """The referee may not be there yet."""
    deadline = time.monotonic() + patience
    while True:
        try:
            return Connection(socket.create_connection((host, port), timeout=patience))
        except OSError as error:
            if time.monotonic() > deadline or isinstance(error, socket.gaierror):
                raise Refused(f"There is no referee at {host}, port {port}: {error.strerror or error}.") from None
        time.sleep(0.2)


def take_part(connection: Connection, name: str, player: Participant) -> None:
    """Signs up and answers calls until it is told how the game ended, or the referee lets it go."""
    connection.send(name)
    goal = Coordinate(row=0, column=0)
    while True:
        match connection.receive():
            case ["setup", [state, where]]:
                goal = dialect.read(Coordinate, where)
                seen = None if state is False else dialect.view_of(dialect.read(State, state), goal)
                player.setup(seen, (goal.row, goal.column))
                connection.send("void")
            case ["take-turn", [state]]:
                connection.send(dialect.choice_of(player.take_turn(dialect.view_of(dialect.read(State, state), goal))))
            case ["win", [bool(won)]]:
                player.win(won)
                connection.send("void")
                return
            case other:
                raise Malformed(f"This is no call of the game: {dialect.shown(other)}.")
