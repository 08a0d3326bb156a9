"""Explain why a choice is illegal."""

from __future__ import annotations

from typing import cast

from byways.games.labyrinth.state import OPENINGS, TURNS, AnyChoice, Insert, Pass, Position, Slide, Walk
from byways.i18n import Message, Value


def why_not(position: Position, seat: int, choice: AnyChoice) -> Message:
    """Return the rule that an illegal choice breaks."""
    maze, act = position.maze, position.acts[seat]
    if isinstance(choice, Pass):
        return Message("refuse.pass-classic" if maze.classic else "refuse.pass")
    if not isinstance(choice, (Slide, Insert, Walk)[len(act)]):
        return Message(("refuse.now-slide", "refuse.now-insert", "refuse.now-walk")[len(act)])
    if isinstance(choice, Slide):
        return why_no_slide(position, choice)
    if isinstance(choice, Insert):
        alike = choice not in [insert for insert, _ in TURNS[OPENINGS[maze.spare.connector]]]
        return Message("refuse.insert-alike" if alike else "refuse.insert-stuck", {"degree": choice.degree})
    return why_no_walk(position, seat, choice)


def why_no_slide(position: Position, slide: Slide) -> Message:
    lines = position.maze.grid.lines
    if slide not in lines:
        sliding = tuple(other.index for other in lines if other.direction == slide.direction)
        return Message(f"refuse.{slide.axis}-fixed", {"index": slide.index, "sliding": sliding})
    undoing = position.last is not None and slide == position.last.undoing
    values: dict[str, Value] = {"index": slide.index, "direction": slide.direction, "last": slide.undoing.direction}
    return Message(f"refuse.undo-{slide.axis}" if undoing else f"refuse.stuck-{slide.axis}", values)


def why_no_walk(position: Position, seat: int, walk: Walk) -> Message:
    grid = position.maze.grid
    cell = grid.cell(walk.row, walk.column)
    if cell is None:
        return Message("refuse.walk-off", {"row": walk.row, "column": walk.column, "rows": grid.rows, "columns": grid.columns})
    line, at = grid.lines[cast(Slide, position.acts[seat][0])], position.avatars[seat].at
    if cell == line.carry.get(at, at):
        return Message("refuse.walk-stay")
    return Message("refuse.walk-apart", {"row": walk.row, "column": walk.column})
