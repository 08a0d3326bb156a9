"""What one seat may know of a game of Labyrinth, and how to imagine the rest."""

from __future__ import annotations

from random import Random

from byways import game
from byways.game import put
from byways.games.labyrinth.rules.setup import Known, found_along, hide
from byways.games.labyrinth.rules.slides import Board
from byways.games.labyrinth.state import OPENINGS, AnyChoice, Avatar, Insert, Maze, Position, Slide
from byways.i18n import Message, Sentence, Value


class View(game.View[AnyChoice], frozen=True, kw_only=True):
    """`hunts` are the treasures this seat knows of: its own up to the next one, in `classic` those that others have
    found, else at the end all.

    `found` counts its own finds, `treasures` is how many everybody was sent for.
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

    @property
    def at(self) -> int:
        """Where this seat's avatar stands."""
        return self.avatars[self._seated].at

    @property
    def homeward(self) -> bool:
        """Whether this seat has found everything and is on its way home."""
        return self.found == len(self.hunts[self._seated])

    @property
    def goal(self) -> int | None:
        """The cell this seat is after, treasure or home; None if the treasure lies on the spare."""
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
        """The maze as it will be by this seat's tentative steps; a spare that is not turned yet goes in as it lies."""
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
        return Message(("prompt.slide", "prompt.insert", "prompt.walk")[len(self.act)])


def view(position: Position, seat: int | None) -> View:
    """What a seat knows; a spectator knows what everybody knows."""
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
    )


def known_hunts(position: Position, seat: int | None) -> tuple[tuple[int, ...], ...]:
    if position.outcome is not None and not position.maze.classic:  # the boxed game leaves the cards of unfound treasures face down
        return position.hunts
    known: tuple[tuple[int, ...], ...] = ((),) * len(position.hunts)
    if position.maze.classic:
        known = tuple(hunt[:found] for hunt, found in zip(position.hunts, position.found, strict=True))
    return known if seat is None else put(known, seat, position.hunts[seat][: position.found[seat] + 1])


def board_of(view: View) -> Board:
    """The board that a seat plans its turns on."""
    maze = view.maze
    return Board(maze.grid, maze.ways, OPENINGS[maze.spare.connector], view.goal, maze.classic and not view.homeward, view.last)


def imagine(view: View, rng: Random) -> Position:
    """Deal anew what the seat cannot know: the others' treasures, and its own to come."""
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
    )
    return begun(position, view, rng)


def begun(position: Position, view: View, rng: Random) -> Position:
    """Another seat whose turn it is may have slid and inserted already without anybody seeing it."""
    for seat in view.awaited:
        for _ in range(rng.randrange(3) if seat != view.seat else 0):
            steps = [choice for choice in position.choices(seat) if isinstance(choice, Slide | Insert)]
            if steps:
                position = position.choose(seat, rng.choice(steps))
    return position


def known(view: View, seat: int) -> Known:
    return view.hunts[seat], view.treasures, () if seat == view.seat else view.avatars[seat].trail


def found(view: View, seat: int, goals: tuple[int, ...]) -> int:
    if seat == view.seat:
        return view.found
    if view.maze.classic:
        return len(view.hunts[seat])
    return found_along(view.avatars[seat].trail, goals, view.avatars[seat].home)[0]
