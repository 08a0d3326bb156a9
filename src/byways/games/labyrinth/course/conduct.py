"""The course's referee: it calls players, and removes those that fail a call in any way.

A player may be an object in this process or a proxy for a remote program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, ParamSpec, Protocol, TypeAlias

import msgspec

from byways.game import Choice, Event, Illegal, Tell, happened, put
from byways.games.labyrinth import rules
from byways.games.labyrinth.course.places import Place, place_of
from byways.games.labyrinth.rules.refusals import why_not
from byways.games.labyrinth.rules.setup import begin
from byways.games.labyrinth.state import AnyChoice, Insert, Pass, Position, Setup, Slide, Walk
from byways.games.labyrinth.view import View, view
from byways.i18n import Message

P = ParamSpec("P")
Call: TypeAlias = Literal["setup", "take-turn", "win"]
Turn: TypeAlias = tuple[Choice, ...]  # a pass; or a slide, an insertion and a walk


class Past(NamedTuple):
    """The progress of a resumed game: each seat's finds, the seats that have moved in this round, the seat to move, and the round."""

    found: tuple[int, ...]
    moved: tuple[int, ...]
    turn: int
    round: int


class Start(NamedTuple):
    """The start of a game, which need not be one of our deals. `goals` are handed out as players find their treasures."""

    setup: Setup
    goals: tuple[int, ...] = ()
    past: Past | None = None

    @property
    def position(self) -> Position:
        begun, past = begin(self.setup), self.past
        if past is None:
            return begun
        return msgspec.structs.replace(begun, found=past.found, moved=past.moved, awaited=(past.turn,), round=past.round)


class Moment(NamedTuple):
    """A game at its start or after a turn: the position, the goals not yet handed out, and the events since the last moment."""

    position: Position
    goals: tuple[int, ...]
    told: tuple[Event, ...] = ()


class Participant(Protocol):
    """A player as the referee calls it. Any exception is a failure, including a missed time limit."""

    def setup(self, view: View | None, goal: Place) -> None:
        """Receive the first position and goal or, later and without a view, the next goal or home."""

    def take_turn(self, view: View) -> Turn: ...

    def win(self, won: bool) -> None: ...


class Result(NamedTuple):
    """Winners and misbehaving players, by seat in turn order."""

    winners: tuple[int, ...]
    misbehaved: tuple[int, ...]


class Observer:
    """Receives a game's moments; this base class ignores them."""

    def see(self, moment: Moment) -> None: ...

    def dismissed(self, seat: int, call: Call, error: Exception) -> None:
        """A seat failed a call and is out."""


def conduct(start: Start, players: Sequence[Participant], observer: Observer | None = None) -> Result:
    """Play a game to its end; seat i belongs to the i-th player."""
    return CourseGame(start, players, observer or Observer()).play()


class CourseGame:
    """A game in progress; `told` collects the events since the last moment."""

    def __init__(self, start: Start, players: Sequence[Participant], observer: Observer) -> None:
        self.position, self.goals = start.position, start.goals
        self.players, self.observer = players, observer
        self.told: list[Event] = []

    def play(self) -> Result:
        self._show()
        for seat in self.position.seats:
            if error := failure(self.players[seat].setup, view(self.position, seat), goal_of(self.position, seat)):
                self._dismiss(seat, "setup", error)
        while self.position.outcome is None and self.position.seats:
            self._play_turn(self.position.awaited[0])
        return self._conclude()

    def _show(self) -> None:
        self.observer.see(Moment(self.position, self.goals, tuple(self.told)))
        self.told.clear()

    def _dismiss(self, seat: int, call: Call, error: Exception) -> None:
        self.observer.dismissed(seat, call, error)
        self.position = self.position.remove(seat, self.told)
        self._show()

    def _play_turn(self, seat: int) -> None:
        """Ask for a turn and carry it out. A player that fails is removed, and the board stays unchanged."""
        before, player = self.position, self.players[seat]
        try:
            turn = player.take_turn(view(before, seat))
            self.position = carried_out(before, seat, turn, self.told)
        except Exception as error:
            self._dismiss(seat, "take-turn", error)
            return
        if self.position.found[seat] > before.found[seat]:
            self._hand_out_goal(seat)
            if failed := failure(player.setup, None, goal_of(self.position, seat)):
                self._dismiss(seat, "setup", failed)
                return
        if self.position.outcome is None:
            self.position = rules.advance(self.position, seat, self.told)
        self._show()

    def _hand_out_goal(self, seat: int) -> None:
        """Give the next goal, if any is left, to a player that has found its treasure.

        If that goal is its home, the player is going home.
        """
        if self.goals:
            goal, self.goals = self.goals[0], self.goals[1:]
            if self.goals or goal != self.position.avatars[seat].home:
                hunts = self.position.hunts
                self.position = msgspec.structs.replace(self.position, hunts=put(hunts, seat, (*hunts[seat], goal)))

    def _conclude(self) -> Result:
        """Tell the remaining players the result. A player that fails this call has misbehaved and cannot win."""
        position = self.position
        won = position.outcome.winners if position.outcome else ()
        failed = [seat for seat in position.seats if not self._tell_result(seat, seat in won)]
        return Result(tuple(seat for seat in won if seat not in failed), tuple(sorted((*position.removed, *failed))))

    def _tell_result(self, seat: int, won: bool) -> bool:
        if error := failure(self.players[seat].win, won):
            self.observer.dismissed(seat, "win", error)
        return error is None


def carried_out(position: Position, seat: int, turn: Turn, tell: Tell) -> Position:
    """The position after a legal turn but before `advance`, so that the seat can still be removed."""
    match turn:
        case (Pass(),):
            check(position, seat, Pass())
            happened(tell, "pass", f"avatar-{seat}", seat=seat)
            return position
        case (Slide() as slide, Insert() as insert, Walk() as walk):
            position = position.choose(seat, slide).choose(seat, insert)
            check(position, seat, walk)
            return rules.walk(position, seat, walk, tell)
    raise Illegal(Message("course.turn"), position.room)


def check(position: Position, seat: int, choice: AnyChoice) -> None:
    if choice not in position.choices(seat):
        raise Illegal(why_not(position, seat, choice), position.room)


def failure(call: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> Exception | None:
    """The exception that a call raises, if any."""
    try:
        call(*args, **kwargs)
    except Exception as error:
        return error
    return None


def goal_of(position: Position, seat: int) -> Place:
    """The next goal of a seat, treasure or home."""
    goals, found = position.hunts[seat], position.found[seat]
    return place_of(position.maze.grid, goals[found] if found < len(goals) else position.avatars[seat].home)
