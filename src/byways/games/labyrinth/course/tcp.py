"""Labyrinth with the programs of its course, over TCP: a referee for those who sign up, and a player who does.

Either side sends JSON values back to back, with white space between them or not. A player sends its name; then the referee calls
`["setup", [State or false, Coordinate]]`, `["take-turn", [State]]` and `["win", [Boolean]]`, and is answered "void", a Choice, and "void".
"""

from __future__ import annotations

import math
import re
import selectors
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
from byways.games.labyrinth.course.conduct import Moment, Observer, Participant, Start, Turn
from byways.games.labyrinth.course.dialect import Coordinate, Name, RefereeState, State
from byways.games.labyrinth.course.places import Place
from byways.games.labyrinth.state import Pass, Walk
from byways.games.labyrinth.view import View, imagine, view
from byways.i18n import ENGLISH, Message, Sentence
from byways.referee import steps

FEWEST, MOST = 2, 6
PERIODS = 2  # of signing up: the second only if too few have come in the first
LONGEST = 1 << 20  # characters of one JSON value
CROWD = 200  # connections without a name at a time: if more come, the oldest gives way
SHOWN = 200  # characters of what somebody sent, in a report
THINKING = 1.5  # seconds for a turn of ours: other referees wait for 2 to 4
PATIENCE = 60.0  # seconds in which a player tries to find its referee
FAREWELL = 2.0  # seconds in which a player lets its referee hang up first: there are some that fail otherwise


class Waits(msgspec.Struct, frozen=True):
    """Seconds: for the name of who has connected, for a period of signing up, and for the answer to a call."""

    name: float = 2.0
    period: float = 20.0
    call: float = 4.0


class Dropped(Complaint):
    """The other side has gone, is late, or sends what nobody can read."""


LATE = Message("course.late")


class Connection:
    """JSON values from and to the other side of a socket."""

    def __init__(self, connected: socket.socket) -> None:
        self.socket = connected
        self.decoder, self.text, self.taken = getincrementaldecoder("utf-8")(), "", ""
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def fileno(self) -> int:
        return self.socket.fileno()

    def send(self, value: object, deadline: float | None = None) -> None:
        try:
            self.socket.settimeout(left(deadline))
            self.socket.sendall(dialect.encode(value) + b"\n")  # which those need who read lines
        except OSError as error:
            raise Dropped(Message("course.unsent", {"reason": str(error)}), GAME.room) from None

    def receive(self, deadline: float | None = None) -> object:
        """The next value. What is not JSON yet may become JSON, so more is awaited until the deadline, and no longer."""
        self.taken = ""
        while (found := self.take()) is None:
            if deadline is not None and time.monotonic() > deadline:
                raise Dropped(LATE, GAME.room)
            self.socket.settimeout(left(deadline))
            self.hear()
        return found[0]

    @property
    def came(self) -> str:
        """The value that was taken last, and all that has come after it, cut short."""
        text = (self.taken + self.text).strip()
        return text if len(text) <= SHOWN else text[:SHOWN] + "…"

    def take(self) -> tuple[object] | None:
        """A value that is already here."""
        text = self.text.lstrip(" \t\n\r")
        try:
            value, end = dialect.DECODER.raw_decode(text)
        except (ValueError, RecursionError):
            return None
        self.taken, self.text = text[:end], text[end:]
        return (value,)

    def hear(self) -> None:
        """What has been sent so far."""
        try:
            data = self.socket.recv(1 << 16)
            self.text += self.decoder.decode(data)
        except TimeoutError:
            raise Dropped(LATE, GAME.room) from None
        except UnicodeDecodeError as error:
            self.text += data.decode(errors="backslashreplace")
            raise Dropped(Message("course.not-text", {"reason": error.reason}), GAME.room) from None
        except OSError as error:
            raise Dropped(Message("course.unheard", {"reason": str(error)}), GAME.room) from None
        if not data or len(self.text) > LONGEST:
            raise Dropped(Message("course.too-much" if data else "course.gone"), GAME.room)

    def see_off(self, deadline: float) -> None:
        """Wait until the other side hangs up, whatever it still sends."""
        with suppress(Dropped):
            while True:
                self.receive(deadline)

    def close(self) -> None:
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


def left(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.001, deadline - time.monotonic())


# The referee


class Fault(msgspec.Struct, frozen=True):
    """Why somebody is out: at which call, what it sent (cut short), and the rule that this breaks. Without a sign-up there is no name."""

    name: str | None
    call: str
    came: str
    why: Sentence

    @property
    def sentence(self) -> Message:
        came = repr(self.came)
        if self.name is None:
            return Message("course.turned-away" if self.came else "course.turned-away-silent", {"why": self.why, "came": came})
        name = "course.removed" if self.came else "course.removed-silent"
        return Message(name, {"name": self.name, "call": self.call, "why": self.why, "came": came})

    @property
    def line(self) -> bytes:
        """For programs, which are told in English."""
        why = GAME.speaker(ENGLISH).say(self.why)
        return msgspec.json.encode(msgspec.structs.replace(self, why=why)) + b"\n"


def hinted(why: Sentence, came: str) -> Sentence:
    """For those who send a name as it is, or with its length before it as some libraries write strings."""
    found = re.fullmatch(r'([\0-\x1f]*)"?([a-zA-Z0-9]{1,20})"?', came)
    if not found or came.startswith('"'):
        return why
    return Message("course.hint-length" if found[1] else "course.hint-quotes", {"why": why, "name": found[2]})


class SignUp:
    """A client sends its name in time, or is dropped; `said` is told what happens, `failed` who was turned away."""

    def __init__(
        self, listener: socket.socket, waits: Waits, places: int, said: Callable[[Message], object], failed: Callable[[Fault], object]
    ) -> None:
        self.listener, self.waits, self.places, self.said, self.failed = listener, waits, places, said, failed
        self.selector = selectors.DefaultSelector()
        self.unnamed: dict[Connection, float] = {}  # until when each may send its name, oldest first
        self.players: list[tuple[str, Connection]] = []

    def hold(self) -> list[tuple[str, Connection]]:
        """Everybody who has signed up, in that order."""
        for _ in range(PERIODS):
            self._wait(time.monotonic() + self.waits.period)
            if len(self.players) >= FEWEST:
                break
        for connection in list(self.unnamed):
            self._drop(connection, Message("course.signing-over"))
        self.selector.close()
        return self.players

    def _wait(self, end: float) -> None:
        """A client that connected before the end still has its time to send a name."""
        self.selector.register(self.listener, selectors.EVENT_READ)
        while len(self.players) < self.places and time.monotonic() < end:
            self._hear(end)
        self.selector.unregister(self.listener)
        while len(self.players) < self.places and self.unnamed:
            self._hear(math.inf)

    def _hear(self, end: float) -> None:
        until = min(end, next(iter(self.unnamed.values()), math.inf))
        for ready, _ in self.selector.select(left(until)):
            if isinstance(ready.fileobj, Connection):
                self._listen(ready.fileobj)
            else:
                self._welcome()
        for connection in [connection for connection, until in self.unnamed.items() if until <= time.monotonic()]:
            self._drop(connection, Message("course.no-name"))

    def _welcome(self) -> None:
        with suppress(OSError):  # gone again
            connection = Connection(self.listener.accept()[0])
            self.unnamed[connection] = time.monotonic() + self.waits.name
            self.selector.register(connection, selectors.EVENT_READ)
        if len(self.unnamed) > CROWD:
            self._drop(next(iter(self.unnamed)), Message("course.crowd"))

    def _listen(self, connection: Connection) -> None:
        if connection not in self.unnamed:
            return  # it has just given way
        try:
            connection.hear()
            if found := connection.take():
                self._sign(str(dialect.read(Name, found[0])), connection)
        except Complaint as complaint:
            self._drop(connection, complaint.meaning)

    def _sign(self, name: str, connection: Connection) -> None:
        if len(self.players) < self.places:
            self._let_go(connection)
            self.players.append((name, connection))
            self.said(Message("course.signed-up", {"name": name}))

    def _let_go(self, connection: Connection) -> None:
        del self.unnamed[connection]
        self.selector.unregister(connection)

    def _drop(self, connection: Connection, why: Sentence) -> None:
        self._let_go(connection)
        connection.close()
        fault = Fault(None, "sign-up", connection.came, hinted(why, connection.came))
        self.said(fault.sentence)
        self.failed(fault)


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
            raise Malformed(Message("course.not-void", {"call": name, "value": dialect.shown(reply)}), GAME.room)

    def _call(self, name: str, arguments: list[object]) -> object:
        deadline = time.monotonic() + self.limit
        self.connection.send([name, arguments], deadline)
        return self.connection.receive(deadline)


class Watched(Observer):
    """Drops a player that is out of the game at once, says why, and has the game shown to those who watch."""

    def __init__(
        self,
        players: Sequence[tuple[str, Connection]],
        said: Callable[[Message], object],
        failed: Callable[[Fault], object],
        show: Callable[[Moment], object],
    ) -> None:
        self.players, self.said, self.failed, self.show = players, said, failed, show

    def see(self, moment: Moment) -> None:
        self.show(moment)

    def dismissed(self, seat: int, call: str, error: Exception) -> None:
        name, connection = self.players[seat]
        connection.close()
        why = error.meaning if isinstance(error, Complaint) else f"{type(error).__name__}: {error}"
        fault = Fault(name, call, connection.came, why)
        self.said(fault.sentence)
        self.failed(fault)


def unwatched(_: Moment) -> None:
    """Nobody looks at it, so it is not put into words either."""


def referee(
    listener: socket.socket,
    state: RefereeState | None = None,
    waits: Waits | None = None,
    *,
    said: Callable[[Message], object] = str,
    failed: Callable[[Fault], object] = str,
    begins: Callable[[Sequence[str]], Callable[[Moment], object]] | None = None,
) -> tuple[list[str], list[str]]:
    """Signs players up and conducts their game: the names of the winners and of those who misbehaved.

    `said` is told what happens, `failed` why somebody is out, `begins` the names in the order of turns; it gives whom to show
    the game to.
    """
    waits = waits or Waits()
    signed_up = SignUp(listener, waits, min(MOST, len(state.plmt)) if state else MOST, said, failed).hold()
    listener.close()
    try:
        if len(signed_up) < FEWEST:
            return [], []
        seating, start = start_for(len(signed_up), state)
        players = [signed_up[::-1][number] for number in seating]
        names = [name for name, _ in players]
        observer = Watched(players, said, failed, begins(names) if begins else unwatched)
        result = conduct.conduct(start, [Remote(connection, waits.call) for _, connection in players], observer)
        return dialect.names_of(result, names)
    finally:
        for _, connection in signed_up:
            connection.close()


def start_for(seats: int, state: RefereeState | None) -> tuple[Sequence[int], Start]:
    """The given state with as many players as have come, or a new deal; and who sits where, youngest first."""
    if state is None:
        return range(seats), Start(rules.deal(GAME.components, LabyrinthOptions(), seats, Random()))
    state = state.of(seats)
    return state.seating, dialect.start_of(state)


# A player


class OurPlayer:
    """One of our bots as a player of the course."""

    def __init__(self, player: AnyPlayer) -> None:
        self.player, self.won = player, False

    def setup(self, view: View | None, goal: Place) -> None: ...

    def take_turn(self, view: View) -> Turn:
        """A bot may answer step by step. Where nothing but a pass is possible, off the board above all, none is asked."""
        if view.choices == (rules.PASS,):
            return view.choices
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
                reason = error.strerror or str(error)
                raise Refused(Message("course.no-referee", {"host": host, "port": port, "reason": reason}), GAME.room) from None
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
                connection.see_off(time.monotonic() + FAREWELL)
                return
            case other:
                raise Malformed(Message("course.no-call", {"value": dialect.shown(other)}), GAME.room)
