"""Solve a puzzle in the terminal."""

from __future__ import annotations

from byways.cli.terminal import Terminal
from byways.console import print_line
from byways.i18n import Message, Value
from byways.puzzles.attempt import Attempt, Judged


class Solving:
    """One attempt in the terminal: asks for acts and shows their results."""

    def __init__(self, terminal: Terminal, attempt: Attempt) -> None:
        self.terminal, self.attempt, self.number = terminal, attempt, attempt.puzzle.number

    def run(self) -> None:
        """Ask for acts until the puzzle is solved. Raise `Quit` if the person quits."""
        puzzle = self.attempt.puzzle
        self.say("solving.heading", number=puzzle.number, grade=puzzle.grade, kind=puzzle.title)
        while not self.attempt.is_solved:
            self.show()
            self.terminal.ask(Message("solving.help", {"example": str(self.attempt.view.choices[0])}), self.take)
        self.say("solving.solved-well" if not self.attempt.tries + self.attempt.hints else "solving.solved",
                 tries=self.attempt.tries, hints=self.attempt.hints)  # fmt: skip

    def show(self) -> None:
        view = self.attempt.view
        self.terminal.log(view.seat)
        print_line(self.terminal.console, self.terminal.game.text(view, self.terminal.language))
        print_line(self.terminal.console, self.words(self.attempt.puzzle.question), "bold")
        self.terminal.offer(view)

    def take(self, typed: str) -> bool:
        """Carry out what was typed. Return whether to ask again about the same board: until an act is right."""
        if typed in ("hint", "solution"):
            self.help(typed == "solution")
            return True
        judged = self.step(typed)
        if judged:
            self.tell(judged)
        else:
            self.terminal.offer(self.attempt.view)
        return judged is None or not judged.verdict.right

    def help(self, at_once: bool) -> None:
        if at_once and not self.attempt.tries:
            self.say("solving.try-first")
            return
        has_begun = self.attempt.position is not self.attempt.state.start
        hint = self.attempt.hint(at_once)
        if has_begun:
            self.terminal.offer(self.attempt.view)
            self.say("solving.taken-back")
        print_line(self.terminal.console, self.words(hint.text))

    def step(self, typed: str) -> Judged | None:
        choices = self.attempt.view.choices
        if typed == "undo":
            self.attempt.undo()
            return None
        is_number = typed.isdecimal() and 1 <= int(typed) <= len(choices)
        return self.attempt.choose(str(choices[int(typed) - 1]) if is_number else typed)

    def tell(self, judged: Judged) -> None:
        """Print the events of a complete act and of what follows it, and the verdict."""
        self.terminal.events += [event for step in judged.steps for event in step.events]
        self.terminal.log(self.attempt.puzzle.seat)
        if judged.verdict.right:
            print_line(self.terminal.console, self.words(judged.verdict.why), "bold")
            return
        self.terminal.offer(self.attempt.view)
        print_line(self.terminal.console, self.words(judged.verdict.why), "red")
        self.say("solving.again")

    def say(self, name: str, **values: Value) -> None:
        print_line(self.terminal.console, self.words(Message(name, values)))

    def words(self, sentence: Message | str) -> str:
        return self.terminal.game.say(sentence, self.terminal.language)
