"""A program in a seat: one process per game, and a `Player` like any other."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from random import Random
from typing import NamedTuple

from byways.game import Choice, Event, Game, Options, Player, View, stream
from byways.i18n import Message as Sentence
from byways.referee import PlayerFailed
from byways.wire.conversation import Conversation
from byways.wire.messages import Error, Message, event_messages, hello, line, removed, result_message
from byways.wire.process import Process, command_of

EXEC = "exec:"
SHORT_LEAVE = 0.3  # seconds to exit for a program that has lost its seat while others wait


class SeatContext(NamedTuple):
    """A seat in a game about to begin. `events` grows during the game."""

    game: Game
    options: Options
    seat: int
    seats: int
    events: Sequence[Event]


class Program(Player):
    """A running program that has been sent `hello`. The owner must call `end` or `close`."""

    def __init__(self, process: Process, context: SeatContext, rng: Random) -> None:
        self.process, self.context, self.conversation, self.number, self.told = process, context, Conversation(context.game), 0, 0
        self._send(hello(context.game, context.options, context.seat, context.seats, rng.getrandbits(32)))

    def choose(self, view: View, deadline: float) -> Sequence[Choice]:
        """Return the program's answer. If the program fails, close it and raise `PlayerFailed` with the last lines of its stderr."""
        try:
            return self._ask(view, deadline)
        except PlayerFailed as lost:
            with suppress(PlayerFailed):
                self._send(removed(self.context.game, Sentence("removed.lost", {"why": lost.meaning})))
            self.process.close(SHORT_LEAVE)
            raise PlayerFailed(lost.failure, self.process.explain(lost), self.context.game) from None

    def _ask(self, view: View, deadline: float) -> Sequence[Choice]:
        self._send_events()
        self.number += 1
        while True:
            left = deadline - time.monotonic()
            self._send(self.conversation.ask(view, self.number, None if left == float("inf") else left))
            answer = self.conversation.hear(self.process.receive(deadline))
            if not isinstance(answer, Error):
                return answer
            self._send(answer)

    def _send_events(self) -> None:
        """Send the events since the last request."""
        events, self.told = self.context.events[self.told :], len(self.context.events)
        for message in event_messages(self.context.game, events, self.context.seat):
            self._send(message)

    def _send(self, message: Message) -> None:
        self.process.send(line(message))

    def end(self, view: View) -> None:
        """Send the result, if the program still has its seat, and close it."""
        if view.outcome is not None and not self.process.is_closed:
            with suppress(PlayerFailed):
                self._send_events()
                self._send(result_message(self.context.game, view))
        self.close()

    def close(self) -> None:
        self.process.close()


def is_program(name: str) -> bool:
    return name.startswith(EXEC)


def program_command(name: str) -> tuple[str, ...]:
    """Return the command of a player named `exec:PROGRAM ARGS`."""
    return command_of(name.removeprefix(EXEC))


@contextmanager
def running_programs(
    game: Game, options: Options, seats: Sequence[str], seed: int, events: Sequence[Event]
) -> Iterator[dict[int, Program]]:
    """Start the programs among the players. They end with the block."""
    commands = {seat: program_command(name) for seat, name in enumerate(seats) if is_program(name)}
    programs: dict[int, Program] = {}
    with ExitStack() as stack:
        for seat, command in commands.items():
            context = SeatContext(game, options, seat, len(seats), events)
            programs[seat] = Program(Process(command), context, stream(seed, f"seat {seat}"))
            stack.callback(programs[seat].close)
        yield programs
