"""Lessons: a prepared game that asks for one thing at a time.

A lesson is data in a game's room: `lessons/NAME.json` is the record it starts from, `lessons/NAME.toml` its steps. Its texts are messages
of the room, `lesson.NAME` for the title and `lesson.NAME.PAGE` for each page and reply. How far somebody has come follows from the
entries played since the start, so a lesson can be left at any time and taken up again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources.abc import Traversable
from itertools import islice

import msgspec

from byways.game import Choice, Game, View
from byways.i18n import Message
from byways.record import AnyEntry, Choose, Entry, Happen, Record, Undo
from byways.room import find_room


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text of a step, and what the board points at meanwhile: pieces by their ids in drawings, options by their notation."""

    name: str
    points: tuple[str, ...] = ()


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the learner reads, which choices are right, and what follows.

    `expect` and the keys of `replies` are notations in which `*` stands for anything. `then` is what chance and rivals do afterwards, as
    records write it: `1: slide 2 left`, `chance: 5`. The last step expects nothing.
    """

    pages: tuple[Page, ...]
    expect: tuple[str, ...] = ()
    replies: dict[str, str] = {}
    then: tuple[str, ...] = ()

    def accepts(self, choice: str) -> bool:
        return any(fnmatchcase(choice, right) for right in self.expect)

    @property
    def script(self) -> list[AnyEntry]:
        return list(map(entry_from, self.then))


def entry_from(text: str) -> AnyEntry:
    who, _, what = text.partition(": ")
    return Happen(what) if who == "chance" else Choose(int(who), what)


class Lesson(msgspec.Struct, frozen=True):
    name: str
    start: Record
    steps: tuple[Step, ...]
    seat: int = 0

    @property
    def title(self) -> Message:
        return Message(f"lesson.{self.name}")

    def says(self, page: str) -> Message:
        return Message(f"lesson.{self.name}.{page}")

    def script(self) -> Iterator[tuple[int, Entry | None]]:
        """All that is played, with the number of its step: None stands for a choice of the learner."""
        for number, step in enumerate(self.steps):
            if step.expect:
                yield number, None
            yield from ((number, entry) for entry in step.script)

    def played(self, entries: Sequence[Entry]) -> int:
        """How many choices and chances of a game stand since the start of the lesson."""
        since = (entry for entry in entries[len(self.start.entries) :] if isinstance(entry, Choose | Happen | Undo))
        return sum(-1 if isinstance(entry, Undo) else 1 for entry in since)

    def is_left_behind(self, entries: Sequence[Entry]) -> bool:
        """Whether the learner has made choices of their own after its end."""
        own = [entry for entry in entries[len(self.start.entries) :] if isinstance(entry, Choose | Undo) and entry.seat == self.seat]
        return sum(-1 if isinstance(entry, Undo) else 1 for entry in own) > sum(entry is None for _, entry in self.script())

    def due(self, played: int) -> tuple[int, Entry | None] | None:
        """What comes next: the learner's choice (None) or an entry, with its step; None when all is played."""
        return next(islice(self.script(), played, None), None) if played >= 0 else None

    def step(self, played: int) -> int:
        """The number of the step that the learner is at."""
        due = self.due(played)
        return len(self.steps) - 1 if due is None else due[0]

    def may_undo(self, played: int) -> bool:
        """Whether the last to act was the learner: what chance or a rival has done since would no longer fit."""
        last = self.due(played - 1)
        return last is not None and last[1] is None

    def objection(self, step: Step, choice: Choice) -> Message | None:
        """What a legal choice that is not asked for would do; None for a right one."""
        notation = str(choice)
        if step.accepts(notation):
            return None
        reply = next((reply for wrong, reply in step.replies.items() if fnmatchcase(notation, wrong)), None)
        return self.says(reply) if reply else Message("lesson.other", {"choice": choice.sentence})

    def advice(self, step: Step, view: View) -> str | None:
        """A right choice."""
        choices = map(str, view.choices)
        return next(filter(step.accepts, choices), None)


class Steps(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a lesson's steps."""

    steps: tuple[Step, ...]
    seat: int = 0


@cache
def lessons(game: Game) -> dict[str, Lesson]:
    """The lessons of a game by name, in the order of its room's `lessons/order.txt`; none for a room that has none."""
    folder = find_room(game.room).file("teaching", "lessons")
    if folder is None or not folder.joinpath("order.txt").is_file():
        return {}
    return {name: read_lesson(folder, name) for name in folder.joinpath("order.txt").read_text("utf-8").split()}


def read_lesson(folder: Traversable, name: str) -> Lesson:
    start = msgspec.json.decode(folder.joinpath(f"{name}.json").read_bytes(), type=Record)
    steps = msgspec.toml.decode(folder.joinpath(f"{name}.toml").read_bytes(), type=Steps)
    return Lesson(name, start, steps.steps, steps.seat)
