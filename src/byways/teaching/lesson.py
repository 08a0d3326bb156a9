"""Lessons: a prepared game that asks the learner for one choice at a time.

A lesson is data in a game's room: `lessons/NAME.json` is the record it starts from, `lessons/NAME.toml` holds its steps. Its texts are
messages of the room, `lesson.NAME` for the title and `lesson.NAME.PAGE` for each page and reply.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import filter as matching
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources.abc import Traversable
from typing import TypeAlias

import msgspec

from byways.game import Choice, Game, View
from byways.i18n import Message
from byways.record import Choose, Happen, Record
from byways.room import find_room

ScriptedEntry: TypeAlias = Choose | Happen


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One text of a step. The board highlights `points`: pieces by their drawing ids, options by notation as in `expect`."""

    name: str
    points: tuple[str, ...] = ()

    def pointed(self, view: View) -> tuple[str, ...]:
        """The points, with each `*` resolved to the choices of a view."""
        choices = [*map(str, view.choices)]
        return tuple(one for point in self.points for one in (matching(choices, point) if "*" in point else [point]))


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a lesson: the pages to read, the right choices, and the scripted entries that follow.

    `expect` and the keys of `replies` are notations in which `*` matches anything. `then` lists the entries of chance and rivals in record
    notation: `1: slide 2 left`, `chance: 5`. The last step expects nothing.
    """

    pages: tuple[Page, ...]
    expect: tuple[str, ...] = ()
    replies: dict[str, str] = {}
    then: tuple[str, ...] = ()

    def accepts(self, choice: str) -> bool:
        return any(fnmatchcase(choice, right) for right in self.expect)

    def advice(self, view: View) -> str | None:
        """The first of a view's choices that this step accepts."""
        return next(filter(self.accepts, map(str, view.choices)), None)

    @property
    def script(self) -> list[ScriptedEntry]:
        return list(map(entry_from, self.then))


def entry_from(text: str) -> ScriptedEntry:
    who, _, what = text.partition(": ")
    return Happen(what) if who == "chance" else Choose(int(who), what)


class Cue(msgspec.Struct, frozen=True):
    """The next entry of a script and the number of its step. `entry` is None where the learner chooses."""

    step: int
    entry: ScriptedEntry | None = None


class Lesson(msgspec.Struct, frozen=True):
    name: str
    start: Record
    steps: tuple[LessonStep, ...]
    seat: int = 0

    @property
    def title(self) -> Message:
        return Message(f"lesson.{self.name}")

    def says(self, page: str) -> Message:
        return Message(f"lesson.{self.name}.{page}")

    def cues(self) -> Iterator[Cue]:
        """Yield the whole script in order."""
        for number, step in enumerate(self.steps):
            if step.expect:
                yield Cue(number)
            yield from (Cue(number, entry) for entry in step.script)

    def objection(self, step: LessonStep, choice: Choice) -> Message | None:
        """Say what is wrong with a legal choice in this step; None if it is right."""
        notation = str(choice)
        if step.accepts(notation):
            return None
        reply = next((reply for wrong, reply in step.replies.items() if fnmatchcase(notation, wrong)), None)
        return self.says(reply) if reply else Message("lesson.other", {"choice": choice.sentence})


class Steps(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of `lessons/NAME.toml`."""

    steps: tuple[LessonStep, ...]
    seat: int = 0


@cache
def lessons(game: Game) -> dict[str, Lesson]:
    """The game's lessons by name, in the order given by `lessons/order.txt`."""
    folder = find_room(game.room).file("teaching", "lessons")
    if folder is None or not folder.joinpath("order.txt").is_file():
        return {}
    return {name: read_lesson(folder, name) for name in folder.joinpath("order.txt").read_text("utf-8").split()}


def read_lesson(folder: Traversable, name: str) -> Lesson:
    start = msgspec.json.decode(folder.joinpath(f"{name}.json").read_bytes(), type=Record)
    steps = msgspec.toml.decode(folder.joinpath(f"{name}.toml").read_bytes(), type=Steps)
    return Lesson(name, start, steps.steps, steps.seat)
