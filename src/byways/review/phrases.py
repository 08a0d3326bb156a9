"""The sentences and figures of a review in one language."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from byways.bots.weighing import LEAST
from byways.game import Game, find_game
from byways.i18n import Message, Sentence, Value
from byways.phrases import NOTHING, brief, number
from byways.review import summary
from byways.review.models import Judged, Review, Turn
from byways.review.verdicts import next_act, others_acts, turning_points
from byways.room import GENERIC_BOTS, find_room

HEADS = ("player", "accuracy", "slips", "mistakes", "blunders", "first", "skill", "luck", "uncertain", "result")


class ReviewText:
    """A review in one language, for a viewer in a seat or for anybody.

    Reasons say "you" to the seat that acted. Anybody else reads whom they address.
    """

    def __init__(self, review: Review, game: Game, language: str | None = None, viewer: int | None = None) -> None:
        self.review, self.game, self.language, self.viewer = review, game, language, viewer

    def say(self, sentence: Sentence) -> str:
        return self.game.say(sentence, self.language)

    def name(self, seat: int) -> str:
        return self.say(Message("seat.name", {"seat": seat}))

    def worth(self, worth: float) -> str:
        """Format a chance or, in a solo game, a score."""
        return number(round(worth, 1)) if self.review.is_score else self.say(Message("review.chance", {"per_cent": round(100 * worth)}))

    def change(self, change: float) -> str:
        """Format the change of a chance or a score with its sign."""
        size = round(change, 1) if self.review.is_score else round(100 * change)
        return f"{'+' if size > 0 else ''}{number(size or 0)}"

    def cost(self, act: Judged) -> float:
        """Return what an act cost: the difference between the two chances as they are said, so that the three agree."""
        return act.cost if self.review.is_score else (round(100 * act.chance) - round(100 * act.left)) / 100

    def act(self, act: Sequence[str]) -> str:
        return brief(self.game, [self.game.parse(step) for step in act], self.say)

    def verdict(self, act: Judged) -> str:
        return self.say(Message(f"review.verdict-{act.verdict}")) if act.verdict else ""

    def title(self, act: Judged) -> str:
        """Name what went wrong, or the verdict where there is no explanation; empty for an act that is no mistake."""
        return self.say(summary.title(act))

    def is_too_late(self, act: Judged) -> bool:
        """Whether even the best act left only the least chance of an open result. Better acts than the one played have the same."""
        return not self.review.is_score and act.chance <= LEAST

    def when(self, act: Judged) -> str:
        """Say where in the game an act was."""
        return self.say(summary.when(self.review, act))

    def costs(self, act: Judged) -> str:
        """Say what the act played gave up; empty without an explanation."""
        return " ".join(map(self.say, act.why.costs)) if act.why else ""

    def gains(self, act: Judged) -> str:
        """Say what the best act keeps or reaches; empty without an explanation."""
        return " ".join(map(self.say, act.why.gains)) if act.why else ""

    def addressed(self, act: Judged) -> str:
        """Say whom the reasons address, unless that is the viewer; empty without reasons."""
        if act.seat == self.viewer or not (act.why and (act.why.costs or act.why.gains)):
            return ""
        return self.say(Message("review.advice", {"seat": act.seat}))

    def explained(self, act: Judged) -> str:
        """Explain a mistake: its title, what it gave up, the best act, and what that gains."""
        title = self.say(Message("review.titled", {"title": summary.as_message(act.why.title)})) if act.why else ""
        best = self.say(Message("review.better", {"best": self.act(act.best[0].act)}))
        return " ".join(filter(None, (title, self.addressed(act), self.costs(act), best, self.gains(act))))

    def best_gains(self, act: Judged) -> str:
        """Say what the best act gains in a full sentence."""
        return self.say(Message("review.best-gains", {"gains": self.gains(act)})) if self.gains(act) else ""

    def luck(self, act: Judged) -> str:
        """Say what the dice or cards before an act changed; empty where that is nothing or unknown."""
        change = self.change(act.luck or 0.0)
        return "" if change == "0" else self.say(Message("review.chance-luck", {"change": change}))

    def summary(self, seat: int, is_mine: bool = False) -> list[str]:
        """Sum up a seat's game in a few sentences, addressed to its player or about it."""
        return [self.say(sentence) for sentence in summary.Summary(self.review, seat, is_mine).sentences(self.worth)]

    def turn(self, turn: Turn) -> str:
        """Describe a turning point and what it meant for its seat."""
        values: dict[str, Value] = {"seat": turn.seat, "before": self.worth(turn.before), "after": self.worth(turn.after)}
        if (act := turn.act) is None:
            acts = [
                Message("review.other-act", {"seat": act.seat, "played": self.act(act.played)}) for act in others_acts(self.review, turn)
            ]
            return " ".join([*map(self.say, acts), self.course(turn)])
        said = self.say(Message(f"review.{act.verdict or 'slip'}", {**values, "played": self.act(act.played)}))
        return f"{said} {self.explained(act)}"

    def course(self, turn: Turn) -> str:
        """Say how a seat's chance changed between two of its acts."""
        values: dict[str, Value] = {"seat": turn.seat, "before": self.worth(turn.before), "after": self.worth(turn.after)}
        if others_acts(self.review, turn):
            is_certain = turn.after == 1.0 and not self.review.is_score
            return self.say(Message("review.then-certain" if is_certain else "review.then", values))
        if (act := next_act(self.review, turn)) is None:
            return self.say(Message("review.at-end", values))
        return self.say(Message("review.before", {**values, "when": summary.as_message(summary.when(self.review, act))}))

    def by(self) -> str:
        """Say which bot judged how many acts, how many it could not judge, and whether it knows nothing about the game."""
        values: dict[str, Value] = {"bot": self.review.bot, "worlds": self.review.worlds, "acts": len(self.review.acts)}
        missing = self.review.total - len(self.review.acts)
        sentences = [Message("review.by", values), *([Message("review.unweighed", {"acts": missing})] if missing else [])]
        sentences += [Message("review.rough")] if is_generic(self.game, self.review.bot) else []
        return " ".join(map(self.say, sentences))

    def sum(self) -> str:
        return self.say(Message("review.sum-score" if self.review.is_score else "review.sum"))

    def caption(self) -> str:
        return self.say(Message("review.chart-score" if self.review.is_score else "review.chart"))

    def heads(self) -> list[str]:
        return [self.say(Message(f"review.{head}")) for head in HEADS]

    def row(self, seat: int, player: Sequence[str] = ()) -> list[str]:
        """Return a seat's account, one cell per column of `heads`."""
        one = self.review.accounts[seat]
        name = " ".join([self.name(seat), *(f"({who})" for who in player)])
        accuracy = NOTHING if one.accuracy is None else f"{one.accuracy:.0f}"
        counts = map(str, (one.slips, one.mistakes, one.blunders))
        changes = map(self.change, (one.skill, one.luck, one.uncertain))
        return [name, accuracy, *counts, self.worth(one.first), *changes, self.worth(one.last)]


def as_html(review: Review) -> str:
    """Return the accounts and the turning points as HTML, for notebooks."""
    text = ReviewText(review, find_game(review.game))
    rows = [text.heads(), *map(text.row, range(len(review.accounts)))]
    table = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    turns = "".join(f"<li>{escape(text.turn(turn))}</li>" for turn in turning_points(review))
    return f"<p>{escape(text.by())}</p><table>{table}</table><ol>{turns}</ol>"


def is_generic(game: Game, bot: str) -> bool:
    """Whether a bot is the search that plays any game."""
    module = getattr(find_room(game.room).players, "__name__", "")
    return module == GENERIC_BOTS and bot in game.bot_names
