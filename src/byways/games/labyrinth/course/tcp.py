"""Play Labyrinth with the course's programs over TCP: the referee's side and the player's side.

Both sides send consecutive JSON values, with or without white space between them. A player sends its name. Then the referee calls
`["setup", [State or false, Coordinate]]`, `["take-turn", [State]]` and `["win", [Boolean]]`; the answers are "void", a Choice, and "void".
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
from dataclasses import dataclass
from random import Random
from typing import Literal

import msgspec

from byways.game import AnyPlayer, Choice, Complaint, Malformed, Refused
from byways.games.labyrinth import GAME, LabyrinthOptions, rules
from byways.games.labyrinth.course import conduct, dialect
from byways.games.labyrinth.course.conduct import Call, Moment, Observer, Participant, Start, Turn
from byways.games.labyrinth.course.dialect import Coordinate, Name, RefereeState, State
from byways.games.labyrinth.course.places import Place
from byways.games.labyrinth.state import Pass, Walk
from byways.games.labyrinth.view import View, imagine, view
from byways.i18n import ENGLISH, Message, Sentence
from byways.referee import steps

FEWEST, MOST = 2, 6
PERIODS = 2  # sign-up periods; the second is used only if too few players sign up in the first
LONGEST = 1 << 20  # characters of one JSON value
CROWD = 200  # simultaneous connections without a name; above that, the oldest is dropped
SHOWN = 200  # characters of received text shown in a report
THINKING = 1.5  # seconds for our turn; other referees wait for 2 to 4
CONNECTING = 60.0  # seconds during which a player tries to reach its referee
CLOSING = 2.0  # seconds a player waits for its referee to close first, because some referees fail otherwise


class Waits(msgspec.Struct, frozen=True):
    """Seconds to wait for a name after a connection, for a sign-up period, and for an answer to a call."""

    name: float = 2.0
    period: float = 20.0
    call: float = 4.0


class Dropped(Complaint):
    """The other side closed the connection, is late, or sent something unreadable."""


LATE = Message("course.late")


class Connection:
    """Sends and receives JSON values through a socket."""

    def __init__(self, connected: socket.socket) -> None:
        self.socket = connected
        # Incremental, because a character may be split between two reads.
        self.decoder, self.text, self.taken = getincrementaldecoder("utf-8")(), "", ""
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def fileno(self) -> int:
        return self.socket.fileno()

    def send(self, value: object, deadline: float | None = None) -> None:
        try:
            self.socket.settimeout(left(deadline))
            self.socket.sendall(dialect.encode(value) + b"\n")  # for programs that read lines
        except OSError as error:
            raise Dropped(Message("course.unsent", {"reason": str(error)}), GAME.room) from None

    def receive(self, deadline: float | None = None) -> object:
        """Return the next value. Incomplete JSON may still be completed until the deadline."""
        self.taken = ""
        while (found := self.take()) is None:
            if deadline is not None and time.monotonic() > deadline:
                raise Dropped(LATE, GAME.room)
            self.socket.settimeout(left(deadline))
            self.read()
        return found[0]

    @property
    def received(self) -> str:
        """The last value taken and all text after it, truncated."""
        text = (self.taken + self.text).strip()
        return text if len(text) <= SHOWN else text[:SHOWN] + "…"

    def take(self) -> tuple[object] | None:
        """Take a value that has already arrived, in a tuple; None if there is none."""
        text = self.text.lstrip(" \t\n\r")
        try:
            value, end = dialect.DECODER.raw_decode(text)
        # Incomplete so far. The deadline ends the wait for text that never becomes a value.
        except (ValueError, RecursionError):
            return None
        self.taken, self.text = text[:end], text[end:]
        return (value,)

    def read(self) -> None:
        """Read the text that has been sent so far."""
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

    def wait_for_close(self, deadline: float) -> None:
        """Wait until the other side closes the connection, ignoring anything it still sends."""
        with suppress(Dropped):
            while True:
                self.receive(deadline)

    def close(self) -> None:
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


def left(deadline: float | None) -> float | None:
    # A timeout of 0 would make the socket non-blocking.
    return None if deadline is None else max(0.001, deadline - time.monotonic())


# The referee


class Dismissal(msgspec.Struct, frozen=True):
    """A dismissed player: its name if it has signed up, the call it failed, the text received from it (truncated), and the reason."""

    name: str | None
    call: Literal["sign-up"] | Call
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
        """A line of JSON for programs, in English."""
        why = GAME.speaker(ENGLISH).say(self.why)
        return msgspec.json.encode(msgspec.structs.replace(self, why=why)) + b"\n"


def hinted(why: Sentence, came: str) -> Sentence:
    """Add a hint for programs that send a name without quotes, or with a length prefix as some libraries do."""
    found = re.fullmatch(r'([\0-\x1f]*)"?([a-zA-Z0-9]{1,20})"?', came)
    if not found or came.startswith('"'):
        return why
    return Message("course.hint-length" if found[1] else "course.hint-quotes", {"why": why, "name": found[2]})


def ignore(_: object) -> None: ...


@dataclass(frozen=True)
class Report:
    """Callbacks for a refereed game. `begin` gets the players' names in turn order and returns a callback for the moments."""

    log: Callable[[Message], object] = ignore
    dismissed: Callable[[Dismissal], object] = ignore
    begin: Callable[[Sequence[str]], Callable[[Moment], object]] = lambda names: ignore

    def dismiss(self, dismissal: Dismissal) -> None:
        self.log(dismissal.sentence)
        self.dismissed(dismissal)


class SignUp:
    """Accepts connections until all places are taken or time is up. A client that does not send its name in time is dropped."""

    def __init__(self, listener: socket.socket, waits: Waits, places: int, report: Report) -> None:
        self.listener, self.waits, self.places, self.report = listener, waits, places, report
        self.selector = selectors.DefaultSelector()
        self.unnamed: dict[Connection, float] = {}  # the deadline for each client's name, oldest first
        self.players: list[tuple[str, Connection]] = []

    def hold(self) -> list[tuple[str, Connection]]:
        """Return the players in the order in which they signed up."""
        for _ in range(PERIODS):
            self._wait(time.monotonic() + self.waits.period)
            if len(self.players) >= FEWEST:
                break
        for connection in list(self.unnamed):
            self._drop(connection, Message("course.signing-over"))
        self.selector.close()
        return self.players

    def _wait(self, end: float) -> None:
        """Accept connections until `end`, then wait for the names of clients that connected earlier."""
        self.selector.register(self.listener, selectors.EVENT_READ)
        while len(self.players) < self.places and time.monotonic() < end:
            self._poll(end)
        self.selector.unregister(self.listener)
        while len(self.players) < self.places and self.unnamed:
            self._poll(math.inf)

    def _poll(self, end: float) -> None:
        until = min(end, next(iter(self.unnamed.values()), math.inf))
        for ready, _ in self.selector.select(left(until)):
            if isinstance(ready.fileobj, Connection):
                self._read_name(ready.fileobj)
            else:
                self._accept()
        for connection in [connection for connection, until in self.unnamed.items() if until <= time.monotonic()]:
            self._drop(connection, Message("course.no-name"))

    def _accept(self) -> None:
        with suppress(OSError):  # already closed
            connection = Connection(self.listener.accept()[0])
            self.unnamed[connection] = time.monotonic() + self.waits.name
            self.selector.register(connection, selectors.EVENT_READ)
        if len(self.unnamed) > CROWD:
            self._drop(next(iter(self.unnamed)), Message("course.crowd"))

    def _read_name(self, connection: Connection) -> None:
        if connection not in self.unnamed:
            return  # dropped in favour of another
        try:
            connection.read()
            if found := connection.take():
                self._sign_up(str(dialect.read(Name, found[0])), connection)
        except Complaint as complaint:
            self._drop(connection, complaint.meaning)

    def _sign_up(self, name: str, connection: Connection) -> None:
        if len(self.players) < self.places:
            self._forget(connection)
            self.players.append((name, connection))
            self.report.log(Message("course.signed-up", {"name": name}))

    def _forget(self, connection: Connection) -> None:
        del self.unnamed[connection]
        self.selector.unregister(connection)

    def _drop(self, connection: Connection, why: Sentence) -> None:
        self._forget(connection)
        connection.close()
        self.report.dismiss(Dismissal(None, "sign-up", connection.received, hinted(why, connection.received)))


class RemotePlayer:
    """A remote program as a player in the course's game."""

    def __init__(self, connection: Connection, limit: float) -> None:
        self.connection, self.limit = connection, limit

    def setup(self, view: View | None, goal: Place) -> None:
        self._void("setup", [dialect.state_of(view) if view else False, dialect.coordinate(goal)])

    def take_turn(self, view: View) -> Turn:
        return dialect.turn_of(dialect.read_choice(self._call("take-turn", [dialect.state_of(view)])), view.maze)

    def win(self, won: bool) -> None:
        self._void("win", [won])

    def _void(self, name: Call, arguments: list[object]) -> None:
        if (reply := self._call(name, arguments)) != "void":
            raise Malformed(Message("course.not-void", {"call": name, "value": dialect.shown(reply)}), GAME.room)

    def _call(self, name: Call, arguments: list[object]) -> object:
        deadline = time.monotonic() + self.limit
        self.connection.send([name, arguments], deadline)
        return self.connection.receive(deadline)


class ConnectionObserver(Observer):
    """Closes the connection of a dismissed player, reports why, and passes on the game's moments."""

    def __init__(self, players: Sequence[tuple[str, Connection]], report: Report, show: Callable[[Moment], object]) -> None:
        self.players, self.report, self.show = players, report, show

    def see(self, moment: Moment) -> None:
        self.show(moment)

    def dismissed(self, seat: int, call: Call, error: Exception) -> None:
        name, connection = self.players[seat]
        connection.close()
        why = error.meaning if isinstance(error, Complaint) else f"{type(error).__name__}: {error}"
        self.report.dismiss(Dismissal(name, call, connection.received, why))


def referee(
    listener: socket.socket, state: RefereeState | None = None, waits: Waits | None = None, report: Report | None = None
) -> tuple[list[str], list[str]]:
    """Sign players up, conduct their game, and return the names of winners and of misbehaving players."""
    waits, report = waits or Waits(), report or Report()
    signed_up = SignUp(listener, waits, min(MOST, len(state.plmt)) if state else MOST, report).hold()
    listener.close()
    try:
        if len(signed_up) < FEWEST:
            return [], []
        seating, start = start_for(len(signed_up), state)
        players = [signed_up[::-1][number] for number in seating]
        names = [name for name, _ in players]
        observer = ConnectionObserver(players, report, report.begin(names))
        result = conduct.conduct(start, [RemotePlayer(connection, waits.call) for _, connection in players], observer)
        return dialect.names_of(result, names)
    finally:
        for _, connection in signed_up:
            connection.close()


def start_for(seats: int, state: RefereeState | None) -> tuple[Sequence[int], Start]:
    """The seating, youngest player first, and the start: the given state for this many players, or a new deal."""
    if state is None:
        return range(seats), Start(rules.deal(GAME.components, LabyrinthOptions(), seats, Random()))
    state = state.of(seats)
    return state.seating, dialect.start_of(state)


# A player


class BotPlayer:
    """One of our bots as a player in the course's game."""

    def __init__(self, player: AnyPlayer) -> None:
        self.player, self.won = player, False

    def setup(self, view: View | None, goal: Place) -> None: ...

    def take_turn(self, view: View) -> Turn:
        """Ask the bot for a whole turn, step by step. It is not asked if only a pass is possible, as off the board."""
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
    """The first player's view after some steps of its turn."""
    position = imagine(seen, Random(0))
    for step in turn:
        position = position.choose(0, step)
    return view(position, 0)


def find_referee(host: str, port: int, timeout: float = CONNECTING) -> Connection:
    """Connect to a referee, which may not be running yet."""
    deadline = time.monotonic() + timeout
    while True:
        try:
            return Connection(socket.create_connection((host, port), timeout=timeout))
        except OSError as error:
            if time.monotonic() > deadline or isinstance(error, socket.gaierror):
                reason = error.strerror or str(error)
                raise Refused(Message("course.no-referee", {"host": host, "port": port, "reason": reason}), GAME.room) from None
        time.sleep(0.2)


def take_part(connection: Connection, name: str, player: Participant) -> None:
    """Sign up and answer calls until the result arrives or the referee closes the connection."""
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
                connection.wait_for_close(time.monotonic() + CLOSING)
                return
            case other:
                raise Malformed(Message("course.no-call", {"value": dialect.shown(other)}), GAME.room)
