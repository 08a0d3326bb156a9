"""A lesson in Tuck: the learner picks a card and is done, then the rival plays on cue."""

from __future__ import annotations

import msgspec

from byways.record import Happen, Record, new_record
from byways.teaching.lesson import Lesson, LessonStep, Page
from tests import toy

DEALT = (Happen("4"), Happen("4"), Happen("2"))
PICK = LessonStep((Page("why", ("hand",)), Page("pick")), ("pick 4", "pick 2"), {"pick 1": "low"})
DONE = LessonStep((Page("done"),), ("done",), {}, ("1: pick 3", "1: done", "chance: turn 0"))
END = LessonStep((Page("end"),))


def start() -> Record:
    setup = toy.Setup(1, ((1, 2), (3, 3)), (1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4))
    return msgspec.structs.replace(new_record(toy.GAME, setup, toy.Options(), ("person", "bot:random")), entries=DEALT)


def lesson(*steps: LessonStep) -> Lesson:
    return Lesson("first", start(), steps or (PICK, DONE, END))
