"""A game's progress through its lesson."""

from __future__ import annotations

from byways.game import Position
from byways.record import Choose, Entry, Happen, Undo
from byways.teaching.lesson import Cue, Lesson, LessonStep


class Script:
    """Follows a game through the cues of its lesson.

    Call `follow` with every entry exactly once, in order. `cue` is the next cue. It is None without a lesson, after the lesson's end, and
    if the script, which may have changed since the game began, asks a rival for an illegal choice.
    """

    def __init__(self, lesson: Lesson | None = None) -> None:
        self.lesson = lesson
        self._cues = [] if lesson is None else [*lesson.cues()]
        self._played = 0  # choices and chances since the start of the lesson, without undone ones
        self._chosen = 0  # choices among them that the learner made
        self.cue = self._cue_at(0)

    def follow(self, entry: Entry, number: int, position: Position) -> None:
        """Count an entry, given its number in the log and the position it led to."""
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
        """The number of the learner's step: the last one after the script, None without a lesson."""
        if self.lesson is None:
            return None
        cue = self._cue_at(self._played)
        return len(self.lesson.steps) - 1 if cue is None else cue.step

    @property
    def is_over(self) -> bool:
        """Whether a lesson has nothing left to play. Its game may go on freely."""
        return self.lesson is not None and self.cue is None

    @property
    def is_left_behind(self) -> bool:
        """Whether the learner has played on after the end."""
        return self._chosen > sum(cue.entry is None for cue in self._cues)

    @property
    def may_undo(self) -> bool:
        """Whether the learner acted last. If chance or a rival did, their entries would no longer fit after an undo."""
        last = self._cue_at(self._played - 1)
        return self.cue is None or (last is not None and last.entry is None)

    def chance(self, ahead: int) -> str | None:
        """The scripted result of the chance that comes `ahead` entries after the current cue."""
        cue = self._cue_at(self._played + ahead)
        return cue.entry.what if cue and isinstance(cue.entry, Happen) else None

    def choice_for(self, seat: int) -> str | None:
        """The choice that the rival at this seat has to make now, if any."""
        return self.cue.entry.choice if self.cue and isinstance(self.cue.entry, Choose) and self.cue.entry.seat == seat else None

    def lets_bot_act(self, seat: int) -> bool:
        """Whether the bot at this seat may act. During the script it acts only on cue."""
        return self.cue is None or self.choice_for(seat) is not None

    def step_for(self, seat: int | None) -> LessonStep | None:
        """The step that waits for this seat's choice, if any."""
        if self.lesson is None or self.cue is None or self.cue.entry is not None or seat != self.lesson.seat:
            return None
        return self.lesson.steps[self.cue.step]
