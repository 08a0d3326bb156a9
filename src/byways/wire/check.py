"""Check a program in the situations it can meet at a table, each in a new process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Literal, TypeAlias

import msgspec

from byways.game import AnyPlayer, Choice, Event, Game, Position, View, stream
from byways.record import Remove, new_record
from byways.referee import Failure, PlayerFailed, ask, begin
from byways.wire.conversation import MISTAKES, STRAYS, Conversation
from byways.wire.messages import Error, Message, Removed, event_messages, hello, result_message
from byways.wire.process import Process
from byways.wire.program import Program, SeatContext

PATIENCE = 10.0  # seconds for an answer
HURRY = 1.0  # seconds when time is short
QUIET = 0.3  # seconds without output that count as silence
LINES = 8  # lines of a conversation to show
WIDTH = 160  # characters of a line to show

Verdict: TypeAlias = Literal["passed", "failed", "absent"]


class CheckFailed(Exception):
    """A program did something wrong; the text says what."""


class NotApplicable(Exception):
    """The situation does not occur in this game."""


class Report(msgspec.Struct, frozen=True):
    """The result of one situation. `fault` is empty unless the check failed; `lines` has the last lines exchanged."""

    name: str
    verdict: Verdict
    fault: str
    lines: tuple[str, ...]


class LoggedProcess(Process):
    """A process that logs the lines exchanged."""

    def __init__(self, command: Sequence[str]) -> None:
        self.lines: list[str] = []
        super().__init__(command)

    def send(self, line: bytes) -> None:
        self.lines.append(f"> {line.decode().rstrip()}")
        super().send(line)

    def receive(self, deadline: float) -> bytes:
        line = super().receive(deadline)
        self.lines.append(f"< {line.decode(errors='replace')}")
        return line


class Rehearsal:
    """A program in one seat of a staged game."""

    def __init__(self, command: Sequence[str], game: Game, seed: int, patience: float) -> None:
        self.game, self.seed, self.patience, self.seats, self.seat = game, seed, patience, max(2, game.seats[0]), 0
        self.conversation, self.number = Conversation(game), 0
        self.process = LoggedProcess(command)

    def say(self, message: Message, **more: object) -> None:
        self.process.send(msgspec.json.encode({**msgspec.to_builtins(message), **more}) + b"\n")

    def greet(self, seat: int = 0, **more: object) -> None:
        self.seat = seat
        self.say(hello(self.game, self.game.options(), seat, self.seats, self.seed), **more)

    def open(self) -> None:
        """Greet the program in seat 0 and ask it for its first choice."""
        self.greet()
        self.ask(self.first().view(0))

    def first(self, seat: int = 0) -> Position:
        return self.where(lambda position: seat in position.awaited)

    def middle(self) -> View:
        return self.where(lambda position: 0 in position.awaited, late=True).view(0)

    def ask(self, view: View, given: float | None = None, **more: object) -> Sequence[Choice]:
        seconds = self.patience if given is None else given
        self.number += 1
        self.say(self.conversation.ask(view, self.number, seconds), **more)
        return self.hear(seconds)

    def hear(self, seconds: float) -> Sequence[Choice]:
        try:
            line = self.process.receive(time.monotonic() + seconds)
        except PlayerFailed as lost:
            hint = " (Does it end every line and flush its output?)" if lost.failure is Failure.LATE else ""
            raise CheckFailed(f"{lost}{hint}") from None
        answer = self.conversation.hear(line)
        if isinstance(answer, Error):
            raise CheckFailed(answer.sentence)
        return answer

    def expect_silence(self) -> None:
        try:
            line = self.process.receive(time.monotonic() + QUIET)
        except PlayerFailed as lost:
            if lost.failure is Failure.LATE:
                return
            raise CheckFailed(str(lost)) from None
        raise CheckFailed(f"It wrote a line without a request: {line[:WIDTH].decode(errors='replace')}")

    def expect_exit(self) -> None:
        """Expect status 0 soon after the last line."""
        self.process.close()
        if self.process.report != "ended 0":
            raise CheckFailed({"closed": "It did not exit."}.get(self.process.report, f"It {self.process.report}."))

    def journey(self) -> Iterator[Position]:
        """Yield the positions of a random game in which a seat must choose, then the last position."""
        rng = stream(self.seed, "journey")
        position = self.game.start(self.game.deal(self.seats, rng))
        while position.outcome is None:
            if due := position.chance:
                position = position.happen(due.draw(rng))
                continue
            yield position
            seat = rng.choice(position.awaited)
            position = position.choose(seat, rng.choice(position.choices(seat)))
        yield position

    def where(self, wanted: Callable[[Position], bool], late: bool = False) -> Position:
        """Return the first suitable position of a game or, if `late`, the middle one."""
        found = [position for position in self.journey() if position.outcome is None and wanted(position)]
        if not found:
            raise NotApplicable
        return found[len(found) // 2 if late else 0]


Situation: TypeAlias = Callable[[Rehearsal], None]
SITUATIONS: dict[str, Situation] = {}


def situation(name: str) -> Callable[[Situation], Situation]:
    def register(check: Situation) -> Situation:
        SITUATIONS[name] = check
        return check

    return register


@situation("first request, then silence")
def first_request(rehearsal: Rehearsal) -> None:
    rehearsal.open()
    rehearsal.expect_silence()


@situation("a whole act")
def whole_act(rehearsal: Rehearsal) -> None:
    position, rng, acted = rehearsal.first(), stream(rehearsal.seed, "act"), False
    rehearsal.greet()
    while 0 in position.awaited and (position.acts[0] or not acted):
        events: list[Event] = []
        for choice in rehearsal.ask(position.view(0)):
            position = position.choose(0, choice, events)
        while due := position.chance:
            position = position.happen(due.draw(rng), events)
        for message in event_messages(rehearsal.game, events, 0):
            rehearsal.say(message)
        acted = True


@situation("the last seat")
def last_seat(rehearsal: Rehearsal) -> None:
    rehearsal.greet(rehearsal.seats - 1)
    rehearsal.ask(rehearsal.first(rehearsal.seat).view(rehearsal.seat))


@situation("several seats choose at once")
def several(rehearsal: Rehearsal) -> None:
    rehearsal.greet()
    rehearsal.ask(rehearsal.where(lambda position: 0 in position.awaited and len(position.awaited) > 1).view(0))


@situation("a message it does not know")
def unknown_message(rehearsal: Rehearsal) -> None:
    rehearsal.greet()
    rehearsal.say(Removed("It rains."), say="weather")
    rehearsal.ask(rehearsal.first().view(0))


@situation("fields it does not know")
def unknown_fields(rehearsal: Rehearsal) -> None:
    rehearsal.greet(weather={"rain": True})
    rehearsal.ask(rehearsal.first().view(0), weather=["rain"])


@situation("an error, and the same request again")
def mistake(rehearsal: Rehearsal) -> None:
    view = rehearsal.first().view(0)
    rehearsal.greet()
    rehearsal.ask(view)
    rehearsal.say(Error("Nothing was played. This is only a test.", rehearsal.number, MISTAKES - 1))
    rehearsal.number -= 1
    rehearsal.ask(view)


@situation("joining a game that is half over")
def half_over(rehearsal: Rehearsal) -> None:
    rehearsal.greet()
    rehearsal.ask(rehearsal.middle())


@situation("a second hello after a broken connection")
def greeted_again(rehearsal: Rehearsal) -> None:
    rehearsal.open()
    rehearsal.greet()
    rehearsal.ask(rehearsal.middle())


@situation(f"{HURRY:g} second left")
def hurry(rehearsal: Rehearsal) -> None:
    rehearsal.open()
    rehearsal.ask(rehearsal.middle(), HURRY)


@situation("the result, after which it exits")
def over(rehearsal: Rehearsal) -> None:
    *_, last = rehearsal.journey()
    rehearsal.open()
    rehearsal.say(result_message(rehearsal.game, last.view(0)))
    rehearsal.expect_exit()


@situation("removed, after which it exits")
def removed(rehearsal: Rehearsal) -> None:
    rehearsal.open()
    rehearsal.say(Removed("You have lost your seat. This is only a test."))
    rehearsal.expect_exit()


@situation("end of input, after which it exits")
def end_of_input(rehearsal: Rehearsal) -> None:
    rehearsal.open()
    rehearsal.expect_exit()


@situation("a whole game without a mistake")
def whole_game(rehearsal: Rehearsal) -> None:
    game, seats, events = rehearsal.game, rehearsal.seats, list[Event]()
    options = game.options()
    program = Program(rehearsal.process, SeatContext(game, options, 0, seats, events), stream(rehearsal.seed, "seat 0"))
    players: list[AnyPlayer] = [program, *(game.bots[game.bot_names[0]](Random(seat)) for seat in range(1, seats))]
    head = new_record(game, game.deal(seats, stream(rehearsal.seed, "set-up"), options), options, ("",) * seats)
    referee = begin(game, head, stream(rehearsal.seed, "chance"), rehearsal.patience, events)
    try:
        while referee.outcome is None:
            request = referee.request(referee.position.awaited[0])
            ask(referee, request, players[request.seat])
    finally:
        program.end(referee.position.view(0))
    if any(isinstance(entry, Remove) and entry.seat == 0 for entry in referee.entries):
        raise CheckFailed(f"It lost its seat. {referee.details(0)}")
    wrong, strays = MISTAKES - program.conversation.mistakes, STRAYS - program.conversation.strays
    if wrong or strays:
        raise CheckFailed(f"It made mistakes: {wrong} wrong answers, {strays} to requests that were not open.")


def check_player(command: Sequence[str], game: Game, seed: int = 0, patience: float = PATIENCE) -> Iterator[Report]:
    """Check the situations one by one, yielding a report on each."""
    for name, check in SITUATIONS.items():
        rehearsal, fault = Rehearsal(command, game, seed, patience), ""
        verdict: Verdict = "passed"
        try:
            check(rehearsal)
        except NotApplicable:
            verdict = "absent"
        except (CheckFailed, PlayerFailed) as error:
            verdict, fault = "failed", str(error)
        finally:
            rehearsal.process.close()
        stderr = [f"! {text}" for text in rehearsal.process.stderr_lines] if fault else []
        yield Report(name, verdict, fault, (*map(short, rehearsal.process.lines[-LINES:]), *stderr))


def short(text: str) -> str:
    return text if len(text) <= WIDTH else f"{text[: WIDTH - 1]}…"
