"""The referee of the course: conducts a game between players that are called and may fail.

Who fails a call, whatever way, is out of the game. A call may go to an object of this process or to a proxy of somebody far away.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, ParamSpec, Protocol, TypeAlias

import msgspec

from byways.game import Choice, Illegal, put
from byways.games.labyrinth import rules
from byways.games.labyrinth.course.places import Place, place_of
from byways.games.labyrinth.state import AnyChoice, Insert, Pass, Position, Setup, Slide, Walk
from byways.games.labyrinth.view import View, view

Given = ParamSpec("Given")
Turn: TypeAlias = tuple[Choice, ...]  # a pass; or a slide, an insertion and a walk
Observe: TypeAlias = Callable[[int, Turn], object]  # told of every turn of a seat, and with an empty one that the seat has gone


class Start(NamedTuple):
    """How a game begins, be it one that Labyrinth would deal or not; `goals` are handed out to whoever finds its treasure next."""

    setup: Setup
    goals: tuple[int, ...] = ()


class Participant(Protocol):
    """Whom the referee calls. An exception of any kind is a failure, a missed time limit among them."""

    def setup(self, view: View | None, goal: Place) -> None:
        """The first position and the first goal; later, without a view, the next goal or home."""

    def take_turn(self, view: View) -> Turn: ...

    def win(self, won: bool) -> None: ...


class Result(NamedTuple):
    """Seats, in the order of turns."""

    winners: tuple[int, ...]
    misbehaved: tuple[int, ...]


def unobserved(seat: int, turn: Turn) -> None:
    """Nobody watches."""


def conduct(start: Start, players: Sequence[Participant], observe: Observe = unobserved) -> Result:
    """A game from its start to its end; seat i is the i-th player's."""
    return CourseGame(start, players, observe).play()


class CourseGame:
    """A game under way."""

    def __init__(self, start: Start, players: Sequence[Participant], observe: Observe) -> None:
        self.position, self.goals = rules.begin(start.setup), start.goals
        self.players, self.observe = players, observe

    def play(self) -> Result:
        for seat in self.position.seats:
            if not succeeds(self.players[seat].setup, view(self.position, seat), goal_of(self.position, seat)):
                self._dismiss(seat)
        while self.position.outcome is None and self.position.seats:
            self._play_turn(self.position.awaited[0])
        return self._conclude()

    def _dismiss(self, seat: int) -> None:
        self.observe(seat, ())
        self.position = self.position.remove(seat)

    def _play_turn(self, seat: int) -> None:
        """Who fails its turn goes on the spot, and the board stays."""
        before, player = self.position, self.players[seat]
        try:
            turn = player.take_turn(view(before, seat))
            self.position = carried_out(before, seat, turn)
        except Exception:
            self._dismiss(seat)
            return
        self.observe(seat, turn)
        if self.position.found[seat] > before.found[seat]:
            self._hand_out_goal(seat)
            if not succeeds(player.setup, None, goal_of(self.position, seat)):
                self._dismiss(seat)
                return
        if self.position.outcome is None:
            self.position = rules.advance(self.position, seat, None)

    def _hand_out_goal(self, seat: int) -> None:
        """To whoever has found its treasure, as long as there are any; a last one that is its home means: go home."""
        if self.goals:
            goal, self.goals = self.goals[0], self.goals[1:]
            if self.goals or goal != self.position.avatars[seat].home:
                hunts = self.position.hunts
                self.position = msgspec.structs.replace(self.position, hunts=put(hunts, seat, (*hunts[seat], goal)))

    def _conclude(self) -> Result:
        """Everybody who is left is told; who fails even that has neither won nor behaved."""
        position = self.position
        won = position.outcome.winners if position.outcome else ()
        failed = [seat for seat in position.seats if not succeeds(self.players[seat].win, seat in won)]
        return Result(tuple(seat for seat in won if seat not in failed), tuple(sorted((*position.removed, *failed))))


def carried_out(position: Position, seat: int, turn: Turn) -> Position:
    """What a turn does, if it is legal; whose turn is next is not settled yet, so that the seat can still go."""
    match turn:
        case (Pass(),):
            check(position, seat, Pass())
            return position
        case (Slide() as slide, Insert() as insert, Walk() as walk):
            position = position.choose(seat, slide).choose(seat, insert)
            check(position, seat, walk)
            return rules.walk(position, seat, walk, None)
    raise Illegal("A turn is a pass, or a slide, an insertion and a walk.")


def check(position: Position, seat: int, choice: AnyChoice) -> None:
    if choice not in position.choices(seat):
        raise Illegal(rules.why_not(position, seat, choice), position.room)


def succeeds(call: Callable[Given, None], *given: Given.args, **named: Given.kwargs) -> bool:
    try:
        call(*given, **named)
    except Exception:
        return False
    return True


def goal_of(position: Position, seat: int) -> Place:
    """What a seat is after now, treasure or home."""
    goals, found = position.hunts[seat], position.found[seat]
    return place_of(position.maze.grid, goals[found] if found < len(goals) else position.avatars[seat].home)
