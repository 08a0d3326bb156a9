"""What people read in a review."""

from __future__ import annotations

from collections.abc import Sequence

from byways.game import Game
from byways.i18n import Message, Sentence, Value
from byways.phrases import NOTHING, brief, number
from byways.review.models import Judged, Review, Turn

HEADS = ("player", "accuracy", "slips", "mistakes", "blunders", "first", "skill", "luck", "uncertain", "result")


class Telling:
    """Puts a review into one language."""

    def __init__(self, review: Review, game: Game, language: str | None = None) -> None:
        self.review, self.game, self.language = review, game, language

    def say(self, sentence: Sentence) -> str:
        return self.game.say(sentence, self.language)

    def name(self, seat: int) -> str:
        return self.say(Message("seat.name", {"seat": seat}))

    def worth(self, worth: float) -> str:
        """A chance, or a score."""
        return number(round(worth, 1)) if self.review.is_score else self.say(Message("review.chance", {"per_cent": round(100 * worth)}))

    def change(self, change: float) -> str:
        """By how much a chance or a score rose or fell, with a sign."""
        size = round(change, 1) if self.review.is_score else round(100 * change)
        return f"{'+' if size > 0 else ''}{number(size or 0)}"

    def act(self, act: Sequence[str]) -> str:
        return brief(self.game, [self.game.parse(step) for step in act], self.say)

    def verdict(self, act: Judged) -> str:
        return self.say(Message(f"review.verdict-{act.verdict}")) if act.verdict else ""

    def turn(self, turn: Turn) -> str:
        """What happened where the game turned, and what it meant for a seat."""
        values: dict[str, Value] = {"seat": turn.seat, "before": self.worth(turn.before), "after": self.worth(turn.after)}
        if (act := turn.act) is None:
            return self.say(Message("review.turned", values))
        played, best = self.act(act.played), self.act(act.best[0].act)
        return self.say(Message(f"review.{act.verdict or 'slip'}", {**values, "played": played, "best": best}))

    def by(self) -> str:
        """Who judged how much, and how much could not be judged."""
        values: dict[str, Value] = {"bot": self.review.bot, "worlds": self.review.worlds, "acts": len(self.review.acts)}
        missing = self.review.total - len(self.review.acts)
        said = [Message("review.by", values), *([Message("review.unweighed", {"acts": missing})] if missing else [])]
        return " ".join(map(self.say, said))

    def sum(self) -> str:
        return self.say(Message("review.sum-score" if self.review.is_score else "review.sum"))

    def caption(self) -> str:
        return self.say(Message("review.chart-score" if self.review.is_score else "review.chart"))

    def heads(self) -> list[str]:
        return [self.say(Message(f"review.{head}")) for head in HEADS]

    def row(self, seat: int, player: Sequence[str] = ()) -> list[str]:
        """A seat's account under these heads."""
        one = self.review.accounts[seat]
        name = " ".join([self.name(seat), *(f"({who})" for who in player)])
        accuracy = NOTHING if one.accuracy is None else f"{one.accuracy:.0f}"
        counts = map(str, (one.slips, one.mistakes, one.blunders))
        changes = map(self.change, (one.skill, one.luck, one.uncertain))
        return [name, accuracy, *counts, self.worth(one.first), *changes, self.worth(one.last)]
