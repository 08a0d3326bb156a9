"""Conduct one game without blocking or I/O: report who must answer by when, and accept answers, failures and the time.

`play` runs players in this process; table, arena, wire and terminal drive the same `Referee` in other ways.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from random import Random
from typing import NamedTuple, TypeAlias

import msgspec

from byways.daily import Chances
from byways.errors import Card, WordedError
from byways.game import AnyPlayer, Chance, Choice, Event, Game, Illegal, Malformed, Options, Outcome, Position, Setup, Tell, View, stream
from byways.i18n import ENGLISH, Message, Sentence
from byways.loading import traceback_of
from byways.record import Choose, Entry, Folded, Happen, Played, Record, Remove, Undo, new_record, played

__all__ = ["Clock", "Failure", "PlayerFailed", "PlayerFailure", "Referee", "Request", "begin", "collect", "play"]

LONGEST_ANSWER = 100  # characters shown of an answer of the wrong type

log = logging.getLogger(__name__)

Raised: TypeAlias = Exception | SystemExit  # what a player may raise: third-party code also calls sys.exit()


class Failure(StrEnum):
    """How a player can fail. The seat is removed in every case, and the game defines what that costs."""

    LATE = "no answer in time"
    MALFORMED = "an answer that cannot be read"
    ILLEGAL = "an illegal choice"
    CRASHED = "the player broke down"
    UNRULY = "the player used too much"


class PlayerFailed(WordedError):
    """Raised by a player that knows why it has lost its seat."""

    def __init__(self, failure: Failure, sentence: Sentence, by: str | Card | None = None) -> None:
        super().__init__(sentence, by)
        self.failure = failure


class PlayerFailure(NamedTuple):
    """How a player failed, and the exception that it raised or that its answer caused, if any."""

    failure: Failure
    error: Raised | None


class Request(msgspec.Struct, frozen=True):
    """A question to an awaited seat: its view, and the deadline for the answer (None: no limit)."""

    seat: int
    view: View
    deadline: float | None


class Clock:
    """A seat's clock. It runs for a whole act, while the seat is awaited; steps and undos neither stop nor reset it."""

    def __init__(self, limit: float | None) -> None:
        self.limit = limit
        self.left = limit
        self.since: float | None = None

    def run(self, now: float) -> None:
        """Start the clock, unless it is running."""
        if self.since is None:
            self.since = now

    def stop(self, now: float) -> None:
        """Stop the clock and take off the time that has passed."""
        if self.since is not None and self.left is not None:
            self.left -= now - self.since
        self.since = None

    def resume(self, now: float) -> None:
        """Restart the current interval, so that the time other seats took does not count."""
        if self.since is not None:
            self.since = now

    def reset(self) -> None:
        """Stop the clock and give it its whole time again."""
        self.left, self.since = self.limit, None

    def allow(self, now: float, seconds: float) -> None:
        """Give a running clock at least this many seconds from now, up to its limit."""
        if self.limit is not None and self.left is not None and self.since is not None:
            self.left = max(self.left - (now - self.since), min(self.limit, seconds))
            self.since = now

    @property
    def deadline(self) -> float | None:
        """When the time will be over; None without a limit or while the clock stands."""
        return None if self.left is None or self.since is None else self.since + self.left


Dice: TypeAlias = Callable[[Chance, int, Sequence[Played]], str | None]
"""Resolves a chance, given the number that its entry will have in the log and the previewed steps before it. None postpones it."""

Listener: TypeAlias = Callable[[Played], object]


def collect(events: list[Event]) -> Listener:
    """Return a listener that appends the events of each step."""
    return lambda step: events.extend(step.events)


class Act:
    """Entry numbers of a seat's current act: the steps that stand, and the steps taken back together with their undos."""

    def __init__(self) -> None:
        self.standing: list[int] = []
        self.taken_back: list[int] = []

    def __len__(self) -> int:
        return len(self.standing) + len(self.taken_back)

    def note(self, number: int, entry: Choose | Undo) -> None:
        if isinstance(entry, Choose):
            self.standing.append(number)
        else:
            self.taken_back += [self.standing.pop(), number]


class Referee:
    """Holds the position, log and clocks of one game.

    `limit` is one limit for all seats, or one per seat; `listen` receives every applied step.

    `preview` tries an entry without changing anything and `apply` plays it, so that callers can make the entry durable before it is
    applied. `answer`, `undo` and `fail` do both.
    """

    def __init__(
        self,
        game: Game,
        record: Record,
        dice: Dice,
        limit: float | Sequence[float | None] | None = None,
        now: float = 0.0,
        listen: Listener | None = None,
    ) -> None:
        self.game, self.head, self.dice = game, msgspec.structs.replace(record, entries=()), dice
        self.position = record.start(game)
        self.entries: list[Entry] = []
        self.failures: dict[int, PlayerFailure] = {}  # by seat
        limits = limit if isinstance(limit, Sequence) else [limit] * len(self.position.acts)
        self.clocks = [Clock(seconds) for seconds in limits]
        self.acts = [Act() for _ in limits]
        self.standings = [game.standing(self.position)]
        # Set after the replay, so that the listener receives only new steps.
        self.listen: Listener | None = None
        for step in record.play(game, tells=False):
            self._take(step)
        self.listen = listen
        self._run_clocks(now)

    def __repr__(self) -> str:
        return f"<Referee of {self.game.title}, {len(self.entries)} entries: {self.game.say(self.position.view(None).prompt)}>"

    def _repr_html_(self) -> str | None:
        return self.record._repr_html_()

    @property
    def record(self) -> Record:
        """The record of the game so far, without folded entries."""
        return self.record_until(len(self.entries))

    def record_until(self, number: int) -> Record:
        """The record of the first `number` log entries, without folded ones."""
        return msgspec.structs.replace(self.head, entries=tuple(entry for entry in self.entries[:number] if not isinstance(entry, Folded)))

    @property
    def outcome(self) -> Outcome | None:
        """The outcome; None while the game is in progress."""
        return self.position.outcome

    @property
    def repeated(self) -> int:
        """How often the current position has occurred before, if the game's positions can repeat."""
        return self.standings.count(self.standings[-1]) - 1

    def requests(self) -> list[Request]:
        """Return the requests to all awaited seats."""
        return list(map(self.request, self.position.awaited))

    def request(self, seat: int) -> Request:
        """The request to one awaited seat, without computing the views of the others."""
        return Request(seat, self.position.view(seat), self.clocks[seat].deadline)

    def preview(self, entry: Entry | None = None, choice: Choice | None = None, ahead: Sequence[Played] = ()) -> list[Played]:
        """Preview an entry: return its step and those of all dice and cards that follow at once. Without an entry, preview what is due now.

        `ahead` holds previewed steps that come first.
        """
        position = ahead[-1].after if ahead else self.position
        steps = [] if entry is None else [self.attempt(position, entry, choice)]
        while due := (position := steps[-1].after if steps else position).chance:
            what = self.dice(due, len(self.entries) + len(ahead) + len(steps), [*ahead, *steps])
            if what is None:
                break
            steps.append(self.attempt(position, Happen(what)))
        return steps

    def attempt(self, position: Position, entry: Entry, choice: Choice | None = None) -> Played:
        """Return the step that an entry would make from a position. The referee stays as it is."""
        return played(self.game, position, entry, choice, tells=self.listen is not None)

    def taken_back(self, steps: Sequence[Played]) -> list[int]:
        """Numbers of undone entries and their undos in the acts that these steps make final. A log may fold these entries."""
        return sorted({number for step in steps for seat in step.finished for number in self.acts[seat].taken_back})

    def apply(self, steps: Sequence[Played], now: float = 0.0) -> None:
        """Apply steps that were previewed here or stored by another server."""
        for step in steps:
            self._take(step)
        self._run_clocks(now)

    def drop(self, number: int, undone: Played, folded: Folded) -> None:
        """Remove a step of an open act that another server took back and folded."""
        self.position, self.entries[number] = undone.after, folded
        for act in self.acts:
            act.standing = [standing for standing in act.standing if standing != number]

    def _take(self, step: Played) -> None:
        self.position = step.after
        self.entries.append(step.entry)
        if isinstance(step.entry, Choose | Undo):
            self.acts[step.entry.seat].note(len(self.entries) - 1, step.entry)
        for seat in step.finished:
            self.clocks[seat].reset()
            self.acts[seat] = Act()
        # Tentative steps do not change the standing, so they do not count as repetitions.
        if self.game.repeats and (standing := self.game.standing(step.after)) != self.standings[-1]:
            self.standings.append(standing)
        if self.listen is not None:
            self.listen(step)

    def _run_clocks(self, now: float) -> None:
        for seat, clock in enumerate(self.clocks):
            if seat in self.position.awaited:
                clock.run(now)
            else:
                clock.stop(now)

    def answer(self, seat: int, choice: Choice | str, now: float = 0.0) -> None:
        """Play a seat's choice. If this raises `Malformed` or `Illegal`, nothing has changed."""
        read = self.game.parse(choice) if isinstance(choice, str) else choice
        self.apply(self.preview(Choose(seat, str(read)), read), now)

    def undo(self, seat: int, now: float = 0.0) -> None:
        """Take back the last step of a seat's act."""
        self.apply(self.preview(Undo(seat)), now)

    def fail(self, seat: int, failure: Failure, now: float = 0.0, error: Raised | None = None) -> None:
        """Remove a seat whose player failed. The error is stored for the caller but not recorded."""
        self.failures[seat] = PlayerFailure(failure, error)
        self.apply(self.preview(Remove(seat, failure.value)), now)

    def details(self, seat: int, language: str | None = None) -> str:
        """Details about a seat's failure: a sentence, or the traceback of a crashed player."""
        failure, error = self.failures.get(seat, (None, None))
        if isinstance(error, WordedError) and (failure is not Failure.CRASHED or isinstance(error, PlayerFailed)):
            return error.of(self.game).in_language(language or ENGLISH)
        return "" if error is None else traceback_of(error)


def begin(
    game: Game,
    record: Record,
    chance: Random | Chances,
    limit: float | Sequence[float | None] | None = None,
    tell: list[Event] | None = None,
) -> Referee:
    """Continue a record in this process. `chance` resolves its dice and decks: one random stream, or the `Chances` of a fixed deal."""
    now, listen = time.monotonic(), None if tell is None else collect(tell)
    take = chance.take if isinstance(chance, Chances) else lambda due: due.draw(chance)
    referee = Referee(game, record, lambda due, *_: take(due), limit, now, listen)
    referee.apply(referee.preview(), now)
    return referee


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
    strict: bool = False,
) -> Referee:
    """Play a whole game between players in this process. All randomness comes from the seed's streams.

    A player that fails is logged and loses its seat; with `strict` the error is raised instead.

    >>> from byways.game import find_game
    >>> labyrinth = find_game("labyrinth")
    >>> play(labyrinth, [labyrinth.bots["euclid"](stream(7, f"seat {seat}")) for seat in range(2)], seed=7)
    <Referee of Labyrinth, 24 entries: Blue came home with the treasure.>
    """
    options = options or game.options()
    setup = setup or game.deal(len(players), stream(seed, "set-up"), options)
    record = new_record(game, setup, options, tuple(names) or tuple(type(player).__name__ for player in players))
    referee = begin(game, record, stream(seed, "chance"), limit, tell)
    while referee.outcome is None:
        request = referee.request(referee.position.awaited[0])
        ask(referee, request, players[request.seat])
        if failed := referee.failures.get(request.seat):
            if strict:
                raise failed.error or PlayerFailed(failed.failure, Message("lost.late"))
            details = f"{failed.failure}.\n{referee.details(request.seat)}".rstrip()
            log.error("Seat %d (%s) failed: %s", request.seat, record.players[request.seat], details)
    return referee


def ask(referee: Referee, request: Request, player: AnyPlayer) -> None:
    """Ask a player in this process and play its answer. Any error fails its seat, never the game.

    Players in this process answer one after the other, so each player's clock starts with its request.
    """
    clock = referee.clocks[request.seat]
    clock.resume(time.monotonic())
    deadline = float("inf") if clock.deadline is None else clock.deadline
    try:
        answer = player.choose(request.view, deadline)
    except (Exception, SystemExit) as error:  # third-party code: its exceptions cost only its own seat
        failure = error.failure if isinstance(error, PlayerFailed) else Failure.CRASHED
        referee.fail(request.seat, failure, time.monotonic(), error)
        return
    now = time.monotonic()
    if now > deadline:
        referee.fail(request.seat, Failure.LATE, now)
        return
    # The answer was in time, so playing its steps must cost the seat nothing.
    clock.stop(now)
    try:
        for choice in steps(answer):
            if referee.outcome is None:
                referee.answer(request.seat, choice, now)
    except Malformed as error:
        referee.fail(request.seat, Failure.MALFORMED, now, error)
    except Illegal as error:
        referee.fail(request.seat, Failure.ILLEGAL, now, error)


def steps(answer: object) -> list[Choice]:
    """Return an answer's choices. Raises `Malformed` if it is anything else: a player may be third-party code."""
    given = list(answer) if isinstance(answer, Sequence) else [answer]
    choices = [choice for choice in given if isinstance(choice, Choice)]
    if not choices or len(choices) < len(given):
        raise Malformed(Message("refuse.answer", {"answer": shortened(answer), "type": type(answer).__name__}))
    return choices


def shortened(answer: object) -> str:
    """Return an answer's `repr`, shortened. A third-party `__repr__` may raise; then `object`'s is used."""
    try:
        text = repr(answer)
    except Exception:
        return object.__repr__(answer)
    return text if len(text) <= LONGEST_ANSWER else f"{text[:LONGEST_ANSWER]}…"
