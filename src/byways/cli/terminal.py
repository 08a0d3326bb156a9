"""Play in the terminal: people at the keyboard, bots in this process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from byways.acts import Act, events_by_round
from byways.cli.common import note
from byways.console import paths_in, print_line, print_table
from byways.game import AnyPlayer, Choice, Complaint, Event, Game, Outcome, View
from byways.i18n import Message
from byways.phrases import breakdown, repetition, result
from byways.referee import Referee, Request, ask

FEW = 20  # choices; a longer list with sentences would push the board off the screen


def print_acts(game: Game, acts: Sequence[Act], console: Console, language: str | None = None) -> None:
    """Print the events of a game act by act."""
    for number, (act, events) in enumerate(zip(acts[1:], events_by_round(acts), strict=True), 1):
        sentences = " ".join(game.say(event.wording, language) for event in events)
        print_line(console, game.say(Message("replay.act", {"act": number, "round": act.round, "sentences": sentences}), language))


class Quit(Exception):
    """The person at the keyboard wants to stop."""


class Terminal:
    """Shows people their views and asks for choices; bots answer at once."""

    def __init__(
        self,
        game: Game,
        bots: Mapping[int, AnyPlayer],
        events: list[Event],
        console: Console,
        read: Callable[[str], str],
        language: str | None = None,
    ) -> None:
        self.game, self.bots, self.events, self.console, self.read, self.language = game, bots, events, console, read, language
        self.shown: dict[int | None, int] = {}
        self.looking: int | None = None

    def run(self, referee: Referee) -> None:
        """Play until the game is over. Raises `Quit` if a person quits."""
        people = len(referee.position.acts) - len(self.bots)
        while referee.outcome is None:
            request = referee.request(referee.position.awaited[0])
            if request.seat in self.bots:
                ask(referee, request, self.bots[request.seat])
                if request.seat in referee.failures:
                    self.explain(referee, request.seat)
            else:
                self.turn(referee, request, people)
            if not people:
                self.log(None)
        self.close(referee, people)

    def explain(self, referee: Referee, seat: int) -> None:
        """Print to stderr why a bot or a program lost its seat, with the traceback of a crashed bot."""
        player, why = referee.head.players[seat], referee.details(seat, self.language)
        lost = Message("terminal.lost", {"seat": seat, "player": player, "why": f"\n{why}" if "\n" in why else why})
        note(self.game.say(lost, self.language), paths=[player])

    def turn(self, referee: Referee, request: Request, people: int) -> None:
        """Show a person the board, and ask until the answer can be played."""
        if people > 1 and self.looking != request.seat and self.game.secrets:
            self.curtain(request.seat)
        self.looking = request.seat
        self.show(request.view)
        if before := repetition(self.game, referee.repeated, self.language):
            print_line(self.console, before)
        self.ask(Message("terminal.help", {"example": str(request.view.choices[0])}), partial(self.answer, referee, request))

    def ask(self, help_text: Message, take: Callable[[str], bool | None]) -> None:
        """Read lines until `take` takes one: it complains, or returns True, to be given another. Raise `Quit` if the person quits."""
        is_open: bool | None = True
        while is_open:
            try:
                match self.line("> ").strip():
                    case "?" | "help":
                        print_line(self.console, self.game.say(help_text, self.language))
                    case "q" | "quit" | "exit":
                        raise Quit
                    case typed:
                        is_open = take(typed)
            except Complaint as error:
                print_line(self.console, error.in_language(self.game.language(self.language)), "red", paths_in(error.sentence))

    def answer(self, referee: Referee, request: Request, typed: str) -> None:
        choices = request.view.choices
        if typed == "undo":
            referee.undo(request.seat, time.monotonic())
        elif typed.isdecimal() and 1 <= int(typed) <= len(choices):
            referee.answer(request.seat, choices[int(typed) - 1], time.monotonic())
        else:
            referee.answer(request.seat, typed, time.monotonic())

    def curtain(self, seat: int) -> None:
        """Clear the screen between two people, so that neither sees the other's secrets."""
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
        self.offer(view)

    def offer(self, view: View) -> None:
        """Print what to do, and the choices."""
        print_line(self.console, self.game.say(view.prompt, self.language), "bold")
        self.console.print(Columns(list(map(Text, self.listed(view.choices))), padding=(0, 2)))

    def listed(self, choices: Sequence[Choice]) -> Iterator[str]:
        """Yield the numbered choices in notation and, if there are few, also in words."""
        widest = max((len(str(choice)) for choice in choices), default=0)
        for number, choice in enumerate(choices, 1):
            sentence = self.game.say(choice.sentence, self.language) if len(choices) <= FEW else ""
            yield f"{number:>3} {choice!s:{widest}}  {sentence}".rstrip()

    def log(self, seat: int | None) -> None:
        """Print the events that a seat has not seen yet."""
        for event in self.events[self.shown.get(seat, 0) :]:
            if mine := event.for_seat(seat):
                print_line(self.console, self.game.say(mine.wording, self.language), "dim")
        self.shown[seat] = len(self.events)

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
        """Yield the breakdown of the result as rows of a table."""
        yield "", *(self.game.say(Message("seat.name", {"seat": seat}), self.language) for seat in range(len(outcome.places)))
        for label, values in breakdown(outcome, partial(self.game.say, language=self.language)):
            yield label, *values
