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
            self.terminal.show(self.attempt.view)
            print_line(self.terminal.console, self.words(self.attempt.puzzle.question), "bold")
            self.terminal.ask(Message("solving.help", {"example": str(self.attempt.view.choices[0])}), self.take)
        self.say("solving.solved-well" if not self.attempt.tries + self.attempt.hints else "solving.solved",
                 tries=self.attempt.tries, hints=self.attempt.hints)  # fmt: skip

    def take(self, typed: str) -> bool:
        """Carry out what was typed. Return whether to ask again without showing the board."""
        if typed == "solution" and not self.attempt.tries:
            self.say("solving.try-first")
            return True
        if typed in ("hint", "solution"):
            print_line(self.terminal.console, self.words(self.attempt.hint(typed == "solution").text))
        else:
            self.step(typed)
        return False

    def step(self, typed: str) -> None:
        choices = self.attempt.view.choices
        if typed == "undo":
            self.attempt.undo()
            return
        is_number = typed.isdecimal() and 1 <= int(typed) <= len(choices)
        if judged := self.attempt.choose(str(choices[int(typed) - 1]) if is_number else typed):
            self.tell(judged)

    def tell(self, judged: Judged) -> None:
        """Print the events of a complete act and of what follows it, and the verdict."""
        self.terminal.events += [event for step in judged.steps for event in step.events]
        self.terminal.log(self.attempt.puzzle.seat)
        print_line(self.terminal.console, self.words(judged.verdict.why), "bold" if judged.verdict.right else "red")
        if not judged.verdict.right:
            self.say("solving.again")

    def say(self, name: str, **values: Value) -> None:
        print_line(self.terminal.console, self.words(Message(name, values)))

    def words(self, sentence: Message | str) -> str:
        return self.terminal.game.say(sentence, self.terminal.language)
