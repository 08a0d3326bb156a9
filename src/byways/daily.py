"""The deal of the day: its format in each game, its seed, and its random results."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, Literal, Protocol, TypeAlias

import msgspec

from byways.game import Chance, Choice, Game, Options, Position, View, stream
from byways.i18n import Message, Sentence
from byways.room import find_room

DAY = 86400.0
WEEKLY_SHOWN = 6  # the weekday on which a weekly deal is featured: Sunday
PLAYER = 0  # the seat of the person who plays a deal
PRACTICE = "practice"  # instead of the day, in games that never count
FORMAT = 2  # increase this number when seeds or chances are computed differently

Medal: TypeAlias = Literal["", "bronze", "silver", "gold"]
MEDALS: tuple[Medal, ...] = ("bronze", "silver", "gold")


class Daily(msgspec.Struct, frozen=True):
    """How a game is played as the deal of the day, by one person in seat 0.

    `others` names the bots in the other seats; a seat with an empty name is removed before the first turn. `barred` lists the notations of
    choices that are not offered. `medals` are the scores for bronze, silver and gold or, with `over_par`, how far over par each may be.
    """

    options: Options
    medals: tuple[int, int, int]
    about: Sentence  # what is played, in a line
    signs: Sentence  # what the signs of a shared result mean
    solver: Sentence = ""  # describes the solver's game
    others: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    is_weekly: bool = False
    over_par: bool = False  # a score is a number of turns: fewer is better
    rival: str = "hard"  # the bot whose score on the same deal is shown; empty: none

    def is_better(self, score: float, other: float) -> bool:
        return score < other if self.over_par else score > other

    def medal(self, score: float | None, par: float | None = None) -> Medal:
        """Return the medal for a score; empty if the score earns none or the par is not known yet."""
        if score is None or (self.over_par and par is None):
            return ""
        levels = [limit + (par or 0) * self.over_par for limit in self.medals]
        reached = [medal for medal, level in zip(MEDALS, levels, strict=True) if (score <= level if self.over_par else score >= level)]
        return reached[-1] if reached else ""

    def first_day(self, day: date) -> date:
        """Return the day that names the deal in play on `day`: the same day or, for a weekly deal, the Monday of its week."""
        return day - timedelta(day.weekday()) if self.is_weekly else day

    def last_day(self, day: date) -> date:
        """Return the last day on which the deal in play on `day` can be tried."""
        return self.first_day(day) + timedelta(6) if self.is_weekly else day


class DailyPart(Protocol):
    """The optional module `daily` of a room."""

    @property
    def DAILY(self) -> Daily: ...  # noqa: N802

    def score(self, position: Any, /) -> float | None:
        """Return the score of a finished game, or None if it does not count, for example because the goal was not reached."""

    def worded(self, score: float, /) -> Message:
        """Return a score in words."""

    def signs(self, positions: Sequence[Any], /) -> str:
        """Return a sign for each card or turn of a finished game: `1` for a success, `0` otherwise. Signs must not reveal the deal."""


class Solver(Protocol):
    """The solver in a room's `daily` module, if the best game of a deal can be found."""

    def solve(self, position: Any, chances: Chances, /) -> Sequence[Choice] | None:
        """Return the choices of the best game found when all chances are known in advance, or None if none is found."""


class SolveTask(msgspec.Struct, frozen=True):
    """A request for the best game of a deal. It contains hidden information, so it must go to the solver and never to a bot.

    `bot` names the bot whose code the worker process loads with the game.
    """

    game: Game
    position: Position
    seed: str
    bot: str


def part_of(game: Game) -> DailyPart | None:
    found: DailyPart | None = find_room(game.room).daily
    return found


def result_of(game: Game, positions: Sequence[Position]) -> tuple[float | None, str] | None:
    """The score of a deal of the day, and its signs; None without a deal."""
    part = part_of(game) if positions else None
    return None if part is None else (part.score(positions[-1]), part.signs(positions))


def has_solver(game: Game) -> bool:
    return find_room(game.room).solver is not None


def solve(task: SolveTask) -> Sequence[Choice] | None:
    """Return the choices of the best game that the room's solver finds, or None if there is no solver or no result."""
    solver: Solver | None = find_room(task.game.room).solver
    return None if solver is None else solver.solve(task.position, Chances(task.seed))


def daily_of(game: Game) -> Daily | None:
    found = part_of(game)
    return None if found is None else found.DAILY


def day_at(now: float) -> date:
    """Return the UTC date of a time in seconds since the epoch."""
    return datetime.fromtimestamp(now, UTC).date()


def featured(games: Iterable[Game], day: date) -> Game | None:
    """Return the game whose deal is shown first on a day. Games with daily deals take turns; Sundays are for weekly deals."""
    formats = [(game, daily) for game in games if (daily := daily_of(game))]
    weekly = [game for game, daily in formats if daily.is_weekly]
    others = [game for game, daily in formats if not daily.is_weekly]
    chosen = weekly if weekly and (day.weekday() == WEEKLY_SHOWN or not others) else others
    return chosen[day.toordinal() % len(chosen)] if chosen else None


def seed_of(key: str, game: Game, day: date) -> str:
    """Return the seed of a deal. It depends on the game's version and components, so a change in either changes the deals."""
    text = f"daily {FORMAT} {game.name} {game.version} {game.digest} {day.isoformat()}"
    return hmac.digest(key.encode(), text.encode(), "sha256").hex()


def deal_key(server_key: str) -> str:
    """Derive the key of a server's deals from the key that signs browsers' secrets. The derived key cannot be used to forge a secret."""
    return hmac.digest(server_key.encode(), b"deals", "sha256").hex()


def fingerprint(key: str) -> str:
    """Return a short hash by which people can compare keys. It does not reveal the key."""
    return hashlib.sha256(key.encode()).hexdigest()[:8]


class Chances:
    """The random results of a deal, by occurrence. Each result of each draw has its own random stream.

    The stream depends on the seed, the chance's name, the seats that see it, how often that chance has been drawn before, and the result.
    It does not depend on choices, so all who play a deal, and all runs of a deal in a study, get the same next card, whatever was chosen
    before. Where choices change what is left in a deck, the card is the same as long as it is still there.
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.came: dict[str, int] = {}

    def draw(self, due: Chance, before: Iterable[Chance] = ()) -> str:
        """Draw the result of a chance. `before` holds earlier chances that have not been counted yet."""
        nth = self.came.get(name_of(due), 0) + sum(name_of(other) == name_of(due) for other in before)
        return min(zip(due.what, due.weights, strict=True), key=lambda one: self._wait(f"{name_of(due)} {nth} {one[0]}") / one[1])[0]

    def _wait(self, name: str) -> float:
        """Return a waiting time with exponential distribution. The result that comes first has been drawn: heavier ones come sooner."""
        return stream(self.seed, name).expovariate(1.0)

    def take(self, due: Chance) -> str:
        """Draw the result of a chance that happens at once."""
        what = self.draw(due)
        self.count(due)
        return what

    def count(self, due: Chance) -> None:
        self.came[name_of(due)] = self.came.get(name_of(due), 0) + 1


def name_of(due: Chance) -> str:
    return f"{due.name} {'all' if due.seen_by is None else ','.join(map(str, due.seen_by))}"


def without(view: View, barred: Sequence[str]) -> View:
    """Return a view without the barred choices."""
    if not barred or not any(str(choice) in barred for choice in view.choices):
        return view
    return msgspec.structs.replace(view, choices=tuple(choice for choice in view.choices if str(choice) not in barred))
