"""A seat's view of Labyrinth, and positions imagined from it."""

from __future__ import annotations

from random import Random

from byways import game
from byways.game import put
from byways.games.labyrinth.rules.setup import Known, found_along, hide, near_of
from byways.games.labyrinth.rules.slides import Board
from byways.games.labyrinth.state import OPENINGS, AnyChoice, Avatar, Insert, Maze, Pass, Position, Slide
from byways.i18n import Message, Sentence, Value


class View(game.View[AnyChoice], frozen=True, kw_only=True):
    """`hunts` has the treasures that the viewer knows: its own up to the next one, and in `classic` also the finds of others.

    In other games, it has all of them at the end. `found` counts the viewer's finds; `treasures` is the number that each seat has to fetch.
    `near` has, for each seat, the places that never hold its first treasure, if the deal avoids some.
    """

    maze: Maze
    avatars: tuple[Avatar, ...]
    hunts: tuple[tuple[int, ...], ...]
    found: int
    treasures: int
    last: Slide | None
    round: int
    rounds: int
    moved: tuple[int, ...]
    near: tuple[tuple[int, ...], ...] = ()

    @property
    def at(self) -> int:
        """The cell of the viewer's avatar."""
        return self.avatars[self._seated].at

    @property
    def homeward(self) -> bool:
        """Whether the viewer has found all treasures and only needs to get home."""
        return self.found == len(self.hunts[self._seated])

    @property
    def goal(self) -> int | None:
        """The cell of the viewer's next treasure or home; None if the treasure is on the spare."""
        seat = self._seated
        return self.avatars[seat].home if self.homeward else self.maze.cell_of(self.hunts[seat][self.found])

    @property
    def _seated(self) -> int:
        if self.seat is None:
            raise ValueError("A spectator has no avatar and no goal.")
        return self.seat

    @property
    def aim(self) -> Sentence:
        if self.outcome is not None or self.seat in self.removed:
            return ""
        if self.seat is None:
            return Message("aim.all", {"treasures": self.treasures})
        goal = self.avatars[self.seat].home if self.homeward else self.laid.cell_of(self.hunts[self.seat][self.found])
        values: dict[str, Value] = {"nth": self.found + 1, "treasures": self.treasures}
        if goal is None:
            return Message("aim.spare", values)
        row, column = self.maze.grid.place(goal)
        name = "aim.home" if self.homeward else "aim.last" if self.found + 1 == self.treasures else "aim.next"
        return Message(name, {**values, "row": row, "column": column})

    @property
    def laid(self) -> Maze:
        """The maze after the viewer's tentative steps. If the spare has not been inserted yet, it goes in unturned."""
        match self.act:
            case (Slide() as slide, *rest):
                return self.maze.push(slide, next((step.degree for step in rest if isinstance(step, Insert)), 0))
        return self.maze

    @property
    def waiting(self) -> Message:
        return Message("prompt.turn", {"seat": self.awaited[0]})

    @property
    def expected(self) -> Message:
        if self.maze.classic:
            return Message(("prompt.slide-classic", "prompt.insert", "prompt.walk-classic")[len(self.act)])
        slide = "prompt.slide" if Pass() in self.choices else "prompt.slide-classic"
        return Message((slide, "prompt.insert", "prompt.walk")[len(self.act)])


def view(position: Position, seat: int | None) -> View:
    """What a seat knows; a spectator knows only public facts."""
    return View(
        *position.header(seat),
        maze=position.maze,
        avatars=position.avatars,
        hunts=known_hunts(position, seat),
        found=0 if seat is None else position.found[seat],
        treasures=position.treasures,
        last=position.last,
        round=position.round,
        rounds=position.rounds,
        moved=position.moved,
        near=position.near,
    )


def known_hunts(position: Position, seat: int | None) -> tuple[tuple[int, ...], ...]:
    if position.outcome is not None and not position.maze.classic:  # the boxed game leaves the cards of unfound treasures face down
        return position.hunts
    known: tuple[tuple[int, ...], ...] = ((),) * len(position.hunts)
    if position.maze.classic:
        known = tuple(hunt[:found] for hunt, found in zip(position.hunts, position.found, strict=True))
    return known if seat is None else put(known, seat, position.hunts[seat][: position.found[seat] + 1])


def board_of(view: View) -> Board:
    """The board on which the viewer plans its turns."""
    maze = view.maze
    return Board(maze.grid, maze.ways, OPENINGS[maze.spare.connector], view.goal, maze.classic and not view.homeward, view.last)


def imagine(view: View, rng: Random) -> Position:
    """Deal the hidden treasures again: other seats', and the viewer's later ones."""
    homes = [avatar.home for avatar in view.avatars]
    over = view.outcome is not None and not view.maze.classic
    hunts = view.hunts if over else hide(view.maze, homes, [known(view, seat) for seat in range(len(homes))], rng)
    seats = range(len(homes))
    position = Position(
        acts=tuple(view.act if seat == view.seat else () for seat in seats),
        awaited=view.awaited,
        removed=view.removed,
        outcome=view.outcome,
        maze=view.maze,
        avatars=view.avatars,
        hunts=hunts,
        found=tuple(found(view, seat, hunts[seat]) for seat in seats),
        treasures=view.treasures,
        rounds=view.rounds,
        last=view.last,
        round=view.round,
        moved=view.moved,
        near=view.near,
    )
    return begun(position, view, rng)


def begun(position: Position, view: View, rng: Random) -> Position:
    """Give another awaited seat random tentative steps, because it may already have slid and inserted."""
    for seat in view.awaited:
        # Tentative steps are secret, so zero, one or two are all possible.
        for _ in range(rng.randrange(3) if seat != view.seat else 0):
            steps = [choice for choice in position.choices(seat) if isinstance(choice, Slide | Insert)]
            if steps:
                position = position.choose(seat, rng.choice(steps))
    return position


def known(view: View, seat: int) -> Known:
    return Known(view.hunts[seat], view.treasures, () if seat == view.seat else view.avatars[seat].trail, near_of(view.near, seat))


def found(view: View, seat: int, goals: tuple[int, ...]) -> int:
    if seat == view.seat:
        return view.found
    if view.maze.classic:
        return len(view.hunts[seat])
    return found_along(view.avatars[seat].trail, goals, view.avatars[seat].home)[0]
