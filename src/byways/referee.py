"""Conducts one game without waiting or calling anybody: says who is asked what until when; takes answers, failures and the time.

`play` is the shell for players in this process; table, arena, wire and terminal are other shells around the same `Referee`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from random import Random
from typing import TypeAlias

import msgspec

from byways.errors import Card, Spoken
from byways.game import AnyPlayer, Chance, Choice, Event, Game, Illegal, Malformed, Options, Outcome, Position, Setup, Tell, View, stream
from byways.i18n import Message, Sentence
from byways.record import Choose, Entry, Folded, Happen, Played, Record, Remove, Undo, opened, played


class Failure(StrEnum):
    """How a player can fail; in every case its seat is removed and the game says what that costs."""

    LATE = "no answer in time"
    MALFORMED = "an answer that cannot be read"
    ILLEGAL = "an illegal choice"
    CRASHED = "the player broke down"
    UNRULY = "the player used too much"


class Lost(Spoken):
    """Raised by a player that has lost its seat and knows how."""

    def __init__(self, failure: Failure, sentence: Sentence, by: str | Card | None = None) -> None:
        super().__init__(sentence, by)
        self.failure = failure


class Request(msgspec.Struct, frozen=True):
    """What an awaited seat is asked: its view, and the moment until which an answer counts (None: no limit)."""

    seat: int
    view: View
    deadline: float | None


class Clock:
    """The clock of one seat: it runs while the seat is awaited, for a whole act; steps and undo neither stop nor reset it."""

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
        """Time since then does not count: others were asked in the meantime."""
        if self.since is not None:
            self.since = now

    def reset(self) -> None:
        self.left, self.since = self.limit, None

    def allow(self, now: float, seconds: float) -> None:
        """Give a running clock at least this much time from now on, within its limit."""
        if self.limit is not None and self.left is not None and self.since is not None:
            self.left = max(self.left - (now - self.since), min(self.limit, seconds))
            self.since = now

    @property
    def deadline(self) -> float | None:
        return None if self.left is None or self.since is None else self.since + self.left


Dice: TypeAlias = Callable[[Chance, int], str | None]
"""Answers for dice and decks, given the number that the answer will have in the log; None postpones it."""

Listener: TypeAlias = Callable[[Played], object]


def into(told: list[Event]) -> Listener:
    """Listens for what is told, in order."""
    return lambda step: told.extend(step.told)


class Act:
    """The present act of a seat by the numbers of its entries: the steps that stand, and those that were taken back with their undos."""

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
    """Keeps position, log and clocks of one game. `limit` is for all or each seat; `listen` gets everything that has been played.

    `preview` tries an entry and changes nothing, `commit` plays it: in between it can be made durable. `answer`, `undo` and `fail` do both.
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
        self.notes: dict[int, Sentence] = {}  # what else is known of seats that failed
        limits = limit if isinstance(limit, Sequence) else [limit] * len(self.position.acts)
        self.clocks = [Clock(seconds) for seconds in limits]
        self.acts = [Act() for _ in limits]
        self.standings = [game.standing(self.position)]
        self.listen: Listener | None = None
        for step in record.play(game, tells=False):
            self._take(step)
        self.listen = listen
        self._run_clocks(now)

    @property
    def record(self) -> Record:
        return self.record_until(len(self.entries))

    def record_until(self, number: int) -> Record:
        """What was played up to an entry of the log, without what is folded there."""
        return msgspec.structs.replace(self.head, entries=tuple(entry for entry in self.entries[:number] if not isinstance(entry, Folded)))

    @property
    def outcome(self) -> Outcome | None:
        return self.position.outcome

    @property
    def repeated(self) -> int:
        """How often this position has come up before, in a game that repeats."""
        return self.standings.count(self.standings[-1]) - 1

    def requests(self) -> list[Request]:
        return list(map(self.request, self.position.awaited))

    def request(self, seat: int) -> Request:
        """What an awaited seat is asked. Where players are asked in turn, this saves making the others' views."""
        return Request(seat, self.position.view(seat), self.clocks[seat].deadline)

    # An entry is tried, then applied

    def preview(self, entry: Entry | None = None, choice: Choice | None = None, ahead: Sequence[Played] = ()) -> list[Played]:
        """What an entry would lead to, with all dice and cards that follow at once; without an entry, what is due now. What is `ahead`
        was previewed as well, and comes before."""
        position = ahead[-1].after if ahead else self.position
        steps = [] if entry is None else [self.attempt(position, entry, choice)]
        while due := (position := steps[-1].after if steps else position).chance:
            what = self.dice(due, len(self.entries) + len(ahead) + len(steps))
            if what is None:
                break
            steps.append(self.attempt(position, Happen(what)))
        return steps

    def attempt(self, position: Position, entry: Entry, choice: Choice | None = None) -> Played:
        return played(self.game, position, entry, choice, tells=self.listen is not None)

    def taken_back(self, steps: Sequence[Played]) -> list[int]:
        """The numbers of entries that were taken back, or took back, in acts that these steps make final: a log may fold them."""
        return sorted({number for step in steps for seat in step.finished for number in self.acts[seat].taken_back})

    def commit(self, steps: Sequence[Played], now: float = 0.0) -> None:
        """Apply what was previewed, or what was entered elsewhere."""
        for step in steps:
            self._take(step)
        self._run_clocks(now)

    def drop(self, number: int, undone: Played, folded: Folded) -> None:
        """A step of an open act was taken back by entries that are not known here, and folded since."""
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

    # Both at once, for games where nothing has to be stored in between

    def settle(self, now: float = 0.0) -> None:
        """Play what is due."""
        self.commit(self.preview(), now)

    def answer(self, seat: int, choice: Choice | str, now: float = 0.0) -> None:
        """Play a seat's choice. `Malformed` and `Illegal` leave everything as it was."""
        read = self.game.parse(choice) if isinstance(choice, str) else choice
        self.commit(self.preview(Choose(seat, str(read)), read), now)

    def undo(self, seat: int, now: float = 0.0) -> None:
        self.commit(self.preview(Undo(seat)), now)

    def fail(self, seat: int, failure: Failure, now: float = 0.0, note: Sentence = "") -> None:
        """A seat's player failed: the seat is removed. The note is for the game's conductor and not part of the record."""
        self.notes[seat] = note
        self.commit(self.preview(Remove(seat, failure.value)), now)

    def note(self, seat: int) -> str:
        """What else is known of a seat that failed, in English."""
        note = self.notes.get(seat, "")
        return self.game.say(note) if isinstance(note, Message) else note


def begin(
    game: Game,
    record: Record,
    rng: Random,
    limit: float | Sequence[float | None] | None = None,
    tell: list[Event] | None = None,
) -> Referee:
    """A game in this process, from where its record ends: dice and decks answer at once, from this generator."""
    now, listen = time.monotonic(), None if tell is None else into(tell)
    referee = Referee(game, record, lambda due, _: due.draw(rng), limit, now, listen)
    referee.settle(now)
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
) -> Referee:
    """A whole game between players in this process, with everything random drawn from the seed's streams."""
    options = options or game.options()
    setup = setup or game.deal(len(players), stream(seed, "set-up"), options)
    record = opened(game, setup, options, tuple(names) or tuple(type(player).__name__ for player in players))
    referee = begin(game, record, stream(seed, "chance"), limit, tell)
    while referee.outcome is None:
        request = referee.request(referee.position.awaited[0])
        ask(referee, request, players[request.seat])
    return referee


def ask(referee: Referee, request: Request, player: AnyPlayer) -> None:
    """Put one request to a player in this process; anything that goes wrong is its seat's failure, never the game's.

    Players in this process are asked one after the other, so each has its own time from when it is asked.
    """
    clock = referee.clocks[request.seat]
    clock.resume(time.monotonic())
    deadline = float("inf") if clock.deadline is None else clock.deadline
    try:
        answer = player.choose(request.view, deadline)
    except Lost as lost:
        referee.fail(request.seat, lost.failure, time.monotonic(), lost.meaning)
        return
    except Exception:  # a player may be third-party code: what it raises ends only its own game
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
    """The choices of an answer, or `Malformed`: a player may be third-party code."""
    given = list(answer) if isinstance(answer, Sequence) else [answer]
    choices = [choice for choice in given if isinstance(choice, Choice)]
    if not choices or len(choices) < len(given):
        raise Malformed(Message("refuse.answer"))
    return choices
