"""Conducts one game without waiting or calling anybody: who is asked what until when; takes answers, failures and the time.

`play` is the shell for players in this process; the table and the wire are other shells around the same `Referee`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from enum import StrEnum

import msgspec

from byways.game import AnyPlayer, Chance, Choice, Game, Illegal, Malformed, Options, Outcome, Position, Setup, Tell, View, stream
from byways.record import Choose, Entry, Happen, Record, Remove, Undo, opened


class Failure(StrEnum):
    """How a player can fail; whichever it is, its seat is removed and the game says what that costs."""

    LATE = "no answer in time"
    MALFORMED = "an answer that cannot be read"
    ILLEGAL = "an illegal choice"
    CRASHED = "the player broke down"
    UNRULY = "the player used too much"


class Lost(Exception):
    """Raised by a player that has lost its seat and knows how; the message is a sentence for people."""

    def __init__(self, failure: Failure, sentence: str) -> None:
        super().__init__(sentence)
        self.failure = failure


class Request(msgspec.Struct, frozen=True):
    """What an awaited seat is asked: its view, and the moment until which an answer counts (None: no limit)."""

    seat: int
    view: View
    deadline: float | None


class Clock:
    """The time of one seat: it runs while the seat is awaited, for an act as a whole; steps and undo neither stop nor reset it."""

    def __init__(self, limit: float | None) -> None:
        self.limit = limit
        self.left = limit
        self.since: float | None = None

    def run(self, now: float) -> None:
        if self.since is None:
            self.since = now

    def stop(self, now: float) -> None:
        if self.since is not None and self.left is not None:
            self.left -= now - self.since
        self.since = None

    def resume(self, now: float) -> None:
        """What has passed since is not counted: others were asked meanwhile."""
        if self.since is not None:
            self.since = now

    def reset(self) -> None:
        self.left, self.since = self.limit, None

    @property
    def deadline(self) -> float | None:
        return None if self.left is None or self.since is None else self.since + self.left


class Referee:
    """Keeps position, record and clocks of one game. `chance` answers when dice or decks are asked; `limit` is for all or each seat."""

    def __init__(
        self,
        game: Game,
        record: Record,
        chance: Callable[[Chance], str],
        limit: float | Sequence[float | None] | None = None,
        now: float = 0.0,
        tell: Tell = None,
    ) -> None:
        self.game = game
        self.position = record.position(game)
        self.entries: list[Entry] = list(record.entries)
        self.chance = chance
        self.tell = tell
        self.notes: dict[int, str] = {}  # what is known besides of seats that failed
        limits = limit if isinstance(limit, Sequence) else [limit] * len(self.position.acts)
        self.clocks = [Clock(seconds) for seconds in limits]
        self._opened = record
        self._settle(now)

    @property
    def record(self) -> Record:
        return msgspec.structs.replace(self._opened, entries=tuple(self.entries))

    @property
    def outcome(self) -> Outcome | None:
        return self.position.outcome

    def requests(self) -> list[Request]:
        return [Request(seat, self.position.view(seat), self.clocks[seat].deadline) for seat in self.position.awaited]

    def answer(self, seat: int, choice: Choice | str, now: float = 0.0) -> None:
        """Play a seat's choice. `Malformed` and `Illegal` leave everything as it was."""
        read = self.game.parse(choice) if isinstance(choice, str) else choice
        self._enter(self.position.choose(seat, read, self.tell), Choose(seat, str(read)), now)

    def undo(self, seat: int, now: float = 0.0) -> None:
        self._enter(self.position.undo(seat), Undo(seat), now)

    def fail(self, seat: int, failure: Failure, now: float = 0.0, note: str = "") -> None:
        """A seat's player failed: the seat goes. The note is for whoever conducts the game and stands in no record."""
        self.notes[seat] = note
        self._enter(self.position.remove(seat, self.tell), Remove(seat, failure.value), now)

    def late(self, now: float) -> list[int]:
        """Fail every seat whose time is over; the seats concerned."""
        seats = [request.seat for request in self.requests() if request.deadline is not None and request.deadline < now]
        for seat in seats:
            if self.outcome is None and seat in self.position.awaited:
                self.fail(seat, Failure.LATE, now)
        return seats

    def _enter(self, position: Position, entry: Entry, now: float) -> None:
        acts, self.position = self.position.acts, position
        self.entries.append(entry)
        if not isinstance(entry, Undo):
            self._finish(acts, entry)
        self._settle(now)

    def _finish(self, before: tuple[tuple[Choice, ...], ...], entry: Entry) -> None:
        """Acts that have become final give their seats a full clock again."""
        for seat, act in enumerate(self.position.acts):
            if not act and (before[seat] or getattr(entry, "seat", None) == seat):
                self.clocks[seat].reset()

    def _settle(self, now: float) -> None:
        """Let happen what is due, then let the clocks of the awaited run."""
        while due := self.position.chance:
            what, acts = self.chance(due), self.position.acts
            self.position = self.position.happen(what, self.tell)
            self.entries.append(Happen(what))
            self._finish(acts, self.entries[-1])
        for seat, clock in enumerate(self.clocks):
            if seat in self.position.awaited:
                clock.run(now)
            else:
                clock.stop(now)


def play(
    game: Game,
    players: Sequence[AnyPlayer],
    seed: int | str,
    options: Options | None = None,
    *,
    names: Sequence[str] = (),
    setup: Setup | None = None,
    limit: float | None = None,
    tell: Tell = None,
) -> Referee:
    """A whole game between players in this process, with everything random drawn from the seed's streams."""
    options = options or game.options()
    setup = setup or game.deal(len(players), stream(seed, "set-up"), options)
    rng = stream(seed, "chance")
    record = opened(game, setup, options, tuple(names) or tuple(type(player).__name__ for player in players))
    referee = Referee(game, record, lambda chance: chance.draw(rng), limit, time.monotonic(), tell)
    while referee.outcome is None:
        request = referee.requests()[0]
        ask(referee, request, players[request.seat])
    return referee


def ask(referee: Referee, request: Request, player: AnyPlayer) -> None:
    """Put one request to a player in this process; whatever goes wrong with it is its seat's failure, never the game's.

    Players in this process are asked one after the other, so each has its own time from when it is asked.
    """
    clock = referee.clocks[request.seat]
    clock.resume(time.monotonic())
    deadline = float("inf") if clock.deadline is None else clock.deadline
    try:
        answer = player.choose(request.view, deadline)
    except Lost as lost:
        referee.fail(request.seat, lost.failure, time.monotonic(), str(lost))
        return
    except Exception:  # a player may be anybody's code: whatever it raises ends its own game only
        referee.fail(request.seat, Failure.CRASHED, time.monotonic())
        return
    now = time.monotonic()
    if now > deadline:
        referee.fail(request.seat, Failure.LATE, now)
        return
    clock.stop(now)
    try:
        for choice in steps(answer):
            if referee.outcome is None:
                referee.answer(request.seat, choice, now)
    except Malformed:
        referee.fail(request.seat, Failure.MALFORMED, now)
    except Illegal:
        referee.fail(request.seat, Failure.ILLEGAL, now)


def steps(answer: object) -> list[Choice]:
    """The choices of an answer, or `Malformed`: a player may be anybody's code."""
    given = list(answer) if isinstance(answer, Sequence) else [answer]
    choices = [choice for choice in given if isinstance(choice, Choice)]
    if not choices or len(choices) < len(given):
        raise Malformed("A player answers with a choice or a sequence of choices.")
    return choices
