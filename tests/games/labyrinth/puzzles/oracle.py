"""What is right in a puzzle of Labyrinth, by trying all turns with the rules. Knows nothing but the contract of games."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from byways.game import put
from byways.games.labyrinth.state import AnyChoice, Pass, Position
from byways.puzzle import Puzzle


def turns(position: Position, seat: int) -> Iterator[tuple[tuple[AnyChoice, ...], Position]]:
    """Yield all turns of a seat, one for each result, with the positions after them."""
    seen = set()
    for act, then in unfold(position, seat, ()):
        result = then.maze, tuple(avatar.at for avatar in then.avatars), then.last
        if isinstance(act[0], Pass) or result not in seen:
            seen.add(result)
            yield act, then


def unfold(position: Position, seat: int, act: tuple[AnyChoice, ...]) -> Iterator[tuple[tuple[AnyChoice, ...], Position]]:
    for choice in position.choices(seat):
        then = position.choose(seat, choice)
        if then.acts[seat]:
            yield from unfold(then, seat, (*act, choice))
        else:
            yield (*act, choice), then


def is_there(before: Position, after: Position, seat: int) -> bool:
    """Whether a seat has found its treasure or has come home with the latest turn."""
    came_home = after.outcome is not None and after.outcome.winners == (seat,)
    return after.found[seat] > before.found[seat] or (came_home and before.found[seat] == before.treasures)


def reaches(position: Position, seat: int, moves: int) -> bool:
    """Whether a seat can reach its goal in this many turns while the rival passes."""
    for act, then in turns(position, seat):
        if is_there(position, then, seat):
            return True
        if moves > 1 and then.outcome is None and not isinstance(act[0], Pass):
            waited = then.choose(1 - seat, "pass")
            if waited.outcome is None and reaches(waited, seat, moves - 1):
                return True
    return False


def is_right(puzzle: Puzzle, position: Position, then: Position) -> bool:
    """Whether a turn that led to `then` is right."""
    seat, rival = puzzle.seat, 1 - puzzle.seat
    if puzzle.kind in ("two", "three"):
        return reaches(then.choose(rival, "pass"), seat, puzzle.turns - 1)
    if puzzle.kind in ("block", "forced") and can_come_home(then, rival):
        return False
    return puzzle.kind == "block" or all(reaches(reply, seat, 1) for _, reply in turns(wandering(then, rival), rival))


def wandering(position: Position, seat: int) -> Position:
    """The position with a seat that has still to find its treasures, so that it cannot end the game."""
    return replace(position, found=put(position.found, seat, 0))


def can_come_home(position: Position, seat: int) -> bool:
    homeward = replace(position, found=put(position.found, seat, position.treasures))
    return reaches(homeward, seat, 1)
