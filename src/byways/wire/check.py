"""Walks a program through what can happen to it at a table, one named situation after the other, each with a new process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Literal, TypeAlias

import msgspec

from byways.game import AnyPlayer, Choice, Event, Game, Position, View, stream
from byways.record import Remove, opened
from byways.referee import Failure, Lost, ask, begin
from byways.wire.conversation import MISTAKES, STRAYS, Conversation
from byways.wire.messages import Error, Message, Removed, ending, hello, told
from byways.wire.process import Process
from byways.wire.program import Chair, Program

PATIENCE = 10.0  # seconds for an answer
HURRY = 1.0  # seconds where there is little time
QUIET = 0.3  # seconds in which nothing should come
LINES = 8  # shown of a conversation
WIDTH = 160  # characters shown of a line

Verdict: TypeAlias = Literal["passed", "failed", "absent"]


class Fault(Exception):
    """What a program did wrong, in a sentence."""


class Absent(Exception):
    """A situation that does not come up in this game."""


class Report(msgspec.Struct, frozen=True):
    """The result of one situation: `fault` is empty if all went well; `lines` are the last ones exchanged."""

    name: str
    verdict: Verdict
    fault: str
    lines: tuple[str, ...]


class Overheard(Process):
    """Keeps the lines exchanged."""

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
    """A program at a seat of a staged game."""

    def __init__(self, command: Sequence[str], game: Game, seed: int, patience: float) -> None:
        self.game, self.seed, self.patience, self.seats, self.seat = game, seed, patience, max(2, game.seats[0]), 0
        self.conversation, self.number = Conversation(game), 0
        self.process = Overheard(command)

    def say(self, message: Message, **more: object) -> None:
        self.process.send(msgspec.json.encode({**msgspec.to_builtins(message), **more}) + b"\n")

    def greet(self, seat: int = 0, **more: object) -> None:
        self.seat = seat
        self.say(hello(self.game, self.game.options(), seat, self.seats, self.seed), **more)

    def ask(self, view: View, given: float | None = None, **more: object) -> Sequence[Choice]:
        seconds = self.patience if given is None else given
        self.number += 1
        self.say(self.conversation.ask(view, self.number, seconds), **more)
        return self.hear(seconds)

    def hear(self, seconds: float) -> Sequence[Choice]:
        try:
            line = self.process.receive(time.monotonic() + seconds)
        except Lost as lost:
            raise Fault(f"{lost} (Does it end every line and flush its output?)" if lost.failure is Failure.LATE else str(lost)) from None
        answer = self.conversation.hear(line)
        if isinstance(answer, Error):
            raise Fault(answer.sentence)
        return answer

    def expect_silence(self) -> None:
        try:
            line = self.process.receive(time.monotonic() + QUIET)
        except Lost as lost:
            if lost.failure is Failure.LATE:
                return
            raise Fault(str(lost)) from None
        raise Fault(f"It spoke without being asked: {line[:WIDTH].decode(errors='replace')}")

    def expect_end(self) -> None:
        """With status 0, soon after the last line."""
        self.process.close()
        if self.process.report != "ended 0":
            raise Fault({"closed": "It did not end by itself."}.get(self.process.report, f"It {self.process.report}."))

    def journey(self) -> Iterator[Position]:
        """The positions of a random game where somebody is awaited."""
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
        """The first such position of a game, or one from the middle of it."""
        found = [position for position in self.journey() if position.outcome is None and wanted(position)]
        if not found:
            raise Absent
        return found[len(found) // 2 if late else 0]


Situation: TypeAlias = Callable[[Rehearsal], None]
SITUATIONS: dict[str, Situation] = {}


def situation(name: str) -> Callable[[Situation], Situation]:
    def keep(walk: Situation) -> Situation:
        SITUATIONS[name] = walk
        return walk

    return keep


def first(rehearsal: Rehearsal, seat: int = 0) -> Position:
    return rehearsal.where(lambda position: seat in position.awaited)


@situation("first request, and no word more")
def first_request(rehearsal: Rehearsal) -> None:
    rehearsal.greet()
    rehearsal.ask(first(rehearsal).view(0))
    rehearsal.expect_silence()


@situation("an act to its end")
def whole_act(rehearsal: Rehearsal) -> None:
    position, rng, acted = first(rehearsal), stream(rehearsal.seed, "act"), False
    rehearsal.greet()
    while 0 in position.awaited and (position.acts[0] or not acted):
        events: list[Event] = []
        for choice in rehearsal.ask(position.view(0)):
            position = position.choose(0, choice, events)
        while due := position.chance:
            position = position.happen(due.draw(rng), events)
        for message in told(rehearsal.game, events, 0):
            rehearsal.say(message)
        acted = True


@situation("the last seat")
def last_seat(rehearsal: Rehearsal) -> None:
    rehearsal.greet(rehearsal.seats - 1)
    rehearsal.ask(first(rehearsal, rehearsal.seat).view(rehearsal.seat))


@situation("several seats awaited at once")
def several(rehearsal: Rehearsal) -> None:
    rehearsal.greet()
    rehearsal.ask(rehearsal.where(lambda position: 0 in position.awaited and len(position.awaited) > 1).view(0))


@situation("a message it does not know")
def unknown_message(rehearsal: Rehearsal) -> None:
    rehearsal.greet()
    rehearsal.say(Removed("It rains."), say="weather")
    rehearsal.ask(first(rehearsal).view(0))


@situation("fields it does not know")
def unknown_fields(rehearsal: Rehearsal) -> None:
    rehearsal.greet(weather={"rain": True})
    rehearsal.ask(first(rehearsal).view(0), weather=["rain"])


@situation("told of a mistake, and asked again")
def mistake(rehearsal: Rehearsal) -> None:
    view = first(rehearsal).view(0)
    rehearsal.greet()
    rehearsal.ask(view)
    rehearsal.say(Error("Nothing was played. This is only a test.", rehearsal.number, MISTAKES - 1))
    rehearsal.number -= 1
    rehearsal.ask(view)


def in_the_middle(rehearsal: Rehearsal) -> View:
    return rehearsal.where(lambda position: 0 in position.awaited, late=True).view(0)


@situation("called to a game that is half over")
def half_over(rehearsal: Rehearsal) -> None:
    rehearsal.greet()
    rehearsal.ask(in_the_middle(rehearsal))


@situation("greeted again after a broken line")
def greeted_again(rehearsal: Rehearsal) -> None:
    rehearsal.greet()
    rehearsal.ask(first(rehearsal).view(0))
    rehearsal.greet()
    rehearsal.ask(in_the_middle(rehearsal))


@situation(f"{HURRY:g} second left")
def hurry(rehearsal: Rehearsal) -> None:
    rehearsal.greet()
    rehearsal.ask(first(rehearsal).view(0))
    rehearsal.ask(in_the_middle(rehearsal), HURRY)


@situation("the result, after which it ends")
def over(rehearsal: Rehearsal) -> None:
    *_, last = rehearsal.journey()
    rehearsal.greet()
    rehearsal.ask(first(rehearsal).view(0))
    rehearsal.say(ending(rehearsal.game, last.view(0)))
    rehearsal.expect_end()


@situation("removed, after which it ends")
def removed(rehearsal: Rehearsal) -> None:
    rehearsal.greet()
    rehearsal.ask(first(rehearsal).view(0))
    rehearsal.say(Removed("You have lost your seat. This is only a test."))
    rehearsal.expect_end()


@situation("the line ends without a word, and so does it")
def cut(rehearsal: Rehearsal) -> None:
    rehearsal.greet()
    rehearsal.ask(first(rehearsal).view(0))
    rehearsal.expect_end()


@situation("a whole game without a mistake")
def whole_game(rehearsal: Rehearsal) -> None:
    game, seats, events = rehearsal.game, rehearsal.seats, list[Event]()
    options = game.options()
    program = Program(rehearsal.process, Chair(game, options, 0, seats, events), stream(rehearsal.seed, "seat 0"))
    players: list[AnyPlayer] = [program, *(game.bots[game.bot_names[0]](Random(seat)) for seat in range(1, seats))]
    head = opened(game, game.deal(seats, stream(rehearsal.seed, "set-up"), options), options, ("",) * seats)
    referee = begin(game, head, stream(rehearsal.seed, "chance"), rehearsal.patience, events)
    try:
        while referee.outcome is None:
            request = referee.request(referee.position.awaited[0])
            ask(referee, request, players[request.seat])
    finally:
        program.end(referee.position.view(0))
    if any(isinstance(entry, Remove) and entry.seat == 0 for entry in referee.entries):
        raise Fault(f"It lost its seat. {referee.note(0)}")
    wrong, strays = MISTAKES - program.conversation.mistakes, STRAYS - program.conversation.strays
    if wrong or strays:
        raise Fault(f"It made mistakes: {wrong} wrong answers, {strays} that were not asked for.")


def check_player(command: Sequence[str], game: Game, seed: int = 0, patience: float = PATIENCE) -> Iterator[Report]:
    """A report on each situation, as it is played through."""
    for name, walk in SITUATIONS.items():
        rehearsal, fault = Rehearsal(command, game, seed, patience), ""
        verdict: Verdict = "passed"
        try:
            walk(rehearsal)
        except Absent:
            verdict = "absent"
        except (Fault, Lost) as error:
            verdict, fault = "failed", str(error)
        finally:
            rehearsal.process.close()
        words = [f"! {text}" for text in rehearsal.process.words] if fault else []
        yield Report(name, verdict, fault, (*map(short, rehearsal.process.lines[-LINES:]), *words))


def short(text: str) -> str:
    return text if len(text) <= WIDTH else f"{text[: WIDTH - 1]}…"
