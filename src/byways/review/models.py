"""What a review is: plain values, kept in the store, sent as JSON and drawn."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Verdict: TypeAlias = Literal["", "slip", "mistake", "blunder"]


class Weight(msgspec.Struct, frozen=True):
    """An act in notation, and the chance to win that it leaves (alone: the score expected)."""

    act: tuple[str, ...]
    chance: float
    doubt: float


class Judged(msgspec.Struct, frozen=True):
    """An act that could have been another one, judged by what its seat knew when it began.

    `begin` and `end` are numbers of entries of the record before it and up to its end. `chance` is what the best act would leave, `left`
    what this one does; `doubt` is the standard error of the difference. `luck` is what dice or cards just before it gave, as far as that
    could be weighed.
    """

    seat: int
    begin: int
    end: int
    played: tuple[str, ...]
    chance: float
    left: float
    doubt: float
    best: tuple[Weight, ...]
    luck: float | None = None
    verdict: Verdict = ""

    @property
    def cost(self) -> float:
        return max(0.0, self.chance - self.left)


class Account(msgspec.Struct, frozen=True):
    """One seat's game in figures: how it stood at first and at last, and what came of skill, of chance, and of what nobody can tell apart.

    `last - first = skill + luck + uncertain`; skill is never more than nothing.
    """

    accuracy: float | None  # 0 to 100; None for a seat that never had a choice
    slips: int
    mistakes: int
    blunders: int
    first: float
    last: float
    skill: float
    luck: float
    uncertain: float


class Turn(msgspec.Struct, frozen=True):
    """Where a seat's chance changed much: by its own `act`, or (None) by what others, dice and cards did between two acts of its own.

    `begin` and `end` are numbers of entries before it and up to its end.
    """

    seat: int
    begin: int
    end: int
    before: float
    after: float
    act: Judged | None = None

    @property
    def change(self) -> float:
        return self.after - self.before


class Review(msgspec.Struct, frozen=True):
    """As far as it has come: `acts` in the order of the game, of `total` that are to be judged; in the end those are missing for which the
    bot had no answer. `is_score`: alone one plays for points.

    `progress`, from 0 to 1, is how much of the work is done: all acts are judged early, those that matter once more and better. `entries`
    is how many the record has.
    """

    game: str
    seats: int
    bot: str
    worlds: int
    total: int
    acts: tuple[Judged, ...] = ()
    accounts: tuple[Account, ...] = ()
    is_score: bool = False
    entries: int = 0
    progress: float = 0.0

    @property
    def is_done(self) -> bool:
        return self.progress >= 1

    @property
    def reaches_end(self) -> bool:
        """All acts are judged, if only by a first look: before that nobody knows what lies between the last of them and the result."""
        return self.is_done or len(self.acts) == self.total
