"""The referee of the course: conducts a game between players that are called and may fail; and programs to be such players.

Who fails a call, whatever way, is out of the game. A call may go to an object of this process or to a proxy of somebody far away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple, Protocol, TypeAlias

from byways.game import Illegal
from byways.games.labyrinth import rules
from byways.games.labyrinth.bots import Order, Strategist
from byways.games.labyrinth.state import OPENINGS, TURNS, AnyChoice, Insert, Line, Pass, Position, Slide, Walk, members
from byways.games.labyrinth.view import View, view

Turn: TypeAlias = tuple[AnyChoice, ...]  # a pass; or a slide, an insertion and a walk
Place: TypeAlias = tuple[int, int]  # row, column
Observe: TypeAlias = Callable[[int, Turn], object]  # told of every turn of a seat, and with an empty one that the seat has gone


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


def conduct(position: Position, players: Sequence[Participant], observe: Observe = unobserved) -> Result:
    """A game from its first position to its end; seat i is the i-th player's."""
    position = introduce(position, players, observe)
    while position.outcome is None and position.seats:
        position = play_turn(position, players[position.awaited[0]], observe)
    return conclude(position, players)


def introduce(position: Position, players: Sequence[Participant], observe: Observe) -> Position:
    for seat in position.seats:
        if not succeeds(players[seat].setup, view(position, seat), goal_of(position, seat)):
            position = gone(position, seat, observe)
    return position


def gone(position: Position, seat: int, observe: Observe) -> Position:
    observe(seat, ())
    return position.remove(seat)


def play_turn(position: Position, player: Participant, observe: Observe) -> Position:
    """The turn of the awaited seat; who fails it goes on the spot, and the board stays."""
    seat = position.awaited[0]
    try:
        turn = player.take_turn(view(position, seat))
        after = carried_out(position, seat, turn)
    except Exception:
        return gone(position, seat, observe)
    observe(seat, turn)
    if after.outcome:
        return after
    if after.found[seat] > position.found[seat] and not succeeds(player.setup, None, goal_of(after, seat)):
        return gone(after, seat, observe)
    return rules.advance(after, seat, None)


def carried_out(position: Position, seat: int, turn: Turn) -> Position:
    """What a turn does, if it is legal; whose turn is next is not settled yet, so that the seat can still go."""
    match turn:
        case (Pass(),):
            check(position, seat, turn[0])
            return position
        case (Slide() as slide, Insert() as insert, Walk() as walk):
            position = position.choose(seat, slide).choose(seat, insert)
            check(position, seat, walk)
            return rules.walk(position, seat, walk, None)
    raise Illegal("A turn is a pass, or a slide, an insertion and a walk.")


def check(position: Position, seat: int, choice: AnyChoice) -> None:
    if choice not in position.choices(seat):
        raise Illegal(rules.why_not(position, seat, choice))


def conclude(position: Position, players: Sequence[Participant]) -> Result:
    """Everybody who is left is told; who fails even that has neither won nor behaved."""
    won = position.outcome.winners if position.outcome else ()
    failed = [seat for seat in position.seats if not succeeds(players[seat].win, seat in won)]
    return Result(tuple(seat for seat in won if seat not in failed), tuple(sorted((*position.removed, *failed))))


def succeeds(call: Callable[..., None], *arguments: object) -> bool:
    try:
        call(*arguments)
    except Exception:
        return False
    return True


def goal_of(position: Position, seat: int) -> Place:
    """What a seat is after now, treasure or home."""
    goals, found = position.hunts[seat], position.found[seat]
    return position.maze.grid.place(goals[found] if found < len(goals) else position.avatars[seat].home)


# Programs

Call: TypeAlias = Literal["setup", "take_turn", "win"]
Cheat: TypeAlias = Literal["unreachable", "undo", "coordinate", "row", "column", "move"]


class Program:
    """Plays by a strategy and, if told so, fails a certain call: the first of its kind, or a later one."""

    def __init__(self, order: Order, fails: Call | None = None, at: int = 1) -> None:
        self.strategist, self.fails, self.left = Strategist(order), fails, at

    def setup(self, view: View | None, goal: Place) -> None:
        self._called("setup")

    def take_turn(self, view: View) -> Turn:
        self._called("take_turn")
        return self.strategist.turn(view)

    def win(self, won: bool) -> None:
        self._called("win")

    def _called(self, call: Call) -> None:
        self.left -= call == self.fails
        if self.left == 0:
            raise TimeoutError(f"This program was written to fail {call}.")


class Cheater(Program):
    """Makes an illegal turn of one kind as soon as there is one, and until then plays by a strategy."""

    def __init__(self, order: Order, cheat: Cheat) -> None:
        super().__init__(order)
        self.cheat = cheat

    def take_turn(self, view: View) -> Turn:
        return next(CHEATS[self.cheat](view), None) or super().take_turn(view)


Push: TypeAlias = tuple[Slide, Line, Insert]


def pushes(view: View) -> Iterator[Push]:
    """Every legal slide and insertion."""
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
