"""A random game with all checks run on it, and helpers for the checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from random import Random
from typing import ParamSpec, TypeAlias, TypeVar

import msgspec

from byways.game import Choice, Complaint, Event, Game, Options, Position, Refused, Setup, View, stream
from byways.record import Choose, Entry, Happen, Played, Record, Remove, Resign, Undo, new_record, start

P = ParamSpec("P")
T = TypeVar("T")

Viewer: TypeAlias = int | None  # a seat, or a spectator
Sketch: TypeAlias = dict[str, tuple[str, ...]]  # the lasting elements of a drawing

LONGEST = 50_000  # entries of one game
REMOVALS = (0.0, 0.0, 0.0, 0.2, 0.05, 0.01)  # probability of a removal per entry; each game uses one of these
RESIGNATIONS = 0.5  # share of removals that are resignations
UNDOS = 0.1


class NonConformance(AssertionError):
    """A promise of the contract that a game breaks, with the check that found it and the record so far."""

    def __init__(self, check: str, message: str, record: Record | None = None) -> None:
        super().__init__(message)
        self.check = check
        self.record = record


class Violation(Exception):
    """What a check found. `check` names the check it belongs to, if that is another one."""

    def __init__(self, sentence: str, check: str | None = None) -> None:
        super().__init__(sentence)
        self.check = check


class When(Enum):
    """When a check is run."""

    START = "start"
    STEP = "step"
    POSITION = "position"
    END = "end"


@dataclass(frozen=True)
class Check:
    """A function that returns the number of things it examined or raises `Violation`. It runs one time in `every`."""

    name: str
    when: When
    every: int
    run: Callable[[Trial], int]
    title: str


# Order matters: if two checks find the same fault, the one with the clearer message must come first.
CHECKS: dict[str, list[Check]] = {
    name: []
    for name in (
        *("card", "unchanged", "ends", "awaited", "replay", "hash", "notation", "refuses", "undo", "commute", "removal"),
        *("same_choices", "leaks", "imagine", "worlds", "drawing"),
    )
}


def check(name: str, when: When, every: int = 1) -> Callable[[Callable[[Trial], int]], Callable[[Trial], int]]:
    """Register a check; its docstring states the promise."""

    def add(run: Callable[[Trial], int]) -> Callable[[Trial], int]:
        CHECKS[name].append(Check(name, when, every, run, f"{name}: {(run.__doc__ or '').removesuffix('.')}"))
        return run

    return add


def every_check() -> Iterator[Check]:
    for checks in CHECKS.values():
        yield from checks


@dataclass
class Report:
    """The amount of play, the number of things each check examined, and warnings about what no check can decide.

    `has_several` says whether a game had several seats, and `acts_at_once` whether several were awaited at once.
    """

    game: str
    games: int = 0
    positions: int = 0
    runs: Counter[str] = field(default_factory=Counter)
    warnings: list[str] = field(default_factory=list)
    has_several: bool = False
    acts_at_once: bool = False

    @property
    def idle(self) -> list[str]:
        """Checks that had nothing to examine, because the game lacks the feature or too few games were played."""
        return [check.title for check in every_check() if not self.runs[check.title]]

    def __str__(self) -> str:
        head = f"{self.game}: {self.positions} positions of {self.games} games"
        counts = [f"{self.runs[check.title]:>8} {check.title}" for check in every_check()]
        return "\n".join([head, *counts, *(f"Warning: {warning}" for warning in self.warnings)])


class Visit:
    """A visited position with its views, drawings and one imagined world per viewer, computed on demand."""

    def __init__(self, position: Position, rng: Random) -> None:
        self.position = position
        self.digest = digest(position)
        self.rng = rng
        self.views: dict[Viewer, View] = {}
        self.worlds: dict[Viewer, Position] = {}
        self.sketches: dict[tuple[Viewer, str], Sketch] = {}

    def view(self, viewer: Viewer) -> View:
        if viewer not in self.views:
            self.views[viewer] = self.position.view(viewer)
        return self.views[viewer]

    def world(self, viewer: Viewer) -> Position:
        if viewer not in self.worlds:
            self.worlds[viewer] = imagine(self.view(viewer), self.rng)
        return self.worlds[viewer]


WRITE = msgspec.msgpack.Encoder(enc_hook=repr).encode


def digest(position: Position) -> int:
    """Hash a position's content. `repr` is slower, but covers what msgpack cannot encode."""
    try:
        return hash(WRITE(position))
    except Exception:  # integers above 64 bits, for example
        return hash(repr(position))


def imagine(view: View, rng: Random) -> Position:
    try:
        return view.imagine(rng)
    except Exception as error:
        raise Violation(f"imagining a world for {who(view.seat)} raised {type(error).__name__}: {error}.", "imagine") from error


class Met:
    """Choices and sentences met so far in all games. `row` holds the choices in `choices` again, for random access."""

    def __init__(self) -> None:
        self.choices: dict[str, Choice] = {}
        self.row: list[Choice] = []
        self.sentences: set[str] = set()

    def meet(self, text: str, choice: Choice) -> None:
        self.choices[text] = choice
        self.row.append(choice)


class Trial:
    """One random game. `visits` holds its positions; `entries` and `told` hold what happened between consecutive ones."""

    def __init__(self, game: Game, seed: int, report: Report, options: Sequence[Options], longest: int, known: Met) -> None:
        self.game, self.seed, self.report, self.longest, self.known = game, seed, report, longest, known
        self.playing = stream(seed, f"game {report.games}")
        self.rng = stream(seed, f"checks of game {report.games}")
        chosen = self.playing.choice(options) if options else game.options()
        self.setup, self.seats = deal_seats(game, chosen, self.playing)
        self.viewers: list[Viewer] = [None, *self.seats]
        self.opened = new_record(game, self.setup, chosen, ("random",) * len(self.seats))
        self.removals = self.playing.choice(REMOVALS)
        self.entries: list[Choose | Happen | Undo | Remove | Resign] = []
        self.told: list[list[Event]] = []
        self.visits: list[Visit] = []
        self.checks = {when: [check for check in every_check() if check.when is when] for when in When}

    @property
    def now(self) -> Visit:
        return self.visits[-1]

    @property
    def before(self) -> Visit:
        return self.visits[-2]

    @property
    def position(self) -> Position:
        return self.visits[-1].position

    @property
    def present(self) -> list[int]:
        return [seat for seat in self.seats if seat not in self.position.removed]

    @property
    def record(self) -> Record:
        return msgspec.structs.replace(self.opened, entries=tuple(self.entries))

    @cached_property
    def replayed(self) -> list[Position]:
        """The positions of the finished game, replayed from its record without events."""
        return list(self.record.positions(self.game))

    @cached_property
    def retold(self) -> list[Played]:
        """The finished game, replayed from its record with events."""
        return list(self.record.play(self.game))

    def run(self) -> None:
        self.visit(self.guard("replay", start, self.game, self.opened.setup))
        self.check(When.START)
        self.check(When.POSITION)
        while self.position.outcome is None:
            self.enter(random_entry(self.position, self.playing, self.removals))
            self.check(When.STEP)
            self.check(When.POSITION)
        self.check(When.END)

    def enter(self, entry: Choose | Happen | Undo | Remove | Resign) -> None:
        told: list[Event] = []
        after = self.guard(CHECK_OF_ENTRY[type(entry)], entry.apply, self.game, self.position, told)
        self.entries.append(entry)
        self.told.append(told)
        self.visit(after)

    def visit(self, position: Position) -> None:
        self.visits.append(Visit(position, self.rng))
        self.report.has_several |= len(self.seats) > 1
        self.report.acts_at_once |= len(position.awaited) > 1
        self.report.positions += 1

    def check(self, when: When) -> None:
        for check in self.checks[when]:
            if check.every == 1 or self.rng.random() * check.every < 1:
                self.report.runs[check.title] += self.guard(check.name, check.run, self)

    def guard(self, name: str, act: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
        try:
            return act(*arguments, **named)
        except Violation as violation:
            raise self.nonconformance(violation.check or name, str(violation)) from None
        except Exception as error:
            raise self.nonconformance(name, f"it raised {type(error).__name__}: {error}") from error

    def nonconformance(self, name: str, what: str) -> NonConformance:
        where = f"{self.game.title}, seed {self.seed}, game {self.report.games}, after {len(self.entries)} entries"
        return NonConformance(name, f"{where}, check '{name}': {what}", self.record)

    def tentative(self) -> tuple[int, Choice] | None:
        """Return the last entry's seat and choice if it can still be undone."""
        match self.entries[-1]:
            case Choose(seat, text) if is_tentative(self.before.position, self.position, seat, choice := self.game.parse(text)):
                return seat, choice
        return None


def deal_seats(game: Game, options: Options, rng: Random) -> tuple[Setup, range]:
    """Deal for a random number of seats that these options allow."""
    least, most = game.seats
    for seats in rng.sample(range(least, most + 1), most + 1 - least):
        try:
            return game.deal(seats, rng, options), range(seats)
        except Refused as refusal:
            reason = refusal
    raise reason


CHECK_OF_ENTRY: dict[type[Entry], str] = {Choose: "refuses", Happen: "refuses", Undo: "undo", Remove: "removal", Resign: "removal"}


def random_entry(position: Position, rng: Random, removals: float) -> Choose | Happen | Undo | Remove | Resign:
    present = [seat for seat in range(len(position.acts)) if seat not in position.removed]
    if present and rng.random() < removals:
        seat = rng.choice(present)
        return Resign(seat) if rng.random() < RESIGNATIONS else Remove(seat, "by chance")
    if position.chance is not None:
        return Happen(position.chance.draw(rng))
    started = [seat for seat, act in enumerate(position.acts) if act]
    if started and rng.random() < UNDOS:
        return Undo(rng.choice(started))
    seat = rng.choice(position.awaited)
    return Choose(seat, str(rng.choice(position.choices(seat))))


def is_tentative(before: Position, after: Position, seat: int, choice: Choice) -> bool:
    return bool(after.acts[seat] == (*before.acts[seat], choice))


def who(viewer: Viewer) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def events_for(told: list[Event], viewer: Viewer) -> list[Event]:
    return [mine for event in told if (mine := event.for_seat(viewer)) is not None]


def require_equal(one: msgspec.Struct, other: msgspec.Struct, sentence: str) -> None:
    if one != other:
        raise Violation(f"{sentence}: {first_difference(one, other)}.")


def first_difference(one: msgspec.Struct, other: msgspec.Struct) -> str:
    """Describe the first field in which two values differ."""
    if type(one) is not type(other):
        return f"{type(one).__name__} against {type(other).__name__}"
    for name in one.__struct_fields__:
        here, there = getattr(one, name), getattr(other, name)
        if here != there:
            return f"'{name}' is {here!r:.200} against {there!r:.200}"
    return "they differ though their fields do not"


def require_refusal(what: str, kind: type[Complaint], act: Callable[P, object], *arguments: P.args, **named: P.kwargs) -> int:
    """Check that an action is refused with the right kind of error."""
    try:
        act(*arguments, **named)
    except kind as error:
        if not str(error).strip():
            raise Violation(f"{what} was refused without a reason.") from None
        return 1
    except Exception as error:
        raise Violation(f"{what} raised {type(error).__name__} ({error}) instead of {kind.__name__}.") from error
    raise Violation(f"{what} was accepted.")
