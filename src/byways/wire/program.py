"""A program at a seat: one process per game, asked like any other player."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from random import Random

from byways.game import Choice, Event, Game, Options, Player, View, stream
from byways.i18n import Message as Said
from byways.referee import Lost
from byways.wire.conversation import Conversation
from byways.wire.messages import Error, Message, ending, hello, line, removed, told
from byways.wire.process import Process, command_of

EXEC = "exec:"
HASTE = 0.3  # seconds to exit for a program that has lost its seat while others wait


class Chair:
    """A seat of a game about to begin; `told` is what the game tells from its first moment on."""

    def __init__(self, game: Game, options: Options, seat: int, seats: int, told: Sequence[Event]) -> None:
        self.game, self.options, self.seat, self.seats, self.told = game, options, seat, seats, told


class Program(Player):
    """A started program, greeted now. It must be closed."""

    def __init__(self, process: Process, chair: Chair, rng: Random) -> None:
        self.process, self.chair, self.conversation, self.number, self.heard = process, chair, Conversation(chair.game), 0, 0
        self._say(hello(chair.game, chair.options, chair.seat, chair.seats, rng.getrandbits(32)))

    def choose(self, view: View, deadline: float) -> Sequence[Choice]:
        """Raises `Lost` when the program has lost its seat, with the end of its standard error, and ends it."""
        try:
            return self._ask(view, deadline)
        except Lost as lost:
            with suppress(Lost):
                self._say(removed(self.chair.game, Said("removed.lost", {"why": lost.meaning})))
            self.process.close(HASTE)
            raise Lost(lost.failure, self.process.heard(lost), self.chair.game) from None

    def _ask(self, view: View, deadline: float) -> Sequence[Choice]:
        self._tell()
        self.number += 1
        while True:
            left = deadline - time.monotonic()
            self._say(self.conversation.ask(view, self.number, None if left == float("inf") else left))
            answer = self.conversation.hear(self.process.receive(deadline))
            if not isinstance(answer, Error):
                return answer
            self._say(answer)

    def _tell(self) -> None:
        """Events since it was last asked."""
        events, self.heard = self.chair.told[self.heard :], len(self.chair.told)
        for message in told(self.chair.game, events, self.chair.seat):
            self._say(message)

    def _say(self, message: Message) -> None:
        self.process.send(line(message))

    def end(self, view: View) -> None:
        """Tell the result, if it still has its seat, and close."""
        if view.outcome is not None and not self.process.is_closed:
            with suppress(Lost):
                self._tell()
                self._say(ending(self.chair.game, view))
        self.close()

    def close(self) -> None:
        self.process.close()


def is_program(name: str) -> bool:
    return name.startswith(EXEC)


def program_command(name: str) -> tuple[str, ...]:
    """The command of a player named `exec:PROGRAM ARGS`."""
    return command_of(name.removeprefix(EXEC))


@contextmanager
def seated(game: Game, options: Options, seats: Sequence[str], seed: int, told: Sequence[Event]) -> Iterator[dict[int, Program]]:
    """The programs among the players, all started; they end with the block."""
    commands = {seat: program_command(name) for seat, name in enumerate(seats) if is_program(name)}
    programs: dict[int, Program] = {}
    with ExitStack() as stack:
        for seat, command in commands.items():
            programs[seat] = Program(Process(command), Chair(game, options, seat, len(seats), told), stream(seed, f"seat {seat}"))
            stack.callback(programs[seat].close)
        yield programs
