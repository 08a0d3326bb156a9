"""One game in progress at a table: its referee, its screens and its script. Nothing here waits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NoReturn

from byways.daily import Chances, daily_of
from byways.game import Chance, Choice, Complaint, Game, Illegal, Position, View, stream
from byways.puzzles.collection import StoredPuzzle
from byways.puzzles.state import PuzzleState
from byways.record import Choose, Entry, Folded, Played, Record, Remove, Undo, chances_in
from byways.referee import Failure, Referee
from byways.table.errors import Declined, NotNow, Stale, Unplayable
from byways.table.i18n import inside
from byways.table.play.screens import Screens
from byways.table.play.stories import SeatStory
from byways.table.store.schema import Timed
from byways.table.store.store import StoredTable
from byways.teaching.lesson import lessons
from byways.teaching.script import Script

STEPS = 400  # steps and undos in one act after which its seat can no longer undo


def unplayable(head: Record, game: Game, number: int) -> Unplayable:
    """A complaint that also names the table's version, which may be the cause."""
    if head.version == game.version:
        return Unplayable("wrong.log", number=number)
    return Unplayable("wrong.log-of-another-version", game, number=number, title=game.title, version=head.version, here=game.version)


class Match:
    """One game in progress. To play a choice, preview it, which changes nothing, store it, then `apply` it."""

    def __init__(self, game: Game, stored: StoredTable, puzzle: StoredPuzzle | None = None) -> None:
        self.game, self.seed = game, stored.seed
        self.referee = Referee(game, stored.head, self._draw_now, stored.clock, stored.created, self._show)
        daily = daily_of(game) if stored.daily else None
        self.chances = Chances(stored.seed) if daily else None
        self.screens = Screens(self.referee.position, daily.barred if daily else ())
        self.script = Script(lessons(game).get(stored.lesson))
        self.asked = puzzle  # the puzzle that is solved at the table
        self.puzzle: PuzzleState | None = None  # from its position on
        self.act_began = 0  # the length of the log when the current act of the puzzle began
        self._stories: dict[int | None, SeatStory] = {}
        self._begin_puzzle(self.position)
        for _ in self.replay(stored.entries):
            pass

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

    # Stored entries

    def replay(self, log: Sequence[Timed]) -> Iterator[None]:
        """Apply stored entries one by one."""
        for timed in log:
            number = self.length
            try:
                step = self.referee.attempt(self.position, timed.entry)
            except Complaint as error:  # the sentence and the entry may contain a secret
                raise unplayable(self.referee.head, self.game, number) from error
            self.apply([step], timed.at, self.folds([step]))
            yield

    @property
    def first_open(self) -> int:
        """The number of the first entry that may still be folded. Earlier entries never change, on any server."""
        return min((act.standing[0] for act in self.referee.acts if act.standing), default=self.length)

    def catch_up(self, log: Sequence[Timed], start: int) -> Iterator[None]:
        """Apply the stored log from entry `start`, which is `first_open`.

        Other servers may have folded steps that are still standing here.
        """
        known = self.length - start
        # Latest first, because undo takes back an act's latest step.
        for number, timed in reversed([*enumerate(log[:known], start)]):
            if isinstance(timed.entry, Folded):
                self._drop(number, timed.entry)
        yield from self.replay(log[known:])

    def _drop(self, number: int, folded: Folded) -> None:
        """Take back a step that another server has folded. Screens show its undo later, at the second folded entry."""
        for seat, act in enumerate(self.referee.acts):
            if number in act.standing:
                undone = self.referee.attempt(self.position, Undo(seat))
                for screen in self.screens.values():
                    screen.story.see(undone)
                self.script.follow(undone.entry, number, undone.after)
                self.referee.drop(number, undone, folded)
                self._forget_stories(number)

    # Previews

    def _draw_now(self, due: Chance, number: int, ahead: Sequence[Played]) -> str | None:
        """Postpone automatic steps, so that people see what came before. In a puzzle, chances come from verdicts."""
        return None if due.is_frame or self.puzzle is not None else self.draw(due, number, ahead)

    def draw(self, due: Chance, number: int, ahead: Sequence[Played] = ()) -> str:
        """The result of a chance, which depends only on the seed and its number in the log; in a deal of the day on how often this chance
        has come before. No generator has to survive a restart."""
        if self.chances is not None:
            return self.chances.draw(due, chances_in(ahead))
        scripted = self.script.chance(number - self.length)
        if scripted is not None and scripted in due.what:
            return scripted
        return due.draw(stream(self.seed, f"chance {number}"))

    def bot_stream(self, seat: int) -> str:
        """The random stream of a bot's next answer, which depends only on the log, so that a repeated request draws the same numbers at any
        server. In a deal of the day it depends on the bot's own choices alone: steps that were taken back make no difference."""
        if self.chances is None:
            return f"{self.seed}/seat {seat} {self.length}"
        return f"{self.seed}/seat {seat} {sum(isinstance(entry, Choose) and entry.seat == seat for entry in self.entries)}"

    def preview_bot(self, seat: int, texts: Sequence[str]) -> list[list[Played]]:
        """Preview a bot's choices in sequence. An illegal one costs the seat."""
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

    def preview_undo(self, seat: int, seen: int) -> list[Played]:
        if not self.can_undo(view := self.current_view(seat, seen)):
            raise Illegal(view.no_undo, self.game.room)
        self.check_undo(seat)
        return self.referee.preview(Undo(seat))

    def can_undo(self, view: View) -> bool:
        """Whether the viewer has made a step of the current act. A puzzle may begin in the middle of an act."""
        return len(view.act) > (0 if self.puzzle is None else self.puzzle.given)

    def check_undo(self, seat: int) -> None:
        """Check that a seat may undo. Every act ends eventually without undo, so limiting undo limits the log."""
        if not self.script.may_undo:
            raise NotNow("wrong.lesson-undo")
        if len(self.referee.acts[seat]) >= STEPS:
            raise NotNow("wrong.undo-limit")

    def folds(self, steps: Sequence[Played]) -> dict[int, Folded]:
        """Folded entries, by number, for the undone steps and their undos in acts that these steps make final."""
        return {number: Folded(self.screens.seen_by(number)) for number in self.referee.taken_back(steps)}

    def turns(self, steps: Sequence[Played]) -> dict[int, bool]:
        """The seats whose turn begins (True) or ends (False) with these steps.

        A seat that is awaited again after its act begins a new turn.
        """
        before, after = {*steps[0].before.awaited}, {*steps[-1].after.awaited}
        finished = {seat for step in steps for seat in step.finished}
        return {seat: seat in after for seat in (before ^ after) | (after & finished)}

    def turns_begun(self, number: int, vacant: Sequence[int]) -> dict[int, bool]:
        """The seats whose turn begins (True) or ends (False) when one of the vacant seats is taken before the game begins."""
        awaited = self.position.awaited if [*vacant] == [number] else ()
        return {one: one in awaited for one in (number, *awaited)} if number in vacant else {}

    def apply(self, steps: Sequence[Played], at: float, folds: Mapping[int, Folded]) -> None:
        """Apply previewed steps once they are stored, with the entries folded by the same commit."""
        self.referee.apply(steps, at)
        for number, folded in folds.items():
            self.referee.entries[number] = folded
        if folds:
            self._forget_stories(min(folds))

    def _show(self, step: Played) -> None:
        if self.chances is not None:
            for due in chances_in([step]):
                self.chances.count(due)
        self.screens.show(step, self.length)
        self._follow_puzzle(step)
        self.script.follow(step.entry, self.length - 1, step.after)

    def _follow_puzzle(self, step: Played) -> None:
        if self.puzzle is not None:
            self.puzzle.follow(step)
            if self.puzzle.start is step.after:
                self.act_began = self.length
        else:
            self._begin_puzzle(step.after)

    def _begin_puzzle(self, position: Position) -> None:
        """Begin the puzzle once its record has been played. A puzzle from a first act has an empty record."""
        if self.asked is not None and self.length == len(self.asked.record.entries):
            self.puzzle, self.act_began = PuzzleState(self.asked.puzzle, position), self.length

    # Requests of a seat

    def current_view(self, seat: int, seen: int) -> View:
        """The seat's view, if a choice made on screen number `seen` still means the same."""
        screen = self.screens[seat]
        if not screen.same_since <= seen <= screen.number:
            raise Stale("wrong.stale")
        return screen.view

    def check_choice(self, seat: int, seen: int, text: str) -> Choice:
        """Parse a choice and check that the seat may make it."""
        view, choice = self.current_view(seat, seen), self.game.parse(text)
        if choice not in view.choices:
            self._explain(view, seat, choice)
        self._check_script(seat, choice)
        return choice

    def _explain(self, view: View, seat: int, choice: Choice) -> NoReturn:
        """Explain an illegal choice. It is tried in an imagined position, so the reason reveals nothing hidden from the seat."""
        if seat in view.awaited:
            self.referee.attempt(view.imagine(Random(0)), Choose(seat, str(choice)), choice)
        raise NotNow("wrong.not-now", self.game, prompt=inside(self.game, view.prompt))

    def _check_script(self, seat: int, choice: Choice) -> None:
        """Check that the learner makes the choice the lesson asks for."""
        lesson = self.script.lesson
        if lesson is None or self.script.cue is None:
            return
        step = self.script.step_for(seat)
        if step is None:
            raise NotNow("wrong.lesson-goes-on")
        if objection := lesson.objection(step, choice):
            raise Illegal(objection, self.game.room)

    # Looking back

    def story(self, seat: int | None) -> SeatStory:
        """A seat's story, which may not be complete yet."""
        if seat not in self._stories:
            self._stories[seat] = SeatStory(self.game, self.referee.head, seat)
        return self._stories[seat]

    def _forget_stories(self, number: int) -> None:
        """Drop stories that contain an entry that has been folded."""
        self._stories = {seat: story for seat, story in self._stories.items() if story.length <= number}

    def build_story(self, seat: int | None) -> Iterator[None]:
        """Build a seat's story up to its screen, entry by entry. Concurrent builders share the work; folding restarts it."""
        while len((story := self.story(seat)).steps) <= self.screens[seat].number:
            story.follow(self.entries[story.length])
            yield

    def record_until(self, seat: int | None, number: int) -> Record:
        """The record up to one moment of a seat's story."""
        return self.referee.record_until(self.screens[seat].entries[number])

    def record_before_end(self, seat: int | None, number: int) -> Record:
        """The record of a finished game up to one moment of a seat's story, for a new table."""
        entries = self.screens[seat].entries
        if self.position.outcome is None:
            raise Declined("wrong.not-over")
        if not 0 <= number < len(entries) or entries[number] == self.length:
            raise Declined("wrong.after-end")
        return self.record_until(seat, number)
