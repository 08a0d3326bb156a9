"""The progress of a game through a lesson."""

from __future__ import annotations

from byways.game import Position
from byways.record import Choose, Entry, Happen, Undo
from byways.teaching.lesson import Cue, Lesson, LessonStep


class Script:
    """Counts the entries of one game against the cues of its lesson.

    `follow` sees every entry exactly once, in order. `cue` is the next cue: None without a lesson, after its end, and where the script,
    which may have changed since the game began, asks a rival for an illegal choice.
    """

    def __init__(self, lesson: Lesson | None = None) -> None:
        self.lesson = lesson
        self._cues = [] if lesson is None else [*lesson.cues()]
        self._played = 0  # choices and chances since the start of the lesson, without those taken back
        self._chosen = 0  # those of them that the learner chose
        self.cue = self._cue_at(0)

    def follow(self, entry: Entry, number: int, position: Position) -> None:
        """Count the entry with this number in the log, which led to this position."""
        if self.lesson is None or number < len(self.lesson.start.entries):
            return
        count = -1 if isinstance(entry, Undo) else int(isinstance(entry, Choose | Happen))
        self._played += count
        if isinstance(entry, Choose | Undo) and entry.seat == self.lesson.seat:
            self._chosen += count
        cue = self._cue_at(self._played)
        scripted = cue.entry if cue else None
        is_illegal = isinstance(scripted, Choose) and scripted.choice not in map(str, position.choices(scripted.seat))
        self.cue = None if is_illegal else cue

    def _cue_at(self, number: int) -> Cue | None:
        return self._cues[number] if 0 <= number < len(self._cues) else None

    @property
    def step(self) -> int | None:
        """The number of the learner's step; after the script the last one, without a lesson None."""
        if self.lesson is None:
            return None
        cue = self._cue_at(self._played)
        return len(self.lesson.steps) - 1 if cue is None else cue.step

    @property
    def is_over(self) -> bool:
        """Whether there is a lesson with nothing left to play. Its game may go on freely."""
        return self.lesson is not None and self.cue is None

    @property
    def is_left_behind(self) -> bool:
        """Whether the learner has played on after the end."""
        return self._chosen > sum(cue.entry is None for cue in self._cues)

    @property
    def may_undo(self) -> bool:
        """Whether the learner acted last. Later entries of chance or a rival would no longer fit."""
        last = self._cue_at(self._played - 1)
        return self.cue is None or (last is not None and last.entry is None)

    def chance(self, ahead: int) -> str | None:
        """The scripted result of the chance that comes `ahead` entries after the present cue."""
        cue = self._cue_at(self._played + ahead)
        return cue.entry.what if cue and isinstance(cue.entry, Happen) else None

    def choice_for(self, seat: int) -> str | None:
        """The choice that a rival at this seat has to make now."""
        return self.cue.entry.choice if self.cue and isinstance(self.cue.entry, Choose) and self.cue.entry.seat == seat else None

    def lets_bot_act(self, seat: int) -> bool:
        """Whether the bot at this seat may act: during the script only on cue."""
        return self.cue is None or self.choice_for(seat) is not None

    def step_for(self, seat: int | None) -> LessonStep | None:
        """The step that waits for a choice of this seat."""
        if self.lesson is None or self.cue is None or self.cue.entry is not None or seat != self.lesson.seat:
            return None
        return self.lesson.steps[self.cue.step]
