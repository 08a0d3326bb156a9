"""One game in progress at a table: what its referee conducts, and what everybody has on screen. Nothing here waits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NoReturn

import msgspec

from byways.game import Chance, Choice, Complaint, Game, Illegal, Position, View, stream
from byways.record import Choose, Entry, Folded, Happen, Played, Record, Remove, Step, Undo
from byways.referee import Failure, Referee
from byways.table.errors import NotNow, Stale, Unplayable
from byways.table.i18n import inside
from byways.table.play.screens import Screens
from byways.table.store.schema import Timed
from byways.table.store.store import StoredTable
from byways.teaching.lesson import lessons

STEPS = 400  # steps and undos of one seat's act after which it can take nothing back


def unplayable(head: Record, game: Game, number: int) -> Unplayable:
    """The age of a table may be the reason."""
    if head.version == game.version:
        return Unplayable("wrong.log", number=number)
    return Unplayable("wrong.log-of-another-version", game, number=number, title=game.title, version=head.version, here=game.version)


class Match:
    """The referee previews an entry, the caller stores it, `take` applies it."""

    def __init__(self, game: Game, stored: StoredTable) -> None:
        self.game, self.seed = game, stored.seed
        self.referee = Referee(game, stored.head, self._draw, stored.clock, stored.created, self._show)
        self.screens = Screens(self.referee.position)
        self.lesson = lessons(game).get(stored.lesson)
        self.stories: dict[int | None, list[Step]] = {}
        for _ in self.replay(stored.entries):
            pass

    def replay(self, log: Sequence[Timed]) -> Iterator[None]:
        """Apply what is stored, entry by entry: a long log may want a pause in between."""
        for timed in log:
            number = self.length
            try:
                self.follow(timed.entry, timed.at)
            except Complaint as error:  # its words, and those of the entry, could tell a secret
                raise unplayable(self.referee.head, self.game, number) from error
            yield

    @property
    def settled(self) -> int:
        """So many entries from the start cannot be folded any more, unless that happened with entries not known here."""
        return min((act.standing[0] for act in self.referee.acts if act.standing), default=self.length)

    def catch_up(self, log: Sequence[Timed], start: int) -> Iterator[None]:
        """Apply what is stored from a settled entry on. Steps that are known here may have been taken back since, and folded."""
        known = self.length - start
        for number, timed in reversed([*enumerate(log[:known], start)]):
            if isinstance(timed.entry, Folded):
                self._drop(number, timed.entry)
        yield from self.replay(log[known:])

    def _drop(self, number: int, folded: Folded) -> None:
        """A step that was taken back elsewhere. The undo, itself folded, comes later and is what screens show."""
        for seat, act in enumerate(self.referee.acts):
            if number in act.standing:
                undone = self.referee.attempt(self.position, Undo(seat))
                for screen in self.screens.values():
                    screen.story.see(undone)
                self.referee.drop(number, undone, folded)

    def _draw(self, due: Chance, number: int) -> str | None:
        """A frame waits for a while: people should see what came before it."""
        return None if due.is_frame else self.draw(due, number)

    def draw(self, due: Chance, number: int) -> str:
        """The chance outcome for the entry of this number: always the same, so no generator has to survive a restart."""
        scripted = self.taught(number)
        if scripted is not None and isinstance(scripted[1], Happen) and scripted[1].what in due.what:
            return scripted[1].what
        return due.draw(stream(self.seed, f"chance {number}"))

    def _show(self, step: Played) -> None:
        self.screens.show(step, len(self.referee.entries))

    @property
    def position(self) -> Position:
        return self.referee.position

    @property
    def entries(self) -> list[Entry]:
        return self.referee.entries

    @property
    def record(self) -> Record:
        return self.referee.record

    @property
    def length(self) -> int:
        """The length of the log, folded entries included."""
        return len(self.referee.entries)

    def follow(self, entry: Entry, at: float) -> None:
        """Apply an entry that is already stored."""
        self.take([self.referee.attempt(self.position, entry)], at)

    def take(self, steps: Sequence[Played], at: float) -> None:
        """Apply what is stored, with what it folds."""
        folds = self.folds(steps)
        self.referee.commit(steps, at)
        for number, folded in folds.items():
            self.referee.entries[number] = folded

    def act(self, seat: int, texts: Sequence[str]) -> list[list[Played]]:
        """What the choices of a bot would lead to, each after those before it. One that is illegal costs the seat."""
        choices, ahead = list[list[Played]](), list[Played]()
        for text in texts:
            if seat not in (ahead[-1].after if ahead else self.position).awaited:
                break
            try:
                choices.append(self.referee.preview(Choose(seat, text), ahead=ahead))
            except Complaint:
                return [*choices, self.referee.preview(Remove(seat, Failure.ILLEGAL.value), ahead=ahead)]
            ahead += choices[-1]
        return choices

    def folds(self, steps: Sequence[Played]) -> dict[int, Folded]:
        """What takes the place of entries that were taken back, once these steps make their acts final."""
        return {number: Folded(self.screens.seen_by(number)) for number in self.referee.taken_back(steps)}

    def turns(self, steps: Sequence[Played]) -> dict[int, bool]:
        """Whose turn begins with these steps, and whose ends; who goes on after an act has a new turn."""
        before, after = {*steps[0].before.awaited}, {*steps[-1].after.awaited}
        finished = {seat for step in steps for seat in step.finished}
        return {seat: seat in after for seat in (before ^ after) | (after & finished)}

    def story(self, seat: int | None) -> list[Step]:
        """All that a seat has seen, by the numbers of its screen; told anew when there is more of it."""
        for _ in self.tell(seat):
            pass
        return self.stories[seat]

    def tell(self, seat: int | None) -> Iterator[Step]:
        """A seat's story step by step, unless it is known as far as its screen is."""
        if len(self.stories.get(seat, ())) <= self.screens[seat].number:
            told = list[Step]()
            for step in self._story(seat):
                told.append(step)
                yield step
            self.stories[seat] = told

    def _story(self, seat: int | None) -> Iterator[Step]:
        """Folded entries are shown as what was there before."""
        log = msgspec.structs.replace(self.referee.head, entries=tuple(self.referee.entries))
        yield Step((), (), self.referee.head.start(self.game).view(seat))
        yield from log.story(self.game, seat)

    def until(self, seat: int | None, number: int) -> Record:
        """What was played up to one moment of a seat's story."""
        return self.referee.record_until(self.screens[seat].entries[number])

    # What a seat asks for

    def newest(self, seat: int, seen: int) -> View:
        """The view of a seat, if it is what the seat saw when it chose."""
        screen = self.screens[seat]
        if not screen.same_since <= seen <= screen.number:
            raise Stale("wrong.stale")
        return screen.view

    def read(self, seat: int, seen: int, text: str) -> Choice:
        """A choice of a seat. Why one is illegal is found in an imagined world, so the sentence can only tell what this seat knows."""
        view, choice = self.newest(seat, seen), self.game.parse(text)
        if choice not in view.choices:
            self._explain(view, seat, choice)
        self._teach(seat, choice)
        return choice

    def _explain(self, view: View, seat: int, choice: Choice) -> NoReturn:
        if seat in view.awaited:
            self.referee.attempt(view.imagine(Random(0)), Choose(seat, str(choice)), choice)
        raise NotNow("wrong.not-now", self.game, prompt=inside(self.game, view.prompt))

    def check_undo(self, seat: int, seen: int) -> None:
        """Without undo every act comes to its end, so limiting undo limits the log."""
        self.newest(seat, seen)
        if self.lesson is not None and self.taught() is not None and not self.lesson.may_undo(self.lesson.played(self.entries)):
            raise NotNow("wrong.lesson-undo")
        if len(self.referee.acts[seat]) >= STEPS:
            raise NotNow("wrong.undo-limit")

    def take_back(self, seat: int, seen: int) -> list[Played]:
        """What taking back the latest step of a seat would lead to, or why it has none."""
        if not (view := self.newest(seat, seen)).act:
            raise Illegal(view.no_undo, self.game.room)
        self.check_undo(seat, seen)
        return self.referee.preview(Undo(seat))

    # A lesson

    def taught(self, number: int | None = None) -> tuple[int, Entry | None] | None:
        """What the lesson has for the next entry, or for the one of this number: see `Lesson.due`. None without a lesson, after its end,
        and where its script, which may have changed since the table was set, does not fit."""
        if self.lesson is None:
            return None
        ahead = 0 if number is None else number - self.length
        due = self.lesson.due(self.lesson.played(self.entries) + ahead)
        if due is not None and not ahead and isinstance(due[1], Choose) and not self._is_legal(due[1]):
            return None
        return due

    def _is_legal(self, entry: Choose) -> bool:
        return entry.choice in map(str, self.position.choices(entry.seat))

    def lets_act(self, seat: int) -> bool:
        """Whether a bot may act now: in a lesson only when its script comes to that seat."""
        due = self.taught()
        return due is None or (isinstance(due[1], Choose) and due[1].seat == seat)

    def scripted(self, seat: int) -> str | None:
        """What the lesson's script has for a seat now."""
        due = self.taught()
        return due[1].choice if due is not None and isinstance(due[1], Choose) and due[1].seat == seat else None

    def advice(self, seat: int) -> str | None:
        """What a lesson asks of a seat."""
        due = self.taught()
        if self.lesson is None or due is None or due[1] is not None or seat != self.lesson.seat:
            return None
        return self.lesson.advice(self.lesson.steps[due[0]], self.screens[seat].view)

    def _teach(self, seat: int, choice: Choice) -> None:
        """What a lesson does not ask for is not played: it says what it would do."""
        due = self.taught()
        if self.lesson is None or due is None:
            return
        if due[1] is not None or seat != self.lesson.seat:
            raise NotNow("wrong.lesson-goes-on")
        if objection := self.lesson.objection(self.lesson.steps[due[0]], choice):
            raise Illegal(objection, self.game.room)
