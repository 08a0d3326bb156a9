"""The values of a review, which are stored, sent as JSON and drawn."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from byways.event import Explanation
from byways.i18n import Sentence

Verdict: TypeAlias = Literal["", "slip", "mistake", "blunder"]

__all__ = ["Account", "Judged", "Review", "Turn", "Weight"]


class Weight(msgspec.Struct, frozen=True):
    """An act in notation and the chance to win that it leaves; in a solo game, the expected score."""

    act: tuple[str, ...]
    chance: float
    doubt: float


class Judged(msgspec.Struct, frozen=True):
    """An act that had alternatives, judged by what its seat knew when the act began.

    `begin` and `end` are the record lengths before and after the act. `chance` is what the best act would have left, `left` what this act
    left; `doubt` is the standard error of the difference. `luck` is the change due to the dice or cards just before the act, if known.
    `why` compares a mistake with the best act. `when` says where in the game the act was.
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
    why: Explanation | None = None
    when: Sentence = ""

    @property
    def cost(self) -> float:
        """What the act cost: how much it lowered the chance of winning, at least 0."""
        return max(0.0, self.chance - self.left)


class Account(msgspec.Struct, frozen=True):
    """One seat's game in numbers: its first and last chances, and how skill, luck and an uncertain rest account for the difference.

    `last - first = skill + luck + uncertain`; skill is at most 0.
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
    """A large change in a seat's chance, due to its own `act` or, if that is None, to what happened between two of its acts.

    `begin` and `end` are the record lengths before and after the change.
    """

    seat: int
    begin: int
    end: int
    before: float
    after: float
    act: Judged | None = None

    @property
    def change(self) -> float:
        """By how much the chance of winning changed."""
        return self.after - self.before


class Review(msgspec.Struct, frozen=True):
    """A review so far. `acts` are in game order, `total` is the number to judge; acts for which the bot had no answer stay missing.

    `is_score` marks a solo game, where chances are scores. `progress`, from 0 to 1, counts both passes. `entries` is the length of the
    record.

    >>> review = Review("traxx", seats=2, bot="hard", worlds=16, total=40, progress=0.5)
    >>> review.is_done, msgspec.json.decode(msgspec.json.encode(review), type=Review) == review
    (False, True)
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

    def _repr_html_(self) -> str:
        from byways.review.phrases import as_html

        return as_html(self)

    @property
    def is_done(self) -> bool:
        """Whether everything has been judged."""
        return self.progress >= 1

    @property
    def reaches_end(self) -> bool:
        """Whether all acts are judged at least once, so that the change from the last act to the result is known."""
        return self.is_done or len(self.acts) == self.total
