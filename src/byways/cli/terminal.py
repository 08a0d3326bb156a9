"""A game in the terminal: people at the keyboard, bots in this process, one referee."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from byways.acts import Act
from byways.console import paths_in, print_line, print_table
from byways.game import AnyPlayer, Complaint, Event, Game, Outcome, View
from byways.i18n import Message
from byways.phrases import breakdown, repetition, result
from byways.referee import Referee, Request, ask


def tell_acts(game: Game, told: Sequence[Act], console: Console, language: str | None = None) -> None:
    """What happened, act by act."""
    for number, act in enumerate(told[1:], 1):
        sentences = " ".join(game.say(event.said, language) for event in act.events)
        print_line(console, game.say(Message("replay.act", {"act": number, "round": act.round, "sentences": sentences}), language))


class Quit(Exception):
    """A person has left the keyboard."""


class Terminal:
    """Shows people what they may see and asks them; bots answer at once."""

    def __init__(
        self,
        game: Game,
        bots: Mapping[int, AnyPlayer],
        told: list[Event],
        console: Console,
        read: Callable[[str], str],
        language: str | None = None,
    ) -> None:
        self.game, self.bots, self.told, self.console, self.read, self.language = game, bots, told, console, read, language
        self.shown: dict[int | None, int] = {}
        self.looking: int | None = None

    def run(self, referee: Referee) -> None:
        """Play until the game is over, or `Quit`."""
        people = len(referee.position.acts) - len(self.bots)
        while referee.outcome is None:
            request = referee.request(referee.position.awaited[0])
            if request.seat in self.bots:
                ask(referee, request, self.bots[request.seat])
            else:
                self.turn(referee, request, people)
            if not people:
                self.log(None)
        self.close(referee, people)

    def turn(self, referee: Referee, request: Request, people: int) -> None:
        """Show a person the board and play what is typed; explain what cannot be played and ask again."""
        if people > 1 and self.looking != request.seat and self.game.secrets:
            self.curtain(request.seat)
        self.looking = request.seat
        self.show(request.view)
        if before := repetition(self.game, referee.repeated, self.language):
            print_line(self.console, before)
        typed = self.line("> ").strip()
        try:
            self.answer(referee, request, typed)
        except Complaint as error:
            print_line(self.console, error.said(self.game.language(self.language)), "red", paths_in(error.sentence))

    def answer(self, referee: Referee, request: Request, typed: str) -> None:
        choices = request.view.choices
        if typed in ("?", "help"):
            help_text = Message("terminal.help", {"example": str(choices[0])})
            print_line(self.console, self.game.say(help_text, self.language))
        elif typed in ("quit", "exit"):
            raise Quit
        elif typed == "undo":
            referee.undo(request.seat, time.monotonic())
        elif typed.isdecimal() and 1 <= int(typed) <= len(choices):
            referee.answer(request.seat, choices[int(typed) - 1], time.monotonic())
        else:
            referee.answer(request.seat, typed, time.monotonic())

    def curtain(self, seat: int) -> None:
        """Between two people at one screen, to keep each one's secrets from the other."""
        self.console.clear()
        self.line(self.game.say(Message("terminal.curtain", {"seat": seat}), self.language) + " ")

    def line(self, prompt: str) -> str:
        try:
            return self.read(prompt)
        except (EOFError, KeyboardInterrupt):
            raise Quit from None

    def show(self, view: View) -> None:
        self.log(view.seat)
        print_line(self.console, self.game.text(view, self.language))
        if aim := self.game.say(view.aim, self.language):
            print_line(self.console, aim)
        print_line(self.console, self.game.say(view.prompt, self.language), "bold")
        self.console.print(Columns([Text(f"{number:>3} {choice}") for number, choice in enumerate(view.choices, 1)], padding=(0, 2)))

    def log(self, seat: int | None) -> None:
        """What a seat has been told since it last looked."""
        for event in self.told[self.shown.get(seat, 0) :]:
            if mine := event.told(seat):
                print_line(self.console, self.game.say(mine.said, self.language), "dim")
        self.shown[seat] = len(self.told)

    def close(self, referee: Referee, people: int) -> None:
        outcome = referee.outcome
        assert outcome is not None
        seat = self.looking if people == 1 else None
        self.log(seat)
        print_line(self.console, self.game.text(referee.position.view(seat), self.language))
        print_line(self.console, result(self.game, outcome, self.language, seat), "bold")
        if outcome.breakdown:
            print_table(self.console, self.breakdown(outcome), "right")

    def breakdown(self, outcome: Outcome) -> Iterator[Sequence[str]]:
        """What each seat's result is made of, as rows of a table."""
        yield "", *(self.game.say(Message("seat.name", {"seat": seat}), self.language) for seat in range(len(outcome.places)))
        for label, values in breakdown(outcome, partial(self.game.say, language=self.language)):
            yield label, *values
